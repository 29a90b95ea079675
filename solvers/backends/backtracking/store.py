"""The store: the domains of a search, the trail that undoes their changes, the queue of propagators to run.

A domain is a Python int, one bit a value (``value_index`` says which), in a numbered *cell*. A propagator may keep a
cell of its own for what it has to remember: it is undone like any other.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import NamedTuple

from solvers.core.backend import Clock

PROPAGATIONS_BETWEEN_LOOKS = 256
"""After so many propagations the clock is looked at …"""

WIDE_MASK_BITS = 2_048
"""… if no mask has more bits than this; the longer they are, the more often …"""

MANY_CELLS = 1_000
"""… as where a propagator reads more cells than this, on average."""


class Propagator(ABC):
    """A constraint at work: it takes values away that can no longer be part of a solution.

    It never takes away a value of a solution, and once all of its cells are fixed it says whether the constraint holds.
    It wakes when one of its cells shrinks; what it does itself wakes it again unless it is idempotent: running it twice
    in a row is running it once. What it is made of can be read, as the compiled store is given all of it.
    All that it reads are its cells, but for one that only it reads and that follows from them; ``memory_of`` in
    ``learning`` names that one.
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


class LearntClause:
    """A learnt clause: one of its cells lies within its set. The first two are watched."""

    __slots__ = ("literals", "used")

    def __init__(self, literals: list[tuple[int, int]], used: int) -> None:
        self.literals = literals
        self.used = used  # the conflict that it last helped to explain


class LearntClauses(ABC):
    """What was learnt, at work."""

    @abstractmethod
    def note(self, cell: int) -> None:
        """A cell shrank: whoever watches it has to look."""

    @abstractmethod
    def propagate(self) -> LearntClause | None:
        """Let clauses that read changed cells narrow others, until none can; the one that cannot hold."""

    @abstractmethod
    def drop_changes(self) -> None:
        """Nobody has to look any more."""


class Change(NamedTuple):
    """That a cell shrank: what it held before, and whose doing it was; None: a decision."""

    cell: int
    old: int
    reason: Propagator | LearntClause | None


class Store:
    """The domains of a search, the trail that undoes their changes, and the propagators to run.

    Attributes:
        domains: the bit mask of every cell; change it through ``narrow`` and ``replace`` only.
        failures: of each cell, how many contradictions the propagators it wakes came to in the search at hand.
        clauses: what the search at hand learnt from contradictions; None before the first restart.
        failed: who came to the latest contradiction.
    """

    __slots__ = (
        "domains",
        "propagators",
        "runs",
        "failures",
        "clauses",
        "failed",
        "_running",
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
        self.clauses: LearntClauses | None = None
        self.failed: Propagator | LearntClause | None = None
        self._running: Propagator | LearntClause | None = None  # whose doing the next change is
        self._trail: list[Change] = []
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
        """Look at the clock the more often, the more bits masks have and the more cells propagators read."""
        cells = sum(len(propagator.cells) for propagator in self.propagators) // max(1, len(self.propagators))
        every = PROPAGATIONS_BETWEEN_LOOKS * WIDE_MASK_BITS // max(WIDE_MASK_BITS, bits)
        self._every = max(1, every * MANY_CELLS // max(MANY_CELLS, cells))

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
            self._change(cell, old, new)
        return True

    def replace(self, cell: int, mask: int) -> None:
        """Put ``mask`` into a cell; it must be a smaller, non-empty part of what is there."""
        self._change(cell, self.domains[cell], mask)

    def _change(self, cell: int, old: int, new: int) -> None:
        if self._saved[cell] != self._timestamp:
            self._trail.append(Change(cell, old, self._running))
            self._saved[cell] = self._timestamp
        self.domains[cell] = new
        self._queue.update(self._wakes[cell])
        if self.clauses is not None:
            self.clauses.note(cell)

    def begin_change(self, reason: LearntClause | None) -> None:
        """What changes next is the doing of a learnt clause, or a decision."""
        self._timestamp += 1
        self._running = reason

    def schedule(self, propagators: Iterable[Propagator]) -> None:
        self._queue.update(dict.fromkeys(propagators))

    def settle(self, clock: Clock) -> bool:
        """Run propagators, first come first served, until nothing changes; False on a contradiction.

        Learnt clauses come before each of them.
        """
        queue = self._queue
        while True:
            for propagator in tuple(queue):
                if self.clauses is not None:
                    if not self._clauses_hold():
                        return False
                    self._timestamp += 1  # each of its changes is an entry of its own
                self._running = propagator
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
                    self._fail(propagator, propagator.cells)
                    return False
            if not queue:
                if self.clauses is not None and not self._clauses_hold():
                    return False
                if not queue:
                    return True

    def _clauses_hold(self) -> bool:
        assert self.clauses is not None
        clause = self.clauses.propagate()
        if clause is not None:
            self._fail(clause, [cell for cell, _ in clause.literals])
        return clause is None

    def _fail(self, reason: Propagator | LearntClause, cells: Iterable[int]) -> None:
        self.failed = reason
        for cell in set(cells):
            self.failures[cell] += 1
        self._queue.clear()
        if self.clauses is not None:
            self.clauses.drop_changes()

    def all_fixed(self, cells: Iterable[int]) -> bool:
        domains = self.domains
        return not any(domains[cell] & (domains[cell] - 1) for cell in cells)

    def would_fail(self, propagator: Propagator) -> bool:
        """Whether running ``propagator`` here comes to a contradiction; whatever it does is undone."""
        return self.tried(propagator, lambda domains: False)

    def tried(self, propagator: Propagator, does: Callable[[Sequence[int]], bool]) -> bool:
        """Whether running ``propagator`` here comes to a contradiction or to domains that are asked for.

        Whatever it does is undone, and wakes nobody.
        """
        mark, queue, clauses = self.mark(), self._queue, self.clauses
        self._queue, self.clauses = {}, None
        try:
            return not propagator.propagate(self) or does(self.domains)
        finally:
            self._queue, self.clauses = queue, clauses
            self.undo(mark)

    def mark(self) -> int:
        self._timestamp += 1
        return len(self._trail)

    def undo(self, mark: int) -> None:
        """Put every domain back to what it was at ``mark``."""
        while len(self._trail) > mark:
            self.undo_last()
        self._timestamp += 1

    def undo_last(self) -> None:
        """Put back what the latest change took away."""
        # In this order an interrupt in between loses nothing.
        cell, old, _ = self._trail[-1]
        self.domains[cell] = old
        self._trail.pop()
        self._timestamp += 1

    def last_change(self) -> Change:
        return self._trail[-1]

    def changes_since(self, mark: int) -> Iterator[Change]:
        """From the latest one back."""
        return (self._trail[at] for at in range(len(self._trail) - 1, mark - 1, -1))

    def changes_before(self, mark: int) -> Iterator[tuple[int, Change]]:
        """From there back, each with its place."""
        return ((at, self._trail[at]) for at in range(mark - 1, -1, -1))

    def keep(self) -> None:
        self._trail.clear()
        self._timestamp += 1

    def reset(self) -> None:
        self.clauses = None
        self.undo(0)
        self._queue.clear()
