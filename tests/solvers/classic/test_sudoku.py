"""The naive row-by-row program and what it costs; Algorithm X on the table of 0s and 1s."""

from __future__ import annotations

from itertools import islice

import pytest

from models.registry import find_instance, load_puzzle
from models.sudoku.board import Box
from models.sudoku.instance import Sudoku
from solvers.classic.sudoku import RowByRow, algorithm_x, incidence_table
from tests.tables import rows

PUZZLE = load_puzzle("sudoku")


FULL = (1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1)


def instance(name: str) -> Sudoku:
    (found,) = PUZZLE.read(find_instance(PUZZLE, name))
    return found


@rows(
    ("clues", "box", "answers", "first", "whole"),
    [
        (instance("order_4").clues, (2, 2), 1, 15, 30),
        (instance("order_8").clues, (2, 4), 1, 2_674, 5_687),
        (FULL, (2, 2), 1, 0, 0),
        ((1, 1) + (0,) * 14, (2, 2), 0, 0, 0),
    ],
)
def test_the_placements_are_counted(clues: tuple[int, ...], box: Box, answers: int, first: int, whole: int) -> None:
    search = RowByRow(clues, box)
    found = [*islice(search, 1)]
    assert search.placements == first
    found += search
    assert (len(found), search.placements) == (answers, whole)


def test_the_published_grid_takes_49_558_placements() -> None:
    search = RowByRow(instance("inkala").clues, (3, 3))
    next(search)
    assert search.placements == 49_558


def test_an_empty_grid_is_filled_in_the_order_of_the_digits() -> None:
    search = RowByRow((0,) * 16, (2, 2))
    answers = [next(search)]
    assert (answers[0], search.placements) == (FULL, 16)
    answers += search
    assert len(set(answers)) == 288
    assert answers == sorted(answers)
    assert [*RowByRow(FULL, (2, 2))] == [FULL]


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
    model = PUZZLE.formulations["cover"](instance("inkala")).model
    table = incidence_table((3, 3))
    assert table.rows == tuple(var.name for var in model.variables)
    assert len(table.columns) == len(model.constraints)


def test_the_trace_tells_of_choices_and_dead_ends() -> None:
    search = algorithm_x(instance("no_answer").clues, incidence_table())
    assert list(search) == []
    assert search.trace
    assert search.trace[-1].row is None
