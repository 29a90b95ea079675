"""Rules of lines: thermometers, palindromes, lines between two circles, arrows with the sum of their digits."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise, product
from math import dist
from random import Random
from typing import TYPE_CHECKING, Self

from models.kit.names import count
from models.language.model import IntVar, Model
from models.sudoku.board import BoardLayout
from models.sudoku.shapes import Path, Shape
from models.sudoku.variants import Along, Marked, equal_in_one_unit, gap, named, total
from models.sudoku.variants.narrowing import adding_up, seen
from models.sudoku.variants.planting import LinePlanter

if TYPE_CHECKING:  # only named here, and no run should wait for them to be imported
    from models.deductions import Proposal
    from models.sudoku.techniques.board import CandidateBoard


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


MAX_PILLS = 3


class Arrow(Along):
    """Its first cell is the circle; several arrows may leave one circle."""

    word = "arrows"
    line = "an arrow"
    summary = "The digits along an arrow add up to the digit in its circle."

    def rule(self, board: BoardLayout) -> str:
        circle, *shaft = self.cells
        return f"{named(shaft, board)} along the arrow add up to {board.name(circle)}"

    def post(self, model: Model, cells: Sequence[IntVar], board: BoardLayout) -> None:
        circle, *shaft = (cells[cell] for cell in self.cells)
        model.add(total(shaft) == circle, **self.reason(board))

    def holds(self, grid: Sequence[int], board: BoardLayout) -> bool:
        return 2 * grid[self.cells[0]] == sum(grid[cell] for cell in self.cells)

    def shapes(self, board: BoardLayout) -> Sequence[Shape]:
        return (Path(board.where(self.cells), "arrow", broad=False, start="circle", arrow=True),)

    def complaint(self, board: BoardLayout) -> str | None:
        long = len(self.cells) - 1
        if long <= board.order:
            return None
        found = f"the arrow from {board.name(self.cells[0])} on has {long} cells, which add up to {long} at least"
        return f"{found}; its circle holds a digit of at most {board.order}"

    @classmethod
    def plant(cls, answer: Sequence[int], board: BoardLayout, random: Random) -> Sequence[Self]:
        planter = LinePlanter(board, random)

        def grow(start: int) -> Sequence[int]:
            line = planter.grow(start, 5, lambda line: 2 * answer[line[0]] >= sum(answer[cell] for cell in line))
            return line if 2 * answer[start] == sum(answer[cell] for cell in line) else ()

        return [*map(cls, planter.plant(grow, board.order))]

    def shows(self, marks: CandidateBoard) -> Iterator[Proposal]:
        can = adding_up(marks, self.cells, 0, (-1, *(1 for _ in self.cells[1:])))
        yield from seen(marks, "arrow", self.key, self.rule(marks.layout), self.cells, can)


@dataclass(frozen=True)
class PillArrow(Marked):
    """An arrow from either end of a pill, a long circle whose digits make a number."""

    word = "pill_arrow"
    summary = "The digits along an arrow from a pill add up to the number in the pill."
    pill: tuple[int, ...]

    @property
    def of(self) -> tuple[int, ...]:
        return self.pill + self.cells

    def rule(self, board: BoardLayout) -> str:
        return f"{named(self.cells, board)} along the arrow add up to the number in {named(self.pill, board)}"

    def post(self, model: Model, cells: Sequence[IntVar], board: BoardLayout) -> None:
        shaft = total(cells[cell] for cell in self.cells)
        for place, cell in enumerate(reversed(self.pill)):
            shaft -= 10**place * cells[cell]
        model.add(shaft == 0, **self.reason(board))

    def holds(self, grid: Sequence[int], board: BoardLayout) -> bool:
        number = int("".join(str(grid[cell]) for cell in self.pill))
        return number == sum(grid[cell] for cell in self.cells)

    def shapes(self, board: BoardLayout) -> Sequence[Shape]:
        pill, shaft = ([board.positions[cell] for cell in cells] for cells in (self.pill, self.cells))
        if dist(pill[0], shaft[0]) < dist(pill[-1], shaft[0]):
            pill.reverse()
        return (Path((*pill, *shaft), "arrow", broad=False, start="circle", arrow=True, pill=len(pill)),)

    def complaint(self, board: BoardLayout) -> str | None:
        if board.order > 9:
            return f"a number in a pill is written with the digits 1 to 9; this board has {board.order}"
        if not self.cells:
            return "an arrow has no cells"
        if len(self.pill) < 2:
            return f"a pill has {count(len(self.pill), 'cell')}; 2 or more are expected, and for one there are arrows"
        most = board.order * len(self.cells)
        if most < int("1" * len(self.pill)):
            found = f"the digits along an arrow of {count(len(self.cells), 'cell')} add up to at most {most}"
            return f"{found}; its pill has {len(self.pill)} digits"
        start, *_ = (board.positions[cell] for cell in self.cells)
        circle = min(self.pill, key=lambda cell: dist(board.positions[cell], start))
        return gap(self.pill, board, "a pill") or gap((circle, *self.cells), board, "an arrow")

    @classmethod
    def plant(cls, answer: Sequence[int], board: BoardLayout, random: Random) -> Sequence[Self]:
        if board.order > 9:
            return ()
        lines, found = LinePlanter(board, random), list[Self]()
        for start in lines.starts():
            for other in board.beside(start, ((0, 1),)):
                if other not in lines.after((start,), start):
                    continue
                number = 10 * answer[start] + answer[other]
                line = lines.grow(start, 1, lambda line: True)
                while sum(answer[cell] for cell in line[2:]) < number and (ways := lines.after(line, line[-1])):
                    line = [*line, other] if len(line) == 1 else [*line, ways[0]]
                if len(line) > 2 and len(found) < MAX_PILLS and sum(answer[cell] for cell in line[2:]) == number:
                    lines.take(line)
                    found.append(cls(tuple(line[2:]), (start, other)))
        return found

    def shows(self, marks: CandidateBoard) -> Iterator[Proposal]:
        places = [-(10**place) for place in reversed(range(len(self.pill)))]
        can = adding_up(marks, self.of, 0, (*places, *(1 for _ in self.cells)))
        yield from seen(marks, "arrow with a pill", self.key, self.rule(marks.layout), self.of, can)
