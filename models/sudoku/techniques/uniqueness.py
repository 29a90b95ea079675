"""Patterns that rest on there being one answer only: unique rectangles and loops, and the bivalue universal grave.

If some cells held nothing but the same two digits so that these could change places, there would be two answers; so
something beyond the two digits holds in one of the cells.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import partial, reduce
from itertools import combinations
from operator import or_

from models.deductions import Place, TechniquePattern
from models.language.model import Literal
from models.sudoku.board import SYMBOLS
from models.sudoku.techniques.board import Candidate, CandidateBoard, Description, Finding, bits, digits_of

RECTANGLE, LARGE_SET = 4.5, 0.1
"""How hard a unique rectangle is to see; what it adds for each cell beyond one of a naked set that it takes."""

LOOP_LENGTHS = {4: 0.0, 6: 0.1, 8: 0.2}
LONGEST_LOOP = 0.5
"""What it adds that a loop has so many cells, or more than these."""

MAX_LOOP_CELLS = 14

GRAVE, SEVERAL_CELLS, NAKED_SET = 5.6, 0.1, 0.2
"""How hard a grave is to see; what it adds that several cells have a candidate beyond, and that it takes a pair."""

MAX_GRAVE_CELLS = 8
"""A grave with more cells beyond is none."""

Beyond = dict[int, int]
"""The candidates without which there would be two answers: for each cell, as bits."""


def unique_loops(board: CandidateBoard) -> Iterator[Finding]:
    """Unique rectangles and longer loops, the easiest first: types 1 to 4 by what the cells have beyond two digits."""
    found: list[Finding] = []
    for loop, two in _loops(board) if board.unique else ():
        name = "unique rectangle" if len(loop) == 4 else "unique loop"
        base = RECTANGLE + LOOP_LENGTHS.get(len(loop), LONGEST_LOOP)
        beyond = {cell: more for cell in loop if (more := board.left[cell] & ~two)}
        around = [set(board.masks.around[cell]) for cell in beyond]
        shared = around[0] & around[1] if len(around) == 2 else ()
        for kind, size, gone in _shown(board, beyond, shared, two):
            number = round(base + LARGE_SET * (size - 1), 1)
            describe = partial(_describe_loop, board, loop, two, beyond, gone)
            found.append(Finding(f"{name} type {kind}", number, gone, describe, unique=True))
    yield from sorted(found, key=lambda finding: (finding.number, finding.name[-1]))


def graves(board: CandidateBoard) -> Iterator[Finding]:
    """The bivalue universal grave: without a few candidates each cell had two, and each digit two places a unit."""
    beyond = _beyond(board) if board.unique else {}
    inside = sum(1 << cell for cell in beyond)
    shared = [place for place, mask in enumerate(board.masks.units) if not inside & ~mask]
    rest = [board.left[cell] & ~digits for cell, digits in beyond.items()]
    common = rest[0] & rest[1] if len(rest) == 2 else 0
    for kind, size, gone in _shown(board, beyond, shared, common if common.bit_count() == 1 else 0):
        name = "BUG+1" if len(beyond) == 1 else f"BUG type {kind}"
        more = SEVERAL_CELLS * (len(beyond) > 1) if kind != 3 else NAKED_SET + LARGE_SET * (size - 2)
        describe = partial(_describe_grave, board, beyond, gone)
        yield Finding(name, round(GRAVE + more, 1), gone, describe, unique=True)


def _loops(board: CandidateBoard) -> Iterator[tuple[tuple[int, ...], int]]:
    """Rings of cells that all may hold the same two digits, two of them at most (or all the same one) a further digit.

    Each unit has as many cells at even places as at odd, so that the two digits can change places.
    """
    masks = board.masks
    done: set[tuple[int, int]] = set()
    for start, two in enumerate(board.left):
        if two.bit_count() == 2:
            for way, met in _ways(board, two, (start,), 1 << start, 0, 2, -1):
                if (two, met) not in done:
                    done.add((two, met))
                    turns = [sorted(place for cell in way[turn::2] for place in masks.around[cell]) for turn in (0, 1)]
                    if turns[0] == turns[1] and len(set(turns[0])) == len(turns[0]):
                        yield way, two


def _ways(
    board: CandidateBoard, two: int, way: tuple[int, ...], met: int, beyond: int, allowed: int, last: int
) -> Iterator[tuple[tuple[int, ...], int]]:
    """Every ring that goes on from ``way`` through other units than the ``last``, with its cells as bits (``met``) too.

    ``allowed`` more cells may hold something ``beyond`` the two digits that is not the same in all of them.
    """
    one, other = digits_of(two)
    both = board.where[one] & board.where[other]
    for place in board.masks.around[way[-1]]:
        if place == last:
            continue
        near = both & board.masks.units[place]
        if near >> way[0] & 1 and len(way) > 3 and len(way) % 2 == 0:
            yield way, met
        for cell in bits(near & ~met):
            more = board.left[cell] & ~two
            union = beyond | more
            if (not more or allowed > 0 or union.bit_count() == 1) and len(way) < MAX_LOOP_CELLS:
                yield from _ways(board, two, (*way, cell), met | 1 << cell, union, allowed - bool(more), place)


def _shown(
    board: CandidateBoard, beyond: Beyond, shared: Collection[int], common: int
) -> Iterator[tuple[int, int, list[Candidate]]]:
    """What goes as one of the candidates ``beyond`` holds: the type, the size of the set it takes, and the candidates.

    ``shared`` are the units of all the cells; ``common`` is what two cells both hold but for the candidates beyond.
    """
    left, where, cells = board.left, board.where, list(beyond)
    inside = sum(1 << cell for cell in cells)
    any_of = reduce(or_, beyond.values(), 0)
    if len(cells) == 1:
        yield 1, 1, [(cells[0], digit) for digit in digits_of(left[cells[0]] & ~any_of)]
        return
    if any_of.bit_count() == 1:
        digit = any_of.bit_length() - 1
        if gone := [(cell, digit) for cell in bits(board.seen_from(inside) & where[digit])]:
            yield 2, 1, gone
    for place in shared:  # one of the cells holds a common digit, if they are the only places for it
        for digit in digits_of(common):
            gone = [(cell, d) for cell in cells for d in digits_of(left[cell] & ~beyond[cell] & ~(1 << digit))]
            if gone and not where[digit] & board.masks.units[place] & ~inside:
                yield 4, 1, gone
    for place in shared if any_of.bit_count() > 1 else ():
        yield from ((3, *found) for found in _with_naked_set(board, board.masks.units[place] & ~inside, any_of))


def _with_naked_set(board: CandidateBoard, rest: int, beyond: int) -> Iterator[tuple[int, list[Candidate]]]:
    """Naked sets of cells in ``rest`` and one that holds one of ``beyond``: how large, and what they take away."""
    left = board.left
    cells = [cell for cell in bits(rest) if left[cell]]
    for size in range(beyond.bit_count(), min(7, (len(cells) + 2) // 2) + 1):
        for chosen in combinations(cells, size - 1):
            digits = beyond
            for cell in chosen:
                digits |= left[cell]
            if digits.bit_count() == size:
                others = [cell for cell in cells if cell not in chosen]
                gone = [(cell, digit) for cell in others for digit in digits_of(left[cell] & digits)]
                if gone:
                    yield size, gone


def _beyond(board: CandidateBoard) -> dict[int, int]:
    """The candidates but for which there would be a grave, by cell, as bits; none where that is not so."""
    left, where = board.left[:], board.where[:]
    large = sum(1 << cell for cell, digits in enumerate(left) if digits.bit_count() > 2)
    if not large or large.bit_count() > MAX_GRAVE_CELLS:
        return {}
    beyond: dict[int, int] = {}
    for mask in board.masks.units:
        for digit in board.digits:
            places = where[digit] & mask
            if places and places.bit_count() != 2:
                among = places & large
                if not among:
                    return {}
                if not among & (among - 1):
                    cell = among.bit_length() - 1
                    beyond[cell] = beyond.get(cell, 0) | 1 << digit
    for cell, digits in beyond.items():
        left[cell] &= ~digits
        for digit in digits_of(digits):
            where[digit] &= ~(1 << cell)
    fits = all(digits.bit_count() == 2 for cell, digits in enumerate(left) if board.left[cell])
    counts = {(where[digit] & mask).bit_count() for mask in board.masks.units for digit in board.digits}
    return beyond if fits and counts <= {0, 2} else {}


def _describe_loop(
    board: CandidateBoard, loop: Sequence[int], two: int, beyond: Beyond, gone: Sequence[Candidate]
) -> Description:
    one, other = digits_of(two)
    first = (
        f"{board.names(loop)} all may be {SYMBOLS[one]} or {SYMBOLS[other]}: with nothing else there, the two could "
        "change places, and there would be two answers"
    )
    sides = [board.values((cell, digit) for cell in loop for digit in (one, other))]
    return _describe(board, first, beyond, gone, loop, sides, board.cells_at(*loop))


def _describe_grave(board: CandidateBoard, beyond: Beyond, gone: Sequence[Candidate]) -> Description:
    count = sum(digits.bit_count() for digits in beyond.values())
    first = (
        f"without {'one candidate' if count == 1 else f'{count} candidates'}, every cell would have two, and every "
        "digit two places in each unit: then there would be no answer, or two"
    )
    return _describe(board, first, beyond, gone, list(beyond))


def _describe(
    board: CandidateBoard,
    first: str,
    beyond: Beyond,
    gone: Sequence[Candidate],
    cells: Sequence[int],
    sides: Sequence[tuple[Literal, ...]] = (),
    look: Place | None = None,
) -> Description:
    extra = [(cell, digit) for cell, digits in beyond.items() for digit in digits_of(digits)]
    held = " or ".join(f"{board.name(cell)} is {SYMBOLS[digit]}" for cell, digit in extra)
    cells = [*cells, *(cell for cell, _ in gone)]
    rules = [unit.rule for unit in board.units if len(set(unit.cells).intersection(cells)) > 1]
    pattern = TechniquePattern(
        (first, f"so {held}; so {board.excluded(gone)}"), (*sides, board.values(extra)), look=look
    )
    return rules, board.hold_nothing_else(cells), pattern
