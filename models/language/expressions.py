"""Variables, literals and linear expressions, and the constraints that comparing them makes.

A variable is an integer with an explicit finite domain. Comparing it with a number gives a
*literal*, the membership test ``x in S``; comparing it with another variable, or comparing a sum,
gives a *linear constraint* ready for ``Model.add``. A literal counts 1 in a sum where it is true, else 0:

>>> from models import Model
>>> model = Model("example")
>>> x, y = model.new_int_var(0, 9, "x"), model.new_int_var(0, 9, "y")
>>> x + 2 * y <= 7
x + 2·y ≤ 7
>>> ~(x <= 7)
x ∈ {8, 9}
>>> sum(one == 3 for one in (x, y)) == 1
[x = 3] + [y = 3] = 1

None of the three has a truth value, so the Python words that would silently ask for one (``and``,
``or``, ``not``, ``a < x < b``, ``if x``) raise a :class:`~models.errors.ModelError` instead, as does any
other operator whose result is not linear; the sentence says what to write.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field, fields
from types import MappingProxyType
from typing import ClassVar, NoReturn, overload

from models.errors import ModelError
from models.language.base import Declared, Domain, Owner, a_type, as_int, refuse_equivalence, write_set
from models.language.domains import LISTED, Spans, among, between, complement


class Expression(Declared):
    """What can be added up and compared: the arithmetic that keeps it linear, and a sentence for all other."""

    __slots__ = ()

    def as_sum(self) -> LinearExpr:
        """Itself as coefficients and a constant."""
        raise ModelError(f"{self} is {a_type(self)}, and no part of a sum")

    def __add__(self, other: Expression | int) -> LinearExpr:
        return self.as_sum().plus(other, 1)

    __radd__ = __add__

    def __sub__(self, other: Expression | int) -> LinearExpr:
        return self.as_sum().plus(other, -1)

    def __rsub__(self, other: Expression | int) -> LinearExpr:
        return self.as_sum().times(-1).plus(other, 1)

    def __mul__(self, factor: int) -> LinearExpr:
        return self.as_sum().times(factor)

    __rmul__ = __mul__

    def __neg__(self) -> LinearExpr:
        return self.as_sum().times(-1)

    def __pos__(self) -> LinearExpr:
        return self.as_sum()

    def _refuse_division(self, other: object) -> NoReturn:
        raise ModelError(
            f"{self} is divided, which is not linear: declare the quotient or the remainder as a variable "
            "and use add_division_equality or add_modulo_equality"
        )

    __truediv__ = __rtruediv__ = __floordiv__ = __rfloordiv__ = _refuse_division
    __mod__ = __rmod__ = __divmod__ = __rdivmod__ = _refuse_division

    def __pow__(self, power: object) -> NoReturn:
        raise ModelError(f"{self} is raised to a power, which is not linear: use add_multiplication_equality")

    def __abs__(self) -> NoReturn:
        raise ModelError(
            f"the absolute value of {self} is not linear: for |x| <= d add x <= d and x >= -d, "
            "for |x| itself use add_abs_equality"
        )

    def __eq__(self, other: object) -> Linear:  # type: ignore[override]
        return self._compare("==", other)

    def __ne__(self, other: object) -> Linear:  # type: ignore[override]
        return self._compare("!=", other)

    def __le__(self, other: Expression | int) -> Linear:
        return self._compare("<=", other)

    def __ge__(self, other: Expression | int) -> Linear:
        return self._compare(">=", other)

    def __lt__(self, other: Expression | int) -> Linear:
        return self._compare("<=", other, -1)

    def __gt__(self, other: Expression | int) -> Linear:
        return self._compare(">=", other, 1)

    __hash__ = object.__hash__

    def _compare(self, relation: str, other: object, strict: int = 0) -> Linear:
        """``self relation other``, with every variable moved to the left, every number to the right."""
        addend = other if isinstance(other, Expression) else as_int(other)
        if addend is None:
            raise ModelError(
                f"{self} is compared with {other!r}, which is {a_type(other)}; "
                "it can be compared with an int, a variable or a linear expression"
            )
        difference = self.as_sum().plus(addend, -1)
        terms = tuple((coefficient, var) for var, coefficient in difference.terms.items() if coefficient)
        tests = tuple((coefficient, test) for test, coefficient in difference.tests.items() if coefficient)
        constant = strict - difference.constant
        return LinearOverTests(terms, relation, constant, tests) if tests else Linear(terms, relation, constant)


class IntVar(Expression):
    """An integer variable of one model; made by ``Model.new_int_var`` and its sisters.

    Attributes:
        model: the model it belongs to.
        index: its place among the model's variables, from 0.
        name: what it is called wherever it is printed.
        domain: its possible values, ascending.
    """

    __slots__ = ("model", "index", "name", "domain")

    called = "variable"

    def __init__(self, model: Owner, index: int, name: str, domain: Domain) -> None:
        self.model = model
        self.index = index
        self.name = name
        self.domain = domain

    @property
    def is_boolean(self) -> bool:
        """Whether only 0 and 1 are possible, so that the variable itself can stand as a literal."""
        return self.domain[0] >= 0 and self.domain[-1] <= 1

    def is_in(self, values: Iterable[int]) -> Literal:
        """The literal that is true when the variable takes one of ``values``; those outside its domain are left out.

        Raises:
            ModelError: when they are not ints.
        """
        if isinstance(values, range) and values.step == 1:
            return Literal(self, between(self.domain, values.start, values.stop - 1))
        if isinstance(values, Spans):
            return Literal(self, among(self.domain, values))
        if not isinstance(values, Iterable):
            raise ModelError(
                f"{self}.is_in({values!r}) names no set of values, but {a_type(values)}; write [{values!r}]"
            )
        return Literal(self, among(self.domain, frozenset(self._whole(value) for value in values)))

    def as_sum(self) -> LinearExpr:
        return LinearExpr({self: 1}, 0)

    # Comparisons with a number are literals; with anything else, linear constraints.

    @overload  # type: ignore[override]
    def __eq__(self, other: int) -> Literal: ...
    @overload
    def __eq__(self, other: IntVar | LinearExpr) -> Linear: ...
    @overload
    def __eq__(self, other: Expression) -> Equivalence | Linear: ...
    def __eq__(self, other: object) -> Literal | Equivalence | Linear:
        value = as_int(other)
        if value is None:
            if isinstance(other, Literal) and self.is_boolean:
                return Equivalence(as_literal(self), other)
            return self._compare("==", other)
        return Literal(self, frozenset((value,)) if value in self.domain else frozenset())

    @overload  # type: ignore[override]
    def __ne__(self, other: int) -> Literal: ...
    @overload
    def __ne__(self, other: IntVar | LinearExpr) -> Linear: ...
    @overload
    def __ne__(self, other: Expression) -> Equivalence | Linear: ...
    def __ne__(self, other: object) -> Literal | Equivalence | Linear:
        value = as_int(other)
        if value is None:
            if isinstance(other, Literal) and self.is_boolean:
                return Equivalence(as_literal(self), other, False)
            return self._compare("!=", other)
        return ~(self == value)

    @overload  # type: ignore[override]
    def __le__(self, other: int) -> Literal: ...
    @overload
    def __le__(self, other: Expression) -> Linear: ...
    def __le__(self, other: Expression | int) -> Literal | Linear:
        value = as_int(other)
        if value is None:
            return self._compare("<=", other)
        return Literal(self, between(self.domain, self.domain[0], value))

    @overload  # type: ignore[override]
    def __ge__(self, other: int) -> Literal: ...
    @overload
    def __ge__(self, other: Expression) -> Linear: ...
    def __ge__(self, other: Expression | int) -> Literal | Linear:
        value = as_int(other)
        if value is None:
            return self._compare(">=", other)
        return Literal(self, between(self.domain, value, self.domain[-1]))

    @overload  # type: ignore[override]
    def __lt__(self, other: int) -> Literal: ...
    @overload
    def __lt__(self, other: Expression) -> Linear: ...
    def __lt__(self, other: Expression | int) -> Literal | Linear:
        value = as_int(other)
        return self._compare("<=", other, -1) if value is None else self <= value - 1

    @overload  # type: ignore[override]
    def __gt__(self, other: int) -> Literal: ...
    @overload
    def __gt__(self, other: Expression) -> Linear: ...
    def __gt__(self, other: Expression | int) -> Literal | Linear:
        value = as_int(other)
        return self._compare(">=", other, 1) if value is None else self >= value + 1

    __hash__ = object.__hash__

    def __invert__(self) -> Literal:
        return ~as_literal(self)

    def __repr__(self) -> str:
        return self.name

    def _whole(self, value: object) -> int:
        whole = as_int(value)
        if whole is None:
            raise ModelError(f"{self}.is_in was given {value!r}, {a_type(value)}; ints are expected")
        return whole


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Literal(Expression):
    """The membership test ``var in values``; ``~literal`` is its complement.

    In a sum it counts 1 where it is true, else 0. Comparing two literals, or a literal and a Boolean variable,
    by ``==`` or ``!=`` makes an :class:`Equivalence` for ``Model.add``; literals can stand in sets, in
    dictionaries and behind ``in``, where they are equal when they test the same variable for the same values.
    """

    var: IntVar
    values: Set[int]

    called: ClassVar[str] = "literal"

    def holds(self, assignment: Mapping[IntVar, int]) -> bool:
        """Whether the test is true under ``assignment``."""
        return assignment[self.var] in self.values

    @property
    def is_never(self) -> bool:
        """Whether no value of the domain makes it true."""
        return not self.values

    @property
    def is_always(self) -> bool:
        """Whether every value of the domain makes it true."""
        return len(self.values) == len(self.var.domain)

    def as_sum(self) -> LinearExpr:
        if self.is_never or self.is_always:
            return LinearExpr({}, int(self.is_always))
        if not self.var.is_boolean:
            return LinearExpr({}, 0, {self: 1})
        zero = 0 in self.values
        return LinearExpr({self.var: -1 if zero else 1}, int(zero))

    def __invert__(self) -> Literal:
        return Literal(self.var, complement(self.var.domain, self.values))

    @overload  # type: ignore[override]
    def __eq__(self, other: Literal) -> Equivalence: ...
    @overload
    def __eq__(self, other: Expression) -> Equivalence | Linear: ...
    def __eq__(self, other: object) -> Equivalence | Linear:
        return self._same(other, True)

    @overload  # type: ignore[override]
    def __ne__(self, other: Literal) -> Equivalence: ...
    @overload
    def __ne__(self, other: Expression) -> Equivalence | Linear: ...
    def __ne__(self, other: object) -> Equivalence | Linear:
        return self._same(other, False)

    def _same(self, other: object, equal: bool) -> Equivalence | Linear:
        if isinstance(other, Literal):
            return Equivalence(self, other, equal)
        if isinstance(other, IntVar) and other.is_boolean:
            return Equivalence(self, as_literal(other), equal)
        if isinstance(other, Expression):
            return self._compare("==" if equal else "!=", other)
        if isinstance(other, int | Declared):
            refuse_equivalence(self, other)
        return NotImplemented  # type: ignore[no-any-return]

    def __hash__(self) -> int:
        return hash((self.var, self.values))

    def __str__(self) -> str:
        name = self.var.name
        if self.is_never or self.is_always:
            return f"{name} ∈ {'∅' if self.is_never else 'its domain'}"
        if self.var.is_boolean:
            return name if 1 in self.values else f"¬{name}"
        if len(self.values) == 1:
            return f"{name} = {next(iter(self.values))}"
        if len(self.values) == len(self.var.domain) - 1:
            return f"{name} ≠ {next(iter((~self).values))}"
        return f"{name} ∈ {write_set(self.values)}"

    __repr__ = __str__


class Equivalence(Declared):
    """That two literals are true together or false together, or with ``equal`` False that exactly one is true.

    Made by ``==`` and ``!=``; ``Model.add`` takes it, as an ExactlyOne of two literals.

    Its truth value tells whether they are (or, for ``!=``, are not) one and the same literal, as OR-Tools does it:
    sets, dictionaries, ``in`` and the comparison of tuples need that. It also means that Python accepts
    ``a == b or c == d`` and keeps only one of the two, so never join them by ``and`` and ``or``: add each.
    ``Model.add`` refuses one whose truth value has been asked for, which is what ``and`` leaves behind.
    """

    __slots__ = ("left", "right", "equal", "asked")

    called = "comparison of literals"

    def __init__(self, left: Literal, right: Literal, equal: bool = True) -> None:
        self.left = left
        self.right = right
        self.equal = equal
        self.asked = False

    def __bool__(self) -> bool:
        self.asked = True
        one, other = self.left, self.right
        return (one.var is other.var and one.values == other.values) is self.equal

    def __invert__(self) -> Equivalence:
        return Equivalence(self.left, self.right, not self.equal)

    def __eq__(self, other: object) -> NoReturn:
        refuse_equivalence(self, other)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"{self.left} {'⇔' if self.equal else '⇎'} {self.right}"


NO_TESTS: Mapping[Literal, int] = MappingProxyType({})


class LinearExpr(Expression):
    """``c1·x1 + c2·x2 + … + constant`` with integer coefficients.

    Attributes:
        terms: the coefficient of each variable.
        constant: what is added to them.
        tests: the coefficient of each literal of a variable that is not Boolean; a model puts a Boolean variable
            in place of each, so that no constraint and no objective of a model has any.
    """

    __slots__ = ("terms", "constant", "tests")

    called = "linear expression"

    def __init__(self, terms: Mapping[IntVar, int], constant: int, tests: Mapping[Literal, int] = NO_TESTS) -> None:
        self.terms = terms
        self.constant = constant
        self.tests = tests

    def value(self, assignment: Mapping[IntVar, int]) -> int:
        """What the expression comes to under ``assignment``."""
        total = self.constant + sum(c * assignment[var] for var, c in self.terms.items())
        return total + sum(c for test, c in self.tests.items() if test.holds(assignment)) if self.tests else total

    def summands(self) -> Iterator[tuple[int, IntVar]]:
        """Each coefficient with its variable, as the terms of a linear constraint have them."""
        return ((coefficient, var) for var, coefficient in self.terms.items())

    def as_sum(self) -> LinearExpr:
        return self

    def plus(self, other: Expression | int, sign: int) -> LinearExpr:
        """``self + sign · other``."""
        if isinstance(other, Expression):
            addend = other.as_sum()
            terms, tests = dict(self.terms), self.tests
            for var, coefficient in addend.terms.items():
                terms[var] = terms.get(var, 0) + sign * coefficient
            if addend.tests:
                tests = dict(tests)
                for test, coefficient in addend.tests.items():
                    tests[test] = tests.get(test, 0) + sign * coefficient
            return LinearExpr(terms, self.constant + sign * addend.constant, tests)
        number = as_int(other)
        if number is None:
            raise ModelError(
                f"{other!r} is added to {self}, but it is {a_type(other)}; "
                "a sum takes ints, variables, literals and linear expressions"
            )
        return LinearExpr(self.terms, self.constant + sign * number, self.tests)

    def times(self, factor: int) -> LinearExpr:
        """``factor · self``."""
        whole = as_int(factor)
        if whole is None:
            product = "; for the product of two variables use add_multiplication_equality"
            raise ModelError(
                f"{self} is multiplied by {factor!r}; only a factor that is an int keeps it linear"
                f"{product if isinstance(factor, Expression) else ''}"
            )
        terms = {var: whole * c for var, c in self.terms.items()}
        return LinearExpr(terms, whole * self.constant, {test: whole * c for test, c in self.tests.items()})

    def __repr__(self) -> str:
        return write_sum([*self.summands(), *((c, test) for test, c in self.tests.items())], self.constant)


Assignment = Mapping[IntVar, int]
"""A value for every variable of a model."""

Givens = Mapping[IntVar, int]
"""The values an instance fixes in advance."""

Key = tuple[str | int, ...]
"""What a rule is to programs: a word for its kind, then its subject counted from 0, such as ``("column", 3)``."""


@dataclass(frozen=True, eq=False, repr=False)
class Constraint(Declared):
    """A relation between variables that holds or does not hold of an assignment.

    A kind of constraint says four things of itself: when it holds (``relation_holds``), what it speaks of
    (``relation_scope``), how it is written (``statement``), and what is wrong with how it was made (``complaint``).
    """

    called = "constraint"

    condition: tuple[Literal, ...] = field(default=(), kw_only=True)
    because: str = field(default="", kw_only=True)
    key: Key = field(default=(), kw_only=True)

    def holds(self, assignment: Assignment) -> bool:
        """Whether ``assignment`` obeys the constraint; an unmet condition frees it."""
        if self.condition and not all(literal.holds(assignment) for literal in self.condition):
            return True
        return self.relation_holds(assignment)

    def relation_holds(self, assignment: Assignment) -> bool:
        """Whether ``assignment`` obeys the relation itself, its condition left aside."""
        raise TypeError(f"{type(self).__name__} does not say when it holds")

    def relation_scope(self) -> Iterator[IntVar]:
        """The variables of the relation, its condition left aside; one may come twice."""
        raise TypeError(f"{type(self).__name__} does not name its variables")

    def scope(self) -> Iterator[IntVar]:
        """Every variable the constraint speaks of; one may come twice."""
        yield from self.relation_scope()
        yield from (literal.var for literal in self.condition)

    @property
    def sentence(self) -> str:
        """The rule it stands for, for people; without a ``because`` it is a rule by itself."""
        return self.because or str(self)

    @property
    def rule(self) -> Key:
        """The rule it is part of, for programs: its key, or where it has none, whatever shares its sentence."""
        return self.key or (self.sentence,)

    def statement(self) -> str:
        """The relation as a mathematician would write it, its condition left aside."""
        raise TypeError(f"{type(self).__name__} cannot be written down")

    def complaint(self) -> str | None:
        """What makes it no sound constraint, in words; None when nothing does. Its variables are known to be such."""
        return None

    def __str__(self) -> str:
        if not self.condition:
            return self.statement()
        return " ∧ ".join(map(str, self.condition)) + " ⇒ " + self.statement()

    __repr__ = __str__

    def _value(self) -> tuple[object, ...]:
        """The fields with every variable replaced by its identity, since ``x == y`` makes a constraint."""
        return tuple(_identify(getattr(self, part.name)) for part in fields(self))

    def __invert__(self) -> NoReturn:
        raise ModelError(f"({self}) cannot be negated by ~, which only a literal can; write the opposite relation")

    def __eq__(self, other: object) -> bool:
        if isinstance(other, int | Expression):
            refuse_equivalence(self, other)
        return type(other) is type(self) and self._value() == other._value()

    def __hash__(self) -> int:
        return hash(self._value())


_RELATIONS: Mapping[str, Callable[[int, int], bool]] = {
    "==": operator.eq,
    "!=": operator.ne,
    "<=": operator.le,
    ">=": operator.ge,
}
_SIGNS = {"==": "=", "!=": "≠", "<=": "≤", ">=": "≥"}


@dataclass(frozen=True, eq=False, repr=False)
class Linear(Constraint):
    """``c1·x1 + c2·x2 + … relation constant``, the relation one of ``== != <= >=``.

    Made by comparing expressions, such as ``2*x + y <= 7``; each variable comes once.
    """

    terms: tuple[tuple[int, IntVar], ...]
    relation: str
    constant: int

    def relation_holds(self, assignment: Assignment) -> bool:
        total = sum(coefficient * assignment[var] for coefficient, var in self.terms)
        return _RELATIONS[self.relation](total, self.constant)

    def relation_scope(self) -> Iterator[IntVar]:
        return (var for _, var in self.terms)

    def statement(self) -> str:
        sign = _SIGNS.get(self.relation, self.relation)
        return f"{write_sum(self.terms)} {sign} {self.constant}"

    def complaint(self) -> str | None:
        if self.relation not in _RELATIONS:
            return f"the linear relation {self.relation!r} is none of ==, !=, <=, >="
        for number in (*(coefficient for coefficient, _ in self.terms), self.constant):
            if not isinstance(number, int):
                return f"{self} speaks of {number}, {a_type(number)}; ints are expected"
        twice = named_twice([var for _, var in self.terms])
        return f"{self} names {twice} twice" if twice else None


@dataclass(frozen=True, eq=False, repr=False)
class LinearOverTests(Linear):
    """A linear constraint with literals of variables that are not Boolean in its sum.

    ``Model.add`` turns it into a Linear, with a Boolean variable in place of each literal.
    """

    tests: tuple[tuple[int, Literal], ...] = ()

    def relation_holds(self, assignment: Assignment) -> bool:
        true = sum(coefficient for coefficient, test in self.tests if test.holds(assignment))
        total = true + sum(coefficient * assignment[var] for coefficient, var in self.terms)
        return _RELATIONS[self.relation](total, self.constant)

    def relation_scope(self) -> Iterator[IntVar]:
        yield from (var for _, var in self.terms)
        yield from (test.var for _, test in self.tests)

    def statement(self) -> str:
        return f"{write_sum((*self.terms, *self.tests))} {_SIGNS[self.relation]} {self.constant}"


def as_literal(thing: object) -> Literal:
    """``thing`` as a literal: a literal stays itself, a Boolean variable means "it is 1".

    Raises:
        ModelError: for anything else.
    """
    if isinstance(thing, Literal):
        return thing
    if isinstance(thing, IntVar):
        if thing.is_boolean:
            return thing == 1
        raise ModelError(
            f"{thing.name} ∈ {write_set(thing.domain)} is no Boolean variable and cannot stand as a literal; "
            f"write a test such as {thing.name} == {thing.domain[0]}"
        )
    raise ModelError(
        f"({thing}) is {a_type(thing)}; a literal is expected: a Boolean variable or a test such as x == 3"
    )


def stray(literals: Iterable[Literal]) -> str | None:
    """What is wrong with a literal made by hand: it tests for something outside its domain; None when nothing is."""
    for literal in literals:
        if len(literal.values) <= LISTED:  # a larger set has been cut to the domain already
            for value in literal.values:
                if not isinstance(value, int) or value not in literal.var.domain:
                    domain = write_set(literal.var.domain)
                    return f"a literal tests whether {literal.var} is {value!r}, which lies outside {domain}"
    return None


def named_twice(variables: Iterable[IntVar]) -> str | None:
    """The name of the first variable that comes again."""
    seen: set[IntVar] = set()
    for var in variables:
        if var in seen:
            return var.name
        seen.add(var)
    return None


def write_sum(terms: Sequence[tuple[int, IntVar | Literal]], constant: int = 0) -> str:
    """``2·x − y + [z = 3] + 3``; the empty sum is ``0``."""
    text = ""
    for coefficient, thing in terms:
        if coefficient == 0:
            continue
        sign = "−" if coefficient < 0 else "+"
        size = "" if abs(coefficient) == 1 else f"{abs(coefficient)}·"
        name = f"[{thing}]" if isinstance(thing, Literal) else thing.name
        text += f" {sign} {size}{name}" if text else f"{'−' if coefficient < 0 else ''}{size}{name}"
    if not text:
        return str(constant)
    if constant:
        text += f" {'−' if constant < 0 else '+'} {abs(constant)}"
    return text


def _identify(part: object) -> object:
    if isinstance(part, IntVar):
        return ("variable", id(part))
    if isinstance(part, tuple):
        return tuple(map(_identify, part))
    return part
