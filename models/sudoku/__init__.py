"""Sudoku of any order: which digit goes into each empty cell?"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar

from models.drawing import Drawing
from models.errors import InputError
from models.formulation import Formulation
from models.mistakes import Copying
from models.options import Option, Values
from models.puzzle import Family, Puzzle
from models.sudoku.instance import SYMBOLS, Grid, Sudoku, check, clash
from models.sudoku.model import Cells, Cover
from models.sudoku.reading import box_from, read_sudoku, read_typed
from models.sudoku.text import render


class SudokuPuzzle(Puzzle[Sudoku, Grid]):
    """Sudoku, as all verbs know it."""

    name = "sudoku"
    title = "Sudoku"
    summary = "Fill the grid so that every row, column and box holds each digit once."
    formulations: ClassVar[dict[str, type[Formulation[Any, Any]]]] = {"cells": Cells, "cover": Cover}
    default_instance = "inkala"
    options = (
        Option("puzzle", "53..7…", "the clues row by row, . or 0 for an empty cell"),
        Option("boxes", "RxC", "boxes of R rows and C columns, such as 3x2 for order 6"),
    )

    def read(self, path: Path) -> Iterator[Sudoku | InputError]:
        return read_sudoku(path)

    def typed(self, values: Values) -> Sudoku | None:
        return read_typed(str(values["puzzle"])) if "puzzle" in values else None

    def arrange(self, instance: Sudoku, values: Values) -> Sudoku:
        boxes = str(values.get("boxes") or "")
        if not boxes:
            return instance
        box = box_from(boxes)
        if box[0] * box[1] != instance.order:
            expected = f"this puzzle has {instance.order} digits"
            raise InputError(f"--boxes {boxes} makes boxes of {box[0] * box[1]} cells; {expected}")
        return replace(instance, box=box)

    def shape(self, instance: Sudoku) -> Hashable:
        return instance.order, instance.box

    def clash(self, instance: Sudoku) -> str | None:
        return clash(instance)

    def check(self, instance: Sudoku, answer: Grid) -> str | None:
        return check(instance, answer)

    def render(self, instance: Sudoku, answer: Grid | None = None) -> str:
        return render(instance, answer)

    def as_json(self, instance: Sudoku, answer: Grid) -> object:
        return [list(row) for row in answer.rows]

    def rank(self, instance: Sudoku, answer: Grid) -> tuple[int, ...]:
        return answer.cells

    def compact(self, instance: Sudoku, answer: Grid) -> str:
        return bytes(answer.cells).translate(_SYMBOL_BYTES).decode()

    @property
    def drawing(self) -> Drawing[Sudoku, Grid]:
        from models.sudoku.picture import SudokuDrawing  # most runs draw nothing

        return SudokuDrawing()

    @property
    def copying(self) -> Copying[Sudoku, Grid]:
        from models.sudoku.mistakes import WrongClues  # only a diagnosis asks for it

        return Copying(WrongClues)

    @property
    def families(self) -> Mapping[str, Family]:
        from models.sudoku.family import FAMILIES  # only where a family is asked for

        return FAMILIES


_SYMBOL_BYTES = SYMBOLS.encode().ljust(256, b"?")

PUZZLE = SudokuPuzzle()
