"""How does a picture stand on a page? Never so small that it cannot be read: what is too wide is scrolled."""

from __future__ import annotations

import re

from models.drawing.svg import Markup, plain
from solvers.page.html import tag

NARROW = 500
"""A picture that can be read at so many pixels needs no more than half the width of a page."""

_WIDTH = re.compile(r"<svg[^>]*--legible:(\d+)px")


def figure(svg: str, caption: str = "") -> Markup:
    """A picture, with words below it if there are any."""
    said = [tag("figcaption", plain(caption))] if caption else []
    # What scrolls sideways must be reached by keyboard too.
    shown = tag("div", Markup(svg), class_="scroll", tabindex=0 if legible_width(svg) > NARROW else None)
    return tag("figure", shown, *said, class_="picture")


def legible_width(svg: str) -> int:
    """How many pixels wide a picture must be for all of its letters to be read; 0 where it does not say."""
    found = _WIDTH.search(svg)
    return int(found[1]) if found else 0
