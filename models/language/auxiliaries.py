"""Auxiliary variables: those that a model adds of its own, each determined by variables declared before it.

A sum of literals needs a Boolean variable for each, ``add_all_different(q[i] + i …)`` a variable for each sum.
Each is made once, however often it is asked for; the constraints that define it hold without any condition and
share the key ``DEFINITION``; and how it is computed is kept as a function, so that a model can complete an
assignment that gives values to the declared variables alone.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from models.errors import ModelError
from models.language.base import Domain, a_type, as_int
from models.language.constraints import Clause, ExactlyOne
from models.language.domains import LISTED
from models.language.expressions import (
    Assignment,
    Constraint,
    Expression,
    IntVar,
    Key,
    Linear,
    LinearExpr,
    LinearOverTests,
    Literal,
)

DEFINITION: Key = ("definition",)
"""The key of every constraint that defines an auxiliary variable: no rule of a puzzle, and never given up."""

OPPOSITE = {"==": "!=", "!=": "==", "<=": ">", ">=": "<"}
_COMPARED: Mapping[str, Callable[[Any, Any], Any]] = {
    "==": operator.eq,
    "!=": operator.ne,
    "<=": operator.le,
    ">=": operator.ge,
    "<": operator.lt,
    ">": operator.gt,
}

Value = Callable[[Assignment], int]


class Auxiliaries:
    """The auxiliary variables of one model.

    Args:
        new_var: declares a variable of a domain, under a name like the given one.
        post: adds a constraint to the model.
        own: raises a ModelError for a variable of another model.

    Attributes:
        values: every auxiliary variable with the function that computes it, in order of declaration.
    """

    def __init__(
        self,
        new_var: Callable[[Domain, str], IntVar],
        post: Callable[[Constraint], object],
        own: Callable[[IntVar], None],
    ) -> None:
        self.values: dict[IntVar, Value] = {}
        self._new_var = new_var
        self._post = post
        self._own = own
        self._made: dict[Hashable, IntVar] = {}

    def make(
        self, key: Hashable, name: str, domain: Domain, value: Value, define: Callable[[IntVar], Iterable[Constraint]]
    ) -> IntVar:
        """The auxiliary variable known by ``key``; where there is none yet, it is declared and defined."""
        if key not in self._made:
            var = self._new_var(domain, name)
            self._made[key] = var
            self.values[var] = value
            for constraint in define(var):
                self._post(replace(constraint, key=DEFINITION))
        return self._made[key]

    def boolean(self, literal: Literal) -> Literal:
        """A literal of a Boolean variable that is true exactly when ``literal`` is."""
        if literal.var.is_boolean:
            return literal
        if ("test", ~literal) in self._made:
            return ~self.boolean(~literal)
        self._own(literal.var)
        var = self.make(
            ("test", literal),
            f"[{literal}]",
            range(2),
            lambda assignment: int(literal.holds(assignment)),
            lambda var: [ExactlyOne((var == 0, literal))],
        )
        return var == 1

    def linear(self, expression: LinearExpr) -> LinearExpr:
        """``expression`` with a Boolean variable in place of each test."""
        if not expression.tests:
            return expression
        counted = (coefficient * self.boolean(test) for test, coefficient in expression.tests.items())
        return sum(counted, LinearExpr(expression.terms, expression.constant))

    def counted(self, constraint: LinearOverTests) -> Linear:
        """A linear constraint with a Boolean variable in place of each test."""
        for var in constraint.scope():
            self._own(var)
        terms = {var: coefficient for coefficient, var in constraint.terms}
        tests = {test: coefficient for coefficient, test in constraint.tests}
        left = self.linear(LinearExpr(terms, -constraint.constant, tests))
        return Linear(
            tuple(summands_of(left)),
            constraint.relation,
            -left.constant,
            condition=constraint.condition,
            because=constraint.because,
            key=constraint.key,
        )

    def sum_of(self, thing: object) -> LinearExpr:
        """A variable, a literal, a linear expression or an int as a linear expression over variables."""
        if isinstance(thing, Expression):
            expression = self.linear(thing.as_sum())
            for var in expression.terms:
                self._own(var)
            return expression
        number = as_int(thing)
        if number is None:
            raise ModelError(
                f"{thing!r} is {a_type(thing)}; a variable, a literal, a linear expression or an int is expected"
            )
        return LinearExpr({}, number)

    def variable(self, thing: object) -> IntVar:
        """A variable equal to a linear expression: where it is no more than a variable, that one."""
        expression = self.sum_of(thing)
        summands = summands_of(expression)
        if not expression.constant and len(summands) == 1 and summands[0][0] == 1:
            return summands[0][1]
        return self.make(
            ("sum", frozenset(summands), expression.constant),
            f"({expression})",
            values_of(expression),
            expression.value,
            lambda var: said(var.as_sum() == expression),
        )

    def truth(self, comparison: Linear) -> Literal:
        """A literal that is true exactly when a linear constraint holds."""
        test = as_test(comparison)
        if test is not None:
            return test
        if not comparison.terms:
            return self.variable(0).is_in([0] if comparison.relation_holds({}) else [])
        opposite = negation(comparison)
        var = self.make(
            ("truth", comparison),
            f"[{comparison}]",
            range(2),
            lambda assignment: int(comparison.relation_holds(assignment)),
            lambda var: [replace(comparison, condition=(var == 1,)), replace(opposite, condition=(var == 0,))],
        )
        return var == 1

    def complete(self, assignment: Assignment) -> Assignment:
        """``assignment`` with a value for every auxiliary variable that has none in it."""
        if all(var in assignment for var in self.values):
            return assignment
        whole = dict(assignment)
        for var, value in self.values.items():
            if var not in whole:
                whole[var] = value(whole)
        return whole


def said(comparison: Linear) -> Iterator[Constraint]:
    """A linear constraint in the fewest words: nothing where it always holds, a clause where one test says it."""
    test = as_test(comparison)
    if test is not None:
        if not test.is_always:
            yield Clause((test,))
    elif comparison.terms:
        yield comparison
    elif not comparison.relation_holds({}):
        yield Clause(())


def when(constraints: Iterable[Constraint], *literals: Literal) -> Iterator[Constraint]:
    """``constraints`` where all ``literals`` are true, and nothing where one never is."""
    open_literals = tuple(literal for literal in literals if not literal.is_always)
    if not any(literal.is_never for literal in open_literals):
        for constraint in constraints:
            yield replace(constraint, condition=constraint.condition + open_literals) if open_literals else constraint


def as_test(comparison: Linear) -> Literal | None:
    """A linear constraint over one variable as a literal; None where it is over none or several, or too large."""
    if len(comparison.terms) != 1:
        return None
    ((coefficient, var),) = comparison.terms
    if abs(coefficient) == 1:
        relation, constant = comparison.relation, coefficient * comparison.constant
        if coefficient < 0:
            relation = {"<=": ">=", ">=": "<="}.get(relation, relation)
        test: Literal = _COMPARED[relation](var, constant)
        return test
    if len(var.domain) > LISTED:
        return None
    return var.is_in(value for value in var.domain if comparison.relation_holds({var: value}))


def negation(comparison: Linear) -> Linear:
    """The linear constraint that holds exactly where ``comparison`` does not."""
    left = LinearExpr({var: coefficient for coefficient, var in comparison.terms}, 0)
    opposite: Linear = _COMPARED[OPPOSITE[comparison.relation]](left, comparison.constant)
    return opposite


def summands_of(expression: LinearExpr) -> list[tuple[int, IntVar]]:
    """The summands of an expression that are not 0 by their coefficient."""
    return [(coefficient, var) for coefficient, var in expression.summands() if coefficient]


def bounds_of(expression: LinearExpr) -> tuple[int, int]:
    """The least and the greatest that an expression can come to."""
    least = greatest = expression.constant
    for coefficient, var in expression.summands():
        ends = coefficient * var.domain[0], coefficient * var.domain[-1]
        least += min(ends)
        greatest += max(ends)
    return least, greatest


def values_of(expression: LinearExpr) -> Domain:
    """The values of an expression: exact for one variable, else all from the least to the greatest."""
    least, greatest = bounds_of(expression)
    summands = summands_of(expression)
    if len(summands) == 1 and len(summands[0][1].domain) <= LISTED:
        ((coefficient, var),) = summands
        return as_domain(coefficient * value + expression.constant for value in var.domain)
    return range(least, greatest + 1)


def as_domain(values: Iterable[int]) -> Domain:
    """Values in the form that a domain has."""
    ascending = tuple(sorted(set(values)))
    if ascending and ascending[-1] - ascending[0] == len(ascending) - 1:
        return range(ascending[0], ascending[-1] + 1)
    return ascending
