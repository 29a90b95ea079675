"""A clause makes its last literal true."""

from __future__ import annotations

from models.language.model import Model
from tests.solvers.backends.backtracking.settled import settled


def test_the_last_literal_that_can_be_true_is_true() -> None:
    model = Model()
    x, y = model.new_int_var(0, 4, "x"), model.new_bool_var("y")
    model.add_bool_or([x <= 1, x == 4, y])
    assert settled(model, givens={y: 0}) == {"x": [0, 1, 2, 3, 4], "y": [0]}
    assert settled(model, {x: {0, 1}}, {y: 0}) == {"x": [4], "y": [0]}
    assert settled(model, givens={x: 3}) == {"x": [3], "y": [1]}
    assert settled(model, givens={x: 3, y: 0}) is None


def test_no_literal_is_a_contradiction() -> None:
    model = Model()
    model.new_bool_var("y")
    model.add_bool_or([])
    assert settled(model) is None


def test_a_conditional_clause_is_a_longer_one() -> None:
    model = Model()
    x, y = model.new_bool_var("x"), model.new_bool_var("y")
    model.add(y == 1).only_enforce_if(x)
    assert settled(model, givens={x: 1}) == {"x": [1], "y": [1]}
    assert settled(model, givens={y: 0}) == {"x": [0], "y": [0]}


def test_literals_that_are_never_or_always_true() -> None:
    model = Model()
    x, y = model.new_int_var(0, 2, "x"), model.new_int_var(0, 2, "y")
    model.add_bool_or([x == 7, y == 1])
    model.add_bool_or([x <= 2, y == 2])
    assert settled(model) == {"x": [0, 1, 2], "y": [1]}
