"""Variables, literals and linear expressions, and the constraints that comparing them makes.

A variable is an integer with an explicit finite domain. Comparing it with a number gives a *literal*, the membership
test ``x in S``; comparing it with another variable, or comparing a sum, gives a *linear constraint* ready for
``Model.add``. A literal counts 1 in a sum where it is true, else 0:

>>> from models import Model
>>> model = Model("example")
>>> x, y = model.new_int_var(0, 9, "x"), model.new_int_var(0, 9, "y")
>>> x + 2 * y <= 7
x + 2·y ≤ 7
>>> ~(x <= 7)
x ∈ {8, 9}
>>> sum(one == 3 for one in (x, y)) == 1
[x = 3] + [y = 3] = 1

None of the three has a truth value: ``and``, ``or``, ``not``, ``a < x < b`` and ``if x`` raise a ModelError that
says what to write instead, as does any operator whose result is not linear.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Set
from dataclasses import dataclass, field, fields
from itertools import chain
from typing import Any, ClassVar, Protocol, TypeAlias, overload

from models.errors import ModelError
from models.language.base import (
    OPPOSITES,
    RELATIONS,
    SIGNS,
    TEXT,
    Conditional,
    Domain,
    Elementwise,
    Key,
    Notation,
    Operators,
    Owner,
    a_type,
    as_int,
    identified,
    merged,
    named_twice,
    refuse_equivalence,
    variable_at,
    whole_numbers,
    write_set,
    write_sum,
    write_test,
)
from models.language.domains import IntervalSet, among, between, complement, too_long
from models.language.logic import AbsoluteValue, Equivalence, Greatest, Implication


class Expression(Operators["LinearExpr"]):
    __slots__ = ()

    def __abs__(self) -> LinearExpr:
        inside = self.as_sum()
        return LinearExpr({}, 0, {AbsoluteValue(inside): 1})

    def implies(self, conclusion: object) -> Implication:
        """That ``conclusion`` holds where this literal or comparison is true."""
        premise = self if isinstance(self, Linear) else as_literal(self)
        return Implication(premise, as_literal(conclusion) if isinstance(conclusion, IntVar) else conclusion)

    def _compare(self, relation: str, other: object, strict: int = 0) -> Literal | Linear | Equivalence:
        """``self relation other + strict``, with every variable moved to the left, every number to the right."""
        addend = other.as_sum() if isinstance(other, Expression) else as_int(other)
        if addend is None:
            if isinstance(other, Elementwise):
                return NotImplemented  # type: ignore[no-any-return]
            expected = "it can be compared with an int, a variable or a linear expression"
            if isinstance(other, Equivalence):
                expected = "add_bool_xor(a, b, c) says a == (b == c)"
            raise ModelError(f"{self} is compared with {other!r}, which is {a_type(other)}; {expected}")
        difference = self.as_sum().combined(addend, -1)
        terms = tuple([(c, var) for var, c in difference.terms.items() if c])
        tests = tuple([(c, test) for test, c in difference.tests.items() if c])
        return Linear(terms, relation, strict - difference.constant, tests=tests)


class VariableComparison(Protocol):
    """How the comparison of a variable is typed: with a number it is a literal, with a sum a linear constraint."""

    @overload
    def __call__(self, other: int) -> Literal: ...
    @overload
    def __call__(self, other: IntVar | LinearExpr) -> Linear: ...
    @overload
    def __call__(self, other: Expression) -> Any: ...


class IntVar(Expression):
    """An integer variable of one model; made by ``Model.new_int_var`` and its sisters.

    ``index`` is its place among the model's variables, from 0; ``domain`` has its possible values, ascending.
    """

    __slots__ = ("model", "index", "name", "domain", "is_one")

    called = "variable"
    one = frozenset((1,))

    def __init__(self, model: Owner, index: int, name: str, domain: Domain) -> None:
        self.model = model
        self.index = index
        self.name = name
        self.domain = domain
        self.is_one: Literal | None = None  # what a Boolean stands for, once that was asked for

    @property
    def is_boolean(self) -> bool:
        """Whether only 0 and 1 are possible, so that the variable itself can stand as a literal."""
        return self.domain[0] >= 0 and self.domain[-1] <= 1

    def is_in(self, values: Iterable[int]) -> Literal:
        """The literal that is true when the variable takes one of ``values``; those outside its domain are left out."""
        if isinstance(values, range) and values.step == 1:
            return Literal(self, between(self.domain, values.start, values.stop - 1))
        if not isinstance(values, Iterable):
            raise ModelError(
                f"{self}.is_in({values!r}) names no set of values, but {a_type(values)}; write [{values!r}]"
            )
        if complaint := too_long(values):
            raise ModelError(f"{self}.is_in: {complaint}")
        if not isinstance(values, IntervalSet):
            values = frozenset(whole_numbers(values, f"{self}.is_in was given"))
        return Literal(self, among(self.domain, values))

    def as_sum(self) -> LinearExpr:
        return LinearExpr({self: 1}, 0)

    __eq__: VariableComparison  # type: ignore[assignment]
    __ne__: VariableComparison  # type: ignore[assignment]
    __le__: VariableComparison
    __ge__: VariableComparison
    __lt__: VariableComparison
    __gt__: VariableComparison

    def _compare(self, relation: str, other: object, strict: int = 0) -> Literal | Linear | Equivalence:
        value = as_int(other)
        if value is None:
            if isinstance(other, Literal | Linear) and relation in ("==", "!=") and self.is_boolean:
                return Equivalence(as_literal(self), other, relation == "==")
            return super()._compare(relation, other, strict)
        if relation == "<=":
            return Literal(self, between(self.domain, self.domain[0], value + strict))
        if relation == ">=":
            return Literal(self, between(self.domain, value + strict, self.domain[-1]))
        equal = Literal(self, frozenset((value,)) if value in self.domain else frozenset())
        return equal if relation == "==" else ~equal

    def __invert__(self) -> Literal:
        return ~as_literal(self)

    def written(self, notation: Notation) -> str:
        return notation.name(self.name)

    def __repr__(self) -> str:
        return self.name

    def __reduce__(self) -> Any:
        return variable_at, (self.model, self.index)


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Literal(Expression):
    """The membership test ``var in values``; ``~literal`` is its complement.

    Comparing two by ``==`` or ``!=`` makes an :class:`Equivalence`; in sets and dictionaries they are values.
    """

    var: IntVar
    values: Set[int]

    called: ClassVar[str] = "literal"

    def holds(self, assignment: Mapping[IntVar, int]) -> bool:
        return assignment[self.var] in self.values

    value = holds

    def is_same(self, other: object) -> bool:
        return isinstance(other, Literal) and self.var is other.var and self.values == other.values

    def scope(self) -> Iterator[IntVar]:
        yield self.var

    @property
    def is_never(self) -> bool:
        return not self.values

    @property
    def is_always(self) -> bool:
        return len(self.values) == len(self.var.domain)

    def as_sum(self) -> LinearExpr:
        if self.is_never or self.is_always:
            return LinearExpr({}, int(self.is_always))
        if not self.var.is_boolean:
            return LinearExpr({}, 0, {self: 1})
        return LinearExpr({self.var: -1}, 1) if 0 in self.values else LinearExpr({self.var: 1}, 0)

    def __invert__(self) -> Literal:
        return Literal(self.var, complement(self.var.domain, self.values))

    def _compare(self, relation: str, other: object, strict: int = 0) -> Any:
        if relation in ("==", "!="):
            return _same_truth(self, relation, other)
        return super(Literal, self)._compare(relation, other, strict)

    def __eq__(self, other: object) -> Any:  # as quick as may be: dictionaries of literals come here
        return Equivalence(self, other) if type(other) is Literal else self._compare("==", other)

    def __hash__(self) -> int:
        return hash((self.var, self.values))

    def written(self, notation: Notation) -> str:
        return write_test(notation.name(self.var.name), self.values, self.var.domain, notation)

    def __str__(self) -> str:
        return self.written(TEXT)

    __repr__ = __str__


def _same_truth(one: Literal | Linear, relation: str, other: object) -> Any:
    """That a literal or a comparison is true exactly when ``other`` is, or as a number equals it."""
    if isinstance(other, Literal | Linear) or (isinstance(other, IntVar) and other.is_boolean):
        return Equivalence(one, as_literal(other) if isinstance(other, IntVar) else other, relation == "==")
    if as_int(other) in (0, 1) and not (isinstance(one, Linear) and one.condition):
        return one if (as_int(other) == 1) == (relation == "==") else ~one
    if isinstance(other, int | Constraint | Equivalence | Implication):
        refuse_equivalence(one, other)
    return Expression._compare(one, relation, other) if isinstance(other, Expression) else NotImplemented


Test: TypeAlias = "Literal | Linear | AbsoluteValue | Greatest"
"""What is no variable in a linear expression: a literal or a comparison counts 1 where it is true."""

NO_TESTS: Mapping[Test, int] = {}


class LinearExpr(Expression):
    """``c1·x1 + c2·x2 + … + constant`` with integer coefficients.

    ``tests`` has the coefficient of each comparison, absolute value and maximum, and of each literal of a variable that
    is not Boolean. A model puts a variable in place of each, so that its constraints and its objective have none.
    """

    __slots__ = ("terms", "constant", "tests")

    called = "linear expression"

    def __init__(self, terms: Mapping[IntVar, int], constant: int, tests: Mapping[Test, int] = NO_TESTS) -> None:
        self.terms = terms
        self.constant = constant
        self.tests = tests

    def value(self, assignment: Mapping[IntVar, int]) -> int:
        total = self.constant + sum(c * assignment[var] for var, c in self.terms.items())
        return total + sum(c * test.value(assignment) for test, c in self.tests.items()) if self.tests else total

    def scope(self) -> Iterator[IntVar]:
        """Every variable in it; one may come twice."""
        yield from self.terms
        for test in self.tests:
            yield from test.scope()

    def summands(self) -> Iterator[tuple[int, IntVar]]:
        """Return each coefficient that is not 0 with its variable; raise a ModelError where tests would be lost."""
        if self.tests:
            raise ModelError(f"{self} counts tests, which are not variables; a model has to name them first")
        return ((coefficient, var) for var, coefficient in self.terms.items() if coefficient)

    def as_sum(self) -> LinearExpr:
        return self

    def combined(self, other: LinearExpr | int, factor: int) -> LinearExpr:
        if isinstance(other, int):
            return LinearExpr(self.terms, self.constant + factor * other, self.tests)
        constant = self.constant + factor * other.constant
        return LinearExpr(merged(self.terms, other.terms, factor), constant, merged(self.tests, other.tests, factor))

    def times(self, factor: int) -> LinearExpr:
        return LinearExpr({}, 0).combined(self, factor)

    def written(self, notation: Notation) -> str:
        parts = [(c, part) for part, c in (*self.terms.items(), *self.tests.items()) if c]
        return write_sum(parts, self.constant, notation)

    def __repr__(self) -> str:
        return self.written(TEXT)


Assignment = Mapping[IntVar, int]
"""A value for every variable of a model."""

Givens = Mapping[IntVar, int]
"""The values an instance fixes in advance."""


@dataclass(frozen=True, eq=False, repr=False)
class Constraint(Conditional):
    """A relation between variables that holds or does not hold of an assignment.

    A kind of constraint says four things of itself: when it holds (``relation_holds``), what it speaks of
    (``relation_scope``), how it is written (``statement``), and what is wrong with how it was made (``complaint``).
    Unless all of its ``condition`` is true, it says nothing. ``because`` is its rule for people, ``key`` for programs.
    """

    called = "constraint"

    condition: tuple[Literal, ...] = field(default=(), kw_only=True)
    because: str = field(default="", kw_only=True)
    key: Key = field(default=(), kw_only=True)

    def holds(self, assignment: Assignment) -> bool:
        """Whether ``assignment`` obeys the constraint; an unmet condition frees it."""
        for literal in self.condition:
            if assignment[literal.var] not in literal.values:
                return True
        return self.relation_holds(assignment)

    def relation_holds(self, assignment: Assignment) -> bool:
        """Whether ``assignment`` obeys the relation itself, its condition left aside."""
        raise TypeError(f"{type(self).__name__} does not say when it holds")

    def relation_scope(self) -> Iterator[IntVar]:
        """The variables of the relation, its condition left aside; one may come twice."""
        raise TypeError(f"{type(self).__name__} does not name its variables")

    def scope(self) -> Iterator[IntVar]:
        return chain(self.relation_scope(), (literal.var for literal in self.condition))

    @property
    def sentence(self) -> str:
        """The rule it stands for, for people; without a ``because`` it is told by its key and how it is written."""
        return self.because or " ".join(map(str, self.key)) + ": " * bool(self.key) + str(self)

    @property
    def rule(self) -> Key:
        """The rule it is part of, for programs: its key, or where it has none, whatever shares its sentence."""
        return self.key or (self.sentence,)

    def statement(self, notation: Notation) -> str:
        """The relation as a mathematician would write it, its condition left aside."""
        raise TypeError(f"{type(self).__name__} cannot be written down")

    def complaint(self) -> str | None:
        """What makes it no sound constraint, in words; None when nothing does. Its variables are known to be such."""
        return None

    def written(self, notation: Notation) -> str:
        if not self.condition:
            return self.statement(notation)
        condition = " ∧ ".join(literal.written(notation) for literal in self.condition)
        return f"{condition} ⇒ {self.statement(notation)}"

    def __str__(self) -> str:
        return self.written(TEXT)

    __repr__ = __str__

    def _value(self) -> tuple[object, ...]:
        """The fields with every variable replaced by its identity, since ``x == y`` makes a constraint."""
        return tuple(identified(getattr(self, part.name)) for part in fields(self))

    def __eq__(self, other: object) -> bool:
        if isinstance(other, int | Expression) and not isinstance(other, Constraint):
            refuse_equivalence(self, other)
        return type(other) is type(self) and self._value() == other._value()

    def __hash__(self) -> int:
        return hash(self._value())


@dataclass(frozen=True, eq=False, repr=False)
class Linear(Constraint, Expression):
    """``c1·x1 + c2·x2 + … relation constant``, the relation one of ``== != <= >=``.

    Made by comparing expressions, such as ``2*x + y <= 7``; each variable comes once. What is not a variable stands in
    ``tests`` until ``Model.add`` puts a variable in its place: a model has none. In a sum it counts 1 where it holds.
    Comparing two by ``==`` makes an :class:`Equivalence`; in sets and lists they are values.
    """

    terms: tuple[tuple[int, IntVar], ...]
    relation: str
    constant: int
    tests: tuple[tuple[int, Test], ...] = field(default=(), kw_only=True)

    def relation_holds(self, assignment: Assignment) -> bool:
        total = sum([coefficient * assignment[var] for coefficient, var in self.terms])
        if self.tests:
            total += sum(coefficient * test.value(assignment) for coefficient, test in self.tests)
        return RELATIONS[self.relation](total, self.constant)

    value = Constraint.holds

    def is_same(self, other: object) -> bool:
        return type(other) is Linear and self._value() == other._value()

    def relation_scope(self) -> Iterator[IntVar]:
        variables = iter([var for _, var in self.terms])
        return chain(variables, *(test.scope() for _, test in self.tests)) if self.tests else variables

    def as_sum(self) -> LinearExpr:
        return LinearExpr({}, 0, {self: 1})

    def __invert__(self) -> Linear:
        relation, shift = OPPOSITES[self.relation]
        return Linear(self.terms, relation, self.constant + shift, tests=self.tests)

    def _compare(self, relation: str, other: object, strict: int = 0) -> Any:
        if relation in ("==", "!="):
            return _same_truth(self, relation, other)
        return super()._compare(relation, other, strict)

    def __eq__(self, other: object) -> Any:
        return False if isinstance(other, Constraint) and type(other) is not Linear else self._compare("==", other)

    __ne__ = Operators.__ne__
    __hash__ = Constraint.__hash__

    def statement(self, notation: Notation) -> str:
        total = write_sum((*self.terms, *self.tests), 0, notation)
        return f"{total} {SIGNS.get(self.relation, self.relation)} {self.constant}"

    def complaint(self) -> str | None:
        if self.relation not in RELATIONS:
            return f"the linear relation {self.relation!r} is none of ==, !=, <=, >="
        coefficients, variables = zip(*self.terms, strict=True) if self.terms else ((), ())
        if strange := [number for number in (*coefficients, self.constant) if not isinstance(number, int)]:
            return f"{self} speaks of {strange[0]}, {a_type(strange[0])}; ints are expected"
        twice = named_twice(variables)
        return f"{self} names {twice} twice" if twice else None


def as_literal(thing: object) -> Literal:
    """``thing`` as a literal: a literal stays itself, a Boolean variable means "it is 1"."""
    if isinstance(thing, Literal):
        return thing
    if isinstance(thing, IntVar):
        if thing.is_one is None and thing.is_boolean:
            thing.is_one = Literal(thing, thing.one if thing.domain[-1] else frozenset())
        if thing.is_one is not None:
            return thing.is_one
        raise ModelError(
            f"{thing.name} ∈ {write_set(thing.domain)} is not a Boolean variable and cannot stand as a literal; "
            f"write a test such as {thing.name} == {thing.domain[0]}"
        )
    expected = "a literal is expected: a Boolean variable or a test such as x == 3"
    constant = ", or new_constant(1) of the model for what is always true" * (a_type(thing) == "a bool")
    raise ModelError(f"({thing}) is {a_type(thing)}; {expected}{constant}")
