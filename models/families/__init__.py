"""Which families of instances are there? Each grows with one size, so that the cost of solving can be seen to grow.

A family is a function of a size and a seed; the same two numbers give the same instance, everywhere.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

from models.errors import InputError

Family = Callable[[int, int], Any]
"""From a size and a seed to an instance."""

FAMILIES = {
    "dials": "dials",
    "sudoku": "sudoku",
    "sudoku-9": "sudoku",
    "sudoku-16": "sudoku",
    "sudoku-25": "sudoku",
    "cubes": "cubes",
    "cubes-drawn": "cubes",
    "dealing": "dealing",
}
"""The name of each family, and the module of this package that makes it; imported when it is asked for."""


def family(name: str) -> Family:
    """The family called ``name``.

    Raises:
        InputError: when there is none.
    """
    _must_be_known(name)
    found: Family = import_module(f"models.families.{FAMILIES[name]}").FAMILIES[name]
    return found


def puzzle_of(name: str) -> str:
    """The name of the puzzle that a family's instances belong to.

    Raises:
        InputError: when there is no such family.
    """
    _must_be_known(name)
    return {"dials": "grecian"}.get(name, name.partition("-")[0])


def _must_be_known(name: str) -> None:
    if name not in FAMILIES:
        raise InputError(f"there is no family {name!r}; the families are {', '.join(FAMILIES)}")
