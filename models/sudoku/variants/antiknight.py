"""Anti-knight: cells a knight's move of chess apart hold different digits."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from models.language.model import IntVar, Model
from models.sudoku.board import BoardLayout
from models.sudoku.shapes import Shape
from models.sudoku.variants import Everywhere

DOWNWARDS = ((1, -2), (1, 2), (2, -1), (2, 1))
"""The moves of a knight down the board; the others are these from the other end."""


@dataclass(frozen=True)
class AntiKnight(Everywhere):
    """No two cells a knight's move apart hold the same digit."""

    word = "antiknight"
    summary = "Cells a knight's move of chess apart hold different digits."

    def rule(self, board: BoardLayout) -> str:
        return "cells a knight's move apart hold different digits"

    def post(self, model: Model, cells: Sequence[IntVar], board: BoardLayout) -> None:
        for one, other in _pairs(board):
            because = f"{board.name(one)} and {board.name(other)}, a knight's move apart, hold different digits"
            model.add_all_different(cells[one], cells[other], because=because, key=(self.word, one, other))

    def holds(self, grid: Sequence[int], board: BoardLayout) -> bool:
        at = board.cell_at
        return not any(
            grid[cell] == grid[at[row + down, column + right]]
            for (row, column), cell in at.items()
            for down, right in ((1, -2), (1, 2), (2, -1), (2, 1))
            if (row + down, column + right) in at
        )

    def shapes(self, board: BoardLayout) -> Sequence[Shape]:
        return ()


def _pairs(board: BoardLayout) -> Iterator[tuple[int, int]]:
    for cell in range(len(board.positions)):
        for other in board.beside(cell, DOWNWARDS):
            if other not in board.peers[cell]:
                yield cell, other
