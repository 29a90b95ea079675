"""Scheduling: intervals, no overlap on one machine or in the plane, and resources of a capacity.

Lowered to comparisons of starts and ends. A pair of intervals costs a Boolean where they share a line, three in the
plane, and about three on a resource.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import reduce
from itertools import chain, combinations
from typing import TYPE_CHECKING, Any, NoReturn, Unpack

from models.errors import ModelError
from models.language.auxiliaries import values_of
from models.language.base import a_type, are_of, with_usage
from models.language.constraints import normalised, only_if
from models.language.declarations import Posted, Reason, Sum, Truth, flatten
from models.language.expressions import Constraint, LinearExpr, Literal
from models.language.sequences import Sequences

if TYPE_CHECKING:
    from models.language.arrays import VariableArray


@dataclass(frozen=True, eq=False)
class Interval:
    """Where something begins, how long it is and where it ends, if all of ``presence`` is true."""

    start: LinearExpr
    size: LinearExpr
    end: LinearExpr
    presence: tuple[Literal, ...] = ()
    name: str = ""

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> NoReturn:
            from models.language.synonyms import INTERVALS, no_attribute  # only a mistake asks for it

            raise no_attribute("an interval", name, INTERVALS)


MAKE_INTERVALS = "new_fixed_size_interval_vars(starts, sizes) makes intervals"


class Scheduling(Sequences):
    """The methods of a model about intervals, which mean what they mean in ``CpModel``.

    >>> from models import Model
    >>> model = Model("two tasks on one machine")
    >>> starts = model.new_int_vars(2, 0, 5, "start{}")
    >>> tasks = [model.new_fixed_size_interval_var(start, 3, f"task {start}") for start in starts]
    >>> _ = model.add_no_overlap(tasks, because="the machine does one thing at a time")
    >>> model.first_violation({starts[0]: 0, starts[1]: 3}) is None
    True
    >>> model.first_violation({starts[0]: 0, starts[1]: 2}) is None
    False
    """

    def new_interval_var(self, start: Sum, size: Sum, end: Sum, name: str = "", **reason: Unpack[Reason]) -> Interval:
        """An interval from ``start`` on that ends before ``end``: demands that start + size = end and size ≥ 0."""
        return self._interval(start, size, end, (), name, reason)

    def new_fixed_size_interval_var(self, start: Sum, size: int, name: str = "") -> Interval:
        return self.new_interval_var(start, size, self._sum(start) + size, name)

    @with_usage("new_fixed_size_interval_vars takes an array or a list of starts, and a size or as many sizes")
    def new_fixed_size_interval_vars(self, starts: Iterable[Any], sizes: int | Iterable[Any]) -> VariableArray:
        """An array of intervals, one for each start; ``sizes`` is a number, or numbers in the same shape."""
        from models.language.arrays import VariableArray  # most models have none

        array = starts if isinstance(starts, VariableArray) else VariableArray(starts)
        return array.joined(sizes, self.new_fixed_size_interval_var)

    def new_optional_interval_var(
        self, start: Sum, size: Sum, end: Sum, is_present: Truth, name: str = "", **reason: Unpack[Reason]
    ) -> Interval:
        """An interval of which nothing is demanded unless ``is_present`` is true."""
        return self._interval(start, size, end, (self._literal(is_present),), name, reason)

    def new_optional_fixed_size_interval_var(
        self, start: Sum, size: int, is_present: Truth, name: str = ""
    ) -> Interval:
        return self.new_optional_interval_var(start, size, self._sum(start) + size, is_present, name)

    @with_usage(f"add_no_overlap takes intervals; {MAKE_INTERVALS}")
    def add_no_overlap(self, intervals: Iterable[Interval], **reason: Unpack[Reason]) -> Posted:
        """Of any two intervals that are present, one ends before the other starts."""
        tasks = self._intervals(intervals)
        parts = [part for pair in combinations(tasks, 2) for part in self._apart([pair])]
        return self._all(parts, reason, "no_overlap", tuple(tasks))

    def add_no_overlap_2d(self, xs: Iterable[Interval], ys: Iterable[Interval], **reason: Unpack[Reason]) -> Posted:
        """Of any two rectangles ``xs[i]`` by ``ys[i]`` that are present, one ends before the other in x or in y."""
        sides = self._intervals(xs), self._intervals(ys)
        if len(sides[0]) != len(sides[1]):
            raise ModelError(
                f"model {self.name!r}: {len(sides[0])} intervals in x and {len(sides[1])} in y; as many are expected"
            )
        pairs = combinations(zip(*sides, strict=True), 2)
        parts = [part for one, other in pairs for part in self._apart([*zip(one, other, strict=True)])]
        return self._all(parts, reason, "no_overlap_2d", *map(tuple, sides))

    @with_usage(f"add_cumulative takes intervals, demands and a capacity; {MAKE_INTERVALS}")
    def add_cumulative(
        self, intervals: Iterable[Interval], demands: Iterable[Sum], capacity: Sum, **reason: Unpack[Reason]
    ) -> Posted:
        """At no time do the ``demands`` of the intervals that contain it exceed ``capacity``.

        It is enough to look at each start: the demand only grows there (the task decomposition of Schutt et al. 2009).
        """
        tasks, needed, most = (
            self._intervals(intervals),
            [self._sum(one) for one in flatten(demands)],
            self._sum(capacity),
        )
        if len(tasks) != len(needed):
            raise ModelError(
                f"model {self.name!r}: {len(needed)} demands for {len(tasks)} intervals; as many are expected"
            )
        for demand in needed:
            if values_of(demand)[0] < 0:
                raise ModelError(f"model {self.name!r}: the demand {demand} can be below 0, which it must not be")
        constraints = [*normalised(most >= 0)]
        for task in tasks:
            used = sum(
                (self._use(one, demand, task.start) for one, demand in zip(tasks, needed, strict=True)),
                LinearExpr({}, 0),
            )
            constraints += only_if(normalised(used <= most), *task.presence)
        return self._all(constraints, reason, "cumulative", tuple(tasks), tuple(needed), most)

    # What they are lowered to

    def _interval(
        self, start: Sum, size: Sum, end: Sum, presence: tuple[Literal, ...], name: str, reason: Reason
    ) -> Interval:
        interval = Interval(self._sum(start), self._sum(size), self._sum(end), presence, name)
        demanded = chain(normalised(interval.start + interval.size == interval.end), normalised(interval.size >= 0))
        self._all(tuple(only_if(demanded, *presence)), reason)
        return interval

    def _apart(self, pairs: list[tuple[Interval, Interval]]) -> Iterator[Constraint]:
        """In one of the pairs an interval ends before the other starts: the last way, where no other is taken."""
        presence = dict.fromkeys(literal for pair in pairs for one in pair for literal in one.presence)
        *ways, last = (a.end <= b.start for pair in pairs for a, b in (pair, pair[::-1]))
        yield from only_if(normalised(last), *presence, *(~self._truth(way) for way in ways))

    def _use(self, task: Interval, demand: LinearExpr, time: LinearExpr) -> LinearExpr:
        """What a task demands at a time."""
        literals = [self._truth(task.start <= time), self._truth(time < task.end), *task.presence]
        open_ones = [literal for literal in literals if not literal.is_always]
        if not open_ones:
            return demand
        truth = self._boolean(reduce(self._both, open_ones)).as_sum()
        return self._multiplied(demand, truth) if [*demand.summands()] else truth * demand.constant

    def _intervals(self, intervals: Iterable[Interval]) -> list[Interval]:
        found = list(flatten(intervals))
        for one in () if are_of(found, Interval) else found:
            if not isinstance(one, Interval):
                raise ModelError(
                    f"model {self.name!r}: {one!r} is {a_type(one)}; an interval is expected; {MAKE_INTERVALS}"
                )
        return found
