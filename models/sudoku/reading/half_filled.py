"""Half-filled Sudokus: the digits that a person has found so far, beyond those printed."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

from models.errors import InputError
from models.kit.files import is_there, read_text
from models.sudoku.instance import Sudoku
from models.sudoku.reading import from_text, read_sudoku
from models.sudoku.reading.sheet import is_workbook

_CELL = re.compile(r"\br[0-9]+c[0-9]+\b", re.IGNORECASE)
"""The name of a cell: what has one tells of cells one by one, and is no grid."""


def half_filled(instance: Sudoku, so_far: Any) -> Sudoku | None:
    """``instance`` with the digits of a grid as it stands now; None where what is found is told as facts."""
    half = so_far if isinstance(so_far, Sudoku) else _grid(so_far) if isinstance(so_far, str | Path) else None
    if half is None:
        return None
    if len(half.clues) != len(instance.clues):
        raise InputError(f"the grid so far has {len(half.clues)} cells; this puzzle has {len(instance.clues)}")
    marks = tuple(rule for rule in half.variants if rule.word == "given_marks")  # of its pencil marks
    return replace(instance, clues=half.clues, variants=(*instance.variants, *marks))


def _grid(so_far: str | Path) -> Sudoku | None:
    if not is_there(str(so_far)):
        return None if _CELL.search(str(so_far)) else from_text(str(so_far))
    path = Path(so_far)
    if not is_workbook(path) and _CELL.search(read_text(path)):
        return None
    grids = list(islice(read_sudoku(path), 2))
    for grid in grids:
        if isinstance(grid, InputError):
            raise grid
    if len(grids) != 1 or not isinstance(grids[0], Sudoku):
        raise InputError(f"it has {'several grids' if grids else 'no grid'}; one is expected", path)
    return grids[0]
