"""Chains: one of two candidates holds, link by link, so that whatever neither allows is out.

A *strong* link joins two candidates of which one must hold: the last two of a cell, or of a digit's places in a unit. A
*weak* link joins two that cannot both hold. Where they alternate and both ends are strong, one of the two ends holds;
where such a chain closes to a ring, one candidate of every weak link does. ``R1C5 -4- R4C5`` is a weak link by the
digit 4, ``R1C5 =4= R4C5`` a strong one; links inside a cell go without saying.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, partial, reduce
from itertools import pairwise
from operator import or_

from models.deductions import TechniquePattern
from models.language.model import Key, Literal
from models.sudoku.board import Unit
from models.sudoku.techniques.board import Candidate, CandidateBoard, Description, Finding, bits, chained, digits_of

X_RING, X_CHAIN, CHAIN = 6.5, 6.6, 7.0
"""How hard the shortest are to see: rings of one digit or of pairs, chains of one digit, chains and rings of both."""

MAX_CHAIN_CANDIDATES = 64
"""No longer chain is looked for."""


Level = tuple[bool, int]
"""What follows so many links from a start: whether these candidates are on, and which they are."""


@dataclass(frozen=True)
class _FoundChain:
    """A way through a network, what it takes away or settles, and how hard it is to see by its length."""

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
    whole = Network(board)
    of_digits = Network(board, by_cell=False)
    best = _best_chain(board, of_digits, X_CHAIN, None)
    best = _best_ring(whole, of_digits, X_RING, best)
    best = _best_ring(whole, Network(board, by_digit=False), X_RING, best)
    best = _best_chain(board, whole, CHAIN, best)
    best = _best_ring(whole, whole, CHAIN, best)
    if best:
        yield _finding(board, best)


def _best_chain(board: CandidateBoard, network: Network, base: float, best: _FoundChain | None) -> _FoundChain | None:
    """The easiest chain of a network, where it is easier than ``best``: a candidate that rules itself out, or in."""
    limit = _limit(base, best)
    for start in network.weak:
        for on in (True, False):
            if limit < 2 or not network.contradicts(start, on):
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


def _best_ring(whole: Network, network: Network, base: float, best: _FoundChain | None) -> _FoundChain | None:
    limit = _limit(base, best)
    for start in filter(network.strong.__contains__, network.weak):
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
        return MAX_CHAIN_CANDIDATES
    limit = 1
    while (round(base + longer(limit + 1), 1), limit + 1) < best.merit:
        limit += 1
    return limit


def _finding(board: CandidateBoard, found: _FoundChain) -> Finding:
    network = found.network
    chain = list(map(network.candidate, found.way))
    if found.is_ring:
        chain = [*chain[1:], chain[0]]
    elif chain[-1] < chain[0]:
        chain.reverse()
    gone = network.candidates(found.gone)
    if found.placed is not None:
        describe = partial(_describe, board, network, chain, ())
        return Finding(_name(network, chain), found.number, (), describe, chain[0])
    describe = partial(_describe_ring if found.is_ring else _describe, board, network, chain, gone)
    return Finding(_name(network, chain, found.is_ring), found.number, gone, describe)


def _describe(
    board: CandidateBoard, network: Network, chain: Sequence[Candidate], gone: Sequence[Candidate]
) -> Description:
    rules, facts = reasons(board, network, chain)
    rules += board.rules_between(*((cell, end) for cell, _ in gone for end in (chain[0][0], chain[-1][0])))
    return rules, facts, board.chain_pattern(chain, gone)


def _describe_ring(
    board: CandidateBoard, network: Network, chain: Sequence[Candidate], gone: Sequence[Candidate]
) -> Description:
    """A ring, of which the candidates at even places hold or else those at odd places."""
    rules, facts = reasons(board, network, chain)
    links = board.chain([*chain, chain[0]])
    sides = (board.values(chain[::2]), board.values(chain[1::2]))
    words = (
        f"{chained(links)}, so {board.excluded(gone)}",
        "for the chain closes to a ring: one value of every weak link holds",
    )
    cells = {cell for cell, _ in chain}
    near = [(cell, end) for cell, _ in gone for end in cells if cell != end and board.sees(cell, end)]
    rules += board.rules_between((chain[-1][0], chain[0][0]), *near)
    return rules, facts, TechniquePattern(words, sides, links)


def reasons(board: CandidateBoard, network: Network, chain: Sequence[Candidate]) -> tuple[list[Key], list[Literal]]:
    rules: list[Key] = []
    facts: list[Literal] = []
    for one, other in _links(chain):
        more_rules, more_facts = board.only_one_left(other, network.link(one, other))
        rules += more_rules
        facts += more_facts
    rules += board.rules_between(*((one, other) for (one, _), (other, _) in list(pairwise(chain))[1::2]))
    return rules, facts


def _name(network: Network, chain: Sequence[Candidate], is_ring: bool = False) -> str:
    links = _links(chain)
    if len({digit for _, digit in chain}) == 1:
        return "X-ring" if is_ring else "X-chain"
    if all(one[0] == other[0] for one, other in links):
        return "XY-ring" if is_ring else "XY-chain"
    if len(links) == 3 and not is_ring:
        (one, two), (three, four), (five, six) = links
        if one[0] == two[0] and five[0] == six[0] and three[1] == four[1] and {one[1], two[1]} == {five[1], six[1]}:
            return "W-wing"
    return "alternating ring" if is_ring else "alternating chain"


def _links(chain: Sequence[Candidate]) -> list[tuple[Candidate, Candidate]]:
    return list(zip(chain[::2], chain[1::2], strict=True))


class Network:
    """The links on a board: ``weak`` and ``strong``, for each candidate (that has such links) the others as bits.

    Candidates go by numbers, those of a digit in a row. What holds is *on*, what does not is *off*. ``by_digit``: the
    last two places of a digit in a unit are a strong link; ``by_cell``: so are the last two candidates of a cell, and
    any two are a weak one.
    """

    def __init__(self, board: CandidateBoard, by_digit: bool = True, by_cell: bool = True) -> None:
        self._board = board
        size = self.size = len(board.left)
        self.weak: dict[int, int] = {}
        self.strong: dict[int, int] = {}
        for cell, left in enumerate(board.left):
            digits = digits_of(left)
            inside = sum(1 << digit * size + cell for digit in digits) if by_cell else 0
            for digit in digits:
                number = digit * size + cell
                peers = (board.where[digit] & board.masks.peers[cell]) << digit * size
                self.weak[number] = (inside | peers) & ~(1 << number)
            if by_cell and len(digits) == 2:
                self._join(digits[0] * size + cell, digits[1] * size + cell)
        if by_digit:
            for digit in board.digits:
                for mask in board.masks.units:
                    places = board.where[digit] & mask
                    if places.bit_count() == 2:
                        one, other = bits(places)
                        self._join(digit * size + one, digit * size + other)
        self.linked = sum(1 << number for number in self.strong)

    def candidate(self, number: int) -> Candidate:
        digit, cell = divmod(number, self.size)
        return cell, digit

    def candidates(self, numbers: int) -> list[Candidate]:
        return [self.candidate(number) for number in bits(numbers)]

    def link(self, one: Candidate, other: Candidate) -> Unit | None:
        """Where the strong link between two candidates is: in a unit, or in a cell."""
        board = self._board
        if one[0] == other[0]:
            return None
        both = 1 << one[0] | 1 << other[0]
        where = board.where[one[1]]
        return next(unit for unit, mask in zip(board.units, board.masks.units, strict=True) if where & mask == both)

    @cached_property
    def _following(self) -> dict[int, int]:
        """For each candidate those that are on by strong links from what it rules out."""
        return {
            number: reduce(or_, (self.strong[off] for off in bits(links & self.linked)), 0)
            for number, links in self.weak.items()
        }

    @cached_property
    def _reached(self) -> dict[int, int]:
        """For each candidate all that are on if it is, itself included."""
        reached: dict[int, int] = {}
        for start in self.weak:
            found = waiting = 1 << start
            while waiting:
                number = waiting.bit_length() - 1
                known = reached.get(number)
                more = (self._following[number] if known is None else known) & ~found
                found |= more
                waiting = waiting ^ 1 << number | more if known is None else waiting & ~known
            reached[start] = found
        return reached

    def contradicts(self, start: int, on: bool) -> bool:
        """Whether it follows from a candidate being on that it is off, or the other way round."""
        if on:
            return bool(self._reached[start] & self.weak[start])
        return any(self._reached[number] >> start & 1 for number in bits(self.strong.get(start, 0)))

    def levels(self, start: int, on: bool, limit: int, back_to: int | None = None) -> list[Level]:
        """All that follows from a candidate being on, or off: what is met first after each number of links.

        It ends after ``limit`` levels, or where ``back_to`` is met again, not as it was at the start.
        """
        found = [(on, 1 << start)]
        met = {on: 1 << start, not on: 0}
        state, latest = on, 1 << start
        while latest and len(found) < limit:
            following = 0
            if state:
                for number in bits(latest):
                    following |= self.weak[number]
            else:
                for number in bits(latest & self.linked):
                    following |= self.strong[number]
            state = not state
            latest = following & ~met[state]
            met[state] |= latest
            if latest:
                found.append((state, latest))
            if back_to is not None and state is not on and latest >> back_to & 1:
                break
        return found

    def way(self, levels: Sequence[Level], end: int) -> list[int]:
        """A shortest way to a candidate that is in the last of some levels."""
        way = [end]
        for on, level in reversed(levels[:-1]):
            links = self.weak if on else self.strong
            way.append(next(number for number in bits(level) if links.get(number, 0) >> way[-1] & 1))
        return way[::-1]

    def rings(self, start: int, limit: int) -> Iterator[list[int]]:
        """Ways from a candidate that is on back to it, on and off by turns, the short ones first; ``limit`` at most."""
        closing = self.strong[start]
        ways, length, met = [[start]], 2, 1 << start
        while ways and length <= limit:
            if length > 2:
                for way in ways:
                    for last in bits(self.weak[way[-1]] & closing):
                        if last not in way:
                            yield [*way, last]
            longer_ways = []
            for way in ways:
                if not self._following[way[-1]] & ~met:
                    continue
                for off in bits(self.weak[way[-1]] & self.linked):
                    fresh = self.strong[off] & ~met
                    if fresh and off not in way[1::2]:
                        met |= fresh
                        longer_ways += [[*way, off, other] for other in bits(fresh)]
            ways, length = longer_ways, length + 2

    def _join(self, one: int, other: int) -> None:
        self.strong[one] = self.strong.get(one, 0) | 1 << other
        self.strong[other] = self.strong.get(other, 0) | 1 << one


def longer(complexity: int) -> float:
    """What it adds to the difficulty of chains that there are so many candidates in all of them.

    The steps are those of Sudoku Explainer: a tenth beyond 4, 6, 8, 12, 16, 24 … links.
    """
    added, most, odd = 0, 4, False
    while complexity - 2 > most:
        added += 1
        most = most * 4 // 3 if odd else most * 3 // 2
        odd = not odd
    return added / 10
