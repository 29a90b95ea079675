"""Which rounds of a dealing are framed when what is known of them cannot all be?"""

from __future__ import annotations

from collections.abc import Iterable

from models.dealing.model import Dealing
from models.dealing.picture import picture
from models.deductions import Part


def draw_conflict(instance: Dealing, parts: Iterable[Part]) -> str | None:
    """What is known, the rounds that ``parts`` speak of framed; None where they speak of none that is drawn."""
    rounds = {int(part.key[-1]) + 1 for part in parts if "round" in part.key}
    rounds &= set(range(1, len(instance.leftovers) + 1))
    return picture(instance, lit=rounds).svg() if rounds else None
