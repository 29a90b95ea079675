"""Propagation and backtracking in pure Python: propagate, branch where it failed most, undo.

This is the reference that the other backends are compared with, and meant to be read. Propagators shrink domains until
none of them can do more (``posting`` says which); then the search decides a variable. Decision strategies say which
(``branching``). Where there are none, numbers come first, by the fewest values for each failure of their constraints
(dom/wdeg: Boussemart, Hemery, Lecoutre and Saïs 2004). Booleans come last: the one that failed last (Lecoutre, Saïs,
Tabary and Vidal 2009), else again by dom/wdeg, value after value. After so many contradictions a search begins again
from the root (``Restarts``) and learns clauses from each that follows (``learning``), until there is an answer that
would come again. Points to come back to stand on a list: no depth is too deep.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence, Set
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from models.language.model import Assignment, Givens, IntVar, Literal, Model
from solvers.backends.backtracking.branching import Brancher, branchers
from solvers.backends.backtracking.posting import PostedModel
from solvers.backends.backtracking.store import Store
from solvers.backends.backtracking.value_index import half_towards, lower_half, nth_bit
from solvers.core.backend import Assignments, Backend, Clock, MissingLibrary, OutOfTime, Search, Settings, values_left

if TYPE_CHECKING:  # most searches have no seed, and start without it
    from random import Random

    from solvers.backends.backtracking.learning import Learning  # most searches end before they learn
    from solvers.backends.backtracking.value_order import ValueOrder  # takes numpy along

Pick = Callable[[int], int]  # which of a cell's untried bits are tried next

FIRST_RESTART = 250
"""Contradictions before a search begins again for the first time. Runs double, while it learns they grow by 1.3."""

MOST_LEARNT = 2_000
"""Contradictions in an order that was asked for before clauses are forgotten."""

MOST_BARREN_RUNS = 4
"""Runs without a better answer, before what the best one has is no longer tried first."""

NODES_BETWEEN_LOOKS, CELLS_BETWEEN_LOOKS = 64, 640_000
"""After so many nodes the clock is looked at; the store looks at it between propagations as well."""


class Backtracking(Backend):
    name = "backtracking"
    summary = "propagates constraints and backtracks, where it failed most first, in pure Python: the reference"
    is_stateful = False
    variants = ("natural", "network")  # the order of values

    def unsupported_reason(self, model: Model) -> str | None:
        return None

    def _load(self, model: Model, settings: Settings) -> BacktrackingSearch:
        self.version(settings.variant)
        return BacktrackingSearch(model, settings)

    def version(self, variant: str = "") -> str:
        return f"Puzzlebench backtracking{order_of_values(self.name, variant)}"


def order_of_values(backend: str, variant: str) -> str:
    """What a version says of a variant of a backend: in which order values are tried; MissingLibrary without numpy."""
    if variant != "network":
        return ""
    try:
        import numpy
    except ModuleNotFoundError:
        raise MissingLibrary(f"{backend}:network", "numpy", "numpy") from None
    return f", values in the network's order, numpy {numpy.__version__}"


class BacktrackingSearch(Search):
    """A model as a store of domains and propagators; each search leaves it as the structure alone does."""

    own_name = "backtracking"

    def __init__(self, model: Model, settings: Settings = Settings(), *, native: bool = True) -> None:
        super().__init__(model)
        self._settings = settings
        self._seed = settings.seed
        self._posted = PostedModel(model, settings.clock, native=native)
        self._store = self._posted.store
        self._deciding = _deciding_cells(model, self._posted)
        projection = set(model.projection)
        self._others = [cell for var in model.variables if var not in projection for cell in self._posted.cells(var)]
        self._rest = frozenset(self._others)
        self._branchers = branchers(model, self._posted, self._seed)
        self._value_order = _value_order(model, settings, self.own_name)
        self._ranks: Mapping[int, list[int]] = {}  # bits of cells, the first to be tried first
        self._structure_holds: bool | None = None  # unknown before the first search
        self._begin()

    def size(self) -> dict[str, int]:
        return {"variables": len(self.model.variables), "constraints": len(self._store.propagators)}

    def effort(self) -> dict[str, int]:
        return {
            "nodes": self._nodes,
            "propagations": self._store.runs - self._runs_before,
            "backtracks": self._backtracks,
            "depth": self._depth,
        }

    def _assuming(self, givens: Givens, assumptions: Sequence[Literal], clock: Clock) -> Assignments:
        left = values_left(givens, assumptions)
        if not self._posted.absent.isdisjoint(left):
            lowered = type(self)(self.model, replace(self._settings, clock=clock), native=False)
            return (yield from lowered._assuming(givens, assumptions, clock))
        self._begin()
        try:
            if self._start(left, clock):
                yield from self._search(clock)
        except OutOfTime:
            return False
        finally:
            self._store.reset()
            self._posted.lift()
        return True

    def _begin(self) -> None:
        self._nodes = self._backtracks = self._depth = 0
        self._runs_before = self._store.runs
        self._store.failures[:] = [0] * len(self._store.failures)
        self._last_conflict: int | None = None
        if self._posted.bound is not None:
            self._posted.bound.highest = None

    def _start(self, left: Mapping[IntVar, Set[int]], clock: Clock) -> bool:
        store = self._store
        if self._structure_holds is None:
            store.schedule(store.propagators)
            holds = store.settle(clock)
            store.keep()
            self._structure_holds = holds
        if not self._structure_holds:
            return False
        holds = all(self._posted.restrict(var, values) for var, values in left.items()) and store.settle(clock)
        if holds and self._value_order is not None:
            self._ranks = self._value_order.ranks(self._posted)
        return holds

    def _search(self, clock: Clock) -> Generator[Assignment, None, None]:
        store, bound = self._store, self._posted.bound
        random = _generator(self._seed) if self._seed else None
        chance = _generator(self._seed) if self._branchers else None
        every = max(1, min(NODES_BETWEEN_LOOKS, CELLS_BETWEEN_LOOKS // (1 + len(store.domains))))
        first_or_any: Pick = partial(_first_or_any, random)
        # Where values are left to try: the mark to go back to, the cell, those values, and which are next.
        points: list[tuple[int, int, int, Pick]] = []
        consistent, tried = True, None
        best: Sequence[int] = ()  # of each cell the value in the latest answer, which is the best one
        restarts = Restarts(ordered=any(brancher.choose != "max_weighted_degree" for brancher in self._branchers))

        def settle() -> bool:
            if bound is not None:
                store.schedule([bound])
            return store.settle(clock)

        while True:
            learning = restarts.learning
            if learning is not None and consistent and not points:
                learning.look_at_root()
            cell: int | None = None
            pick: Pick = first_or_any
            if consistent and learning is not None and learning.by_activity:
                cell, pick = self._most_active(learning), lower_half
                if cell is not None and best and restarts.follows_best():
                    pick = partial(half_towards, best[cell])
            elif consistent:
                cell, brancher = self._open_cell()
                if cell is not None and cell in self._ranks:
                    pick = partial(_first_ranked, self._ranks[cell])
                elif cell is not None and brancher is not None:
                    pick = partial(brancher.part, chance, cell)
            if cell is not None:
                points.append((store.mark(), cell, store.domains[cell], pick))
                self._depth = max(self._depth, len(points))
            elif consistent:
                assignment = self._posted.assignment()
                yield assignment
                if bound is not None and self.model.objective is not None:
                    cost = self.model.objective.cost
                    bound.highest = cost.value(assignment) - cost.constant - 1  # from here on it has to be beaten
                    best = [mask & -mask for mask in store.domains]
                    restarts.barren_runs = 0
                    if learning is not None:
                        consistent = settle()
                        continue
                else:
                    # This is an answer; other values of the rest would only repeat it.
                    while points and points[-1][1] in self._rest:
                        points.pop()
                    restarts.end()
            else:
                self._backtracks += 1
                self._last_conflict = tried
                if learning is not None:
                    assert store.failed is not None
                    level = learning.learn(store.failed, [mark for mark, *_ in points])
                    if level is None:
                        return
                    del points[level:]
                due = restarts.is_due() and bool(points)
                if due:
                    store.undo(points[0][0])
                    points.clear()
                    restarts.restart(store, clock)
                if due or learning is not None:
                    consistent = settle()
                    continue
            if not points:
                return
            # Take back what followed the latest point and try its next value.
            mark, tried, untried, pick = points.pop()
            store.undo(mark)
            part = pick(untried)
            if pick is first_or_any and best and best[tried] & untried and restarts.follows_best():
                part = best[tried]
            if untried != part:
                points.append((mark, tried, untried ^ part, pick if pick is first_or_any else lambda mask: mask))
            store.begin_change(None)
            store.replace(tried, part)
            self._nodes += 1
            if self._nodes % every == 0:
                clock.check()
            consistent = settle()

    def _most_active(self, learning: Learning) -> int | None:
        """What half of the runs of a search that learns branch on: without costs, the projection before all else."""
        parts = [self._deciding, self._others]
        if self._posted.bound is not None:
            parts = [self._deciding + self._others]
        return learning.most_active(parts)

    def _open_cell(self) -> tuple[int | None, Brancher | None]:
        """What to branch on, and by which strategy: the projection before all else; None when everything is fixed."""
        for late, cells in enumerate((self._deciding, self._others)):
            for brancher in self._branchers:
                if brancher.late == late and (cell := brancher.open_cell(self._store)) is not None:
                    return cell, brancher
            cell = self._most_failing(cells)
            if cell is not None:
                return cell, None
        return None, None

    def _most_failing(self, cells: Sequence[int]) -> int | None:
        """Of the open cells, the one that failed last, else the first with the fewest values for each failure."""
        domains, failures = self._store.domains, self._store.failures
        best, least, most = None, 0, 0
        for cell in cells:
            mask = domains[cell]
            if mask & (mask - 1):
                if cell == self._last_conflict:
                    return cell
                size, weight = mask.bit_count(), 1 + failures[cell]
                if best is None or size * most < least * weight:
                    best, least, most = cell, size, weight
        return best


class Restarts:
    """When a search begins again from the root, with what it learnt from failures.

    From the first restart on it learns clauses too. Half of the runs then branch on what conflicts asked for most of
    late (Moskewicz et al. 2001), by halves. What the best answer has is tried first, until some runs found no better
    one: near it are better ones, and a proof that there is none wants no such advice. In an order that a model asks for
    a search begins again only to learn, and to forget.

    Args:
        ordered: whether a model asks for an order in which nothing changes by failures.

    Attributes:
        learning: what the search learns from contradictions, while it does.
        barren_runs: those begun since the best answer was found.
    """

    def __init__(self, ordered: bool) -> None:
        self._ordered = ordered
        self.learning: Learning | None = None
        self.barren_runs = 0
        self._learns = True  # it did not show yet that this does not pay
        self._run = FIRST_RESTART
        self._left: int | None = FIRST_RESTART  # contradictions to come; None: it does not begin again

    def end(self) -> None:
        """An answer was found that a new run would find again; what follows it is tried value by value."""
        self._left, self.learning = None, None

    def follows_best(self) -> bool:
        return self.learning is not None and self.barren_runs < MOST_BARREN_RUNS

    def is_due(self) -> bool:
        """Count a contradiction. Where learning does not pay, the search goes on without it."""
        if self._left is None:
            return False
        self._left -= 1
        if self.learning is not None and not self.learning.pays():
            self._learns, self._left = False, -1
        return self._left < 0

    def restart(self, store: Store, clock: Clock) -> None:
        """The store is at its root."""
        self.barren_runs += 1
        if not self._learns:
            self.learning = None
            self._run *= 2
        else:
            if self.learning is None:
                from solvers.backends.backtracking.learning import Learning  # most searches end before it is loaded

                self.learning = Learning(store, clock)
            else:
                self.learning.forget()
                self.learning.by_activity = not self._ordered and not self.learning.by_activity
            self._run = self._run * 13 // 10
        store.clauses = self.learning
        self._left = self._run if not self._ordered else MOST_LEARNT if self._learns else None


def _deciding_cells(model: Model, posted: PostedModel) -> list[int]:
    """The cells to branch on until the projection is fixed: its own, or better ones.

    An exactly-one over Booleans of the projection is a variable whose values are these Booleans: its true literal
    settles all of them at once (Knuth's rule for exact covers: the item with the fewest options). They need no
    branching.
    """
    projection = set(model.projection)
    selectors: list[int] = []
    settled: set[IntVar] = set()
    for selector, literals in posted.choices:
        # Of a Boolean, a literal that is not always or never true says the value.
        if all(lit.var in projection and lit.var.is_boolean and len(lit.values) == 1 for lit in literals):
            selectors.append(selector)
            settled.update(literal.var for literal in literals)
    return [cell for var in model.projection if var not in settled for cell in posted.cells(var)] + selectors


def _generator(seed: int) -> Random:
    from random import Random  # as above

    return Random(seed)


def _first_or_any(random: Random | None, mask: int) -> int:
    return mask & -mask if random is None else nth_bit(mask, random.randrange(mask.bit_count()))


def _first_ranked(ranked: Sequence[int], mask: int) -> int:
    return next((bit for bit in ranked if bit & mask), mask & -mask)


def _value_order(model: Model, settings: Settings, backend: str) -> ValueOrder | None:
    if settings.variant != "network":
        return None
    from solvers.backends.backtracking.value_order import ValueOrder  # takes numpy along

    return ValueOrder(model, settings.clock, backend)


BACKEND = Backtracking()
