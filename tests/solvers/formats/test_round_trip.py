"""Models written and read again: they keep their answers, and the best ones, over what the comments say they are."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from io import BytesIO
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, reject, settings

from models.errors import InputError
from models.language.model import Assignment, IntVar, Model
from solvers.core.backend import Limits
from solvers.core.registry import load, load_backend
from solvers.export.__main__ import lost_projection
from solvers.formats import document
from solvers.formats.registry import FORMATS, PROJECTIONS, reader
from tests.random_models import brute_force, declared_in, models
from tests.solvers.formats.foreign import (
    Comments,
    asked_of_ortools,
    best_of,
    by_minizinc,
    in_order_of_declaration,
    needs,
    needs_program,
    with_objective,
    worth,
    written,
)
from tests.solvers.formats.highs import answer_of, sums_of_columns
from tests.tables import rows

Decided = Callable[[Assignment], tuple[int, ...]]

COMMENTS = {"dimacs": "c ", "wcnf": "c ", "opb": "* ", "lp": "\\ ", "mps": "* "}
"""What comments begin with."""

PROGRAMS = ("lp", "mps")
"""Formats whose comments tell what a variable comes to in columns."""


def read(name: str, text: str) -> document.Reading:
    return reader(FORMATS[name]).read(BytesIO(text.encode()), f"written.{name}")


def sayable(name: str, model: Model) -> str:
    """The model in a format; what it refuses, numbers beyond double precision, is no case."""
    try:
        return written(name, model)
    except InputError:
        reject()


def decided(name: str, text: str, model: Model) -> Decided:
    """What a file says of an answer to it: the values of the model's decisions, by its comments or by its names."""
    if name not in COMMENTS:
        names = dict(zip(declared(name, text), model.variables, strict=False))
        return lambda answer: in_projection(model, {names[var.name]: value for var, value in answer.items()})
    if name not in PROGRAMS:
        comments = Comments(text, COMMENTS[name])
        return lambda answer: comments.decided(
            int(var.name[1:]) * (1 if value else -1) for var, value in answer.items()
        )
    sums, answer_is = sums_of_columns(text, COMMENTS[name]), answer_of(text, COMMENTS[name])

    def summed(answer: Assignment) -> tuple[int, ...]:
        columns = {var.name: value for var, value in answer.items()}
        totals = (sums[variable] for variable in answer_is)
        return tuple(constant + sum(columns[one] * by for one, by in factors.items()) for constant, factors in totals)

    return summed


def declared(name: str, text: str) -> list[str]:
    """The names of variables in XCSP3 and FlatZinc: those of the model come first, in its order."""
    return re.findall(r'<var id="(\w+)"' if name == "xcsp3" else r"(?m)^var [^:]*: (\w+)", text)


def in_projection(model: Model, values: Assignment) -> tuple[int, ...]:
    return tuple(values[var] for var in model.projection)


def solutions(model: Model, backend: str) -> Iterator[Assignment]:
    for solution in load(load_backend(backend)[0], model).solutions({}, Limits()):
        yield {var: solution[var] for var in model.projection}


@pytest.mark.parametrize("name", ["wcnf", "opb", "lp", "mps", "xcsp3", "flatzinc"])
@settings(max_examples=6, deadline=None)
@given(model=with_objective(largest=1000))
def test_the_best_stays_the_best(name: str, model: Model) -> None:
    text = sayable(name, model)
    *_, best = [None, *map(decided(name, text, model), solutions(read(name, text).model, "cpsat"))]
    assert best_of(model) == (None if best is None else worth(model, best))


OBJECTIVES: Mapping[str, Callable[[IntVar, IntVar], Any]] = {
    "2x + 5": lambda x, y: 2 * x + 5,
    "5 - 3x": lambda x, y: 5 - 3 * x,
    "x - y - 7": lambda x, y: x - y - 7,
    "x - x + 5": lambda x, y: x - x + 5,
    "x - x": lambda x, y: x - x,
    "-4": lambda x, y: -4,
    "3[x = 2] - 1": lambda x, y: 3 * (x == 2) - 1,
}


def optimised(name: str, sense: str, divisor: int = 1) -> tuple[Model, float]:
    """A model with one of the objectives, and what its best answer comes to."""
    model = Model("a test")
    x, y = model.new_int_var(1, 3, "x"), model.new_int_var(-1, 1, "y")
    model.add(x + y <= 3)
    getattr(model, sense)(OBJECTIVES[name](x, y))
    model.objective = replace(model.objective, divisor=divisor)
    best = (min if sense == "minimize" else max)(
        int(OBJECTIVES[name](a, b)) for a, b in product(range(1, 4), range(-1, 2)) if a + b <= 3
    )
    return model, best / divisor


@rows("divisor", [1, 4])
@rows("sense", ["minimize", "maximize"])
@rows("objective", OBJECTIVES)
@rows("name", ["lp", "mps", "opb", "wcnf", "flatzinc", "xcsp3"])
def test_the_best_comes_to_the_same(name: str, objective: str, sense: str, divisor: int) -> None:
    model, best = optimised(objective, sense, divisor)
    found = load(load_backend("backtracking")[0], read(name, written(name, model)).model).solutions()
    assert [*found]
    assert found.objective_value == best


@needs("ortools")
@pytest.mark.parametrize("divisor", [1, 4])
@pytest.mark.parametrize("sense", ["minimize", "maximize"])
@pytest.mark.parametrize("objective", OBJECTIVES)
def test_so_it_does_for_cpsat(objective: str, sense: str, divisor: int) -> None:
    model, best = optimised(objective, sense, divisor)
    assert asked_of_ortools(model)[1] == best


@needs_program("minizinc", "Debian's minizinc")
@pytest.mark.parametrize("sense", ["minimize", "maximize"])
@pytest.mark.parametrize("objective", OBJECTIVES)
def test_so_it_does_for_minizinc(tmp_path: Path, objective: str, sense: str) -> None:
    model, best = optimised(objective, sense)
    assert worth(model, by_minizinc(model, tmp_path)[-1]) == best


def stands_for(model: Model, projection: str) -> Model:
    """The model with an empty, a partial or a whole projection."""
    declared = [var for var in model.variables if var not in set(model.auxiliaries)]
    model.project_on({"empty": [], "partial": declared[::2], "whole": declared}[projection])
    return model


@pytest.mark.parametrize("projection", ["empty", "partial", "whole"])
@pytest.mark.parametrize("name", [known.name for known in FORMATS.values() if known.writes and known.reads])
@settings(max_examples=6, deadline=None)
@given(model=models(max_vars=4))
def test_a_model_keeps_its_answers_and_its_projection_or_the_loss_is_announced(
    name: str, projection: str, model: Model
) -> None:
    stands_for(model, projection)
    text = sayable(name, model)
    found = read(name, text).model
    found.objective = None  # MaxSAT has one even where it has no soft clause
    answers = list(map(decided(name, text, model), solutions(found, "backtracking")))
    expected = brute_force(model)
    assert set(answers) == (in_order_of_declaration(model, expected) if name in COMMENTS else expected)
    if PROJECTIONS in FORMATS[name].lacks:
        lost = projection == "empty" or (projection == "partial" and len(model.projection) < len(declared_in(model)))
        assert bool(lost_projection(FORMATS[name], document.Export(model, "a test"))) == lost
    else:
        assert len(answers) == len(set(answers))
