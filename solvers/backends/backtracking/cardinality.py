"""How do "exactly one of these literals" and "at most one of them" prune?

An exactly-one is a variable in disguise: its values are its literals. So it gets a *selector* cell, one
bit for each literal that can still be the true one, which a search can branch on like on any other;
an at-most-one has one more bit, for "none of them".
"""

from __future__ import annotations

from collections.abc import Sequence

from solvers.backends.backtracking.clause import CellLiteral
from solvers.backends.backtracking.store import Propagator, Store


class OnePropagator(Propagator):
    """The literal whose bit stands in the selector is true, and all others are false.

    Wakes when a cell or the selector shrinks. Prunes: a false literal leaves the selector; when one
    is true, or one bit is left, that one is true and all others become false. O(literals that can
    still be true) a run, O(literals) for the last.

    Args:
        selector: a cell with a bit for each literal, in order, and one more for "none" if that is allowed.
        literals: the literals.
    """

    __slots__ = ("selector", "_literals", "_none")

    def __init__(self, selector: int, literals: Sequence[CellLiteral]) -> None:
        super().__init__((selector, *(cell for cell, _ in literals)), idempotent=True)
        self.selector = selector
        self._literals = {1 << place: literal for place, literal in enumerate(literals)}
        self._none = 1 << len(literals)

    def propagate(self, store: Store) -> bool:
        domains, literals = store.domains, self._literals
        before = domains[self.selector]
        chosen = 0
        none = before & self._none
        rest = before ^ none
        left = none
        while rest:
            bit = rest & -rest
            rest ^= bit
            cell, yes = literals[bit]
            mask = domains[cell]
            true = mask & yes
            if true:
                left |= bit
                if true == mask:
                    if chosen:
                        return False
                    chosen = bit
        chosen = chosen or left
        if chosen & (chosen - 1):  # several are left
            if left != before:
                store.replace(self.selector, left)
            return True
        if not chosen:
            return False
        if chosen != before:
            store.replace(self.selector, chosen)
        return all(store.narrow(cell, yes if bit == chosen else ~yes) for bit, (cell, yes) in literals.items())
