"""Which cubes are framed when they cannot be stacked together?"""

from __future__ import annotations

import re
from collections.abc import Iterable

from models.cubes.picture import picture
from models.cubes.puzzle import Cubes


def draw_conflict(instance: Cubes, parts: Iterable[str]) -> str | None:
    """The cubes unfolded, those that ``parts`` speak of framed; None where they speak of none."""
    cubes = {int(number) for part in parts for number in re.findall(r"^cube (\d+)\b", part)}
    return picture(instance, lit=cubes).svg() if cubes else None
