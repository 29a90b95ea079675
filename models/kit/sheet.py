"""What the puzzles' pictures share: the sheet of paper below them, and rows of things that are about as long."""

from __future__ import annotations

from collections.abc import Iterable

from models.kit.svg import Markup, Picture, rect


def on_paper(
    title: str, words: Iterable[str], width: float, height: float, body: Iterable[Markup], rx: float = 10
) -> Picture:
    """A picture on a sheet with round corners; ``words`` are what its description consists of."""
    return Picture(title, " ".join(words), width, height, (rect(0, 0, width, height, "paper", rx=rx), *body))


def even_rows(number: int, most: int) -> tuple[int, int]:
    """How many rows, and how many things in each, where ``most`` fit side by side and rows are about as long."""
    rows = max(1, -(-number // max(1, most)))
    return rows, max(1, -(-number // rows))
