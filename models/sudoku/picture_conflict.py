"""The picture of a conflict in a Sudoku: its clues lit, its rows, columns, boxes and cells lit as the reason."""

from __future__ import annotations

from collections.abc import Iterable

from models.deductions import Part
from models.language.model import Key, Literal
from models.puzzle import Formulation
from models.sudoku.model import Grid, Sudoku, layout_of
from models.sudoku.picture import Cell, picture


def draw_conflict(instance: Sudoku, stated: Formulation[Sudoku, Grid], parts: Iterable[Part]) -> str | None:
    """The grid with what ``parts`` speak of lit; None where they speak of no cell."""
    layout = layout_of(instance.box)
    units: dict[Key, tuple[int, ...]] = {key: cells for key, (_, cells) in zip(layout.keys, layout.units, strict=True)}
    clued = [divmod(cell, layout.order) for cell, clue in enumerate(instance.clues) if clue]
    cell_of = dict(zip(stated.givens(instance), clued, strict=True))
    lit: set[Cell] = set()
    reason: set[Cell] = set()
    for part in parts:
        lit.update(cell_of[fact.var] for fact in part.members if isinstance(fact, Literal))
        if part.key[:2] in units:
            reason.update(divmod(cell, layout.order) for cell in units[part.key[:2]])
        elif part.key[0] == "cell":
            reason.add(divmod(int(part.key[1]), layout.order))
    return picture(instance, lit=lit, reason=reason).svg() if lit or reason else None
