"""Arguments of a model's methods: what Python refuses is answered by a sentence that names the argument."""

from __future__ import annotations

import re
from array import array
from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from types import FunctionType
from typing import Any, ParamSpec, TypeVar

from models.errors import ModelError, PuzzlebenchError
from models.kit.names import shown
from models.language.base import Declared, a_type, as_int
from models.language.expressions import Expression, IntVar, Linear, Literal

P = ParamSpec("P")
R = TypeVar("R")
K = TypeVar("K")

MAX_ENTRIES = 10**9
"""The most entries that a list of arguments may have; more would not fit into memory."""


def _is_list(thing: object) -> bool:
    try:
        iter(thing)  # type: ignore[call-overload]
    except TypeError:  # an array of numpy without dimensions has the method all the same
        return False
    return not isinstance(thing, str | bytes | Mapping)


EXPECTED: Mapping[str, tuple[Callable[[Any], bool], str]] = {
    "int": (lambda thing: as_int(thing) is not None, "an int"),
    "bool": (lambda thing: as_int(thing) in (0, 1), "True or False"),
    "str": (lambda thing: isinstance(thing, str), "a text"),
    "Choose": (lambda thing: isinstance(thing, str), "a word"),
    "Select": (lambda thing: isinstance(thing, str), "a word"),
    "range": (lambda thing: isinstance(thing, range), "a range"),
    "array": (lambda thing: isinstance(thing, array), "an array of the module array"),
    "tuple": (_is_list, "a tuple"),
    "Sequence": (
        lambda thing: isinstance(thing, Sequence) or (_is_list(thing) and hasattr(thing, "__len__")),
        "a list",
    ),
    "Iterable": (_is_list, "a list"),
    "Shape": (lambda thing: as_int(thing) is not None or _is_list(thing), "a number or a tuple of numbers"),
    "Assignment": (lambda thing: isinstance(thing, Mapping), "a dictionary of variables and their values"),
    "Givens": (lambda thing: isinstance(thing, Mapping), "a dictionary of variables and their values"),
    "IntVar": (lambda thing: isinstance(thing, IntVar), "a variable"),
    "Expression": (lambda thing: isinstance(thing, Expression), "a variable or a linear expression"),
    "Sum": (lambda thing: isinstance(thing, Expression) or as_int(thing) is not None, "a variable, a sum or an int"),
    "Truth": (lambda thing: isinstance(thing, Literal | IntVar | Linear), "a literal or a comparison"),
    "Stated": (lambda thing: isinstance(thing, Declared), "a constraint or a literal"),
    "None": (lambda thing: thing is None, "None"),
}
"""For each annotated type: a test that an argument passes, and the words for it. Other types are not checked."""


def misfit(method: Callable[..., Any], arguments: Sequence[object], named: Mapping[str, object]) -> str:
    """Return what is wrong with the first argument that is not of its annotated type; empty where there is none."""
    from inspect import Parameter, signature  # only a mistake asks for it

    try:
        bound = signature(method).bind(*arguments, **named)
    except TypeError:
        return ""
    for name, parameter in signature(method).parameters.items():
        several = parameter.kind is Parameter.VAR_POSITIONAL
        if parameter.kind is not Parameter.VAR_KEYWORD and name in bound.arguments:
            for value in bound.arguments[name] if several else (bound.arguments[name],):
                if wrong := _wrong(value, str(parameter.annotation)):
                    return f"{method.__name__} was given {wrong[0]} as {name}; {wrong[1]} is expected"
    return ""


def _wrong(value: Any, annotation: str) -> tuple[str, str] | None:
    """Return ``value``, or its entry, that ``annotation`` does not allow, and what it does; None where all is well."""
    kinds = [part.partition("[") for part in re.split(r" \| (?![^\[]*\])", annotation)]
    known = [EXPECTED[kind] for kind, _, _ in kinds if kind in EXPECTED]
    if len(known) < len(kinds):
        return None
    if not any(fits(value) for fits, _ in known):
        found = shown(value) if value is None else f"{shown(value)}, {a_type(value)},"
        return found, " or ".join(called for _, called in known)
    of = next((rest.removesuffix("]") for kind, _, rest in kinds if kind in ("Iterable", "Sequence")), "")
    if not hasattr(value, "__len__") or not _is_list(value):
        return None
    try:
        too_many = len(value) > MAX_ENTRIES
    except OverflowError:
        too_many = True
    if too_many:
        return f"{shown(value)}, which has more than {MAX_ENTRIES:,} entries,", "a shorter list"
    return next((wrong for entry in value if (wrong := _wrong(entry, of))), None) if of else None


def checked(kind: type[K]) -> type[K]:
    """Make the public methods of a class answer what Python refuses with a ModelError that names the argument.

    A call that does not fit the method, or fails in its own lines, is answered with its usage where it has one. Where
    no argument is of a wrong type, the error is a fault of ours, and stays.
    """
    for name in dir(kind):
        method = getattr(kind, name)
        if not name.startswith("_") and isinstance(method, FunctionType):
            setattr(kind, name, _checked(method))
    return kind


def _checked(method: Callable[P, R]) -> Callable[P, R]:
    @wraps(method)
    def call(*args: P.args, **named: P.kwargs) -> R:
        try:
            return method(*args, **named)
        except PuzzlebenchError:
            raise
        except Exception as error:
            own_lines = error.__traceback__ and error.__traceback__.tb_next
            is_shallow = isinstance(error, TypeError) and not (own_lines and own_lines.tb_next)
            sentence = getattr(method, "usage" if is_shallow else "", "") or misfit(method, args, named)
            if not sentence:
                raise
        raise ModelError(sentence)

    return call
