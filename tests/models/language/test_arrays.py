"""Arrays of variables: what their parts are, and that whatever takes variables takes them whole."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from pickle import dumps, loads

import pytest

from models.errors import ModelError
from models.language.arrays import VariableArray
from models.language.model import Model
from tests.tables import rows


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
    assert len(Model().new_int_vars((0, 4), 0, 1)) == 0


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


def test_operators_count_entry_by_entry_from_both_sides() -> None:
    model = Model()
    x, top = model.new_int_vars((2, 2), 0, 9, "x{}{}"), model.new_int_var(0, 9, "top")
    assert str(1 + x - [[1, 2], [3, 4]]) == "((x00, x01 − 1), (x10 − 2, x11 − 3))"
    assert str(top >= x[0]) == str(x[0] <= top) == "(x00 − top ≤ 0, x01 − top ≤ 0)"
    assert str(top - x[0]) == "(top − x00, top − x01)"
    assert str(abs(-x[0])) == "(|−x00|, |−x01|)"
    assert str(model.add(x[:, 0] == x[:, 1]).constraints) == "(x00 − x01 = 0, x10 − x11 = 0)"
    assert model.add([x > 1, [top == 2]], because="so").constraints[4].because == "so"


def test_numpy_leaves_its_operators_to_arrays() -> None:
    numpy = pytest.importorskip("numpy")
    x = Model().new_int_vars(2, 0, 9, "x{}")
    assert str(numpy.array([1, 2]) + x) == str(x + numpy.array([1, 2])) == "(x0 + 1, x1 + 2)"
    assert str(numpy.array([1, 2]) <= x) == "(x0 ≠ 0, x1 ∈ {2..9})"


@rows(
    ("mistake", "sentence"),
    [
        (lambda m, x: x + [1, 2], "an array of shape (2, 2) is joined by an operator with [1, 2], which has another"),
        (lambda m, x: x[0] + [[1], [2]], "which has another shape; to put them behind each other write [*one, *other]"),
        (lambda m, x: x[0] < (1, 2, 3), "which has another shape"),
        (lambda m, x: x[0] * x[1], "is multiplied by x10; only a factor that is an int keeps it linear"),
        (lambda m, x: x[0, :0].max(), "an array without entries has no greatest and no least"),
        (lambda m, x: x @ [1, 2], "an array of shape (2, 2) is multiplied by @ with [1, 2]; two rows are expected"),
        (lambda m, x: x[0] @ 3, "an array of shape (2,) is multiplied by @ with 3; two rows are expected"),
        (lambda m, x: x[0].diagonal(), "an array of shape (2,) has no diagonal"),
        (lambda m, x: max(x[0]), "for max and min those of an array"),
        (lambda m, x: x[1] in [x[0]], "has no truth value"),
        (lambda m, x: [5, 6][x[0, 0]], "x00 has no value while the model is being declared; for an entry at it use"),
        (lambda m, x: m.add_circuit(x[0]), "such as (i, j, following[i] == j)"),
        (lambda m, x: m.__iadd__(x > 1), "write model.add(...)"),
        (lambda m, x: m.new_fixed_size_interval_vars(x, [1, 2]), "which has another shape"),
        (lambda m, x: m.add("x > 1"), "was asked to add 'x > 1', a str"),
    ],
)
def test_what_has_no_meaning_is_told(mistake: Callable[[Model, VariableArray], object], sentence: str) -> None:
    model = Model()
    with pytest.raises(ModelError) as caught:
        mistake(model, model.new_int_vars((2, 2), 0, 9, "x{}{}"))
    assert sentence in str(caught.value)


def test_diagonals_of_a_grid_that_need_not_be_square() -> None:
    grid = Model().new_int_vars((3, 2), 0, 9, "r{}c{}")
    assert names(grid.diagonal()) == names(grid.columns.diagonal()) == ["r0c0", "r1c1"]
    assert names(grid[::-1].diagonal()) == ["r2c0", "r1c1"]


def test_the_scalar_product_is_taken_from_both_sides() -> None:
    x = Model().new_int_vars(3, 0, 9, "x{}")
    assert str(x @ [2, 3, 5]) == str((2, 3, 5) @ x) == "2·x0 + 3·x1 + 5·x2"


def test_names_in_place_of_a_shape_make_a_row() -> None:
    model = Model()
    rows = model.new_int_vars(["hens", "hares"], 0, 35), model.new_bool_vars(["a", "b"])
    assert [names(row) for row in rows] == [["hens", "hares"], ["a", "b"]]
    assert all(isinstance(row, VariableArray) for row in rows)


def test_rules_are_added_one_by_one_or_together() -> None:
    model = Model()
    x = model.new_int_vars(3, 0, 9, "x{}")
    posted = model.add(x[0] + x[1] == 4, x[2] >= 2, x[:2] <= 3, because="so")
    assert [one.because for one in posted.constraints] == ["so"] * 4
    assert model.add().constraints == ()


def test_one_interval_is_made_for_each_start() -> None:
    model = Model()
    tasks = model.new_fixed_size_interval_vars(model.new_int_vars((2, 2), 0, 9, "x{}{}"), [[1, 2], [3, 4]])
    assert str(tasks.end) == "((x00 + 1, x01 + 2), (x10 + 3, x11 + 4))"
    assert str(tasks[0].start) == "(x00, x01)"
    assert model.new_fixed_size_interval_vars([3, 4], 2)[1].end.constant == 6


def test_the_greatest_entry_needs_one_auxiliary_variable() -> None:
    model = Model()
    x = model.new_int_vars(3, 0, 9, "x{}")
    model.add(x.max() <= 7)
    model.minimize(x[::-1].max())
    assert sum(var.name.startswith("max(") for var in model.auxiliaries) == 1
