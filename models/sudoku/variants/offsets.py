"""Rules on all pairs of cells some steps apart, wherever on the board: anti-knight, anti-king, non-consecutive.

They are a table: each class is a row of it, and a new rule of this kind is a new row.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import Any, ClassVar

from models.language.model import IntVar, Model
from models.sudoku.board import BoardLayout, Position
from models.sudoku.variants import Everywhere


class OffsetRule(Everywhere):
    """What cells that are such a step apart must not hold.

    Attributes:
        steps: rows down and columns right from the first cell of a pair to the second.
        distances: how far apart the two are, squared; by this, and not by the steps, filled grids are judged.
        difference: their digits do not differ by this number; with 0 they are not equal.
        sentence: what a pair does, with the names of its cells for the two ``{}``.
        general: what all pairs do.
    """

    steps: ClassVar[Sequence[Position]]
    distances: ClassVar[frozenset[int]]
    difference: ClassVar[int] = 0
    sentence: ClassVar[str]
    general: ClassVar[str]

    def rule(self, board: BoardLayout) -> str:
        return self.general

    def post(self, model: Model, cells: Sequence[IntVar], board: BoardLayout) -> None:
        digits = range(1, board.order + 1)
        fitting = [(one, other) for one, other in product(digits, digits) if abs(one - other) != self.difference]
        for one, var in enumerate(cells):
            for other in board.beside(one, self.steps):
                because = self.sentence.format(board.name(one), board.name(other))
                reason: dict[str, Any] = {"because": because, "key": (self.word, one, other)}
                if self.difference:
                    model.add_allowed_assignments((var, cells[other]), fitting, **reason)
                elif other not in board.peers[one]:
                    model.add_all_different(var, cells[other], **reason)

    def holds(self, grid: Sequence[int], board: BoardLayout) -> bool:
        at = board.cell_at
        ways = [(down, right) for down in range(3) for right in range(-2, 3) if (down, right) > (0, 0)]
        ways = [(down, right) for down, right in ways if down**2 + right**2 in self.distances]
        return not any(
            abs(grid[cell] - grid[at[row + down, column + right]]) == self.difference
            for (row, column), cell in at.items()
            for down, right in ways
            if (row + down, column + right) in at
        )


class AntiKnight(OffsetRule):
    word = "antiknight"
    summary = "Cells a knight's move of chess apart hold different digits."
    general = "cells a knight's move apart hold different digits"
    sentence = "{} and {}, a knight's move apart, hold different digits"
    steps = ((1, -2), (1, 2), (2, -1), (2, 1))
    distances = frozenset({5})


class AntiKing(OffsetRule):
    word = "antiking"
    summary = "Cells that touch, be it only at a corner, hold different digits."
    general = "cells that touch, be it only at a corner, hold different digits"
    sentence = "{} and {}, which touch, hold different digits"
    steps = ((0, 1), (1, -1), (1, 0), (1, 1))
    distances = frozenset({1, 2})


class NonConsecutive(OffsetRule):
    word = "nonconsecutive"
    summary = "Neighbours, side by side or one above the other, hold no digits that follow each other."
    general = "neighbours hold no digits that follow each other"
    sentence = "{} and {} hold no digits that follow each other"
    steps = ((0, 1), (1, 0))
    distances = frozenset({1})
    difference = 1
