"""Rules of lines: digits that grow along a thermometer, read alike from both ends, or lie between those at the ends."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise, product
from random import Random
from typing import Self

from models.language.model import IntVar, Model
from models.sudoku.board import BoardLayout
from models.sudoku.shapes import Path, Shape
from models.sudoku.variants import Along, equal_in_one_unit, named
from models.sudoku.variants.planting import LinePlanter


class Thermometer(Along):
    word = "thermometers"
    line = "a thermometer"
    summary = "Digits grow along a thermometer from its bulb."

    def rule(self, board: BoardLayout) -> str:
        return f"digits grow along the thermometer {named(self.cells, board)}"

    def post(self, model: Model, cells: Sequence[IntVar], board: BoardLayout) -> None:
        for one, other in pairwise(self.cells):
            model.add(cells[one] < cells[other], **self.reason(board))

    def holds(self, grid: Sequence[int], board: BoardLayout) -> bool:
        digits = [grid[cell] for cell in self.cells]
        return digits == sorted(set(digits))

    def shapes(self, board: BoardLayout) -> Sequence[Shape]:
        return (Path(board.where(self.cells), "thermometer", start="bulb"),)

    def complaint(self, board: BoardLayout) -> str | None:
        if len(self.cells) <= board.order:
            return None
        found = f"the thermometer from {board.name(self.cells[0])} has {len(self.cells)} cells"
        return f"{found}; there are {board.order} digits that can grow along it"

    @classmethod
    def plant(cls, answer: Sequence[int], board: BoardLayout, random: Random) -> Sequence[Self]:
        planter = LinePlanter(board, random)

        def grow(start: int) -> Sequence[int]:
            return planter.grow(start, random.randint(3, 6), lambda line: answer[line[-1]] > answer[line[-2]])

        return [*map(cls, planter.plant(grow, board.order))]


class Palindrome(Along):
    word = "palindromes"
    line = "a palindrome"
    summary = "A line reads alike from both ends."

    def rule(self, board: BoardLayout) -> str:
        return f"the line from {board.name(self.cells[0])} to {board.name(self.cells[-1])} reads alike from both ends"

    def post(self, model: Model, cells: Sequence[IntVar], board: BoardLayout) -> None:
        for one, other in self._mirrored():
            because = f"{board.name(one)} and {board.name(other)}, as far from the ends of a palindrome, hold one digit"
            model.add(cells[one] == cells[other], because=because, key=(*self.key, one))

    def holds(self, grid: Sequence[int], board: BoardLayout) -> bool:
        digits = [grid[cell] for cell in self.cells]
        return digits == digits[::-1]

    def shapes(self, board: BoardLayout) -> Sequence[Shape]:
        return (Path(board.where(self.cells), "palindrome"),)

    def complaint(self, board: BoardLayout) -> str | None:
        return equal_in_one_unit(self._mirrored(), "a palindrome", board)

    @classmethod
    def plant(cls, answer: Sequence[int], board: BoardLayout, random: Random) -> Sequence[Self]:
        planter = LinePlanter(board, random)

        def grow(middle: int) -> Sequence[int]:
            line, longest = [middle], random.choice((3, 5, 7))
            while len(line) < longest:
                ends = (
                    [one, *line, other]
                    for one in planter.after(line, line[0])
                    for other in planter.after([one, *line], line[-1])
                    if answer[one] == answer[other]
                )
                longer = next(ends, None)
                if longer is None:
                    break
                line = longer
            return line

        return [*map(cls, planter.plant(grow, board.order))]

    def _mirrored(self) -> Iterator[tuple[int, int]]:
        return zip(self.cells[: len(self.cells) // 2], reversed(self.cells), strict=False)


class BetweenLine(Along):
    """The first and the last cell are the circles; either may hold more."""

    word = "between_lines"
    line = "a between line"
    summary = "The digits on a line lie between the two digits in the circles at its ends."
    shortest = 3

    def rule(self, board: BoardLayout) -> str:
        first, *line, last = self.cells
        return f"{named(line, board)} lie between {board.name(first)} and {board.name(last)}"

    def post(self, model: Model, cells: Sequence[IntVar], board: BoardLayout) -> None:
        first, *line, last = self.cells
        digits = range(1, board.order + 1)
        rows = [row for row in product(digits, repeat=3) if row[0] < row[1] < row[2] or row[0] > row[1] > row[2]]
        for cell in line:
            model.add_allowed_assignments([cells[first], cells[cell], cells[last]], rows, **self.reason(board))

    def holds(self, grid: Sequence[int], board: BoardLayout) -> bool:
        low, high = sorted((grid[self.cells[0]], grid[self.cells[-1]]))
        return all(low < grid[cell] < high for cell in self.cells[1:-1])

    def shapes(self, board: BoardLayout) -> Sequence[Shape]:
        return (Path(board.where(self.cells), "between line", broad=False, start="circle", circled_end=True),)

    @classmethod
    def plant(cls, answer: Sequence[int], board: BoardLayout, random: Random) -> Sequence[Self]:
        """From a circle over larger digits to the largest of them, which is the other circle."""
        planter = LinePlanter(board, random)

        def grow(start: int) -> Sequence[int]:
            line = planter.grow(start, 6, lambda line: answer[line[-1]] > answer[line[0]])
            digits = [answer[cell] for cell in line]
            return line[: 1 + digits.index(max(digits))]

        return [*map(cls, planter.plant(grow, board.order // 2))]
