"""Patterns that rest on there being one answer only: unique rectangles and loops, and the bivalue universal grave.

If some cells held nothing but the same two digits so that these could change places, there would be two answers.
So something beyond the two digits holds in one of the cells. That is true only of a puzzle with one answer, which
has to be known beforehand.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import combinations

from models.deductions import Pattern
from models.sudoku.instance import SYMBOLS
from models.sudoku.techniques.board import Board, Candidate, Finding, Told, bits, digits_of

LOOP, BUG = 4.5, 5.6
"""How hard a unique rectangle and a grave with one cell beyond are to see."""

LONGER = {4: 0.0, 6: 0.1, 8: 0.2}
LONGEST, MOST_CELLS = 0.5, 14
"""What it adds that a loop has so many cells, or more than these; and how many it has at most."""

GRAVE_CELLS, GRAVE_SET = 0.1, 0.2
"""What it adds that several cells of a grave have a candidate beyond, and that it takes a naked set to use them."""

MOST_BEYOND = 8
"""A grave with more cells beyond is none."""


def unique_loops(board: Board) -> Iterator[Finding]:
    """Unique rectangles and longer loops, the easiest first: types 1 to 4 by what the cells have beyond two digits."""
    if not board.unique:
        return
    found: list[tuple[float, int, Finding]] = []
    for loop, two in _loops(board):
        name = "unique rectangle" if len(loop) == 4 else "unique loop"
        base = LOOP + LONGER.get(len(loop), LONGEST)
        for kind, more, gone in _shown(board, loop, two):
            tell = partial(_told_loop, board, loop, two, gone)
            finding = Finding(f"{name} type {kind}", round(base + more, 1), gone, tell, unique=True)
            found.append((finding.number, kind, finding))
    yield from (finding for _, _, finding in sorted(found, key=lambda item: item[:2]))


def graves(board: Board) -> Iterator[Finding]:
    """The bivalue universal grave: without a few candidates each cell had two, and each digit two places a unit."""
    if not board.unique:
        return
    beyond = _beyond(board)
    if not beyond:
        return
    cells = list(beyond)
    extra = 0
    for digits in beyond.values():
        extra |= digits
    for kind, number, gone in _from_grave(board, beyond, cells, extra):
        name = "BUG+1" if len(cells) == 1 else f"BUG type {kind}"
        yield Finding(name, number, gone, partial(_told_grave, board, beyond, gone), unique=True)


def _loops(board: Board) -> Iterator[tuple[tuple[int, ...], int]]:
    """Rings of cells that all may hold the same two digits, two of them at most (or all the same one) a further digit.

    Each unit that a ring goes through has one of its cells at an even place and one at an odd, so that the two digits
    can change places without any unit noticing.
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
    board: Board, two: int, way: tuple[int, ...], met: int, beyond: int, allowed: int, last: int
) -> Iterator[tuple[tuple[int, ...], int]]:
    """Every ring that goes on from ``way``, with its cells as bits too.

    Args:
        two: the two digits.
        met: the cells of the way.
        beyond: what they may hold beyond the two digits.
        allowed: how many more cells may hold something that is not the same in all of them.
        last: the unit by which the way came to its last cell.
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
            if (not more or allowed > 0 or union.bit_count() == 1) and len(way) < MOST_CELLS:
                yield from _ways(board, two, (*way, cell), met | 1 << cell, union, allowed - bool(more), place)


def _shown(board: Board, loop: Sequence[int], two: int) -> Iterator[tuple[int, float, list[Candidate]]]:
    """What a loop takes away: its type, what that adds to how hard it is, and the candidates."""
    left, where = board.left, board.where
    extra = [cell for cell in loop if left[cell] & ~two]
    beyond = 0
    for cell in extra:
        beyond |= left[cell] & ~two
    inside = sum(1 << cell for cell in extra)
    if len(extra) == 1:
        yield 1, 0, [(extra[0], digit) for digit in digits_of(two)]
    elif extra and beyond.bit_count() == 1:
        digit = beyond.bit_length() - 1
        if gone := [(cell, digit) for cell in bits(board.seen_from(inside) & where[digit])]:
            yield 2, 0, gone
    if len(extra) != 2:
        return
    for place in set(board.masks.around[extra[0]]) & set(board.masks.around[extra[1]]):
        rest = board.masks.units[place] & ~inside
        if beyond.bit_count() > 1:
            yield from ((3, 0.1 * (size - 1), gone) for size, gone in _with_naked_set(board, rest, beyond))
        for one, other in (digits_of(two), digits_of(two)[::-1]):
            if not where[one] & rest:
                yield 4, 0, [(cell, other) for cell in extra]


def _with_naked_set(board: Board, rest: int, beyond: int) -> Iterator[tuple[int, list[Candidate]]]:
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


def _beyond(board: Board) -> dict[int, int]:
    """The candidates but for which there would be a grave, by cell, as bits; none where that is not so."""
    left, where = board.left[:], board.where[:]
    large = sum(1 << cell for cell, digits in enumerate(left) if digits.bit_count() > 2)
    if not large or large.bit_count() > MOST_BEYOND:
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


def _from_grave(
    board: Board, beyond: dict[int, int], cells: Sequence[int], extra: int
) -> Iterator[tuple[int, float, list[Candidate]]]:
    left = board.left
    inside = sum(1 << cell for cell in cells)
    common = board.seen_from(inside)
    if len(cells) == 1:
        yield 1, BUG, [(cells[0], digit) for digit in digits_of(left[cells[0]] & ~extra)]
        return
    if extra.bit_count() == 1:
        digit = extra.bit_length() - 1
        if gone := [(cell, digit) for cell in bits(common & board.where[digit])]:
            yield 2, round(BUG + GRAVE_CELLS, 1), gone
    shared = [place for place, mask in enumerate(board.masks.units) if not inside & ~mask]
    if len(cells) == 2:
        both = left[cells[0]] & left[cells[1]] & ~extra
        if both.bit_count() == 1 and shared:  # one of the cells holds it, being the only places for it
            digit = both.bit_length() - 1
            gone = [(cell, d) for cell in cells for d in digits_of(left[cell] & ~beyond[cell] & ~both)]
            if gone and any(not board.where[digit] & board.masks.units[place] & ~inside for place in shared):
                yield 4, round(BUG + GRAVE_CELLS, 1), gone
    if extra.bit_count() > 1:
        for place in shared:
            for size, gone in _with_naked_set(board, board.masks.units[place] & ~inside, extra):
                yield 3, round(BUG + GRAVE_SET + 0.1 * (size - 2), 1), gone


def _told_loop(board: Board, loop: Sequence[int], two: int, gone: Sequence[Candidate]) -> Told:
    one, other = digits_of(two)
    extra = [(cell, digit) for cell in loop for digit in digits_of(board.left[cell] & ~two)]
    held = " or ".join(f"{board.name(cell)} is {SYMBOLS[digit]}" for cell, digit in extra)
    words = (
        f"{board.names(loop)} all may be {SYMBOLS[one]} or {SYMBOLS[other]}: with nothing else there, the two could "
        f"change places, and there would be two answers",
        f"so {held}; so {board.excluded(gone)}",
    )
    sides = (board.values((cell, digit) for cell in loop for digit in (one, other)), board.values(extra))
    cells = (*loop, *(cell for cell, _ in gone))
    return _around(board, cells), board.hold_nothing_else(cells), Pattern(words, sides, look=board.cells_at(*loop))


def _told_grave(board: Board, beyond: dict[int, int], gone: Sequence[Candidate]) -> Told:
    extra = [(cell, digit) for cell, digits in beyond.items() for digit in digits_of(digits)]
    held = " or ".join(f"{board.name(cell)} is {SYMBOLS[digit]}" for cell, digit in extra)
    many = "one candidate" if len(extra) == 1 else f"{len(extra)} candidates"
    words = (
        f"without {many}, every cell would have two, and every digit two places in each unit: "
        "then there would be no answer, or two",
        f"so {held}; so {board.excluded(gone)}",
    )
    cells = tuple(dict.fromkeys((*beyond, *(cell for cell, _ in gone))))
    return _around(board, cells), board.hold_nothing_else(cells), Pattern(words, (board.values(extra),))


def _around(board: Board, cells: Sequence[int]) -> list[tuple[str, int]]:
    """The rules of the units that at least two of the cells share."""
    return [unit.rule for unit in board.units if len(set(unit.cells).intersection(cells)) > 1]
