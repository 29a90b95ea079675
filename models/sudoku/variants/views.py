"""Numbers outside the grid that look along a row or a column: X-sums, skyscrapers, numbered rooms."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from random import Random
from typing import Any, ClassVar, Self

from models.kit.names import shown
from models.kit.toml import SchemaError
from models.language.model import IntVar, Key, Model
from models.sudoku.board import BoardLayout
from models.sudoku.shapes import OutsideClue, Shape
from models.sudoku.variants import Variant, total
from models.sudoku.variants.outside import numbers

SIDES = {"left": "row", "right": "row", "above": "column", "below": "column"}
"""Where a number can stand, and what it looks along."""

PLANTED_SHARE = 0.4


@dataclass(frozen=True)
class View(Variant):
    """The number at one end of a row or a column: ``x_sums = { left = "12 . . 30", above = "…", right = "…" }``."""

    side: str
    number: int
    clue: int
    called: ClassVar[str] = ""

    @classmethod
    def read(cls, value: Any, board: BoardLayout) -> Iterator[Self]:
        if not isinstance(value, dict) or not value or not {*value} <= {*SIDES}:
            expected = (
                'expected is a table such as { left = "4 33 . 17", above = ". . 8 1" }, with left, right, above, below'
            )
            raise SchemaError(f"{cls.word} is {shown(value)}; {expected}", cls.word)
        if len(board.squares) > 1:
            raise SchemaError(f"{cls.word} are told of one grid; this board has several", cls.word)
        for side in SIDES:
            for number, clue in enumerate(numbers(value[side], cls.word, side, board.order) if side in value else ()):
                if clue is not None:
                    yield cls(side, number, clue)

    @classmethod
    def write(cls, places: Sequence[Self], board: BoardLayout) -> Any:
        found: dict[str, str] = {}
        for side in SIDES:
            clues = {place.number: str(place.clue) for place in places if place.side == side}
            if clues:
                found[side] = " ".join(clues.get(number, ".") for number in range(board.order))
        return found

    @property
    def key(self) -> Key:
        return self.word, self.side, self.number

    def line(self, board: BoardLayout) -> list[int]:
        """The cells that the number looks along, the nearest first."""
        kind = SIDES[self.side]
        (unit,) = (unit for unit in board.units if (unit.kind, unit.number) == (kind, self.number))
        cells = sorted(unit.cells, key=board.positions.__getitem__)
        return cells if self.side in ("left", "above") else cells[::-1]

    def where(self) -> str:
        """``row 1 from the left``."""
        way = {"left": "the left", "right": "the right", "above": "above", "below": "below"}[self.side]
        return f"{SIDES[self.side]} {self.number + 1} from {way}"

    @abstractmethod
    def seen(self, digits: Sequence[int]) -> int:
        """What the number should be, of these digits."""

    def holds(self, grid: Sequence[int], board: BoardLayout) -> bool:
        return self.seen([grid[cell] for cell in self.line(board)]) == self.clue

    def shapes(self, board: BoardLayout) -> Sequence[Shape]:
        ends = {"left": (self.number, -1), "right": (self.number, board.width), "above": (-1, self.number)}
        return (OutsideClue(ends.get(self.side, (board.height, self.number)), str(self.clue), self.called),)

    def complaint(self, board: BoardLayout) -> str | None:
        least, most = self.reach(board.order)
        if least <= self.clue <= most:
            return None
        return f"the {self.called} of {self.where()} is {self.clue}; it can be {least} to {most}"

    @classmethod
    def reach(cls, order: int) -> tuple[int, int]:
        """The least and the greatest number there can be."""
        return 1, order

    @classmethod
    def plant(cls, answer: Sequence[int], board: BoardLayout, random: Random) -> Sequence[Self]:
        places = [cls(side, number, 0) for side in SIDES for number in range(board.order)]
        if len(board.squares) > 1:
            return ()
        chosen = [place for place in places if random.random() < PLANTED_SHARE]
        seen = (place.seen([answer[cell] for cell in place.line(board)]) for place in chosen)
        return [cls(place.side, place.number, clue) for place, clue in zip(chosen, seen, strict=True)]


@dataclass(frozen=True)
class XSum(View):
    word = "x_sums"
    summary = "A number outside is the sum of the first X digits from there, where X is the first of them."
    called = "X-sum"

    def rule(self, board: BoardLayout) -> str:
        return f"in {self.where()} the first X digits, X being the first of them, add up to {self.clue}"

    def post(self, model: Model, cells: Sequence[IntVar], board: BoardLayout) -> None:
        line = [cells[cell] for cell in self.line(board)]
        for many in range(1, board.order + 1):
            model.add(total(line[:many]) == self.clue, **self.reason(board)).only_enforce_if(line[0] == many)

    def seen(self, digits: Sequence[int]) -> int:
        return sum(digits[: digits[0]])

    @classmethod
    def reach(cls, order: int) -> tuple[int, int]:
        return 1, order * (order + 1) // 2


@dataclass(frozen=True)
class Skyscraper(View):
    word = "skyscrapers"
    summary = "Digits are heights of houses: a number outside is how many are seen from there, behind no higher one."
    called = "skyscraper"

    def rule(self, board: BoardLayout) -> str:
        return f"of the houses in {self.where()}, {self.clue} can be seen"

    def post(self, model: Model, cells: Sequence[IntVar], board: BoardLayout) -> None:
        """What is known so far is the highest house and how many were seen: the state of an automaton."""
        order = board.order
        state = {pair: number for number, pair in enumerate((h, n) for h in range(order + 1) for n in range(order + 1))}
        steps = [
            (here, digit, state[max(high, digit), many + (digit > high)])
            for (high, many), here in state.items()
            for digit in range(1, order + 1)
            if many < order or digit <= high
        ]
        line = [cells[cell] for cell in self.line(board)]
        final = [state[high, self.clue] for high in range(order + 1)]
        model.add_automaton(line, state[0, 0], final, steps, **self.reason(board))

    def seen(self, digits: Sequence[int]) -> int:
        return len({*accumulate(digits, max)})


@dataclass(frozen=True)
class NumberedRoom(View):
    word = "numbered_rooms"
    summary = "A number outside is the digit in the Xth cell from there, where X is the digit in the first."
    called = "numbered room"

    def rule(self, board: BoardLayout) -> str:
        return f"in {self.where()} the Xth cell, X being the digit in the first, holds {self.clue}"

    def post(self, model: Model, cells: Sequence[IntVar], board: BoardLayout) -> None:
        line = [cells[cell] for cell in self.line(board)]
        for place, var in enumerate(line, 1):
            model.add_implication(line[0] == place, var == self.clue, **self.reason(board))

    def seen(self, digits: Sequence[int]) -> int:
        return digits[digits[0] - 1]
