"""A model as the proto that CP-SAT is given.

It is filled directly, without the modelling classes of ``ortools.sat.python.cp_model``; any class will do that has the
fields of a ``CpModelProto``. Variable ``v`` of the model is variable ``v.index`` of the proto. A *reference* is the
number of a Boolean variable, or ``-1 - number`` for its negation. What is added to the model's own variables is
determined by them, so that each solution of the model remains one solution of the proto:

- for a literal ``x in S`` that is no Boolean variable itself, a Boolean equal to it;
- for a conditional Element, a variable equal to the entry that is read, whether or not the condition holds;
- for a conditional Table, a Boolean for each tuple, equal to "this tuple is taken".
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from itertools import combinations
from typing import Any

from models.language.auxiliaries import least_and_greatest
from models.language.base import Domain
from models.language.constraints import AllDifferent, AtMostOne, Clause, Element, ExactlyOne, Table
from models.language.domains import runs_of
from models.language.expressions import Constraint, IntVar, Linear, Literal
from models.language.model import Model, Objective
from solvers.core.backend import ENDLESS, Clock
from solvers.lowering.plain import entries, kind_of, plain


class ProtoWriter:
    """Fills an empty ``CpModelProto`` with a model; ``named``, constraints are called by the words of their keys."""

    def __init__(self, proto: Any, model: Model, clock: Clock = ENDLESS, *, named: bool = False) -> None:
        self.proto = proto
        self._literals: dict[Literal, int] = {}
        for var in model.variables:
            self._new_var(var.domain)
            if named:
                self.proto.variables[-1].name = var.name
        # CP-SAT (9.15) takes wrong solutions for right, or aborts, where an entry of an array differs from the target
        # by a constant; so what it is given are arrays of numbers.
        for constraint in plain(model.constraints):
            clock.check()
            first = len(self.proto.constraints)
            getattr(self, f"_{kind_of(constraint)}")(constraint)
            for place in range(first, len(self.proto.constraints) if named else 0):
                self.proto.constraints[place].name = " ".join(map(str, constraint.key))
        if model.objective is not None:
            self._minimize(model.objective)
        for var, value in model.hints.items():
            self.proto.solution_hint.vars.append(var.index)
            self.proto.solution_hint.values.append(value)

    # One function for each kind of constraint

    def _all_different(self, constraint: AllDifferent) -> None:
        if not constraint.condition:
            exprs = self.proto.constraints.add().all_diff.exprs
            for var in constraint.variables:
                _write_expr(exprs.add(), var.index)
            return
        # Not every version lets an AllDifferent be conditional: condition ⇒ x ≠ y, for each pair.
        for x, y in combinations(constraint.variables, 2):
            self._linear(Linear(((1, x), (-1, y)), "!=", 0, condition=constraint.condition))

    def _element(self, constraint: Element) -> None:
        target = constraint.target.index
        if constraint.condition:
            # entry = array[index] always; condition ⇒ target = entry. Every index reads some entry.
            target = self._new_var(entries(constraint))
            _write_sum(self._enforced(constraint), [constraint.target.index, target], [1, -1], [0, 0])
        element = self.proto.constraints.add().element
        _write_expr(element.linear_index, constraint.index.index)
        _write_expr(element.linear_target, target)
        for entry in constraint.array:
            element.exprs.add().offset = entry

    def _linear(self, constraint: Linear) -> None:
        lowest, highest = least_and_greatest(constraint.terms)
        allowed = _allowed(constraint.relation, constraint.constant, lowest, highest)
        if allowed == [lowest, highest]:
            return
        if not allowed or not constraint.terms:
            self._forbid(constraint)
            return
        coefficients, variables = zip(*constraint.terms, strict=True)
        _write_sum(self._enforced(constraint), [var.index for var in variables], coefficients, allowed)

    def _table(self, constraint: Table) -> None:
        rows = constraint.rows()
        if not rows:
            self._forbid(constraint)
        elif not constraint.variables:
            return  # the empty tuple is always taken
        elif not constraint.condition:
            table = self.proto.constraints.add().table
            for var in constraint.variables:
                _write_expr(table.exprs.add(), var.index)
            table.values.extend([value for row in rows for value in row])
        else:
            # Not every version lets a table be conditional: condition ⇒ one of the tuples is taken.
            taken = [self._all_true(map(_equal, constraint.variables, row)) for row in rows]
            self._enforced(constraint).bool_or.literals.extend(taken)

    def _clause(self, constraint: Clause) -> None:
        if len(constraint.literals) == 1 and not constraint.literals[0].is_never:
            self._within(self._enforced(constraint), constraint.literals[0])
            return
        self._enforced(constraint).bool_or.literals.extend(self._references(constraint.literals))

    def _at_most_one(self, constraint: AtMostOne) -> None:
        if constraint.condition:
            self._count(constraint, constraint.literals, 0)
        else:
            self.proto.constraints.add().at_most_one.literals.extend(self._references(constraint.literals))

    def _exactly_one(self, constraint: ExactlyOne) -> None:
        if constraint.condition:
            self._count(constraint, constraint.literals, 1)
        else:
            self.proto.constraints.add().exactly_one.literals.extend(self._references(constraint.literals))

    # Their helpers

    def _count(self, constraint: Constraint, literals: Sequence[Literal], lowest: int) -> None:
        """The condition ⇒ lowest ≤ number of true literals ≤ 1; ¬b counts as 1 − b."""
        references = self._references(literals)
        negated = sum(reference < 0 for reference in references)
        numbers = [max(reference, -1 - reference) for reference in references]
        signs = [1 if reference >= 0 else -1 for reference in references]
        _write_sum(self._enforced(constraint), numbers, signs, [lowest - negated, 1 - negated])

    def _forbid(self, constraint: Constraint) -> None:
        """The relation holds of no assignment, so not all of the condition may be true: an empty clause."""
        self._enforced(constraint).bool_or.literals.extend([])

    def _enforced(self, constraint: Constraint) -> Any:
        proto = self.proto.constraints.add()
        proto.enforcement_literal.extend(self._references(constraint.condition))
        return proto

    def _references(self, literals: Iterable[Literal]) -> list[int]:
        return [self._reference(literal) for literal in literals]

    def _reference(self, literal: Literal) -> int:
        var, values = literal.var, literal.values
        if var.domain == range(2) and len(values) == 1:
            return var.index if 1 in values else -1 - var.index
        reference = self._literals.get(literal)
        if reference is None:
            reference = self._new_reference(literal)
            self._literals[literal] = reference
            self._literals[~literal] = -1 - reference
        return reference

    def _new_reference(self, literal: Literal) -> int:
        if literal.is_never or literal.is_always:
            return self._new_var(range(1, 2)) if literal.is_always else -1 - self._new_var(range(1, 2))
        boolean = self._new_var(range(2))
        # b ⇒ x ∈ S and ¬b ⇒ x ∉ S
        for reference, test in ((boolean, literal), (-1 - boolean, ~literal)):
            proto = self.proto.constraints.add()
            proto.enforcement_literal.append(reference)
            self._within(proto, test)
        return boolean

    def _within(self, proto: Any, test: Literal) -> None:
        _write_sum(proto, [test.var.index], [1], _intervals(test.values))

    def _all_true(self, literals: Iterable[Literal]) -> int:
        """A Boolean that is true exactly when all of ``literals`` are."""
        references = self._references(literals)
        if len(references) == 1:
            return references[0]
        boolean = self._new_var(range(2))
        forth = self.proto.constraints.add()  # b ⇒ every literal
        forth.enforcement_literal.append(boolean)
        forth.bool_and.literals.extend(references)
        back = self.proto.constraints.add()  # every literal ⇒ b
        back.bool_or.literals.extend([boolean, *(-1 - reference for reference in references)])
        return boolean

    def _new_var(self, domain: Domain) -> int:
        self.proto.variables.add().domain.extend(_intervals(domain))
        return len(self.proto.variables) - 1

    def _minimize(self, objective: Objective) -> None:
        """A maximum is the minimum of the negated sum; the constant is left out."""
        for coefficient, var in objective.cost.summands():
            self.proto.objective.vars.append(var.index)
            self.proto.objective.coeffs.append(coefficient)


def restrict(proto: Any, number: int, values: Collection[int]) -> None:
    domain = proto.variables[number].domain
    if hasattr(domain, "clear"):
        domain.clear()
    else:  # before 9.15
        del domain[:]
    domain.extend(_intervals(values))


def forbid(proto: Any, numbers: Sequence[int], values: Sequence[int]) -> None:
    """Let the variables ``numbers`` of ``proto`` take no tuple of ``values``, which lists one after the other."""
    table = proto.constraints.add().table
    table.negated = True
    for number in numbers:
        _write_expr(table.exprs.add(), number)
    table.values.extend(values)


def _write_sum(proto: Any, numbers: Sequence[int], coefficients: Sequence[int], allowed: Sequence[int]) -> None:
    proto.linear.vars.extend(numbers)
    proto.linear.coeffs.extend(coefficients)
    proto.linear.domain.extend(allowed)


def _write_expr(expr: Any, number: int) -> None:
    expr.vars.append(number)
    expr.coeffs.append(1)


def _intervals(values: Collection[int]) -> list[int]:
    return [bound for run in runs_of(values) for bound in (run[0], run[-1])]


def _allowed(relation: str, constant: int, lowest: int, highest: int) -> list[int]:
    spans = {
        "==": [(max(constant, lowest), min(constant, highest))],
        "!=": [(lowest, min(constant - 1, highest)), (max(constant + 1, lowest), highest)],
        "<=": [(lowest, min(constant, highest))],
        ">=": [(max(constant, lowest), highest)],
    }[relation]
    return [bound for first, last in spans if first <= last for bound in (first, last)]


def _equal(var: IntVar, value: int) -> Literal:
    return Literal(var, frozenset((value,)))
