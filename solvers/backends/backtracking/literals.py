"""Propagators over literals: clauses, exactly one, at most one, and conditions that put a relation in force.

An exactly-one is a variable whose values are its literals. So it gets a *selector* cell, one bit for each literal that
can still be the true one, to branch on like on any other; an at-most-one has one more bit, for "none of them".
"""

from __future__ import annotations

from collections.abc import Sequence

from solvers.backends.backtracking.store import Propagator, Store

CellLiteral = tuple[int, int]  # a cell, and the bits of it that make the literal true


class ClausePropagator(Propagator):
    """At least one of the literals is true.

    Wakes when a cell shrinks. Unit propagation: when all literals but one are false, that one is
    true. O(literals) a run at worst; it ends at a true literal or at the second undecided one.
    """

    __slots__ = ("literals",)

    def __init__(self, literals: Sequence[CellLiteral]) -> None:
        super().__init__(tuple(cell for cell, _ in literals))
        self.literals = tuple(literals)

    def propagate(self, store: Store) -> bool:
        domains = store.domains
        unit: CellLiteral | None = None
        for literal in self.literals:
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


class OnePropagator(Propagator):
    """The literal whose bit stands in the selector is true, and all others are false.

    Wakes when a cell or the selector shrinks. Prunes: a false literal leaves the selector; when one
    is true, or one bit is left, that one is true and all others become false. O(literals that can
    still be true) a run, O(literals) for the last. One more bit than literals: none of them may be true.
    """

    __slots__ = ("selector", "literals", "_none")

    def __init__(self, selector: int, literals: Sequence[CellLiteral]) -> None:
        super().__init__((selector, *(cell for cell, _ in literals)), idempotent=True)
        self.selector = selector
        self.literals = {1 << place: literal for place, literal in enumerate(literals)}
        self._none = 1 << len(literals)

    def propagate(self, store: Store) -> bool:
        domains, literals = store.domains, self.literals
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


class ConditionalPropagator(Propagator):
    """While all literals of the condition are true, the relation holds.

    Wakes when a cell of either shrinks. Once the condition is true it prunes what the relation prunes;
    once it is false, nothing. While one literal of it is undecided the relation is put on trial: if
    it comes to a contradiction the literal becomes false. Costs a run of the relation.
    """

    __slots__ = ("condition", "relation")

    def __init__(self, condition: Sequence[CellLiteral], relation: Propagator) -> None:
        super().__init__((*(cell for cell, _ in condition), *relation.cells))
        self.condition = tuple(condition)
        self.relation = relation

    def propagate(self, store: Store) -> bool:
        domains = store.domains
        undecided: CellLiteral | None = None
        for literal in self.condition:
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
            return self.relation.propagate(store)
        if store.would_fail(self.relation):
            cell, yes = undecided
            return store.narrow(cell, ~yes)
        return True
