"""Non-consecutive: no two neighbours hold digits that follow each other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from models.language.model import IntVar, Model
from models.sudoku.board import Layout
from models.sudoku.shapes import Shape
from models.sudoku.variants import Everywhere
from models.sudoku.variants.narrowing import by_pairs, seen

if TYPE_CHECKING:  # only named here, and no run should wait for them to be imported
    from models.deductions import Proposal
    from models.sudoku.techniques.board import Board as Marks


@dataclass(frozen=True)
class NonConsecutive(Everywhere):
    """The digits of neighbours, side by side or one above the other, differ by 2 or more."""

    word = "nonconsecutive"

    def rule(self, board: Layout) -> str:
        return "neighbours hold no digits that follow each other"

    def post(self, model: Model, cells: Sequence[IntVar], board: Layout) -> None:
        digits = range(1, board.order + 1)
        pairs = [(digit, other) for digit in digits for other in digits if abs(digit - other) != 1]
        for one, other in _pairs(board):
            key, because = (self.word, one, other), _said(one, other, board)
            model.add_allowed_assignments((cells[one], cells[other]), pairs, because=because, key=key)

    def holds(self, grid: Sequence[int], board: Layout) -> bool:
        at = board.cell_at
        return not any(
            grid[cell] + 1 == grid[at[there]]
            for (row, column), cell in at.items()
            for there in ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1))
            if there in at
        )

    def shapes(self, board: Layout) -> Sequence[Shape]:
        return ()

    def shows(self, marks: Marks) -> Iterator[Proposal]:
        can = by_pairs(lambda one, other: abs(one - other) != 1)
        for pair in _pairs(marks.layout):
            yield from seen(marks, "neighbours", (self.word, *pair), _said(*pair, marks.layout), pair, can)


def _pairs(board: Layout) -> Iterator[tuple[int, int]]:
    """Each cell with the one to the right and the one below."""
    for cell in range(len(board.positions)):
        for other in board.beside(cell, ((0, 1), (1, 0))):
            yield cell, other


def _said(one: int, other: int, board: Layout) -> str:
    return f"{board.name(one)} and {board.name(other)} hold no digits that follow each other"
