"""How does "at least one of these literals" prune?"""

from __future__ import annotations

from collections.abc import Sequence

from solvers.backends.backtracking.store import Propagator, Store

CellLiteral = tuple[int, int]
"""A cell, and the bits of it that make the literal true."""


class ClausePropagator(Propagator):
    """At least one of the literals is true.

    Wakes when a cell shrinks. Unit propagation: when all literals but one are false, that one is
    true. O(literals) a run at worst; it ends at a true literal or at the second undecided one.
    """

    __slots__ = ("_literals",)

    def __init__(self, literals: Sequence[CellLiteral]) -> None:
        super().__init__(tuple(cell for cell, _ in literals))
        self._literals = tuple(literals)

    def propagate(self, store: Store) -> bool:
        domains = store.domains
        unit: CellLiteral | None = None
        for literal in self._literals:
            cell, yes = literal
            mask = domains[cell]
            true = mask & yes
            if true == mask:
                return True
            if true:
                if unit is not None:
                    return True
                unit = literal
        return unit is not None and store.narrow(*unit)
