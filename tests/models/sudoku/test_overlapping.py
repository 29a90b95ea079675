"""Boards of several grids: each keeps to its own rules, cells are shared, and what is typed is written back."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from models.sudoku import PUZZLE
from models.sudoku.instance import Grid, Sudoku, check
from models.sudoku.model import CellsModel, SudokuCoverModel
from models.sudoku.reading.table import as_table, as_toml, sudoku_from
from solvers.__main__ import dispatch
from solvers.core.registry import load_backend
from tests.models.sudoku.test_variants import answers, latin_squares
from tests.tables import rows

TABLES: list[dict[str, Any]] = [
    # two grids that share a box; two whose boxes do not meet; two that share nothing
    {"grids": ["r1c1", "r3c3"], "grid": ["1234", "....", "....1.", "......", "  3...", "  ...."], "order": 4},
    {"grids": ["r1c3", "r2c1"], "grid": ["  1...", "......", "2.....", "......", "...4"], "order": 4},
    {"grids": ["r1c1", "r2c6"], "grid": ["1234", ".... 1234", "..1. ....", ".... 2...", "     ...."], "order": 4},
    {
        "grids": ["r1c1", "r3c3"],
        "grid": ["1234", "....", "......", "......", "  3...", "  ...."],
        "regions": ["AABB", "ACBB", "ACXXYY", "CCXXYY", "  pppp", "  qqqq"],
        "order": 4,
    },
    {
        "grids": ["r1c1", "r3c3"],
        "grid": ["1234", "....", "......", "...1..", "  .3..", "  ...."],
        "boxes": "none",
        "order": 4,
    },
]


def read(table: dict[str, Any]) -> Sudoku:
    return sudoku_from("typed", table)


def put_together(instance: Sudoku) -> set[Grid]:
    """Every answer, from those of each of two grids on its own."""
    layout = instance.layout
    alone = []
    for square in layout.squares:
        down, right = square.corner
        cells = [layout.cell_at[down + row, right + column] for row in range(4) for column in range(4)]
        houses = [unit.cells for unit in layout.units if {*unit.cells} <= {*cells}]
        filled = [dict(zip(cells, grid.cells, strict=True)) for grid in latin_squares(4)]
        alone.append(
            [
                grid
                for grid in filled
                if all(len({grid[cell] for cell in house}) == 4 for house in houses)
                and all(instance.clues[cell] in (0, digit) for cell, digit in grid.items())
            ]
        )
    found = set()
    for one in alone[0]:
        for other in alone[1]:
            if all(one[cell] == other[cell] for cell in one.keys() & other):
                both = one | other
                found.add(Grid(tuple(both[cell] for cell in range(len(layout.positions)))))
    return found


@rows("table", TABLES)
def test_the_answers_are_those_in_which_the_grids_agree(table: dict[str, Any]) -> None:
    instance = read(table)
    right = put_together(instance)
    assert len(right) > 1
    assert all(check(instance, grid) is None for grid in right)
    for word in ("kernel", "backtracking", "sat"):
        assert answers(instance, CellsModel(instance), load_backend(word)[0]) == right
    assert answers(instance, SudokuCoverModel(instance), load_backend("dlx")[0]) == right


@rows("table", TABLES)
def test_what_is_written_is_read_again(table: dict[str, Any]) -> None:
    instance = read(table)
    assert read(as_table(instance)) == instance
    assert read(tomllib.loads(as_toml(instance))) == instance


def test_a_box_that_grids_share_is_one_house() -> None:
    layout = read({"grids": ["r1c1", "r3c3"], "order": 4}).layout
    assert len(layout.units) == 2 * 12 - 1
    assert len(layout.positions) == 2 * 16 - 4
    assert layout.names[-1] == "R6C6"


def test_the_answer_as_json_has_rows_of_the_whole_board_and_0_in_the_gaps() -> None:
    instance = read({"grids": ["r1c1", "r2c4"], "order": 2, "boxes": "none"})
    rows = PUZZLE.as_json(instance, Grid((1, 2, 2, 1, 1, 2, 2, 1)))
    assert rows == [[1, 2, 0, 0, 0], [2, 1, 0, 1, 2], [0, 0, 0, 2, 1]]


def test_the_verbs_take_such_a_board(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, page = tmp_path / "two.toml", tmp_path / "two.html"
    path.write_text(as_toml(read(TABLES[0] | {"grid": ["1234", "34..", "2.431.", "4.21..", "  32..", "  ...3"]})))
    assert dispatch(["run", "sudoku", str(path)]) == 0
    assert "answered: the only answer" in capsys.readouterr().out
    assert dispatch(["explain", "sudoku", str(path), "--html", str(page)]) == 0
    assert "R6C6" in page.read_text(encoding="utf-8")
    assert dispatch(["diagnose", "sudoku", str(path)]) == 0
    assert dispatch(["export", "sudoku", str(path), "--to", "fpuzzles"]) == 2
    assert "boards of one grid; this one has several" in capsys.readouterr().err
