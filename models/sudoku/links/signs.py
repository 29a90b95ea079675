"""Rules that a drawing tells without words: cages with an operation (KenKen), and signs between cells (Futoshiki)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from models.sudoku.variants.cages import TARGET

Json = dict[str, Any]

POINTING = ("<", "∧", ">", "∨")
"""Each sign points a quarter turn further to the right than the one before it."""


def place_of(cell: str) -> tuple[int, int]:
    """The row and the column in the name of a cell."""
    row, column = cell[1:].lower().split("c")
    return int(row), int(column)


def sign_between(small: str, large: str) -> str:
    """The sign between two neighbours, which points at the smaller digit."""
    (row, column), (to_row, to_column) = place_of(small), place_of(large)
    return POINTING[(0 if column < to_column else 2) if row == to_row else (1 if row < to_row else 3)]


def turned(text: str, angle: object) -> str:
    """The sign that a sign turned by an angle in degrees looks like; another text stays."""
    sign = text.strip().replace("^", "∧")
    if sign not in POINTING or not isinstance(angle, int | float) or not abs(angle) <= 360:
        return text
    return POINTING[(POINTING.index(sign) + round(angle / 90)) % 4]


def has_operation(texts: Iterable[str]) -> bool:
    """Whether one of the texts of cages is a number with an operation."""
    return any(target and target[2] for target in map(TARGET.fullmatch, texts))


def told_by_drawing(table: Json) -> Json:
    """The table with such rules in place of what is drawn for them.

    A number by itself is one of KenKen's only beside others with an operation; it may be anything where there are none.
    """
    drawn, rest = table.get("drawn", []), list[Json]()
    is_kenken = has_operation(part.get("text", "") for part in drawn if part.get("form") == "cage")
    calculations, inequalities = list[Json](), list[str]()
    for part in drawn:
        if is_kenken and part.get("form") == "cage" and TARGET.fullmatch(part.get("text", "")):
            calculations.append({"cells": part["cells"], "target": part["text"]})
        elif compared := _compared(part):
            inequalities.append(compared)
        else:
            rest.append(part)
    return {**table, "drawn": rest, "calcudoku": calculations, "inequalities": inequalities}


def _compared(part: Json) -> str:
    """What a sign between neighbours says of them; empty where it is none, or points past both."""
    cells, sign = sorted(part["cells"].split(), key=place_of), turned(part.get("text", ""), 0)
    if part.get("form") != "text" or len(cells) != 2:
        return ""
    (row, column), (to_row, to_column) = map(place_of, cells)
    if abs(to_row - row) + abs(to_column - column) != 1:
        return ""
    return next((f"{one} < {other}" for one, other in (cells, cells[::-1]) if sign_between(one, other) == sign), "")
