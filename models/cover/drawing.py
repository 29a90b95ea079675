"""The drawings of cover."""

from __future__ import annotations

from models.cover.model import Chosen, Cover
from models.cover.picture import draw
from models.cover.picture_conflict import draw_conflict
from models.deductions import Conflict
from models.drawing import Drawing
from models.formulation import Formulation


class CoverDrawing(Drawing[Cover, Chosen]):
    """Still pictures and lit conflicts."""

    def picture(self, instance: Cover, answer: Chosen | None = None) -> str:
        return draw(instance, answer)

    def conflict(self, instance: Cover, stated: Formulation[Cover, Chosen], conflict: Conflict) -> str | None:
        return draw_conflict(instance, conflict.parts)
