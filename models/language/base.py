"""What every part of a model shares: no truth value, how it is named in messages, how sets of values are written."""

from __future__ import annotations

from collections.abc import Sequence, Set
from operator import index
from typing import ClassVar, NoReturn, Protocol

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


def write_set(values: Sequence[int] | Set[int]) -> str:
    """Values as a mathematician writes a set of them: ``{1..9}``, ``{0, 2, 5..7}``."""
    runs = runs_of(values)
    return "{" + ", ".join(_write_run(run[0], run[-1]) for run in runs) + "}" if runs else "∅"


def _write_run(first: int, last: int) -> str:
    if last == first:
        return str(first)
    return f"{first}, {last}" if last == first + 1 else f"{first}..{last}"
