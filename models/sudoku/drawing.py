"""The drawings of sudoku."""

from __future__ import annotations

from models.deductions import Conflict, Moment
from models.drawing import Drawing
from models.formulation import Formulation
from models.sudoku.model import Cells, Grid, Sudoku
from models.sudoku.picture import draw
from models.sudoku.picture_conflict import draw_conflict
from models.sudoku.picture_steps import draw_moment


class SudokuDrawing(Drawing[Sudoku, Grid]):
    """Still pictures and lit conflicts."""

    def picture(self, instance: Sudoku, answer: Grid | None = None) -> str:
        return draw(instance, answer)

    def conflict(self, instance: Sudoku, stated: Formulation[Sudoku, Grid], conflict: Conflict) -> str | None:
        return draw_conflict(instance, stated, conflict.parts)

    def moment(self, instance: Sudoku, stated: Formulation[Sudoku, Grid], moment: Moment) -> str | None:
        return draw_moment(instance, stated.cells, moment) if isinstance(stated, Cells) else None
