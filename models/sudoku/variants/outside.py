"""Numbers outside the grid: sandwiches, sums between two digits of a line, and little killers, sums of diagonals."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, pairwise
from random import Random
from typing import TYPE_CHECKING, Any, Self

from models.kit.names import count, shown
from models.kit.toml import SchemaError
from models.language.model import IntVar, Key, Model
from models.sudoku.board import SYMBOLS, BoardLayout, Position, Unit
from models.sudoku.shapes import OutsideClue, Shape
from models.sudoku.variants import Marked, Variant, total
from models.sudoku.variants.narrowing import Left, adding_up, by_sums, by_trying, seen

if TYPE_CHECKING:  # only named here, and no run should wait for them to be imported
    from models.deductions import Proposal
    from models.sudoku.techniques.board import CandidateBoard


LINES = {"rows": "row", "columns": "column"}


@dataclass(frozen=True)
class Sandwich(Variant):
    """The sum of one row or column: ``sandwich = { rows = "4 33 . 17 0 . . . 8", columns = "…", crusts = "1 9" }``."""

    word = "sandwich"
    kind: str
    number: int
    sum: int
    crusts: tuple[int, int]

    @classmethod
    def read(cls, value: Any, board: BoardLayout) -> Iterator[Self]:
        if not isinstance(value, dict) or not value or not {*value} <= {*LINES, "crusts"}:
            expected = 'expected is a table such as { rows = "4 33 . 17", columns = ". . 8 0" }, perhaps with crusts'
            raise SchemaError(f"{cls.word} is {shown(value)}; {expected}", cls.word)
        if len(board.squares) > 1:
            raise SchemaError("sandwiches are told of one grid; this board has several", cls.word)
        crusts = numbers(value.get("crusts", f"1 {board.order}"), cls.word, "crusts", 2)
        low, high = sorted(digit or 0 for digit in crusts)
        if not 0 < low < high <= board.order:
            found = f"crusts is {shown(value['crusts'])}"
            raise SchemaError(f"{found}; two digits from 1 to {board.order} are expected", cls.word, "crusts")
        for key, kind in LINES.items():
            sums = numbers(value[key], cls.word, key, board.order) if key in value else ()
            for number, made in enumerate(sums):
                if made is not None:
                    yield cls(kind, number, made, (low, high))

    @classmethod
    def write(cls, places: Sequence[Self], board: BoardLayout) -> Any:
        found: dict[str, str] = {}
        for key, kind in LINES.items():
            sums = {place.number: str(place.sum) for place in places if place.kind == kind}
            if sums:
                found[key] = " ".join(sums.get(number, ".") for number in range(board.order))
        crusts = places[0].crusts
        return found if crusts == (1, board.order) else {**found, "crusts": "{} {}".format(*crusts)}

    @classmethod
    def describe(cls, places: Sequence[Self], board: BoardLayout) -> str:
        low, high = (SYMBOLS[digit] for digit in places[0].crusts)
        return f"A number beside a row or a column is the sum of the digits between its {low} and its {high}."

    @property
    def key(self) -> Key:
        return self.word, self.kind, self.number

    def rule(self, board: BoardLayout) -> str:
        low, high = self.crusts
        return f"between {low} and {high} in {self.kind} {self.number + 1} the digits add up to {self.sum}"

    def post(self, model: Model, cells: Sequence[IntVar], board: BoardLayout) -> None:
        """For each two places of the crusts: they are not there, or what is between them has the sum."""
        line = [cells[cell] for cell in self._line(board).cells]
        crust = [var.is_in(self.crusts) for var in line]
        sizes = self._sizes(board)
        for first, last in combinations(range(len(line)), 2):
            between = line[first + 1 : last]
            if len(between) not in sizes:
                model.add_bool_or(~crust[first], ~crust[last], **self.reason(board))
            elif between:
                model.add(total(between) == self.sum, **self.reason(board)).only_enforce_if(crust[first], crust[last])

    def post_open(self, model: Model, cells: Sequence[IntVar], board: BoardLayout) -> tuple[IntVar, int]:
        line = [cells[cell] for cell in self._line(board).cells]
        crust = [var.is_in(self.crusts) for var in line]
        most = board.order * (board.order + 1) // 2 - sum(self.crusts)
        added = model.new_int_var(0, most, f"the sandwich of {self.kind} {self.number + 1}")
        for first, last in combinations(range(len(line)), 2):
            filled = total(line[first + 1 : last]) == added
            model.add(filled, **self.reason(board)).only_enforce_if(crust[first], crust[last])
        return added, self.sum

    def numbered(self, number: int) -> Self:
        return replace(self, sum=number)

    def holds(self, grid: Sequence[int], board: BoardLayout) -> bool:
        digits = [
            grid[cell]
            for (row, column), cell in sorted(board.cell_at.items())
            if (row if self.kind == "row" else column) == self.number
        ]
        first, last = sorted(map(digits.index, self.crusts))
        return sum(digits[first + 1 : last]) == self.sum

    def shapes(self, board: BoardLayout) -> Sequence[Shape]:
        cell = (self.number, -1) if self.kind == "row" else (-1, self.number)
        return (OutsideClue(cell, str(self.sum), "sandwich"),)

    def complaint(self, board: BoardLayout) -> str | None:
        if self._sizes(board):
            return None
        low, high = self.crusts
        line = f"{self.kind} {self.number + 1}"
        return f"no digits between {low} and {high} in {line} can add up to {self.sum}"

    @classmethod
    def plant(cls, answer: Sequence[int], board: BoardLayout, random: Random) -> Sequence[Self]:
        """The sum of every row and column of a board that is one square."""
        found = []
        for unit in board.units if len(board.squares) == 1 else ():
            if unit.kind in LINES.values():
                digits = [answer[cell] for cell in unit.cells]
                first, last = sorted((digits.index(1), digits.index(board.order)))
                found.append(cls(unit.kind, unit.number, sum(digits[first + 1 : last]), (1, board.order)))
        return found

    def shows(self, marks: CandidateBoard) -> Iterator[Proposal]:
        """Where the crusts can be, and what can be between and outside them then."""
        line, sizes = self._line(marks.layout).cells, self._sizes(marks.layout)
        crusts = {*self.crusts}

        def can(left: Left) -> Left:
            found: list[set[int]] = [set() for _ in line]
            for first, last in combinations(range(len(line)), 2):
                ends = [left[first] & crusts, left[last] & crusts]
                inside = slice(first + 1, last)
                fillers = [digits - crusts for digits in left]
                if last - first - 1 not in sizes or not all(ends) or len(ends[0] | ends[1]) < 2:
                    continue
                made = by_sums(fillers[inside], self.sum, [1] * (last - first - 1))
                made = by_trying(marks, line[inside], made, lambda row: sum(row) == self.sum) or made
                fillers[first] = {end for end in ends[0] if ends[1] - {end}}
                fillers[last] = {end for end in ends[1] if ends[0] - {end}}
                fillers[inside] = made
                if all(fillers):
                    for digits, new in zip(found, fillers, strict=True):
                        digits |= new
            return found

        yield from seen(marks, "sandwich", self.key, self.rule(marks.layout), line, can)

    def _line(self, board: BoardLayout) -> Unit:
        return next(unit for unit in board.units if (unit.kind, unit.number) == (self.kind, self.number))

    def _sizes(self, board: BoardLayout) -> set[int]:
        """How many digits there can be between the crusts."""
        made = {(0, 0)}
        for digit in range(1, board.order + 1):
            if digit not in self.crusts:
                made |= {(size + 1, so_far + digit) for size, so_far in made if so_far + digit <= self.sum}
        return {size for size, so_far in made if so_far == self.sum}


def numbers(text: Any, word: str, key: str, count: int) -> tuple[int | None, ...]:
    """The numbers in a text, None for each ``.``."""
    words = text.replace(",", " ").split() if isinstance(text, str) else []
    if len(words) != count or not all(word == "." or (word.isdecimal() and len(word) < 5) for word in words):
        found = f"{key} is {shown(text)}; a text of {count} numbers is expected"
        raise SchemaError(found + ", . for none" * (count > 2), word, key)
    return tuple(None if word == "." else int(word) for word in words)


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
    def together(cls, places: Sequence[Self], board: BoardLayout) -> tuple[int, str] | None:
        seen: set[tuple[int, ...]] = set()
        for number, place in enumerate(places):
            if place.cells in seen:
                ends = f"{board.name(place.cells[0])} to {board.name(place.cells[-1])}"
                return number, f"the diagonal from {ends} has a sum already; it can have one"
            seen.add(place.cells)
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
