"""Kraken fish: a fish of lines whose fins do not see what it takes away, but are joined to it by chains.

If a candidate held, chains would take so many places of a digit from some rows that these have all the rest in one
column less; so it does not hold. The name is that of HoDoKu's guide.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial, reduce
from itertools import combinations
from operator import or_

from models.deductions import WEAK, TechniquePattern
from models.language.model import Key, Literal
from models.sudoku.board import SYMBOLS
from models.sudoku.techniques.board import LINES, Candidate, CandidateBoard, Description, Finding, bits, chained, named
from models.sudoku.techniques.chains import Level, Network, reasons
from models.sudoku.techniques.fish import SIZES

MAX_LINKS = 8
"""No longer chain is followed to a fin."""


def kraken_fish(board: CandidateBoard, size: int) -> Iterator[Finding]:
    """All of ``size`` lines, with one chain at least."""
    network = Network(board)
    for start in network.weak:
        levels = network.levels(start, True, MAX_LINKS)
        off = sum(latest for is_on, latest in levels if not is_on)
        for digit in board.digits:
            out = board.where[digit] & off >> digit * network.size
            for bases, crossed in _narrowed(board, digit, out, size) if out else ():
                lost = out & board.masks.union(bases) & ~board.masks.union(bits(crossed))
                ways = [_way(network, levels, digit * network.size + cell) for cell in bits(lost)]
                if any(len(way) > 2 for way in ways):
                    describe = partial(_describe, board, network, start, digit, bases, crossed, ways)
                    yield Finding(f"kraken {SIZES[size]}", None, [network.candidate(start)], describe)


def _narrowed(board: CandidateBoard, digit: int, out: int, size: int) -> Iterator[tuple[tuple[int, ...], int]]:
    """Lines of one kind with too few lines across for a digit that is ``out`` of some cells, and these as bits."""
    masks = board.masks
    left = board.where[digit] & ~out
    for base_kind, cover_kind in LINES:
        lines = [
            (base, sum(1 << cover for cover in masks.of_kind[cover_kind] if masks.units[cover] & places))
            for base in masks.of_kind[base_kind]
            if (places := left & masks.units[base])
        ]
        yield from _too_narrow(lines, size)


def _too_narrow(lines: Sequence[tuple[int, int]], size: int) -> Iterator[tuple[tuple[int, ...], int]]:
    """So many lines that cross one other line less, of which no fewer do so."""
    few = [line for line in lines if line[1].bit_count() < size]
    for chosen in combinations(few, size):
        crossed = [crossing for _, crossing in chosen]
        if reduce(or_, crossed).bit_count() < size and all(
            reduce(or_, fewer).bit_count() >= len(fewer)
            for less in range(1, size)
            for fewer in combinations(crossed, less)
        ):
            yield tuple(base for base, _ in chosen), reduce(or_, crossed)


def _way(network: Network, levels: Sequence[Level], end: int) -> list[int]:
    depth = next(depth for depth, (is_on, latest) in enumerate(levels) if not is_on and latest >> end & 1)
    return network.way(levels[: depth + 1], end)


def _describe(
    board: CandidateBoard,
    network: Network,
    start: int,
    digit: int,
    bases: Sequence[int],
    crossed: int,
    ways: Sequence[Sequence[int]],
) -> Description:
    target = network.candidate(start)
    lines = [board.units[base] for base in bases]
    across = [board.units[cover] for cover in bits(crossed)]
    rules: list[Key] = [unit.rule for unit in (*lines, *across)]
    facts: list[Literal] = [fact for line in lines for fact in board.fits_only(digit, line)]
    chains: list[str] = []
    for way in ways:
        chain: list[Candidate] = list(map(network.candidate, way))
        more_rules, more_facts = reasons(board, network, chain[1:-1])
        rules += [*more_rules, *board.rules_between((target[0], chain[1][0]), (chain[-2][0], chain[-1][0]))]
        facts += more_facts
        if len(way) > 2:
            chains.append(chained(board.chain(chain, WEAK)))
    symbol = SYMBOLS[digit]
    so = f"then {symbol} fits only {named(across)} in {named(lines)}, which is too narrow"
    words = (
        f"if {board.name(target[0])} is {SYMBOLS[target[1]]}: {'; '.join(chains)}; {so}",
        f"so {board.excluded([target])}",
    )
    places = [(cell, digit) for line in lines for cell in board.places(line, digit)]
    sides = (board.values(dict.fromkeys(places)),)
    return rules, facts, TechniquePattern(words, sides, look=board.units_at(*lines, digit=digit))
