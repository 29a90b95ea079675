"""Tables of counts: how many exact covers a statement has, as sums that anyone can add up again.

A row is a set of open items and a number: in so many ways the primary ones among them can be met exactly once, and the
others at most once. It is checked alone: the number must be the sum over all options that meet the set's first
primary item and nothing outside the set, each counting what the table says of the set it leaves, and 1 where no primary
item is open. The row of all items is the count. No search is repeated and no solver is needed.

The items are lines of the statement, "exactly one of these" (primary) or "at most one of these" (secondary), and its
Booleans are the options. The table names the lines in the order of its bits. ``README.md`` says why the count is right.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from solvers.core.limits import ENDLESS, Clock
from solvers.proofs.formula import PBConstraint, PBFormula, Rejected, lines_of, whole

TABLE_HEADER = "exact cover table version 1.0"

MAX_COUNT_BITS = 14_000
"""Bits of a count: Python writes no number of more than 4,300 digits."""

MAX_TABLE_ROWS = 8_000_000
"""Rows of a table, a few hundred bytes each."""

MAX_OPTION_BITS = 8_000_000_000
"""Bits of all options, each of which has one for every item: a gigabyte."""

_ROW = re.compile("[0-9a-f ]*")
"""What rows are written in: Python would read signs, underscores and other scripts' digits as numbers too."""


@dataclass(frozen=True)
class Items:
    """A statement read as an exact cover problem.

    For each line "exactly one of these", ``primary`` has its number and the Booleans; ``secondary`` likewise for "at
    most one of these". Booleans that are given to be true are ``chosen``, and those given to be false ``removed``.
    """

    primary: Mapping[int, frozenset[int]]
    secondary: Mapping[int, frozenset[int]]
    chosen: frozenset[int]
    removed: frozenset[int]

    def options(self) -> dict[int, list[int]]:
        """For each Boolean that can still be true, the numbers of its lines; a given choice has met none of them."""
        met = {number for number, members in self._all() if members & self.chosen}
        options: dict[int, list[int]] = {}
        ruled_out = set(self.removed | self.chosen)
        for number, members in self._all():
            for boolean in members:
                if number in met:
                    ruled_out.add(boolean)
                else:
                    options.setdefault(boolean, []).append(number)
        return {boolean: numbers for boolean, numbers in options.items() if boolean not in ruled_out}

    def open(self) -> tuple[list[int], list[int]]:
        return (
            [number for number, members in self.primary.items() if not members & self.chosen],
            [number for number, members in self.secondary.items() if not members & self.chosen],
        )

    def is_contradictory(self) -> bool:
        """Whether two given choices meet the same line, or what is chosen is ruled out too."""
        doubled = any(len(members & self.chosen) > 1 for _, members in self._all())
        return doubled or not self.chosen.isdisjoint(self.removed)

    def _all(self) -> Iterator[tuple[int, frozenset[int]]]:
        yield from self.primary.items()
        yield from self.secondary.items()


def items_of(formula: PBFormula) -> Items | None:
    """``formula`` as an exact cover problem; None where one of its lines says something else."""
    primary: dict[int, frozenset[int]] = {}
    secondary: dict[int, frozenset[int]] = {}
    chosen: frozenset[int] = frozenset()
    removed: frozenset[int] = frozenset()
    met_above = False
    for number, (constraint, below) in enumerate(zip_longest(formula.constraints, formula.constraints[1:]), 1):
        some, group = _some(constraint), _at_most_one(constraint)
        if met_above:  # the second half of an equality
            met_above = False
        elif some is not None and below is not None and _at_most_one(below) == some:
            primary[number] = some
            met_above = True
        elif some is not None and len(some) == 1:
            chosen |= some
        elif group is not None and constraint.degree > 0:
            secondary[number] = group
        elif len(constraint.terms) == 1 and constraint.degree == 1:
            removed |= {literal >> 1 for literal in constraint.terms}
        elif constraint.degree > 0:
            return None
    counted = {literal >> 1 for literal in formula.preserved or ()}
    met = frozenset().union(*primary.values(), chosen, removed)
    if formula.objective is not None or counted != set(range(len(formula.names.numbers))) or not counted <= met:
        return None
    return Items(primary, secondary, chosen, removed)


def check_table(formula: PBFormula, text: str, clock: Clock = ENDLESS) -> int:
    """Return how many solutions ``formula`` has, as the table ``text`` shows.

    Raises:
        Rejected: when a row does not add up; it says which one.
        OutOfTime: when the clock is up first.
    """
    items = items_of(formula)
    if items is None:
        raise Rejected("the statement is not an exact cover problem, so no table can count it")
    lines = _lines(text)
    if next(lines, "") != TABLE_HEADER:
        raise Rejected(f"line 1: this is not an '{TABLE_HEADER}'")
    second = next(lines, "")
    if items.is_contradictory():
        for _ in lines:
            pass
        return 0
    try:
        order = [whole(word) for word in second.split()]
    except ValueError:
        raise Rejected("line 2: a number has too many digits") from None
    primary, secondary = items.open()
    if sorted(order[: len(primary)]) != sorted(primary) or sorted(order[len(primary) :]) != sorted(secondary):
        raise Rejected("line 2: the lines that must be met come first, then those that may be, each once")
    bit = {number: place for place, number in enumerate(order)}
    by_first: list[list[int]] = [[] for _ in primary]
    options = items.options()
    if len(options) * len(order) > MAX_OPTION_BITS:
        raise Rejected(f"{len(options):,} options of {len(order):,} items are too many for a table")
    for numbers in options.values():
        option = sum(1 << bit[number] for number in numbers)
        by_first[(option & -option).bit_length() - 1].append(option)  # every option meets a line that must be met
    return _add_up(lines, by_first, len(order), clock)


def _lines(text: str) -> Iterator[str]:
    for number, line in enumerate(lines_of(text.removesuffix("\n"))):
        if number and not _ROW.fullmatch(line):
            raise Rejected("there are other characters in it than those of numbers in lower case")
        yield line


def _add_up(rows: Iterable[str], by_first: Sequence[Sequence[int]], items: int, clock: Clock) -> int:
    """The count of all items, once every row has been found to be the sum it should be."""
    counts: dict[int, int] = {}
    for number, row in enumerate(clock.along(rows), 3):
        try:
            key, ways = row.split()
            state, count = int(key, 16), int(ways, 16)
        except ValueError:
            raise Rejected(f"line {number}: '{row[:40]}' is not a row") from None
        if state in counts:
            raise Rejected("two rows are for the same items")
        if len(counts) >= MAX_TABLE_ROWS:
            raise Rejected(f"line {number}: there are more than {MAX_TABLE_ROWS:,} rows")
        counts[state] = count
    must = (1 << len(by_first)) - 1
    for number, (state, count) in enumerate(clock.along(counts.items()), 3):
        left = state & must
        if not left:
            total = 1
        else:
            try:
                options = by_first[(left & -left).bit_length() - 1]
                total = sum([counts[state ^ option] for option in options if option & state == option])
            except KeyError:
                raise Rejected(f"line {number}: what an option leaves is in no row") from None
        if total != count:
            claimed, shown = (f"{ways:x}"[:40] for ways in (count, total))
            raise Rejected(f"line {number}: {claimed} is claimed, and the options add up to {shown}")
    everything = (1 << items) - 1
    if everything not in counts:
        raise Rejected("there is no row for all items")
    if counts[everything].bit_length() > MAX_COUNT_BITS:
        raise Rejected("the count has more digits than can be printed")
    return counts[everything]


def write_table(order: Sequence[int], counts: Mapping[int, int]) -> str:
    rows = [f"{state:x} {count:x}" for state, count in counts.items()]
    return "\n".join([TABLE_HEADER, " ".join(map(str, order)), *rows]) + "\n"


def _some(constraint: PBConstraint) -> frozenset[int] | None:
    """The Booleans of "at least one of these is true"; None for anything else."""
    if constraint.degree != 1 or any(literal & 1 for literal in constraint.terms):
        return None
    return frozenset(literal >> 1 for literal in constraint.terms)


def _at_most_one(constraint: PBConstraint) -> frozenset[int] | None:
    """The Booleans of "at most one of these is true"; None for anything else."""
    terms = constraint.terms
    if constraint.degree != len(terms) - 1 or not all(literal & 1 and c == 1 for literal, c in terms.items()):
        return None
    return frozenset(literal >> 1 for literal in terms)
