"""Kropki: a white dot between digits that follow each other, a black one where one is twice the other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from models.sudoku.board import BoardLayout
from models.sudoku.shapes import Dot, Shape
from models.sudoku.variants import named
from models.sudoku.variants.between import Between

SAYS = {"white": "digits that follow each other", "black": "a digit and its double"}


@dataclass(frozen=True)
class Kropki(Between):
    """A dot, or none where all are given; between 1 and 2 it may be white or black."""

    word = "kropki"
    summary = "Two digits with a white dot between them follow each other; with a black one, one is twice the other."
    kinds = ("white", "black")

    @classmethod
    def called(cls, kind: str) -> str:
        return f"{kind} dot"

    def fits(self, kind: str, one: int, other: int) -> bool:
        return other - one in (1, -1) if kind == "white" else one == 2 * other or other == 2 * one

    def rule(self, board: BoardLayout) -> str:
        if self.mark:
            return f"{named(self.cells, board)} hold {SAYS[self.mark]}"
        return f"{named(self.cells, board)} hold neither {' nor '.join(SAYS[kind] for kind in self.lacking)}"

    def holds(self, grid: Sequence[int], board: BoardLayout) -> bool:
        small, large = sorted(grid[cell] for cell in self.cells)
        is_white, is_black = large == small + 1, large == small + small
        if self.mark:
            return is_white if self.mark == "white" else is_black
        return not ((is_white and "white" in self.lacking) or (is_black and "black" in self.lacking))

    def shapes(self, board: BoardLayout) -> Sequence[Shape]:
        if not self.mark:
            return ()
        cells = [board.positions[cell] for cell in self.cells]
        return (Dot(cells, f"{self.mark} dot", fill="white" if self.mark == "white" else "black"),)
