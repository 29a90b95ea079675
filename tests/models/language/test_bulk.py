"""Clauses kept as numbers: they are the clauses that they would be one by one."""

from __future__ import annotations

import pickle
from array import array
from itertools import product

import pytest

from models import Model, ModelError


def both_ways() -> tuple[Model, Model]:
    bulk, single = Model(), Model()
    for model in (bulk, single):
        a, b, c = model.new_bool_vars("abc")
        model.add(a + b + c >= 1)
        if model is bulk:
            model.add_clauses([a, b, c], array("i", [1, -2, 0, 0, -3, -1, 2, 0]), [7, 8, 9], "line")
        else:
            model.add_bool_or(a, ~b, key=("line", 7))
            model.add_bool_or([], key=("line", 8))
            model.add_bool_or(~c, ~a, b, key=("line", 9))
        model.add(a + b <= 1, because="not both")
    return bulk, single


def test_they_are_clauses_like_others() -> None:
    bulk, single = both_ways()
    assert str(bulk) == str(single)
    assert [constraint.rule for constraint in bulk.constraints] == [
        constraint.rule for constraint in single.constraints
    ]
    assert [str(bulk.constraints[place]) for place in range(-5, 5)] == [str(one) for one in [*single.constraints] * 2]


def test_they_judge_as_clauses_do() -> None:
    bulk, single = both_ways()
    for values in product((0, 1), repeat=3):
        said = [model.first_violation(dict(zip(model.variables, values, strict=True))) for model in (bulk, single)]
        assert said[0] == said[1]


def test_they_can_be_changed_one_by_one_and_copied() -> None:
    bulk, single = both_ways()
    copy = pickle.loads(pickle.dumps(bulk))
    for model in (bulk, single):
        flag = model.new_bool_var("flag")
        for posted in model.posted():
            posted.only_enforce_if(flag)
    assert str(bulk) == str(single)
    assert str(copy) == str(both_ways()[1])


@pytest.mark.parametrize(
    ("numbers", "places", "sentence"),
    [
        ([1, 2], [0], "each ends with a 0 and has a place"),
        ([1, 0], [0, 1], "each ends with a 0 and has a place"),
        ([1, -4, 0], [0], "speak of more than 3 variables"),
    ],
)
def test_numbers_that_are_no_clauses(numbers: list[int], places: list[int], sentence: str) -> None:
    model = Model()
    with pytest.raises(ModelError, match=sentence):
        model.add_clauses(model.new_bool_vars("abc"), array("i", numbers), places)


def test_clauses_as_numbers_are_over_boolean_variables_of_the_model() -> None:
    model, other = Model(), Model()
    for var in (model.new_int_var(0, 2, "x"), other.new_bool_var("y")):
        with pytest.raises(ModelError, match="is no Boolean variable of it"):
            model.add_clauses([var], array("i", [1, 0]), [0])


def test_many_names_at_once_are_as_many_variables() -> None:
    model = Model()
    model.new_bool_var("b")
    with pytest.raises(ModelError, match="two variables called 'b'"):
        model.new_bool_vars("ab")
    assert [var.name for var in model.new_bool_vars("cde")] == ["c", "d", "e"]
    assert [var.index for var in model.variables] == [*range(len(model.variables))]
