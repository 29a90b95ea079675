"""Which cubes are framed when they cannot be stacked together?"""

from __future__ import annotations

from collections.abc import Iterable

from models.cubes.picture import picture
from models.cubes.puzzle import Cubes
from models.deductions import Part


def draw_conflict(instance: Cubes, parts: Iterable[Part]) -> str | None:
    """The cubes unfolded, those that ``parts`` speak of framed; None where they speak of none."""
    cubes = {int(part.key[1]) + 1 for part in parts if part.key[0] == "cube"}
    return picture(instance, lit=cubes).svg() if cubes else None
