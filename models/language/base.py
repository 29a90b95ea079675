"""What every part of a model shares: no truth value, how it is named in messages, how sets of values are written."""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Set
from operator import index
from typing import Any, ClassVar, NoReturn, Protocol

from models.errors import ModelError
from models.language.domains import runs_of

Domain = range | tuple[int, ...]
"""Values in ascending order: a ``range`` of step 1 where they are consecutive, else a tuple."""


class Owner(Protocol):
    """A model as its variables know it."""

    name: str


class Declared:
    """A part of a model: it has no truth value, and Python's logical operators cannot join it."""

    __slots__ = ()

    called: ClassVar[str] = "part of a model"

    def __bool__(self) -> bool:
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


class Operators(Declared):
    """What can be added up: its comparisons, and a sentence for every operator whose result is not linear."""

    __slots__ = ()

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
        raise ModelError(f"{self} is {a_type(self)}, and cannot be compared")


def as_domain(values: Iterable[int]) -> Domain:
    """Values in the form that a domain has."""
    ascending = tuple(sorted(set(values)))
    if ascending and ascending[-1] - ascending[0] == len(ascending) - 1:
        return range(ascending[0], ascending[-1] + 1)
    return ascending


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


def a_type(thing: object) -> str:
    """What kind of thing ``thing`` is, with its article, for messages: ``an int``, ``a variable``, ``None``."""
    if thing is None:
        return "None"
    name = thing.called if isinstance(thing, Declared) else type(thing).__name__
    return f"an {name}" if name[0].lower() in "aeiou" else f"a {name}"


def refuse_equivalence(one: object, other: object) -> NoReturn:
    """Raise the sentence that meets ``(x + y == 1) == b`` and its like, which Python would answer with False."""
    raise ModelError(
        f"({one}) is compared with ({other}). To say that one is true exactly when the other is, compare two "
        "literals, write add_implication each way, or only_enforce_if with each and its negation"
    )


def named_twice(variables: Iterable[Any]) -> str | None:
    """The name of the first variable that comes again."""
    seen: set[Any] = set()
    for var in variables:
        if var in seen:
            return str(var)
        seen.add(var)
    return None


def write_set(values: Sequence[int] | Set[int]) -> str:
    """Values as a mathematician writes a set of them: ``{1..9}``, ``{0, 2, 5..7}``."""
    runs = runs_of(values)
    return "{" + ", ".join(_write_run(run[0], run[-1]) for run in runs) + "}" if runs else "∅"


def write_sum(terms: Iterable[tuple[int, Declared]], constant: int = 0) -> str:
    """``2·x − y + [z = 3] + 3``; the empty sum is ``0``."""
    text = ""
    for coefficient, thing in terms:
        if coefficient == 0:
            continue
        sign = "−" if coefficient < 0 else "+"
        size = "" if abs(coefficient) == 1 else f"{abs(coefficient)}·"
        name = f"[{thing}]" if thing.called == "literal" else str(thing)
        text += f" {sign} {size}{name}" if text else f"{'−' if coefficient < 0 else ''}{size}{name}"
    if not text:
        return str(constant)
    if constant:
        text += f" {'−' if constant < 0 else '+'} {abs(constant)}"
    return text


def _write_run(first: int, last: int) -> str:
    if last == first:
        return str(first)
    return f"{first}, {last}" if last == first + 1 else f"{first}..{last}"
