"""The propagator for tables of permitted tuples: compact table."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from operator import or_

from solvers.backends.backtracking.store import Propagator, Store


class TablePropagator(Propagator):
    """The cells hold, in order, the values of one row.

    Wakes when a cell shrinks. Domain consistent, as compact table does it (J. Demeulenaere et al.,
    "Compact-Table", CP 2016): the rows still possible are one int in a cell of its own, and so are,
    for each bit of a column's cell, the rows that hold its value. O(values left that rows hold) operations on ints as
    long as the table.
    """

    __slots__ = ("rows_cell", "columns", "_mentioned")

    def __init__(self, rows_cell: int, columns: Sequence[tuple[int, dict[int, int]]]) -> None:
        super().__init__(tuple(cell for cell, _ in columns), idempotent=True)
        self.rows_cell = rows_cell
        self.columns = tuple(columns)
        self._mentioned = tuple(reduce(or_, supports, 0) for _, supports in columns)

    def propagate(self, store: Store) -> bool:
        domains = store.domains
        before = rows = domains[self.rows_cell]
        for (cell, supports), mentioned in zip(self.columns, self._mentioned, strict=True):
            rest, supported = domains[cell] & mentioned, 0
            while rest:
                bit = rest & -rest
                rest ^= bit
                supported |= supports[bit]
            rows &= supported
        if not rows:
            return False
        if rows != before:
            store.replace(self.rows_cell, rows)
        for (cell, supports), mentioned in zip(self.columns, self._mentioned, strict=True):
            mask = domains[cell]
            rest, kept = mask & mentioned, 0
            while rest:
                bit = rest & -rest
                rest ^= bit
                if supports[bit] & rows:
                    kept |= bit
            if kept != mask and not store.narrow(cell, kept):
                return False
        return True
