"""What a model talks about: integer variables, literals and linear expressions.

A variable is an integer with an explicit finite domain. Comparing it with a number gives a
*literal*, the membership test ``x in S``; comparing it with another variable, or comparing a sum,
gives a *linear constraint* ready for ``Model.add``. None of the three has a truth value, so the
Python words that would silently ask for one (``and``, ``or``, ``not``, ``a < x < b``, ``if x``)
raise a :class:`~models.errors.ModelError` instead, as does any other operator whose result is not
linear; the sentence says what to write.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from operator import index
from typing import TYPE_CHECKING, ClassVar, NoReturn, overload

from models.errors import ModelError
from models.language.domains import Spans, among, between, complement, runs_of

if TYPE_CHECKING:
    from models.language.constraints import Linear
    from models.language.model import Model

Domain = range | tuple[int, ...]
"""Values in ascending order: a ``range`` of step 1 where they are consecutive, else a tuple."""


class Declared:
    """What everything in a model shares: no truth value, and none of Python's logic."""

    __slots__ = ()

    called: ClassVar[str] = "part of a model"

    def __bool__(self) -> NoReturn:
        raise ModelError(
            f"({self}) has no truth value while the model is being declared: for 'and' add two constraints, for 'or' "
            "use add_bool_or, for 'not' use ~, for a < x < b write two comparisons, for 'if' use only_enforce_if"
        )

    def _refuse_logic(self, other: object) -> NoReturn:
        raise ModelError(
            f"({self}) and ({other}) cannot be joined by &, | or ^: for 'and' add each of them, for 'or' "
            "write add_bool_or, for 'exactly one' add_exactly_one"
        )

    __and__ = __rand__ = __or__ = __ror__ = __xor__ = __rxor__ = _refuse_logic


class Summable(Declared):
    """What can be part of a sum: the arithmetic that keeps it linear, and a sentence for all other."""

    __slots__ = ()

    def as_sum(self) -> LinearExpr:
        """The same as coefficients and a constant."""
        raise ModelError(f"{self} is {a_type(self)}, and no part of a sum")

    def __add__(self, other: Summable | int) -> LinearExpr:
        return self.as_sum().plus(other, 1)

    __radd__ = __add__

    def __sub__(self, other: Summable | int) -> LinearExpr:
        return self.as_sum().plus(other, -1)

    def __rsub__(self, other: Summable | int) -> LinearExpr:
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
            f"{self} is divided, which is not linear: for a quotient q and a remainder r in 0 … d − 1 "
            "declare both as variables and add x == d*q + r"
        )

    __truediv__ = __rtruediv__ = __floordiv__ = __rfloordiv__ = _refuse_division
    __mod__ = __rmod__ = __divmod__ = __rdivmod__ = _refuse_division

    def __pow__(self, power: object) -> NoReturn:
        raise ModelError(f"{self} is raised to a power, which is not linear: read its powers off a list by add_element")

    def __abs__(self) -> NoReturn:
        raise ModelError(
            f"the absolute value of {self} is not linear: for |x| <= d add x <= d and x >= -d, "
            "for |x| itself list the pairs with add_allowed_assignments"
        )


class Expression(Summable):
    """What variables and sums share: they can also be compared."""

    __slots__ = ()

    def __eq__(self, other: object) -> Linear:  # type: ignore[override]
        return self._compare("==", other)

    def __ne__(self, other: object) -> Linear:  # type: ignore[override]
        return self._compare("!=", other)

    def __le__(self, other: Summable | int) -> Linear:
        return self._compare("<=", other)

    def __ge__(self, other: Summable | int) -> Linear:
        return self._compare(">=", other)

    def __lt__(self, other: Summable | int) -> Linear:
        return self._compare("<=", other, -1)

    def __gt__(self, other: Summable | int) -> Linear:
        return self._compare(">=", other, 1)

    __hash__ = object.__hash__

    def _compare(self, relation: str, other: object, strict: int = 0) -> Linear:
        """``self relation other``, with every variable moved to the left, every number to the right."""
        from models.language.constraints import Linear

        addend = other if isinstance(other, Summable) else as_int(other)
        if addend is None:
            raise ModelError(
                f"{self} is compared with {other!r}, which is {a_type(other)}; "
                "it can be compared with an int, a variable or a linear expression"
            )
        difference = self.as_sum().plus(addend, -1)
        terms = tuple((coefficient, var) for var, coefficient in difference.terms.items() if coefficient)
        return Linear(terms, relation, strict - difference.constant)


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

    def __init__(self, model: Model, index: int, name: str, domain: Domain) -> None:
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
    def __eq__(self, other: Expression) -> Linear: ...
    def __eq__(self, other: object) -> Literal | Linear:
        value = as_int(other)
        if value is None:
            return self._compare("==", other)
        return Literal(self, frozenset((value,)) if value in self.domain else frozenset())

    @overload  # type: ignore[override]
    def __ne__(self, other: int) -> Literal: ...
    @overload
    def __ne__(self, other: Expression) -> Linear: ...
    def __ne__(self, other: object) -> Literal | Linear:
        value = as_int(other)
        return self._compare("!=", other) if value is None else ~(self == value)

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
class Literal(Summable):
    """The membership test ``var in values``; ``~literal`` is its complement.

    Two literals are equal when they test the same variable for the same values. In a sum, the test of a
    variable in {0, 1} counts 1 where it is true; of any other variable none can be part of a sum.
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
        if not self.var.is_boolean:
            raise ModelError(
                f"({self}) is a literal and no part of a sum: to count true literals use add_exactly_one or "
                f"add_at_most_one, or declare a Boolean b, add ({self}) only_enforce_if(b) and "
                f"({~self}) only_enforce_if(~b), and count b"
            )
        zero, one = 0 in self.values, 1 in self.values
        return LinearExpr({self.var: one - zero} if one != zero else {}, int(zero))

    def __invert__(self) -> Literal:
        return Literal(self.var, complement(self.var.domain, self.values))

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Literal):
            return self.var is other.var and self.values == other.values
        if isinstance(other, int | Declared):
            refuse_equivalence(self, other)
        return NotImplemented

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


class LinearExpr(Expression):
    """``c1·x1 + c2·x2 + … + constant`` with integer coefficients.

    Attributes:
        terms: the coefficient of each variable.
        constant: what is added to them.
    """

    __slots__ = ("terms", "constant")

    called = "linear expression"

    def __init__(self, terms: Mapping[IntVar, int], constant: int) -> None:
        self.terms = terms
        self.constant = constant

    def value(self, assignment: Mapping[IntVar, int]) -> int:
        """What the expression comes to under ``assignment``."""
        return self.constant + sum(c * assignment[var] for var, c in self.terms.items())

    def summands(self) -> Iterator[tuple[int, IntVar]]:
        """Each coefficient with its variable, as the terms of a linear constraint have them."""
        return ((coefficient, var) for var, coefficient in self.terms.items())

    def as_sum(self) -> LinearExpr:
        return self

    def plus(self, other: Summable | int, sign: int) -> LinearExpr:
        """``self + sign · other``."""
        if isinstance(other, Summable):
            addend = other.as_sum()
            terms = dict(self.terms)
            for var, coefficient in addend.terms.items():
                terms[var] = terms.get(var, 0) + sign * coefficient
            return LinearExpr(terms, self.constant + sign * addend.constant)
        number = as_int(other)
        if number is None:
            raise ModelError(
                f"{other!r} is added to {self}, but it is {a_type(other)}; "
                "a sum takes ints, variables and linear expressions"
            )
        return LinearExpr(self.terms, self.constant + sign * number)

    def times(self, factor: int) -> LinearExpr:
        """``factor · self``."""
        whole = as_int(factor)
        if whole is None:
            raise ModelError(f"{self} is multiplied by {factor!r}; only a factor that is an int keeps it linear")
        return LinearExpr({var: whole * c for var, c in self.terms.items()}, whole * self.constant)

    def __repr__(self) -> str:
        return write_sum([(c, var) for var, c in self.terms.items()], self.constant)


def as_int(thing: object) -> int | None:
    """``thing`` as an int of Python's own, be it a bool or one of numpy's; None when it is no integer."""
    if type(thing) is int:
        return thing
    if isinstance(thing, Declared):
        return None
    try:
        return int(index(thing))  # type: ignore[arg-type]
    except TypeError:
        return None


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
    advice = f". Did == compare literals? {SAME_TRUTH}" if isinstance(thing, bool) else ""
    raise ModelError(
        f"({thing}) is {a_type(thing)}; a literal is expected: a Boolean variable or a test such as x == 3{advice}"
    )


SAME_TRUTH = "To say that one is true exactly when the other is, write add_implication each way"


def refuse_equivalence(one: object, other: object) -> NoReturn:
    """Raise the sentence that meets ``(x == 1) == b`` and its like, which Python would answer with False."""
    raise ModelError(f"({one}) is compared with ({other}). {SAME_TRUTH}, or only_enforce_if with each and its negation")


def write_set(values: Sequence[int] | Set[int]) -> str:
    """Values as a mathematician writes a set of them: ``{1..9}``, ``{0, 2, 5..7}``."""
    runs = runs_of(values)
    return "{" + ", ".join(_write_run(run[0], run[-1]) for run in runs) + "}" if runs else "∅"


def write_sum(terms: Sequence[tuple[int, IntVar]], constant: int = 0) -> str:
    """``2·x − y + 3``; the empty sum is ``0``."""
    text = ""
    for coefficient, var in terms:
        if coefficient == 0:
            continue
        sign = "−" if coefficient < 0 else "+"
        size = "" if abs(coefficient) == 1 else f"{abs(coefficient)}·"
        text += f" {sign} {size}{var.name}" if text else f"{'−' if coefficient < 0 else ''}{size}{var.name}"
    if not text:
        return str(constant)
    if constant:
        text += f" {'−' if constant < 0 else '+'} {abs(constant)}"
    return text


def _write_run(first: int, last: int) -> str:
    if last == first:
        return str(first)
    return f"{first}, {last}" if last == first + 1 else f"{first}..{last}"


def a_type(thing: object) -> str:
    """What kind of thing ``thing`` is, with its article, for messages: ``an int``, ``a variable``, ``None``."""
    if thing is None:
        return "None"
    name = thing.called if isinstance(thing, Declared) else type(thing).__name__
    return f"an {name}" if name[0].lower() in "aeiou" else f"a {name}"
