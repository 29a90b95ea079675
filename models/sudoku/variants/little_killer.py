"""Little killer: a number with an arrow outside the grid is the sum of the diagonal the arrow points along."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from random import Random
from typing import TYPE_CHECKING

from models.kit.names import count
from models.language.model import IntVar, Model
from models.sudoku.board import BoardLayout, Position
from models.sudoku.shapes import OutsideClue, Shape
from models.sudoku.variants import Marked, total
from models.sudoku.variants.narrowing import adding_up, seen

if TYPE_CHECKING:  # only named here, and no run should wait for them to be imported
    from models.deductions import Proposal
    from models.sudoku.techniques.board import CandidateBoard


@dataclass(frozen=True)
class LittleKiller(Marked):
    """A diagonal from edge to edge, in which digits may repeat, and its sum."""

    word = "little_killer"
    summary = (
        "A number outside the grid is the sum of the diagonal that its arrow points along; digits may repeat there."
    )
    sum: int

    def rule(self, board: BoardLayout) -> str:
        return f"the diagonal from {board.name(self.cells[0])} to {board.name(self.cells[-1])} adds up to {self.sum}"

    def post(self, model: Model, cells: Sequence[IntVar], board: BoardLayout) -> None:
        model.add(total(cells[cell] for cell in self.cells) == self.sum, **self.reason(board))

    def holds(self, grid: Sequence[int], board: BoardLayout) -> bool:
        return sum(grid[cell] for cell in self.cells) == self.sum

    def shapes(self, board: BoardLayout) -> Sequence[Shape]:
        return (OutsideClue(self._outside(board), str(self.sum), "little killer", self._step(board)),)

    def complaint(self, board: BoardLayout) -> str | None:
        expected = "a diagonal from edge to edge is expected, such as r1c4-r4c1"
        if len(self.cells) < 2:
            return f"a little killer has {count(len(self.cells), 'cell')}; {expected}"
        down, right = self._step(board)
        ends = f"{board.name(self.cells[0])} to {board.name(self.cells[-1])}"
        straight = all(board.beside(cell, ((down, right),)) == [after] for cell, after in pairwise(self.cells))
        if abs(down) != 1 or abs(right) != 1 or not straight:
            return f"the cells from {ends} are no diagonal; {expected}"
        if board.beside(self.cells[0], ((-down, -right),)) or board.beside(self.cells[-1], ((down, right),)):
            return f"the diagonal from {ends} goes on; {expected}"
        most = len(self.cells) * board.order
        if not len(self.cells) <= self.sum <= most:
            return f"the diagonal from {ends} is to add up to {self.sum}; it can make {len(self.cells)} to {most}"
        return None

    @classmethod
    def plant(cls, answer: Sequence[int], board: BoardLayout, random: Random) -> Sequence[LittleKiller]:
        """A number at every second diagonal of three cells or more, if there is none yet at its place outside."""
        found: dict[Position, LittleKiller] = {}
        for start in range(len(board.positions)):
            for step in ((1, -1), (1, 1)):
                cells = [start]
                while onwards := board.beside(cells[-1], (step,)):
                    cells += onwards
                before = board.beside(start, ((-step[0], -step[1]),))
                if len(cells) > 2 and not before and random.random() < 0.5:
                    cells = cells if random.random() < 0.5 else cells[::-1]
                    clue = cls(tuple(cells), sum(answer[cell] for cell in cells))
                    found.setdefault(clue._outside(board), clue)
        return list(found.values())

    def shows(self, marks: CandidateBoard) -> Iterator[Proposal]:
        can = adding_up(marks, self.cells, self.sum)
        yield from seen(marks, "little killer", self.key, self.rule(marks.layout), self.cells, can)

    def post_open(self, model: Model, cells: Sequence[IntVar], board: BoardLayout) -> tuple[IntVar, int]:
        size, ends = len(self.cells), f"{board.name(self.cells[0])} to {board.name(self.cells[-1])}"
        added = model.new_int_var(size, size * board.order, f"the sum of the diagonal from {ends}")
        model.add(total(cells[cell] for cell in self.cells) == added, **self.reason(board))
        return added, self.sum

    def numbered(self, number: int) -> LittleKiller:
        return replace(self, sum=number)

    def _outside(self, board: BoardLayout) -> Position:
        """Where its number stands, beside the grid."""
        (row, column), (down, right) = board.positions[self.cells[0]], self._step(board)
        return row - down, column - right

    def _step(self, board: BoardLayout) -> tuple[int, int]:
        """From its first cell to its second, in rows and columns."""
        (row, column), (next_row, next_column) = (board.positions[cell] for cell in self.cells[:2])
        return next_row - row, next_column - column
