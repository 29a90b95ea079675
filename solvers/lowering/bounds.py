"""Bounds of variables that are declared without any: intervals, narrowed by what constraints leave.

Intervals are narrowed constraint by constraint until nothing changes; one that is narrowed very often, as by x < y and
y < x, is left as it is then. What is still open on a side is taken to end at ``MAX_OPEN_INT``.
"""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from math import inf
from typing import Generic, TypeAlias, TypeVar

from models.kit.names import count, shortened
from models.language.declarations import MAX_VALUE
from solvers.core.limits import ENDLESS, Clock

MAX_OPEN_INT = min(2**31 - 2, sys.maxsize // 2)  # either way, of an int where neither the file nor its constraints say
MAX_CHANGES = 20  # of the bounds of one variable, and calls of one constraint

Number = int | float  # an int, or an infinity
Ends: TypeAlias = tuple[Number, Number]

V = TypeVar("V", bound=Hashable)


class Box(Generic[V]):
    """The intervals of the variables that are open on a side; ``known`` tells those of the others."""

    def __init__(self, unbounded: Mapping[V, Ends], known: Callable[[V], Ends]) -> None:
        self._ends = dict(unbounded)
        self._known = known
        self._left = dict.fromkeys(unbounded, MAX_CHANGES)
        self._changed: list[V] = []

    def narrow(self, rules: Sequence[tuple[Callable[[Box[V]], None], Collection[V]]], clock: Clock = ENDLESS) -> None:
        """Narrow the intervals by rules, each with the variables it speaks of, until none narrows any further."""
        speaking: dict[V, list[int]] = {variable: [] for variable in self._ends}
        waiting: deque[int] = deque()
        for number, (_, variables) in enumerate(clock.along(rules)):
            about = self._ends.keys() & variables
            for variable in about:
                speaking[variable].append(number)
            if about:
                waiting.append(number)
        due, runs = set(waiting), [0] * len(rules)
        for number in clock.along(iter(lambda: waiting.popleft() if waiting else None, None)):
            due.discard(number)
            runs[number] += 1
            rules[number][0](self)
            for variable in self._changed:
                more = [other for other in speaking[variable] if other not in due and runs[other] < MAX_CHANGES]
                waiting.extend(more)
                due.update(more)
            self._changed.clear()

    def ends(self, thing: V | int) -> Ends:
        """Return the least and the greatest value of a variable or a number."""
        if isinstance(thing, int):
            return thing, thing
        return self._ends[thing] if thing in self._ends else self._known(thing)

    def within(self, thing: V | int, low: Number, high: Number) -> None:
        """Narrow an open variable to what lies between; a contradiction is left to the solver."""
        if isinstance(thing, int) or thing not in self._ends or not self._left[thing]:
            return
        least, greatest = self._ends[thing]
        new = max(least, low if abs(low) <= MAX_VALUE else -inf), min(greatest, high if abs(high) <= MAX_VALUE else inf)
        if new != (least, greatest) and new[0] <= new[1]:
            self._ends[thing] = new
            self._left[thing] -= 1
            self._changed.append(thing)

    def closed(self, variable: V) -> range:
        """Return the values of a variable, cut off on the sides that are still open."""
        low, high = self._ends[variable]
        least = min(-MAX_OPEN_INT, int(high) - MAX_OPEN_INT if high != inf else 0) if low == -inf else int(low)
        greatest = max(MAX_OPEN_INT, int(low) + MAX_OPEN_INT if low != -inf else 0) if high == inf else int(high)
        return range(max(least, -MAX_VALUE), min(greatest, MAX_VALUE) + 1)


def at_most(box: Box[V], coefficients: Sequence[int], things: Sequence[V | int], most: int) -> None:
    """Narrow by Σ coefficient·thing ≤ most: each term is at most what the others leave, all of them at their least."""
    leasts: list[Number] = []
    for coefficient, thing in zip(coefficients, things, strict=False):
        low, high = box.ends(thing)
        leasts.append(times(coefficient, low if coefficient > 0 else high))
    endless = leasts.count(-inf)
    if endless > 1:
        return
    total = sum(least for least in leasts if least != -inf)
    for coefficient, thing, least in zip(coefficients, things, leasts, strict=False):
        if coefficient and (not endless or least == -inf):
            slack = int(most - total + (0 if least == -inf else least))
            if coefficient > 0:
                box.within(thing, -inf, slack // coefficient)
            else:
                box.within(thing, -(slack // -coefficient), inf)


def times(one: Number, other: Number) -> Number:
    return one * other if one and other else 0


def warnings_of(still_open: Sequence[str]) -> tuple[str, ...]:
    """Return what to know where variables of these names are cut off; nothing where there are none."""
    if not still_open:
        return ()
    names = ", ".join(map(shortened, still_open[:3])) + (", …" if len(still_open) > 3 else "")
    some = count(len(still_open), "variable")
    return (f"{some} without bounds ({names}) are looked for from −{MAX_OPEN_INT:,} to {MAX_OPEN_INT:,}",)
