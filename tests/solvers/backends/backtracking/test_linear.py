"""Linear constraints: bounds in general, every value for equality, small sums and inequality."""

from __future__ import annotations

import tracemalloc

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from models.language.model import IntVar, Model
from tests.examples import examples
from tests.solvers.backends.backtracking.settled import settled, supported


def test_each_term_keeps_what_the_others_can_make_up_for() -> None:
    model = Model()
    x, y, z = (model.new_int_var(0, 9, name) for name in "xyz")
    model.add(3 * x - 2 * y + z <= -10)
    assert settled(model) == {"x": [0, 1, 2], "y": [5, 6, 7, 8, 9], "z": list(range(9))}


def test_a_lower_bound_is_an_upper_bound_turned_round() -> None:
    model = Model()
    x, y = model.new_int_var(-5, 5, "x"), model.new_int_var(-5, 5, "y")
    model.add(x - 2 * y >= 13)
    assert settled(model) == {"x": [3, 4, 5], "y": [-5, -4]}


def test_wide_sums_are_cut_to_their_bounds() -> None:
    model = Model()
    x, y = model.new_int_var(0, 10**4, "x"), model.new_int_var(0, 10**4, "y")
    model.add(1000 * x + y == 9_999_999)
    assert settled(model, givens={y: 9_999}) == {"x": [9_990], "y": [9_999]}
    left = settled(model)
    assert left is not None
    assert (left["x"][0], left["x"][-1]) == (9_990, 9_999)


def test_small_sums_keep_only_values_of_a_solution() -> None:
    model = Model()
    rings = [model.new_int_var_from_values(values, f"r{values[0]}") for values in ([4, 11], [3, 20], [7, 8, 30])]
    model.add(sum(rings) == 42)
    assert settled(model) is None  # bounds alone would not see it
    model = Model()
    x, y = model.new_int_var(0, 9, "x"), model.new_int_var(0, 9, "y")
    model.add(2 * x + 3 * y == 12)
    assert settled(model) == {"x": [0, 3, 6], "y": [0, 2, 4]}


@pytest.mark.parametrize("total", [-(10**18), 5, 22, 10**9, 10**18])
def test_a_total_out_of_reach_is_a_contradiction(total: int) -> None:
    model = Model()
    x, y, z, b = (model.new_int_var(*ends) for ends in ((2, 7), (2, 7), (2, 7), (0, 1)))
    posted = model.add(x + y + z == total)
    assert settled(model) is None
    posted.only_enforce_if(b)
    left = settled(model)
    assert left is not None
    assert left[b.name] == [0]


def test_a_total_out_of_reach_takes_no_memory() -> None:
    model = Model()
    x, y = model.new_int_var(0, 9, "x"), model.new_int_var(0, 9, "y")
    model.add(2 * x + 3 * y == 10**9)
    tracemalloc.start()
    try:
        assert settled(model) is None
        assert tracemalloc.get_traced_memory()[1] < 1 << 20
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize(("total", "value"), [(6, 2), (21, 7)])
def test_a_total_at_the_end_of_its_reach_leaves_one_value_each(total: int, value: int) -> None:
    model = Model()
    x, y, z = (model.new_int_var(2, 7, name) for name in "xyz")
    model.add(x + y + z == total)
    assert settled(model) == {"x": [value], "y": [value], "z": [value]}


def test_equal_variables_share_their_values() -> None:
    model = Model()
    x, y = model.new_int_var_from_values([1, 3, 5, 10**12], "x"), model.new_int_var_from_values([0, 3, 10**12], "y")
    model.add(y == x)
    assert settled(model) == {"x": [3, 10**12], "y": [3, 10**12]}


def test_equality_may_come_out_of_a_sum_with_a_fixed_variable() -> None:
    model = Model()
    x, y = model.new_int_var_from_values([1, 7], "x"), model.new_int_var(5, 9, "y")
    two = model.new_int_var(2, 2, "two")
    model.add(x + two == y + 2)
    assert settled(model) == {"x": [7], "y": [7], "two": [2]}


def test_inequality_waits_for_the_last_variable() -> None:
    model = Model()
    x, y = model.new_int_var(0, 3, "x"), model.new_int_var(0, 3, "y")
    model.add(x + 2 * y != 4)
    assert settled(model) == {"x": [0, 1, 2, 3], "y": [0, 1, 2, 3]}
    assert settled(model, givens={y: 1}) == {"x": [0, 1, 3], "y": [1]}
    assert settled(model, givens={x: 2, y: 1}) is None


@pytest.mark.parametrize(("relation", "holds"), [("==", False), ("!=", True), ("<=", False), (">=", True)])
def test_a_sum_of_nothing_is_zero(relation: str, holds: bool) -> None:
    model = Model()
    x = model.new_int_var(1, 1, "x")
    nothing = x - x
    comparisons = {"==": nothing == -1, "!=": nothing != -1, "<=": nothing <= -1, ">=": nothing >= -1}
    model.add(comparisons[relation])
    assert settled(model) == ({"x": [1]} if holds else None)


@st.composite
def sums(draw: st.DrawFn) -> tuple[Model, dict[IntVar, set[int]]]:
    """A small equality or inequality with values removed."""
    model = Model()
    values = st.sets(st.integers(-3, 6), min_size=1, max_size=5)
    variables = [model.new_int_var_from_values(draw(values), f"x{place}") for place in range(draw(st.integers(1, 4)))]
    total = sum(draw(st.integers(-3, 3)) * var for var in variables)
    constant = draw(st.integers(-8, 12))
    model.add(total == constant if draw(st.booleans()) else total != constant)
    removed = {var: draw(st.sets(st.sampled_from(list(var.domain)))) for var in variables if draw(st.booleans())}
    return model, removed


@settings(max_examples=examples(200))
@given(sums())
def test_what_is_left_of_a_small_sum_is_part_of_a_solution(drawn: tuple[Model, dict[IntVar, set[int]]]) -> None:
    model, removed = drawn
    assert settled(model, removed) == supported(model, removed)
