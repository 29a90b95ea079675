"""Propagators over literals: clauses, exactly one and at most one, and conditions."""

from __future__ import annotations

import pytest

from models.language.model import IntVar, Model
from tests.solvers.backends.backtracking.settled import settled


def test_the_last_literal_that_can_be_true_is_true() -> None:
    model = Model()
    x, y = model.new_int_var(0, 4, "x"), model.new_bool_var("y")
    model.add_bool_or([x <= 1, x == 4, y])
    assert settled(model, givens={y: 0}) == {"x": [0, 1, 4], "y": [0]}, "several tests of x are one"
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


def scene() -> tuple[Model, IntVar, IntVar, IntVar]:
    model = Model()
    return model, model.new_int_var(0, 3, "x"), model.new_int_var(0, 3, "y"), model.new_bool_var("on")


def test_an_open_condition_prunes_nothing() -> None:
    model, x, y, on = scene()
    model.add(x + y == 6).only_enforce_if(on)
    assert settled(model) == {"x": [0, 1, 2, 3], "y": [0, 1, 2, 3], "on": [0, 1]}


def test_a_met_condition_prunes_what_the_relation_prunes() -> None:
    model, x, y, on = scene()
    model.add(x + y == 6).only_enforce_if(on)
    assert settled(model, givens={on: 1}) == {"x": [3], "y": [3], "on": [1]}
    assert settled(model, givens={on: 0}) == {"x": [0, 1, 2, 3], "y": [0, 1, 2, 3], "on": [0]}


@pytest.mark.parametrize("kind", ["sum", "bounds", "all different", "element", "table", "exactly one", "at most one"])
def test_an_impossible_relation_refutes_its_condition(kind: str) -> None:
    model, x, y, on = scene()
    posted = {
        "sum": lambda: model.add(x + y == 3),
        "bounds": lambda: model.add(x + y >= 5),
        "all different": lambda: model.add_all_different([x, y]),
        "element": lambda: model.add_element(x, [3, 3, 0, 3], y),
        "table": lambda: model.add_allowed_assignments([x, y], [(2, 3), (1, 2)]),
        "exactly one": lambda: model.add_exactly_one([x == 2, y == 2]),
        "at most one": lambda: model.add_at_most_one([x == 2, y == 2]),
    }[kind]()
    posted.only_enforce_if(on)
    assert settled(model, givens={x: 2, y: 2}) == {"x": [2], "y": [2], "on": [0]}


def test_with_two_open_literals_nothing_is_refuted_yet() -> None:
    model, x, y, on = scene()
    also = model.new_bool_var("also")
    model.add(x == y).only_enforce_if(on, also)
    left = settled(model, givens={x: 1, y: 2})
    assert left == {"x": [1], "y": [2], "on": [0, 1], "also": [0, 1]}
    assert settled(model, givens={x: 1, y: 2, on: 1}) == {"x": [1], "y": [2], "on": [1], "also": [0]}


def test_a_trial_leaves_no_trace() -> None:
    model, x, y, on = scene()
    model.add_allowed_assignments([x, y], [(2, 3), (1, 2)]).only_enforce_if(on)
    assert settled(model, {x: {1}}) == {"x": [0, 2, 3], "y": [0, 1, 2, 3], "on": [0, 1]}
    assert settled(model, {x: {1}}, {on: 1}) == {"x": [2], "y": [3], "on": [1]}
