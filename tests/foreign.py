"""Foreign programs as judges of the files that are written for them: the answers they find, over the projection."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from models.language.model import Model
from solvers.formats.document import Statement
from solvers.formats.registry import FORMATS, writer
from solvers.lowering.covering import covering
from tests.random_models import decisions_of

SECONDS = 60
"""For one call of a foreign program."""


def needs(program: str, how: str) -> pytest.MarkDecorator:
    """Skips a test, and says so, where ``program`` is not installed; ``how`` says how it would be."""
    return pytest.mark.skipif(shutil.which(program) is None, reason=f"{program} is not installed: {how}")


MINIZINC = needs("minizinc", "apt-get install minizinc flatzinc")
GECODE = needs("fzn-gecode", "apt-get install flatzinc")
MINIEXACT = needs("miniexact", "pip install miniexact")


def written(format_name: str, model: Model) -> str:
    """What is written of ``model`` in a format."""
    return "".join(writer(FORMATS[format_name]).write(Statement(model, "a test")))


def run(program: str, *words: str | Path) -> str:
    """What a foreign program prints; it must not complain."""
    done = subprocess.run([program, *words], check=False, capture_output=True, text=True, timeout=SECONDS)
    assert "rror" not in done.stderr, done.stderr
    return done.stdout


def by_minizinc(model: Model, folder: Path) -> list[tuple[int, ...]]:
    """The answers of MiniZinc and Gecode as the output item shows them; an objective's better ones later."""
    path = folder / "model.mzn"
    path.write_text(written("minizinc", model), encoding="utf-8")
    shown = _told(run("minizinc", "--solver", "gecode", "-a", path))
    return [tuple(int(line.rpartition(" = ")[2]) for line in answer if line) for answer in shown]


def by_gecode(model: Model, folder: Path) -> list[tuple[int, ...]]:
    """The answers of Gecode's FlatZinc program, which shows the variables that are marked for it."""
    path, text = folder / "model.fzn", written("flatzinc", model)
    path.write_text(text, encoding="utf-8")
    names = re.findall(r"^var [^:]*: (\w+) :: output_var;$", text, re.M)
    shown = sorted(model.projection, key=lambda var: var.index)
    assert len(names) == len(shown)
    answers = []
    for answer in _told(run("fzn-gecode", "-a", path)):
        values = dict(line.removesuffix(";").split(" = ") for line in answer)
        assignment = {var: int(values[name]) for var, name in zip(shown, names, strict=True)}
        answers.append(tuple(assignment[var] for var in model.projection))
    return answers


def by_miniexact(model: Model, folder: Path) -> list[tuple[int, ...]]:
    """The answers behind the covers that miniexact finds in Knuth's text: options are known by their numbers."""
    path = folder / "model.dlx"
    path.write_text(written("dlx", model), encoding="utf-8")
    problem = covering(model)
    options = [option for option in problem.options if option.items]
    idle = {option.group: option for option in problem.options if not option.items}
    answers = []
    for line in run("miniexact", "-c", "-e", "-D", path).splitlines():
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
