"""The naive row-by-row program and what it costs; Algorithm X on the table of 0s and 1s."""

from __future__ import annotations

import pytest

from models.registry import find_instance, load_puzzle
from solvers.classic.sudoku import RowByRow, algorithm_x, incidence_table

PUZZLE = load_puzzle("sudoku")


@pytest.mark.parametrize(
    ("name", "first", "whole"), [("inkala", 49_558, None), ("order_4", 15, 30), ("order_8", 2_674, 5_687)]
)
def test_the_placements_are_counted(name: str, first: int, whole: int | None) -> None:
    (instance,) = PUZZLE.read(find_instance(PUZZLE, name))
    search = RowByRow(instance.clues, instance.box)
    next(search)
    assert search.placements == first
    if whole is not None:
        assert list(search) == []
        assert search.placements == whole


def test_an_empty_grid_is_filled_in_the_order_of_the_digits() -> None:
    search = RowByRow((0,) * 16, (2, 2))
    answers = [next(search)]
    assert answers[0] == (1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1)
    assert search.placements == 16
    answers += search
    assert len(set(answers)) == 288
    assert answers == sorted(answers)


def test_two_equal_clues_take_no_placement() -> None:
    search = RowByRow((1, 1) + (0,) * 14, (2, 2))
    assert list(search) == []
    assert search.placements == 0


def test_a_full_grid_is_its_own_answer() -> None:
    grid = (1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1)
    search = RowByRow(grid, (2, 2))
    assert list(search) == [grid]
    assert search.placements == 0


def test_clues_that_make_no_square_are_refused() -> None:
    with pytest.raises(ValueError, match="15 clues for 16 cells"):
        RowByRow((0,) * 15, (2, 2))


def test_the_table_of_order_9_has_729_rows_by_324_columns_and_four_1s_a_row() -> None:
    table = incidence_table()
    assert (len(table.rows), len(table.columns)) == (729, 324)
    assert {sum(row) for row in table.matrix} == {4}
    assert {sum(row[column] for row in table.matrix) for column in range(324)} == {9}
    met = {name for name, one in zip(table.columns, table.matrix[table.rows.index("R2C4#1")], strict=True) if one}
    assert met == {"R2C4", "R2#1", "C4#1", "B2#1"}


def test_the_table_has_the_rows_and_as_many_columns_as_the_model() -> None:
    (instance,) = PUZZLE.read(find_instance(PUZZLE, "inkala"))
    model = PUZZLE.formulations["cover"](instance).model
    table = incidence_table(instance.box)
    assert table.rows == tuple(var.name for var in model.variables)
    assert len(table.columns) == len(model.constraints)


def test_the_trace_tells_of_choices_and_dead_ends() -> None:
    (instance,) = PUZZLE.read(find_instance(PUZZLE, "no_answer"))
    table = incidence_table()
    search = algorithm_x(instance.clues, table)
    assert list(search) == []
    assert search.trace
    assert search.trace[-1].row is None
