"""Element over numbers, and the selection that stands for Element over variables, are domain consistent."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from models.language.model import IntVar, Model
from tests.examples import examples
from tests.solvers.backends.backtracking.settled import settled, supported


def test_a_target_value_that_is_gone_takes_its_indices_along() -> None:
    model = Model()
    index, target = model.new_int_var(0, 3, "i"), model.new_int_var(0, 9, "t")
    model.add_element(index, [4, 7, 4, 9], target)
    assert settled(model) == {"i": [0, 1, 2, 3], "t": [4, 7, 9]}
    assert settled(model, {target: {4}}) == {"i": [1, 3], "t": [7, 9]}
    assert settled(model, {target: {7, 9}}) == {"i": [0, 2], "t": [4]}
    assert settled(model, {index: {0, 2}, target: {7, 9}}) is None


def test_an_index_may_be_its_own_target() -> None:
    model = Model()
    index = model.new_int_var(0, 3, "i")
    model.add_element(index, [1, 0, 2, 3], index)
    assert settled(model, givens={index: 0}) is None
    assert settled(model, givens={index: 2}) == {"i": [2]}


def test_the_target_shows_what_any_source_offers() -> None:
    model = Model()
    index, target = model.new_int_var(0, 1, "i"), model.new_int_var(0, 9, "t")
    left, right = model.new_int_var(1, 2, "l"), model.new_int_var(5, 6, "r")
    model.add_element(index, [left, right], target)
    assert settled(model) == {"i": [0, 1], "t": [1, 2, 5, 6], "l": [1, 2], "r": [5, 6]}
    assert settled(model, {target: {5, 6}}) == {"i": [0], "t": [1, 2], "l": [1, 2], "r": [5, 6]}
    assert settled(model, {target: {2, 5, 6}}) == {"i": [0], "t": [1], "l": [1], "r": [5, 6]}


def test_conditional_equalities_on_one_selector_are_one_selection() -> None:
    model = Model()
    own = model.new_int_var_from_values([-1, 3, 8], "own")
    below, seen = model.new_int_var(4, 5, "below"), model.new_int_var(0, 9, "seen")
    model.add(seen == own).only_enforce_if(own != -1)
    model.add(seen == below).only_enforce_if(own == -1)
    assert settled(model) == {"own": [-1, 3, 8], "below": [4, 5], "seen": [3, 4, 5, 8]}
    assert settled(model, {seen: {4, 5, 8}}) == {"own": [3], "below": [4, 5], "seen": [3]}
    assert settled(model, {own: {3, 8}, seen: {5}}) == {"own": [-1], "below": [4], "seen": [4]}


def test_selector_values_in_no_case_leave_the_target_free() -> None:
    model = Model()
    selector = model.new_int_var(0, 2, "s")
    x, y, target = model.new_int_var(1, 1, "x"), model.new_int_var(2, 2, "y"), model.new_int_var(1, 3, "t")
    model.add(target == x).only_enforce_if(selector == 0)
    model.add(y == target).only_enforce_if(selector == 1)
    assert settled(model, {target: {1}}) == {"s": [1, 2], "x": [1], "y": [2], "t": [2, 3]}
    assert settled(model, {selector: {0, 2}}) == {"s": [1], "x": [1], "y": [2], "t": [2]}


@st.composite
def selections(draw: st.DrawFn) -> tuple[Model, dict[IntVar, set[int]]]:
    """An index, a target and an array of variables and numbers, none of them twice, with values removed."""
    model = Model()
    places = draw(st.integers(1, 3))
    values = st.sets(st.integers(-2, 4), min_size=1, max_size=4)
    index = model.new_int_var(0, places - 1, "i")
    target = model.new_int_var_from_values(draw(values), "t")
    array: list[int | IntVar] = []
    for place in range(places):
        number = draw(st.booleans())
        array.append(draw(st.integers(-2, 4)) if number else model.new_int_var_from_values(draw(values), f"x{place}"))
    model.add_element(index, array, target)
    removed = {var: draw(st.sets(st.sampled_from(list(var.domain)))) for var in model.variables if draw(st.booleans())}
    return model, removed


@settings(max_examples=examples(200))
@given(selections())
def test_what_is_left_is_part_of_a_solution(drawn: tuple[Model, dict[IntVar, set[int]]]) -> None:
    model, removed = drawn
    assert settled(model, removed) == supported(model, removed)
