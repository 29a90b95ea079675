"""Windoku, or hyper Sudoku: boxes within the grid, a cell apart, that hold every digit once as well."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from math import isqrt

from models.sudoku.board import BoardLayout, Unit
from models.sudoku.shapes import Area, Shape
from models.sudoku.variants import Everywhere


@dataclass(frozen=True)
class Windows(Everywhere):
    """The windows of every square: four in one of order 9, nine in one of order 16."""

    word = "windoku"
    summary = "Each shaded window holds each digit once."
    only_houses = True

    def rule(self, board: BoardLayout) -> str:
        return "each window holds each digit once"

    def houses(self, board: BoardLayout) -> Sequence[Unit]:
        return [Unit("window", number, cells) for number, cells in enumerate(_windows(board))]

    def holds(self, grid: Sequence[int], board: BoardLayout) -> bool:
        side = isqrt(board.order)
        for square in board.squares:
            windows: dict[tuple[int, int], set[int]] = {}
            for (row, column), cell in board.cell_at.items():
                (down, y), (right, x) = (
                    divmod(row - square.corner[0], side + 1),
                    divmod(column - square.corner[1], side + 1),
                )
                # Between windows a row and a column lie in none; beyond the last of them there may be another grid.
                if 0 <= down < side - 1 and 0 <= right < side - 1 and y and x:
                    windows.setdefault((down, right), set()).add(grid[cell])
            if any(len(digits) < board.order for digits in windows.values()):
                return False
        return True

    def shapes(self, board: BoardLayout) -> Sequence[Shape]:
        return [Area(tuple(board.positions[cell] for cell in house.cells), str(house)) for house in self.houses(board)]

    def complaint(self, board: BoardLayout) -> str | None:
        if isqrt(board.order) ** 2 == board.order:
            return None
        return f"windows of {board.order} cells are no squares; a Windoku has order 4, 9, 16 or 25"


def _windows(board: BoardLayout) -> Iterator[tuple[int, ...]]:
    side = isqrt(board.order)
    starts = range(1, board.order, side + 1)
    for square in board.squares:
        top, left = square.corner
        for down in starts:
            for right in starts:
                steps = product(range(side), range(side))
                yield tuple(board.cell_at[top + down + row, left + right + column] for row, column in steps)
