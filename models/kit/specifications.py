"""What generators share: the sizes, numbers and shares that were typed, three grades, the header of a file."""

from __future__ import annotations

import re
from collections.abc import Sequence

from models.errors import InputError
from models.kit.names import shown
from models.options import Values

THREE_GRADES = ("easy", "medium", "hard")


def graded(effort: int, bounds: tuple[int, int]) -> str:
    """One of the three grades: ``bounds`` are the least efforts that are medium and hard."""
    return THREE_GRADES[sum(effort >= bound for bound in bounds)]


def commented(comments: Sequence[str]) -> list[str]:
    return [f"# {comment}" for comment in comments]


def size_of(text: str, expected: str) -> tuple[int, ...]:
    """The numbers in a size, such as 8 or 6x8; a complaint ends with what is ``expected``."""
    if not re.fullmatch(r"\d{1,9}([x×]\d{1,9}){0,4}", text.strip().lower()):
        raise InputError(f"--size {shown(text)} is no size; {expected}")
    return tuple(map(int, re.split("[x×]", text.strip().lower())))


def number_of(values: Values, name: str, default: int | None = None) -> int | None:
    """The whole number that an option gives."""
    text = str(values.get(name, "" if default is None else default)).strip()
    if not text and name not in values:
        return None
    if not re.fullmatch(r"\d{1,18}", text):
        raise InputError(f"--{name} is {shown(text)}; a whole number is expected")
    return int(text)


def share_of(values: Values, name: str) -> float | None:
    """The share that an option gives, ``30%`` or ``0.3``."""
    if name not in values:
        return None
    text = str(values[name]).strip()
    found = re.fullmatch(r"(\d{1,9}(?:\.\d{1,9})?)\s*(%?)", text)
    if not found:
        raise InputError(f"--{name} is {shown(text)}; a share such as 30% or 0.3 is expected")
    return float(found[1]) / 100 if found[2] else float(found[1])
