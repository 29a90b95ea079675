"""The drawings of grecian."""

from __future__ import annotations

from models.deductions import Conflict
from models.drawing import Drawing, Motion
from models.formulation import Formulation
from models.grecian.model import Dials, Turns
from models.grecian.picture import draw
from models.grecian.picture.conflict import draw_conflict
from models.grecian.picture.motion import motion


class GrecianDrawing(Drawing[Dials, Turns]):
    """Still pictures and lit conflicts."""

    def picture(self, instance: Dials, answer: Turns | None = None) -> str:
        return draw(instance, answer, hidden=instance.show_hidden)

    def conflict(self, instance: Dials, stated: Formulation[Dials, Turns], conflict: Conflict) -> str | None:
        return draw_conflict(instance, conflict.parts)

    def motion(self, instance: Dials, answer: Turns) -> Motion:
        return motion(instance, answer)
