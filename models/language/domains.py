"""Sets of very many numbers, kept as runs of consecutive ones, which take no room for what lies within."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterable, Iterator, Sequence, Set
from functools import cached_property
from itertools import chain, pairwise
from operator import attrgetter

MAX_SET_VALUES = 1 << 10
"""A set of more numbers is kept as runs, so that x ≠ v of each value v of a wide domain takes no room."""

MAX_EXPLICIT_VALUES = 1 << 16
"""Of a variable with more values, sums and tests are not said value by value."""


MAX_STEPPED_VALUES = 1 << 24
"""A range with a step, which has to be listed, may have so many values: half a gigabyte."""


def too_long(values: object) -> str | None:
    """That a range with a step has too many values to be listed, in words; None where it has not, or is no range."""
    if not isinstance(values, range) or (values.stop - values.start) // values.step < MAX_STEPPED_VALUES:
        return None
    return f"{values!r} has more than {MAX_STEPPED_VALUES:,} values, which would all have to be listed"


class Ascending(tuple[int, ...]):
    """The values of a domain with gaps, ascending; where one is looked up, they are a set."""

    @cached_property
    def values(self) -> frozenset[int]:
        return frozenset(self)

    def __contains__(self, value: object) -> bool:
        return value in self.values


class IntervalSet(Set[int]):
    """A set of more than ``MAX_SET_VALUES`` numbers, as runs of consecutive ones, ascending and apart."""

    __slots__ = ("runs",)

    def __init__(self, runs: Iterable[range]) -> None:
        self.runs = tuple(runs)

    def __contains__(self, value: object) -> bool:
        if not isinstance(value, int):
            return False
        place = bisect_right(self.runs, value, key=lambda run: run.start)
        return place > 0 and value in self.runs[place - 1]

    def __iter__(self) -> Iterator[int]:
        return chain.from_iterable(self.runs)

    def __len__(self) -> int:
        return sum(map(len, self.runs))

    def __eq__(self, other: object) -> bool:
        return self.runs == other.runs if isinstance(other, IntervalSet) else Set.__eq__(self, other)

    def __hash__(self) -> int:
        return hash(self.runs)

    def __repr__(self) -> str:
        return f"IntervalSet({self.runs})"

    def __and__(self, other: object) -> Set[int]:
        if not isinstance(other, IntervalSet):
            return Set.__and__(self, other)  # type: ignore[operator]
        both, here, there = [], 0, 0
        while here < len(self.runs) and there < len(other.runs):
            one, another = self.runs[here], other.runs[there]
            if common := range(max(one.start, another.start), min(one.stop, another.stop)):
                both.append(common)
            here, there = (here + 1, there) if one.stop < another.stop else (here, there + 1)
        return _listed_if_few(both)

    @classmethod
    def _from_iterable(cls, values: Iterable[int]) -> frozenset[int]:  # type: ignore[override]
        return frozenset(values)


def runs_of(values: Collection[int]) -> Sequence[range]:
    if isinstance(values, IntervalSet):
        return values.runs
    if isinstance(values, range):
        return [values] if values else []
    ascending = sorted(values)
    ends = [place for place, (value, following) in enumerate(pairwise(ascending), 1) if following != value + 1]
    return [range(ascending[i], ascending[j - 1] + 1) for i, j in pairwise([0, *ends, len(ascending)]) if i < j]


def between(domain: Sequence[int], least: int, greatest: int) -> Set[int]:
    values = domain[bisect_left(domain, least) : bisect_right(domain, greatest)]
    return _listed_if_few([values]) if isinstance(values, range) and values else frozenset(values)


def united(domains: Collection[Collection[int]]) -> Set[int]:
    if sum(map(len, domains)) <= MAX_SET_VALUES:
        return frozenset().union(*domains)
    merged: list[range] = []
    for run in sorted(chain.from_iterable(map(runs_of, domains)), key=attrgetter("start")):
        if merged and run.start <= merged[-1].stop:
            merged[-1] = range(merged[-1].start, max(merged[-1].stop, run.stop))
        else:
            merged.append(run)
    return _listed_if_few(merged)


def among(domain: Sequence[int], values: Set[int]) -> Set[int]:
    if not isinstance(domain, range):
        return _as_set(domain) & values
    if len(values) <= MAX_SET_VALUES:
        return frozenset(value for value in values if value in domain)
    first, end = domain.start, domain.stop
    kept = (range(max(run.start, first), min(run.stop, end)) for run in runs_of(values))
    return _listed_if_few([run for run in kept if run])


def lie_in(domain: Sequence[int], values: Set[int]) -> bool:
    """Whether all of ``values`` lie in ``domain``, ascending; quick, since literals of large domains list many."""
    if isinstance(domain, range):
        return not values or (domain[0] <= min(values) and max(values) <= domain[-1])
    return values <= _as_set(domain)


def complement(domain: Sequence[int], values: Set[int]) -> Set[int]:
    if not isinstance(domain, range) or len(domain) <= MAX_SET_VALUES:
        return _as_set(domain) - values
    bounds = [domain.start, *(bound for run in runs_of(values) for bound in (run.start, run.stop)), domain.stop]
    between = zip(bounds[::2], bounds[1::2], strict=True)
    return _listed_if_few([range(first, end) for first, end in between if first < end])


def _as_set(domain: Sequence[int]) -> frozenset[int]:
    return domain.values if isinstance(domain, Ascending) else frozenset(domain)


def _listed_if_few(runs: Sequence[range]) -> Set[int]:
    """The numbers of the runs in the one form that sets of their size have."""
    return frozenset(chain.from_iterable(runs)) if sum(map(len, runs)) <= MAX_SET_VALUES else IntervalSet(runs)
