"""Which columns of the dials are framed when their sums cannot all be reached?"""

from __future__ import annotations

import re
from collections.abc import Iterable

from models.grecian.model import Dials
from models.grecian.picture import picture


def draw_conflict(instance: Dials, parts: Iterable[str]) -> str | None:
    """The dials as they stand, the columns that ``parts`` speak of framed; None where they speak of none."""
    columns = {int(number) - 1 for part in parts for number in re.findall(r"^column (\d+)\b", part)}
    return picture(instance, lit=columns).svg() if columns else None
