"""Even and odd: cells whose digit is told to be one of these."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, ClassVar, Self

from models.language.model import IntVar, Model
from models.sudoku.board import BoardLayout
from models.sudoku.shapes import Plate, Shape
from models.sudoku.variants import Variant, cells_as_text, cells_from


@dataclass(frozen=True)
class _Parity(Variant):
    """A cell of one parity: ``even = "r1c1 r2c5"``.

    Attributes:
        cells: that cell.
        rest: what remains when its digit is divided by 2.
    """

    rest: ClassVar[int]
    cells: tuple[int]

    @classmethod
    def read(cls, value: Any, board: BoardLayout) -> Iterator[Self]:
        yield from (cls((cell,)) for cell in cells_from(value, board, cls.word))

    @classmethod
    def write(cls, places: Sequence[Self], board: BoardLayout) -> Any:
        return cells_as_text([cell for place in places for cell in place.cells], board)

    def rule(self, board: BoardLayout) -> str:
        return f"{board.name(self.cells[0])} is {self.word}"

    def post(self, model: Model, cells: Sequence[IntVar], board: BoardLayout) -> None:
        model.add(cells[self.cells[0]].is_in(range(2 - self.rest, board.order + 1, 2)), **self.reason(board))

    def holds(self, grid: Sequence[int], board: BoardLayout) -> bool:
        return grid[self.cells[0]] % 2 == self.rest

    @classmethod
    def plant(cls, answer: Sequence[int], board: BoardLayout, random: Random) -> Sequence[Self]:
        """Every third cell of its parity."""
        cells = [cell for cell, digit in enumerate(answer) if digit % 2 == cls.rest]
        return [cls((cell,)) for cell in sorted(random.sample(cells, len(cells) // 3))]


@dataclass(frozen=True)
class Even(_Parity):
    """A cell with an even digit."""

    word = "even"
    summary = "A cell with a square in it holds an even digit."
    rest = 0

    def shapes(self, board: BoardLayout) -> Sequence[Shape]:
        return (Plate(board.positions[self.cells[0]], "square", "even"),)


@dataclass(frozen=True)
class Odd(_Parity):
    """A cell with an odd digit."""

    word = "odd"
    summary = "A cell with a disc in it holds an odd digit."
    rest = 1

    def shapes(self, board: BoardLayout) -> Sequence[Shape]:
        return (Plate(board.positions[self.cells[0]], "disc", "odd"),)
