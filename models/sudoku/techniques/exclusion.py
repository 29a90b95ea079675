"""Aligned exclusion: digits of two or three cells which together leave nothing to a cell that sees all of these."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import cache, lru_cache, partial, reduce
from itertools import combinations, product
from operator import or_

from models.deductions import TechniquePattern
from models.sudoku.techniques.board import Candidate, CandidateBoard, Description, Finding, bits, digits_of

KINDS = {2: ("pair", "two", 6.2), 3: ("triple", "three", 7.5)}
"""What so many cells are called, their number in words, and how hard it is to see."""

PAIRS = {size: list(combinations(range(size), 2)) for size in KINDS}
"""The places of each two of so many cells."""


def aligned_exclusion(board: CandidateBoard, size: int) -> Iterator[Finding]:
    """``size`` cells that two others see, which have no more candidates: digits in no choice for them that fits."""
    left, peers = board.left, board.masks.peers
    narrow = sum(1 << cell for cell, digits in enumerate(left) if 2 <= digits.bit_count() <= size)
    bases = [cell for cell, digits in enumerate(left) if digits.bit_count() > 1 and peers[cell] & narrow]
    kind, _, number = KINDS[size]
    within = cache(lambda union: sum(1 << cell for cell in bits(narrow) if not left[cell] & ~union))

    def extend(cells: tuple[int, ...], near: int, union: int, after: int) -> Iterator[tuple[tuple[int, ...], int]]:
        for place, cell in enumerate(bases[after:], after + 1):
            seen = near & peers[cell]
            if not seen & (seen - 1):
                continue
            if len(cells) + 1 < size:
                yield from extend((*cells, cell), seen, union | left[cell], place)
            elif (taken := seen & within(union | left[cell])) & (taken - 1):
                yield (*cells, cell), taken

    for cells, among in extend((), narrow, 0, 0):
        taken = list(bits(among))
        if gone := _gone(board, cells, taken):
            yield Finding(f"aligned {kind}", number, gone, partial(_describe, board, cells, taken, gone))


def _gone(board: CandidateBoard, cells: Sequence[int], taken: Sequence[int]) -> list[Candidate]:
    """The digits of ``cells`` that are in no choice for them by which each of ``taken`` keeps a candidate."""
    left, peers = board.left, board.masks.peers
    needed = frozenset([left[cell] for cell in taken])
    if len(needed) < 2:  # subsets show it
        return []
    apart = tuple([(one, other) for one, other in PAIRS[len(cells)] if peers[cells[one]] >> cells[other] & 1])
    unfit = _unfit(tuple([left[cell] for cell in cells]), needed, apart)
    return [(cell, digit) for cell, digits in zip(cells, unfit, strict=True) for digit in digits_of(digits)]


@lru_cache(maxsize=1 << 14)
def _unfit(left: tuple[int, ...], needed: frozenset[int], apart: tuple[tuple[int, int], ...]) -> list[int]:
    """What of ``left`` is in no choice of digits, different where ``apart``, that spares some of each of ``needed``."""
    digits = [[1 << digit for digit in digits_of(own)] for own in left]
    unfit = [*left]
    for place, own in enumerate(digits):
        for digit in own:
            choices = product(*digits[:place], (digit,), *digits[place + 1 :]) if unfit[place] & digit else ()
            for choice in choices:
                spared = ~reduce(or_, choice)
                if all(map(spared.__and__, needed)) and all(choice[one] != choice[other] for one, other in apart):
                    unfit = [out & ~chosen for out, chosen in zip(unfit, choice, strict=True)]
                    break
    return unfit


def _describe(
    board: CandidateBoard, cells: Sequence[int], taken: Sequence[int], gone: Collection[Candidate]
) -> Description:
    for cell in taken:
        fewer = [other for other in taken if other != cell]
        taken = fewer if set(gone) <= set(_gone(board, cells, fewer)) else taken
    _, count, _ = KINDS[len(cells)]
    words = (
        f"no {count} digits that leave one of {board.names(taken)} nothing fit {board.names(cells)}, "
        f"so {board.excluded(gone)}",
        f"for {', '.join(map(board.left_of, (*cells, *taken)))}",
    )
    pairs = [(base, cell) for base in cells for cell in taken]
    pairs += [(one, other) for one, other in combinations(cells, 2) if board.sees(one, other)]
    sides = (board.all_values(cells), board.all_values(taken))
    known = board.hold_nothing_else((*cells, *taken))
    return board.rules_between(*pairs), known, TechniquePattern(words, sides, look=board.cells_at(*cells, *taken))
