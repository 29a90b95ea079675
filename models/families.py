"""Which families of instances are there? Each grows with its size, so that the cost of solving can be seen to grow.

A family makes an instance from a size and a seed; the same two give the same instance, everywhere.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from models.errors import InputError

Size = int | tuple[int, ...]
"""How large an instance is: a number, or where a family has more than one measure all of them: ``5x4x12``."""

Maker = Callable[[Any, int], Any]
"""From a size and a seed to an instance."""


@dataclass(frozen=True)
class Family:
    """Where a family is found, and what its sizes are.

    Attributes:
        puzzle: the name of the puzzle that its instances belong to.
        maker: the module and the function in it that makes them; imported when it is asked for.
        about: what a size is, for people.
        measures: how many numbers a size written in full consists of.
    """

    puzzle: str
    maker: str
    about: str
    measures: int = 1


FAMILIES = {
    "dials": Family(
        "grecian", "models.grecian.family:planted", "dials, or DxRxN for D dials of R rings and N columns", 3
    ),
    "sudoku": Family("sudoku", "models.sudoku.family:planted", "the order, half of the cells empty"),
    "sudoku-9": Family("sudoku", "models.sudoku.family:planted_9", "holes in a grid of order 9"),
    "sudoku-16": Family("sudoku", "models.sudoku.family:planted_16", "holes in a grid of order 16"),
    "sudoku-25": Family("sudoku", "models.sudoku.family:planted_25", "holes in a grid of order 25"),
    "cubes": Family("cubes", "models.cubes.family:planted", "cubes that have a tower"),
    "cubes-drawn": Family("cubes", "models.cubes.family:drawn", "cubes drawn from a bag of faces, nine of each colour"),
    "dealing": Family(
        "dealing", "models.dealing.family:planted", "cards, half of the leftovers unknown; or NxU for U unknown ones", 2
    ),
}
"""The families by name."""


def family(name: str) -> Maker:
    """The function that makes instances of the family called ``name``.

    Raises:
        InputError: when there is none.
    """
    module, _, function = _known(name).maker.partition(":")
    found: Maker = getattr(import_module(module), function)
    return found


def puzzle_of(name: str) -> str:
    """The name of the puzzle that a family's instances belong to.

    Raises:
        InputError: when there is no such family.
    """
    return _known(name).puzzle


def read_size(name: str, text: str) -> Size:
    """The size written as ``text``: ``12``, or ``5x4x12`` in families that have so many measures.

    Raises:
        InputError: when it is no size of the family called ``name``.
    """
    measures = _known(name).measures
    if re.fullmatch(r"-?\d{1,30}", text):
        return int(text)
    numbers = text.lower().split("x")
    if 1 < len(numbers) == measures and all(re.fullmatch(r"\d{1,30}", number) for number in numbers):
        return tuple(map(int, numbers))
    raise InputError(f"the size of family {name} is {text!r}; whole numbers are expected: {FAMILIES[name].about}")


def write_size(size: Size) -> str:
    """A size as ``read_size`` reads it."""
    return str(size) if isinstance(size, int) else "x".join(map(str, size))


def _known(name: str) -> Family:
    if name not in FAMILIES:
        raise InputError(f"there is no family {name!r}; the families are {', '.join(FAMILIES)}")
    return FAMILIES[name]
