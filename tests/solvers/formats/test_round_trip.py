"""Models written and read again: they keep their answers, and the best ones, over what the comments say they are."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from io import BytesIO

import pytest
from hypothesis import given, reject, settings

from models.errors import InputError
from models.language.model import Assignment, Model
from solvers.backend import Limits
from solvers.formats import document
from solvers.formats.registry import FORMATS, reader
from solvers.registry import load, load_backend
from tests.random_models import brute_force, models
from tests.solvers.formats.foreign import Reading, in_order_of_declaration, written
from tests.solvers.formats.highs import answer_of, sums_of_columns
from tests.solvers.formats.test_wcnf import best_of, with_objective

Decided = Callable[[Assignment], tuple[int, ...]]

COMMENTS = {"dimacs": "c ", "wcnf": "c ", "opb": "* ", "lp": "\\ "}
"""What comments begin with."""


def read(name: str, text: str) -> document.Reading:
    return reader(FORMATS[name]).read(BytesIO(text.encode()), f"written.{name}")


def sayable(name: str, model: Model) -> str:
    """The model in a format; what it refuses, numbers beyond double precision, is no case."""
    try:
        return written(name, model)
    except InputError:
        reject()


def decided(name: str, text: str) -> Decided:
    """What the comments of a file make of an answer to it: the values of the model's decisions."""
    if name != "lp":
        said = Reading(text, COMMENTS[name])
        return lambda answer: said.decided(int(var.name[1:]) * (1 if value else -1) for var, value in answer.items())
    sums, answer_is = sums_of_columns(text, COMMENTS[name]), answer_of(text, COMMENTS[name])

    def summed(answer: Assignment) -> tuple[int, ...]:
        columns = {var.name: value for var, value in answer.items()}
        totals = (sums[variable] for variable in answer_is)
        return tuple(constant + sum(columns[one] * by for one, by in factors.items()) for constant, factors in totals)

    return summed


def solutions(model: Model, backend: str) -> Iterator[Assignment]:
    for solution in load(load_backend(backend)[0], model).solutions({}, Limits()):
        yield {var: solution[var] for var in model.projection}


@pytest.mark.parametrize("name", COMMENTS)
@settings(max_examples=6, deadline=None)
@given(model=models())
def test_a_model_keeps_its_answers(name: str, model: Model) -> None:
    text = sayable(name, model)
    found = read(name, text).model
    found.objective = None  # MaxSAT has one even where it has no soft clause
    answers = set(map(decided(name, text), solutions(found, "backtracking" if name == "lp" else "sat")))
    assert answers == in_order_of_declaration(model, brute_force(model))


@pytest.mark.parametrize("name", ["wcnf", "opb", "lp"])
@settings(max_examples=6, deadline=None)
@given(model=with_objective(largest=1000))
def test_the_best_stays_the_best(name: str, model: Model) -> None:
    assert model.objective is not None
    text = sayable(name, model)
    *_, best = [None, *map(decided(name, text), solutions(read(name, text).model, "cpsat"))]
    in_order = sorted(model.projection, key=lambda var: var.index)
    values = None if best is None else model.complete(dict(zip(in_order, best, strict=True)))
    assert best_of(model) == (None if values is None else model.objective.expression.value(values))


@settings(max_examples=6, deadline=None)
@given(model=models())
def test_a_model_in_xcsp3_keeps_its_answers(model: Model) -> None:
    """Its variables come first in the file, in their order."""
    found = read("xcsp3", sayable("xcsp3", model)).model
    places = [var.index for var in model.projection]
    values = (list(solution.values()) for solution in solutions(found, "backtracking"))
    assert {tuple(one[place] for place in places) for one in values} == brute_force(model)


@settings(max_examples=6, deadline=None)
@given(model=with_objective(largest=1000))
def test_the_best_stays_the_best_in_xcsp3(model: Model) -> None:
    assert model.objective is not None
    found = read("xcsp3", sayable("xcsp3", model)).model
    *_, best = [None, *solutions(found, "cpsat")]
    values = None if best is None else dict(zip(model.variables, best.values(), strict=False))
    assert best_of(model) == (None if values is None else model.objective.expression.value(model.complete(values)))
