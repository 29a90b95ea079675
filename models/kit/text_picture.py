"""The drawing of a puzzle that has none of its own: its text, line by line."""

from __future__ import annotations

from collections.abc import Callable
from unicodedata import east_asian_width

from models.drawing import Drawing
from models.formulation import A, I
from models.kit.svg import Picture, element, plain, rect

SIZE = 15.0
LINE = 21.0
MARGIN = 18.0
LETTER = 0.62
"""How wide a letter is at most in common fixed-width fonts, in font sizes."""


class TextDrawing(Drawing[I, A]):
    """What a puzzle renders as text, under its title."""

    def __init__(self, title: str, render: Callable[[I, A | None], str]) -> None:
        self._title = title
        self._render = render

    def picture(self, instance: I, answer: A | None = None) -> str:
        return text_picture(f"{self._title}: {instance.name}", self._render(instance, answer)).svg()


def text_picture(title: str, words: str) -> Picture:
    """``words`` as they would stand on a terminal."""
    lines = words.expandtabs().splitlines() or [""]
    longest = max(sum(2 if east_asian_width(letter) in "WF" else 1 for letter in line) for line in lines)
    width = max(200.0, longest * LETTER * SIZE) + 2 * MARGIN
    height = len(lines) * LINE + 2 * MARGIN
    body = [rect(0, 0, width, height, "paper", rx=10)]
    for place, line in enumerate(lines):
        # A space would be swallowed at the start of a line, and after another one.
        written = plain(line.replace(" ", "\N{NO-BREAK SPACE}"))
        where = {"x": MARGIN, "y": MARGIN + (place + 0.72) * LINE, "font_size": SIZE}
        body.append(
            element("text", written, **where, class_="ink", font_family="'DejaVu Sans Mono', Consolas, monospace")
        )
    return Picture(title, words, width, height, tuple(body))
