"""Quadruples: digits in a circle where four cells meet, which stand in those cells."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from random import Random
from typing import Self

from models.kit.names import shown
from models.language.model import IntVar, Model
from models.sudoku.board import SYMBOLS, BoardLayout
from models.sudoku.shapes import Dot, Shape
from models.sudoku.variants import Marked, named

SQUARE = ((0, 0), (0, 1), (1, 0), (1, 1))


@dataclass(frozen=True)
class Quadruple(Marked):
    """Four cells that touch at a corner, and digits that are among theirs; one told twice is there twice.

    Attributes:
        digits: the digits, such as ``1 5 5``.
    """

    word = "quadruple"
    summary = "The digits in a circle where four cells meet stand in these cells."
    digits: str

    @property
    def inside(self) -> Counter[int]:
        return Counter(int(word) if word.isdecimal() else 0 for word in self.digits.split())

    def rule(self, board: BoardLayout) -> str:
        return f"{named(self.cells, board)} hold {', '.join(self.digits.split())}"

    def post(self, model: Model, cells: Sequence[IntVar], board: BoardLayout) -> None:
        for digit, times in self.inside.items():
            # Of so many cells that too few remain, one holds it.
            for some in combinations(self.cells, len(self.cells) - times + 1):
                model.add_bool_or([cells[cell] == digit for cell in some], **self.reason(board))

    def holds(self, grid: Sequence[int], board: BoardLayout) -> bool:
        left = [grid[cell] for cell in self.cells]
        return all(left.count(digit) >= times for digit, times in self.inside.items())

    def shapes(self, board: BoardLayout) -> Sequence[Shape]:
        label = "".join(SYMBOLS[digit] for digit in sorted(self.inside.elements()))
        return (Dot(board.where(self.cells), "quadruple", label),)

    def complaint(self, board: BoardLayout) -> str | None:
        square = board.beside(min(self.cells, default=0), SQUARE)
        if len(square) < 4 or {*square} != {*self.cells}:
            return f"a quadruple has {named(self.cells, board) or 'no cells'}; four that touch at a corner are expected"
        if not 0 < len(list(self.inside.elements())) <= 4 or not {*self.inside} <= board.digits:
            expected = f"one to four from 1 to {board.order} are expected"
            return f"the digits of a quadruple are {shown(self.digits)}; {expected}"
        return None

    @classmethod
    def plant(cls, answer: Sequence[int], board: BoardLayout, random: Random) -> Sequence[Self]:
        """At every sixth corner, two to four of the digits around it."""
        around = (tuple(board.beside(cell, SQUARE)) for cell in range(len(answer)))
        corners = [cells for cells in around if len(cells) == 4]
        return [
            cls(cells, " ".join(str(answer[cell]) for cell in random.sample(cells, random.randint(2, 4))))
            for cells in sorted(random.sample(corners, -(-len(corners) // 6)))
        ]
