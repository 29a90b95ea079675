"""Wings and chains: one of a few cells holds the digit, so that whoever sees them all does not."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, pairwise, permutations

from models.deductions import Proposal
from models.sudoku.techniques.board import Board

LONGEST = 7
"""An XY-chain through more cells is looked for by nobody."""


def short_chains(board: Board) -> Iterator[Proposal]:
    """Two units with two places of a digit each, one of which sees one of the other: skyscraper, kite, turbot fish."""
    for digit in board.digits:
        for (first, *ends), (second, *others) in permutations(list(board.strong_links(digit)), 2):
            kinds = {first.kind, second.kind}
            name = "turbot fish" if "box" in kinds else "skyscraper" if len(kinds) == 1 else "two-string kite"
            for a, b in (ends, reversed(ends)):
                for c, d in (others, reversed(others)):
                    if len({a, b, c, d}) == 4 and a < d and board.sees(b, c):
                        facts = board.lack(digit, (cell for cell in first.cells if cell not in (a, b)))
                        facts += board.lack(digit, (cell for cell in second.cells if cell not in (c, d)))
                        for cell in board.seen_by_all(digit, (a, d)):
                            if cell not in (b, c):
                                rules = [first.rule, second.rule, *map(board.shared, (b, cell, cell), (c, a, d))]
                                yield board.excluded(name, cell, digit, rules, tuple(dict.fromkeys(facts)))


def xy_wings(board: Board) -> Iterator[Proposal]:
    """Pivot xy, wings xz and yz: a cell that sees both wings is not z."""
    pairs = board.pairs_of_candidates
    for pivot, digits in pairs.items():
        wings = [cell for cell in pairs if board.sees(cell, pivot) and len(pairs[cell] & digits) == 1]
        for one, other in combinations(wings, 2):
            common = (pairs[one] & pairs[other]) - digits
            if len(common) == 1 and pairs[one] & digits != pairs[other] & digits:
                yield from _winged(board, "XY-wing", pivot, (one, other), (one, other), *common)


def xyz_wings(board: Board) -> Iterator[Proposal]:
    """Pivot xyz, wings xz and yz: a cell that sees all three is not z."""
    pairs = board.pairs_of_candidates
    for pivot, digits in board.candidates.items():
        if len(digits) == 3:
            wings = [cell for cell in pairs if board.sees(cell, pivot) and pairs[cell] < digits]
            for one, other in combinations(wings, 2):
                if pairs[one] != pairs[other]:
                    common = pairs[one] & pairs[other]
                    yield from _winged(board, "XYZ-wing", pivot, (one, other), (pivot, one, other), *common)


def _winged(
    board: Board, name: str, pivot: int, wings: tuple[int, int], ends: tuple[int, ...], digit: int
) -> Iterator[Proposal]:
    """One of ``ends`` holds the digit, whichever of its candidates the pivot holds."""
    facts = board.hold_nothing_else((pivot, *wings))
    for cell in board.seen_by_all(digit, ends):
        if cell not in (pivot, *wings):
            links = [board.shared(pivot, wing) for wing in wings] + [board.shared(cell, end) for end in ends]
            yield board.excluded(name, cell, digit, links, facts)


def xy_chains(board: Board) -> Iterator[Proposal]:
    """Cells with two candidates, each sharing one with the next; the ends share a digit: one of the ends holds it."""
    pairs = board.pairs_of_candidates
    starts = [
        (size, start, digit) for size in range(4, LONGEST + 1) for start in pairs for digit in sorted(pairs[start])
    ]
    for size, start, digit in starts:  # of three cells it would be an XY-wing
        (other,) = pairs[start] - {digit}
        for chain in _extend(board, [start], other, digit, size):
            ends = chain[0], chain[-1]
            facts = board.hold_nothing_else(chain)
            links = [board.shared(one, two) for one, two in pairwise(chain)]
            for cell in board.seen_by_all(digit, ends):
                if cell not in chain:
                    weak = [board.shared(cell, end) for end in ends]
                    yield board.excluded("XY-chain", cell, digit, links + weak, facts)


def _extend(board: Board, chain: list[int], carried: int, digit: int, size: int) -> Iterator[list[int]]:
    """Chains of ``size`` cells that begin with ``chain``; its last holds ``carried`` or its first ``digit``."""
    for cell, digits in board.pairs_of_candidates.items():
        if carried in digits and cell not in chain and board.sees(cell, chain[-1]):
            (passed_on,) = digits - {carried}
            longer = [*chain, cell]
            if len(longer) < size:
                yield from _extend(board, longer, passed_on, digit, size)
            elif passed_on == digit:
                yield longer
