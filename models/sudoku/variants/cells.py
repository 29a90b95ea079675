"""Rules of single cells: even and odd digits, given pencil marks, digits less or more than those of all neighbours."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, ClassVar, Literal, Self

from models.kit.names import listed, shown
from models.language.model import IntVar, Model
from models.sudoku.board import SYMBOLS, BoardLayout
from models.sudoku.shapes import Area, Less, Plate, Shape, SmallDigits
from models.sudoku.variants import Marked, Variant, cells_as_text, cells_from, named
from models.sudoku.variants.planting import ASIDE


@dataclass(frozen=True)
class CellRule(Variant):
    """A rule of cells that one text lists: ``even = "r1c1 r2c5"``."""

    cells: tuple[int, ...]

    @classmethod
    def read(cls, value: Any, board: BoardLayout) -> Iterator[Self]:
        yield from (cls((cell,)) for cell in cells_from(value, board, cls.word))

    @classmethod
    def write(cls, places: Sequence[Self], board: BoardLayout) -> Any:
        return cells_as_text([cell for place in places for cell in place.cells], board)


class Parity(CellRule):
    """A cell of one parity: ``rest`` is what remains when its digit is divided by 2."""

    rest: ClassVar[int]
    form: ClassVar[Literal["disc", "square"]]

    def rule(self, board: BoardLayout) -> str:
        return f"{board.name(self.cells[0])} is {self.word}"

    def post(self, model: Model, cells: Sequence[IntVar], board: BoardLayout) -> None:
        model.add(cells[self.cells[0]].is_in(range(2 - self.rest, board.order + 1, 2)), **self.reason(board))

    def holds(self, grid: Sequence[int], board: BoardLayout) -> bool:
        return grid[self.cells[0]] % 2 == self.rest

    def shapes(self, board: BoardLayout) -> Sequence[Shape]:
        return (Plate(board.positions[self.cells[0]], self.form, self.word, self.word),)

    @classmethod
    def plant(cls, answer: Sequence[int], board: BoardLayout, random: Random) -> Sequence[Self]:
        """Every third cell of its parity."""
        cells = [cell for cell, digit in enumerate(answer) if digit % 2 == cls.rest]
        return [cls((cell,)) for cell in sorted(random.sample(cells, len(cells) // 3))]


class EvenCell(Parity):
    word = "even"
    summary = "A cell with a square in it holds an even digit."
    rest = 0
    form = "square"


class OddCell(Parity):
    word = "odd"
    summary = "A cell with a disc in it holds an odd digit."
    rest = 1
    form = "disc"


class Extreme(CellRule):
    """All cells of one kind, in one place; two of them side by side are not compared."""

    @classmethod
    def read(cls, value: Any, board: BoardLayout) -> Iterator[Self]:
        if cells := cells_from(value, board, cls.word):
            yield cls(cells)

    @staticmethod
    @abstractmethod
    def ordered(cell: int, neighbour: int) -> tuple[int, int]:
        """One of its cells and a neighbour, the one that holds less first."""

    @staticmethod
    @abstractmethod
    def is_right(digit: int, others: Sequence[int]) -> bool:
        """Whether a cell may hold a digit beside those of its neighbours."""

    def rule(self, board: BoardLayout) -> str:
        return f"{named(self.cells, board)} hold the {self.word} of themselves and neighbours that are not among them"

    def post(self, model: Model, cells: Sequence[IntVar], board: BoardLayout) -> None:
        for small, large in self._pairs(board):
            because = f"{board.name(small)} is less than {board.name(large)}, by a {self.word}"
            model.add(cells[small] < cells[large], because=because, key=(self.word, small, large))

    def holds(self, grid: Sequence[int], board: BoardLayout) -> bool:
        return all(
            self.is_right(grid[cell], [grid[other] for other in board.beside(cell, ASIDE) if other not in self.cells])
            for cell in self.cells
        )

    def shapes(self, board: BoardLayout) -> Sequence[Shape]:
        signs = (Less(*board.where(pair)) for pair in self._pairs(board))
        return (Area(board.where(self.cells), self.word, self.word), *signs)

    @classmethod
    def plant(cls, answer: Sequence[int], board: BoardLayout, random: Random) -> Sequence[Self]:
        """Every cell that holds less, or more, than all its neighbours."""
        cells = [cell for cell in range(len(answer)) if cls((cell,)).holds(answer, board)]
        return [cls(tuple(cells))] if cells else []

    def _pairs(self, board: BoardLayout) -> Iterator[tuple[int, int]]:
        for cell in self.cells:
            yield from (self.ordered(cell, other) for other in board.beside(cell, ASIDE) if other not in self.cells)


class Minimum(Extreme):
    word = "minimum"
    summary = "A cell whose signs say so holds less than each neighbour that is not such a cell itself."

    @staticmethod
    def ordered(cell: int, neighbour: int) -> tuple[int, int]:
        return cell, neighbour

    @staticmethod
    def is_right(digit: int, others: Sequence[int]) -> bool:
        return digit < min(others, default=digit + 1)


class Maximum(Extreme):
    word = "maximum"
    summary = "A cell whose signs say so holds more than each neighbour that is not such a cell itself."

    @staticmethod
    def ordered(cell: int, neighbour: int) -> tuple[int, int]:
        return neighbour, cell

    @staticmethod
    def is_right(digit: int, others: Sequence[int]) -> bool:
        return digit > max(others, default=digit - 1)


@dataclass(frozen=True)
class GivenMarks(Marked):
    """Cells that hold one of some digits: ``[[given_marks]]`` with ``cells = "r1c1"`` and ``digits = "2 5 8"``.

    They are part of the puzzle as its clues are, and no notes of who plays it.
    """

    word = "given_marks"
    summary = "A cell with small digits at its lower edge holds one of them."
    digits: str

    @property
    def allowed(self) -> list[int]:
        return sorted({int(word) for word in self.digits.split() if word.isdecimal()})

    def rule(self, board: BoardLayout) -> str:
        digits = listed([SYMBOLS[digit] for digit in self.allowed], "or")
        return f"{named(self.cells, board)} {'hold' if len(self.cells) > 1 else 'holds'} {digits}"

    def post(self, model: Model, cells: Sequence[IntVar], board: BoardLayout) -> None:
        for cell in self.cells:
            model.add(cells[cell].is_in(self.allowed), **self.reason(board))

    def holds(self, grid: Sequence[int], board: BoardLayout) -> bool:
        return all(str(grid[cell]) in self.digits.split() for cell in self.cells)

    def shapes(self, board: BoardLayout) -> Sequence[Shape]:
        label = "".join(SYMBOLS[digit] for digit in self.allowed)
        return [SmallDigits(board.positions[cell], label, self.word) for cell in self.cells]

    def complaint(self, board: BoardLayout) -> str | None:
        words = self.digits.split()
        if not self.cells:
            return "given marks are in no cells"
        if not words or not {*words} <= {*map(str, board.digits)}:
            return f"the digits of given marks are {shown(self.digits)}; some from 1 to {board.order} are expected"
        return None

    @classmethod
    def plant(cls, answer: Sequence[int], board: BoardLayout, random: Random) -> Sequence[Self]:
        """In every third cell, its digit and one or two others."""
        found = []
        for cell in sorted(random.sample(range(len(answer)), len(answer) // 3)):
            others = random.sample(sorted(board.digits - {answer[cell]}), random.choice((1, 2)))
            found.append(cls((cell,), " ".join(map(str, sorted([answer[cell], *others])))))
        return found
