"""Rules of coloured lines: renban, whispers, region sums, entropic, modular, zipper, nabner, sum lines, lockout.

And of two lines that look like others: double arrows, and slow thermometers. A line is drawn in the colour that setters
use for its rule, with a pattern along its middle that tells it without colours. What a rule demands on a board of
another order than 9 is what it demands there in proportion.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate, combinations, groupby, pairwise, product
from random import Random
from typing import ClassVar, Self

from models.kit.names import count
from models.language.model import IntVar, Model
from models.sudoku.board import BoardLayout
from models.sudoku.shapes import Dot, Path, Shape
from models.sudoku.variants import Along, Marked, Variant, gap, named, total
from models.sudoku.variants.planting import LinePlanter

MAX_PLANTED_CELLS = 6


class ColouredLine(Along):
    """A line of whose cells ``demand`` is said, drawn in the colour ``tint`` with the dashes ``pattern`` in its middle.

    ``grows``: whether what holds of a line holds of its beginning as well.
    """

    demand: ClassVar[str] = ""
    tint: ClassVar[str] = ""
    pattern: ClassVar[str] = ""
    grows: ClassVar[bool] = True

    def rule(self, board: BoardLayout) -> str:
        return f"{named(self.cells, board)} {self.demand}"

    def digits(self, grid: Sequence[int]) -> list[int]:
        return [grid[cell] for cell in self.cells]

    def shapes(self, board: BoardLayout) -> Sequence[Shape]:
        return (Path(board.where(self.cells), self.line.partition(" ")[2], tint=self.tint, pattern=self.pattern),)

    @classmethod
    def plant(cls, answer: Sequence[int], board: BoardLayout, random: Random) -> Sequence[Self]:
        planter = LinePlanter(board, random)

        def fits(line: Sequence[int]) -> bool:
            place = cls(tuple(line))
            return not place.complaint(board) and place.holds(answer, board)

        def grow(start: int) -> Sequence[int]:
            long = random.randint(3, MAX_PLANTED_CELLS)
            line = planter.grow(start, long, lambda line: not cls.grows or fits(line))
            while len(line) > 2 and not fits(line):
                line.pop()
            return line

        return [*map(cls, planter.plant(grow, board.order))]


class Renban(ColouredLine):
    word = "renban"
    line = "a renban line"
    demand = "hold digits that follow one another, in any order"
    summary = "The digits on a purple line follow one another, in any order."
    tint, pattern, grows = "renban", "0.1 7", False

    def post(self, model: Model, cells: Sequence[IntVar], board: BoardLayout) -> None:
        on_line = [cells[cell] for cell in self.cells]
        model.add_all_different(on_line, **self.reason(board))
        for one, other in combinations(on_line, 2):
            model.add(one - other <= len(on_line) - 1, **self.reason(board))
            model.add(other - one <= len(on_line) - 1, **self.reason(board))

    def holds(self, grid: Sequence[int], board: BoardLayout) -> bool:
        digits = sorted(self.digits(grid))
        return digits == list(range(digits[0], digits[0] + len(digits)))

    def complaint(self, board: BoardLayout) -> str | None:
        long = len(self.cells)
        return f"a renban line has {long} cells; there are {board.order} digits" if long > board.order else None


class Whispers(ColouredLine):
    """Neighbours on the line are far apart: the base of German and Dutch whispers."""

    @classmethod
    @abstractmethod
    def apart(cls, board: BoardLayout) -> int:
        """By how much neighbours differ at least."""

    def rule(self, board: BoardLayout) -> str:
        return f"neighbours along {named(self.cells, board)} differ by {self.apart(board)} or more"

    def post(self, model: Model, cells: Sequence[IntVar], board: BoardLayout) -> None:
        rows = _pairs(board, self.apart(board))
        for one, other in pairwise(self.cells):
            model.add_allowed_assignments([cells[one], cells[other]], rows, **self.reason(board))

    def holds(self, grid: Sequence[int], board: BoardLayout) -> bool:
        return all(abs(one - other) >= self.apart(board) for one, other in pairwise(self.digits(grid)))


class GermanWhispers(Whispers):
    word = "german_whispers"
    line = "a German whispers line"
    summary = "Neighbours on a green line are far apart: by 5 or more where there are 9 digits."
    tint, pattern = "german-whispers", "7 6"

    @classmethod
    def apart(cls, board: BoardLayout) -> int:
        return (board.order + 1) // 2


class DutchWhispers(Whispers):
    word = "dutch_whispers"
    line = "a Dutch whispers line"
    summary = "Neighbours on an orange line are apart: by 4 or more where there are 9 digits."
    tint, pattern = "dutch-whispers", "3 5"

    @classmethod
    def apart(cls, board: BoardLayout) -> int:
        return (board.order - 1) // 2


class RegionSumLine(ColouredLine):
    word = "region_sum_lines"
    line = "a region sum line"
    summary = "The border of a box cuts a blue line into parts, which have the same sum."
    tint, pattern, grows = "region-sum", "14 5", False

    def rule(self, board: BoardLayout) -> str:
        return f"the parts of the line {named(self.cells, board)} in each box they pass have the same sum"

    def post(self, model: Model, cells: Sequence[IntVar], board: BoardLayout) -> None:
        first, *others = ([cells[cell] for cell in part] for part in self.parts(board))
        for part in others:
            model.add(total(first) == total(part), **self.reason(board))

    def holds(self, grid: Sequence[int], board: BoardLayout) -> bool:
        return len({sum(grid[cell] for cell in part) for part in self.parts(board)}) == 1

    def complaint(self, board: BoardLayout) -> str | None:
        if len(self.parts(board)) > 1:
            return None
        return f"the region sum line {named(self.cells, board)} lies within one box, and nothing cuts it"

    def parts(self, board: BoardLayout) -> list[list[int]]:
        """The stretches that the borders of boxes, or of regions, cut the line into."""
        return [list(part) for _, part in groupby(self.cells, key=board.region_of.__getitem__)]


class ThreeKinds(ColouredLine):
    """Any three cells in a row hold three kinds of digits: the base of entropic and of modular lines."""

    @classmethod
    @abstractmethod
    def kinds(cls, board: BoardLayout) -> list[list[int]]:
        """The digits of each of the three kinds."""

    def complaint(self, board: BoardLayout) -> str | None:
        return None if board.order >= 3 else f"{self.line} needs three digits or more"

    def post(self, model: Model, cells: Sequence[IntVar], board: BoardLayout) -> None:
        for three in self._in_a_row():
            for kind in self.kinds(board):
                model.add_at_most_one((cells[cell].is_in(kind) for cell in three), **self.reason(board))

    def holds(self, grid: Sequence[int], board: BoardLayout) -> bool:
        of_digit = {digit: number for number, kind in enumerate(self.kinds(board)) for digit in kind}
        return all(len({of_digit[grid[cell]] for cell in three}) == len(three) for three in self._in_a_row())

    def _in_a_row(self) -> list[tuple[int, ...]]:
        width = min(3, len(self.cells))
        return [self.cells[start : start + width] for start in range(len(self.cells) - width + 1)]


class EntropicLine(ThreeKinds):
    word = "entropic_lines"
    line = "an entropic line"
    demand = "hold a low, a middle and a high digit in any three cells in a row"
    summary = "Any three cells in a row on a peach line hold a low, a middle and a high digit, such as 1–3, 4–6, 7–9."
    tint, pattern = "entropic", "0.1 5 0.1 14"

    @classmethod
    def kinds(cls, board: BoardLayout) -> list[list[int]]:
        """Thirds of the digits, as f-puzzles takes them: where these do not come out even, the middle one differs."""
        third = round(board.order / 3)
        bounds = (1, 1 + third, 1 + board.order - third, 1 + board.order)
        return [list(range(*ends)) for ends in pairwise(bounds)]


class ModularLine(ThreeKinds):
    word = "modular_lines"
    line = "a modular line"
    demand = "leave three different remainders when divided by 3, in any three cells in a row"
    summary = "Any three cells in a row on a teal line hold one of 1 4 7, one of 2 5 8 and one of 3 6 9."
    tint, pattern = "modular", "6 4 0.1 4"

    @classmethod
    def kinds(cls, board: BoardLayout) -> list[list[int]]:
        return [[digit for digit in range(1, board.order + 1) if digit % 3 == rest] for rest in range(3)]


class ZipperLine(ColouredLine):
    word = "zipper_lines"
    line = "a zipper line"
    demand = "have the same sum in each two cells as far from the middle, which in an odd line is the digit there"
    summary = (
        "Cells as far from the middle of a lavender line have the same sum, that of the middle cell where there is one."
    )
    shortest = 3
    tint, pattern, grows = "zipper", "11 4 2 4", False

    def post(self, model: Model, cells: Sequence[IntVar], board: BoardLayout) -> None:
        first, *others = (total(cells[cell] for cell in pair) for pair in self._pairs())
        for pair in others:
            model.add(first == pair, **self.reason(board))

    def holds(self, grid: Sequence[int], board: BoardLayout) -> bool:
        return len({sum(grid[cell] for cell in pair) for pair in self._pairs()}) == 1

    def _pairs(self) -> list[tuple[int, ...]]:
        half = len(self.cells) // 2
        middle = self.cells[half : len(self.cells) - half]
        return [*zip(self.cells[:half], self.cells[: -half - 1 : -1], strict=True), *([middle] if middle else [])]


class Nabner(ColouredLine):
    word = "nabner"
    line = "a nabner line"
    demand = "hold no two digits that are equal or follow one another"
    summary = "No two digits on a yellow line are equal or follow one another, wherever on the line."
    tint, pattern = "nabner", "0.1 11"

    def post(self, model: Model, cells: Sequence[IntVar], board: BoardLayout) -> None:
        rows = _pairs(board, 2)
        for one, other in combinations(self.cells, 2):
            model.add_allowed_assignments([cells[one], cells[other]], rows, **self.reason(board))

    def holds(self, grid: Sequence[int], board: BoardLayout) -> bool:
        return all(other - one > 1 for one, other in pairwise(sorted(self.digits(grid))))

    def complaint(self, board: BoardLayout) -> str | None:
        most = (board.order + 1) // 2
        long = len(self.cells)
        return f"a nabner line has {long} cells; of {board.order} digits {most} are apart" if long > most else None


class CutIntoSums(Variant):
    """A line that can be cut into parts of one sum: the base of ten lines and of sum lines."""

    cells: tuple[int, ...]

    @property
    @abstractmethod
    def made(self) -> int:
        """What each part sums to."""

    def rule(self, board: BoardLayout) -> str:
        return f"{named(self.cells, board)} can be cut into parts that each sum to {self.made}"

    def post(self, model: Model, cells: Sequence[IntVar], board: BoardLayout) -> None:
        """The sum since the last cut goes from 0 to 0, and never beyond what is to be made."""
        made, digits = self.made, range(1, board.order + 1)
        steps = [
            (since, digit, (since + digit) % made) for since in range(made) for digit in digits if since + digit <= made
        ]
        model.add_automaton((cells[cell] for cell in self.cells), 0, [0], steps, **self.reason(board))

    def holds(self, grid: Sequence[int], board: BoardLayout) -> bool:
        since = 0
        for cell in self.cells:
            since += grid[cell]
            if since > self.made:
                return False
            since %= self.made
        return since == 0


class TenLine(CutIntoSums, ColouredLine):
    word = "ten_lines"
    line = "a ten line"
    made = 10
    summary = "A brown line can be cut into parts that each sum to 10; each of its cells is in one of them."
    tint, pattern, grows = "ten-line", "18 7", False


@dataclass(frozen=True)
class SumLine(CutIntoSums, Marked):
    """A ten line with another sum, which is written on it: ``[[sum_line]]`` with ``cells`` and ``sum = 12``."""

    word = "sum_line"
    summary = (
        "A brown line can be cut into parts that each sum to the number on it; each of its cells is in one of them."
    )
    sum: int

    @property
    def made(self) -> int:
        return self.sum

    def shapes(self, board: BoardLayout) -> Sequence[Shape]:
        where = board.where(self.cells)
        number = Dot(where[:2], "sum line", str(self.sum), fill="")
        return Path(where, "sum line", tint=TenLine.tint, pattern=TenLine.pattern), number

    def complaint(self, board: BoardLayout) -> str | None:
        long, most = len(self.cells), len(self.cells) * board.order
        if long < 2:
            return f"a sum line has {count(long, 'cell')}; 2 or more are expected"
        if not 1 <= self.sum <= most:
            return f"a sum line of {long} cells is to be cut into sums of {self.sum}; it can make 1 to {most}"
        return gap(self.cells, board, "a sum line")

    @classmethod
    def plant(cls, answer: Sequence[int], board: BoardLayout, random: Random) -> Sequence[Self]:
        """Each with the least sum that it can be cut into."""
        planter, found = LinePlanter(board, random), list[Self]()
        for line in planter.plant(lambda start: planter.grow(start, MAX_PLANTED_CELLS, lambda line: True), board.order):
            ways = (cls(line, made) for made in accumulate(answer[cell] for cell in line))
            found.append(next(way for way in ways if way.holds(answer, board)))
        return found


class LockoutLine(ColouredLine):
    word = "lockout_lines"
    line = "a lockout line"
    summary = (
        "The digits in the diamonds of a line are apart, by 4 or more where there are 9; no other digit on the line is "
        "one of them or between them."
    )
    shortest = 3
    grows = False

    def rule(self, board: BoardLayout) -> str:
        first, *line, last = self.cells
        ends = f"{board.name(first)} and {board.name(last)}"
        return (
            f"{ends} differ by {self.apart(board)} or more, and {named(line, board)} are none of them or between them"
        )

    @classmethod
    def apart(cls, board: BoardLayout) -> int:
        return (board.order - 1) // 2

    def post(self, model: Model, cells: Sequence[IntVar], board: BoardLayout) -> None:
        first, *line, last = (cells[cell] for cell in self.cells)
        ends = _pairs(board, self.apart(board))
        model.add_allowed_assignments([first, last], ends, **self.reason(board))
        digits = range(1, board.order + 1)
        rows = [
            (one, digit, other)
            for (one, other), digit in product(ends, digits)
            if digit < min(one, other) or digit > max(one, other)
        ]
        for cell in line:
            model.add_allowed_assignments([first, cell, last], rows, **self.reason(board))

    def holds(self, grid: Sequence[int], board: BoardLayout) -> bool:
        first, *line, last = self.digits(grid)
        low, high = sorted((first, last))
        return high - low >= self.apart(board) and all(digit < low or digit > high for digit in line)

    def shapes(self, board: BoardLayout) -> Sequence[Shape]:
        return (Path(board.where(self.cells), "lockout line", broad=False, start="diamond", circled_end=True),)


class DoubleArrow(ColouredLine):
    word = "double_arrows"
    line = "a double arrow"
    summary = "The digits in the two circles of a dashed line sum to as much as those between them."
    shortest = 3
    pattern, grows = "6 4", False

    def rule(self, board: BoardLayout) -> str:
        first, *line, last = self.cells
        return f"{board.name(first)} and {board.name(last)} together are the sum of {named(line, board)}"

    def post(self, model: Model, cells: Sequence[IntVar], board: BoardLayout) -> None:
        first, *line, last = (cells[cell] for cell in self.cells)
        model.add(first + last == total(line), **self.reason(board))

    def holds(self, grid: Sequence[int], board: BoardLayout) -> bool:
        first, *line, last = self.digits(grid)
        return first + last == sum(line)

    def shapes(self, board: BoardLayout) -> Sequence[Shape]:
        where = board.where(self.cells)
        return (Path(where, "double arrow", broad=False, start="circle", circled_end=True, pattern=self.pattern),)


class SlowThermometer(ColouredLine):
    word = "slow_thermometers"
    line = "a slow thermometer"
    demand = "never fall from the bulb on"
    summary = "Digits never fall along a dashed thermometer from its bulb."
    pattern = "5 5"

    def post(self, model: Model, cells: Sequence[IntVar], board: BoardLayout) -> None:
        for one, other in pairwise(self.cells):
            model.add(cells[one] <= cells[other], **self.reason(board))

    def holds(self, grid: Sequence[int], board: BoardLayout) -> bool:
        return self.digits(grid) == sorted(self.digits(grid))

    def shapes(self, board: BoardLayout) -> Sequence[Shape]:
        return (Path(board.where(self.cells), "slow thermometer", start="bulb", pattern=self.pattern),)


def _pairs(board: BoardLayout, apart: int) -> list[tuple[int, int]]:
    """The pairs of digits that differ by so much or more."""
    digits = range(1, board.order + 1)
    return [(one, other) for one in digits for other in digits if abs(one - other) >= apart]
