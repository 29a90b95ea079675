"""Alternating inference chains with groups of cells and almost locked sets: all of them, and not the easiest alone.

A *node* says that one of some cells, which see each other, holds a digit. Of a *strong* link one end holds: two nodes
that share all places of a digit in a unit, the last two candidates of a cell, or two digits of an almost locked set,
which lacks one of its digits at most. Of a *weak* link one end at most holds: the cells of the one node see those of
the other, or it is one cell. Where they alternate from a strong link to a strong one, one of the two ends holds; where
such a chain closes, one end of every link does, and each of its sets holds all the rest of its digits.

The names are those of HoDoKu's guide.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations, pairwise, product

from models.deductions import Link, TechniquePattern
from models.language.model import Key, Literal
from models.sudoku.board import SYMBOLS
from models.sudoku.techniques.board import (
    Candidate,
    CandidateBoard,
    Description,
    Finding,
    bits,
    chained,
    digits_of,
    written,
)
from models.sudoku.techniques.wings import almost_locked_sets

MAX_NODES = 20
"""No longer chain is looked for."""

MAX_SET_CELLS = 5
"""The largest almost locked set in a chain."""

Node = tuple[int, int]
"""A digit, and the cells of which one holds it, as bits."""

WINGS = {2: "ALS-XZ", 3: "ALS-XY-wing"}
"""Chains of so many almost locked sets and nothing else."""


@dataclass(frozen=True)
class _Chain:
    """Nodes that hold or else the next ones do, what goes by them, and whether they close to a ring."""

    way: tuple[Node, ...]
    gone: tuple[Candidate, ...]
    is_ring: bool = False


def inference_chains(board: CandidateBoard, groups: bool = False, sets: bool = False) -> Iterator[Finding]:
    """Every pair of ends of a chain that takes something away, by the shortest way; and rings. The short ones first."""
    network = _InferenceGraph(board, groups, sets)
    found: dict[tuple[Candidate, ...], _Chain] = {}
    for chain in network.chains():
        best = found.get(chain.gone)
        if best is None or len(chain.way) < len(best.way):
            found[chain.gone] = chain
    for chain in sorted(found.values(), key=lambda chain: (len(chain.way), -len(chain.gone))):
        yield Finding(network.name(chain), None, chain.gone, partial(_describe, board, network, chain))


class _InferenceGraph:
    """Nodes with the nodes that each has a weak or a strong link to, as bits by their places in ``nodes``."""

    def __init__(self, board: CandidateBoard, groups: bool, sets: bool) -> None:
        self._board = board
        self._size = len(board.left)
        self.nodes: list[Node] = [(digit, 1 << cell) for digit in board.digits for cell in bits(board.where[digit])]
        self._number = {node: number for number, node in enumerate(self.nodes)}
        self.singles = len(self.nodes)
        self._strong: list[int] = [0] * self.singles
        self._set_of: dict[frozenset[Node], int] = {}
        if groups:
            self._add_groups()
        self._join_places()
        for cell, left in enumerate(board.left):
            if left.bit_count() == 2:
                low, high = digits_of(left)
                self._join((low, 1 << cell), (high, 1 << cell))
        if sets:
            for size in range(2, MAX_SET_CELLS + 1):
                for found in almost_locked_sets(board, size):
                    ends = [(digit, board.where[digit] & found.cells) for digit in digits_of(found.digits)]
                    for one, other in combinations(ends, 2):
                        self._join(one, other)
                        self._set_of.setdefault(frozenset((one, other)), found.cells)
        self._weak = self._weak_links()
        self._near = [links & (1 << self.singles) - 1 for links in self._weak]

    def chains(self) -> Iterator[_Chain]:
        for start, node in enumerate(self.nodes):
            levels = self._levels(start)
            for depth, level in enumerate(levels[3::2], 2):
                for end in bits(level):
                    gone = self._near[start] & self._near[end]
                    if gone and start <= end:
                        yield _Chain(self._way(levels[: 2 * depth], end), self._candidates(gone))
                    if self._weak[end] >> start & 1 and node < self.nodes[end]:
                        yield from self._ring(self._way(levels[: 2 * depth], end))

    def name(self, chain: _Chain) -> str:
        links = list(zip(chain.way[::2], chain.way[1::2], strict=True))
        sets = [self.set_of(*link) for link in links]
        large = [cells for cells in sets if cells & (cells - 1)]
        what = "ring" if chain.is_ring else "chain"
        if large:
            if all(sets):
                return WINGS.get(len(sets), "ALS chain") if not chain.is_ring else "ALS ring"
            return f"alternating {what} with ALS"
        grouped = "grouped " if any(cells & (cells - 1) for _, cells in chain.way) else ""
        if len({digit for digit, _ in chain.way}) == 1:
            return f"{grouped}X-{what}"
        if all(sets):
            return f"XY-{what}"
        is_wing = [*map(bool, sets)] == [True, False, True] and chain.way[0] != chain.way[-1] and not chain.is_ring
        if is_wing and chain.way[0][0] == chain.way[-1][0]:
            return f"{grouped}W-wing"
        return f"{grouped}alternating {what}"

    def set_of(self, one: Node, other: Node) -> int:
        """The cells of the almost locked set in which a strong link is, or its cell; 0 for one in a unit."""
        if one[0] == other[0]:
            return 0
        return self._set_of.get(frozenset((one, other)), one[1])

    def _add_groups(self) -> None:
        masks = self._board.masks
        for one, other in combinations(range(len(masks.units)), 2):
            if (both := masks.units[one] & masks.units[other]) & (both - 1):
                for digit in self._board.digits:
                    if (cells := self._board.where[digit] & both) & (cells - 1):
                        self._add((digit, cells))

    def _join_places(self) -> None:
        """Strong links between nodes that have all places of a digit in a unit between them."""
        of_digit: dict[int, list[Node]] = {}
        for node in self.nodes:
            of_digit.setdefault(node[0], []).append(node)
        for digit, nodes in of_digit.items():
            for mask in self._board.masks.units:
                places = self._board.where[digit] & mask
                inside = [node for node in nodes if not node[1] & ~mask]
                for one, other in combinations(inside, 2):
                    if one[1] | other[1] == places and one[1] != places != other[1]:
                        self._join(one, other)

    def _add(self, node: Node) -> int:
        number = self._number.setdefault(node, len(self.nodes))
        if number == len(self.nodes):
            self.nodes.append(node)
            self._strong.append(0)
        return number

    def _join(self, one: Node, other: Node) -> None:
        first, second = self._add(one), self._add(other)
        self._strong[first] |= 1 << second
        self._strong[second] |= 1 << first

    def _weak_links(self) -> list[int]:
        seen = [self._board.seen_from(cells) for _, cells in self.nodes]
        links = [0] * len(self.nodes)
        alike: dict[object, list[int]] = {}
        for number, (digit, cells) in enumerate(self.nodes):
            alike.setdefault(digit, []).append(number)
            if number < self.singles:
                alike.setdefault(("cell", cells), []).append(number)
        for key, numbers in alike.items():
            for one, other in combinations(numbers, 2):
                if isinstance(key, tuple) or not self.nodes[other][1] & ~seen[one]:
                    links[one] |= 1 << other
                    links[other] |= 1 << one
        return links

    def _levels(self, start: int) -> list[int]:
        """The nodes first met after each link if that at ``start`` does not hold: some hold, then some do not …"""
        levels = [1 << start]
        met = [1 << start, 0]
        while len(levels) < MAX_NODES:
            links = self._weak if len(levels) % 2 == 0 else self._strong
            following = 0
            for number in bits(levels[-1]):
                following |= links[number]
            following &= ~met[len(levels) % 2]
            if not following:
                break
            met[len(levels) % 2] |= following
            levels.append(following)
        return levels

    def _way(self, levels: Sequence[int], end: int) -> tuple[Node, ...]:
        way = [end]
        for depth in range(len(levels) - 2, -1, -1):
            links = self._strong if depth % 2 == 0 else self._weak
            near = levels[depth] & links[way[-1]]
            way.append((near & -near).bit_length() - 1)
        return tuple(self.nodes[number] for number in reversed(way))

    def _ring(self, way: tuple[Node, ...]) -> Iterator[_Chain]:
        """What goes by a ring: what sees both ends of a weak link, or all of a digit that one of its sets must hold."""
        if len({*way}) < len(way):
            return
        off = 0
        numbers = [self._number[node] for node in way]
        for start, end in zip(numbers[1::2], [*numbers[2::2], numbers[0]], strict=True):
            off |= self._near[start] & self._near[end]
        gone = dict.fromkeys(self._candidates(off))
        for one, other in zip(way[::2], way[1::2], strict=True):
            if (cells := self.set_of(one, other)) & (cells - 1):
                for digit, held in self.held_besides(cells, one[0], other[0]):
                    gone |= dict.fromkeys((cell, digit) for cell in bits(held))
        if gone:
            yield _Chain(way, tuple(sorted(gone)), is_ring=True)

    def held_besides(self, cells: int, *but: int) -> Iterator[tuple[int, int]]:
        """The digits of a set but for two, each with the other places of it that all those in the set see."""
        where = self._board.where
        for digit in self._board.digits:
            if digit not in but and where[digit] & cells:
                yield digit, self._board.seen_from(where[digit] & cells) & where[digit] & ~cells

    def _candidates(self, numbers: int) -> tuple[Candidate, ...]:
        found = (self.nodes[number] for number in bits(numbers))
        return tuple(sorted((cells.bit_length() - 1, digit) for digit, cells in found))


def _describe(board: CandidateBoard, network: _InferenceGraph, chain: _Chain) -> Description:
    way = chain.way
    rules: list[Key] = []
    facts: list[Literal] = []
    links = list(zip(way[::2], way[1::2], strict=True))
    for one, other in links:
        more_rules, more_facts = _strong_reasons(board, network, one, other)
        rules += more_rules
        facts += more_facts
    weak = list(pairwise(way))[1::2] + ([(way[-1], way[0])] if chain.is_ring else [])
    ends = way if chain.is_ring else (way[0], way[-1])
    inside = _sets(network, chain) if chain.is_ring else []
    cells = [cell for held in (*(held for _, held in ends), *inside) for cell in bits(held)]
    pairs = [pair for one, other in weak for pair in product(bits(one[1]), bits(other[1]))]
    pairs += [(cell, end) for cell, _ in chain.gone for end in cells if board.sees(cell, end)]
    rules += board.rules_between(*pairs)
    words = (f"{_written(board, network, chain)}, so {board.excluded(chain.gone)}", _why(board, network, chain))
    sides = tuple(
        board.values(dict.fromkeys((cell, digit) for digit, held in way[turn::2] for cell in bits(held)))
        for turn in (0, 1)
    )
    return rules, facts, TechniquePattern(words, sides, _links(board, chain), board.cells_at(*dict.fromkeys(cells)))


def _strong_reasons(
    board: CandidateBoard, network: _InferenceGraph, one: Node, other: Node
) -> tuple[list[Key], list[Literal]]:
    if cells := network.set_of(one, other):
        return board.rules_between(*combinations(bits(cells), 2)), list(board.hold_nothing_else(bits(cells)))
    both, where = one[1] | other[1], board.where[one[0]]
    masks = zip(board.units, board.masks.units, strict=True)
    unit = next(unit for unit, mask in masks if where & mask == both)
    return [unit.rule], list(board.fits_only(one[0], unit))


def _links(board: CandidateBoard, chain: _Chain) -> tuple[Link, ...]:
    """The links to be drawn, where all nodes are single cells."""
    if any(cells & (cells - 1) for _, cells in chain.way):
        return ()
    ends = [(cells.bit_length() - 1, digit) for digit, cells in chain.way]
    return board.chain([*ends, ends[0]] if chain.is_ring else ends)


def _written(board: CandidateBoard, network: _InferenceGraph, chain: _Chain) -> str:
    """The chain in words: ``R1C5 -4- R4C5 =4= (R4C7 or R4C8)``; ``=4,7=`` is a link within a set, from 4 to 7."""
    way = [*chain.way, chain.way[0]] if chain.is_ring else chain.way
    if not _sets(network, chain) and (links := _links(board, chain)):
        return chained(links)
    written = [_cells(board, way[0][1])]
    for place, (one, other) in enumerate(pairwise(way)):
        if one[1] == other[1]:
            continue  # links inside a cell go without saying
        sign = "-" if place % 2 else "="
        digits = dict.fromkeys((SYMBOLS[one[0]], SYMBOLS[other[0]]))
        written.append(f"{sign}{','.join(digits)}{sign} {_cells(board, other[1])}")
    return " ".join(written)


def _sets(network: _InferenceGraph, chain: _Chain) -> list[int]:
    """The sets of several cells in which links are."""
    found = (network.set_of(*link) for link in zip(chain.way[::2], chain.way[1::2], strict=True))
    return [*dict.fromkeys(cells for cells in found if cells & (cells - 1))]


def _cells(board: CandidateBoard, cells: int) -> str:
    names = board.names(bits(cells), "or")
    return f"({names})" if cells & (cells - 1) else names


def _why(board: CandidateBoard, network: _InferenceGraph, chain: _Chain) -> str:
    sets = [
        f"{board.names(bits(cells))} have {written(sorted(set().union(*(board.candidates[c] for c in bits(cells)))))}"
        for cells in _sets(network, chain)
    ]
    if chain.is_ring:
        holds = "one end of every link holds, for the chain closes to a ring"
    else:
        one, other = (
            f"{board.names(bits(cells), 'or')} is {SYMBOLS[digit]}" for digit, cells in (chain.way[0], chain.way[-1])
        )
        holds = f"either {one}, or {other}" if one != other else f"if not, then {one} after all"
    return f"for {'; '.join([*sets, holds])}"
