"""Pencil marks that are given: 729 characters, nine for each cell; or in a grid, or deleted by a line of a library."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from models.errors import InputError
from models.sudoku.board import SYMBOLS
from models.sudoku.instance import Sudoku
from models.sudoku.variants.cells import GivenMarks

ORDER = 9


def sudoku_from_marks(text: str, name: str) -> Sudoku:
    """Return the Sudoku of which each cell holds one of its nine characters, of which ``.`` and ``0`` are none."""
    marks = text.replace(".", " ").replace("0", " ")
    cells = [marks[start : start + ORDER].replace(" ", "") for start in range(0, ORDER**3, ORDER)]
    return with_marks(Sudoku((0,) * ORDER**2, name=name), cells)


def with_marks(puzzle: Sudoku, marks: Sequence[str]) -> Sudoku:
    """Return ``puzzle`` with the digits that each cell may hold: a single one is its clue; InputError where none is."""
    for cell, digits in enumerate(marks):
        if not digits:
            raise InputError(f"no digit is left for {puzzle.layout.name(cell)} among its pencil marks")
    clues = tuple(SYMBOLS.index(digits) if len(digits) == 1 else 0 for digits in marks)
    given = (
        GivenMarks((cell,), " ".join(str(SYMBOLS.index(digit)) for digit in digits))
        for cell, digits in enumerate(marks)
        if 1 < len(digits) < puzzle.order
    )
    return replace(puzzle, clues=clues, variants=(*puzzle.variants, *given))
