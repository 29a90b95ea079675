"""Pencil marks that are given, as 729 characters: nine for each cell, each digit at its place, or ``.`` or ``0``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from models.errors import InputError
from models.sudoku.instance import Sudoku

ORDER = 9


def sudoku_from_marks(text: str, name: str) -> Sudoku:
    """The Sudoku of which each cell holds one of its digits; a single one is its clue."""
    from models.sudoku.reading.table import sudoku_from  # brings the variants along

    clues, marks = list[str](), list[dict[str, Any]]()
    for cell in range(ORDER * ORDER):
        digits: Sequence[str] = text[ORDER * cell : ORDER * (cell + 1)].replace(".", "").replace("0", "")
        place = f"r{cell // ORDER + 1}c{cell % ORDER + 1}"
        if not digits:
            raise InputError(f"no digit is left for {place.upper()} among its pencil marks")
        clues.append(digits[0] if len(digits) == 1 else ".")
        if 1 < len(digits) < ORDER:
            marks.append({"cells": place, "digits": " ".join(digits)})
    table = {"grid": ["".join(clues[start : start + ORDER]) for start in range(0, ORDER * ORDER, ORDER)]}
    return sudoku_from(name, table | ({"given_marks": marks} if marks else {}))
