"""Strong links of one digit end to end: skyscrapers, kites, turbot fish, empty rectangles, and longer ones.

A unit in which a digit has two places left is a strong link, and so is one whose places fall into two groups of which
each lies in another unit (a *grouped* link). Where two links see each other, one of the ends left holds the digit.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial

from models.deductions import Link, TechniquePattern
from models.language.model import Key
from models.sudoku.board import SYMBOLS
from models.sudoku.techniques.board import CandidateBoard, Description, Finding, Masks, bits, chained, named

BASE = {2: 4.0, 3: 5.4, 4: 5.8}
"""How hard so many links are to see, where all are rows or all are columns."""

BOX, TWISTED, GROUPED = 0.1, 0.1, 0.3
"""What it adds that there is a box among the links, or rows and columns, or a group."""

MAX_GROUPED_PLACES = 6
"""A unit with more places for the digit is no link."""


@dataclass(frozen=True)
class _StrongLink:
    """A strong link: the place of its unit, and its two ends as sets of cells."""

    unit: int
    one: int
    other: int

    @property
    def is_grouped(self) -> bool:
        return bool(self.one & (self.one - 1) or self.other & (self.other - 1))


def strong_links(board: CandidateBoard, size: int) -> Iterator[Finding]:
    """Chains of ``size`` strong links of one digit, the easiest first, of these such as take much away."""
    found = [(*way, digit) for digit in board.digits for way in _ways(board.masks, board.where[digit], size)]
    found.sort(key=lambda item: (item[0], -item[2].bit_count()))
    for number, chain, gone, digit in found:
        describe = partial(_describe, board, digit, chain, gone)
        yield Finding(_name(board.masks, chain), number, [(cell, digit) for cell in bits(gone)], describe)


@lru_cache(maxsize=1 << 8)
def _ways(masks: Masks, where: int, size: int) -> list[tuple[float, tuple[_StrongLink, ...], int]]:
    """All chains for a digit that may be at these places: how hard they are to see, and where it goes."""
    if where.bit_count() < 2 * size:
        return []
    links = [way for link in _links(masks, where) for way in (link, _StrongLink(link.unit, link.other, link.one))]
    seen = {link.one: masks.seen_from(link.one) & where for link in links}
    return [(_number(masks, chain), chain, gone) for chain, gone in _chains(links, seen, size)]


def _links(masks: Masks, where: int) -> Iterator[_StrongLink]:
    units = masks.units
    for place, mask in enumerate(units):
        places = where & mask
        count = places.bit_count()
        if count == 2:
            yield _StrongLink(place, places & -places, places & (places - 1))
        elif 2 < count <= MAX_GROUPED_PLACES:
            others = {p for cell in bits(places) for p in masks.around[cell] if p != place}
            parts = {part for p in sorted(others) if (part := places & units[p]) != places}
            done: set[int] = set()
            for part in sorted(parts):
                rest = places ^ part
                if rest not in done and any(not rest & ~whole for whole in parts):
                    done.add(part)
                    yield _StrongLink(place, part, rest)


def _chains(
    links: Sequence[_StrongLink], seen: dict[int, int], size: int
) -> Iterator[tuple[tuple[_StrongLink, ...], int]]:
    """All chains of links, each one way round, with the places that see both ends; links come unit by unit.

    Sets of links are bits by their places in ``links``.
    """
    after, before, ending = [0] * len(links), [0] * len(links), dict[int, int]()
    starting: dict[int, int] = {}
    upto: dict[int, int] = {}  # the links of a unit and of those before it
    for place, link in enumerate(links):
        upto[link.unit] = (2 << place) - 1
        starting[link.one] = starting.get(link.one, 0) | 1 << place
    next_to = {end: sum(found for one, found in starting.items() if not one & ~near) for end, near in seen.items()}
    for place, link in enumerate(links):
        after[place] = next_to[link.other]
        for following in bits(after[place]):
            before[following] |= 1 << place
        for cell in bits(seen[link.other]):
            ending[cell] = ending.get(cell, 0) | 1 << place

    def extend(way: tuple[int, ...], units: int) -> Iterator[tuple[int, ...]]:
        for place in bits(after[way[-1]] & leading[len(way)]):
            unit = 1 << links[place].unit
            if not units & unit:
                if len(way) + 1 == size:
                    yield (*way, place)
                else:
                    yield from extend((*way, place), units | unit)

    for start, link in enumerate(links):
        # What ends a chain that takes something away, and before that what leads there.
        ends = 0
        for cell in bits(seen[link.one]):
            ends |= ending.get(cell, 0)
        if not (ends := ends & ~upto[link.unit]):
            continue
        leading = [0] * (size - 1) + [ends]
        for depth in range(size - 2, 0, -1):
            for place in bits(leading[depth + 1]):
                leading[depth] |= before[place]
        if after[start] & leading[1]:
            for way in extend((start,), 1 << link.unit):
                yield tuple(links[place] for place in way), seen[link.one] & seen[links[way[-1]].other]


def _number(masks: Masks, chain: Sequence[_StrongLink]) -> float:
    base = BASE[len(chain)]
    if any(link.is_grouped for link in chain):
        return round(base + GROUPED, 1)
    kinds = {masks.kinds[link.unit] for link in chain}
    has_box, is_twisted = bool(kinds - {"row", "column"}), {"row", "column"} <= kinds
    if len(chain) == 2 and has_box:
        return round(base + BOX + TWISTED, 1)
    return round(base + BOX * has_box + TWISTED * is_twisted, 1)


def _name(masks: Masks, chain: Sequence[_StrongLink]) -> str:
    kinds = [masks.kinds[link.unit] for link in chain]
    has_box = any(kind not in ("row", "column") for kind in kinds)
    if len(chain) > 2:
        return "grouped X-chain" if any(link.is_grouped for link in chain) else "X-chain"
    grouped = [link for link in chain if link.is_grouped]
    if any(link.unit in masks.boxes for link in grouped):
        return "empty rectangle"
    if grouped and kinds[0] == kinds[1] and not has_box:
        return _fish_name(masks, chain)
    name = "turbot fish" if has_box else "skyscraper" if kinds[0] == kinds[1] else "two-string kite"
    return f"grouped {name}" if grouped else name


def _fish_name(masks: Masks, chain: Sequence[_StrongLink]) -> str:
    """Two rows, or two columns, with a group: an X-wing with a fin, sashimi where it lacks a corner."""
    across = masks.of_kind["column" if masks.kinds[chain[0].unit] == "row" else "row"]

    def crossed(end: int) -> set[int]:
        return {place for place in across if masks.units[place] & end}

    ends = (crossed(chain[0].one), crossed(chain[-1].other)), (crossed(chain[0].other), crossed(chain[-1].one))
    return "finned X-wing" if all(one & other for one, other in ends) else "sashimi X-wing"


def _describe(board: CandidateBoard, digit: int, chain: Sequence[_StrongLink], gone: int) -> Description:
    symbol = SYMBOLS[digit]
    ends = [end for link in chain for end in (link.one, link.other)]
    out = board.excluded((cell, digit) for cell in bits(gone))
    if any(end & (end - 1) for end in ends):
        links: tuple[Link, ...] = ()
        written = [board.names(bits(ends[0]), "or")]
        for place, end in enumerate(ends[1:]):
            sign = "-" if place % 2 else "="
            written.append(f"{sign}{symbol}{sign} {board.names(bits(end), 'or')}")
        line = " ".join(written)
    else:
        links = board.chain([(end.bit_length() - 1, digit) for end in ends])
        line = chained(links)
    units = [board.units[link.unit] for link in chain]
    either = f"{board.names(bits(ends[0]), 'or')} is {symbol}, or {board.names(bits(ends[-1]), 'or')} is"
    words = (f"{line}, so {out}", f"for in {named(units)}, {symbol} has no other places; so either {either}")
    rules: list[Key] = [unit.rule for unit in units]
    for one, other in zip(ends[1:-1:2], ends[2::2], strict=True):
        rules += board.rules_between(*((a, b) for a in bits(one) for b in bits(other)))
    rules += board.rules_between(*((cell, end) for cell in bits(gone) for end in bits(ends[0] | ends[-1])))
    facts = [fact for unit in units for fact in board.fits_only(digit, unit)]
    sides = tuple(
        board.values(dict.fromkeys((cell, digit) for end in ends[turn::2] for cell in bits(end))) for turn in (0, 1)
    )
    return rules, facts, TechniquePattern(words, sides, links, board.units_at(*units, digit=digit))
