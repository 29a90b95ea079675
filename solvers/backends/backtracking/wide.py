"""How is a domain kept that has more values than a mask should have bits?

A pack may have any number of cards up to a million millions. Such a variable is kept as its least
value plus digits to a large base, each digit a small domain of its own. Sums take the digits in its
place (and then fix them from the highest down); any other constraint waits until all are fixed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence, Set

from models.language.domains import runs_of
from models.language.model import Constraint, Domain, Element, IntVar, Table
from solvers.backends.backtracking.linear import BoundsPropagator
from solvers.backends.backtracking.store import Propagator, Store
from solvers.backends.shared.lowering import reads_numbers_only

WIDE = 1 << 20
"""A range of more values than this is kept in digits."""

BASE = 1 << 10
"""The base of these digits."""

Digits = list[tuple[int, int]]
"""What a digit counts, and its cell; the highest first."""


def is_wide(domain: Domain) -> bool:
    """Whether a domain is kept in digits; one that lists its values never is."""
    return isinstance(domain, range) and domain[-1] - domain[0] >= WIDE


def digit_domains(domain: Domain) -> list[tuple[int, range]]:
    """What each digit counts and the values it may take, the highest first; together they reach a little too far."""
    span, counts, digits = domain[-1] - domain[0], 1, []
    while counts <= span:
        digits.append((counts, range(min(BASE, span // counts + 1))))
        counts *= BASE
    return digits[::-1]


def listed_domains(variables: Sequence[IntVar], constraints: Iterable[Constraint]) -> list[Domain]:
    """Every variable's domain; of a wide one only the values listed by an Element or a Table, where one does."""
    domains = [var.domain for var in variables]
    if any(map(is_wide, domains)):
        for constraint in constraints:
            if not constraint.condition:
                for var, values in _listed(constraint):
                    if is_wide(domains[var.index]):
                        fitting = tuple(sorted(value for value in set(values) if value in var.domain))
                        # With none that fits the constraint itself will say that it cannot hold.
                        domains[var.index] = fitting or var.domain[:1]
    return domains


def _listed(constraint: Constraint) -> Iterable[tuple[IntVar, Iterable[int]]]:
    if isinstance(constraint, Element) and reads_numbers_only(constraint):
        return [(constraint.target, (entry for entry in constraint.array if isinstance(entry, int)))]
    if isinstance(constraint, Table):
        columns = zip(*constraint.tuples, strict=True)
        return zip(constraint.variables, columns, strict=False)
    return []


class WithinPropagator(BoundsPropagator):
    """The digits make up a value of the variable's domain, or one of those that the search at hand allows.

    Wakes when a digit shrinks. Bounds consistent between the least value and the greatest; gaps between them are
    noticed once every digit is fixed. O(digits) a run.
    """

    __slots__ = ("_digits", "_domain", "_allowed")

    def __init__(self, digits: Digits, domain: Domain) -> None:
        super().__init__([(cell, range(0, counts * BASE, counts)) for counts, cell in digits], None, None)
        self._digits = digits
        self._domain = domain
        self.restrict(None)

    def restrict(self, allowed: Set[int] | None) -> None:
        """Allow only these values of the domain; None for all of them."""
        runs = None if allowed is None else runs_of(allowed)
        self._allowed = allowed if runs and len(runs) > 1 else None
        least, greatest = (runs[0][0], runs[-1][-1]) if runs else (self._domain[0], self._domain[-1])
        self.lowest, self.highest = least - self._domain[0], greatest - self._domain[0]

    def propagate(self, store: Store) -> bool:
        if not super().propagate(store):
            return False
        if self._allowed is None or any(store.domains[cell] & (store.domains[cell] - 1) for cell in self.cells):
            return True
        digits = ((counts, store.domains[cell].bit_length() - 1) for counts, cell in self._digits)
        return self._domain[0] + sum(counts * digit for counts, digit in digits) in self._allowed


class JudgePropagator(Propagator):
    """Any constraint over wide variables that is no sum.

    Wakes when a cell shrinks. Prunes nothing: once every cell is fixed it asks the constraint itself.

    Args:
        cells: where the values of its variables are kept.
        constraint: the constraint.
        value: the value of a variable whose cells are fixed.
    """

    __slots__ = ("_constraint", "_value")

    def __init__(self, cells: tuple[int, ...], constraint: Constraint, value: Callable[[IntVar], int]) -> None:
        super().__init__(cells)
        self._constraint = constraint
        self._value = value

    def propagate(self, store: Store) -> bool:
        domains = store.domains
        if any(domains[cell] & (domains[cell] - 1) for cell in self.cells):
            return True
        return self._constraint.holds({var: self._value(var) for var in self._constraint.scope()})
