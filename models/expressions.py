"""What a model talks about: integer variables, literals and linear expressions.

A variable is an integer with an explicit finite domain. Comparing it with a number gives a
*literal*, the membership test ``x in S``; comparing it with another variable, or comparing a sum,
gives a *linear constraint* ready for ``Model.add``. None of the three has a truth value, so the
Python words that would silently ask for one (``and``, ``or``, ``not``, ``a < x < b``, ``if x``)
raise a :class:`~models.errors.ModelError` instead.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NoReturn, overload

from models.errors import ModelError

if TYPE_CHECKING:
    from models.constraints import Linear
    from models.csp import Model

Domain = range | tuple[int, ...]
"""Values in ascending order: a ``range`` of step 1 where they are consecutive, else a tuple."""


class Expression:
    """What variables and linear expressions share: arithmetic, comparison, and no truth value."""

    __slots__ = ()

    def as_sum(self) -> LinearExpr:
        """The same expression as coefficients and a constant."""
        raise ModelError(f"{self!r} is no linear expression")

    def __add__(self, other: Expression | int) -> LinearExpr:
        return self.as_sum().plus(other, 1)

    def __radd__(self, other: Expression | int) -> LinearExpr:
        return self.as_sum().plus(other, 1)

    def __sub__(self, other: Expression | int) -> LinearExpr:
        return self.as_sum().plus(other, -1)

    def __rsub__(self, other: Expression | int) -> LinearExpr:
        return self.as_sum().times(-1).plus(other, 1)

    def __mul__(self, factor: int) -> LinearExpr:
        return self.as_sum().times(factor)

    def __rmul__(self, factor: int) -> LinearExpr:
        return self.as_sum().times(factor)

    def __neg__(self) -> LinearExpr:
        return self.as_sum().times(-1)

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

    def __bool__(self) -> NoReturn:
        refuse_truth_value(self)

    def _compare(self, relation: str, other: object, strict: int = 0) -> Linear:
        """``self relation other``, with every variable moved to the left, every number to the right."""
        from models.constraints import Linear

        if not isinstance(other, Expression | int):
            raise ModelError(
                f"{self!r} is compared with {other!r}, which is {a_type(other)}; "
                "it can be compared with an int, a variable or a linear expression"
            )
        difference = self.as_sum().plus(other, -1)
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

    __slots__ = ("model", "index", "name", "domain", "_places")

    def __init__(self, model: Model, index: int, name: str, domain: Domain) -> None:
        self.model = model
        self.index = index
        self.name = name
        self.domain = domain
        self._places: Mapping[int, int] | None = None

    @property
    def is_boolean(self) -> bool:
        """Whether only 0 and 1 are possible, so that the variable itself can stand as a literal."""
        return self.domain[0] >= 0 and self.domain[-1] <= 1

    @property
    def places(self) -> Mapping[int, int]:
        """Where each value stands in the domain, from 0."""
        if self._places is None:
            self._places = {value: place for place, value in enumerate(self.domain)}
        return self._places

    def is_in(self, values: Iterable[int]) -> Literal:
        """The literal that is true when the variable takes one of ``values``."""
        domain = self.domain
        return Literal(self, frozenset(value for value in values if value in domain))

    def as_sum(self) -> LinearExpr:
        return LinearExpr({self: 1}, 0)

    # Comparisons with a number are literals; with anything else, linear constraints.

    @overload  # type: ignore[override]
    def __eq__(self, other: int) -> Literal: ...
    @overload
    def __eq__(self, other: Expression) -> Linear: ...
    def __eq__(self, other: object) -> Literal | Linear:
        if isinstance(other, int):
            return Literal(self, frozenset((other,)) if other in self.domain else frozenset())
        return self._compare("==", other)

    @overload  # type: ignore[override]
    def __ne__(self, other: int) -> Literal: ...
    @overload
    def __ne__(self, other: Expression) -> Linear: ...
    def __ne__(self, other: object) -> Literal | Linear:
        if isinstance(other, int):
            return Literal(self, frozenset(value for value in self.domain if value != other))
        return self._compare("!=", other)

    @overload  # type: ignore[override]
    def __le__(self, other: int) -> Literal: ...
    @overload
    def __le__(self, other: Expression) -> Linear: ...
    def __le__(self, other: Expression | int) -> Literal | Linear:
        if isinstance(other, int):
            return Literal(self, frozenset(value for value in self.domain if value <= other))
        return self._compare("<=", other)

    @overload  # type: ignore[override]
    def __ge__(self, other: int) -> Literal: ...
    @overload
    def __ge__(self, other: Expression) -> Linear: ...
    def __ge__(self, other: Expression | int) -> Literal | Linear:
        if isinstance(other, int):
            return Literal(self, frozenset(value for value in self.domain if value >= other))
        return self._compare(">=", other)

    @overload  # type: ignore[override]
    def __lt__(self, other: int) -> Literal: ...
    @overload
    def __lt__(self, other: Expression) -> Linear: ...
    def __lt__(self, other: Expression | int) -> Literal | Linear:
        return self <= other - 1 if isinstance(other, int) else self._compare("<=", other, -1)

    @overload  # type: ignore[override]
    def __gt__(self, other: int) -> Literal: ...
    @overload
    def __gt__(self, other: Expression) -> Linear: ...
    def __gt__(self, other: Expression | int) -> Literal | Linear:
        return self >= other + 1 if isinstance(other, int) else self._compare(">=", other, 1)

    __hash__ = object.__hash__

    def __invert__(self) -> Literal:
        return ~as_literal(self)

    def __repr__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True, eq=False)
class Literal:
    """The membership test ``var in values``; ``~literal`` is its complement.

    Two literals are equal when they test the same variable for the same values.
    """

    var: IntVar
    values: frozenset[int]

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

    def __invert__(self) -> Literal:
        return Literal(self.var, frozenset(self.var.domain) - self.values)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Literal) and self.var is other.var and self.values == other.values

    def __hash__(self) -> int:
        return hash((self.var, self.values))

    def __bool__(self) -> NoReturn:
        refuse_truth_value(self)

    def __str__(self) -> str:
        name, values, size = self.var.name, sorted(self.values), len(self.var.domain)
        if self.is_never or self.is_always:
            return f"{name} ∈ {'∅' if self.is_never else 'its domain'}"
        if self.var.is_boolean:
            return name if values == [1] else f"¬{name}"
        if len(values) == 1:
            return f"{name} = {values[0]}"
        if len(values) == size - 1:
            (missing,) = set(self.var.domain) - self.values
            return f"{name} ≠ {missing}"
        return f"{name} ∈ {write_set(values)}"

    __repr__ = __str__


class LinearExpr(Expression):
    """``c1·x1 + c2·x2 + … + constant`` with integer coefficients.

    Attributes:
        terms: the coefficient of each variable.
        constant: what is added to them.
    """

    __slots__ = ("terms", "constant")

    def __init__(self, terms: Mapping[IntVar, int], constant: int) -> None:
        self.terms = terms
        self.constant = constant

    def value(self, assignment: Mapping[IntVar, int]) -> int:
        """What the expression comes to under ``assignment``."""
        return self.constant + sum(c * assignment[var] for var, c in self.terms.items())

    def as_sum(self) -> LinearExpr:
        return self

    def plus(self, other: Expression | int, sign: int) -> LinearExpr:
        """``self + sign · other``."""
        if isinstance(other, int):
            return LinearExpr(self.terms, self.constant + sign * other)
        if not isinstance(other, Expression):
            raise ModelError(
                f"{self!r} is added to {other!r}, which is {a_type(other)}; "
                "a sum takes ints, variables and linear expressions"
            )
        addend = other.as_sum()
        terms = dict(self.terms)
        for var, coefficient in addend.terms.items():
            terms[var] = terms.get(var, 0) + sign * coefficient
        return LinearExpr(terms, self.constant + sign * addend.constant)

    def times(self, factor: int) -> LinearExpr:
        """``factor · self``."""
        if not isinstance(factor, int):
            raise ModelError(f"{self!r} is multiplied by {factor!r}; only a factor that is an int keeps it linear")
        return LinearExpr({var: factor * c for var, c in self.terms.items()}, factor * self.constant)

    def __repr__(self) -> str:
        return write_sum([(c, var) for var, c in self.terms.items()], self.constant)


def as_literal(thing: object) -> Literal:
    """``thing`` as a literal: a literal stays itself, a Boolean variable means "it is 1".

    Raises:
        ModelError: for anything else.
    """
    if isinstance(thing, Literal):
        return thing
    if isinstance(thing, IntVar):
        if thing.is_boolean:
            return Literal(thing, frozenset((1,)) if 1 in thing.domain else frozenset())
        raise ModelError(
            f"{thing.name} ∈ {write_set(thing.domain)} is no Boolean variable and cannot stand as a literal; "
            f"write a test such as {thing.name} == {thing.domain[0]}"
        )
    raise ModelError(
        f"{thing!r} is {a_type(thing)}; a literal is expected: a Boolean variable or a test such as x == 3"
    )


def refuse_truth_value(thing: object) -> NoReturn:
    """Raise the sentence that meets ``and``, ``or``, ``not``, chained comparison and ``if``."""
    raise ModelError(
        f"({thing}) has no truth value while the model is being declared: for 'and' add two constraints, for 'or' "
        "use add_bool_or, for 'not' use ~, for a < x < b write two comparisons, for 'if' use only_enforce_if"
    )


def write_set(values: Sequence[int]) -> str:
    """Ascending values as a mathematician writes them: ``{1..9}``, ``{0, 2, 5..7}``."""
    runs: list[list[int]] = []
    if isinstance(values, range):
        runs = [[values[0], values[-1]]] if values else []
    else:
        for value in values:
            if runs and value == runs[-1][1] + 1:
                runs[-1][1] = value
            else:
                runs.append([value, value])
    if not runs:
        return "∅"
    return "{" + ", ".join(_write_run(first, last) for first, last in runs) + "}"


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
    """The type of ``thing`` with its article, for messages: ``an int``, ``a str``."""
    name = type(thing).__name__
    return f"an {name}" if name[0] in "aeiou" else f"a {name}"
