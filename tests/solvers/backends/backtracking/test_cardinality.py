"""Exactly one and at most one: a true literal makes the others false, a last one has to be true."""

from __future__ import annotations

from models.language.model import IntVar, Model
from tests.solvers.backends.backtracking.settled import settled


def switches(count: int) -> tuple[Model, list[IntVar]]:
    model = Model()
    return model, [model.new_bool_var(f"b{place}") for place in range(count)]


def test_one_true_makes_the_others_false() -> None:
    for add in (Model.add_exactly_one, Model.add_at_most_one):
        model, (b0, b1, b2) = switches(3)
        add(model, [b0, b1, b2])
        assert settled(model, givens={b1: 1}) == {"b0": [0], "b1": [1], "b2": [0]}
        assert settled(model, givens={b1: 1, b2: 1}) is None


def test_the_last_of_exactly_one_is_true() -> None:
    model, (b0, b1, b2) = switches(3)
    model.add_exactly_one([b0, b1, b2])
    assert settled(model, givens={b0: 0, b2: 0}) == {"b0": [0], "b1": [1], "b2": [0]}
    assert settled(model, givens={b0: 0, b1: 0, b2: 0}) is None


def test_at_most_one_may_be_none() -> None:
    model, (b0, b1, b2) = switches(3)
    model.add_at_most_one([b0, b1, b2])
    assert settled(model, givens={b0: 0, b2: 0}) == {"b0": [0], "b1": [0, 1], "b2": [0]}
    assert settled(model, givens={b0: 0, b1: 0, b2: 0}) == {"b0": [0], "b1": [0], "b2": [0]}


def test_two_literals_may_speak_of_one_variable() -> None:
    model = Model()
    x = model.new_int_var(0, 3, "x")
    model.add_exactly_one([x <= 1, x >= 1])
    assert settled(model, givens={x: 1}) is None
    assert settled(model, {x: {2, 3}}) == {"x": [0]}


def test_the_same_literal_twice_is_not_one() -> None:
    model, (b0,) = switches(1)
    model.add_at_most_one([b0, b0])
    assert settled(model, givens={b0: 1}) is None
    model.add_exactly_one([b0, b0])
    assert settled(model, givens={b0: 0}) is None


def test_of_no_literals_none_is_true() -> None:
    model, _ = switches(1)
    model.add_at_most_one([])
    assert settled(model) == {"b0": [0, 1]}
    model.add_exactly_one([])
    assert settled(model) is None
