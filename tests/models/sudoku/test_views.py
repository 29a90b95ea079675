"""Numbers that look along a line, and indexers: the model leaves the lines that the rule, tried on all, lets pass."""

from __future__ import annotations

from itertools import permutations
from random import Random

import pytest

from models.language.model import Model
from models.sudoku.board import layout_of
from models.sudoku.variants import variants
from models.sudoku.variants.indexers import ColumnIndexer, Indexer, RowIndexer
from models.sudoku.variants.views import SIDES, NumberedRoom, Skyscraper, View, XSum
from solvers.core.registry import load_backend
from tests.tables import rows

BOARD = layout_of((2, 3))


def left_by(place: View | Indexer, line: list[int]) -> set[tuple[int, ...]]:
    """The digits in a line that the model of a place leaves, no two of them equal."""
    model = Model(place.word)
    cells = [model.new_int_var(1, 6, BOARD.name(cell)) for cell in range(len(BOARD.positions))]
    place.post(model, cells, BOARD)
    on_line = [cells[cell] for cell in line]
    model.add_all_different(on_line)
    model.project_on(on_line)
    return {tuple(one[var] for var in on_line) for one in load_backend("kernel")[0].load(model).solutions()}


def right(place: View | Indexer, line: list[int]) -> set[tuple[int, ...]]:
    grid, found = [0] * len(BOARD.positions), set()
    for digits in permutations(range(1, 7)):
        for cell, digit in zip(line, digits, strict=True):
            grid[cell] = digit
        if place.holds(grid, BOARD):
            found.add(digits)
    return found


@rows("kind", [XSum, Skyscraper, NumberedRoom])
@rows("side", SIDES)
def test_a_number_leaves_what_it_says(kind: type[View], side: str) -> None:
    least, most = kind.reach(6)
    for clue in range(least, most + 1):
        place = kind(side, clue % 6, clue)
        line = sorted(place.line(BOARD))
        assert left_by(place, line) == right(place, line)


@pytest.mark.parametrize("kind", [ColumnIndexer, RowIndexer])
def test_an_indexer_leaves_what_it_says(kind: type[Indexer]) -> None:
    for cell in Random(0).sample(range(36), 12):
        row, column = BOARD.positions[cell]
        along = range(6)
        line = [BOARD.cell_at[(row, at) if kind is ColumnIndexer else (at, column)] for at in along]
        place = kind((cell,))
        assert left_by(place, line) == right(place, line) != set()


@pytest.mark.parametrize(
    ("word", "digits", "clue"),
    [
        ("x_sums", "312645", 6),
        ("skyscrapers", "312645", 2),
        ("skyscrapers", "123456", 6),
        ("numbered_rooms", "312645", 2),
    ],
)
def test_a_number_is_what_setters_mean(word: str, digits: str, clue: int) -> None:
    (place,) = variants()[word].read({"left": f"{clue} . . . . ."}, BOARD)
    grid = [*map(int, digits)] + [0] * 30
    assert place.holds(grid, BOARD)
    (mirrored,) = variants()[word].read({"right": f"{clue} . . . . ."}, BOARD)
    assert mirrored.holds([*map(int, digits[::-1])] + [0] * 30, BOARD)
