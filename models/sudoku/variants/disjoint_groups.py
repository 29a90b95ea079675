"""Disjoint groups: cells at one place of their boxes, such as all upper left ones, hold different digits."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from models.sudoku.board import BoardLayout, Unit
from models.sudoku.shapes import Shape
from models.sudoku.variants import Everywhere


@dataclass(frozen=True)
class DisjointGroups(Everywhere):
    """Each place of a box has each digit once, all boxes of its grid taken together."""

    word = "disjoint_groups"
    summary = "Cells at the same place of their boxes hold different digits."
    only_houses = True

    def rule(self, board: BoardLayout) -> str:
        return "cells at the same place of their boxes hold different digits"

    def houses(self, board: BoardLayout) -> Sequence[Unit]:
        found = []
        for number, square in enumerate(board.squares):
            boxes = [positions for kind, _, positions in square.lines() if kind == "box"]
            for place in range(board.order):
                of_grid = f" of grid {number + 1}" * (len(board.squares) > 1)
                cells = tuple(sorted(board.cell_at[box[place]] for box in boxes))
                title = f"place {place + 1} of the boxes{of_grid}"
                found.append(Unit("disjoint group", number * square.order + place, cells, title))
        return found

    def holds(self, grid: Sequence[int], board: BoardLayout) -> bool:
        for square in board.squares:
            assert square.box is not None  # or there is a complaint
            (down, right), (high, wide) = square.corner, square.box
            seen = {
                (row % high, column % wide, grid[board.cell_at[down + row, right + column]])
                for row in range(board.order)
                for column in range(board.order)
            }
            if len(seen) < board.order**2:
                return False
        return True

    def shapes(self, board: BoardLayout) -> Sequence[Shape]:
        return ()

    def complaint(self, board: BoardLayout) -> str | None:
        if all(square.box for square in board.squares):
            return None
        return "there are disjoint groups where the grid has boxes; this one has regions of its own, or none"
