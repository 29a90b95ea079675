"""What people see by one rule about few cells: the digits that no filling of these cells keeps."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from itertools import combinations
from math import prod
from typing import TYPE_CHECKING

from models.kit.names import listed
from models.language.model import Key

if TYPE_CHECKING:  # only named here, and no run should wait for it to be imported
    from models.deductions import Proposal
    from models.sudoku.techniques.board import CandidateBoard

MAX_TRIED_FILLINGS = 2_000
"""Where the candidates allow more, they are not gone through one by one."""

Left = Sequence[Set[int]]
"""The digits left for each of some cells."""

Fits = Callable[[Sequence[int]], bool]
"""Whether a filling of all cells is right."""


def seen(
    marks: CandidateBoard, name: str, key: Key, rule: str, cells: Sequence[int], can: Callable[[Left], Left]
) -> Iterator[Proposal]:
    """What goes by the rule of this key, with its sentence; ``can`` says which of the digits left can stay."""
    from models.deductions import TechniquePattern  # only explanations come here

    still_open = [cell for cell in cells if cell in marks.candidates]
    if not still_open:
        return
    may_be = can(digits_left(marks, cells))
    if gone := taken_away(marks, cells, may_be):
        facts = (*marks.settled(cells), *marks.hold_nothing_else(still_open))
        sides = marks.values((cell, digit) for cell in still_open for digit in sorted(marks.candidates[cell]))
        rules = (key, *marks.rules_between(*(pair for pair in combinations(cells, 2) if marks.sees(*pair))))
        can_be = {cell: digits for cell, digits in zip(cells, may_be, strict=True) if cell in marks.candidates}
        pattern = TechniquePattern((f"{rule}, so {_candidates_left(marks, gone, can_be)}",), (sides,))
        yield marks.shows(name, gone, rules, facts, pattern)


def _candidates_left(marks: CandidateBoard, gone: Sequence[tuple[int, int]], can_be: Mapping[int, Set[int]]) -> str:
    """What each cell is, where fewer digits are left than are gone, and else what it is not."""
    from models.sudoku.techniques.board import written  # as above

    lost = Counter(cell for cell, _ in gone)
    few = [cell for cell, many in lost.items() if 0 < len(can_be[cell]) < many]
    alike: dict[tuple[int, ...], list[int]] = {}
    for cell in few:
        alike.setdefault(tuple(sorted(can_be[cell])), []).append(cell)
    sentences = [
        f"{marks.names(cells)} {'is' if len(cells) == 1 else 'are'} {written(digits, 'or')}"
        for digits, cells in alike.items()
    ]
    others = [(cell, digit) for cell, digit in gone if cell not in few]
    return listed([*sentences, marks.excluded(others)] if others else sentences)


def digits_left(marks: CandidateBoard, cells: Sequence[int]) -> Left:
    return [marks.candidates.get(cell) or frozenset({marks.known(cell) or 0}) for cell in cells]


def taken_away(marks: CandidateBoard, cells: Sequence[int], may_be: Left) -> list[tuple[int, int]]:
    """The candidates of cells that they cannot hold, when they hold nothing but these digits."""
    return [
        (cell, digit)
        for cell, digits in zip(cells, may_be, strict=True)
        for digit in sorted(marks.candidates.get(cell, frozenset()) - digits)
    ]


def by_trying(marks: CandidateBoard, cells: Sequence[int], left: Left, fits: Fits) -> Left | None:
    """The digits in fillings that are right, with different digits in a house; None where there are too many to try."""
    if prod(map(len, left)) > MAX_TRIED_FILLINGS:
        return None
    apart = [[place for place in range(at) if marks.sees(cells[place], cell)] for at, cell in enumerate(cells)]
    found: list[set[int]] = [set() for _ in cells]
    row: list[int] = []

    def fill(at: int) -> None:
        if at == len(cells):
            if fits(row):
                for digits, digit in zip(found, row, strict=True):
                    digits.add(digit)
            return
        for digit in left[at]:
            if all(row[place] != digit for place in apart[at]):
                row.append(digit)
                fill(at + 1)
                row.pop()

    fill(0)
    return found


def by_sums(left: Left, total: int, factors: Sequence[int]) -> Left:
    """The digits with which sums can be made, each cell times its factor, and no heed paid to houses."""
    before = [{0}]  # what the cells before each can add up to
    for digits, factor in zip(left, factors, strict=True):
        before.append({made + factor * digit for made in before[-1] for digit in digits})
    found: list[set[int]] = []
    after = {0}
    for digits, factor, made in zip(reversed(left), reversed(factors), reversed(before[:-1]), strict=True):
        found.append({digit for digit in digits if any(total - factor * digit - rest in made for rest in after)})
        after = {rest + factor * digit for rest in after for digit in digits}
    return found[::-1]


def adding_up(
    marks: CandidateBoard, cells: Sequence[int], total: int, factors: Sequence[int] = ()
) -> Callable[[Left], Left]:
    """The digits with which cells, each times its factor, add up to ``total``."""
    weights = factors or [1] * len(cells)

    def can(left: Left) -> Left:
        first = by_sums(left, total, weights)
        tried = by_trying(marks, cells, first, lambda row: sum(map(int.__mul__, row, weights)) == total)
        return first if tried is None else tried

    return can
