"""XV: an X between digits that add up to 10, a V between digits that add up to 5."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from models.sudoku.board import BoardLayout
from models.sudoku.shapes import Dot, Shape
from models.sudoku.variants import named
from models.sudoku.variants.between import Between


@dataclass(frozen=True)
class Letter(Between):
    """An X or a V, or none where all are given."""

    word = "xv"
    summary = "Two digits with an X between them add up to 10; with a V, to 5."
    kinds = ("x", "v")
    sums: ClassVar = {"x": 10, "v": 5}

    @classmethod
    def called(cls, kind: str) -> str:
        return kind.upper()

    def fits(self, kind: str, one: int, other: int) -> bool:
        return one + other == self.sums[kind]

    def rule(self, board: BoardLayout) -> str:
        cells = named(self.cells, board)
        if self.mark:
            return f"{cells} add up to {self.sums[self.mark]}"
        return f"{cells} do not add up to {' or '.join(str(self.sums[kind]) for kind in self.lacking)}"

    def holds(self, grid: Sequence[int], board: BoardLayout) -> bool:
        letter = {10: "x", 5: "v"}.get(sum(grid[cell] for cell in self.cells), "")
        return letter == self.mark if self.mark else letter not in self.lacking

    def shapes(self, board: BoardLayout) -> Sequence[Shape]:
        if not self.mark:
            return ()
        letter = self.mark.upper()
        return (Dot([board.positions[cell] for cell in self.cells], letter, label=letter, fill=""),)
