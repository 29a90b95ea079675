"""All different takes away taken values and finds values with one place left."""

from __future__ import annotations

from models.language.model import IntVar, Model
from tests.solvers.backends.backtracking.settled import settled


def digits(count: int, highest: int) -> tuple[Model, list[IntVar]]:
    model = Model()
    variables = [model.new_int_var(1, highest, f"x{place}") for place in range(count)]
    model.add_all_different(variables)
    return model, variables


def test_a_taken_value_leaves_the_others() -> None:
    model, (x0, *_) = digits(3, 9)
    assert settled(model, givens={x0: 5}) == {"x0": [5], "x1": [1, 2, 3, 4, 6, 7, 8, 9], "x2": [1, 2, 3, 4, 6, 7, 8, 9]}


def test_taking_values_goes_on_until_nothing_more_is_fixed() -> None:
    model, (x0, x1, x2) = digits(3, 4)
    left = settled(model, {x0: {3, 4}, x1: {4}, x2: {1}}, {x0: 1})
    assert left == {"x0": [1], "x1": [2, 3], "x2": [2, 3, 4]}
    assert settled(model, {x0: {2, 3, 4}, x1: {3, 4}, x2: {4}}) == {"x0": [1], "x1": [2], "x2": [3]}


def test_as_many_values_as_cells_give_hidden_singles() -> None:
    model, (x0, x1, _) = digits(3, 3)
    assert settled(model, {x0: {3}, x1: {3}}) == {"x0": [1, 2], "x1": [1, 2], "x2": [3]}


def test_with_values_to_spare_nothing_is_hidden() -> None:
    model, (x0, x1, _) = digits(3, 4)
    assert settled(model, {x0: {4}, x1: {4}}) == {"x0": [1, 2, 3], "x1": [1, 2, 3], "x2": [1, 2, 3, 4]}


def test_two_values_hidden_in_one_cell_contradict() -> None:
    model, (x0, x1, _) = digits(3, 3)
    assert settled(model, {x0: {2, 3}, x1: {2, 3}}) is None


def test_fewer_values_than_cells_contradict() -> None:
    assert settled(digits(4, 3)[0]) is None


def test_domains_may_differ_and_lie_far_apart() -> None:
    model = Model()
    x = model.new_int_var_from_values([-5, 10**9], "x")
    y = model.new_int_var_from_values([7, 10**9], "y")
    model.add_all_different([x, y])
    assert settled(model, givens={x: 10**9}) == {"x": [10**9], "y": [7]}


def test_none_and_one_are_different() -> None:
    model = Model()
    x = model.new_int_var(0, 2, "x")
    model.add_all_different([])
    model.add_all_different([x])
    assert settled(model) == {"x": [0, 1, 2]}
