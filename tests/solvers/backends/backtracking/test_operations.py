"""Maxima, products, quotients and remainders: what is left of few values is exactly what is part of a solution."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from models.language.model import IntVar, Model
from tests.examples import examples
from tests.solvers.backends.backtracking.settled import settled, supported

OPERATIONS: dict[str, Callable[[Model, Any, IntVar, IntVar], object]] = {
    "abs": lambda model, target, x, y: model.add_abs_equality(target, x - y),
    "max": lambda model, target, x, y: model.add_max_equality(target, x, y + 1),
    "min": lambda model, target, x, y: model.add_min_equality(target, x, 2 * y),
    "product": lambda model, target, x, y: model.add_multiplication_equality(target, x, y),
    "quotient": lambda model, target, x, y: model.add_division_equality(target, x, y + 9),
    "remainder": lambda model, target, x, y: model.add_modulo_equality(target, x, y - 9),
}


@pytest.mark.parametrize("operation", OPERATIONS)
@settings(max_examples=examples(120), deadline=None)
@given(data=st.data())
def test_all_that_is_part_of_no_solution_is_lost(operation: str, data: st.DataObject) -> None:
    model, values = Model(), st.sets(st.integers(-7, 7), min_size=2, max_size=5)
    x, y, z = (model.new_int_var_from_values(data.draw(values), name) for name in "xyz")
    target = data.draw(st.sampled_from([z, 2 * z, 3 * z - 1, 1 - z, x, y + z, z + 0]))
    OPERATIONS[operation](model, target, x, y)
    kept = {var: [value for value in var.domain if data.draw(st.integers(0, 3))] for var in (x, y, z)}
    assert settled(model, kept) == supported(model, kept)
