"""The model: variables, constraints, what makes up an answer, and what is to be optimised.

Method names follow OR-Tools' ``CpModel``. The pieces a model is made of live in ``models.language.expressions``
(variables, literals, sums) and ``models.language.constraints`` (the kinds); what has no kind of its own is said in
the kinds by ``models.language.globals``. All names can be imported from here, which is enough to write a puzzle or
a backend.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from math import isqrt
from typing import Any, TypedDict, TypeVar, Unpack

from models.errors import ModelError
from models.language import globals as lowered
from models.language.auxiliaries import DEFINITION, Auxiliaries, as_domain
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
    named_twice,
    stray,
)

__all__ = [
    "CONSTRAINT_KINDS",
    "DEFINITION",
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

Sum = Expression | int
"""What takes a linear expression takes a variable, a literal and an int as well."""

Truth = Literal | IntVar
"""A literal, or a Boolean variable that stands for "it is 1"."""


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

    >>> from models import Model
    >>> model = Model("a fence of 20 around the most")
    >>> width, height = model.new_int_var(1, 9, "width"), model.new_int_var(1, 9, "height")
    >>> area = model.new_int_var(0, 99, "area")
    >>> _ = model.add(2 * width + 2 * height == 20, because="the fence has length 20")
    >>> _ = model.add_multiplication_equality(area, [width, height])
    >>> model.project_on(width, height)
    >>> model.maximize(area)
    >>> model.first_violation({width: 5, height: 5, area: 25}) is None
    True
    >>> model.first_violation({width: 5, height: 4, area: 20})
    '2·width + 2·height = 20 does not hold: the fence has length 20'

    Attributes:
        name: what the model is called in messages.
        variables: every variable, in order of declaration; ``variables[v.index] is v``.
        constraints: every constraint, in order of declaration.
        objective: what to optimise, or None.
        hints: values that a backend may try first; no constraint of any kind.
        revision: how often the model was added to or changed; a backend that has loaded it notices by this.

    Whatever takes several variables or literals takes them one by one or in one iterable, as ``CpModel`` does.
    Every method that adds a constraint takes ``because``, the rule it stands for in a sentence for people, and
    ``key``, that rule for programs (see :class:`Reason`), and returns a :class:`Posted`. A ModelError that names
    the variable or the constraint is raised where what is added can have no meaning or belongs to another model.
    """

    def __init__(self, name: str = "model") -> None:
        self.name = name
        self.variables: list[IntVar] = []
        self.constraints: list[Constraint] = []
        self.objective: Objective | None = None
        self.hints: dict[IntVar, int] = {}
        self.revision = 0
        self._projection: tuple[IntVar, ...] | None = None
        self._named: dict[str, IntVar] = {}
        self._generated: dict[str, IntVar] = {}
        self._by_domain: dict[Domain, list[IntVar]] = {}
        self._auxiliaries = Auxiliaries(
            lambda domain, name: self._new_var(domain, name, generated=True),
            self._append,
            lambda var: self._own(var, f"part of an expression in model {self.name!r}"),
        )

    # Variables

    def new_int_var(self, lowest: int, highest: int, name: str = "") -> IntVar:
        """An integer variable from ``lowest`` to ``highest``, both included; where it is given no name it gets one.

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
        return self._new_var(as_domain(self._whole(values, name)), name)

    def new_bool_var(self, name: str = "") -> IntVar:
        """A variable in {0, 1}; in a clause it stands for "it is 1"."""
        return self._new_var(range(2), name)

    def new_constant(self, value: int) -> IntVar:
        """The variable that can only be ``value``; one for each value."""
        (number,) = self._whole([value], f"the constant {value}")
        name = f"the constant {number}"
        return self._named[name] if name in self._named else self._new_var(range(number, number + 1), name)

    @property
    def auxiliaries(self) -> tuple[IntVar, ...]:
        """The variables that the model added of its own; each is determined by those declared before it."""
        return tuple(self._auxiliaries.values)

    # Constraints of a kind

    def add(self, constraint: Constraint | Literal | Equivalence, **reason: Unpack[Reason]) -> Posted:
        """Demand a linear constraint such as ``2*x + y <= 7``, a literal, an equality of literals, or any kind by hand.

        Literals in a sum count 1 where they are true; those of variables that are not Boolean get an auxiliary
        Boolean variable each.

        >>> model = Model()
        >>> dice = [model.new_int_var(1, 6, name) for name in ("red", "blue", "green")]
        >>> posted = model.add(sum(one == 6 for one in dice) == 2, because="two sixes were thrown")
        >>> posted.constraint
        [red = 6] + [blue = 6] + [green = 6] = 2
        >>> model.add((dice[0] == 6) != (dice[1] == 6)).constraint
        exactly one of(red = 6, blue = 6)

        Raises:
            ModelError: when it is none of these, speaks of a variable of another model, or can have no meaning.
        """
        if isinstance(constraint, Literal):
            return self._one(Clause((constraint,), **reason))
        if isinstance(constraint, Equivalence):
            if constraint.asked:
                raise ModelError(
                    f"model {self.name!r} was asked to add {constraint} after its truth value had been asked for, "
                    "as 'and', 'or', 'not' and chained comparisons do; add each comparison of literals by itself"
                )
            other = ~constraint.right if constraint.equal else constraint.right
            return self._one(ExactlyOne((constraint.left, other), **reason))
        if not isinstance(constraint, Constraint):
            raise ModelError(
                f"model {self.name!r} was asked to add {constraint!r}, {a_type(constraint)}; "
                "a constraint such as 2*x + y <= 7 or a literal such as x == 3 is expected"
            )
        if isinstance(constraint, LinearOverTests):
            constraint = self._auxiliaries.counted(constraint)
        return self._one(replace(constraint, **reason) if reason else constraint)

    def add_all_different(self, *variables: Expression | Iterable[Expression], **reason: Unpack[Reason]) -> Posted:
        """No two of ``variables`` take the same value; they may be linear expressions, such as ``queen + column``."""
        return self._one(AllDifferent(self._columns(_each(variables)), **reason))

    def add_element(
        self,
        index: Expression,
        array: Sequence[Sum],
        target: Sum,
        **reason: Unpack[Reason],
    ) -> Posted:
        """``target`` equals the entry of ``array`` at ``index``, counted from 0.

        Raises:
            ModelError: when the domain of ``index`` reaches outside the array, or the array holds anything but
                ints and linear expressions of this model.
        """
        entries = tuple(entry if (number := as_int(entry)) is None else number for entry in array)
        number = as_int(target)
        place, value = self._columns((index, target if number is None else self.new_constant(number)))
        return self._one(Element(place, self._columns(entries), value, **reason))

    def add_allowed_assignments(
        self, variables: Iterable[Expression], tuples: Iterable[Sequence[int]], **reason: Unpack[Reason]
    ) -> Posted:
        """``variables`` take together the values of one of ``tuples``.

        Raises:
            ModelError: when a tuple has more or fewer values than there are variables, or one that is no int.
        """
        return self._one(self._table(variables, tuples, reason))

    def add_bool_or(self, *literals: Truth | Iterable[Truth], **reason: Unpack[Reason]) -> Posted:
        """At least one of ``literals`` is true."""
        return self._one(Clause(_literals(literals), **reason))

    def add_implication(self, premise: Truth, conclusion: Truth, **reason: Unpack[Reason]) -> Posted:
        """If ``premise`` is true, so is ``conclusion``."""
        return self._one(Clause((~as_literal(premise), as_literal(conclusion)), **reason))

    def add_at_most_one(self, *literals: Truth | Iterable[Truth], **reason: Unpack[Reason]) -> Posted:
        """No two of ``literals`` are true."""
        return self._one(AtMostOne(_literals(literals), **reason))

    def add_exactly_one(self, *literals: Truth | Iterable[Truth], **reason: Unpack[Reason]) -> Posted:
        """One of ``literals`` is true, and no other."""
        return self._one(ExactlyOne(_literals(literals), **reason))

    # Constraints said in the kinds

    def add_bool_and(self, *literals: Truth | Iterable[Truth], **reason: Unpack[Reason]) -> Posted:
        """All of ``literals`` are true."""
        return self._all(lowered.conjunction(_literals(literals)), reason)

    def add_bool_xor(self, *literals: Truth | Iterable[Truth], **reason: Unpack[Reason]) -> Posted:
        """An odd number of ``literals`` are true."""
        return self._all(lowered.parity(self._auxiliaries, self._of_this(_literals(literals))), reason)

    def add_forbidden_assignments(
        self, variables: Iterable[Expression], tuples: Iterable[Sequence[int]], **reason: Unpack[Reason]
    ) -> Posted:
        """``variables`` take together the values of none of ``tuples``.

        Raises:
            ModelError: when a tuple has more or fewer values than there are variables, or one that is no int.
        """
        table = self._table(variables, tuples, reason)
        self._check(table)
        return self._all(lowered.forbidden(table.variables, table.tuples), reason)

    def add_abs_equality(self, target: Sum, expression: Sum, **reason: Unpack[Reason]) -> Posted:
        """``target`` is the absolute value of ``expression``.

        >>> model = Model()
        >>> x, y, distance = (model.new_int_var(0, 9, name) for name in ("x", "y", "distance"))
        >>> _ = model.add_abs_equality(distance, x - y)
        >>> model.first_violation({x: 2, y: 7, distance: 5}) is None
        True
        """
        return self._all(lowered.absolute(self._auxiliaries, self._sum(target), self._sum(expression)), reason)

    def add_min_equality(
        self,
        target: Sum,
        *expressions: Sum | Iterable[Sum],
        **reason: Unpack[Reason],
    ) -> Posted:
        """``target`` is the least of ``expressions``.

        Raises:
            ModelError: when there is none.
        """
        negated = [-one for one in self._sums(expressions, "the least of no expression is asked for")]
        return self._all(lowered.maximum(self._auxiliaries, -self._sum(target), negated), reason)

    def add_max_equality(
        self,
        target: Sum,
        *expressions: Sum | Iterable[Sum],
        **reason: Unpack[Reason],
    ) -> Posted:
        """``target`` is the greatest of ``expressions``.

        Raises:
            ModelError: when there is none.
        """
        sums = self._sums(expressions, "the greatest of no expression is asked for")
        return self._all(lowered.maximum(self._auxiliaries, self._sum(target), sums), reason)

    def add_multiplication_equality(
        self,
        target: Sum,
        *factors: Sum | Iterable[Sum],
        **reason: Unpack[Reason],
    ) -> Posted:
        """``target`` is the product of ``factors``.

        Raises:
            ModelError: when there is none, or where two are multiplied and both have too many values.
        """
        sums = self._sums(factors, "the product of no factor is asked for")
        return self._all(lowered.product(self._auxiliaries, self._sum(target), sums), reason)

    def add_division_equality(self, target: Sum, dividend: Sum, divisor: Sum, **reason: Unpack[Reason]) -> Posted:
        """``target`` is ``dividend`` divided by ``divisor``, rounded towards zero as in C: −7 divided by 2 is −3.

        Raises:
            ModelError: when the divisor may be 0, or has too many values.
        """
        sums = map(self._sum, (target, dividend, divisor))
        return self._all(lowered.quotient(self._auxiliaries, *sums), reason)

    def add_modulo_equality(self, target: Sum, dividend: Sum, divisor: Sum, **reason: Unpack[Reason]) -> Posted:
        """``target`` is what remains of ``dividend`` divided by ``divisor`` as in C: of −7 divided by 2, −1.

        It has the sign of the dividend; unlike ``CpModel`` this takes divisors below 0, whose sign makes no difference.

        Raises:
            ModelError: when the divisor may be 0, or has too many values.
        """
        sums = map(self._sum, (target, dividend, divisor))
        return self._all(lowered.remainder(self._auxiliaries, *sums), reason)

    def add_lexicographic_less(self, ones: Iterable[Sum], others: Iterable[Sum], **reason: Unpack[Reason]) -> Posted:
        """``ones`` come before ``others`` in the order of a dictionary: less at the first place where they differ.

        Raises:
            ModelError: when one has more entries than the other.
        """
        return self._all(self._lexicographic(ones, others, strict=True), reason)

    def add_lexicographic_less_equal(
        self, ones: Iterable[Sum], others: Iterable[Sum], **reason: Unpack[Reason]
    ) -> Posted:
        """``ones`` come before ``others`` in the order of a dictionary, or equal them.

        >>> model = Model()
        >>> row, column = ([model.new_bool_var() for _ in range(3)] for _ in range(2))
        >>> _ = model.add_lexicographic_less_equal(row, column, because="mirrored answers count once")

        Raises:
            ModelError: when one has more entries than the other.
        """
        return self._all(self._lexicographic(ones, others, strict=False), reason)

    def add_inverse(
        self, variables: Iterable[Expression], inverse: Iterable[Expression], **reason: Unpack[Reason]
    ) -> Posted:
        """``variables[i] == j`` exactly when ``inverse[j] == i``, counted from 0; no other value is taken.

        Raises:
            ModelError: when one has more entries than the other, or they are too many.
        """
        one, other = self._columns(variables), self._columns(inverse)
        if len(one) != len(other) or len(one) ** 2 > lowered.MOST_PAIRS:
            raise ModelError(
                f"model {self.name!r}: {len(one)} variables are to be inverse to {len(other)}; "
                f"as many are expected, and not more than {isqrt(lowered.MOST_PAIRS)}"
            )
        for var in (*one, *other):
            self._own(var, f"part of an inverse in model {self.name!r}")
        return self._all(lowered.inverse(one, other), reason)

    def add_circuit(self, arcs: Iterable[tuple[int, int, Truth]], **reason: Unpack[Reason]) -> Posted:
        """The arcs whose literal is true make one circuit through all nodes.

        An arc is ``(tail, head, literal)``, its nodes any ints. A true arc from a node to itself takes the node out of
        the circuit; where every node is taken out, there is none, which is allowed.

        >>> model = Model("a tour of three towns")
        >>> towns = range(3)
        >>> leads = {(a, b): model.new_bool_var(f"{a} → {b}") for a in towns for b in towns if a != b}
        >>> posted = model.add_circuit((a, b, used) for (a, b), used in leads.items())
        >>> model.first_violation({used: int((b - a) % 3 == 1) for (a, b), used in leads.items()}) is None
        True

        Raises:
            ModelError: when an arc is not such a triple, or there are too many.
        """
        return self._all(lowered.circuit(self._auxiliaries, self._arcs(arcs), len(self.constraints)), reason)

    def posted(self) -> list[Posted]:
        """Every constraint so far but definitions of auxiliary variables, so that it can still be made conditional."""
        places = (place for place, constraint in enumerate(self.constraints) if constraint.key != DEFINITION)
        return [Posted(self, (place,)) for place in places]

    # What is asked

    def project_on(self, *variables: IntVar | Iterable[IntVar]) -> None:
        """Name the variables that make up an answer: two solutions that agree in them are one answer.

        Raises:
            ModelError: when one of them is no variable of this model, or comes twice.
        """
        projection = _each(variables)
        for var in projection:
            self._own(var, f"part of the projection of model {self.name!r}")
        twice = named_twice(projection)
        if twice:
            raise ModelError(f"{twice} is named twice in the projection of model {self.name!r}")
        self._projection = projection
        self.revision += 1

    @property
    def projection(self) -> tuple[IntVar, ...]:
        """The variables that make up an answer: until ``project_on`` says otherwise, all that were declared."""
        if self._projection is not None:
            return self._projection
        auxiliary = self._auxiliaries.values
        return tuple(var for var in self.variables if var not in auxiliary) if auxiliary else tuple(self.variables)

    def minimize(self, expression: Sum) -> None:
        """Ask for the answer that makes ``expression`` smallest.

        Raises:
            ModelError: when it is no linear expression over variables of this model.
        """
        self._optimise("minimize", expression)

    def maximize(self, expression: Sum) -> None:
        """Ask for the answer that makes ``expression`` largest.

        Raises:
            ModelError: when it is no linear expression over variables of this model.
        """
        self._optimise("maximize", expression)

    def add_hint(self, var: IntVar, value: int) -> None:
        """Suggest that ``var`` be tried with ``value`` first: part of an assignment to start from.

        No answer is lost by it, and a backend may leave it aside. A later hint of the same variable replaces it.

        Raises:
            ModelError: when it is no variable of this model, or cannot take the value.
        """
        self._own(var, f"hinted at in model {self.name!r}")
        number = as_int(value)
        if number is None or number not in var.domain:
            raise ModelError(f"{var.name} is hinted to be {value!r}, which lies outside {write_set(var.domain)}")
        self.hints[var] = number
        self.revision += 1

    # Judging and printing

    def complete(self, assignment: Assignment) -> Assignment:
        """``assignment`` with the values of the auxiliary variables, computed from those of the others.

        >>> model = Model()
        >>> x, y = model.new_int_var(0, 3, "x"), model.new_int_var(0, 3, "y")
        >>> _ = model.add((x == 1) + (y == 1) >= 1)
        >>> model.complete({x: 1, y: 2})
        {x: 1, y: 2, [x = 1]: 1, [y = 1]: 0}
        """
        return self._auxiliaries.complete(assignment)

    def first_violation(self, assignment: Assignment, givens: Givens | None = None) -> str | None:
        """The first thing ``assignment`` breaks, in words; None when it is a solution.

        Checks that every variable has a value of its domain, that the givens are kept and that
        every constraint holds. Needs no solver, and no values of auxiliary variables.
        """
        if self._auxiliaries.values and all(var in assignment for var in self.projection):
            assignment = self._auxiliaries.complete(assignment)
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

    def _new_var(self, domain: Domain, name: str, generated: bool = False) -> IntVar:
        if not isinstance(name, str):
            raise ModelError(f"a variable of model {self.name!r} is called {name!r}; a name in letters is expected")
        generated = generated or not name
        if generated:
            name = self._free_name(name or f"x{len(self.variables)}")
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

    def _one(self, constraint: Constraint) -> Posted:
        return Posted(self, (self._append(constraint),))

    def _all(self, constraints: Iterable[Constraint], reason: Reason) -> Posted:
        """Post what one demand was lowered to; a condition will count for all of it."""
        places = (self._append(replace(constraint, **reason) if reason else constraint) for constraint in constraints)
        return Posted(self, tuple(places))

    def _append(self, constraint: Constraint) -> int:
        """Check a constraint against this model and append it; returns its place."""
        self._check(constraint)
        self.constraints.append(constraint)
        self.revision += 1
        return len(self.constraints) - 1

    def _check(self, constraint: Constraint) -> None:
        for var in constraint.scope():
            if not isinstance(var, IntVar) or var.model is not self:
                self._own(var, f"part of {type(constraint).__name__} in model {self.name!r}")
        complaint = constraint.complaint() or stray(constraint.condition) or _of_its_rule(constraint)
        if complaint:
            raise ModelError(f"model {self.name!r}: {complaint}")

    def _own(self, thing: object, role: str) -> None:
        if not isinstance(thing, IntVar):
            raise ModelError(f"{thing!r} is {role}, but {a_type(thing)} is no variable")
        if thing.model is not self:
            other = "another model of the same name" if thing.model.name == self.name else f"model {thing.model.name!r}"
            raise ModelError(f"{thing.name} is {role}, but it belongs to {other}")

    def _sum(self, thing: object) -> LinearExpr:
        return self._auxiliaries.sum_of(thing)

    def _sums(self, things: tuple[object, ...], none: str) -> list[LinearExpr]:
        sums = [self._sum(thing) for thing in _each(things)]
        if not sums:
            raise ModelError(f"model {self.name!r}: {none}")
        return sums

    def _columns(self, things: Iterable[object]) -> tuple[Any, ...]:
        """What is to stand where a kind has a variable: variables as they are, other expressions as auxiliaries."""
        return tuple(
            self._auxiliaries.variable(thing) if isinstance(thing, Literal | LinearExpr) else thing for thing in things
        )

    def _of_this(self, literals: tuple[Literal, ...]) -> tuple[Literal, ...]:
        for literal in literals:
            self._own(literal.var, f"part of a literal in model {self.name!r}")
        return literals

    def _table(self, variables: Iterable[Expression], tuples: Iterable[Sequence[int]], reason: Reason) -> Table:
        columns = self._columns(variables)
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
        return Table(columns, tuple(rows), **reason)

    def _lexicographic(self, ones: Iterable[Sum], others: Iterable[Sum], strict: bool) -> Iterator[Constraint]:
        one, other = [self._sum(thing) for thing in ones], [self._sum(thing) for thing in others]
        if len(one) != len(other):
            raise ModelError(
                f"model {self.name!r}: {len(one)} entries are put in order with {len(other)}; as many are expected"
            )
        return lowered.lexicographic(self._auxiliaries, one, other, strict)

    def _arcs(self, arcs: Iterable[tuple[int, int, Truth]]) -> list[lowered.Arc]:
        found: list[lowered.Arc] = []
        for arc in arcs:
            ends = [as_int(end) for end in arc[:2]] if isinstance(arc, Sequence) and len(arc) == 3 else []
            if len(ends) != 2 or ends[0] is None or ends[1] is None:
                raise ModelError(
                    f"model {self.name!r}: an arc of a circuit is {arc!r}; two ints and a literal are expected"
                )
            found.append((ends[0], ends[1], as_literal(arc[2])))
        nodes = {end for arc in found for end in arc[:2]}
        if len(found) * len(nodes) > lowered.MOST_PAIRS:
            raise ModelError(
                f"model {self.name!r}: a circuit has {len(found)} arcs and {len(nodes)} nodes; "
                f"their product may be {lowered.MOST_PAIRS}"
            )
        self._of_this(tuple(test for _, _, test in found))
        return found

    def _optimise(self, sense: str, expression: Sum) -> None:
        total = LinearExpr({}, 0).plus(expression, 1)
        for var in (*total.terms, *(test.var for test in total.tests)):
            self._own(var, f"part of the objective of model {self.name!r}")
        self.objective = Objective(sense, self._auxiliaries.linear(total))
        self.revision += 1

    def _lines(self) -> Iterator[str]:
        yield f"model {self.name}"
        yield "  variables"
        yield from _domains(var for var in self.variables if var not in self._auxiliaries.values)
        if self._auxiliaries.values:
            yield "  auxiliary variables"
            yield from _domains(self._auxiliaries.values)
        yield "  constraints" if self.constraints else "  no constraints"
        for constraint in self.constraints:
            yield f"    {constraint}" + (f"    — {constraint.because}" if constraint.because else "")
        if self._projection is not None:
            yield f"  projection {_shorten([var.name for var in self._projection])}"
        if self.objective is not None:
            yield f"  {self.objective}"


class Posted:
    """What was just added, so that it can be made conditional: one constraint, or all that it was lowered to."""

    def __init__(self, model: Model, places: tuple[int, ...]) -> None:
        self._model = model
        self._places = places

    @property
    def constraints(self) -> tuple[Constraint, ...]:
        """The constraints as they stand in the model; definitions of auxiliary variables are none of them."""
        return tuple(self._model.constraints[place] for place in self._places)

    @property
    def constraint(self) -> Constraint:
        """The constraint as it stands in the model.

        Raises:
            ModelError: when what was added was lowered to none or several; see ``constraints``.
        """
        if len(self._places) != 1:
            raise ModelError(
                f"model {self._model.name!r}: this was lowered to {len(self._places)} constraints, not one"
            )
        return self.constraints[0]

    def only_enforce_if(self, *literals: Truth | Iterable[Truth]) -> Posted:
        """Demand it only where all ``literals`` are true.

        >>> model = Model()
        >>> x, y, swapped = model.new_int_var(0, 9, "x"), model.new_int_var(0, 9, "y"), model.new_bool_var("swapped")
        >>> model.add(x < y).only_enforce_if(~swapped).constraint
        ¬swapped ⇒ x − y ≤ -1

        Raises:
            ModelError: when one of them is no literal of this model.
        """
        condition = _literals(literals)
        for literal in condition:
            self._model._own(literal.var, f"a condition in model {self._model.name!r}")
        complaint = stray(condition)
        if complaint:
            raise ModelError(f"model {self._model.name!r}: {complaint}")
        for place, constraint in zip(self._places, self.constraints, strict=True):
            self._model.constraints[place] = replace(constraint, condition=constraint.condition + condition)
        self._model.revision += 1
        return self


def _each(things: tuple[Thing | Iterable[Thing], ...]) -> tuple[Thing, ...]:
    """Things that were given one by one, or all in one iterable."""
    if len(things) == 1 and isinstance(things[0], Iterable):
        return tuple(things[0])
    return things  # type: ignore[return-value]


def _literals(things: tuple[Truth | Iterable[Truth], ...]) -> tuple[Literal, ...]:
    return tuple(map(as_literal, _each(things)))


def _domains(variables: Iterable[IntVar]) -> Iterator[str]:
    """Variables with their domains as lines, those that follow each other and share one on one line."""
    for domain, group in groupby(variables, key=lambda var: write_set(var.domain)):
        yield f"    {_shorten([var.name for var in group])} ∈ {domain}"


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
