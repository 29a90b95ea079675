"""The order of decisions: variables of recent conflicts first (VSIDS).

M. Moskewicz and others, "Chaff: engineering an efficient SAT solver", DAC 2001; that what is added grows with each
conflict, instead of the activities of all becoming less, is N. Eén and N. Sörensson's ("An extensible SAT-solver", SAT
2003).
"""

from __future__ import annotations

from collections.abc import Sequence
from heapq import heapify, heappop, heappush

DECAY = 0.95
MAX_ACTIVITY, RESCALE = 1e100, 1e-100


class ActivityQueue:
    """Variables from 1 on, the one of the highest activity first, of several the first of them.

    A heap with entries that may be out of date, which are passed over. Each open variable has one that is not.
    """

    def __init__(self) -> None:
        self._activity = [0.0]
        self._entered: list[float | None] = [None]  # with which activity a variable stands in the heap
        self._heap: list[tuple[float, int]] = []
        self._increment = 1.0

    def append(self) -> None:
        """Let there be one variable more."""
        self._activity.append(0.0)
        self._entered.append(None)
        self.enter(len(self._activity) - 1)

    def enter(self, variable: int) -> None:
        """A variable is open again."""
        activity = self._activity[variable]
        if self._entered[variable] != activity:
            self._entered[variable] = activity
            heappush(self._heap, (-activity, variable))
            if len(self._heap) > 8 * len(self._activity):
                self._renew()

    def pop(self, value: Sequence[int]) -> int:
        """The first of those whose value is 0."""
        while True:
            below, variable = heappop(self._heap)
            activity = -below
            if self._entered[variable] == activity:
                self._entered[variable] = None
                if not value[variable]:
                    return variable

    def bump(self, variable: int) -> None:
        self._activity[variable] += self._increment
        if self._activity[variable] > MAX_ACTIVITY:
            self._activity = [activity * RESCALE for activity in self._activity]
            self._increment *= RESCALE
            self._renew()

    def decay(self) -> None:
        self._increment /= DECAY

    def _renew(self) -> None:
        self._entered = [None, *self._activity[1:]]
        self._heap = [(-activity, variable) for variable, activity in enumerate(self._activity) if variable]
        heapify(self._heap)
