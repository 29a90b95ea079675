"""Columns and rows: what all points of the columns say, each kind by itself, and what a search asks of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import product
from typing import Any

import pytest

from models.language.model import Linear, Model
from solvers.lowering.mip.carrying import Span
from solvers.lowering.mip.rows import MAX_DIFFERENT_VALUES, IntegerRows, vars_with_cases
from tests.random_models import brute_force
from tests.solvers.backends.test_awkward import KINDS
from tests.tables import rows

MORE: dict[str, Callable[..., Any]] = {
    "element of numbers": lambda model, x, y: model.add_element(x, [1, 0, 2], y),
    "another than one number": lambda model, x, y: model.add(Linear(((2, x),), "!=", 2)),
    "one number": lambda model, x, y: model.add(Linear(((2, x),), "==", 2)),
    "three numbers": lambda model, x, y: model.add(x + y - 2 * model.new_bool_var("z") != 1),
    "as many values as variables": lambda model, x, y: model.add_all_different(x, y, model.new_bool_var("z")),
}

ALL = KINDS | MORE


def answers(model: Model, rows: IntegerRows, bounds: Mapping[int, Span] | None = None) -> set[tuple[int, ...]]:
    """The values of the projection at every point of the columns where all rows hold."""
    spans = dict(enumerate(rows.columns)) | dict(bounds or {})
    found = set()
    for point in product(*(range(least, most + 1) for least, most in spans.values())):
        if not rows.impossible and all(row.holds(point) for row in rows.rows):
            found.add(tuple(rows.value(var).at(point) for var in model.projection))
            for var in model.variables:
                for value, case in (rows.cases(var) or {}).items():
                    assert case.at(point) == (rows.value(var).at(point) == value)
    return found


@rows("kind", ALL)
@rows("conditional", [False, True])
@rows("tested", [False, True])
def test_each_kind_has_the_answers_of_brute_force(kind: str, conditional: bool, tested: bool) -> None:
    model = Model(kind)
    x, y = model.new_int_var(0, 2, "x"), model.new_int_var_from_values((0, 2), "y")
    if tested:  # then x is seen as one case for each of its values
        model.add_bool_or(x != 0, y == 2)
    posted = ALL[kind](model, x, y)
    if conditional:
        posted.only_enforce_if(model.new_bool_var("on"))
    assert answers(model, IntegerRows(model)) == brute_force(model)


@pytest.mark.parametrize("domain", [(4,), (3, 7), range(1, 7), (1, 2, 4, 7)], ids=str)
def test_a_restricted_variable_takes_the_values_that_are_left(domain: tuple[int, ...]) -> None:
    for chosen in product((False, True), repeat=len(domain)):
        model = Model()
        x = model.new_int_var_from_values(domain, "x")
        rows, values = IntegerRows(model), [value for value, taken in zip(domain, chosen, strict=True) if taken]
        assert (rows.cases(x) is None) == isinstance(domain, range), "an interval of some size is a number"
        bounds = rows.restricted(x, values)
        assert answers(model, rows, bounds) == {(value,) for value in values}
        assert bounds.keys() <= rows.columns_of(x)


def test_what_is_forbidden_or_bounded_is_so_until_it_is_taken_back() -> None:
    model = Model()
    x, y, z = model.new_int_var(0, 3, "x"), model.new_int_var_from_values((0, 2, 5), "y"), model.new_bool_var("z")
    rows = IntegerRows(model)
    everything = answers(model, rows)
    assert everything == brute_force(model)
    mark = rows.mark()
    rows.forbid([(x, 2), (y, 5), (z, 0)])
    assert answers(model, rows) == everything - {(2, 5, 0)}
    rows.back_to(mark)
    rows.keep_below([(2, x), (-1, y)], 1)
    assert answers(model, rows) == {(a, b, c) for a, b, c in everything if 2 * a - b < 1}
    rows.back_to(mark)
    assert rows.restricted(x, []) == {}
    assert answers(model, rows) == set()
    rows.back_to(mark)
    assert answers(model, rows) == everything


def test_each_constraint_begins_where_the_one_before_has_ended() -> None:
    model = Model()
    x, y = model.new_bool_vars("xy")
    z = model.new_int_var_from_values((0, 2, 5), "z")
    for least in range(2):
        model.add(x + y + z >= least)
    model.add(x + y <= 1)
    rows = IntegerRows(model)
    assert rows.begins == [1, 1, 2], "z is one of its values; no sum is below 0"
    assert len(rows.rows) == 3


def test_few_values_are_kept_apart_one_by_one() -> None:
    model = Model()
    few = [model.new_int_var(1, MAX_DIFFERENT_VALUES, name) for name in "xy"]
    many = [model.new_int_var(0, MAX_DIFFERENT_VALUES, name) for name in "pq"]
    model.add(Linear(((1, few[0]), (-1, few[1])), "!=", 0))
    model.add(Linear(((1, many[0]), (-1, many[1])), "!=", 0))
    model.add(Linear(tuple((1, model.new_int_var(0, 3, name)) for name in "abc"), "!=", 0))
    assert vars_with_cases(model) == {var.index for var in few}


def test_an_integer_of_many_values_is_kept_in_digits() -> None:
    model = Model()
    x, y = model.new_int_var(-5, 10**8, "x"), model.new_int_var(-5, 9_000, "y")
    rows = IntegerRows(model)
    assert [rows.columns[column] for column in sorted(rows.columns_of(x))] == [(0, 999), (0, 999), (0, 100)]
    assert [rows.columns[column] for column in rows.columns_of(y)] == [(0, 9_005)]
