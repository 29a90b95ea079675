"""Which items and options are framed when they cannot all have their way?"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from models.cover.model import Cover
from models.cover.picture import picture

SAID_OF_ITEMS = (" is met exactly once", " is met at most once")
SAID_OF_OPTIONS = (" meets all of its items or none",)


def draw_conflict(instance: Cover, parts: Iterable[str]) -> str | None:
    """The matrix, the items and options that ``parts`` speak of framed; None where they speak of none."""
    items = {*instance.primary, *instance.secondary}
    options = {option.name for option in instance.options}
    told = list(parts)
    blamed = items.intersection(_subjects(told, SAID_OF_ITEMS)) | options.intersection(_subjects(told, SAID_OF_OPTIONS))
    return picture(instance, blamed=blamed).svg() if blamed else None


def _subjects(parts: Iterable[str], predicates: tuple[str, ...]) -> Iterator[str]:
    for part in parts:
        for predicate in predicates:
            if part.endswith(predicate):
                yield part.removesuffix(predicate)
