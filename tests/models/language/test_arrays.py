"""Arrays of variables: what their parts are, and that whatever takes variables takes them whole."""

from __future__ import annotations

from itertools import product
from pickle import dumps, loads

import pytest

from models.language.arrays import VariableArray
from models.language.model import Model


def names(part: object) -> object:
    return [names(one) for one in part] if isinstance(part, tuple) else str(part)


def test_the_parts_of_a_grid() -> None:
    grid = Model().new_int_vars((2, 3), 1, 9, "r{}c{}")
    assert [(r, c) for r, c in product(range(2), range(3)) if grid[r, c] is not grid[r][c]] == []
    assert names(grid[1, :]) == names(grid.rows[1]) == ["r1c0", "r1c1", "r1c2"]
    assert names(grid[:, -1]) == names(grid.columns[2]) == ["r0c2", "r1c2"]
    assert names(grid[0:2, ::2]) == [["r0c0", "r0c2"], ["r1c0", "r1c2"]]
    assert names(grid.flat) == [f"r{r}c{c}" for r, c in product(range(2), range(3))]
    assert all(isinstance(part, VariableArray) for part in (grid[0], grid[:, 0], grid[0:1], grid.columns, grid.flat))


def test_a_cube_is_read_in_three_dimensions() -> None:
    cube = Model().new_bool_vars((2, 3, 4), "b")
    assert (cube.shape, cube[1, :, 2:].shape) == ((2, 3, 4), (3, 2))
    assert str(cube[1, 2, 3]) == "b[1, 2, 3]"
    assert Model().new_int_vars((0, 4), 0, 1) == ()


@pytest.mark.parametrize("nested", [True, False])
def test_lists_of_lists_are_taken_as_one(nested: bool) -> None:
    model = Model()
    a, b, c, d = flags = model.new_bool_vars("abcd")
    given = [[a, [b]], (c, d)] if nested else flags
    posted = [model.add_all_different(given), model.add_bool_or(given), model.add_exactly_one(given)]
    posted += [model.add_allowed_assignments(given, [(0, 1, 0, 1)]), model.add_bool_and(given)]
    model.add_max_equality(1, given)
    model.project_on(given)
    assert [len([*one.constraints[0].scope()]) for one in posted] == [4, 4, 4, 4, 1]
    assert model.projection == (a, b, c, d)


def test_a_copied_array_has_the_variables_of_the_copied_model() -> None:
    model = Model()
    copied, array = loads(dumps((model, model.new_int_vars((2, 2), 0, 1, "x"))))
    assert array[1, 0] is copied.variable("x[1, 0]")
