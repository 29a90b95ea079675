"""The backend ``minizinc``: any solver that an installed MiniZinc knows, such as ``minizinc:gecode``.

The one place where a backend and a format meet, and so it stands beside both: the format writes the model as MiniZinc,
``minizinc`` compiles it for its solver and hands back the answers. Each search begins a process of its own, with the
givens as further constraints. Answers that come once more, since they differ in what makes up no answer, are left out;
where they do most of the time, or where the solver lists no answers by itself, those known are forbidden in a new one.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from multiprocessing.connection import wait
from tempfile import TemporaryDirectory, TemporaryFile
from typing import Any

from models.language.model import Givens, Literal, Model
from solvers.core.backend import Assignments, Backend, Clock, MissingLibrary, Search, Settings, SolverFailed
from solvers.formats.document import Export
from solvers.lowering.native import NativeForm, native_form
from solvers.lowering.plain import too_large
from solvers.minizinc.writing import MAX_CHUFFED_INT, Words, is_native, write
from solvers.workers import usage

TICK_SECONDS = 0.05  # between two looks at the clock while nothing is heard
GRACE_SECONDS = 2  # that MiniZinc has to end its solver before it is killed

VALUE = re.compile(r"(\w+) = (-?\d+);")
FIGURE = re.compile(r"%%%mzn-stat: (nodes|failures|propagations)=(\d+)")


class MiniZinc(Backend):
    name = "minizinc"
    summary = "any solver that MiniZinc knows, MiniZinc's own choice unless one is named"
    is_stateful = False

    @property
    def variants(self) -> tuple[str, ...]:
        return tuple(_solvers())

    def unsupported_reason(self, model: Model) -> str | None:
        return too_large(model, MAX_CHUFFED_INT)

    def _load(self, model: Model, settings: Settings) -> Search:
        return MiniZincSearch(model, _solver(settings.variant), settings)

    def version(self, variant: str = "") -> str:
        found = re.search(r"version ([\d.]+)", _printed(_program(), "--version"))
        return f"{_solver(variant).title} by MiniZinc {found[1] if found else '?'}"

    def remark(self) -> str:
        return self.missing().partition(", which is ")[2]


BACKEND = MiniZinc()


@dataclass(frozen=True)
class MiniZincSolver:
    id: str  # such as org.gecode.gecode
    title: str  # its name and version
    flags: frozenset[str]  # the standard ones that it takes


class MiniZincSearch(Search):
    def __init__(self, model: Model, solver: MiniZincSolver, settings: Settings) -> None:
        super().__init__(model)
        self._words = Words(model)
        self._state(native_form(model, is_native), settings.clock)
        wanted = {"-s": [], "-r": [str(settings.seed % 2**31)], "-p": [str(settings.workers)]}
        if model.objective is not None and not settings.only_best:
            wanted["-a" if "-a" in solver.flags else "-i"] = []
        flags = [word for flag, value in wanted.items() if flag in solver.flags for word in (flag, *value)]
        self._all = ["-a"] if model.objective is None and "-a" in solver.flags else []
        self._command = ["--solver", solver.id, "--output-mode", "dzn", *flags]
        self._effort: dict[str, int] = {}

    def _state(self, form: NativeForm, clock: Clock) -> None:
        self._form = form
        self._text = "".join(clock.along(write(Export(self.model, self.model.name), form)))

    def size(self) -> dict[str, int]:
        form = self._form
        variables, constraints = len(self.model.variables) - len(form.absent), len(form.stated) + len(form.constraints)
        return {"variables": variables, "constraints": constraints}

    def effort(self) -> dict[str, int]:
        return dict(self._effort)

    def _assuming(self, givens: Givens, assumptions: Sequence[Literal], clock: Clock) -> Assignments:
        self._effort = {}
        model, test = self.model, self._words.test
        narrowed = [*(var == value for var, value in givens.items()), *assumptions]
        if not self._form.absent.isdisjoint(literal.var for literal in narrowed):
            self._state(native_form(model, lambda one: False), clock)
        given = "".join(f"constraint {test(literal)};\n" for literal in narrowed)
        known: set[tuple[int, ...]] = set()
        least: int | None = None
        while True:
            new = repeated = 0
            others = (zip(model.projection, answer, strict=True) for answer in known)
            differs = (" \\/ ".join(test(var != value) for var, value in pairs) for pairs in others)
            forbidden = "".join(f"constraint {text};\n" for text in differs)
            all_of_them = [] if clock.wanted == 1 else self._all  # a solver that is to find one may do without some
            with _Running([*self._command, *all_of_them], self._text + given + forbidden, clock) as running:
                for values in running.answers():
                    named = zip(model.variables, self._words.names, strict=True)
                    assignment = self._form.complete({var: values.get(name, 0) for var, name in named})
                    if model.objective is not None:
                        cost = model.objective.cost.value(assignment)
                        if least is None or cost < least:
                            least = cost
                            yield assignment
                        continue
                    answer = tuple(assignment[var] for var in model.projection)
                    if answer in known:
                        repeated += 1
                    else:
                        known.add(answer)
                        new += 1
                        yield assignment
                    if not model.projection:
                        return True
                    if repeated > 100 + 10 * new:
                        break
                self._effort = {what: self._effort.get(what, 0) + many for what, many in running.effort.items()}
            if running.complete:
                return True
            if clock.expired() or model.objective is not None or not new:
                return False


class _Running:
    """A process of MiniZinc's at work on a model, ended with the block, however that ends."""

    def __init__(self, command: Sequence[str], text: str, clock: Clock) -> None:
        self.complete = False  # whether it has reported that there are no other answers, or none better
        self.effort: dict[str, int] = {}
        self._clock = clock
        self._model, self._errors = TemporaryFile(), TemporaryFile()  # noqa: SIM115 — they live as long as the process
        self._model.write(text.encode())
        self._model.seek(0)
        # The solver's file lies there: MiniZinc leaves it behind where it is asked to end at a bad moment.
        self._folder = TemporaryDirectory(ignore_cleanup_errors=True)
        self._process = subprocess.Popen(
            [_program(), *command, "-"],
            stdin=self._model,
            stdout=subprocess.PIPE,
            stderr=self._errors,
            env={**os.environ, "TMPDIR": self._folder.name},
            # Ctrl-C is for this process alone. A worker process has no part in it, and is killed with its session.
            start_new_session=usage.WORKER not in os.environ,
        )
        assert self._process.stdout is not None
        self._out = self._process.stdout

    def __enter__(self) -> _Running:
        return self

    def __exit__(self, *_: object) -> None:
        """MiniZinc ends its solver when it is asked to, and not when it is killed."""
        self._process.terminate()
        try:
            self._process.wait(GRACE_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        for file in (self._out, self._model, self._errors):
            file.close()
        self._folder.cleanup()

    def answers(self) -> Iterator[dict[str, int]]:
        """The values in each answer, until there are no more or the clock is up."""
        values: dict[str, int] = {}
        for line in self._lines():
            if (value := VALUE.fullmatch(line)) is not None:
                values[value[1]] = int(value[2])
            elif line == "----------":
                yield values
                values = {}
            elif line in ("==========", "=====UNSATISFIABLE====="):
                self.complete = True
            elif (figure := FIGURE.fullmatch(line)) is not None:
                self.effort[figure[1]] = int(figure[2])
            elif line == "=====ERROR=====":
                raise SolverFailed(self._last_words())

    def _lines(self) -> Iterator[str]:
        rest = b""
        while True:
            while not wait([self._out.fileno()], TICK_SECONDS):
                if self._clock.expired():
                    return
            piece = os.read(self._out.fileno(), 1 << 16)
            if not piece:
                break
            *lines, rest = (rest + piece).split(b"\n")
            yield from (line.decode().rstrip() for line in lines)
            if self._clock.expired():
                return
        if self._process.wait() != 0:
            raise SolverFailed(self._last_words())

    def _last_words(self) -> str:
        self._errors.seek(0)
        lines = [line.strip() for line in self._errors.read().decode(errors="replace").split("\n") if line.strip()]
        return f"MiniZinc failed: {lines[-1]}" if lines else "MiniZinc failed, and does not say why"


@cache
def _printed(program: str, flag: str) -> str:
    return subprocess.run([program, flag], capture_output=True, text=True, check=False).stdout


def _program() -> str:
    program = shutil.which("minizinc")
    if program is None:
        raise MissingLibrary("minizinc", "MiniZinc", how="https://www.minizinc.org has it, and so have most systems")
    return program


def _solvers() -> dict[str, MiniZincSolver]:
    """The solvers that can be called, by the last word of their ids, MiniZinc's own choice first; none without it.

    Left out are those that open a window, those whose library is not there, and this program itself.
    """
    try:
        known: list[dict[str, Any]] = json.loads(_printed(_program(), "--solvers-json") or "[]")
    except MissingLibrary:
        return {}
    solvers: dict[str, MiniZincSolver] = {}
    for one in sorted(known, key=lambda one: not one.get("extraInfo", {}).get("isDefault", False)):
        is_there = not one["isGUIApplication"] and "unknown" not in one["version"]
        if is_there and not one["id"].startswith("puzzlebench"):
            solver = MiniZincSolver(one["id"], f"{one['name']} {one['version']}", frozenset(one["stdFlags"]))
            solvers.setdefault(one["id"].rpartition(".")[2], solver)
    return solvers


def _solver(variant: str) -> MiniZincSolver:
    solvers = _solvers()
    if not solvers:
        _program()
        raise MissingLibrary("minizinc", "a solver for MiniZinc", how="minizinc --solvers lists those it knows")
    return solvers[variant or next(iter(solvers))]
