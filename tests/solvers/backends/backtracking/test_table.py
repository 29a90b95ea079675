"""A table keeps exactly the values that some remaining row holds."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from models.language.model import IntVar, Model
from tests.examples import examples
from tests.solvers.backends.backtracking.settled import settled, supported


def test_rows_go_with_their_values_and_values_with_their_rows() -> None:
    model = Model()
    x, y = model.new_int_var(0, 3, "x"), model.new_int_var(0, 3, "y")
    model.add_allowed_assignments([x, y], [(0, 1), (1, 1), (2, 3), (9, 2)])
    assert settled(model) == {"x": [0, 1, 2], "y": [1, 3]}
    assert settled(model, {y: {1}}) == {"x": [2], "y": [3]}
    assert settled(model, {x: {0, 1}, y: {3}}) is None


def test_no_rows_never_hold() -> None:
    model = Model()
    x = model.new_int_var(0, 1, "x")
    model.add_allowed_assignments([x], [])
    assert settled(model) is None


def test_a_variable_may_stand_in_two_columns() -> None:
    model = Model()
    x, y = model.new_int_var(0, 3, "x"), model.new_int_var(0, 3, "y")
    model.add_allowed_assignments([x, y, x], [(0, 1, 1), (1, 2, 1), (2, 3, 0)])
    assert settled(model) == {"x": [1], "y": [2]}


@st.composite
def tables(draw: st.DrawFn) -> tuple[Model, dict[IntVar, set[int]]]:
    """A table over different variables with values removed."""
    model = Model()
    values = st.sets(st.integers(-2, 4), min_size=1, max_size=4)
    columns = [model.new_int_var_from_values(draw(values), f"x{place}") for place in range(draw(st.integers(1, 3)))]
    model.add_allowed_assignments(columns, draw(st.lists(st.tuples(*[st.integers(-2, 4)] * len(columns)), max_size=8)))
    removed = {var: draw(st.sets(st.sampled_from(list(var.domain)))) for var in columns if draw(st.booleans())}
    return model, removed


@settings(max_examples=examples(200))
@given(tables())
def test_what_is_left_is_part_of_a_solution(drawn: tuple[Model, dict[IntVar, set[int]]]) -> None:
    model, removed = drawn
    assert settled(model, removed) == supported(model, removed)
