"""Sudoku on the table of 0s and 1s, by Algorithm X."""

from __future__ import annotations

import pytest

from models.registry import find_instance, load_puzzle
from solvers.classic.sudoku import RowByRow
from solvers.classic.sudoku_cover import algorithm_x, grid_of, incidence_table

PUZZLE = load_puzzle("sudoku")


def test_the_table_of_order_9_has_729_rows_by_324_columns_and_four_1s_a_row() -> None:
    table = incidence_table()
    assert (len(table.rows), len(table.columns)) == (729, 324)
    assert {sum(row) for row in table.matrix} == {4}
    assert {sum(row[column] for row in table.matrix) for column in range(324)} == {9}
    met = {name for name, one in zip(table.columns, table.matrix[table.rows.index("R2C4#1")], strict=True) if one}
    assert met == {"R2C4", "R2#1", "C4#1", "B2#1"}


@pytest.mark.parametrize(
    "name", ["order_4", "empty_4", "order_6", "order_6_tall", "order_8", "several_answers", "no_answer", "clash"]
)
def test_algorithm_x_finds_what_the_row_by_row_program_finds(name: str) -> None:
    (instance,) = PUZZLE.read(find_instance(PUZZLE, name))
    search = algorithm_x(instance.clues, incidence_table(instance.box))
    found = [grid_of(rows, instance.order) for rows in search]
    assert sorted(found) == list(RowByRow(instance.clues, instance.box))


def test_the_table_names_what_the_model_names() -> None:
    (instance,) = PUZZLE.read(find_instance(PUZZLE, "inkala"))
    model = PUZZLE.formulations["cover"](instance).model
    table = incidence_table(instance.box)
    assert table.rows == tuple(var.name for var in model.variables)
    assert set(table.columns) == {constraint.because.split(":")[0] for constraint in model.constraints}


def test_the_trace_tells_of_choices_and_dead_ends() -> None:
    (instance,) = PUZZLE.read(find_instance(PUZZLE, "no_answer"))
    table = incidence_table()
    search = algorithm_x(instance.clues, table)
    assert list(search) == []
    assert search.trace
    assert search.trace[-1].row is None
