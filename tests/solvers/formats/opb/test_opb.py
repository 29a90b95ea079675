"""OPB, read by clasp, and its lines solved by Exact."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from models.language.model import Model
from tests.random_models import Answers, brute_force, models
from tests.solvers.formats.foreign import (
    Reading,
    clasp,
    in_order_of_declaration,
    needs,
    solutions_by_clasp,
    written,
)
from tests.solvers.formats.wcnf.test_wcnf import best_of, with_objective

LINE = re.compile(r"((?:[+-]\d+ x\d+ )+)(>=|=) (-?\d+) ;")
"""The one form of a constraint, without a negation."""

LARGEST_SUM = 2**31 - 1
"""Of clasp, which adds up in 32 bits."""


def _terms(text: str) -> list[tuple[int, str]]:
    return [(int(coefficient), name) for coefficient, name in re.findall(r"([+-]\d+) (x\d+)", text)]


def _constraints(text: str) -> Iterator[tuple[list[tuple[int, str]], str, int]]:
    """Every line but comments and the objective, each of the one form."""
    for line in text.splitlines():
        if not line.startswith(("*", "min:")):
            found = LINE.fullmatch(line)
            assert found is not None, line
            yield _terms(found[1]), found[2], int(found[3])


def _in_exact(text: str) -> Any:
    from exact import Exact

    solver = Exact()
    header = re.match(r"\* #variable= (\d+) #constraint= (\d+)\n", text)
    assert header is not None
    for number in range(1, int(header[1]) + 1):
        solver.addVariable(f"x{number}", 0, 1)
    constraints = list(_constraints(text))
    assert len(constraints) == int(header[2])
    for terms, relation, bound in constraints:
        solver.addConstraint(terms, True, bound, relation == "=", bound)
    return solver


def _answers_by_exact(text: str) -> Answers:
    solver, reading = _in_exact(text), Reading(text, "* ")
    names = sorted({abs(literal) for name in reading.literals for literal in reading.literals[name].values()})
    found: Answers = set()
    while solver.runFull(optimize=False) == "SAT":
        values = solver.getLastSolutionFor([f"x{number}" for number in names])
        found.add(reading.decided(number if value else -number for number, value in zip(names, values, strict=True)))
        solver.invalidateLastSol([f"x{number}" for number in names])
        if not names:
            break
    return found


@needs("exact")
@settings(max_examples=15, deadline=None)
@given(model=models())
def test_exact_finds_the_answers_of_a_model(model: Model) -> None:
    assert _answers_by_exact(written("opb", model)) == in_order_of_declaration(model, brute_force(model))


def _answers_by_clasp(text: str, folder: Path) -> Answers:
    reading = Reading(text, "* ")
    return {reading.decided(solution) for solution in solutions_by_clasp(text, folder)}


def _fits_clasp(text: str) -> bool:
    lines = (re.findall(r"[+-]\d+|(?<== )-?\d+", line) for line in text.splitlines() if not line.startswith("*"))
    return all(sum(abs(int(number)) for number in line) <= LARGEST_SUM for line in lines)


@needs("clingo")
@settings(max_examples=5, deadline=None)
@given(model=models())
def test_clasp_finds_the_answers_of_a_model(tmp_path_factory: pytest.TempPathFactory, model: Model) -> None:
    text = written("opb", model)
    if _fits_clasp(text):
        found = _answers_by_clasp(text, tmp_path_factory.mktemp("opb"))
        assert found == in_order_of_declaration(model, brute_force(model))


@pytest.mark.slow
@needs("clingo")
@settings(max_examples=150, deadline=None)
@given(model=models())
def test_clasp_finds_the_answers_of_many_models(tmp_path_factory: pytest.TempPathFactory, model: Model) -> None:
    text = written("opb", model)
    if _fits_clasp(text):
        found = _answers_by_clasp(text, tmp_path_factory.mktemp("opb"))
        assert found == in_order_of_declaration(model, brute_force(model))


def _best_by_clasp(model: Model, folder: Path) -> int | None:
    text = written("opb", model)
    said = clasp(text, folder, optimise=True)
    if said["Result"] == "UNSATISFIABLE":
        return None
    (least,) = said["Models"]["Costs"]
    worth = re.search(r"^\* m.*: (?:(-?\d+) - )?\(what is minimised below\)([+-]\d+)?$", text, re.MULTILINE)
    assert worth is not None
    return int(worth[1]) - least if worth[1] else least + int(worth[2])  # type: ignore[no-any-return]


@needs("clingo")
@settings(max_examples=5, deadline=None)
@given(model=with_objective(largest=9))
def test_clasp_finds_the_best_answer(tmp_path_factory: pytest.TempPathFactory, model: Model) -> None:
    if _fits_clasp(written("opb", model)):
        assert _best_by_clasp(model, tmp_path_factory.mktemp("opb")) == best_of(model)


def test_a_rule_stands_before_its_lines() -> None:
    model = Model()
    x, y = model.new_int_var(1, 2, "x"), model.new_int_var(1, 2, "y")
    model.add(x + y == 3, because="together they are three")
    assert written("opb", model).splitlines()[-2:] == ["* together they are three", "+1 x1 +2 x2 +1 x3 +2 x4 = 3 ;"]


@given(bound=st.sampled_from([-1, 0, 1, 2]))
def test_what_speaks_of_no_variable_holds_or_not(bound: int) -> None:
    model = Model()
    b = model.new_bool_var("b")
    model.add(b - b >= bound)
    assert len(list(_constraints(written("opb", model)))) == (bound > 0)
