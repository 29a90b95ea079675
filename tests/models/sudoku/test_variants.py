"""Variants: what is typed is read and written back, and the model has the answers that the rules themselves allow."""

from __future__ import annotations

import json
from functools import cache
from itertools import permutations
from operator import ne
from pathlib import Path
from typing import Any

import pytest

from models.errors import InputError
from models.sudoku import PUZZLE
from models.sudoku.board import layout_of
from models.sudoku.instance import Grid, Sudoku, check, clash
from models.sudoku.model import Cells, Cover
from models.sudoku.reading.table import as_table, as_toml, sudoku_from
from models.sudoku.variants import cells_from, variants
from solvers.backend import Backend
from solvers.registry import load_backend

TABLES: list[dict[str, Any]] = [
    {"order": 4, "antiknight": True},
    {"order": 4, "thermometers": ["r1c1 r2c2 r2c3", "r4c4 r4c3"]},
    {"order": 4, "cage": [{"cells": "r1c1 r2c1 r2c2", "sum": 7}, {"cells": "r1c3 r1c4 r2c4"}]},
    {"order": 4, "cage": [{"cells": "r1c1", "sum": 3}, {"cells": "r1c2-r1c4", "sum": 7}]},
    {"grid": ["1...", "....", "....", "...."], "regions": ["AABB", "ACBB", "ACCD", "CDDD"]},
    {"grid": ["12..", "....", "....", "...."], "boxes": "none", "thermometers": ["r2c2-r4c4"]},
    {"grid": ["2..", "...", "..."], "boxes": "none"},
]


def read(table: dict[str, Any]) -> Sudoku:
    return sudoku_from("typed", table)


def read_file(path: Path, text: str) -> Sudoku | InputError:
    path.write_text(text)
    (item,) = PUZZLE.read(path)
    return item


@cache
def latin_squares(order: int) -> list[Grid]:
    rows = list(permutations(range(1, order + 1)))
    squares: list[tuple[tuple[int, ...], ...]] = [()]
    for _ in range(order):
        fits = ((above, row) for above in squares for row in rows if all(all(map(ne, row, one)) for one in above))
        squares = [(*above, row) for above, row in fits]
    return [Grid(tuple(digit for row in square for digit in row)) for square in squares]


@cache
def right_grids(instance: Sudoku) -> set[Grid]:
    """Of all grids with different digits in each row and column those that nothing is wrong with."""
    return {grid for grid in latin_squares(instance.order) if check(instance, grid) is None}


def answers(instance: Sudoku, stated: Any, backend: Backend) -> set[Grid]:
    search = backend.load(stated.model)
    return {stated.decode(instance, answer) for answer in search.solutions(stated.givens(instance))}


@pytest.mark.parametrize("word", ["kernel", "sat", "backtracking"])
@pytest.mark.parametrize("table", TABLES, ids=str)
def test_the_model_has_the_answers_that_are_right(table: dict[str, Any], word: str) -> None:
    instance = read(table)
    assert right_grids(instance)
    assert answers(instance, Cells(instance), load_backend(word)[0]) == right_grids(instance)


def test_a_cover_says_what_is_nothing_but_houses() -> None:
    jigsaw = read(TABLES[4])
    assert answers(jigsaw, Cover(jigsaw), load_backend("kernel")[0]) == right_grids(jigsaw)
    with pytest.raises(InputError, match=r"^an exact cover cannot say that digits grow along the thermometer R1C1"):
        Cover(read(TABLES[1]))


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_what_is_read_is_written_so_that_it_is_read_again(table: dict[str, Any], tmp_path: Path) -> None:
    instance = read(table)
    assert read(as_table(instance)) == instance
    assert read_file(tmp_path / "one.toml", as_toml(instance)) == instance
    assert read_file(tmp_path / "one.jsonl", json.dumps(as_table(instance)) + "\n") == instance


def test_a_run_of_cells_is_named_by_its_ends() -> None:
    board = layout_of((2, 2))
    for text, names in (("r1c1-r1c3 R4C4", "R1C1 R1C2 R1C3 R4C4"), ("r3c1-r1c3, r2c1", "R3C1 R2C2 R1C3 R2C1")):
        assert " ".join(map(board.name, cells_from(text, board))) == names


@pytest.mark.parametrize(
    ("text", "line", "sentence"),
    [
        (
            'order = 4\n[[cage]]\ncells = "r1c1 r1c2"\nsum = 9',
            2,
            "the cage of R1C1 and R1C2 is to add up to 9; 2 different digits can make 3 to 7",
        ),
        (
            'order = 4\ncage = [\n{cells = "r1c1 r1c2"},\n{cells = "r1c2 r1c3"}]',
            4,
            "R1C2 is in two cages; a cell can be in one",
        ),
        (
            'order = 4\n[[cage]]\nsum = 9\ncells = "r1c1 r5c1"',
            4,
            "r5c1 is no cell of this board, which has 4 rows and 4 columns",
        ),
        ("order = 4\n[[cage]]\nsum = 9", 2, "entry 1 of cage has no cells; expected are cells, sum"),
        (
            'order = 4\n[[cage]]\nsum = ""\ncells = "r1c1"',
            3,
            "entry 1 of cage has the sum ''; a whole number is expected",
        ),
        ('order = 4\nthermometers = ["r1c1 r1c2 r1c1"]', 2, "R1C1 is named twice in 'r1c1 r1c2 r1c1'"),
        ('order = 4\nthermometers = ["r1c1"]', 2, "entry 1 of thermometers has 1 cell; 2 at least are expected"),
        (
            'order = 4\nthermometers = ["r1c1-r1c4 r2c4"]',
            2,
            "the thermometer from R1C1 has 5 cells; there are 4 digits that can grow along it",
        ),
        ('antiknight = "yes"', 1, "antiknight is 'yes'; true or false is expected"),
        (
            'regions = ["AABB", "AABB",\n"CCCD", "CCDD"]',
            2,
            "region C has 5 cells; every region has 4, as many as there are digits",
        ),
        ('regions = ["AABB", "AAB"]', 1, "row 1 of regions has 4 cells; a square is expected, and there are 2 rows"),
        ('grid = ["1..", "...", "..."]', 1, 'there is no usual box of 3 cells; boxes = "none" or regions are expected'),
        ('grid = ["1..5", "....", "....", "...."]', 1, "R1C4 is '5'; expected is 1 to 4, or . or 0 for an empty cell"),
        ('order = 6\nboxes = "2x2"', 1, "by its boxes this is of order 4, by its order of order 6"),
        ('boxes = "1x9"', 1, None),
        ("order = 4\ncages = []", 2, None),
    ],
)
def test_what_is_typed_wrongly_is_told_with_line(text: str, line: int, sentence: str | None, tmp_path: Path) -> None:
    error = read_file(tmp_path / "bad.toml", text)
    assert isinstance(error, InputError)
    assert error.line == line
    assert sentence is None or error.sentence == sentence


def test_one_wrong_line_of_many_is_told_and_reading_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "many.jsonl"
    path.write_text('{"order": 4, "antiknight": true}\n{"order": 4, "cage": [{"cells": "r9c9"}]}\n{\n\n{"order": 4}\n')
    first, second, third, last = PUZZLE.read(path)
    assert isinstance(first, Sudoku)
    assert isinstance(last, Sudoku)
    assert (first.name, last.name) == ("many #1", "many #5")
    assert "many.jsonl:2: r9c9 is no cell" in str(second)
    assert "many.jsonl:3: this is no JSON" in str(third)


def test_a_wrong_answer_is_told_with_the_rule_it_breaks() -> None:
    instance = read({"order": 4, "thermometers": ["r1c2 r1c1"]})
    grid = Grid((1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1))
    assert check(instance, grid) == "it is not so that digits grow along the thermometer R1C2 and R1C1"


def test_two_equal_clues_in_a_region_clash() -> None:
    regions = ["AABB", "ACBB", "ACCD", "CDDD"]
    assert clash(read({"grid": ["..1.", "...1", "....", "...."], "regions": regions})) == (
        "region B has two 1s, at R1C3 and R2C4"
    )


def test_every_variant_has_a_word_and_says_its_rule() -> None:
    assert {"cage", "antiknight", "thermometers"} <= variants().keys()
    for word, kind in variants().items():
        assert word == kind.word
