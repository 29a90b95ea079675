"""The modelling language: a finite-domain constraint model, declared once and solved by any backend.

    model = Model("send more")
    x = model.new_int_var(1, 9, "x")
    y = model.new_int_var(1, 9, "y")
    model.add(x + 2 * y == 12, because="the scales balance")
    model.add_all_different([x, y])
    model.project_on([x, y])

Method names follow OR-Tools' ``CpModel``. The pieces a model is made of live in
``models.language.expressions`` (variables, literals, sums) and ``models.language.constraints``; they can all be
imported from here, which is enough to write a puzzle or a backend.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import TypedDict, TypeVar, Unpack

from models.errors import ModelError
from models.language.base import Domain, a_type, as_int, write_set
from models.language.constraints import (
    CONSTRAINT_KINDS,
    AllDifferent,
    AtMostOne,
    Clause,
    Element,
    ExactlyOne,
    Table,
    are_ints,
)
from models.language.expressions import (
    Assignment,
    Constraint,
    Equivalence,
    Expression,
    Givens,
    IntVar,
    Key,
    Linear,
    LinearExpr,
    LinearOverTests,
    Literal,
    as_literal,
    stray,
)

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
    "Key",
    "Linear",
    "LinearExpr",
    "Literal",
    "Model",
    "ModelError",
    "Objective",
    "Posted",
    "Table",
    "a_type",
    "as_literal",
    "write_set",
]

LARGEST = 2**62 - 1
"""Variables take values from ``-LARGEST`` to ``LARGEST``: a domain then has no more values than 64 bits can count."""

Thing = TypeVar("Thing")


class Reason(TypedDict, total=False):
    """What every method that adds a constraint takes by name.

    Attributes:
        because: the rule of the puzzle it stands for, in a sentence for people.
        key: that rule for programs, such as ``("row", 2)``; without one, what shares a sentence is one rule.
    """

    because: str
    key: Key


@dataclass(frozen=True)
class Objective:
    """What is to be made as small (``minimize``) or as large (``maximize``) as possible."""

    sense: str
    expression: LinearExpr

    @property
    def cost(self) -> LinearExpr:
        """What is to be made as small as possible: the expression, or its negation where that is to be large."""
        return self.expression if self.sense == "minimize" else -self.expression

    def __str__(self) -> str:
        return f"{self.sense} {self.expression}"


class Model:
    """Variables, the constraints between them, and which of the variables make up an answer.

    Attributes:
        name: what the model is called in messages.
        variables: every variable, in order of declaration; ``variables[v.index] is v``.
        constraints: every constraint, in order of declaration.
        objective: what to optimise, or None.
        revision: how often the model was added to or changed; a backend that has loaded it notices by this.

    Whatever takes several variables or literals takes them one by one or in one iterable, as ``CpModel`` does.
    """

    def __init__(self, name: str = "model") -> None:
        self.name = name
        self.variables: list[IntVar] = []
        self.constraints: list[Constraint] = []
        self.objective: Objective | None = None
        self.revision = 0
        self._projection: tuple[IntVar, ...] | None = None
        self._named: dict[str, IntVar] = {}
        self._generated: dict[str, IntVar] = {}
        self._by_domain: dict[Domain, list[IntVar]] = {}

    # Variables

    def new_int_var(self, lowest: int, highest: int, name: str = "") -> IntVar:
        """An integer variable from ``lowest`` to ``highest``, both included.

        Raises:
            ModelError: when a bound is no int or too large, the domain is empty, or the name is taken or no text.
        """
        first, last = self._whole([lowest, highest], name)
        return self._new_var(range(first, last + 1), name)

    def new_int_var_from_values(self, values: Iterable[int], name: str = "") -> IntVar:
        """An integer variable that takes one of ``values``.

        Raises:
            ModelError: when there is no value, one is no int or too large, or the name is taken or no text.
        """
        ascending = tuple(sorted(set(self._whole(values, name))))
        if ascending and ascending[-1] - ascending[0] == len(ascending) - 1:
            return self._new_var(range(ascending[0], ascending[-1] + 1), name)
        return self._new_var(ascending, name)

    def new_bool_var(self, name: str = "") -> IntVar:
        """A variable in {0, 1}; in a clause it stands for "it is 1"."""
        return self._new_var(range(2), name)

    # Constraints

    def add(self, constraint: Constraint | Literal | Equivalence, **reason: Unpack[Reason]) -> Posted:
        """Demand a linear constraint such as ``2*x + y <= 7``, a single literal, or any constraint made by hand.

        Raises:
            ModelError: when it is neither, speaks of a variable of another model, or can have no meaning.
        """
        if isinstance(constraint, Literal):
            return self._post(Clause((constraint,), **reason))
        if isinstance(constraint, Equivalence):
            if constraint.asked:
                raise ModelError(
                    f"model {self.name!r} was asked to add {constraint} after its truth value had been asked for, "
                    "as 'and', 'or', 'not' and chained comparisons do; add each comparison of literals by itself"
                )
            other = ~constraint.right if constraint.equal else constraint.right
            return self._post(ExactlyOne((constraint.left, other), **reason))
        if not isinstance(constraint, Constraint):
            raise ModelError(
                f"model {self.name!r} was asked to add {constraint!r}, {a_type(constraint)}; "
                "a constraint such as 2*x + y <= 7 or a literal such as x == 3 is expected"
            )
        if isinstance(constraint, LinearOverTests):
            raise ModelError(f"model {self.name!r}: ({constraint}) counts tests of variables that are not Boolean")
        return self._post(replace(constraint, **reason) if reason else constraint)

    def add_all_different(self, *variables: IntVar | Iterable[IntVar], **reason: Unpack[Reason]) -> Posted:
        """No two of ``variables`` take the same value.

        Raises:
            ModelError: when one of them comes twice, or is no variable of this model.
        """
        return self._post(AllDifferent(_each(variables), **reason))

    def add_element(
        self, index: IntVar, array: Sequence[int | IntVar], target: IntVar | int, **reason: Unpack[Reason]
    ) -> Posted:
        """``target`` equals the entry of ``array`` at ``index``, counted from 0.

        Raises:
            ModelError: when the domain of ``index`` reaches outside the array, or the array holds anything but
                ints and variables of this model.
        """
        value = as_int(target)
        entries = tuple(entry if (number := as_int(entry)) is None else number for entry in array)
        return self._post(
            Element(index, entries, target if value is None else self._constant(value), **reason)  # type: ignore[arg-type]
        )

    def add_allowed_assignments(
        self, variables: Iterable[IntVar], tuples: Iterable[Sequence[int]], **reason: Unpack[Reason]
    ) -> Posted:
        """``variables`` take together the values of one of ``tuples``.

        Raises:
            ModelError: when a tuple has more or fewer values than there are variables, or one that is no int.
        """
        columns: tuple[IntVar, ...] = _each((variables,))
        rows = []
        for place, row in enumerate(tuples):
            if not isinstance(row, Iterable):
                of = ", ".join(map(str, columns))
                raise ModelError(
                    f"model {self.name!r}: tuple {place} of the table over ({of}) is {row!r}, {a_type(row)}; "
                    f"a tuple with a value for each variable is expected{', such as (3,)' * (len(columns) == 1)}"
                )
            rows.append(tuple(row))
        if not are_ints(rows):
            rows = [tuple(value if (number := as_int(value)) is None else number for value in row) for row in rows]
        return self._post(Table(columns, tuple(rows), **reason))

    def add_bool_or(self, *literals: Literal | IntVar | Iterable[Literal | IntVar], **reason: Unpack[Reason]) -> Posted:
        """At least one of ``literals`` is true.

        Raises:
            ModelError: when one of them is no literal of this model.
        """
        return self._post(Clause(_literals(literals), **reason))

    def add_implication(
        self, premise: Literal | IntVar, conclusion: Literal | IntVar, **reason: Unpack[Reason]
    ) -> Posted:
        """If ``premise`` is true, so is ``conclusion``.

        Raises:
            ModelError: when one of them is no literal of this model.
        """
        return self._post(Clause((~as_literal(premise), as_literal(conclusion)), **reason))

    def add_at_most_one(
        self, *literals: Literal | IntVar | Iterable[Literal | IntVar], **reason: Unpack[Reason]
    ) -> Posted:
        """No two of ``literals`` are true.

        Raises:
            ModelError: when one of them is no literal of this model.
        """
        return self._post(AtMostOne(_literals(literals), **reason))

    def add_exactly_one(
        self, *literals: Literal | IntVar | Iterable[Literal | IntVar], **reason: Unpack[Reason]
    ) -> Posted:
        """One of ``literals`` is true, and no other.

        Raises:
            ModelError: when one of them is no literal of this model.
        """
        return self._post(ExactlyOne(_literals(literals), **reason))

    def posted(self) -> list[Posted]:
        """Every constraint so far, in order, so that it can still be made conditional."""
        return [Posted(self, place) for place in range(len(self.constraints))]

    # What is asked

    def project_on(self, *variables: IntVar | Iterable[IntVar]) -> None:
        """Name the decisions: two solutions are the same answer when these variables agree.

        Raises:
            ModelError: when one of them is no variable of this model, or comes twice.
        """
        decisions = _each(variables)
        seen: set[int] = set()
        for var in decisions:
            self._own(var, f"a decision of model {self.name!r}")
            if var.index in seen:
                raise ModelError(f"{var.name} is named twice among the decisions of model {self.name!r}")
            seen.add(var.index)
        self._projection = decisions
        self.revision += 1

    @property
    def projection(self) -> tuple[IntVar, ...]:
        """The variables that make up an answer: all of them until ``project_on`` says otherwise."""
        return tuple(self.variables) if self._projection is None else self._projection

    def minimize(self, expression: Expression | int) -> None:
        """Ask for the answer that makes ``expression`` smallest.

        Raises:
            ModelError: when it is no linear expression over variables of this model.
        """
        self._optimise("minimize", expression)

    def maximize(self, expression: Expression | int) -> None:
        """Ask for the answer that makes ``expression`` largest.

        Raises:
            ModelError: when it is no linear expression over variables of this model.
        """
        self._optimise("maximize", expression)

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
            judge = constraint.holds if constraint.condition else constraint.relation_holds
            if not judge(assignment):
                return f"{constraint} does not hold" + (f": {constraint.because}" if constraint.because else "")
        return None

    def __str__(self) -> str:
        return "\n".join(self._lines())

    def __repr__(self) -> str:
        return f"<Model {self.name!r}: {len(self.variables)} variables, {len(self.constraints)} constraints>"

    # Helpers

    def _new_var(self, domain: Domain, name: str) -> IntVar:
        if not isinstance(name, str):
            raise ModelError(f"a variable of model {self.name!r} is called {name!r}; a name in letters is expected")
        generated = not name
        if generated:
            name = self._free_name(f"x{len(self.variables)}")
        if not domain:
            raise ModelError(f"variable {name!r} of model {self.name!r} has an empty domain")
        if domain[0] < -LARGEST or domain[-1] > LARGEST:
            raise ModelError(
                f"variable {name!r} of model {self.name!r} ranges from {domain[0]} to {domain[-1]}; "
                f"values from {-LARGEST} to {LARGEST} are taken, less than 2^62 either way"
            )
        if name in self._generated:  # a name somebody chose has precedence
            var = self._generated.pop(name)
            var.name = self._free_name(f"{name}_")
            self._generated[var.name] = self._named[var.name] = var
        elif name in self._named:
            raise ModelError(f"model {self.name!r} has two variables called {name!r}")
        var = IntVar(self, len(self.variables), name, domain)
        self.variables.append(var)
        self._by_domain.setdefault(domain, []).append(var)
        self._named[name] = var
        if generated:
            self._generated[name] = var
        self.revision += 1
        return var

    def _free_name(self, name: str) -> str:
        while name in self._named:
            name += "_"
        return name

    def _whole(self, values: Iterable[object], name: str) -> list[int]:
        """The values of a domain in the making as ints."""
        if not isinstance(values, Iterable):
            raise ModelError(
                f"variable {name!r} of model {self.name!r} is to take {values!r}; a list of ints is expected"
            )
        whole = []
        for value in values:
            number = as_int(value)
            if number is None:
                raise ModelError(
                    f"variable {name!r} of model {self.name!r} is to take {value!r}, {a_type(value)}; ints are expected"
                )
            whole.append(number)
        return whole

    def _constant(self, value: int) -> IntVar:
        name = f"the constant {value}"
        return self._named[name] if name in self._named else self._new_var(range(value, value + 1), name)

    def _post(self, constraint: Constraint) -> Posted:
        """Check a constraint against this model and append it."""
        for var in constraint.scope():
            if not isinstance(var, IntVar) or var.model is not self:
                self._own(var, f"part of {type(constraint).__name__} in model {self.name!r}")
        complaint = constraint.complaint() or stray(constraint.condition) or _of_its_rule(constraint)
        if complaint:
            raise ModelError(f"model {self.name!r}: {complaint}")
        self.constraints.append(constraint)
        self.revision += 1
        return Posted(self, len(self.constraints) - 1)

    def _own(self, thing: object, role: str) -> None:
        if not isinstance(thing, IntVar):
            raise ModelError(f"{thing!r} is {role}, but {a_type(thing)} is no variable")
        if thing.model is not self:
            other = "another model of the same name" if thing.model.name == self.name else f"model {thing.model.name!r}"
            raise ModelError(f"{thing.name} is {role}, but it belongs to {other}")

    def _optimise(self, sense: str, expression: Expression | int) -> None:
        total = LinearExpr({}, 0).plus(expression, 1)
        for var in total.terms:
            self._own(var, f"part of the objective of model {self.name!r}")
        self.objective = Objective(sense, total)
        self.revision += 1

    def _lines(self) -> Iterator[str]:
        yield f"model {self.name}"
        yield "  variables"
        for domain, group in groupby(self.variables, key=lambda var: write_set(var.domain)):
            names = [var.name for var in group]
            yield f"    {_shorten(names)} ∈ {domain}"
        yield "  constraints" if self.constraints else "  no constraints"
        for constraint in self.constraints:
            yield f"    {constraint}" + (f"    — {constraint.because}" if constraint.because else "")
        if self._projection is not None:
            yield f"  decisions {_shorten([var.name for var in self._projection])}"
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

    def only_enforce_if(self, *literals: Literal | IntVar | Iterable[Literal | IntVar]) -> Posted:
        """Demand the constraint only where all ``literals`` are true.

        Raises:
            ModelError: when one of them is no literal of this model.
        """
        condition = _literals(literals)
        for literal in condition:
            self._model._own(literal.var, f"a condition in model {self._model.name!r}")
        complaint = stray(condition)
        if complaint:
            raise ModelError(f"model {self._model.name!r}: {complaint}")
        constraint = self.constraint
        self._model.constraints[self._place] = replace(constraint, condition=constraint.condition + condition)
        self._model.revision += 1
        return self


def _each(things: tuple[Thing | Iterable[Thing], ...]) -> tuple[Thing, ...]:
    """Things that were given one by one, or all in one iterable."""
    if len(things) == 1 and isinstance(things[0], Iterable):
        return tuple(things[0])
    return things  # type: ignore[return-value]


def _literals(things: tuple[Literal | IntVar | Iterable[Literal | IntVar], ...]) -> tuple[Literal, ...]:
    return tuple(map(as_literal, _each(things)))


def _shorten(names: list[str]) -> str:
    return ", ".join(names) if len(names) <= 6 else f"{names[0]}, {names[1]}, …, {names[-1]}"


def _of_its_rule(constraint: Constraint) -> str | None:
    """What is wrong with the ``because`` or the ``key`` of a constraint; None when nothing is."""
    because, key = constraint.because, constraint.key
    if not isinstance(because, str):
        return f"because={because!r} is {a_type(because)}; a sentence is expected"
    if type(key) is tuple and all(type(part) is str or type(part) is int for part in key):
        return None
    return f'key={key!r} names no rule; a tuple of words and ints such as ("row", 2) is expected'
