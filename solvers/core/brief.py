"""Answers in one line each, and where two such lines differ."""

from __future__ import annotations

import json
from difflib import SequenceMatcher
from typing import Any

from models.puzzle import Puzzle

WIDEST = 100
"""Characters of a line that is compared; of longer ones the part around their first difference is shown."""

BEFORE = 30
"""So many characters are shown before that difference."""


def in_brief(puzzle: Puzzle[Any, Any], instance: Any, answer: Any) -> str:
    """``answer`` in one line: as the puzzle writes it in files of many, or else as JSON."""
    try:
        return puzzle.compact(instance, answer) or json.dumps(puzzle.as_json(instance, answer), ensure_ascii=False)
    except Exception:  # it may be no answer at all, and must be shown all the same
        return repr(answer)


def side_by_side(one: str, other: str) -> tuple[str, str, str]:
    """Two lines, cut to what can be compared by eye, and a third with a ``^`` below each difference of the second.

    Where something of the first is missing in the second, the ``^`` is below the character that comes next.
    """
    blocks = SequenceMatcher(None, one, other, autojunk=False).get_opcodes()
    changes = [(there, max(end, there + 1)) for kind, _, _, there, end in blocks if kind != "equal"]
    marks = [" "] * (len(other) + 1)
    for start, end in changes:
        marks[start:end] = "^" * (end - start)
    begin = 0
    if max(len(one), len(other)) > WIDEST and changes:
        begin = max(0, changes[0][0] - BEFORE)
    # Up to the first difference both lines are the same, so that the same piece of both is cut off.
    first, second, below = (_cut(text, begin) for text in (one, other, "".join(marks)))
    return first, second, below.replace("…", " ").rstrip()


def _cut(text: str, begin: int) -> str:
    end = begin + WIDEST
    return ("…" if begin else "") + text[begin:end] + ("…" if end < len(text) else "")
