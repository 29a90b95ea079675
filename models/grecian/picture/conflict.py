"""Which columns of the dials are framed when their sums cannot all be reached?"""

from __future__ import annotations

from collections.abc import Iterable

from models.deductions import Part
from models.grecian.model import Dials
from models.grecian.picture import picture


def draw_conflict(instance: Dials, parts: Iterable[Part]) -> str | None:
    """The dials as they stand, the columns that ``parts`` speak of framed; None where they speak of none."""
    columns = {int(part.key[1]) for part in parts if part.key[0] == "column"}
    return picture(instance, lit=columns).svg() if columns else None
