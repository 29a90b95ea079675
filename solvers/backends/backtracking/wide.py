"""Domains with more values than a mask should have bits, kept as a least value plus digits to a large base.

Each digit is a small domain of its own. Sums take the digits in the variable's place (and then fix them from the
highest down), tests become thresholds, an Element and an AllDifferent sums and tests; a Table waits for all.

Whether a variable reaches a value is a cell of two bits, tied to the digits by two conditional bounds. A test for a run
of values is two such thresholds, a test for several runs a clause over them; they prune long before digits are fixed.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping, Sequence, Set
from itertools import chain, combinations

from models.language.base import Domain
from models.language.constraints import AllDifferent, Clause, Element, Table
from models.language.domains import complement, runs_of
from models.language.expressions import Constraint, IntVar, Linear, Literal
from solvers.backends.backtracking.linear import BoundsPropagator, Term
from solvers.backends.backtracking.literals import CellLiteral, ClausePropagator, ConditionalPropagator
from solvers.backends.backtracking.store import Propagator, Store
from solvers.backends.backtracking.value_index import MAX_NUMBERS_PER_VALUE
from solvers.lowering.plain import reads_numbers_only, split_element

MAX_MASK_VALUES = 1 << 20  # a range of more values than this is kept in digits

MAX_EXPLICIT_VALUES = 1_000
"""A domain of more values is kept to those that an Element, a Table or a Clause lists, where they are far fewer."""

DIGIT_BASE = 1 << 10

MAX_PAIRED_VARIABLES = 100
"""An AllDifferent over more variables than this, some of them in digits, is not split into its pairs."""


def is_wide(domain: Domain, span: int = 0) -> bool:
    """Whether a domain that spans so much is kept in digits; one that lists its values never is."""
    return isinstance(domain, range) and domain[-1] - domain[0] >= (span or MAX_MASK_VALUES)


def narrower(constraint: Constraint, wide: Container[int]) -> Iterable[Constraint]:
    """The constraints into which one is split where some of its variables (by index) are in digits."""
    speaks_of_wide = any(var.index in wide for var in constraint.relation_scope())
    if speaks_of_wide and isinstance(constraint, Element) and constraint.index.index not in wide:
        return split_element(constraint)
    if speaks_of_wide and isinstance(constraint, AllDifferent) and len(constraint.variables) <= MAX_PAIRED_VARIABLES:
        pairs = combinations(constraint.variables, 2)
        return (Linear(((1, x), (-1, y)), "!=", 0, condition=constraint.condition) for x, y in pairs)
    return (constraint,)


class DigitsPropagator(BoundsPropagator):
    """The digits make up a value of a wide domain, or one of those that the search at hand allows.

    Wakes when a digit shrinks. Bounds consistent between the least value and the greatest; gaps between them are
    noticed once every digit is fixed. O(digits) a run.

    Attributes:
        digits: what each digit counts, and its cell; the highest first. Together they reach a little too far.
    """

    __slots__ = ("digits", "_domain", "_allowed")

    def __init__(self, domain: Domain, store: Store) -> None:
        span, counts = domain[-1] - domain[0], 1
        self.digits: list[tuple[int, int]] = []
        while counts <= span:
            self.digits.insert(0, (counts, store.new_cell((1 << min(DIGIT_BASE, span // counts + 1)) - 1)))
            counts *= DIGIT_BASE
        super().__init__(self.terms(1), None, None)
        self._domain = domain
        self.restrict(None)

    def terms(self, coefficient: int) -> list[tuple[int, range]]:
        steps = ((coefficient * counts, cell) for counts, cell in self.digits)
        return [(cell, range(0, step * DIGIT_BASE, step)) for step, cell in steps]

    def restrict(self, allowed: Set[int] | None) -> None:
        """Allow only these values of the domain; None for all of them."""
        runs = None if allowed is None else runs_of(allowed)
        self._allowed = allowed if runs and len(runs) > 1 else None
        least, greatest = (runs[0][0], runs[-1][-1]) if runs else (self._domain[0], self._domain[-1])
        self.lowest, self.highest = least - self._domain[0], greatest - self._domain[0]

    def value(self, store: Store) -> int:
        return self._domain[0] + sum(counts * (store.domains[c].bit_length() - 1) for counts, c in self.digits)

    def propagate(self, store: Store) -> bool:
        if not super().propagate(store):
            return False
        return self._allowed is None or not store.all_fixed(self.cells) or self.value(store) in self._allowed


NO, YES = 0b01, 0b10


class Thresholds:
    """The cells that tell which tests hold; each is made and tied to the digits when it is first asked for."""

    def __init__(self, store: Store, terms: Callable[[IntVar], Sequence[Term]]) -> None:
        self._store = store
        self._terms = terms
        self._tests: dict[Literal, CellLiteral] = {}
        self._reached: dict[tuple[IntVar, int], CellLiteral] = {}

    def test(self, literal: Literal) -> CellLiteral:
        if literal not in self._tests:
            var = literal.var
            inside, outside = runs_of(literal.values), runs_of(complement(var.domain, literal.values))
            if len(outside) < len(inside):
                self._tests[literal] = _negated(self._any([self._within(var, run) for run in outside]))
            else:
                self._tests[literal] = self._any([self._within(var, run) for run in inside])
        return self._tests[literal]

    def _within(self, var: IntVar, run: range) -> CellLiteral:
        parts = [self._reaches(var, run[0])] if run[0] > var.domain[0] else []
        parts += [_negated(self._reaches(var, run[-1] + 1))] if run[-1] < var.domain[-1] else []
        return _negated(self._any([_negated(part) for part in parts]))

    def _reaches(self, var: IntVar, value: int) -> CellLiteral:
        if (var, value) not in self._reached:
            cell, terms = self._store.new_cell(NO | YES), self._terms(var)
            self._store.post(ConditionalPropagator([(cell, YES)], BoundsPropagator(terms, value, None)))
            self._store.post(ConditionalPropagator([(cell, NO)], BoundsPropagator(terms, None, value - 1)))
            self._reached[var, value] = cell, YES
        return self._reached[var, value]

    def _any(self, literals: Sequence[CellLiteral]) -> CellLiteral:
        if len(literals) == 1:
            return literals[0]
        one = self._store.new_cell(NO | YES if literals else NO), YES
        if literals:
            self._store.post(ClausePropagator([_negated(one), *literals]))
        for literal in literals:
            self._store.post(ClausePropagator([one, _negated(literal)]))
        return one


def _negated(literal: CellLiteral) -> CellLiteral:
    cell, bits = literal
    return cell, bits ^ (NO | YES)


class JudgePropagator(Propagator):
    """A table over wide variables, or whatever else has no form of its own there.

    Wakes when a cell shrinks. Prunes nothing: once every cell is fixed it asks the constraint itself.
    """

    __slots__ = ("_constraint", "_value")

    def __init__(self, cells: tuple[int, ...], constraint: Constraint, value: Callable[[IntVar], int]) -> None:
        super().__init__(cells)
        self._constraint = constraint
        self._value = value

    def propagate(self, store: Store) -> bool:
        if not store.all_fixed(self.cells):
            return True
        return self._constraint.holds({var: self._value(var) for var in self._constraint.scope()})


def listed_domains(variables: Sequence[IntVar], constraints: Iterable[Constraint]) -> list[Domain]:
    """Every variable's domain; of one with many values only those listed by a constraint, where one does."""
    domains = [var.domain for var in variables]
    if any(len(domain) > MAX_EXPLICIT_VALUES for domain in domains):
        for constraint in constraints:
            for var, values in _listed(constraint).items():
                if len(domains[var.index]) > MAX_EXPLICIT_VALUES:
                    fitting = tuple(sorted(value for value in set(values) if value in var.domain))
                    few = max(MAX_EXPLICIT_VALUES, len(domains[var.index]) // MAX_NUMBERS_PER_VALUE)
                    if len(fitting) <= few or is_wide(domains[var.index]):
                        # With none that fits the constraint itself will say that it cannot hold.
                        domains[var.index] = fitting or var.domain[:1]
    return domains


def _listed(constraint: Constraint) -> Mapping[IntVar, Iterable[int]]:
    if constraint.condition:
        return {}
    if isinstance(constraint, Element) and reads_numbers_only(constraint):
        return {constraint.target: (entry for entry in constraint.array if isinstance(entry, int))}
    if isinstance(constraint, Clause) and all(
        len(literal.values) <= MAX_EXPLICIT_VALUES for literal in constraint.literals
    ):
        tested = {literal.var for literal in constraint.literals}
        return (
            dict.fromkeys(tested, chain.from_iterable(lit.values for lit in constraint.literals))
            if len(tested) == 1
            else {}
        )
    if isinstance(constraint, Table):
        return dict(zip(constraint.variables, zip(*constraint.tuples, strict=True), strict=False))
    return {}
