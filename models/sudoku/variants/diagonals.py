"""Sudoku X: each long diagonal holds every digit once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Self

from models.kit.names import shown
from models.kit.toml import SchemaError
from models.language.model import Key
from models.sudoku.board import BoardLayout, Unit
from models.sudoku.shapes import DiagonalLine, Shape
from models.sudoku.variants import Variant

WAYS = ("falling", "rising")


@dataclass(frozen=True)
class Diagonal(Variant):
    """A long diagonal of every square: ``diagonals = true``, or only the ``"falling"`` or the ``"rising"`` one.

    Attributes:
        way: whether it falls or rises, read from the left.
    """

    word = "diagonals"
    summary = "Each long diagonal that is drawn holds each digit once."
    only_houses = True
    way: str

    @classmethod
    def read(cls, value: Any, board: BoardLayout) -> Iterator[Self]:
        if not (isinstance(value, bool) or value in WAYS):
            expected = 'true, "falling" or "rising" is expected'
            raise SchemaError(f"{cls.word} is {shown(value)}; {expected}", cls.word)
        yield from (cls(way) for way in WAYS if value is True or value == way)

    @classmethod
    def write(cls, places: Sequence[Self], board: BoardLayout) -> Any:
        return places[0].way if len(places) == 1 else bool(places)

    @property
    def key(self) -> Key:
        return self.word, self.way

    @classmethod
    def always(cls, board: BoardLayout) -> Sequence[Self]:
        return [cls(way) for way in WAYS]

    def rule(self, board: BoardLayout) -> str:
        return f"the {self.way} diagonal holds each digit once"

    def houses(self, board: BoardLayout) -> Sequence[Unit]:
        order, found = board.order, []
        for number, square in enumerate(board.squares):
            down, right = square.corner
            columns = range(order) if self.way == "falling" else range(order - 1, -1, -1)
            cells = tuple(board.cell_at[down + row, right + column] for row, column in enumerate(columns))
            title = f"the diagonal from {board.name(cells[0])} to {board.name(cells[-1])}"
            found.append(Unit(f"{self.way} diagonal", number, cells, title))
        return found

    def holds(self, grid: Sequence[int], board: BoardLayout) -> bool:
        for square in board.squares:
            top, left = square.corner
            inside = [
                (row - top, column - left, grid[cell])
                for (row, column), cell in board.cell_at.items()
                if 0 <= row - top < board.order  # who is on a diagonal is then in the columns too
            ]
            falling = {digit for row, column, digit in inside if row == column}
            rising = {digit for row, column, digit in inside if row + column == board.order - 1}
            if len(falling if self.way == "falling" else rising) < board.order:
                return False
        return True

    def shapes(self, board: BoardLayout) -> Sequence[Shape]:
        return [
            DiagonalLine(tuple(board.positions[cell] for cell in house.cells), "diagonal")
            for house in self.houses(board)
        ]
