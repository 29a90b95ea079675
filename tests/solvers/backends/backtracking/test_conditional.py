"""A conditional constraint counts once its condition is met, and refutes the condition when it cannot hold."""

from __future__ import annotations

import pytest

from models.language.model import IntVar, Model
from tests.solvers.backends.backtracking.settled import settled


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
