"""How does a constraint prune that only counts under a condition?"""

from __future__ import annotations

from collections.abc import Sequence

from solvers.backends.backtracking.clause import CellLiteral
from solvers.backends.backtracking.store import Propagator, Store


class ConditionalPropagator(Propagator):
    """While all literals of the condition are true, the relation holds.

    Wakes when a cell of either shrinks. Once the condition is true it prunes what the relation prunes;
    once it is false, nothing. While one literal of it is undecided the relation is put on trial: if
    it comes to a contradiction the literal becomes false. Costs a run of the relation.
    """

    __slots__ = ("_condition", "_relation")

    def __init__(self, condition: Sequence[CellLiteral], relation: Propagator) -> None:
        super().__init__((*(cell for cell, _ in condition), *relation.cells))
        self._condition = tuple(condition)
        self._relation = relation

    def propagate(self, store: Store) -> bool:
        domains = store.domains
        undecided: CellLiteral | None = None
        for literal in self._condition:
            cell, yes = literal
            mask = domains[cell]
            true = mask & yes
            if not true:
                return True
            if true != mask:
                if undecided is not None:
                    return True
                undecided = literal
        if undecided is None:
            return self._relation.propagate(store)
        if store.would_fail(self._relation):
            cell, yes = undecided
            return store.narrow(cell, ~yes)
        return True
