"""The store: the domains of a search, the trail that undoes their changes, the queue of propagators to run.

A domain is a Python int, one bit a value (``value_index`` says which), in a numbered *cell*. A propagator may keep a
cell of its own for what it has to remember: it is undone like any other.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable

from solvers.core.backend import Clock

PROPAGATIONS_BETWEEN_LOOKS = 256
"""After so many propagations the clock is looked at …"""

WIDE_MASK_BITS = 2_048
"""… if no mask has more bits than this; the longer they are, the more often."""


class Propagator(ABC):
    """A constraint at work: it takes values away that can no longer be part of a solution.

    It never takes away a value of a solution, and once all of its cells are fixed it says whether the constraint holds.
    It wakes when one of its cells shrinks; what it does itself wakes it again unless it is idempotent: running it twice
    in a row is running it once. What it is made of can be read, as the compiled store is given all of it.
    """

    __slots__ = ("cells", "idempotent")

    cells: tuple[int, ...]
    idempotent: bool

    def __init__(self, cells: tuple[int, ...], idempotent: bool = False) -> None:
        self.cells = cells
        # A variable that comes twice breaks the argument that one run is enough.
        self.idempotent = idempotent and len(set(cells)) == len(cells)

    @abstractmethod
    def propagate(self, store: Store) -> bool:
        """Shrink domains as far as the constraint asks; False when it can no longer hold."""


class Store:
    """The domains of a search, the trail that undoes their changes, and the propagators to run.

    Attributes:
        domains: the bit mask of every cell; change it through ``narrow`` and ``replace`` only.
        failures: of each cell, how many contradictions the propagators it wakes came to in the search at hand.
    """

    __slots__ = (
        "domains",
        "propagators",
        "runs",
        "failures",
        "_trail",
        "_timestamp",
        "_saved",
        "_wakes",
        "_queue",
        "_every",
    )

    def __init__(self) -> None:
        self.domains: list[int] = []
        self.propagators: list[Propagator] = []
        self.runs = 0
        self.failures: list[int] = []
        self._trail: list[tuple[int, int]] = []
        # A cell is saved once between two marks, however often it shrinks: its number is that timestamp.
        self._timestamp = 1
        self._saved: list[int] = []
        self._wakes: list[dict[Propagator, None]] = []
        self._queue: dict[Propagator, None] = {}  # an ordered set: who waits keeps their place
        self._every = PROPAGATIONS_BETWEEN_LOOKS

    def new_cell(self, mask: int) -> int:
        self.domains.append(mask)
        self._wakes.append({})
        self._saved.append(0)
        self.failures.append(0)
        return len(self.domains) - 1

    def readers(self, cell: int) -> Collection[Propagator]:
        return self._wakes[cell]

    def look_often(self, bits: int) -> None:
        self._every = max(1, PROPAGATIONS_BETWEEN_LOOKS * WIDE_MASK_BITS // max(WIDE_MASK_BITS, bits))

    def post(self, propagator: Propagator) -> None:
        """Let ``propagator`` wake whenever one of its cells shrinks, and run it first of all."""
        self.propagators.append(propagator)
        for cell in propagator.cells:
            self._wakes[cell][propagator] = None
        self._queue[propagator] = None

    def narrow(self, cell: int, mask: int) -> bool:
        """Keep of a cell what lies in ``mask``; False when nothing is left."""
        old = self.domains[cell]
        new = old & mask
        if new != old:
            if not new:
                return False
            if self._saved[cell] != self._timestamp:
                self._trail.append((cell, old))
                self._saved[cell] = self._timestamp
            self.domains[cell] = new
            self._queue.update(self._wakes[cell])
        return True

    def replace(self, cell: int, mask: int) -> None:
        """Put ``mask`` into a cell; it must be a smaller, non-empty part of what is there."""
        if self._saved[cell] != self._timestamp:
            self._trail.append((cell, self.domains[cell]))
            self._saved[cell] = self._timestamp
        self.domains[cell] = mask
        self._queue.update(self._wakes[cell])

    def schedule(self, propagators: Iterable[Propagator]) -> None:
        self._queue.update(dict.fromkeys(propagators))

    def settle(self, clock: Clock) -> bool:
        """Run propagators, first come first served, until nothing changes; False on a contradiction."""
        queue = self._queue
        while queue:
            for propagator in tuple(queue):
                self.runs += 1
                if self.runs % self._every == 0:
                    clock.check()
                if propagator.idempotent:
                    consistent = propagator.propagate(self)
                    del queue[propagator]
                else:
                    del queue[propagator]
                    consistent = propagator.propagate(self)
                if not consistent:
                    for cell in set(propagator.cells):
                        self.failures[cell] += 1
                    queue.clear()
                    return False
        return True

    def all_fixed(self, cells: Iterable[int]) -> bool:
        domains = self.domains
        return not any(domains[cell] & (domains[cell] - 1) for cell in cells)

    def would_fail(self, propagator: Propagator) -> bool:
        """Whether running ``propagator`` here comes to a contradiction; whatever it does is undone."""
        mark, queue = self.mark(), self._queue
        self._queue = {}
        try:
            return not propagator.propagate(self)
        finally:
            self._queue = queue
            self.undo(mark)

    def mark(self) -> int:
        self._timestamp += 1
        return len(self._trail)

    def undo(self, mark: int) -> None:
        """Put every domain back to what it was at ``mark``."""
        trail, domains = self._trail, self.domains
        while len(trail) > mark:
            # In this order an interrupt in between loses nothing.
            cell, old = trail[-1]
            domains[cell] = old
            trail.pop()
        self._timestamp += 1

    def keep(self) -> None:
        self._trail.clear()
        self._timestamp += 1

    def reset(self) -> None:
        self.undo(0)
        self._queue.clear()
