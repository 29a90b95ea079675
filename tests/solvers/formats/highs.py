"""HiGHS in a process of its own, as highspy and OR-Tools cannot share one: files in, optima and feasibility out."""

from __future__ import annotations

import atexit
import json
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import product
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

from models.language.model import Model
from tests.solvers.formats.foreign import names_listed, written

COMMENTS = {"lp": "\\ ", "mps": "* "}
"""What comments begin with."""

Equation = tuple[Mapping[str, int], int]
"""A sum of columns, by name, and what it comes to."""

WORKER = """
import json, os, sys

replies = os.fdopen(os.dup(1), "w")
os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # HiGHS prints its banner whatever its options say
import highspy

for line in sys.stdin:
    asked = json.loads(line)
    highs = highspy.Highs()
    highs.setOptionValue("output_flag", False)
    for tolerance in ("mip_feasibility_tolerance", "primal_feasibility_tolerance"):
        highs.setOptionValue(tolerance, 1e-7)
    highs.setOptionValue("mip_rel_gap", 0.0)
    read = highs.readModel(asked["path"])
    if "rewritten" in asked:
        highs.writeModel(asked["rewritten"])
    names = {name: column for column, name in enumerate(highs.getLp().col_names_)}
    found = []
    for equations in asked["cases"]:
        before = highs.getNumRow()
        for terms, total in equations:
            columns = [names[name] for name in terms]
            highs.addRow(total, total, len(terms), columns, [float(factor) for factor in terms.values()])
        highs.run()
        optimal = highs.getModelStatus() == highspy.HighsModelStatus.kOptimal
        value = highs.getInfo().objective_function_value if optimal else None
        values = highs.getSolution().col_value if optimal else []
        found.append({"objective": value, "columns": {name: round(values[column]) for name, column in names.items()}
            if optimal else {}, "status": highs.modelStatusToString(highs.getModelStatus())})
        after = highs.getNumRow()
        if after > before:
            highs.deleteRows(after - before, list(range(before, after)))
    print(json.dumps({"read": str(read), "found": found}), file=replies, flush=True)
"""


class Highs:
    """The process."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._process = subprocess.Popen(
            [sys.executable, "-c", WORKER], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def solve(self, text: str, ending: str, cases: Sequence[Sequence[Equation]] = ((),)) -> list[dict[str, Any]]:
        """What HiGHS says of a file under each list of equations."""
        said = self._ask(text, ending, {"cases": cases})
        for one in said["found"]:
            assert one["status"] in ("Optimal", "Infeasible"), one
        return said["found"]  # type: ignore[no-any-return]

    def rewritten(self, text: str, ending: str, to: str) -> str:
        """A file as HiGHS writes it, in the format of another ending."""
        goal = self._folder / f"rewritten.{to}"
        self._ask(text, ending, {"cases": [], "rewritten": str(goal)})
        return goal.read_text(encoding="utf-8")

    def _ask(self, text: str, ending: str, question: Mapping[str, object]) -> dict[str, Any]:
        file = self._folder / f"file.{ending}"
        file.write_text(text, encoding="utf-8")
        self._process.stdin.write(json.dumps({"path": str(file), **question}) + "\n")
        self._process.stdin.flush()
        said = json.loads(self._process.stdout.readline())
        assert said["read"] in ("HighsStatus.kOk", "HighsStatus.kWarning"), said
        return said  # type: ignore[no-any-return]

    def close(self) -> None:
        self._process.stdin.close()
        self._process.wait()


@cache
def highs() -> Highs:
    """One process for all tests, ended with them."""
    process = Highs(Path(mkdtemp()))
    atexit.register(process.close)
    return process


def answers_by_highs(name: str, model: Model, _: Path) -> list[tuple[int, ...]]:
    """For every combination of decisions, HiGHS finds it possible exactly where it is an answer."""
    text = written(name, model)
    sums, decided = sums_of_columns(text, COMMENTS[name]), answer_of(text, COMMENTS[name])
    by_name = {var.name: var for var in model.projection}
    candidates = list(product(*(by_name[variable].domain for variable in decided)))
    cases: list[list[Equation]] = []
    for candidate in candidates:
        equations = ((sums[variable], value) for variable, value in zip(decided, candidate, strict=True))
        cases.append([(factors, value - constant) for (constant, factors), value in equations])
    found = zip(candidates, highs().solve(text, name, cases), strict=True)
    places = [decided.index(var.name) for var in model.projection]
    return [tuple(one[place] for place in places) for one, told in found if told["status"] == "Optimal"]


def best_by_highs(name: str, model: Model, _: Path) -> int | None:
    """What the best answer comes to, which is looked at by the columns too."""
    text = written(name, model)
    (found,) = highs().solve(text, name)
    if found["status"] != "Optimal":
        return None
    sums = sums_of_columns(text, COMMENTS[name])
    values = {}
    for var in model.variables:
        constant, factors = sums[var.name]
        values[var] = constant + sum(factor * found["columns"][column] for column, factor in factors.items())
    assert model.first_violation(values) is None
    sign = -1 if name == "mps" and model.objective.sense == "maximize" else 1
    assert round(sign * found["objective"]) == model.objective.expression.value(values)
    return model.objective.expression.value(values)


def sums_of_columns(text: str, comment: str) -> dict[str, tuple[int, dict[str, int]]]:
    """What each variable of the model comes to, as the comments say: a constant, and the factor of each column."""
    return {name: (int(words[0]), dict(_pairs(words[1:]))) for name, words in _said(text, comment)}


def answer_of(text: str, comment: str) -> list[str]:
    """The names of the variables that are the answer."""
    listed = [line for line in text.splitlines() if line.startswith(f"{comment}answer: ")]
    if not listed:
        return list(sums_of_columns(text, comment))
    return names_listed(listed[0].removeprefix(f"{comment}answer: "))


def _said(text: str, comment: str) -> Iterator[tuple[str, list[str]]]:
    joined = text.replace(f"\n{comment}    ", " ")
    for line in joined.splitlines():
        name, equals, words = line.removeprefix(comment).partition(" = ")
        if line.startswith(comment) and equals and words.split()[0].lstrip("-").isdigit():
            yield name, words.split()


def _pairs(words: Sequence[str]) -> Iterator[tuple[str, int]]:
    for factor, name in zip(words[::2], words[1::2], strict=True):
        yield name, int(factor)
