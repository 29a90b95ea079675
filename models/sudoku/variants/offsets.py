"""Rules on all pairs of cells some steps apart, wherever on the board: anti-knight, anti-king, non-consecutive.

They are a table: each class is a row of it, and a new rule of this kind is a new row.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations, product
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
    """

    steps: ClassVar[Sequence[Position]]
    distances: ClassVar[frozenset[int]]
    difference: ClassVar[int] = 0
    sentence: ClassVar[str]

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
        return all(abs(grid[one] - grid[other]) != self.difference for one, other in _apart(self.distances, board))


@lru_cache(maxsize=64)
def _apart(distances: frozenset[int], board: BoardLayout) -> list[tuple[int, int]]:
    """The pairs of cells that are so far apart, squared."""
    pairs = combinations(board.cell_at.items(), 2)
    return [(a, b) for ((y, x), a), ((v, u), b) in pairs if (y - v) ** 2 + (x - u) ** 2 in distances]


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
