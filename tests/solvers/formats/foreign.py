"""Foreign programs that read what we write, and what our comments in it say of their answers."""

from __future__ import annotations

import importlib.util
import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

from models.language.model import IntVar, Model
from solvers.core.registry import load, load_backend
from solvers.formats.document import Export
from solvers.formats.registry import FORMATS, reader, writer
from solvers.lowering.covering import covering
from tests.random_models import Answers, decisions_of


def needs(package: str) -> pytest.MarkDecorator:
    """Skips a test where a package is missing; it is not imported here."""
    return pytest.mark.skipif(importlib.util.find_spec(package) is None, reason=f"{package} is not installed")


def needs_program(program: str, how: str) -> pytest.MarkDecorator:
    """Skips a test, and says so, where ``program`` is not installed; ``how`` says how it would be."""
    return pytest.mark.skipif(shutil.which(program) is None, reason=f"{program} is not installed: {how}")


def written(name: str, model: Model) -> str:
    """A model in the format called ``name``."""
    return "".join(writer(FORMATS[name]).write(Export(model, "a test")))


class Reading:
    """What the comments of a file say about which literal stands for which value, and what is the answer."""

    def __init__(self, text: str, comment: str) -> None:
        self.literals: dict[str, dict[int, int]] = {}
        self.answer: list[str] | None = None
        for line in text.splitlines():
            if not line.startswith(comment):
                continue
            name, equals, pairs = line.removeprefix(comment).rpartition(" = ")
            if equals and re.fullmatch(r"(-?\d+:[~-]?x?\d+ ?)+", pairs):
                self.literals[name] = {int(value): _number(literal) for value, literal in map(_pair, pairs.split())}
            elif line.startswith(f"{comment}answer: "):
                self.answer = names_listed(line.removeprefix(f"{comment}answer: "))

    def decided(self, true: Iterable[int]) -> tuple[int, ...]:
        """The values of the answer's variables, given all true literals."""
        known = set(true)
        return tuple(self._value(name, known) for name in (self.literals if self.answer is None else self.answer))

    def _value(self, name: str, true: set[int]) -> int:
        (value,) = (value for value, literal in self.literals[name].items() if literal in true)
        return value


def names_listed(text: str) -> list[str]:
    """The variables that are the answer."""
    return [] if text.startswith("nothing, ") else text.split(", ")


def in_order_of_declaration(model: Model, answers: Answers) -> Answers:
    """Answers of a model whose every variable is part of them, as a file without the line ``answer:`` has them."""
    if len(model.projection) < len(model.variables):
        return answers
    places = sorted(range(len(model.projection)), key=lambda place: model.projection[place].index)
    return {tuple(answer[place] for place in places) for answer in answers}


def models_of(clauses: Sequence[Sequence[int]], over: Sequence[int]) -> Iterator[list[int]]:
    """All models of clauses, one for each assignment of the variables ``over``, found by python-sat."""
    from pysat.solvers import Solver

    with Solver("cadical153", bootstrap_with=clauses) as solver:
        while solver.solve():
            model = solver.get_model()
            yield model
            true = set(model)
            solver.add_clause([-var if var in true else var for var in over])


def clasp(text: str, folder: Path, optimise: bool = False) -> dict[str, Any]:
    """What clasp, which comes with clingo, says of an OPB file: all its solutions, or a best one.

    It gets equations as two inequalities: the clasp of clingo 5.8 finds that ``+2 x1 = 1`` has answers.
    """
    file = folder / "file.opb"
    file.write_text(re.sub(r"(?m)^([^*\n]+) = (\S+) ;$", _both_ways, text), encoding="utf-8")
    mode = "opt" if optimise else "ignore"
    options = [f"--opt-mode={mode}", "--models=0", "--quiet=0", "--outf=2"]
    command = [sys.executable, "-m", "clingo", "--mode=clasp", str(file), *options]
    done = subprocess.run(command, capture_output=True, text=True, timeout=100)
    return json.loads(done.stdout)  # type: ignore[no-any-return]


def _both_ways(equation: re.Match[str]) -> str:
    terms, total = equation.groups()
    opposite = terms.translate(str.maketrans("+-", "-+"))
    return f"{terms} >= {total} ;\n{opposite} >= {-int(total)} ;"


def solutions_by_clasp(text: str, folder: Path) -> list[list[int]]:
    """All solutions of an OPB file, each as its true literals."""
    (call,) = clasp(text, folder)["Call"]
    return [witness["Value"] for witness in call.get("Witnesses", ())]


def _run(program: str, *words: str | Path) -> str:
    """What a foreign program prints; it must not complain."""
    done = subprocess.run([program, *words], check=False, capture_output=True, text=True, timeout=100)
    assert "rror" not in done.stderr, done.stderr
    return done.stdout


def by_minizinc(model: Model, folder: Path) -> list[tuple[int, ...]]:
    """The answers of MiniZinc and Gecode as the output item shows them; an objective's better ones later."""
    path = folder / "model.mzn"
    path.write_text(written("minizinc", model), encoding="utf-8")
    shown = _told(_run("minizinc", "--solver", "gecode", "-a", path))
    return [tuple(int(line.rpartition(" = ")[2]) for line in answer if line) for answer in shown]


def by_gecode(model: Model, folder: Path) -> list[tuple[int, ...]]:
    """The answers of Gecode's FlatZinc program, which shows the variables that are marked for it."""
    path, text = folder / "model.fzn", written("flatzinc", model)
    path.write_text(text, encoding="utf-8")
    name_of = _marked(model, text)
    answers = []
    for answer in _told(_run("fzn-gecode", "-a", path)):
        values = dict(line.removesuffix(";").split(" = ") for line in answer)
        answers.append(tuple(int(values[name_of[var]]) for var in model.projection))
    return answers


def by_our_reader(model: Model, folder: Path) -> list[tuple[int, ...]]:
    """The answers to what our own reader of FlatZinc makes of the file."""
    text = written("flatzinc", model)
    reading = reader(FORMATS["flatzinc"]).read(BytesIO(text.encode()), "model.fzn")
    name_of, solutions = _marked(model, text), load(load_backend("backtracking")[0], reading.model).solutions({})
    read = {var.name: var for var in reading.model.variables}
    return [tuple(answer[read[name_of[var]]] for var in model.projection) for answer in solutions]


def _marked(model: Model, text: str) -> dict[IntVar, str]:
    """The names in a FlatZinc file of the variables that make up an answer."""
    names = re.findall(r"^var [^:]*: (\w+) :: output_var;$", text, re.M)
    return dict(zip(sorted(model.projection, key=lambda var: var.index), names, strict=True))


def by_miniexact(model: Model, folder: Path) -> list[tuple[int, ...]]:
    """The answers behind the covers that miniexact finds in Knuth's text: options are known by their numbers."""
    path = folder / "model.dlx"
    path.write_text(written("dlx", model), encoding="utf-8")
    problem = covering(model)
    options = [option for option in problem.options if option.items]
    idle = {option.group: option for option in problem.options if not option.items}
    answers = []
    for line in _run("miniexact", "-c", "-e", "-D", path).splitlines():
        if re.fullmatch(r"(\d+ )+", line):
            taken = [options[int(number) - 1] for number in line.split()]
            chosen = idle | {option.group: option for option in taken}
            assignment: dict[object, int] = {}
            for number, group in enumerate(problem.groups):
                assignment |= zip(group.members, chosen[number].choices[0], strict=True)
            answers.append(decisions_of(model, assignment))
    return answers


def by_ortools(model: Model, folder: Path) -> list[tuple[int, ...]]:
    """The answers of CP-SAT to the proto that it reads back; an objective's better ones later."""
    from ortools.sat.python import cp_model

    asked = cp_model.CpModel()
    proto = asked.proto if hasattr(asked, "proto") else asked.Proto()
    if hasattr(proto, "parse_text_format"):
        assert proto.parse_text_format(written("cpsat", model))
    else:  # before 9.15
        from google.protobuf import text_format

        text_format.Parse(written("cpsat", model), proto)
    answers: list[tuple[int, ...]] = []

    class Collector(cp_model.CpSolverSolutionCallback):
        def on_solution_callback(self) -> None:
            values = self.response_proto.solution
            answers.append(tuple(values[var.index] for var in model.projection))

    solver = cp_model.CpSolver()
    solver.parameters.enumerate_all_solutions = model.objective is None
    solver.parameters.num_workers = 1
    solver.solve(asked, Collector())
    return answers


def _told(output: str) -> list[list[str]]:
    """The lines of each answer, up to its rule; the search must have come to its end."""
    assert re.search(r"^=====(=====|UNSATISFIABLE=====)$", output, re.M), output
    *answers, _ = output.split("----------\n") if "----------\n" in output else [output]
    return [answer.splitlines() for answer in answers]


def _pair(text: str) -> tuple[str, str]:
    value, _, literal = text.partition(":")
    return value, literal


def _number(literal: str) -> int:
    return int(literal.replace("~", "-").replace("x", ""))
