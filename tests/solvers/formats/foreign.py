"""Foreign programs that read what we write, and what our comments in it say of their answers."""

from __future__ import annotations

import importlib.util
import json
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from models.language.model import Model
from solvers.formats.document import Statement
from solvers.formats.registry import FORMATS, writer
from tests.random_models import Answers


def needs(package: str) -> pytest.MarkDecorator:
    """Skips a test where a package is missing; it is not imported here."""
    return pytest.mark.skipif(importlib.util.find_spec(package) is None, reason=f"{package} is not installed")


def written(name: str, model: Model) -> str:
    """A model in the format called ``name``."""
    return "".join(writer(FORMATS[name]).write(Statement(model, "a test")))


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
                self.answer = [name for name in line.removeprefix(f"{comment}answer: ").split(", ") if name]

    def decided(self, true: Iterable[int]) -> tuple[int, ...]:
        """The values of the answer's variables, given all true literals."""
        known = set(true)
        return tuple(self._value(name, known) for name in (self.literals if self.answer is None else self.answer))

    def _value(self, name: str, true: set[int]) -> int:
        (value,) = (value for value, literal in self.literals[name].items() if literal in true)
        return value


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
    """What clasp, which comes with clingo, says of an OPB file: all its solutions, or a best one."""
    file = folder / "file.opb"
    file.write_text(text, encoding="utf-8")
    mode = "opt" if optimise else "ignore"
    options = [f"--opt-mode={mode}", "--models=0", "--quiet=0", "--outf=2"]
    command = [sys.executable, "-m", "clingo", "--mode=clasp", str(file), *options]
    done = subprocess.run(command, capture_output=True, text=True, timeout=100)
    return json.loads(done.stdout)  # type: ignore[no-any-return]


def solutions_by_clasp(text: str, folder: Path) -> list[list[int]]:
    """All solutions of an OPB file, each as its true literals."""
    (call,) = clasp(text, folder)["Call"]
    return [witness["Value"] for witness in call.get("Witnesses", ())]


def _pair(text: str) -> tuple[str, str]:
    value, _, literal = text.partition(":")
    return value, literal


def _number(literal: str) -> int:
    return int(literal.replace("~", "-").replace("x", ""))
