"""What every part of a model shares: no truth value, how it is named in messages, how sets of values are written."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from dataclasses import fields, is_dataclass
from operator import eq, ge, index, le, ne
from typing import TYPE_CHECKING, Any, ClassVar, Generic, NoReturn, ParamSpec, Protocol, Self, TypeVar

from models.errors import ModelError
from models.language.domains import Ascending, complement, runs_of

Domain = range | tuple[int, ...]
"""Values in ascending order: a ``range`` of step 1 where they are consecutive, else a tuple."""

Key = tuple[str | int, ...]
"""What a rule is to programs: a word for its kind, then its subject counted from 0, such as ``("column", 3)``."""

RELATIONS: Mapping[str, Callable[[int, int], bool]] = {"==": eq, "!=": ne, "<=": le, ">=": ge}
"""How a sum may be related to a number."""

SIGNS = {"==": "=", "!=": "≠", "<=": "≤", ">=": "≥"}
"""How the relations are written."""

OPPOSITES = {"==": ("!=", 0), "!=": ("==", 0), "<=": (">=", 1), ">=": ("<=", -1)}
"""The opposite of each relation, and how far its constant lies from there."""

CHANGEABLE = {"condition", "because", "key"}
"""What a copy of a constraint may have otherwise."""

P = ParamSpec("P")
R = TypeVar("R")


class Owner(Protocol):
    name: str
    variables: list[Any]


class Declared:
    """A part of a model: it has no truth value, and Python's logical operators cannot join it."""

    __slots__ = ()

    called: ClassVar[str] = "part of a model"

    def __reduce__(self) -> Any:
        """Made anew from what was declared, without caches: it may be a key of what it is part of."""
        names: Iterable[str] = [part.name for part in fields(self)] if is_dataclass(self) else self.__slots__
        return _declared, (type(self), {name: getattr(self, name) for name in names})

    def __bool__(self) -> bool:
        raise ModelError(
            f"({self}) has no truth value while the model is being declared: for 'and' add two constraints, for 'or' "
            "use add_bool_or, for 'not' use ~, for a < x < b write two comparisons, for 'if' use only_enforce_if, "
            "for max and min those of an array"
        )

    def _refuse_logic(self, other: object) -> NoReturn:
        raise ModelError(
            f"({self}) and ({other}) cannot be joined by &, | or ^: for 'and' add each of them, for 'or' "
            "write add_bool_or, for 'exactly one' add_exactly_one"
        )

    def __invert__(self) -> Any:
        raise ModelError(f"({self}) cannot be negated by ~, which only a literal can; write the opposite relation")

    __and__ = __rand__ = __or__ = __ror__ = __xor__ = __rxor__ = _refuse_logic


def _declared(kind: type[Declared], parts: Mapping[str, object]) -> Declared:
    return kind(**parts)


class Conditional(Declared):
    def replace(self, **changes: Any) -> Self:
        """A copy with another condition, ``because`` or key, made quickly: models have very many."""
        if not CHANGEABLE.issuperset(changes):
            raise TypeError(f"a copy has another condition, because or key, not {', '.join(changes)}")
        copy = object.__new__(type(self))
        copy.__dict__.update(self.__dict__, **changes)
        return copy


T = TypeVar("T")


class Additive(Protocol):
    def combined(self, other: Self | int, factor: int) -> Self:
        """``self + factor · other``."""

    def times(self, factor: int) -> Self:
        """``factor · self``."""


S = TypeVar("S", bound=Additive)


class Elementwise:
    """What an operator takes apart: it counts for each entry. On the left it comes to this by its own operators."""

    __slots__ = ()


class Operators(Declared, Generic[S]):
    __slots__ = ()

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> NoReturn:
            from models.language.synonyms import EXPRESSIONS, no_attribute  # only a mistake asks for it

            raise no_attribute(a_type(self), name, EXPRESSIONS)

    def __index__(self) -> NoReturn:
        raise ModelError(f"{self} has no value while the model is being declared; for an entry at it use add_element")

    def as_sum(self) -> S:
        raise ModelError(f"{self} is {a_type(self)}, which cannot be part of a sum")

    def __add__(self, other: Operators[S] | int) -> S:
        return _plus(self.as_sum(), other, 1)

    __radd__ = __add__

    def __sub__(self, other: Operators[S] | int) -> S:
        return _plus(self.as_sum(), other, -1)

    def __rsub__(self, other: Operators[S] | int) -> S:
        return _plus(self.as_sum().times(-1), other, 1)

    def __mul__(self, factor: int) -> S:
        whole = as_int(factor)
        if whole is None:
            if isinstance(factor, Elementwise):
                return NotImplemented
            product = "; for the product of two variables use add_multiplication_equality"
            raise ModelError(
                f"{self.as_sum()} is multiplied by {factor!r}; only a factor that is an int keeps it linear"
                f"{product if isinstance(factor, Operators) else ''}"
            )
        return self.as_sum().times(whole)

    __rmul__ = __mul__

    def __neg__(self) -> S:
        return self.as_sum().times(-1)

    def __pos__(self) -> S:
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

    def __eq__(self, other: object) -> Any:
        return self._compare("==", other)

    def __ne__(self, other: object) -> Any:
        return self._compare("!=", other)

    def __le__(self, other: Any) -> Any:
        return self._compare("<=", other)

    def __ge__(self, other: Any) -> Any:
        return self._compare(">=", other)

    def __lt__(self, other: Any) -> Any:
        return self._compare("<=", other, -1)

    def __gt__(self, other: Any) -> Any:
        return self._compare(">=", other, 1)

    __hash__ = object.__hash__

    def _compare(self, relation: str, other: object, strict: int = 0) -> Any:
        """``self relation other + strict``."""
        raise ModelError(f"{self} is {a_type(self)}, which cannot be compared")


def _plus(total: S, other: Operators[S] | int, sign: int) -> S:
    addend = other.as_sum() if isinstance(other, Operators) else as_int(other)
    if addend is None:
        if isinstance(other, Elementwise):
            return NotImplemented  # type: ignore[no-any-return]
        raise ModelError(
            f"{other!r} is added to {total}, but it is {a_type(other)}; "
            "a sum takes ints, variables, literals and linear expressions"
        )
    return total.combined(addend, sign)


def as_domain(values: Iterable[int]) -> Domain:
    ascending = sorted(set(values))
    if ascending and ascending[-1] - ascending[0] == len(ascending) - 1:
        return range(ascending[0], ascending[-1] + 1)
    return Ascending(ascending)


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


def whole_numbers(things: Iterable[object], where: str) -> list[int]:
    """``things`` as ints; ``where`` begins the sentence about one that is none."""
    things = list(things)
    if are_of(things, int):
        return things  # type: ignore[return-value]
    for thing in things:
        if as_int(thing) is None:
            raise ModelError(f"{where} {thing!r}, {a_type(thing)}; ints are expected")
    return list(map(as_int, things))  # type: ignore[arg-type]


def are_of(things: Iterable[object], *types: type) -> bool:
    """Whether each of ``things`` is of one of these types itself; quick, since there can be very many."""
    return {*types}.issuperset(map(type, things))


def a_type(thing: object) -> str:
    """What kind of thing ``thing`` is, with its article, for messages: ``an int``, ``a variable``, ``None``."""
    if thing is None:
        return "None"
    name = thing.called if isinstance(thing, Declared) else type(thing).__name__
    return f"an {name}" if name[0].lower() in "aeiou" else f"a {name}"


def refuse_equivalence(one: object, other: object) -> NoReturn:
    """Raise the sentence that meets ``(x + y == 1) == b`` and its like, which Python would answer with False."""
    raise ModelError(
        f"({one}) is compared with ({other}). Only literals and comparisons such as x > y can be said to be true "
        "together; for others write add_implication each way, or only_enforce_if"
    )


def identified(part: object) -> object:
    """``part`` with every variable in it replaced by its identity, to be compared and hashed."""
    if isinstance(part, tuple):
        return tuple(map(identified, part))
    by_identity = isinstance(part, Declared) and part.called in ("variable", "absolute value")
    return ("variable", id(part)) if by_identity else part


def variable_at(model: Owner, index: int) -> Any:
    """The variable of a model at a place; in this way a copied or unpickled one belongs to the model that it names."""
    return model.variables[index]


def merged(one: Mapping[T, int], other: Mapping[T, int], factor: int) -> Mapping[T, int]:
    if not other:
        return one
    both = dict(one)
    for thing, coefficient in other.items():
        both[thing] = both.get(thing, 0) + factor * coefficient
    return both


def named_twice(variables: Sequence[Any]) -> str | None:
    seen: set[Any] = set()
    if len(set(variables)) == len(variables):
        return None
    for var in variables:
        if var in seen:
            return str(var)
        seen.add(var)
    return None


def with_usage(usage: str) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Give a method the sentence, which says what to write, that answers arguments it does not take."""

    def decorated(method: Callable[P, R]) -> Callable[P, R]:
        method.usage = usage  # type: ignore[attr-defined]
        return method

    return decorated


class Notation:
    """How mathematics is written: as text here; a page has a notation of its own, with marks about its parts."""

    def name(self, name: str) -> str:
        return name

    def word(self, word: str) -> str:
        return word

    def run(self, first: int, last: int) -> str:
        return f"{first}..{last}"

    def entry(self, array: str, place: str) -> str:
        return f"{array}[{place}]"


TEXT = Notation()


def write_set(values: Sequence[int] | Set[int], notation: Notation = TEXT) -> str:
    """Values as a mathematician writes a set of them: ``{1..9}``, ``{0, 2, 5..7}``."""
    runs = runs_of(values)
    return "{" + ", ".join(_write_run(run[0], run[-1], notation) for run in runs) + "}" if runs else "∅"


def write_sum(terms: Iterable[tuple[int, Any]], constant: int = 0, notation: Notation = TEXT) -> str:
    """``2·x − y + [z = 3] + 3``; the empty sum is ``0``."""
    parts: list[str] = []
    for coefficient, thing in terms:
        if coefficient == 0:
            continue
        sign = "−" if coefficient < 0 else "+"
        size = "" if abs(coefficient) == 1 else f"{abs(coefficient)}·"
        written = thing.written(notation)
        name = f"[{written}]" if thing.called in ("literal", "constraint") else written
        parts.append(f" {sign} {size}{name}" if parts else f"{'−' if coefficient < 0 else ''}{size}{name}")
    if not parts:
        return str(constant)
    if constant:
        parts.append(f" {'−' if constant < 0 else '+'} {abs(constant)}")
    return "".join(parts)


def write_test(name: str, values: Set[int], domain: Domain, notation: Notation = TEXT) -> str:
    """That a variable takes one of ``values``: ``x = 3``, ``x ≠ 3``, ``x ∈ {0, 2}``; ``x`` or ``¬x`` of a Boolean."""
    if len(values) in (0, len(domain)):
        return f"{name} ∈ {'its domain' if values else '∅'}"
    if domain[0] >= 0 and domain[-1] <= 1:
        return name if 1 in values else f"¬{name}"
    if len(values) == 1:
        return f"{name} = {next(iter(values))}"
    if len(values) == len(domain) - 1:
        return f"{name} ≠ {next(iter(complement(domain, values)))}"
    return f"{name} ∈ {write_set(values, notation)}"


def _write_run(first: int, last: int, notation: Notation) -> str:
    if last == first:
        return str(first)
    return f"{first}, {last}" if last == first + 1 else notation.run(first, last)
