"""Words in a row: with commas, and "and" or "or" before the last."""

from __future__ import annotations

from collections.abc import Iterable


def listed(words: Iterable[object], last: str = "and") -> str:
    """``a, b and c``; ``last`` is the word before the last one."""
    *most, end = map(str, words)
    return f"{', '.join(most)} {last} {end}" if most else end
