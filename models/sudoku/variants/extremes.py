"""Minimum and maximum: cells with less, or more, than each of their neighbours."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Self

from models.language.model import IntVar, Model
from models.sudoku.board import BoardLayout
from models.sudoku.shapes import Area, Less, Shape
from models.sudoku.variants import Variant, cells_as_text, cells_from, named

SIDES = ((-1, 0), (0, -1), (0, 1), (1, 0))


@dataclass(frozen=True)
class _Extreme(Variant):
    """The cells of one kind: ``minimum = "r1c1 r5c5"``; two of them side by side are not compared.

    Attributes:
        cells: these cells.
    """

    cells: tuple[int, ...]

    @classmethod
    def read(cls, value: Any, board: BoardLayout) -> Iterator[Self]:
        cells = cells_from(value, board, cls.word)
        if cells:
            yield cls(cells)

    @classmethod
    def write(cls, places: Sequence[Self], board: BoardLayout) -> Any:
        return cells_as_text([cell for place in places for cell in place.cells], board)

    @abstractmethod
    def ordered(self, cell: int, other: int) -> tuple[int, int]:
        """One of its cells and a neighbour, the one that holds less first."""

    def rule(self, board: BoardLayout) -> str:
        return f"{named(self.cells, board)} hold the {self.word} of themselves and their neighbours"

    def post(self, model: Model, cells: Sequence[IntVar], board: BoardLayout) -> None:
        for small, large in self._pairs(board):
            because = f"{board.name(small)} is less than {board.name(large)}, by a {self.word}"
            model.add(cells[small] < cells[large], because=because, key=(self.word, small, large))

    def holds(self, grid: Sequence[int], board: BoardLayout) -> bool:
        kind = min if self.word == "minimum" else max
        around = (
            (cell, [other for other in board.beside(cell, SIDES) if other not in self.cells]) for cell in self.cells
        )
        return all(
            grid[cell] == kind([grid[cell], *(grid[other] for other in others)])
            and grid[cell] not in {grid[other] for other in others}
            for cell, others in around
        )

    def shapes(self, board: BoardLayout) -> Sequence[Shape]:
        at = board.positions
        return (
            Area(board.where(self.cells), self.word),
            *(Less(at[small], at[large]) for small, large in self._pairs(board)),
        )

    @classmethod
    def plant(cls, answer: Sequence[int], board: BoardLayout, random: Random) -> Sequence[Self]:
        """Every cell that holds less, or more, than all its neighbours."""
        cells = [cell for cell in range(len(answer)) if cls((cell,)).holds(answer, board)]
        return [cls(tuple(cells))] if cells else []

    def _pairs(self, board: BoardLayout) -> Iterator[tuple[int, int]]:
        for cell in self.cells:
            yield from (self.ordered(cell, other) for other in board.beside(cell, SIDES) if other not in self.cells)


@dataclass(frozen=True)
class Minimum(_Extreme):
    """Cells with less than each neighbour."""

    word = "minimum"
    summary = "A cell whose signs say so holds less than each of its neighbours."

    def ordered(self, cell: int, other: int) -> tuple[int, int]:
        return cell, other


@dataclass(frozen=True)
class Maximum(_Extreme):
    """Cells with more than each neighbour."""

    word = "maximum"
    summary = "A cell whose signs say so holds more than each of its neighbours."

    def ordered(self, cell: int, other: int) -> tuple[int, int]:
        return other, cell
