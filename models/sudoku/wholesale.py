"""Mistakes about many cells of a Sudoku at once: a row or column off its place, a cell lost or doubled, other boxes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations

from models.mistakes import Correction, Mistake
from models.sudoku.board import BOXES
from models.sudoku.instance import Grid, Sudoku

EMPTY = (0,)
"""The cell that is taken for the one lost."""


def wholesale(instance: Sudoku) -> Iterator[Correction[Sudoku, Grid]]:
    """The mistakes about many cells of ``instance`` at once, one by one, the likelier first.

    Turned or mirrored as a whole, a Sudoku stays one; so the order of all rows is no mistake. Of boards of several
    squares none is known.
    """
    order, clues = instance.order, instance.clues
    if len(clues) != order * order:
        return
    seen = {instance}
    for mistake, meant, unlikely in _rewritten(instance, order, clues):
        if meant not in seen:
            seen.add(meant)
            yield Correction((mistake,), meant, unlikely=unlikely)


def _rewritten(instance: Sudoku, order: int, clues: tuple[int, ...]) -> Iterator[tuple[Mistake, Sudoku, int]]:
    high, wide = instance.box
    for rows, columns in dict.fromkeys([(wide, high), BOXES[order]]) if instance.board is None else ():
        mistake = Mistake(f"the boxes are {high} rows by {wide} columns", f"{rows} by {columns}", ("boxes",))
        yield mistake, replace(instance, box=(rows, columns)), 0
    for kind, lines in (("row", _rows(order)), ("column", _columns(order))):
        for number, cells in enumerate(lines):
            values = [clues[cell] for cell in cells]
            for steps, way in ((1, "later"), (-1, "earlier")):
                mistake = Mistake(
                    f"{kind} {number + 1} is one place off", f"one place {way}", ("shift", kind, number), steps
                )
                yield mistake, _with(instance, cells, values[-steps:] + values[:-steps]), 1
        for one, other in combinations(range(order), 2):
            mistake = Mistake(
                f"{kind} {one + 1} stands where {kind} {other + 1} belongs",
                "the two swapped",
                ("swapped", kind, one, other),
            )
            swapped = [clues[cell] for cell in (*lines[other], *lines[one])]
            yield mistake, _with(instance, (*lines[one], *lines[other]), swapped), 2 if other == one + 1 else 3
    for cell in range(len(clues)):
        row, column = divmod(cell, order)
        where = f"from R{row + 1}C{column + 1} on, every clue is one cell too"
        if not clues[-1]:
            moved = clues[:cell] + EMPTY + clues[cell:-1]
            yield Mistake(f"{where} early", "one cell later", ("lost", cell), 1), replace(instance, clues=moved), 2
        if not clues[cell]:
            moved = clues[:cell] + clues[cell + 1 :] + EMPTY
            yield Mistake(f"{where} late", "one cell earlier", ("doubled", cell), -1), replace(instance, clues=moved), 2


def _rows(order: int) -> list[range]:
    return [range(order * row, order * (row + 1)) for row in range(order)]


def _columns(order: int) -> list[range]:
    return [range(column, order * order, order) for column in range(order)]


def _with(instance: Sudoku, cells: Sequence[int], values: Sequence[int]) -> Sudoku:
    clues = list(instance.clues)
    for cell, value in zip(cells, values, strict=True):
        clues[cell] = value
    return replace(instance, clues=tuple(clues))
