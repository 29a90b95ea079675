"""The propagator for tasks on a resource (cumulative, no overlap): time-tabling, energy, edge finding.

A task that must be under way at some time whenever it starts has a *compulsory part*, from its latest start to its
earliest end. The compulsory parts add up to a profile, and no task may lie where that leaves too little (Beldiceanu and
Carlsson 2002). Tasks that lie between two times for sure may not need more than the resource gives there.

Where no two tasks go together, those that must come before another in view of the time that is left are found as well:
edge finding (Carlier and Pinson 1989, in the form of Nuijten 1994), and precedences that the bounds of two tasks show
(Vilím 2002).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate

from models.language.auxiliaries import count_values, values_of
from models.language.declarations import Lowered
from solvers.backends.backtracking.linear import Term, at_least, at_most
from solvers.backends.backtracking.store import Propagator, Store

MAX_AMOUNT = 1 << 24
"""Sizes, demands and the capacity, and …"""

MAX_TIME = 1 << 29
"""… times are within these, so that no energy overflows 64 bits."""

NEVER = -(1 << 40)
"""Before all times."""

MAX_TASKS = 1 << 12
MAX_STARTS = 1 << 16  # values of a start, each a bit


@dataclass(frozen=True)
class TimedTask:
    """It starts at ``later`` plus what the term adds, takes ``size`` and needs ``demand`` all the while."""

    term: Term
    later: int
    size: int
    demand: int


class CumulativePropagator(Propagator):
    """At no time do the tasks under way need more than ``capacity``.

    Wakes when a start shrinks. Prunes bounds of starts. O(tasks²) a run.
    """

    __slots__ = ("tasks", "capacity", "_descending", "_one_by_one")

    def __init__(self, tasks: Sequence[TimedTask], capacity: int) -> None:
        super().__init__(tuple(task.term[0] for task in tasks))
        self.tasks = tuple(tasks)
        self.capacity = capacity
        self._one_by_one = 2 * min((task.demand for task in tasks), default=0) > capacity
        self._descending = [len(adds) > 1 and adds[0] > adds[1] for adds in (task.term[1] for task in tasks)]

    def propagate(self, store: Store) -> bool:
        if any(task.demand > self.capacity for task in self.tasks):
            return False
        spans = [self._span(store, task) for task in self.tasks]
        begins = [first for first, _ in spans]
        ends = [last + task.size for task, (_, last) in zip(self.tasks, spans, strict=True)]
        if self._one_by_one:
            sizes = [task.size for task in self.tasks]
            raised = earliest_starts(begins, ends, sizes)
            lowered = earliest_starts([-end for end in ends], [-begin for begin in begins], sizes)
            if raised is None or lowered is None:
                return False
            begins, ends = raised, [-begin for begin in lowered]
        elif not self._has_energy(spans):
            return False
        profile = self._profile(spans)
        if any(used > self.capacity for _, _, used in profile):
            return False
        for task, descending, (first, last), begin, end in zip(
            self.tasks, self._descending, spans, begins, ends, strict=True
        ):
            if first == last and begin == first and end == last + task.size:
                continue
            cell, adds = task.term
            for left, right, used in profile:
                if left >= begin + task.size:
                    break
                if right > begin and self._is_full(used, task, left, first, last):
                    begin = right
            for left, right, used in reversed(profile):
                if right <= end - task.size:
                    break
                if left < end and self._is_full(used, task, left, first, last):
                    end = left
            if begin > first and not store.narrow(cell, at_least(adds, descending, begin - task.later)):
                return False
            if end < last + task.size and not store.narrow(
                cell, at_most(adds, descending, end - task.size - task.later)
            ):
                return False
        return True

    def _span(self, store: Store, task: TimedTask) -> tuple[int, int]:
        """The earliest and the latest start."""
        cell, adds = task.term
        mask = store.domains[cell]
        one, other = adds[(mask & -mask).bit_length() - 1], adds[mask.bit_length() - 1]
        return task.later + min(one, other), task.later + max(one, other)

    def _has_energy(self, spans: Sequence[tuple[int, int]]) -> bool:
        """Whether the tasks that lie between the earliest start of one and the latest end of another fit there."""
        by_end = sorted(
            (last + task.size, first, task.size * task.demand)
            for task, (first, last) in zip(self.tasks, spans, strict=True)
        )
        for begin in {first for first, _ in spans}:
            energies = accumulate(energy if first >= begin else 0 for _, first, energy in by_end)
            for needed, (end, _, _) in zip(energies, by_end, strict=True):
                if needed > self.capacity * (end - begin) and end > begin:
                    return False
        return True

    def _profile(self, spans: Sequence[tuple[int, int]]) -> list[tuple[int, int, int]]:
        """What the compulsory parts use from a time to the next, in order of time."""
        changes: dict[int, int] = {}
        for task, (first, last) in zip(self.tasks, spans, strict=True):
            if last < first + task.size:
                changes[last] = changes.get(last, 0) + task.demand
                changes[first + task.size] = changes.get(first + task.size, 0) - task.demand
        times = sorted(changes)
        return list(zip(times, times[1:], accumulate(changes[time] for time in times), strict=False))

    def _is_full(self, used: int, task: TimedTask, left: int, first: int, last: int) -> bool:
        """Whether a task does not fit on top of the other compulsory parts."""
        own = task.demand if last <= left < first + task.size else 0
        return used - own + task.demand > self.capacity


def earliest_starts(begins: Sequence[int], ends: Sequence[int], sizes: Sequence[int]) -> list[int] | None:
    """The earliest starts of tasks that go one by one between ``begins`` and ``ends``; None where they do not fit."""
    order = sorted(range(len(begins)), key=begins.__getitem__)
    found, reach = list(begins), [NEVER] * len(begins)
    for limit in ends:
        # The tasks that end by the limit: how much work those are that begin no earlier than i, and when it is done.
        work, done = 0, NEVER
        for i in reversed(order):
            if ends[i] <= limit:
                work += sizes[i]
                done = max(done, begins[i] + work)
            reach[i] = done
        if done > limit:
            return None
        earlier = NEVER
        for i in order:
            if ends[i] <= limit:
                earlier = max(earlier, begins[i] + work)
                work -= sizes[i]
                continue
            if begins[i] + work + sizes[i] > limit:
                found[i] = max(found[i], reach[i])
            if earlier + sizes[i] > limit:
                found[i] = max(found[i], done)
    for i, begin in enumerate(begins):
        done = NEVER  # the tasks that cannot come after i
        for j in order:
            if j != i and begin + sizes[i] > ends[j] - sizes[j]:
                done = max(done, begins[j]) + sizes[j]
        found[i] = max(found[i], done)
    return found


def takes(stated: Lowered) -> bool:
    """Whether the propagator has a form of it: all but the starts are numbers, and each start is one variable."""
    if stated.kind not in ("cumulative", "no_overlap"):
        return False
    intervals, *others = stated.arguments
    sizes, starts = [one.size for one in intervals], [one.start for one in intervals]
    amounts = [*sizes, *(others[0] if others else ()), *others[1:]]
    if not others and any(size.constant == 0 for size in sizes):
        return False  # within another task not even a task of size 0 may lie
    return (
        len(intervals) <= MAX_TASKS
        and not any(one.presence for one in intervals)
        and all(len(list(start.summands())) == 1 for start in starts)
        and all(count_values(start) <= MAX_STARTS for start in starts)
        and all(abs(time) <= MAX_TIME for start in starts for time in (start.constant, *_ends(values_of(start))))
        and all(not list(one.summands()) and 0 <= one.constant <= MAX_AMOUNT for one in amounts)
    )


def _ends(values: Sequence[int]) -> Iterator[int]:
    yield from (values[0], values[-1])
