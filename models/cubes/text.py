"""Cubes and towers in characters, for a person who has them in hand."""

from __future__ import annotations

from unicodedata import combining, east_asian_width

from models.cubes.instance import SIDES, Cubes, Stacking

JOINERS = "\u200d\ufe0e\ufe0f"  # signs that join two others, or belong to the one before them

LEGEND = """\
    1
  6 2 3   the faces as they lie in the unfolding, printed side up;
    4     1 is opposite 4, 2 opposite 5, 3 opposite 6
    5"""


def render(instance: Cubes, answer: Stacking | None = None) -> str:
    if answer is None:
        rows = [["", *(f"face {face}" for face in range(1, 7)), ""]]
        rows += [[f"cube {number}", *faces, ""] for number, faces in enumerate(instance.cubes, 1)]
        return "\n".join([*_table(rows), "", LEGEND])
    rows = [["", *SIDES, "", "(top", "bottom)", "", "turn it so that"]]
    for number in range(len(answer), 0, -1):
        faces, placement = instance.cubes[number - 1], answer[number - 1]
        way = placement.orientation
        turn = f"face {way.top} is on top and face {way.front} to the front"
        hidden = (f"({faces[way.top - 1]}", f"{faces[way.bottom - 1]})")
        rows.append([f"cube {number}", *placement.colours, "", *hidden, "", turn])
    walk = "The tower, top cube first; right, back and left are met walking round it to the right."
    return "\n".join([walk, "", *_table(rows), "", LEGEND])


def _table(rows: list[list[str]]) -> list[str]:
    """``rows`` in columns: the first and the last to the left, the rest centred."""
    widths = [max(map(_width, column)) for column in zip(*rows, strict=True)]
    last = len(widths) - 1
    lines = []
    for row in rows:
        cells = []
        for place, (text, width) in enumerate(zip(row, widths, strict=True)):
            space = width - _width(text)
            before = 0 if place in (0, last) else (space + 1) // 2
            cells.append(" " * before + text + " " * (space - before))
        lines.append("  ".join(cells).rstrip())
    return lines


def _width(text: str) -> int:
    """How many places ``text`` takes on a screen: marks that sit on a letter none, East Asian letters two."""
    seen = [letter for letter in text if not combining(letter) and letter not in JOINERS]
    return sum(2 if east_asian_width(letter) in "WF" else 1 for letter in seen)
