"""Conflict analysis: why propagation came to a contradiction, as a clause over sets of values (lazy clause generation).

A literal of a learnt clause says that a cell lies within a set (Katsirelos and Bacchus 2005). The clause is found by
resolving what the contradiction asks for, latest change first, until one question of the latest level is left (the
first unique implication point: Marques-Silva and Sakallah 1996). It takes the search back to the level before, where it
makes that literal true.

Propagators say nothing of their reasons. They are asked: the domains of all cells but one are relaxed one by one, as
far as the propagator, run again, still does what it did. So an explanation is checked where it is made, it is as weak
as this order allows, and a new kind of constraint needs no word about it. The cell that shrank need not be asked for: a
propagator that is sound takes a value away only where no solution has it, whatever else its cell holds.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence

from solvers.backends.backtracking.literals import ConditionalPropagator
from solvers.backends.backtracking.store import LearntClause, LearntClauses, Propagator, Store
from solvers.backends.backtracking.table import TablePropagator
from solvers.core.backend import Clock

TRIED = 100
"""Conflicts after which it is looked at whether learning pays …"""

LEAST_LEFT = (23, 20)
"""… which it does where they leave 1.15 levels or more behind, each, on average. Where each leaves only the latest
decision behind, clauses cost more than they save."""

FIRST_CLAUSES, MORE_CLAUSES = 4_000, 500
"""How many clauses are kept, and how many more at each forgetting."""

LONG_SCOPE, BLOCK = 12, 6
"""Of longer scopes, so many cells are relaxed at once before they are relaxed one by one."""

TRIALS_BETWEEN_LOOKS = 64
"""After so many runs of a propagator that is to be explained the clock is looked at."""

DECAY, MUCH = 0.95, 1e100  # by which activities fade, and at which they are all made smaller


class Learning(LearntClauses):
    """What a search knows from its contradictions; it begins at the root, where nothing is left to run."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._clock = clock
        self._trials = 0
        self.by_activity = False  # this run branches on the most active cell, by halves
        self._store = store
        self._root = list(store.domains)
        self._need: dict[int, int] = {}  # of each cell that is asked for: what it must be within
        self._before: dict[int, int] = {}  # of each cell that the latest level changed: what it was
        self._open: set[int] = set()  # those asked for that are not yet so where the level begins
        self._clauses: list[LearntClause] = []
        self._most = FIRST_CLAUSES
        self._watches: list[list[tuple[LearntClause, int]]] = [[] for _ in store.domains]
        self._changed: deque[int] = deque()
        self._waiting: set[int] = set()
        self._conflicts = self._left = 0
        self._activity = [0.0] * len(store.domains)
        self._bump = 1.0

    def look_at_root(self) -> None:
        """No point is left: these are the domains that need no reason."""
        self._root = list(self._store.domains)

    # LearntClauses at work

    def note(self, cell: int) -> None:
        if self._watches[cell] and cell not in self._waiting:
            self._changed.append(cell)
            self._waiting.add(cell)

    def drop_changes(self) -> None:
        self._changed.clear()
        self._waiting.clear()

    def propagate(self) -> LearntClause | None:
        """Let clauses that read changed cells narrow others, until none can; the one that cannot hold.

        Of each clause, none of the two watched literals is false unless the other is true, or its cell waits.
        """
        domains = self._store.domains
        while self._changed:
            cell = self._changed.popleft()
            self._waiting.discard(cell)
            watches = self._watches[cell]
            for index in range(len(watches) - 1, -1, -1):
                clause, place = watches[index]
                literals = clause.literals
                (_, mine), (other, set_of_other) = literals[place], literals[1 - place]
                if domains[cell] & mine or not domains[other] & ~set_of_other:
                    continue
                free = next((i for i in range(2, len(literals)) if domains[literals[i][0]] & literals[i][1]), None)
                if free is not None:
                    literals[place], literals[free] = literals[free], literals[place]
                    del watches[index]
                    self._watches[literals[place][0]].append((clause, place))
                elif domains[other] & set_of_other:
                    self._assert(other, set_of_other, clause)
                else:
                    return clause
        return None

    def _assert(self, cell: int, values: int, clause: LearntClause) -> None:
        self._store.begin_change(clause)
        self._store.replace(cell, self._store.domains[cell] & values)

    # Explaining

    def learn(self, reason: Propagator | LearntClause, marks: Sequence[int]) -> int | None:
        """Learn from a contradiction, where each point has a mark: how many points are kept; None where none helps.

        The clause is kept, what follows those points undone, and its one open literal made true.

        Raises:
            OutOfTime: when the clock is up first.
        """
        store = self._store
        self._conflicts += 1
        self._bump /= DECAY
        if self._bump > MUCH:
            self._activity = [activity / MUCH for activity in self._activity]
            self._bump /= MUCH
        if not marks:
            return None
        points = len(marks)
        self._look_at_level(marks[points - 1])
        self._explain(reason, None, 0)
        while not self._open:  # the contradiction does not need the latest levels at all
            points -= 1
            store.undo(marks[points])
            if not points:
                self._forget_questions()
                return None
            self._look_at_level(marks[points - 1])
        assertion = self._resolve()
        # Back to the latest level at which anything else was asked for.
        level, second = 0, None
        for at, change in store.changes_before(marks[points - 1]):
            if change.cell != assertion and change.cell in self._need and change.old & ~self._need[change.cell]:
                second = change.cell
                level = next(k for k in range(points - 1, 0, -1) if marks[k - 1] <= at)
                break
        cells = dict.fromkeys((assertion, *(() if second is None else (second,)), *self._need))
        clause = LearntClause([(cell, self._root[cell] & ~self._need[cell]) for cell in cells], self._conflicts)
        self._clauses.append(clause)
        self._watch(clause)
        self._forget_questions()
        store.undo(marks[level])
        self._left += len(marks) - level
        self._assert(*clause.literals[0], clause)
        return level

    def _resolve(self) -> int:
        """Resolve what was asked for at this level, latest first, until one question is left: its cell."""
        store, need, root = self._store, self._need, self._root
        while True:
            change = store.last_change()
            cell, old = change.cell, change.old
            relevant = cell in self._open and old & ~need[cell]
            if relevant and len(self._open) == 1:
                return cell
            store.undo_last()
            if not relevant:
                continue
            gone = old & ~need[cell]  # what this change took away and was asked to be away
            need[cell] |= old
            if not root[cell] & ~need[cell]:
                del need[cell]
            self._look_whether_open(cell)
            assert change.reason is not None, "a decision is the only question of its level"
            self._explain(change.reason, cell, gone)

    def _explain(self, reason: Propagator | LearntClause, cell: int | None, gone: int) -> None:
        """Ask for what a reason needs to fail, where ``cell`` is None, or to take ``gone`` from that cell."""
        if isinstance(reason, Propagator):
            self._explain_propagator(reason, cell, gone)
            return
        reason.used = self._conflicts
        for other, values in reason.literals:
            if other != cell:
                self._require(other, self._root[other] & ~values)

    def _explain_propagator(self, propagator: Propagator, cell: int | None, gone: int) -> None:
        domains, root = self._store.domains, self._root
        memory = memory_of(propagator)
        scope = list(dict.fromkeys(propagator.cells))
        kept = {other: domains[other] for other in (*scope, *memory)}
        others = [other for other in scope if other != cell]
        try:
            for other in memory:
                domains[other] = root[other]
            if self._derives(propagator, cell, gone):
                self._relax(propagator, cell, gone, kept, scope)
            needed = [(other, domains[other]) for other in others]
        finally:
            for other, mask in kept.items():
                domains[other] = mask
        for other, mask in needed:
            self._require(other, mask)

    def _relax(
        self, propagator: Propagator, cell: int | None, gone: int, kept: Mapping[int, int], scope: Sequence[int]
    ) -> None:
        """Weaken the domains of a propagator's scope, but for ``cell``, as far as it still does the same."""
        domains, root = self._store.domains, self._root
        step = BLOCK if len(scope) > LONG_SCOPE else 1
        for begin in range(0, len(scope), step):
            block = [other for other in scope[begin : begin + step] if other != cell]
            if step > 1:
                for other in block:
                    domains[other] = root[other]
                if self._derives(propagator, cell, gone):
                    continue
                for other in block:
                    domains[other] = kept[other]
            for other in block:
                if root[other] & ~domains[other]:
                    domains[other] = self._relaxed(propagator, cell, gone, other)

    def _relaxed(self, propagator: Propagator, cell: int | None, gone: int, other: int) -> int:
        """The weakest of a domain, of its bounds, and of itself with which a propagator still does it."""
        domains, root, kept = self._store.domains, self._root[other], self._store.domains[other]

        def enough(mask: int) -> bool:
            domains[other] = mask
            return self._derives(propagator, cell, gone)

        if enough(root):
            return root
        low, high = _lowest(kept), _highest(kept)
        first, last = _lowest(root), _highest(root)
        between = root & _span(low, high)
        if last - first < 2 or (between != kept and not enough(between)):
            return kept
        weak = first
        while weak < low:
            middle = weak + (low - weak) // 2
            if enough(root & _span(middle, high)):
                low = middle
            else:
                weak = middle + 1
        weak = last
        while weak > high:
            middle = weak - (weak - high) // 2
            if enough(root & _span(low, middle)):
                high = middle
            else:
                weak = middle - 1
        return root & _span(low, high)

    def _derives(self, propagator: Propagator, cell: int | None, gone: int) -> bool:
        """Whether a propagator fails where the domains stand, or takes all of ``gone`` from a cell."""
        self._trials += 1
        if self._trials % TRIALS_BETWEEN_LOOKS == 0:
            self._clock.check()
        return self._store.tried(propagator, lambda domains: cell is not None and not domains[cell] & gone)

    def _require(self, cell: int, mask: int) -> None:
        """Ask that a cell lie within a set, unless it does so at the root."""
        if not self._root[cell] & ~mask:
            return
        if cell in self._need:
            self._need[cell] &= mask
        else:
            self._need[cell] = mask
            self._activity[cell] += self._bump
        self._look_whether_open(cell)

    def _look_at_level(self, mark: int) -> None:
        """What the level from ``mark`` on changed, and which of those asked for were not so before."""
        self._before = {change.cell: change.old for change in self._store.changes_since(mark)}
        for cell in self._need:
            self._look_whether_open(cell)

    def _look_whether_open(self, cell: int) -> None:
        before, need = self._before.get(cell), self._need.get(cell)
        if before is not None and need is not None and before & ~need:
            self._open.add(cell)
        else:
            self._open.discard(cell)

    def _forget_questions(self) -> None:
        self._need.clear()
        self._open.clear()

    # What a search asks

    def pays(self) -> bool:
        """Whether clauses leave enough levels behind, once it was tried."""
        many, of = LEAST_LEFT
        return self._conflicts < TRIED or of * self._left >= many * self._conflicts

    def most_active(self, parts: Sequence[Sequence[int]]) -> int | None:
        """The open cell that conflicts asked for most of late, in the first part that has one."""
        domains, activity = self._store.domains, self._activity
        for cells in parts:
            best = max((c for c in cells if domains[c] & (domains[c] - 1)), key=activity.__getitem__, default=None)
            if best is not None:
                return best
        return None

    def forget(self) -> None:
        """At the root: forget the half of the clauses that was of use longest ago, when there are many."""
        if len(self._clauses) <= self._most:
            return
        self._most += MORE_CLAUSES
        self._clauses.sort(key=lambda clause: -clause.used)
        del self._clauses[len(self._clauses) // 2 :]
        self._watches = [[] for _ in self._store.domains]
        for clause in self._clauses:
            self._watch(clause)

    def _watch(self, clause: LearntClause) -> None:
        """A clause of one literal holds at the root, where it was asserted: nobody has to watch it."""
        if len(clause.literals) > 1:
            for place in range(2):
                self._watches[clause.literals[place][0]].append((clause, place))


def memory_of(propagator: Propagator) -> tuple[int, ...]:
    """The cell of the rows of a table, which nobody else reads: what it holds follows from the columns."""
    if isinstance(propagator, ConditionalPropagator):
        return memory_of(propagator.relation)
    return (propagator.rows_cell,) if isinstance(propagator, TablePropagator) else ()


def _lowest(mask: int) -> int:
    return (mask & -mask).bit_length() - 1


def _highest(mask: int) -> int:
    return mask.bit_length() - 1


def _span(low: int, high: int) -> int:
    """The places from one to another."""
    return (1 << (high + 1)) - (1 << low)
