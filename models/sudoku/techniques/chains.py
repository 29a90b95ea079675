"""Chains: one of two candidates holds, link by link, so that whatever neither allows is out.

A *strong* link joins two candidates of which one must hold: the last two of a cell, or the last two places of
a digit in a unit. A *weak* link joins two that cannot both hold. Where strong and weak links alternate and both
ends are strong, one of the two ends holds. Where such a chain closes to a ring, one candidate of every weak link
holds. Chains are written as people write them: ``R1C5 -4- R4C5`` is a weak link by the digit 4, ``R1C5 =4= R4C5``
a strong one; links inside a cell go without saying.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise

from models.deductions import TechniquePattern
from models.language.model import Key, Literal
from models.sudoku.techniques.board import Candidate, CandidateBoard, Description, Finding, bits, chained
from models.sudoku.techniques.network import Network, longer

X_RING, X_CHAIN, CHAIN = 6.5, 6.6, 7.0
"""How hard the shortest are to see: rings of one digit or of pairs, chains of one digit, chains and rings of both."""

LONGEST = 64
"""No longer chain is looked for."""


@dataclass(frozen=True)
class _FoundChain:
    """A way through a network.

    Attributes:
        number: how hard it is to see.
        complexity: how many candidates, on or off, it goes by.
        way: the candidates; ``gone`` are those that it takes away, and ``placed`` the one that it settles.
    """

    number: float
    complexity: int
    network: Network
    way: Sequence[int]
    gone: int
    placed: int | None = None
    is_ring: bool = False

    @property
    def merit(self) -> tuple[float, int]:
        return self.number, self.complexity


def chains(board: CandidateBoard) -> Iterator[Finding]:
    """The easiest chain or ring that takes something away."""
    best: _FoundChain | None = None
    for by_digit, by_cell in ((True, False), (False, True), (True, True)):
        network = Network(board, by_digit, by_cell)
        mixed = by_digit and by_cell
        if by_digit:
            best = _best_chain(board, network, CHAIN if mixed else X_CHAIN, best)
        best = _best_ring(board, network, CHAIN if mixed else X_RING, best, only_linked=not by_digit)
    if best:
        yield _finding(board, best)


def _best_chain(board: CandidateBoard, network: Network, base: float, best: _FoundChain | None) -> _FoundChain | None:
    """The easiest chain of a network, where it is easier than ``best``: a candidate that rules itself out, or in."""
    limit = _limit(base, best)
    for start in network.weak:
        for on in (True, False):
            if limit < 2 or not (network.weak[start] & network.linked if on else start in network.strong):
                continue
            levels = network.levels(start, on, limit, start)
            state, latest = levels[-1]
            if state is on or not latest >> start & 1:
                continue
            way = network.way(levels, start)
            if on:
                way = way[1:-1]
                gone, placed = network.weak[way[0]] & network.weak[way[-1]], None
            else:
                cell, digit = network.candidate(start)
                others = board.left[cell] & ~(1 << digit)
                gone, placed = sum(1 << other * network.size + cell for other in bits(others)), start
            if gone:
                complexity = len(levels)
                best = _FoundChain(round(base + longer(complexity), 1), complexity, network, way, gone, placed)
                limit = _limit(base, best)
    return best


def _best_ring(
    board: CandidateBoard, network: Network, base: float, best: _FoundChain | None, only_linked: bool
) -> _FoundChain | None:
    """The easiest ring of a network, where it is easier than ``best``."""
    whole = Network(board)
    limit = _limit(base, best)
    for start in network.strong if only_linked else network.weak:
        for way in network.rings(start, limit):
            on = off = inside = 0
            for place, number in enumerate(way):
                if place % 2:
                    off |= whole.weak[number]
                else:
                    on |= whole.weak[number]
                inside |= 1 << number % network.size
            gone = on & off & ~sum(1 << number for number in way)
            if any(not inside >> cell & 1 for cell, _ in network.candidates(gone)):
                best = _FoundChain(round(base + longer(len(way)), 1), len(way), network, way, gone, is_ring=True)
                limit = _limit(base, best)
                break
    return best


def _limit(base: float, best: _FoundChain | None) -> int:
    """The most candidates that a chain can have and still be easier than the best one yet."""
    if best is None:
        return LONGEST
    limit = 1
    while (round(base + longer(limit + 1), 1), limit + 1) < best.merit:
        limit += 1
    return limit


def _finding(board: CandidateBoard, found: _FoundChain) -> Finding:
    network = found.network
    told = list(map(network.candidate, found.way))
    if found.is_ring:
        told = [*told[1:], told[0]]
    elif told[-1] < told[0]:
        told.reverse()
    gone = network.candidates(found.gone)
    if found.placed is not None:
        describe = partial(_describe, board, network, told, ())
        return Finding(_name(network, told), found.number, (), describe, told[0])
    describe = partial(_describe_ring if found.is_ring else _describe, board, network, told, gone)
    return Finding(_name(network, told, found.is_ring), found.number, gone, describe)


def _describe(
    board: CandidateBoard, network: Network, told: Sequence[Candidate], gone: Sequence[Candidate]
) -> Description:
    """A chain; one that ends where it began shows that its candidate holds."""
    rules, facts = _reasons(board, network, told)
    rules += board.rules_between(*((cell, end) for cell, _ in gone for end in (told[0][0], told[-1][0])))
    return rules, facts, board.chain_pattern(told, gone)


def _describe_ring(
    board: CandidateBoard, network: Network, told: Sequence[Candidate], gone: Sequence[Candidate]
) -> Description:
    """A ring, of which the candidates at even places hold or else those at odd places."""
    rules, facts = _reasons(board, network, told)
    links = board.chain([*told, told[0]])
    sides = (board.values(told[::2]), board.values(told[1::2]))
    words = (
        f"{chained(links)}, so {board.excluded(gone)}",
        "for the chain closes to a ring: one value of every weak link holds",
    )
    cells = {cell for cell, _ in told}
    near = [(cell, end) for cell, _ in gone for end in cells if cell != end and board.sees(cell, end)]
    rules += board.rules_between((told[-1][0], told[0][0]), *near)
    return rules, facts, TechniquePattern(words, sides, links)


def _reasons(board: CandidateBoard, network: Network, told: Sequence[Candidate]) -> tuple[list[Key], list[Literal]]:
    """The rules and facts behind the links of a chain."""
    rules: list[Key] = []
    facts: list[Literal] = []
    for one, other in _links(told):
        more_rules, more_facts = board.only_one_left(other, network.link(one, other))
        rules += more_rules
        facts += more_facts
    rules += board.rules_between(*((one, other) for (one, _), (other, _) in list(pairwise(told))[1::2]))
    return rules, facts


def _name(network: Network, told: Sequence[Candidate], is_ring: bool = False) -> str:
    """What people call the chain."""
    links = _links(told)
    if len({digit for _, digit in told}) == 1:
        return "X-ring" if is_ring else "X-chain"
    if all(one[0] == other[0] for one, other in links):
        return "XY-ring" if is_ring else "XY-chain"
    if len(links) == 3 and not is_ring:
        (one, two), (three, four), (five, six) = links
        if one[0] == two[0] and five[0] == six[0] and three[1] == four[1] and {one[1], two[1]} == {five[1], six[1]}:
            return "W-wing"
    return "alternating ring" if is_ring else "alternating chain"


def _links(told: Sequence[Candidate]) -> list[tuple[Candidate, Candidate]]:
    """The strong links of a chain."""
    return list(zip(told[::2], told[1::2], strict=True))
