"""The drawings of dealing."""

from __future__ import annotations

from models.dealing.model import Dealing, Dealt
from models.dealing.picture import draw
from models.dealing.picture_conflict import draw_conflict
from models.deductions import Conflict
from models.drawing import Drawing
from models.formulation import Formulation


class DealingDrawing(Drawing[Dealing, Dealt]):
    """Still pictures and lit conflicts."""

    def picture(self, instance: Dealing, answer: Dealt | None = None) -> str:
        return draw(instance, answer)

    def conflict(self, instance: Dealing, stated: Formulation[Dealing, Dealt], conflict: Conflict) -> str | None:
        return draw_conflict(instance, conflict.parts)
