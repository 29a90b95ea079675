"""A Sudoku to test with, its answer, and how texts become puzzles."""

from __future__ import annotations

from pathlib import Path

from models.errors import InputError
from models.sudoku import PUZZLE
from models.sudoku.board import SYMBOLS, Box
from models.sudoku.instance import Grid, Sudoku

NINE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
ROWS = [NINE[start : start + 9] for start in range(0, 81, 9)]
SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"


def clues(symbols: str) -> tuple[int, ...]:
    return tuple(SYMBOLS.index(symbol) for symbol in symbols)


def shifted(box: Box) -> Grid:
    """A grid in which each row is the one above it, shifted so that boxes hold every digit."""
    (rows, columns), order = box, box[0] * box[1]
    places = (divmod(cell, order) for cell in range(order * order))
    return Grid(tuple((row % rows * columns + row // rows + column) % order + 1 for row, column in places))


def read(folder: Path, text: str, name: str = "mine.txt") -> list[Sudoku | InputError]:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return list(PUZZLE.read(path))


def ruled(row_format: str, rule: str, rows: list[str] = ROWS) -> str:
    """The grid with each row written like ``row_format``, and a rule round every three rows."""
    lines = [row_format.format(*row) for row in rows]
    return "\n".join([rule, *lines[:3], rule, *lines[3:6], rule, *lines[6:], rule])
