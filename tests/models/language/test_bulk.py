"""Clauses kept as numbers: they are the clauses that they would be one by one."""

from __future__ import annotations

import pickle
from array import array
from collections.abc import Sequence
from itertools import chain

import pytest

from models import Model, ModelError
from models.language.bulk import Clauses
from tests.random_models import assignments
from tests.tables import rows

CLAUSES = [[1, -2], [], [-3, -1, 2]]
"""Each as the numbers of its literals."""


def both_ways(clauses: Sequence[Sequence[int]] = CLAUSES) -> tuple[Model, Model]:
    """A model with clauses kept as numbers, and one with the same clauses one by one."""
    bulk, single = Model(), Model()
    for model in (bulk, single):
        variables = model.new_bool_vars("abc")
        model.add(sum(variables) >= 1)
        if model is bulk:
            numbers = array("i", chain.from_iterable([*clause, 0] for clause in clauses))
            model.add_clauses(variables, numbers, range(7, 7 + len(clauses)), "line")
        else:
            for line, clause in enumerate(clauses, 7):
                literals = [variables[abs(number) - 1] == int(number > 0) for number in clause]
                model.add_bool_or(literals, key=("line", line))
        model.add(variables[0] + variables[1] <= 1, because="not both")
    return bulk, single


DIFFERENT = pytest.mark.parametrize("clauses", [CLAUSES, [[1], [-2, 3]], [[], [2]], [[2, 3]], []], ids=str)


@DIFFERENT
def test_they_are_clauses_like_others(clauses: Sequence[Sequence[int]]) -> None:
    bulk, single = both_ways(clauses)
    assert str(bulk) == str(single)
    many = len(single.constraints)
    assert len(bulk.constraints) == many
    assert [one.rule for one in bulk.constraints] == [one.rule for one in single.constraints]
    for part in (*range(-many, many), slice(1, 3), slice(None, None, -1)):
        assert str(bulk.constraints[part]) == str(single.constraints[part])
    (block,) = (block for block in bulk.constraints.blocks if isinstance(block, Clauses))  # type: ignore[union-attr]
    assert str(block[1:]) == str([*block][1:])
    with pytest.raises(IndexError):
        bulk.constraints[many]


@DIFFERENT
def test_they_judge_as_clauses_do(clauses: Sequence[Sequence[int]]) -> None:
    bulk, single = both_ways(clauses)
    for one, other in zip(*(assignments(model.variables) for model in (bulk, single)), strict=True):
        assert bulk.first_violation(one) == single.first_violation(other)


def test_other_constraints_come_and_go_among_them() -> None:
    for change in (
        lambda all, one: all.append(one),
        lambda all, one: all.insert(0, one),
        lambda all, one: all.insert(3, one),
        lambda all, one: all.insert(len(all), one),
        lambda all, one: all.pop(2),
        lambda all, one: all.__setitem__(2, one),
        lambda all, one: [all.pop(1), all.append(one), all.pop(1), all.insert(0, one)],
    ):
        bulk, _ = both_ways()
        plain = list(bulk.constraints)
        for constraints in (bulk.constraints, plain):
            change(constraints, bulk.constraints[0])  # type: ignore[no-untyped-call]
        assert str(list(bulk.constraints)) == str(plain)


def test_they_can_be_changed_one_by_one_and_copied() -> None:
    bulk, single = both_ways()
    copy = pickle.loads(pickle.dumps(bulk))
    for model in (bulk, single):
        flag = model.new_bool_var("flag")
        for posted in model.posted():
            posted.only_enforce_if(flag)
    assert str(bulk) == str(single)
    assert str(copy) == str(both_ways()[1])


@rows(
    ("numbers", "places", "sentence"),
    [
        ([1, 2], [0], "needs a 0 at its end and a place"),
        ([1, 0], [0, 1], "needs a 0 at its end and a place"),
        ([0, 1], [0], "needs a 0 at its end and a place"),
        ([1, -4, 0], [0], "name more than 3 variables"),
        ([1, 4, 0], [0], "name more than 3 variables"),
    ],
)
def test_numbers_that_are_no_clauses(numbers: list[int], places: list[int], sentence: str) -> None:
    model = Model()
    with pytest.raises(ModelError, match=sentence):
        model.add_clauses(model.new_bool_vars("abc"), array("i", numbers), places)


def test_clauses_as_numbers_are_over_boolean_variables_of_the_model() -> None:
    model, other = Model(), Model()
    for var in (model.new_int_var(0, 2, "x"), other.new_bool_var("y"), model.new_bool_var("z") == 1):
        with pytest.raises(ModelError, match="is not a Boolean variable of it"):
            model.add_clauses([var], array("i", [1, 0]), [0])


def test_many_names_at_once_are_as_many_variables() -> None:
    model = Model()
    model.new_bool_var("b")
    with pytest.raises(ModelError, match="two variables called 'b'"):
        model.new_bool_vars("ab")
    assert [var.name for var in model.new_bool_vars("cde")] == ["c", "d", "e"]
    assert [var.index for var in model.variables] == [*range(len(model.variables))]
