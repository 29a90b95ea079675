"""The modelling language: a finite-domain constraint model, declared once and solved by any backend.

    model = Model("send more")
    x = model.new_int_var(1, 9, "x")
    y = model.new_int_var(1, 9, "y")
    model.add(x + 2 * y == 12, because="the scales balance")
    model.add_all_different([x, y])
    model.decide([x, y])

Method names follow OR-Tools' ``CpModel``. The pieces a model is made of live in
``models.expressions`` (variables, literals, sums) and ``models.constraints``; they are all
importable from here, and this is the only module a backend needs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

from models.constraints import (
    CONSTRAINT_KINDS,
    AllDifferent,
    Assignment,
    AtMostOne,
    Clause,
    Constraint,
    Element,
    ExactlyOne,
    Givens,
    Linear,
    Table,
)
from models.errors import ModelError
from models.expressions import Domain, Expression, IntVar, LinearExpr, Literal, a_type, as_literal, write_set

__all__ = [
    "CONSTRAINT_KINDS",
    "AllDifferent",
    "Assignment",
    "AtMostOne",
    "Clause",
    "Constraint",
    "Domain",
    "Element",
    "ExactlyOne",
    "Givens",
    "IntVar",
    "Linear",
    "LinearExpr",
    "Literal",
    "Model",
    "ModelError",
    "Objective",
    "Posted",
    "Table",
    "as_literal",
]


@dataclass(frozen=True)
class Objective:
    """What is to be made as small (``minimize``) or as large (``maximize``) as possible."""

    sense: str
    expression: LinearExpr

    def __str__(self) -> str:
        return f"{self.sense} {self.expression!r}"


class Model:
    """Variables, the constraints between them, and which of the variables make up an answer.

    Attributes:
        name: what the model is called in messages.
        variables: every variable, in order of declaration; ``variables[v.index] is v``.
        constraints: every constraint, in order of declaration.
        objective: what to optimise, or None.
    """

    def __init__(self, name: str = "model") -> None:
        self.name = name
        self.variables: list[IntVar] = []
        self.constraints: list[Constraint] = []
        self.objective: Objective | None = None
        self._decisions: tuple[IntVar, ...] | None = None
        self._names: set[str] = set()
        self._by_domain: dict[Domain, list[IntVar]] = {}

    # Variables

    def new_int_var(self, lowest: int, highest: int, name: str) -> IntVar:
        """An integer variable from ``lowest`` to ``highest``, both included.

        Raises:
            ModelError: when the domain is empty or the name is taken.
        """
        return self._new_var(range(lowest, highest + 1), name)

    def new_int_var_from_values(self, values: Iterable[int], name: str) -> IntVar:
        """An integer variable that takes one of ``values``.

        Raises:
            ModelError: when there is no value or the name is taken.
        """
        ascending = tuple(sorted(set(values)))
        if ascending and ascending[-1] - ascending[0] == len(ascending) - 1:
            return self._new_var(range(ascending[0], ascending[-1] + 1), name)
        return self._new_var(ascending, name)

    def new_bool_var(self, name: str) -> IntVar:
        """A variable in {0, 1}; in a clause it stands for "it is 1"."""
        return self._new_var(range(2), name)

    # Constraints

    def add(self, constraint: Constraint | Literal, because: str = "") -> Posted:
        """Demand a linear constraint such as ``2*x + y <= 7``, a single literal, or any constraint made by hand.

        Raises:
            ModelError: when it is neither, or speaks of a variable of another model.
        """
        if isinstance(constraint, Literal):
            return self._post(Clause((constraint,), because=because))
        if not isinstance(constraint, Constraint):
            raise ModelError(
                f"model {self.name!r} was asked to add {constraint!r}, {a_type(constraint)}; "
                "a constraint such as 2*x + y <= 7 or a literal such as x == 3 is expected"
            )
        return self._post(replace(constraint, because=because) if because else constraint)

    def add_all_different(self, variables: Iterable[IntVar], because: str = "") -> Posted:
        """No two of ``variables`` take the same value."""
        return self._post(AllDifferent(tuple(variables), because=because))

    def add_element(
        self, index: IntVar, array: Sequence[int | IntVar], target: IntVar | int, because: str = ""
    ) -> Posted:
        """``target`` equals the entry of ``array`` at ``index``, counted from 0.

        Raises:
            ModelError: when the domain of ``index`` reaches outside the array.
        """
        if isinstance(target, int):
            target = self._constant(target)
        return self._post(Element(index, tuple(array), target, because=because))

    def add_allowed_assignments(
        self, variables: Iterable[IntVar], tuples: Iterable[Sequence[int]], because: str = ""
    ) -> Posted:
        """``variables`` take together the values of one of ``tuples``.

        Raises:
            ModelError: when a tuple has more or fewer values than there are variables.
        """
        return self._post(Table(tuple(variables), tuple(map(tuple, tuples)), because=because))

    def add_bool_or(self, literals: Iterable[Literal | IntVar], because: str = "") -> Posted:
        """At least one of ``literals`` is true."""
        return self._post(Clause(_literals(literals), because=because))

    def add_implication(self, premise: Literal | IntVar, conclusion: Literal | IntVar, because: str = "") -> Posted:
        """If ``premise`` is true, so is ``conclusion``."""
        return self._post(Clause((~as_literal(premise), as_literal(conclusion)), because=because))

    def add_at_most_one(self, literals: Iterable[Literal | IntVar], because: str = "") -> Posted:
        """No two of ``literals`` are true."""
        return self._post(AtMostOne(_literals(literals), because=because))

    def add_exactly_one(self, literals: Iterable[Literal | IntVar], because: str = "") -> Posted:
        """One of ``literals`` is true, and no other."""
        return self._post(ExactlyOne(_literals(literals), because=because))

    # What is asked

    def decide(self, variables: Iterable[IntVar]) -> None:
        """Name the decisions: two solutions are the same answer when these variables agree.

        Raises:
            ModelError: when one of them is no variable of this model, or comes twice.
        """
        decisions = tuple(variables)
        seen: set[int] = set()
        for var in decisions:
            self._own(var, f"a decision of model {self.name!r}")
            if var.index in seen:
                raise ModelError(f"{var.name} is named twice among the decisions of model {self.name!r}")
            seen.add(var.index)
        self._decisions = decisions

    @property
    def decisions(self) -> tuple[IntVar, ...]:
        """The variables that make up an answer: all of them until ``decide`` says otherwise."""
        return tuple(self.variables) if self._decisions is None else self._decisions

    def minimize(self, expression: Expression | int) -> None:
        """Ask for the answer that makes ``expression`` smallest."""
        self.objective = Objective("minimize", self._objective(expression))

    def maximize(self, expression: Expression | int) -> None:
        """Ask for the answer that makes ``expression`` largest."""
        self.objective = Objective("maximize", self._objective(expression))

    # Judging and printing

    def first_violation(self, assignment: Assignment, givens: Givens | None = None) -> str | None:
        """The first thing ``assignment`` breaks, in words; None when it is a solution.

        Checks that every variable has a value of its domain, that the givens are kept and that
        every constraint holds. Needs no solver.
        """
        for domain, variables in self._by_domain.items():
            # All 81 cells of a Sudoku at once: thousands of answers a second pass here.
            for value in set(map(assignment.get, variables)):
                if value is None or value not in domain:
                    var = next(var for var in variables if assignment.get(var) == value)
                    return f"{var.name} = {value} lies outside {write_set(domain)}"
        for var, given in (givens or {}).items():
            if assignment[var] != given:
                return f"{var.name} = {assignment[var]}, where {given} is given"
        for constraint in self.constraints:
            if not constraint.holds(assignment):
                return f"{constraint} does not hold" + (f": {constraint.because}" if constraint.because else "")
        return None

    def __str__(self) -> str:
        return "\n".join(self._lines())

    def __repr__(self) -> str:
        return f"<Model {self.name!r}: {len(self.variables)} variables, {len(self.constraints)} constraints>"

    # Helpers

    def _new_var(self, domain: Domain, name: str) -> IntVar:
        if not domain:
            raise ModelError(f"variable {name!r} of model {self.name!r} has an empty domain")
        if name in self._names:
            raise ModelError(f"model {self.name!r} has two variables called {name!r}")
        var = IntVar(self, len(self.variables), name, domain)
        self.variables.append(var)
        self._by_domain.setdefault(domain, []).append(var)
        self._names.add(name)
        return var

    def _constant(self, value: int) -> IntVar:
        name = f"the constant {value}"
        if name in self._names:
            return next(var for var in self.variables if var.name == name)
        return self._new_var(range(value, value + 1), name)

    def _post(self, constraint: Constraint) -> Posted:
        """Check a constraint against this model and append it."""
        for var in constraint.scope():
            if not isinstance(var, IntVar) or var.model is not self:
                self._own(var, f"part of {type(constraint).__name__} in model {self.name!r}")
        demand = _DEMANDS.get(type(constraint))
        complaint = None if demand is None else demand(constraint)
        if complaint:
            raise ModelError(f"model {self.name!r}: {complaint}")
        self.constraints.append(constraint)
        return Posted(self, len(self.constraints) - 1)

    def _own(self, thing: object, role: str) -> None:
        if not isinstance(thing, IntVar):
            raise ModelError(f"{thing!r} is {role}, but {a_type(thing)} is no variable")
        if thing.model is not self:
            raise ModelError(f"{thing.name} is {role}, but it belongs to model {thing.model.name!r}")

    def _objective(self, expression: Expression | int) -> LinearExpr:
        total = LinearExpr({}, 0).plus(expression, 1)
        for var in total.terms:
            self._own(var, f"part of the objective of model {self.name!r}")
        return total

    def _lines(self) -> Iterator[str]:
        yield f"model {self.name}"
        yield "  variables"
        for domain, group in groupby(self.variables, key=lambda var: write_set(var.domain)):
            names = [var.name for var in group]
            yield f"    {_shorten(names)} ∈ {domain}"
        yield "  constraints" if self.constraints else "  no constraints"
        for constraint in self.constraints:
            yield f"    {constraint}" + (f"    — {constraint.because}" if constraint.because else "")
        if self._decisions is not None:
            yield f"  decisions {_shorten([var.name for var in self._decisions])}"
        if self.objective is not None:
            yield f"  {self.objective}"


class Posted:
    """A constraint just added, so that it can be made conditional."""

    def __init__(self, model: Model, place: int) -> None:
        self._model = model
        self._place = place

    @property
    def constraint(self) -> Constraint:
        """The constraint as it stands in the model."""
        return self._model.constraints[self._place]

    def only_enforce_if(self, *literals: Literal | IntVar) -> Posted:
        """Demand the constraint only where all ``literals`` are true.

        Raises:
            ModelError: when one of them is no literal of this model.
        """
        condition = _literals(literals)
        for literal in condition:
            self._model._own(literal.var, f"a condition in model {self._model.name!r}")
        constraint = self.constraint
        self._model.constraints[self._place] = replace(constraint, condition=constraint.condition + condition)
        return self


def _literals(things: Iterable[Literal | IntVar]) -> tuple[Literal, ...]:
    return tuple(map(as_literal, things))


def _shorten(names: list[str]) -> str:
    return ", ".join(names) if len(names) <= 6 else f"{names[0]}, {names[1]}, …, {names[-1]}"


# What each kind of constraint asks of its parts: a complaint, or None.


def _all_different_complaint(constraint: AllDifferent) -> str | None:
    names = [var.name for var in constraint.variables]
    twice = next((name for place, name in enumerate(names) if name in names[:place]), None)
    return f"{constraint} names {twice} twice and can never hold" if twice else None


def _element_complaint(constraint: Element) -> str | None:
    index, size = constraint.index, len(constraint.array)
    strangers = [entry for entry in constraint.array if not isinstance(entry, int | IntVar)]
    if strangers:
        return f"the array read by {index.name} holds {strangers[0]!r}; ints and variables are expected"
    if index.domain[0] < 0 or index.domain[-1] >= size:
        return (
            f"{index.name} ∈ {write_set(index.domain)} reaches outside the array of {size} entries "
            f"it reads for {constraint.target.name}; 0 to {size - 1} are its places"
        )
    return None


def _linear_complaint(constraint: Linear) -> str | None:
    if constraint.relation not in ("==", "!=", "<=", ">="):
        return f"the linear relation {constraint.relation!r} is none of ==, !=, <=, >="
    names = [var.name for _, var in constraint.terms]
    return None if len(set(names)) == len(names) else f"{constraint} names a variable twice"


def _table_complaint(constraint: Table) -> str | None:
    width = len(constraint.variables)
    for place, row in enumerate(constraint.tuples):
        if len(row) != width:
            names = ", ".join(var.name for var in constraint.variables)
            return f"tuple {place} of the table over ({names}) is {row}: {len(row)} values for {width} variables"
    return None


_DEMANDS: dict[type[Constraint], Callable[[Any], str | None]] = {
    AllDifferent: _all_different_complaint,
    Element: _element_complaint,
    Linear: _linear_complaint,
    Table: _table_complaint,
}
