"""Non-consecutive: no two neighbours hold digits that follow each other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from models.language.model import IntVar, Model
from models.sudoku.board import BoardLayout
from models.sudoku.shapes import Shape
from models.sudoku.variants import Everywhere


@dataclass(frozen=True)
class NonConsecutive(Everywhere):
    """The digits of neighbours, side by side or one above the other, differ by 2 or more."""

    word = "nonconsecutive"
    summary = "Neighbours, side by side or one above the other, hold no digits that follow each other."

    def rule(self, board: BoardLayout) -> str:
        return "neighbours hold no digits that follow each other"

    def post(self, model: Model, cells: Sequence[IntVar], board: BoardLayout) -> None:
        digits = range(1, board.order + 1)
        pairs = [(digit, other) for digit in digits for other in digits if abs(digit - other) != 1]
        for one, var in enumerate(cells):
            for other in board.beside(one, ((0, 1), (1, 0))):
                because = f"{board.name(one)} and {board.name(other)} hold no digits that follow each other"
                key = (self.word, one, other)
                model.add_allowed_assignments((var, cells[other]), pairs, because=because, key=key)

    def holds(self, grid: Sequence[int], board: BoardLayout) -> bool:
        at = board.cell_at
        return not any(
            abs(grid[cell] - grid[at[there]]) == 1
            for (row, column), cell in at.items()
            for there in ((row + 1, column), (row, column + 1))
            if there in at
        )

    def shapes(self, board: BoardLayout) -> Sequence[Shape]:
        return ()
