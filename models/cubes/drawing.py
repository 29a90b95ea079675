"""The drawings of cubes."""

from __future__ import annotations

from models.cubes.picture import draw
from models.cubes.picture_conflict import draw_conflict
from models.cubes.puzzle import Cubes, Stacking
from models.deductions import Conflict
from models.drawing import Drawing
from models.formulation import Formulation


class CubesDrawing(Drawing[Cubes, Stacking]):
    """Still pictures and lit conflicts."""

    def picture(self, instance: Cubes, answer: Stacking | None = None) -> str:
        return draw(instance, answer)

    def conflict(self, instance: Cubes, stated: Formulation[Cubes, Stacking], conflict: Conflict) -> str | None:
        return draw_conflict(instance, conflict.parts)
