"""Arguments of the front door, checked before anything starts: numbers that are numbers, words that are words."""

from __future__ import annotations

from math import inf
from numbers import Real
from typing import Any

from models.errors import InputError, PuzzlebenchError
from models.language.base import as_int
from models.language.model import Model
from solvers.core.backend import Limits, Settings

ONE_FORMULATION = "a model is one formulation and says its own objective; name none"

MINIMA = {
    "limit": 1,
    "count": 1,
    "tries": 1,
    "most": 1,
    "show": 1,
    "number": 1,
    "workers": 1,
    "further": 0,
    "seed": None,
}
"""Arguments that are whole numbers, and the least each may be."""

POSITIVE_NUMBERS = ("seconds", "effort")  # arguments that are numbers above 0, whole or not

WORDS = ("backend", "formulation", "minimize", "to", "difficulty")

OPTIONAL = ("limit", "most", "seconds", "minimize", "tries")  # arguments that may be None


def check(**given: Any) -> None:
    """Refuse the first argument that is not what it has to be; those of other names are not looked at."""
    for name, value in given.items():
        if value is None and name in OPTIONAL:
            continue
        expected = _expected(name, value)
        if expected:
            none = f", or None for no {name}" if name in ("seconds", "limit") else ""
            raise InputError(f"{name} is {value!r}; {expected} is expected{none}")


def check_search(
    what: Any, backend: str, limits: Limits, settings: Settings, formulation: str, minimize: str | None
) -> None:
    if isinstance(what, Model) and (formulation or minimize):
        raise PuzzlebenchError(ONE_FORMULATION)
    check(backend=backend, formulation=formulation, minimize=minimize, seconds=limits.seconds)
    check(limit=limits.solutions, seed=settings.seed, workers=settings.workers)


def _expected(name: str, value: Any) -> str:
    if name in POSITIVE_NUMBERS:
        is_number = isinstance(value, Real)
        return "" if is_number and 0 < value < inf else "a number above 0"  # which leaves out nan
    if name in MINIMA:
        number, least = as_int(value), MINIMA[name]
        if number is None or (least is not None and number < least):
            return "a whole number" if least is None else f"a whole number from {least} up"
    return "a word" if name in WORDS and not isinstance(value, str) else ""
