"""What does one formulation on one backend cost, in a process of its own, and what comes out of it?

``measure`` starts the process and waits; ``python -m solvers.measure`` is that process. They speak
in pickles over the pipes: an :class:`Entry` goes in, a :class:`Measurement` comes back.
"""

from __future__ import annotations

import json
import os
import pickle
import signal
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from hashlib import sha256
from pathlib import Path
from time import process_time
from typing import Any

from models.csp import Model
from models.errors import PuzzlebenchError
from models.registry import load_puzzle
from solvers.backend import Backend, CannotTake, Limits, MissingLibrary, Settings, WrongAnswer
from solvers.registry import load_backend
from solvers.solving import Solver

KEPT = 100_000
"""So many answers travel back whole; of more, only a digest, which still tells two sets apart."""

GRACE = 10.0
"""Seconds that a backend may take beyond its time limit before its process is killed."""


@dataclass(frozen=True)
class Entry:
    """What is to be measured.

    Attributes:
        backend: the word on the command line, with the variant.
        answers: how many answers are looked for; None for all.
    """

    puzzle: str
    instance: Any
    formulation: str
    backend: str
    answers: int | None
    seconds: float | None
    seed: int = 0
    workers: int = 1
    objective: str | None = None


@dataclass(frozen=True)
class Measurement:
    """What came of an entry.

    Attributes:
        status: ``answered``, ``impossible``, ``stopped`` (a limit came first), or what went wrong: ``wrong answer``,
            ``crashed``, ``killed``, ``out of memory``, ``cannot take``, ``missing``, ``not run``.
        note: the sentence that goes with the status.
        solver: the solver underneath, with its version.
        found: how many distinct answers were found.
        complete: whether there are no others.
        answers: the answers; None when there were too many to send.
        digest: a number that is the same for the same set of answers, whatever their order.
        wall: wall seconds of ``model``, ``load``, ``first`` and ``search``.
        cpu: processor seconds of ``model and load`` and ``search``, of all threads.
        memory: the process's peak memory in bytes.
        size: what the solver was given.
        effort: the search's own counts.
        objective: the best value found, where there is an objective.
    """

    status: str
    note: str = ""
    solver: str = ""
    found: int = 0
    complete: bool = False
    answers: frozenset[Any] | None = frozenset()
    digest: int = 0
    wall: Mapping[str, float] = field(default_factory=dict)
    cpu: Mapping[str, float] = field(default_factory=dict)
    memory: int = 0
    size: Mapping[str, int] = field(default_factory=dict)
    effort: Mapping[str, int] = field(default_factory=dict)
    objective: int | None = None

    @property
    def solved(self) -> bool:
        """Whether the question was settled: answers found as wanted, or none proved."""
        return self.status in ("answered", "impossible")


def measure(entry: Entry) -> Measurement:
    """Measure ``entry`` in a fresh process; whatever happens to that process, a measurement comes back."""
    process = subprocess.Popen(
        [sys.executable, "-m", "solvers.measure"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=_environment(),
        start_new_session=True,  # Ctrl-C is for this process, which ends the other
    )
    patience = None if entry.seconds is None else entry.seconds + GRACE
    try:
        out, err = process.communicate(pickle.dumps(entry), timeout=patience)
    except subprocess.TimeoutExpired:
        process.kill()
        process.communicate()
        return Measurement("killed", f"did not stop within {GRACE:.0f} s after its time limit")
    except BaseException:
        process.kill()
        process.communicate()
        raise
    if process.returncode != 0:
        return _fate(process.returncode, err.decode(errors="replace"))
    result: Measurement = pickle.loads(out)
    return result


def measure_here(entry: Entry) -> Measurement:
    """Measure ``entry`` in this process."""
    try:
        return _measure(entry)
    except WrongAnswer as error:
        return Measurement("wrong answer", str(error), memory=peak_memory())
    except MemoryError:
        return Measurement("out of memory", "the process could get no more memory", memory=peak_memory())
    except CannotTake as error:
        return Measurement("cannot take", str(error))
    except MissingLibrary as error:
        return Measurement("missing", str(error))


def peak_memory() -> int:
    """The most memory this process has held so far, in bytes.

    ``ru_maxrss`` survives ``exec`` and so may tell the parent's size; Linux's own figure does not.
    """
    status = Path("/proc/self/status")
    if status.exists():
        for line in status.read_text().splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) * 1024
    import resource

    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit


def digest_of(answer: object) -> int:
    """A number for one answer, given as JSON values; the digest of a set is the sum of its answers' numbers."""
    return int.from_bytes(sha256(json.dumps(answer, sort_keys=True).encode()).digest()[:8])


def _measure(entry: Entry) -> Measurement:
    backend, variant = load_backend(entry.backend)
    settings = Settings(entry.seed, entry.workers)
    _warm_up(backend, replace(settings, variant=variant), entry.objective is not None)
    puzzle = load_puzzle(entry.puzzle)
    solver = Solver(puzzle, entry.formulation, backend, variant, settings, entry.objective)
    started = process_time()
    answers = solver.answers(entry.instance, Limits(entry.seconds, entry.answers))
    ready = process_time()
    searching = 0.0
    found: set[Any] = set()
    digest = 0
    while True:
        before = process_time()
        answer = next(answers, None)
        searching += process_time() - before
        if answer is None:
            break
        if entry.objective is not None:
            found = {answer}  # each is better than the one before
            continue
        digest = (digest + digest_of(puzzle.as_json(entry.instance, answer))) % 2**64
        if len(found) <= KEPT:
            found.add(answer)
    outcome, times = answers.outcome, answers.times
    settled = outcome.complete or outcome.stopped_by == "solutions"
    return Measurement(
        status="stopped" if not settled else "answered" if outcome.found else "impossible",
        note=outcome.stopped_by,
        solver=backend.version(variant),
        found=outcome.found,
        complete=outcome.complete,
        answers=frozenset(found) if len(found) <= KEPT else None,
        digest=digest,
        wall={"model": times.model, "load": times.load, "search": times.search}
        | ({} if times.first is None else {"first": times.first}),
        cpu={"model and load": ready - started, "search": searching},
        memory=peak_memory(),
        size=answers.search.size(),
        effort=dict(outcome.effort),
        objective=answers.objective_value if entry.objective is not None else None,
    )


def _warm_up(backend: Backend, settings: Settings, optimising: bool) -> None:
    """Solve next to nothing, so that the imports of the solver underneath are paid before any span begins."""
    model = Model("warm-up")
    anything = model.new_bool_var("anything")
    if optimising:
        model.minimize(anything)
    if backend.objection(model) is None:
        next(backend.load(model, settings).solutions(), None)


def _fate(code: int, said: str) -> Measurement:
    """What became of a process that ended with ``code``, having said something on standard error."""
    if "bad_alloc" in said:  # how C++ says it before it aborts
        return Measurement("out of memory", "the solver could get no more memory")
    if code < 0:
        known = {number.value: number.name for number in signal.Signals}
        name = known.get(-code, f"signal {-code}")
        hint = ", as happens when memory runs out" if name == "SIGKILL" else ""
        return Measurement("killed", f"its process was ended by {name}{hint}")
    last = said.strip().splitlines()[-1:]
    return Measurement("crashed", last[0] if last else f"its process ended with exit code {code}")


def _environment() -> dict[str, str]:
    """This process's environment, in which the child finds the same packages."""
    return os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}


def _main() -> int:
    entry = pickle.load(sys.stdin.buffer)
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # a library that prints must not get between the pickles
    try:
        result = measure_here(entry)
    except PuzzlebenchError as error:
        result = Measurement("crashed", str(error))
    pickle.dump(result, out)
    out.flush()
    return 0


if __name__ == "__main__":
    # The classes above must be found under their own module's name when they are unpickled.
    from solvers import measure as _module

    sys.exit(_module._main())
