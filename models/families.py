"""The families of all puzzles by name, and how their sizes are written."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

from models.errors import InputError
from models.kit.names import hint, shown
from models.puzzle import Family, Puzzle, Size
from models.registry import loaded_puzzles


def families() -> dict[str, Family]:
    """Every family by name; all puzzles are loaded for it."""
    return {name: family for _, name, family in _declared()}


def family(name: str) -> Callable[[Any, int], Any]:
    """The function that makes instances of the family called ``name``.

    Raises:
        InputError: when there is none.
    """
    return _known(name)[1].make


def puzzle_of(name: str) -> str:
    """The name of the puzzle that a family's instances belong to.

    Raises:
        InputError: when there is no such family.
    """
    return _known(name)[0].name


def read_size(name: str, text: str) -> Size:
    """The size written as ``text``: ``12``, or ``5x4x12`` in families that have so many measures.

    Raises:
        InputError: when it is no size of the family called ``name``.
    """
    _, known = _known(name)
    if re.fullmatch(r"-?\d{1,30}", text):
        return int(text)
    numbers = text.lower().split("x")
    if 1 < len(numbers) == known.measures and all(re.fullmatch(r"\d{1,30}", number) for number in numbers):
        return tuple(map(int, numbers))
    raise InputError(f"the size of family {name} is {text!r}; whole numbers are expected: {known.about}")


def write_size(size: Size) -> str:
    """A size as ``read_size`` reads it."""
    return str(size) if isinstance(size, int) else "x".join(map(str, size))


def _known(name: str) -> tuple[Puzzle[Any, Any], Family]:
    for puzzle, called, found in _declared():
        if called == name:
            return puzzle, found
    known = families()
    instead = hint(name, known, f"the families are {', '.join(known)}")
    raise InputError(f"there is no family {shown(name)}; {instead}")


def _declared() -> Iterator[tuple[Puzzle[Any, Any], str, Family]]:
    """Each puzzle's families, puzzle by puzzle; another package's broken one declares none."""
    for puzzle in loaded_puzzles():
        for name, found in puzzle.families.items():
            yield puzzle, name, found
