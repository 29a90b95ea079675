"""Anti-king, or no touch: cells that touch, be it only at a corner, hold different digits."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from models.language.model import IntVar, Model
from models.sudoku.board import BoardLayout
from models.sudoku.shapes import Shape
from models.sudoku.variants import Everywhere

DOWNWARDS = ((0, 1), (1, -1), (1, 0), (1, 1))
"""Half of the moves of a king; the others are these from the other end."""


@dataclass(frozen=True)
class AntiKing(Everywhere):
    """No two cells a king's move apart hold the same digit."""

    word = "antiking"
    summary = "Cells that touch, be it only at a corner, hold different digits."

    def rule(self, board: BoardLayout) -> str:
        return "cells that touch, be it only at a corner, hold different digits"

    def post(self, model: Model, cells: Sequence[IntVar], board: BoardLayout) -> None:
        for one in range(len(cells)):
            for other in board.beside(one, DOWNWARDS):
                if other not in board.peers[one]:
                    because = f"{board.name(one)} and {board.name(other)}, which touch, hold different digits"
                    model.add_all_different(cells[one], cells[other], because=because, key=(self.word, one, other))

    def holds(self, grid: Sequence[int], board: BoardLayout) -> bool:
        at = board.cell_at
        return not any(
            grid[cell] == grid[at[row + down, column + right]]
            for (row, column), cell in at.items()
            for down, right in ((0, 1), (1, -1), (1, 0), (1, 1))
            if (row + down, column + right) in at
        )

    def shapes(self, board: BoardLayout) -> Sequence[Shape]:
        return ()
