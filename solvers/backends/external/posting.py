"""Posting a model with a constraint programming library: what such libraries have in common, kind by kind.

A library has integer variables, Booleans, and a few constraints. A literal ``x in S`` becomes bounds and single values;
a conditional AllDifferent ``x ≠ y`` for each pair, a conditional Element a clause for each place, a conditional Table a
Boolean for each tuple; AtMostOne and ExactlyOne become sums. All that is added is determined by the model's variables.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Any, ClassVar

from models.language.base import Domain
from models.language.constraints import AllDifferent, AtMostOne, Clause, Element, ExactlyOne, Table
from models.language.declarations import Lowered
from models.language.domains import complement, runs_of
from models.language.expressions import IntVar, Linear, Literal
from models.language.model import Model
from solvers.backends.shared.apart import ApartBackend
from solvers.lowering.native import native_form
from solvers.lowering.plain import kind_of, plain, too_large

Thing = Any  # a variable, an expression or a Boolean of the library
Terms = Sequence[tuple[int, Thing]]  # coefficients with integers of the library


class PostingBackend(ApartBackend):
    """A constraint programming library, which computes with numbers of up to ``max_int``."""

    max_int: ClassVar[int]

    def unsupported_reason(self, model: Model) -> str | None:
        return too_large(model, self.max_int, plain(model.constraints, split_elements=False))


class Posting(ABC):
    """A model as a library has it."""

    def __init__(self, model: Model, *, native: bool = True) -> None:
        self._booleans: dict[Literal, Thing] = {}
        self.form = native_form(model, self.takes if native else lambda one: False)
        absent = self.form.absent
        self.variables = [self.variable(var.domain[:1] if var in absent else var.domain) for var in model.variables]
        for stated in self.form.stated:
            getattr(self, f"_{stated.kind}")(*stated.arguments)
        for constraint in plain(self.form.constraints):
            getattr(self, f"_{kind_of(constraint)}")(constraint, self.booleans(constraint.condition))

    # What a library says

    @abstractmethod
    def variable(self, domain: Domain) -> Thing:
        """A new integer variable."""

    @abstractmethod
    def boolean(self) -> Thing:
        """A new Boolean."""

    @abstractmethod
    def negated(self, boolean: Thing) -> Thing:
        """The negation of a Boolean, as a Boolean."""

    @abstractmethod
    def as_integer(self, boolean: Thing) -> Thing:
        """1 where the Boolean is true, else 0."""

    @abstractmethod
    def equals(self, variable: Thing, value: int) -> Thing:
        """The Boolean that is true exactly when the variable has the value."""

    @abstractmethod
    def at_least(self, variable: Thing, value: int) -> Thing:
        """The Boolean that is true exactly when the variable is not below the value."""

    @abstractmethod
    def clause(self, booleans: Sequence[Thing]) -> None:
        """One of the Booleans is true."""

    @abstractmethod
    def linear(self, terms: Terms, relation: str, constant: int, condition: Sequence[Thing] = ()) -> None:
        """All of the condition ⇒ the sum stands in the relation to the constant; there are terms."""

    @abstractmethod
    def all_different(self, variables: Sequence[Thing]) -> None:
        """No two of the variables have the same value."""

    @abstractmethod
    def element(self, index: Thing, array: Sequence[int], target: Thing) -> None:
        """``target = array[index]``."""

    @abstractmethod
    def table(self, variables: Sequence[Thing], rows: Sequence[Sequence[int]]) -> None:
        """The variables take the values of one of the rows; there is one, and there are variables."""

    def takes(self, stated: Lowered) -> bool:
        """Whether the library has a global constraint itself; there is a function for its kind then."""
        return False

    # What is said with it

    def of(self, var: IntVar) -> Thing:
        return self.variables[var.index]

    def booleans(self, literals: Iterable[Literal]) -> list[Thing]:
        return [self.test(literal) for literal in literals]

    def test(self, literal: Literal) -> Thing:
        """The Boolean that is true exactly when ``literal`` is."""
        if literal not in self._booleans:
            var, domain = self.of(literal.var), literal.var.domain
            runs, others = runs_of(literal.values), runs_of(complement(domain, literal.values))
            if len(others) < len(runs) or not runs:
                one = self.negated(self._either([self._within(var, domain, run) for run in others]))
            else:
                one = self._either([self._within(var, domain, run) for run in runs])
            self._booleans[literal], self._booleans[~literal] = one, self.negated(one)
        return self._booleans[literal]

    def terms_of(self, terms: Iterable[tuple[int, IntVar]]) -> list[tuple[int, Thing]]:
        return [(coefficient, self.of(var)) for coefficient, var in terms]

    def _within(self, var: Thing, domain: Domain, run: Sequence[int]) -> Thing:
        """Whether the variable lies within a run of values."""
        first, last = run[0], run[-1]
        if first == last:
            return self.equals(var, first)
        parts = [self.at_least(var, first)] if first > domain[0] else []
        parts += [self.negated(self.at_least(var, last + 1))] if last < domain[-1] else []
        return self.negated(self._either([self.negated(part) for part in parts]))

    def _either(self, booleans: Sequence[Thing]) -> Thing:
        """A Boolean that is true exactly when one of these is."""
        if len(booleans) == 1:
            return booleans[0]
        one = self.boolean()
        self.clause([self.negated(one), *booleans])
        for boolean in booleans:
            self.clause([self.negated(boolean), one])
        return one

    # One function for each kind of constraint

    def _all_different(self, constraint: AllDifferent, condition: list[Thing]) -> None:
        if not condition:
            self.all_different([self.of(var) for var in constraint.variables])
            return
        for x, y in combinations(constraint.variables, 2):
            self.linear([(1, self.of(x)), (-1, self.of(y))], "!=", 0, condition)

    def _element(self, constraint: Element, condition: list[Thing]) -> None:
        array = [entry for entry in constraint.array if isinstance(entry, int)]
        if not condition:
            self.element(self.of(constraint.index), array, self.of(constraint.target))
            return
        for place in constraint.index.domain:
            here = [self.test(constraint.index == place), *condition]
            self._unless(here, [self.test(constraint.target == array[place])])

    def _linear(self, constraint: Linear, condition: list[Thing]) -> None:
        if constraint.terms:
            self.linear(self.terms_of(constraint.terms), constraint.relation, constraint.constant, condition)
        elif not constraint.relation_holds({}):
            self._unless(condition, [])

    def _table(self, constraint: Table, condition: list[Thing]) -> None:
        rows = constraint.rows()
        if not rows:
            self._unless(condition, [])
        elif constraint.variables and not condition:
            self.table([self.of(var) for var in constraint.variables], rows)
        elif constraint.variables:
            taken = []
            for row in rows:
                misses = [self.test(var != value) for var, value in zip(constraint.variables, row, strict=True)]
                taken.append(self.negated(self._either(misses)))
            self._unless(condition, taken)

    def _clause(self, constraint: Clause, condition: list[Thing]) -> None:
        self._unless(condition, self.booleans(constraint.literals))

    def _at_most_one(self, constraint: AtMostOne, condition: list[Thing]) -> None:
        if len(constraint.literals) > 1:
            self._count(constraint.literals, "<=", condition)

    def _exactly_one(self, constraint: ExactlyOne, condition: list[Thing]) -> None:
        if constraint.literals:
            self._count(constraint.literals, "==", condition)
        else:
            self._unless(condition, [])

    def _count(self, literals: Iterable[Literal], relation: str, condition: list[Thing]) -> None:
        counts: dict[Literal, int] = {}  # each test once, and its negation as 1 less: libraries err with repetitions
        bound = 1
        for literal in literals:
            if ~literal in counts:
                counts[~literal] -= 1
                bound -= 1
            else:
                counts[literal] = counts.get(literal, 0) + 1
        ones = [(count, self.as_integer(self.test(literal))) for literal, count in counts.items() if count]
        if ones:
            self.linear(ones, relation, bound, condition)
        elif not (bound == 0 or (bound > 0 and relation == "<=")):
            self._unless(condition, [])

    def _unless(self, condition: Iterable[Thing], booleans: Iterable[Thing]) -> None:
        """All of the condition ⇒ one of the Booleans is true."""
        self.clause([*(self.negated(boolean) for boolean in condition), *booleans])
