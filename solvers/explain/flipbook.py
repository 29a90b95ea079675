"""Pictures that are nearly the same, packed for a page: each line once, each picture as what changed."""

from __future__ import annotations

from collections.abc import Iterable

Frame = list[int | list[int]]
"""A picture's lines in order: the number of a line, or ``[start, count]``, so many lines of the picture before."""


def pack(pictures: Iterable[str]) -> dict[str, object]:
    """``pictures`` as JSON values; the page's script puts them together again."""
    number: dict[str, int] = {}
    frames: list[Frame] = []
    before: dict[int, int] = {}
    for text in pictures:
        lines = [number.setdefault(line, len(number)) for line in text.split("\n")]
        frames.append(_changes(lines, before))
        before = {line: place for place, line in enumerate(lines)}
    return {"lines": list(number), "frames": frames}


def _changes(lines: list[int], before: dict[int, int]) -> Frame:
    frame: Frame = []
    for line in lines:
        place = before.get(line)
        last = frame[-1] if frame else None
        if place is None:
            frame.append(line)
        elif isinstance(last, list) and last[0] + last[1] == place:
            last[1] += 1
        else:
            frame.append([place, 1])
    return frame
