"""Value indexes: which bit of a domain stands for which value.

Bit ``i`` of a mask stands for the ``i``-th of some ascending values. Variables whose values are compared with each
other (all different, equal, one or the other) share them, so that comparing values is comparing bits.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import reduce
from itertools import islice, repeat
from operator import or_

from models.language.base import Domain
from models.language.constraints import AllDifferent, Element
from models.language.domains import IntervalSet, united
from models.language.expressions import Constraint, IntVar, Linear
from solvers.lowering.plain import reads_numbers_only

MAX_NUMBERS_PER_VALUE = 4
"""A range with more than so many numbers for each value in use is given up for the list of values."""

MAX_KEPT_MASKS = 256  # an index of no more values than this keeps the mask of each
MIN_VALUES_AT_ONCE = 64  # fewer values than this make a mask bit by bit


class IndexOf(dict[int, int]):
    def __missing__(self, value: int) -> int:
        return -1


class ValueIndex:
    """Values in ascending order (a ``range`` unless they lie far apart), and the masks that stand for sets of them.

    ``place`` says which bit stands for a value; -1 where there is none.
    """

    __slots__ = ("values", "place", "_bits")

    def __init__(self, values: Domain) -> None:
        self.values: Sequence[int] = values
        few = len(values) <= MAX_KEPT_MASKS
        self._bits = {value: 1 << place for place, value in enumerate(values)} if few else None
        self.place: Callable[[int], int] = self._place_in_range
        if few or not isinstance(values, range):
            self.place = IndexOf(zip(values, range(len(values)), strict=True)).__getitem__

    def bit(self, value: int) -> int:
        place = self.place(value)
        return 1 << place if place >= 0 else 0

    def bits(self, values: Iterable[int]) -> Iterable[int]:
        return map(self.bit, values) if self._bits is None else map(self._bits.get, values, repeat(0))

    def mask(self, values: Collection[int]) -> int:
        """The mask of a set of values, without those that have no bit; the work follows the fewer of the two."""
        if values == self.values:
            return (1 << len(values)) - 1
        if len(values) < MIN_VALUES_AT_ONCE:
            return reduce(or_, self.bits(values), 0)
        if isinstance(values, range):
            return self._mask_between(values)
        if isinstance(values, IntervalSet):
            return reduce(or_, map(self._mask_between, values.runs), 0)
        if len(values) > len(self.values):
            return mask_of([place for place, value in enumerate(self.values) if value in values])
        return mask_of([place for place in map(self.place, values) if place >= 0])

    def _mask_between(self, run: range) -> int:
        first, end = bisect_left(self.values, run.start), bisect_left(self.values, run.stop)
        return (1 << end) - (1 << first)

    def _place_in_range(self, value: int) -> int:
        return value - self.values[0] if value in self.values else -1


def mask_of(at: Collection[int]) -> int:
    """The mask with bits at these places. Setting them one by one would copy a long mask each time."""
    flags = bytearray(max(at, default=0) // 8 + 1)
    for place in at:
        flags[place >> 3] |= 1 << (place & 7)
    return int.from_bytes(flags, "little")


def places(mask: int) -> Iterator[int]:
    """Where the bits of a mask are, in time that follows its length: each taken off it would be another long mask."""
    digits = bin(mask)[:1:-1]
    place = digits.find("1")
    while place >= 0:
        yield place
        place = digits.find("1", place + 1)


def nth_bit(mask: int, number: int) -> int:
    if mask.bit_length() > MAX_KEPT_MASKS:
        return 1 << next(islice(places(mask), number, None))
    for _ in range(number):
        mask &= mask - 1
    return mask & -mask


def value_indexes(
    variables: Sequence[IntVar], domains: Sequence[Domain], constraints: Iterable[Constraint]
) -> list[ValueIndex]:
    """The value index of each of a model's variables, in their order, for the domains that are to be kept of them."""
    leader = list(range(len(variables)))

    def find(place: int) -> int:
        while leader[place] != place:
            leader[place] = leader[leader[place]]
            place = leader[place]
        return place

    for comparing in _compared(constraints):
        first = find(comparing[0].index)
        for var in comparing[1:]:
            if leader[var.index] != first:
                leader[find(var.index)] = first
    groups: dict[int, list[Domain]] = {}
    for var, domain in zip(variables, domains, strict=True):
        groups.setdefault(find(var.index), []).append(domain)
    known: dict[Domain, ValueIndex] = {}
    value_indexes = {}
    for first, members in groups.items():
        values = _together(members)
        value_indexes[first] = known.get(values) or known.setdefault(values, ValueIndex(values))
    return [value_indexes[find(var.index)] for var in variables]


def _compared(constraints: Iterable[Constraint]) -> Iterable[Sequence[IntVar]]:
    for constraint in constraints:
        if isinstance(constraint, AllDifferent) and constraint.variables:
            yield constraint.variables
        elif isinstance(constraint, Element) and not reads_numbers_only(constraint):
            yield [constraint.target, *constraint.sources]
        elif isinstance(constraint, Linear) and is_equality(constraint):
            yield [var for _, var in constraint.terms]


def is_equality(linear: Linear) -> bool:
    return (
        linear.relation == "=="
        and linear.constant == 0
        and len(linear.terms) == 2
        and sorted(coefficient for coefficient, _ in linear.terms) == [-1, 1]
    )


def _together(domains: list[Domain]) -> Domain:
    first = domains[0]
    if isinstance(first, range) and all(domain == first for domain in domains):
        return first
    values = united(domains)
    lowest, highest = min(domain[0] for domain in domains), max(domain[-1] for domain in domains)
    if highest - lowest < MAX_NUMBERS_PER_VALUE * len(values):
        return range(lowest, highest + 1)
    return tuple(sorted(values))


def lower_half(mask: int) -> int:
    """The places of a set up to the middle of its first and last."""
    low, high = (mask & -mask).bit_length() - 1, mask.bit_length() - 1
    return mask & ((1 << (low + (high - low) // 2 + 1)) - 1)


def half_towards(place: int, mask: int) -> int:
    """The lower half of a set, or the other, on whose side a place is."""
    lower = lower_half(mask)
    upper = mask ^ lower
    return lower if place < upper & -upper else upper
