"""Sudoku of any order: fill the grid so that every row, column and box holds each digit once."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from models.formulation import Formulation
from models.language.model import IntVar, Key
from models.options import PuzzleOption
from models.puzzle import Puzzle, lazy
from models.sudoku.instance import Grid, Sudoku, check, contradiction, written
from models.sudoku.model import CellsModel, SudokuCoverModel
from models.sudoku.reading import from_text, read_rows, read_sudoku, typed, with_options
from models.sudoku.reading.meant import looks_like
from models.sudoku.text import render, rules_of

if TYPE_CHECKING:  # only named here, and no run should wait for it to be imported
    from models.deductions import KnownTechnique, Parts, Snapshot


class SudokuPuzzle(Puzzle[Sudoku, Grid]):
    name = "sudoku"
    title = "Sudoku"
    summary = "Fill the grid so that every row, column and box holds each digit once."
    formulations: ClassVar = {"cells": CellsModel, "cover": SudokuCoverModel}
    endings = (".sdk", ".sdm", ".ss")
    default_instance = "inkala"
    options = (
        PuzzleOption("puzzle", "53..7…", "the clues row by row, . or 0 for an empty cell"),
        PuzzleOption("boxes", "RxC", "boxes of R rows and C columns, such as 3x2 for order 6"),
    )
    one_a_line = True

    read = staticmethod(read_sudoku)
    looks_like = staticmethod(looks_like)
    read_many = staticmethod(read_rows)
    with_options = staticmethod(with_options)
    typed = staticmethod(typed)
    from_text = staticmethod(from_text)
    contradiction = staticmethod(contradiction)
    check = staticmethod(check)
    render = staticmethod(render)
    drawing = lazy("models.sudoku.picture:DRAWING")
    editing = lazy("models.sudoku.editing:EDITING")
    error_model = lazy("models.sudoku.mistakes:ERROR_MODEL")
    links = lazy("models.sudoku.links:LINKS")
    generator = lazy("models.sudoku.generator:GENERATOR")
    techniques = lazy("models.sudoku.techniques.catalogue:CATALOGUE")

    def technique_example(self, technique: KnownTechnique) -> tuple[Sudoku, CellsModel, Snapshot]:
        from models.sudoku.techniques.examples import example  # only a page of all techniques asks

        return example(technique)

    def half_filled(self, instance: Sudoku, so_far: Any) -> Sudoku | None:
        from models.sudoku.reading.half_filled import half_filled  # only who goes on from there asks

        return half_filled(instance, so_far)

    def shape(self, instance: Sudoku) -> Hashable:
        if instance.is_plain:
            return instance.order, instance.box
        return instance.board or instance.box, instance.variants

    def parts(self, instance: Sudoku, stated: Formulation[Sudoku, Grid]) -> Parts:
        if isinstance(stated, CellsModel) and instance.variants:
            stated = CellsModel(instance, implied=False)
        return super().parts(instance, stated)

    def never_spared(self, instance: Sudoku) -> Collection[Key]:
        return {unit.rule for unit in instance.layout.units}

    def candidates(
        self, instance: Sudoku, stated: Formulation[Sudoku, Grid], values: Mapping[IntVar, Collection[int]]
    ) -> str | None:
        if not isinstance(stated, CellsModel):
            return None
        from models.sudoku.text import candidate_table  # only who asks what all answers share is shown it

        return candidate_table(instance.layout, [values[cell] for cell in stated.cells])

    def warnings(self, instance: Sudoku) -> Sequence[str]:
        remarks = [f"read from pencil marks: {FROM_MARKS}"] * instance.from_marks
        has_words = any(variant.word == "ruleset" for variant in instance.variants)
        taken = (variant.remark for variant in instance.variants if has_words or not variant.is_rule)
        return (*remarks, *dict.fromkeys(filter(None, taken)))

    def rules(self, instance: Sudoku) -> Sequence[str]:
        return (self.summary,) if instance.is_plain else rules_of(instance)

    def as_json(self, instance: Sudoku, answer: Grid) -> object:
        return [list(row) for row in answer.rows] if instance.is_plain else instance.layout.rows(answer.cells)

    def sort_key(self, instance: Sudoku, answer: Grid) -> tuple[int, ...]:
        return answer.cells

    def compact(self, instance: Sudoku, answer: Grid) -> str:
        return written(bytes(answer.cells))

    def given(self, instance: Sudoku) -> str:
        return written(bytes(instance.clues))

    def label(self, instance: Sudoku) -> str:
        return instance.name if instance.label is None else instance.label


FROM_MARKS = "each cell holds one of its marks, so that one taken away by mistake makes another puzzle"

PUZZLE = SudokuPuzzle()
