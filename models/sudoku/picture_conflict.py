"""Which cells are lit when clues and rules of a Sudoku cannot all hold?"""

from __future__ import annotations

import re
from collections.abc import Iterable

from models.sudoku.model import Sudoku, layout_of
from models.sudoku.picture import Cell, picture

GIVEN = re.compile(r"^R(\d+)C(\d+)\b.* is given$")
UNIT = re.compile(r"\b((?:row|column|box) \d+) holds ")
FILLED = re.compile(r"\bR(\d+)C(\d+) holds ")


def draw_conflict(instance: Sudoku, parts: Iterable[str]) -> str | None:
    """The grid with the clues lit that ``parts`` speak of, and with their rows, columns and boxes lit as the reason.

    None where they speak of no cell.
    """
    layout = layout_of(instance.box)
    units = dict(layout.units)
    lit: set[Cell] = set()
    reason: set[Cell] = set()
    for part in parts:
        given, unit, filled = GIVEN.search(part), UNIT.search(part), FILLED.search(part)
        if given:
            lit.add((int(given[1]) - 1, int(given[2]) - 1))
        elif unit and unit[1] in units:
            reason.update(divmod(cell, layout.order) for cell in units[unit[1]])
        elif filled:
            reason.add((int(filled[1]) - 1, int(filled[2]) - 1))
    return picture(instance, lit=lit, reason=reason).svg() if lit or reason else None
