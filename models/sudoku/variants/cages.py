"""Cages: in Killer their different digits have a sum; in Calcudoku, or KenKen, they make a number by an operation."""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import chain, combinations, islice, product
from math import comb, prod
from random import Random
from typing import TYPE_CHECKING, ClassVar, Self

from models.kit.names import count, listed, shown
from models.language.model import IntVar, Model
from models.sudoku.board import SYMBOLS, BoardLayout, Unit
from models.sudoku.shapes import Outline, Shape
from models.sudoku.variants import Marked, named, total
from models.sudoku.variants.narrowing import digits_left, taken_away
from models.sudoku.variants.planting import cages

if TYPE_CHECKING:  # only named here, and no run should wait for them to be imported
    from models.deductions import Proposal
    from models.sudoku.techniques.board import CandidateBoard


MAX_REST_CELLS = 5
"""Cells of a house beside whole cages, or of cages beside a house, whose sum is still worth knowing."""

MAX_LISTED_COMBINATIONS = 6

MAX_DIGIT_SETS = 20_000
"""Where there are more sets of digits to go through, people see nothing."""

MAX_PLACED_CELLS = 6
"""In cages of more cells it is not tried which digit can go where."""

KILLER_SIZES = (2, 2, 3, 3, 3, 4, 4, 5)


class CageRule(Marked):
    """Cages, of which no two have a cell in common.

    Attributes:
        sizes: how many cells new ones have, the usual sizes more often.
    """

    sizes: ClassVar[Sequence[int]]

    @classmethod
    @abstractmethod
    def cut(
        cls, cells: Iterable[int], sizes: Sequence[int], answer: Sequence[int], board: BoardLayout, random: Random
    ) -> list[Self]:
        """Some cells cut into new cages."""

    @classmethod
    def plant(cls, answer: Sequence[int], board: BoardLayout, random: Random) -> list[Self]:
        return cls.cut(range(len(answer)), cls.sizes, answer, board, random)

    @classmethod
    def together(cls, places: Sequence[Self], board: BoardLayout) -> tuple[int, str] | None:
        return in_two_cages([place.cells for place in places], board)


def in_two_cages(places: Iterable[Sequence[int]], board: BoardLayout) -> tuple[int, str] | None:
    """The number of the first place with a cell that is there a second time, and that in a sentence; or None."""
    seen: set[int] = set()
    for number, cells in enumerate(places):
        for cell in cells:
            if cell in seen:
                return number, f"{board.name(cell)} is in two cages; a cell can be in one"
            seen.add(cell)
    return None


@dataclass(frozen=True)
class Cage(CageRule):
    """Cells with different digits that add up to a sum; they only differ where the sum is 0."""

    word = "cage"
    summary = "The digits of a cage are different and add up to its number, where it has one."
    sizes = KILLER_SIZES
    sum: int = 0

    def rule(self, board: BoardLayout) -> str:
        cells = named(self.cells, board)
        if len(self.cells) == 1:
            return f"the cage of {cells} holds {self.sum}"
        adding = f", which add up to {self.sum}" if self.sum else ""
        return f"the cage of {cells} holds different digits{adding}"

    def post(self, model: Model, cells: Sequence[IntVar], board: BoardLayout) -> None:
        caged = [cells[cell] for cell in self.cells]
        if len(caged) > 1:
            model.add_all_different(caged, **self.reason(board))
        if self.sum:
            model.add(total(caged) == self.sum, **self.reason(board))

    @classmethod
    def post_implied(cls, places: Sequence[Cage], model: Model, cells: Sequence[IntVar], board: BoardLayout) -> None:
        """What is left of a house beside its cages (innies), and what of them sticks out of it (outies)."""
        whole, sums_posted = board.order * (board.order + 1) // 2, set[frozenset[int]]()
        sums = {place: {*place.cells} for place in places if place.sum}
        caged = set().union(*sums.values())
        if len(caged) < sum(map(len, sums.values())):
            return  # cages that overlap are no sum of their own

        def add(what: str, unit: Unit, rest: set[int], added: int, sentence: str) -> None:
            if 0 < len(rest) <= MAX_REST_CELLS and frozenset(rest) not in sums_posted:
                sums_posted.add(frozenset(rest))
                names = f"{named(sorted(rest), board)} {'add up to' if len(rest) > 1 else 'is'} {added}"
                because = f"{unit} adds up to {whole} and {sentence}, so {names}"
                key = (what, *unit.rule)
                model.add(total(cells[cell] for cell in sorted(rest)) == added, because=because, key=key)

        for unit in board.units:
            house = set(unit.cells)
            inside = [place for place, cage in sums.items() if cage <= house]
            if inside:
                added = sum(place.sum for place in inside)
                rest = house.difference(*(place.cells for place in inside))
                add("innies", unit, rest, whole - added, f"the cages inside it to {added}")
            if house <= caged:
                touching = [place for place, cage in sums.items() if cage & house]
                added = sum(place.sum for place in touching)
                rest = set().union(*(place.cells for place in touching)) - house
                add("outies", unit, rest, added - whole, f"the cages that meet it to {added}")

    def holds(self, grid: Sequence[int], board: BoardLayout) -> bool:
        digits = [grid[cell] for cell in self.cells]
        return len(set(digits)) == len(digits) and self.sum in (0, sum(digits))

    def shapes(self, board: BoardLayout) -> Sequence[Shape]:
        return (Outline(board.where(self.cells), "cage", str(self.sum) if self.sum else ""),)

    def complaint(self, board: BoardLayout) -> str | None:
        size, order = len(self.cells), board.order
        if not size:
            return "a cage has no cells"
        if size > order:
            return f"the cage from {board.name(self.cells[0])} on has {size} cells; there are {order} digits"
        least, most = reach(size, order)
        if self.sum and not least <= self.sum <= most:
            cells = f"{size} different digits" if size > 1 else "one digit"
            found = f"the cage of {named(self.cells, board)} is to add up to {self.sum}"
            return f"{found}; {cells} can make {least} to {most}"
        return None

    def post_open(self, model: Model, cells: Sequence[IntVar], board: BoardLayout) -> tuple[IntVar, int] | None:
        if not self.sum:
            return None
        caged = [cells[cell] for cell in self.cells]
        least, most = reach(len(caged), board.order)
        added = model.new_int_var(least, most, f"the sum of the cage of {named(self.cells, board)}")
        model.add_all_different(caged, **self.reason(board))
        model.add(total(caged) == added, **self.reason(board))
        return added, self.sum

    def numbered(self, number: int) -> Cage:
        return replace(self, sum=number)

    def shows(self, marks: CandidateBoard) -> Iterator[Proposal]:
        """The digits that its cells can hold together, and so those that none of them can."""
        if not self.sum or all(marks.known(cell) for cell in self.cells):
            return
        from models.deductions import Proposal, TechniquePattern  # only explanations come here

        if len(self.cells) == 1:
            pattern = TechniquePattern((f"{marks.name(self.cells[0])} is a cage by itself, with sum {self.sum}",))
            new = marks.values([(self.cells[0], self.sum)])
            yield Proposal("cage of one cell", new, (self.key,), (), pattern)
            return
        ways, may_be = _combinations(tuple(digits_left(marks, self.cells)), self.sum)
        if gone := taken_away(marks, self.cells, may_be):
            can = f"be filled in {count(len(ways), 'way')} only"
            if 0 < len(ways) <= MAX_LISTED_COMBINATIONS:
                can = "only be " + listed(("+".join(SYMBOLS[digit] for digit in way) for way in ways), "or")
            cage = f"{marks.names(self.cells)}, a cage of {len(self.cells)} cells with sum {self.sum},"
            sentence = f"{cage} can {can}, so {marks.excluded(gone)}"
            still_open = [cell for cell in self.cells if cell in marks.candidates]
            facts = (*marks.settled(self.cells), *marks.hold_nothing_else(still_open))
            sides = marks.values((cell, digit) for cell in still_open for digit in sorted(marks.candidates[cell]))
            yield marks.shows("cage combinations", gone, (self.key,), facts, TechniquePattern((sentence,), (sides,)))

    @classmethod
    def cut(
        cls, cells: Iterable[int], sizes: Sequence[int], answer: Sequence[int], board: BoardLayout, random: Random
    ) -> list[Self]:
        def differ(cells: Sequence[int]) -> bool:
            return len({answer[cell] for cell in cells}) == len(cells)

        cut = cages(board, random, sizes, differ, cells)
        return [cls(cage, sum(answer[cell] for cell in cage)) for cage in cut if len(cage) > 1]


def reach(size: int, order: int) -> tuple[int, int]:
    return size * (size + 1) // 2, size * (2 * order - size + 1) // 2


@lru_cache(maxsize=1 << 14)
def _combinations(left: tuple[Set[int], ...], added: int) -> tuple[list[tuple[int, ...]], list[Set[int]]]:
    """The sets of digits with a sum that can fill cells, and what then can be in each of the cells."""
    digits = sorted(set().union(*left))
    if comb(len(digits), len(left)) > MAX_DIGIT_SETS:
        return [], [*left]
    sets = [each for each in combinations(digits, len(left)) if sum(each) == added]
    sets = [each for each in sets if all(map({*each}.intersection, left))]
    if len(left) > MAX_PLACED_CELLS:
        return sets, [each & set().union(*sets) for each in left]
    fillings = [filling for each in sets for filling in _fillings([digits & set(each) for digits in left])]
    columns = zip(*fillings, strict=True) if fillings else [()] * len(left)
    return sorted({tuple(sorted(filling)) for filling in fillings}), [set(column) for column in columns]


def _fillings(left: Sequence[Set[int]], used: frozenset[int] = frozenset()) -> Iterator[tuple[int, ...]]:
    """The ways to fill cells with different digits of those left for them."""
    if not left:
        yield ()
        return
    for digit in left[0] - used:
        yield from ((digit, *more) for more in _fillings(left[1:], used | {digit}))


SIGNS = {"+": "+", "-": "−", "−": "−", "–": "−", "*": "×", "x": "×", "X": "×", "×": "×", "/": "÷", ":": "÷", "÷": "÷"}
"""Each way an operation is typed, and how it is printed."""

TARGET = re.compile(rf"\s*([0-9]{{1,9}})\s*([{re.escape(''.join(SIGNS))}]?)\s*")
"""The number that a cage is to make, and the operation, if it is told."""

DOES = {
    "+": "add up to",
    "−": "subtracted from the largest leave",
    "×": "multiply to",
    "÷": "divided into the largest make",
}

CALCUDOKU_SIZES = (1, 2, 2, 2, 3, 3, 4)

MAX_OPEN_FILLINGS = 10_000
"""Whether the number was misread is asked of cages with no more fillings, right or wrong."""

MAX_FILLINGS = 50_000
"""A cage with more ways to fill it is refused."""


@dataclass(frozen=True)
class Calculation(CageRule):
    """A cage with its number and operation: ``[[calcudoku]]`` with ``cells = "r1c1 r1c2"`` and ``target = "2÷"``.

    The largest digit is what others are subtracted from, or divided into. Without an operation any that makes the
    number will do; in a cage of one cell the number is its digit.
    """

    word = "calcudoku"
    summary = (
        "The digits of a cage make its number by the operation beside it, or by any where there is none; "
        "they may repeat."
    )
    sizes = CALCUDOKU_SIZES
    target: str

    @property
    def remark(self) -> str:
        return "digits may repeat in cages with an operation, as in KenKen, unless the setter's words forbid it"

    @property
    def number(self) -> int:
        return self._parts[0]

    @property
    def signs(self) -> str:
        """The operations by which they may make it."""
        return self._parts[1] or ("+" if len(self.cells) == 1 else "+−×÷")

    def rule(self, board: BoardLayout) -> str:
        cells = named(self.cells, board)
        if len(self.cells) == 1:
            return f"{cells} is {self.number}"
        if len(self.signs) > 1:
            return f"{cells} make {self.number} by one of the four operations"
        return f"{cells} {DOES[self.signs]} {self.number}"

    def post(self, model: Model, cells: Sequence[IntVar], board: BoardLayout) -> None:
        caged = [cells[cell] for cell in self.cells]
        if self.signs == "+":
            model.add(total(caged) == self.number, **self.reason(board))
        else:
            model.add_allowed_assignments(caged, self._apart(self._rows(board), board), **self.reason(board))

    def post_open(self, model: Model, cells: Sequence[IntVar], board: BoardLayout) -> tuple[IntVar, int] | None:
        size, order, sign = len(self.cells), board.order, self.signs
        if len(sign) > 1 or order**size > MAX_OPEN_FILLINGS:
            return None
        ways = ((row, _made(row)[sign]) for row in product(range(1, order + 1), repeat=size))
        rows = [(*row, made) for row, made in ways if made is not None]
        called = f"the number of the cage of {named(self.cells, board)}"
        number = model.new_int_var_from_values({row[-1] for row in rows}, called)
        model.add_allowed_assignments([*(cells[cell] for cell in self.cells), number], rows, **self.reason(board))
        return number, self.number

    def numbered(self, number: int) -> Calculation:
        return replace(self, target=f"{number}{self._parts[1]}")

    def holds(self, grid: Sequence[int], board: BoardLayout) -> bool:
        made = _made([grid[cell] for cell in self.cells])
        return any(made[sign] == self.number for sign in self.signs)

    def shapes(self, board: BoardLayout) -> Sequence[Shape]:
        number, sign = self._parts
        return (Outline(board.where(self.cells), "cage", label=f"{number}{sign}", dashed=False),)

    def complaint(self, board: BoardLayout) -> str | None:
        if not self.cells:
            return "a cage has no cells"
        cage = f"the cage of {named(self.cells, board)}"
        if TARGET.fullmatch(self.target) is None:
            expected = 'a number and a sign are expected, such as "12+" or "2/"'
            return f"{cage} has the target {shown(self.target)}; {expected}"
        if len(self.cells) == 1 and self._parts[1] in ("−", "÷"):
            return f"{cage} has the sign {self._parts[1]}, which takes two cells or more"
        rows = self._rows(board)
        if len(rows) > MAX_FILLINGS:
            if self.signs == "+":
                return None
            return f"{cage} can be filled in more than {MAX_FILLINGS:,} ways; so large a cage is taken with + alone"
        if not self._apart(rows, board):
            return f"no digits from 1 to {board.order} do for {cage}, where {self.rule(board)}"
        return None

    @classmethod
    def cut(
        cls, cells: Iterable[int], sizes: Sequence[int], answer: Sequence[int], board: BoardLayout, random: Random
    ) -> list[Self]:
        found = []
        for cage in cages(board, random, sizes, free=cells):
            digits = sorted((answer[cell] for cell in cage), reverse=True)
            made = {"+": sum(digits), "×": prod(digits)}
            if len(digits) == 2:
                large, small = digits
                made |= {"−": large - small} | ({"÷": large // small} if large % small == 0 else {})
            sign = "" if len(digits) == 1 else random.choice(sorted(made))
            found.append(cls(cage, f"{made[sign or '+']}{sign}"))
        return found

    @property
    def _parts(self) -> tuple[int, str]:
        match = TARGET.fullmatch(self.target)
        return (int(match[1]), SIGNS.get(match[2], "")) if match else (0, "")

    def _apart(self, rows: Iterable[tuple[int, ...]], board: BoardLayout) -> list[tuple[int, ...]]:
        """Those rows in which cells of one row, column or box hold different digits."""
        pairs = [
            (one, other)
            for one, other in combinations(range(len(self.cells)), 2)
            if self.cells[other] in board.peers[self.cells[one]]
        ]
        return [row for row in rows if all(row[one] != row[other] for one, other in pairs)]

    def _rows(self, board: BoardLayout) -> list[tuple[int, ...]]:
        """What makes the number, one row too many where there are more than can be gone through."""
        size, order, number = len(self.cells), board.order, self.number
        leads = range(1, order + 1)
        ways: dict[str, Iterator[tuple[int, ...]]] = {
            "+": _adding_up(size, number, order),
            "×": _multiplying(size, number, order),
            "−": _led((lead, _adding_up(size - 1, lead - number, order)) for lead in leads),
            "÷": _led(
                (lead, _multiplying(size - 1, lead // number, order)) for lead in leads if number and not lead % number
            ),
        }
        found = chain.from_iterable(ways[sign] for sign in self.signs)
        return list(dict.fromkeys(islice(found, MAX_FILLINGS + 1)))


def _made(row: Sequence[int]) -> dict[str, int | None]:
    """What digits make by each operation; nothing where they make no number from 0 on, or one with a fraction."""
    largest, *others = sorted(row, reverse=True)
    rest, divisor = largest - sum(others), prod(others)
    return {
        "+": sum(row),
        "−": rest if rest >= 0 else None,
        "×": prod(row),
        "÷": None if largest % divisor else largest // divisor,
    }


def _adding_up(size: int, total: int, order: int) -> Iterator[tuple[int, ...]]:
    if size == 0:
        yield from [()] * (total == 0)
        return
    for digit in range(max(1, total - (size - 1) * order), min(order, total - size + 1) + 1):
        yield from ((digit, *rest) for rest in _adding_up(size - 1, total - digit, order))


def _multiplying(size: int, total: int, order: int) -> Iterator[tuple[int, ...]]:
    rest = total
    for digit in range(order, 1, -1):
        while rest and rest % digit == 0:
            rest //= digit
    if rest != 1 or total > order**size:  # a larger prime is in it, or it is too large altogether
        return
    if size == 0:
        yield ()
        return
    for digit in range(1, order + 1):
        if total % digit == 0:
            yield from ((digit, *others) for others in _multiplying(size - 1, total // digit, order))


def _led(rows: Iterable[tuple[int, Iterator[tuple[int, ...]]]]) -> Iterator[tuple[int, ...]]:
    """Each row with its largest digit put in at every place."""
    for largest, others in rows:
        for rest in others:
            for place in range(len(rest) + 1):
                yield (*rest[:place], largest, *rest[place:])
