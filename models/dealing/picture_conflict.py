"""Which rounds of a dealing are framed when what is known of them cannot all be?"""

from __future__ import annotations

import re
from collections.abc import Iterable

from models.dealing.model import Dealing
from models.dealing.picture import picture


def draw_conflict(instance: Dealing, parts: Iterable[str]) -> str | None:
    """What is known, the rounds that ``parts`` speak of framed; None where they speak of none that is drawn."""
    rounds = {int(number) for part in parts for number in re.findall(r"\b(?:round|leftover) (\d+)\b", part)}
    rounds &= set(range(1, len(instance.leftovers) + 1))
    return picture(instance, lit=rounds).svg() if rounds else None
