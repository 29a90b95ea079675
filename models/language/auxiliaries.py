"""Auxiliary variables: what stands for a sum, a truth value or an absolute value in a constraint."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import replace
from itertools import chain

from models.errors import ModelError
from models.language.base import Domain, a_type, as_domain, as_int
from models.language.constraints import Clause, ExactlyOne, as_test, normalised, only_if
from models.language.declarations import DEFINITION, Declarations, Truth, Value, flatten
from models.language.domains import MAX_EXPLICIT_VALUES
from models.language.expressions import (
    Constraint,
    Expression,
    IntVar,
    Linear,
    LinearExpr,
    Literal,
    Test,
    as_literal,
)
from models.language.logic import AbsoluteValue, Equivalence, Implication


class Auxiliaries(Declarations):
    """What a model puts in place of what no constraint of a kind can hold."""

    def _auxiliary(
        self, key: Hashable, name: str, domain: Domain, value: Value, define: Callable[[IntVar], Iterable[Constraint]]
    ) -> IntVar:
        """The auxiliary variable known by ``key``; where there is none yet, it is declared and defined."""
        if key not in self._made:
            var = self._new_var(domain, name, generated=True)
            self._values[var] = value
            first = len(self.constraints)
            for constraint in define(var):
                self._append(constraint.replace(key=DEFINITION))
            self.defined_at[var] = range(first, len(self.constraints))
            self._made[key] = var
        return self._made[key]

    def _flag(
        self, key: Hashable, name: object, meaning: Value, define: Callable[[Literal], Iterable[Constraint]]
    ) -> Literal:
        return self._auxiliary(key, f"[{name}]", range(2), meaning, lambda var: define(var == 1)) == 1

    def _boolean(self, literal: Literal) -> Literal:
        """A literal of a Boolean variable that is true exactly when ``literal`` is."""
        if literal.var.is_boolean:
            return literal
        if ("test", ~literal) in self._made:
            return ~self._boolean(~literal)
        self._own(literal.var, f"part of a sum in model {self.name!r}")
        return self._flag(("test", literal), literal, literal.holds, lambda flag: [ExactlyOne((~flag, literal))])

    def _sum(self, thing: object) -> LinearExpr:
        """A variable, a literal, a linear expression or an int as a linear expression over variables of this model."""
        number = as_int(thing)
        if number is not None:
            return LinearExpr({}, number)
        if not isinstance(thing, Expression):
            raise ModelError(
                f"{thing!r} is {a_type(thing)}; a variable, a literal, a linear expression or an int is expected"
            )
        expression = thing.as_sum()
        for var in expression.terms:
            self._own(var, f"part of a sum in model {self.name!r}")
        counted = (coefficient * self._number(test) for test, coefficient in expression.tests.items())
        return sum(counted, LinearExpr(expression.terms, expression.constant))

    def _number(self, test: Test) -> Literal | IntVar:
        """A literal or a variable of what is no variable in a sum."""
        if isinstance(test, AbsoluteValue):
            return self._size(self._sum(test.inside))
        return self._boolean(test if isinstance(test, Literal) else self._literal(test))

    def _size(self, inside: LinearExpr) -> IntVar:
        values = values_of(inside)
        return self._auxiliary(
            ("absolute value", known_by(inside)),
            f"|{inside}|",
            range(max(0, values[0], -values[-1]), max(-values[0], values[-1]) + 1),
            AbsoluteValue(inside).value,
            lambda var: self._absolute(inside, "==", var.as_sum()),
        )

    def _absolute(self, inside: LinearExpr, relation: str, size: LinearExpr) -> Iterator[Constraint]:
        """``|inside| relation size``: of both signs at once where that says it, else by the two cases of its sign."""
        both = relation == "<=" or (relation == "!=" and values_of(size)[0] >= 0)
        positive = () if both else (self._truth(inside >= 0),)
        for left, condition in ((inside - size, positive), (-inside - size, tuple(~literal for literal in positive))):
            yield from only_if(normalised(Linear(tuple(left.summands()), relation, -left.constant)), *condition)

    # Truth values

    def _literal(self, thing: object) -> Literal:
        """A literal or a comparison as a literal over variables of this model."""
        if not isinstance(thing, Linear):
            return as_literal(thing)
        if thing.condition:
            raise ModelError(f"({thing}) has a condition, so it cannot stand as a literal; use implies")
        for var in thing.scope():
            self._own(var, f"part of Linear in model {self.name!r}")
        return self._truth(self._counted(thing))

    def _literals(self, things: tuple[Truth | Iterable[Truth], ...]) -> tuple[Literal, ...]:
        them = flatten(things)
        known = [one.is_one if type(one) is IntVar else None for one in them]
        return tuple([self._literal(one) if its is None else its for one, its in zip(them, known, strict=True)])

    def _stated(self, thing: object) -> Iterator[Constraint]:
        """What is added, as constraints of a kind over variables of this model."""
        if isinstance(thing, Implication):
            yield from self._implied(thing.premise, thing.conclusion)
        elif isinstance(thing, Equivalence):
            yield from self._equivalent(thing)
        elif isinstance(thing, Literal):
            yield Clause((thing,))
        elif isinstance(thing, Linear) and thing.tests:
            yield from self._lowered(thing)
        elif isinstance(thing, Constraint):
            yield thing
        elif isinstance(thing, Iterable) and not isinstance(thing, str):
            for one in flatten(thing):
                yield from self._stated(one)
        else:
            expected = "a constraint such as 2*x + y <= 7 or a literal such as x == 3 is expected"
            if a_type(thing) == "a bool":
                expected = "Python computed it, as with an empty sum: leave True out; if False, use add_bool_or([])"
            raise ModelError(f"model {self.name!r} was asked to add {thing!r}, {a_type(thing)}; {expected}")

    def _lowered(self, comparison: Linear) -> Iterator[Constraint]:
        """A comparison with tests; that of an absolute value with something else needs no variable for it."""
        sizes = [(factor, test.inside) for factor, test in comparison.tests if isinstance(test, AbsoluteValue)]
        if len(sizes) != 1 or abs(sizes[0][0]) != 1:
            yield self._counted(comparison)
            return
        ((factor, inside),) = sizes
        others = tuple(pair for pair in comparison.tests if not isinstance(pair[1], AbsoluteValue))
        rest = self._left(replace(comparison, tests=others)).times(-factor)
        relation = comparison.relation
        if factor < 0:
            relation = {"<=": ">=", ">=": "<="}.get(relation, relation)
        yield from only_if(self._absolute(self._sum(inside), relation, rest), *comparison.condition)

    def _implied(self, premise: Truth, conclusion: object) -> Iterator[Constraint]:
        if isinstance(premise, Linear) and isinstance(conclusion, Literal):
            premise, conclusion = ~conclusion, ~premise
        if isinstance(conclusion, Literal):
            yield Clause((~self._literal(premise), conclusion))
            return
        stated = tuple(self._stated(conclusion))
        bare = (normalised(one) if isinstance(one, Linear) and not one.condition else (one,) for one in stated)
        yield from only_if(chain.from_iterable(bare), self._literal(premise))

    def _equivalent(self, thing: Equivalence) -> Iterator[Constraint]:
        if thing.asked:
            raise ModelError(
                f"model {self.name!r} was asked to add {thing} after its truth value had been asked for, "
                "as 'and', 'or', 'not' and chained comparisons do; add each comparison of literals by itself"
            )
        one, other = thing.left, thing.right
        if isinstance(one, Linear) and not isinstance(other, Linear):
            one, other = other, one
        truth = self._literal(one)
        relation = self._counted(other) if isinstance(other, Linear) and not other.condition else None
        if relation is None or len(relation.terms) < 2:
            literal = self._literal(other)
            yield ExactlyOne((truth, ~literal if thing.equal else literal))
        else:
            yield from only_if([relation], truth if thing.equal else ~truth)
            yield from only_if([~relation], ~truth if thing.equal else truth)

    def _counted(self, constraint: Linear) -> Linear:
        """A linear constraint with a variable in place of each test."""
        if not constraint.tests:
            return constraint
        left = self._left(constraint)
        return replace(constraint, terms=tuple(left.summands()), constant=-left.constant, tests=())

    def _left(self, constraint: Linear) -> LinearExpr:
        """The left-hand side less the right-hand side."""
        terms = {var: coefficient for coefficient, var in constraint.terms}
        tests = {test: coefficient for coefficient, test in constraint.tests}
        return self._sum(LinearExpr(terms, -constraint.constant, tests))

    def _variable(self, thing: object) -> IntVar:
        """A variable equal to a linear expression: where it is no more than a variable, that one."""
        expression = self._sum(thing)
        summands = list(expression.summands())
        if not expression.constant and len(summands) == 1 and summands[0][0] == 1:
            return summands[0][1]
        return self._auxiliary(
            known_by(expression),
            f"({expression})",
            values_of(expression),
            expression.value,
            lambda var: normalised(var.as_sum() == expression),
        )

    def _truth(self, comparison: Linear) -> Literal:
        """A literal that is true exactly when a linear constraint holds."""
        test = as_test(comparison)
        if test is not None:
            return test
        if not comparison.terms:
            return self._variable(0).is_in([0] if comparison.relation_holds({}) else [])
        numbers = tuple([(coefficient, var.index) for coefficient, var in comparison.terms])  # quicker to compare
        key = "truth", numbers, comparison.relation, comparison.constant
        if key in self._made:
            return self._made[key] == 1
        return self._reified(key, comparison, comparison, ~comparison)

    def _reified(self, key: Hashable, name: object, relation: Constraint, opposite: Constraint) -> Literal:
        return self._flag(
            key, name, relation.relation_holds, lambda it: [*only_if([relation], it), *only_if([opposite], ~it)]
        )


def least_and_greatest(terms: Iterable[tuple[int, IntVar]]) -> tuple[int, int]:
    """The least and the greatest that ``Σ coefficient·variable`` can come to, each variable taken by itself."""
    least = greatest = 0
    for coefficient, var in terms:
        ends = coefficient * var.domain[0], coefficient * var.domain[-1]
        least += min(ends)
        greatest += max(ends)
    return least, greatest


def values_of(expression: LinearExpr) -> Domain:
    """The values of a sum: exact for one variable, else all from the least to the greatest."""
    summands = list(expression.summands())
    if len(summands) == 1 and len(summands[0][1].domain) <= MAX_EXPLICIT_VALUES:
        ((coefficient, var),) = summands
        return as_domain(coefficient * value + expression.constant for value in var.domain)
    least, greatest = least_and_greatest(summands)
    return range(expression.constant + least, expression.constant + greatest + 1)


def count_values(expression: LinearExpr) -> int:
    """How many values a sum has; they may be more than ``len`` counts."""
    values = values_of(expression)
    return values[-1] - values[0] + 1 if isinstance(values, range) else len(values)


def known_by(expression: LinearExpr) -> Hashable:
    return frozenset(expression.summands()), expression.constant
