"""Chains: one of two candidates holds, link by link, so that whatever neither allows is out.

A *strong* link joins two candidates of which one must hold: the last two of a cell, or the last two places of
a digit in a unit. A *weak* link joins two that cannot both hold. Where strong and weak links alternate and both
ends are strong, one of the two ends holds. Chains are written as people write them: ``R1C5 -4- R4C5`` is a
weak link by the digit 4, ``R1C5 =4= R4C5`` a strong one; links inside a cell go without saying.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache, lru_cache
from itertools import combinations, pairwise

from models.deductions import WEAK, Pattern, Proposal
from models.language.model import Key, Literal
from models.sudoku.instance import SYMBOLS, Layout, Unit
from models.sudoku.techniques.board import Board, Candidate, chained

SHORT, LONGEST = 3, 12
"""So many strong links have a chain that is looked for early, and the longest that is looked for at all."""


def chains(board: Board, longest: int) -> Iterator[Proposal]:
    """The shortest chain of at most ``longest`` strong links that takes anything away: wings, skyscrapers, …"""
    network = _Network(board)
    found = [chain for start in network.partners for chain in network.chains_from(start, longest)]
    yield from (_told(board, network, chain) for chain in sorted(found, key=network.merit))


class _Network:
    """The links between all candidates, which go by numbers; sets of them are the bits of an integer.

    Attributes:
        partners: for each candidate those it has a strong link to, each with the unit of the link, None in a cell.
    """

    def __init__(self, board: Board) -> None:
        order = self._order = len(board.digits)
        self._weak_of = _weak_links(board.layout)
        self.partners: dict[int, list[tuple[int, Unit | None]]] = {}
        self._all = sum(1 << cell * order + digit - 1 for cell, left in board.candidates.items() for digit in left)
        for cell, (one, other) in board.pairs_of_candidates.items():
            self._join(self.number((cell, one)), self.number((cell, other)), None)
        for digit in board.digits:
            for unit, one, other in board.strong_links(digit):
                self._join(self.number((one, digit)), self.number((other, digit)), unit)
        self._linked = sum(1 << candidate for candidate in self.partners)

    def number(self, candidate: Candidate) -> int:
        return candidate[0] * self._order + candidate[1] - 1

    def candidate(self, number: int) -> Candidate:
        cell, digit = divmod(number, self._order)
        return cell, digit + 1

    def link(self, one: int, other: int) -> Unit | None:
        """Where the strong link between two candidates is: in a unit, or in a cell."""
        return next(unit for partner, unit in self.partners[one] if partner == other)

    def chains_from(self, start: int, longest: int) -> Iterator[list[int]]:
        """The shortest chain from ``start`` to each end with which it takes something away, one way round."""
        came_from: dict[int, int] = {}
        off, met = [start], 1 << start
        for _ in range(longest):
            held = []
            for one in off:
                for other, _ in self.partners[one]:
                    if other not in came_from:
                        came_from[other] = one
                        held.append(other)
            off = []
            for end in held:
                if end >= start and (end == start or self.victims(start, end)):
                    yield self._way(start, end, came_from)
                reached = self._weak_of(end) & self._linked & ~met
                met |= reached
                for other in _bits(reached):
                    came_from[~other] = end
                    off.append(other)

    def victims(self, one: int, other: int) -> int:
        """The candidates that are out when one of two holds."""
        return self._weak_of(one) & self._weak_of(other) & self._all

    def merit(self, chain: Sequence[int]) -> tuple[int, bool, int]:
        """Short chains first, of these such as go by one digit or by pairs, then those that take much away."""
        simple = self.is_of_one_digit(chain) or self.is_of_pairs(chain)
        return len(chain), not simple, -self.victims(chain[0], chain[-1]).bit_count()

    def is_of_one_digit(self, chain: Sequence[int]) -> bool:
        """Whether only the places of one digit are linked."""
        return len({candidate % self._order for candidate in chain}) == 1

    def is_of_pairs(self, chain: Sequence[int]) -> bool:
        """Whether all strong links are inside cells."""
        return all(one // self._order == other // self._order for one, other in _links(chain))

    def _join(self, one: int, other: int, unit: Unit | None) -> None:
        for start, end in ((one, other), (other, one)):
            links = self.partners.setdefault(start, [])
            if all(end != known for known, _ in links):
                links.append((end, unit))

    def _way(self, start: int, end: int, came_from: dict[int, int]) -> list[int]:
        way = [end]
        while True:
            way.append(came_from[way[-1]])
            if way[-1] == start:
                return way[::-1]
            way.append(came_from[~way[-1]])


def _told(board: Board, network: _Network, chain: Sequence[int]) -> Proposal:
    """The proposal of a chain; one that ends where it began shows that its candidate holds."""
    told = list(map(network.candidate, chain))
    (first, digit), (last, _) = told[0], told[-1]
    rules: list[Key] = []
    facts: list[Literal] = []
    for one, other in _links(chain):
        cell, (_, linked) = network.candidate(one)[0], network.candidate(other)
        unit = network.link(one, other)
        rules += [unit.rule] if unit else []
        facts += board.fits_only(linked, unit) if unit else board.hold_nothing_else((cell,))
    rules += board.tied(*((one, other) for (one, _), (other, _) in list(pairwise(told))[1::2]))
    ties = board.chain(told)
    sides = (board.values(dict.fromkeys(told[::2])), board.values(dict.fromkeys(told[1::2])))
    held = [f"{board.name(cell)} is {SYMBOLS[value]}" for cell, value in told[1::2]]
    name = _name(network, chain)
    if chain[0] == chain[-1]:
        words = (
            f"{chained(ties)}, so {held[-1]}",
            f"for if {board.name(first)} is not {SYMBOLS[digit]}, then {', so '.join(held)}",
        )
        return Proposal(
            name, board.values(told[:1]), tuple(dict.fromkeys(rules)), tuple(facts), Pattern(words, sides, ties)
        )
    gone = list(map(network.candidate, _bits(network.victims(chain[0], chain[-1]))))
    rules += board.tied(*((cell, end) for cell, _ in gone for end in (first, last)))
    words = (
        f"{chained(ties)}, so {board.excluded(gone)}",
        f"for either {board.name(first)} is {SYMBOLS[digit]}, or {', so '.join(held)}",
    )
    return board.shows(name, gone, rules, facts, Pattern(words, sides, ties))


def _name(network: _Network, chain: Sequence[int]) -> str:
    """What people call the chain."""
    links = [(network.candidate(one), network.candidate(other)) for one, other in _links(chain)]
    if network.is_of_one_digit(chain):
        if len(links) > 2:
            return "X-chain"
        kinds = {unit.kind for one, other in _links(chain) if (unit := network.link(one, other))}
        return "turbot fish" if "box" in kinds else "skyscraper" if len(kinds) == 1 else "two-string kite"
    if network.is_of_pairs(chain):
        pairs = {frozenset((one, other)) for (_, one), (_, other) in links}
        return "remote pair" if len(pairs) == 1 else "XY-wing" if len(links) == 3 else "XY-chain"
    if len(links) == 3:
        (one, two), (three, four), (five, six) = links
        if one[0] == two[0] and five[0] == six[0] and three[1] == four[1] and {one[1], two[1]} == {five[1], six[1]}:
            return "W-wing"
    return "alternating chain"


def _links(chain: Sequence[int]) -> list[tuple[int, int]]:
    """The strong links of a chain."""
    return list(zip(chain[::2], chain[1::2], strict=True))


def _bits(number: int) -> Iterator[int]:
    while number:
        low = number & -number
        yield low.bit_length() - 1
        number ^= low


@lru_cache(maxsize=16)
def _weak_links(layout: Layout) -> Callable[[int], int]:
    """For each candidate, by its number, all those that cannot hold together with it; made when they are asked for."""
    order = layout.order

    @cache
    def weak_of(number: int) -> int:
        cell, digit = divmod(number, order)
        same_cell = ((1 << order) - 1) << cell * order
        others = sum(1 << peer * order + digit for peer in layout.peers[cell])
        return (same_cell | others) & ~(1 << number)

    return weak_of


def xyz_wings(board: Board) -> Iterator[Proposal]:
    """Pivot xyz, wings xz and yz: a cell that sees all three is not z."""
    pairs = board.pairs_of_candidates
    for pivot, digits in board.candidates.items():
        if len(digits) != 3:
            continue
        wings = [cell for cell in pairs if board.sees(cell, pivot) and pairs[cell] < digits]
        for one, other in combinations(wings, 2):
            if pairs[one] == pairs[other]:
                continue
            (digit,) = pairs[one] & pairs[other]
            cells = (pivot, one, other)
            gone = [(cell, digit) for cell in board.seen_by_all(digit, cells) if cell not in cells]
            if gone:
                (shared,), (own,) = pairs[one] - {digit}, pairs[other] - {digit}
                ties = board.chain([(one, digit), (one, shared), (pivot, shared)])
                ties += board.chain([(pivot, own), (other, own), (other, digit)], WEAK)
                words = (
                    f"{chained(ties)}, so {board.excluded(gone)}",
                    f"for {', '.join(map(board.left, cells))}: one of them is {SYMBOLS[digit]}",
                )
                sides = board.values((cell, d) for cell in cells for d in sorted(board.candidates[cell]))
                rules = board.tied((pivot, one), (pivot, other), *((cell, end) for cell, _ in gone for end in cells))
                pattern = Pattern(words, (sides,), ties)
                yield board.shows("XYZ-wing", gone, rules, board.hold_nothing_else(cells), pattern)
