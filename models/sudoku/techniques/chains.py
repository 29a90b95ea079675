"""Chains of a few links: one of their two ends holds the digit, so that whoever sees both ends does not."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise, permutations

from models.deductions import Proposal
from models.sudoku.techniques.board import Board

LONGEST = 7
"""An XY-chain through more cells is looked for by nobody."""


def short_chains(board: Board) -> Iterator[Proposal]:
    """Two units with two places of a digit each, one of which sees one of the other: skyscraper, kite, turbot fish."""
    for digit in board.digits:
        links = list(board.strong_links(digit))
        for (first, *ends), (second, *others) in permutations(links, 2):
            for a, b in (ends, reversed(ends)):
                for c, d in (others, reversed(others)):
                    if len({a, b, c, d}) == 4 and a < d and board.sees(b, c):
                        facts = board.lack(digit, (cell for cell in first.cells if cell not in (a, b)))
                        facts += board.lack(digit, (cell for cell in second.cells if cell not in (c, d)))
                        for cell in board.seen_by_all(digit, (a, d)):
                            if cell not in (b, c):
                                links_used = (first.rule, second.rule, board.shared(b, c))
                                weak = (board.shared(cell, a), board.shared(cell, d))
                                yield Proposal(
                                    _name(first.kind, second.kind),
                                    board.not_value(cell, digit),
                                    tuple(dict.fromkeys(links_used + weak)),
                                    tuple(dict.fromkeys(facts)),
                                )


def xy_chains(board: Board) -> Iterator[Proposal]:
    """Cells with two candidates, each sharing one with the next; the ends share a digit: one of the ends holds it."""
    pairs = board.pairs_of_candidates
    starts = [
        (size, start, digit) for size in range(4, LONGEST + 1) for start in pairs for digit in sorted(pairs[start])
    ]
    for size, start, digit in starts:  # of three cells it would be an XY-wing
        (other,) = pairs[start] - {digit}
        for chain in _extend(board, [start], other, digit, size):
            facts = board.hold_nothing_else(chain)
            links = [board.shared(one, two) for one, two in pairwise(chain)]
            for cell in board.seen_by_all(digit, (chain[0], chain[-1])):
                if cell not in chain:
                    weak = [board.shared(cell, chain[0]), board.shared(cell, chain[-1])]
                    rules = tuple(dict.fromkeys(links + weak))
                    yield Proposal("XY-chain", board.not_value(cell, digit), rules, facts)


def _extend(board: Board, chain: list[int], carried: int, digit: int, size: int) -> Iterator[list[int]]:
    """Chains of ``size`` cells that begin with ``chain``; its last holds ``carried`` or its first ``digit``."""
    pairs = board.pairs_of_candidates
    for cell, digits in pairs.items():
        if carried in digits and cell not in chain and board.sees(cell, chain[-1]):
            (passed_on,) = digits - {carried}
            longer = [*chain, cell]
            if len(longer) < size:
                yield from _extend(board, longer, passed_on, digit, size)
            elif passed_on == digit:
                yield longer


def _name(one: str, other: str) -> str:
    if "box" in (one, other):
        return "turbot fish"
    return "skyscraper" if one == other else "two-string kite"
