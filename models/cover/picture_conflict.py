"""The picture of a conflict in an exact cover: the items and options that cannot all have their way, framed."""

from __future__ import annotations

from collections.abc import Iterable

from models.cover.model import Cover
from models.cover.picture import picture
from models.deductions import Part


def draw_conflict(instance: Cover, parts: Iterable[Part]) -> str | None:
    """The matrix, the items and options that ``parts`` speak of framed; None where they speak of none."""
    names = {"item": [*instance.primary, *instance.secondary], "option": [option.name for option in instance.options]}
    blamed = {names[kind][int(place)] for kind, place, *_ in (part.key for part in parts) if kind in names}
    return picture(instance, blamed=blamed).svg() if blamed else None
