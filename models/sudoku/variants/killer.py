"""Killer: cages of cells with different digits, each with the sum of its digits."""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass, replace
from itertools import combinations
from math import comb
from random import Random
from typing import TYPE_CHECKING, Self

from models.kit.names import count, listed
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

PLANTED_SIZES = (2, 2, 3, 3, 3, 4, 4, 5)
"""How many cells new cages have, the usual sizes more often."""


class CageRule(Marked):
    """Cages, of which no two have a cell in common."""

    @classmethod
    def together(cls, places: Sequence[Self], board: BoardLayout) -> tuple[int, str] | None:
        seen: set[int] = set()
        for number, place in enumerate(places):
            twice = seen.intersection(place.cells)
            if twice:
                return number, f"{board.name(min(twice))} is in two cages; a cell can be in one"
            seen.update(place.cells)
        return None


@dataclass(frozen=True)
class Cage(CageRule):
    """Cells with different digits that add up to a sum; they only differ where the sum is 0."""

    word = "cage"
    summary = "The digits of a cage are different and add up to its number, where it has one."
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
        least, most = _reach(size, order)
        if self.sum and not least <= self.sum <= most:
            cells = f"{size} different digits" if size > 1 else "one digit"
            found = f"the cage of {named(self.cells, board)} is to add up to {self.sum}"
            return f"{found}; {cells} can make {least} to {most}"
        return None

    def post_open(self, model: Model, cells: Sequence[IntVar], board: BoardLayout) -> tuple[IntVar, int] | None:
        if not self.sum:
            return None
        caged = [cells[cell] for cell in self.cells]
        least, most = _reach(len(caged), board.order)
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
        ways, may_be = _combinations(digits_left(marks, self.cells), self.sum)
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
    def plant(cls, answer: Sequence[int], board: BoardLayout, random: Random) -> Sequence[Cage]:
        def differ(cells: Sequence[int]) -> bool:
            return len({answer[cell] for cell in cells}) == len(cells)

        cut = cages(board, random, PLANTED_SIZES, differ)
        return [cls(cells, sum(answer[cell] for cell in cells)) for cells in cut if len(cells) > 1]


def _reach(size: int, order: int) -> tuple[int, int]:
    return size * (size + 1) // 2, size * (2 * order - size + 1) // 2


def _combinations(left: Sequence[Set[int]], added: int) -> tuple[list[tuple[int, ...]], list[Set[int]]]:
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
