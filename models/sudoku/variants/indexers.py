"""Indexer cells: a digit tells where in its row, or its column, the number of its own column, or row, stands (159)."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import ClassVar, Literal, Self

from models.language.model import IntVar, Model
from models.sudoku.board import BoardLayout
from models.sudoku.shapes import Area, Shape
from models.sudoku.variants.cells import CellRule

PLANTED_SHARE = 0.7


class Indexer(CellRule):
    """Where the cell in column c of a row holds d, column d of this row holds c; or so with rows for columns."""

    kind: ClassVar[str]
    hatch: ClassVar[Literal["across", "down"]]

    def rule(self, board: BoardLayout) -> str:
        (cell,), own = self.cells, self._own(board)
        across = "row" if self.kind == "column" else "column"
        return f"{board.name(cell)} holds the number of the {self.kind} in which the {own} of its {across} stands"

    def post(self, model: Model, cells: Sequence[IntVar], board: BoardLayout) -> None:
        (cell,), own = self.cells, self._own(board)
        for digit, other in enumerate(self._line(board), 1):
            model.add_implication(cells[cell] == digit, cells[other] == own, **self.reason(board))

    def holds(self, grid: Sequence[int], board: BoardLayout) -> bool:
        line = self._line(board)
        return grid[line[grid[self.cells[0]] - 1]] == self._own(board)

    def shapes(self, board: BoardLayout) -> Sequence[Shape]:
        return (Area(board.where(self.cells), f"{self.kind} indexer", f"{self.kind}-indexer", hatch=self.hatch),)

    def complaint(self, board: BoardLayout) -> str | None:
        return "indexers are told of one grid; this board has several" if len(board.squares) > 1 else None

    @classmethod
    def plant(cls, answer: Sequence[int], board: BoardLayout, random: Random) -> Sequence[Self]:
        if len(board.squares) > 1:
            return ()
        places = [cls((cell,)) for cell in range(len(board.positions))]
        return [place for place in places if place.holds(answer, board) and random.random() < PLANTED_SHARE]

    def _own(self, board: BoardLayout) -> int:
        row, column = board.positions[self.cells[0]]
        return 1 + (column if self.kind == "column" else row)

    def _line(self, board: BoardLayout) -> list[int]:
        """The cells that its digit counts along: of its row for columns, and the other way around."""
        row, column = board.positions[self.cells[0]]
        along = range(board.order)
        return [board.cell_at[(row, at) if self.kind == "column" else (at, column)] for at in along]


class ColumnIndexer(Indexer):
    word = "column_indexers"
    kind = "column"
    hatch = "down"
    summary = (
        "A digit in column c on lines that run down is the number of the column in which the c of that row stands."
    )


class RowIndexer(Indexer):
    word = "row_indexers"
    kind = "row"
    hatch = "across"
    summary = "A digit in row r on lines that run across is the number of the row in which the r of that column stands."
