"""How does a picture stand on a page? Never so small that it cannot be read: what is too wide is scrolled."""

from __future__ import annotations

import re

from models.kit.svg import Markup, plain
from solvers.render.html.html import tag

NARROW = 500
"""A picture that can be read at so many pixels needs no more than half the width of a page."""

BOARD = 528
"""So many pixels wide is the board beside which the steps are told."""

PAPER = 900
"""About so many pixels high is a sheet of paper."""

_WIDTH = re.compile(r"<svg[^>]*--legible:(\d+)px")
_SIZE = re.compile(r'<svg[^>]*viewBox="0 0 ([\d.]+) ([\d.]+)"')


def figure(svg: str, caption: str = "") -> Markup:
    """A picture, with words below it if there are any."""
    said = [tag("figcaption", plain(caption))] if caption else []
    # What scrolls sideways must be reached by keyboard too.
    shown = tag("div", Markup(svg), class_="scroll", tabindex=0 if legible_width(svg) > NARROW else None)
    return tag("figure", shown, *said, class_="picture tall" if _is_tall(svg) else "picture")


def player_class(svg: str) -> str:
    """Whether the steps are told beside a board, or, where it needs the whole width to be read, below it."""
    return "player wide" if legible_width(svg) > BOARD else "player"


def legible_width(svg: str) -> int:
    """How many pixels wide a picture must be for all of its letters to be read; 0 where it does not say."""
    found = _WIDTH.search(svg)
    return int(found[1]) if found else 0


def _is_tall(svg: str) -> bool:
    """Whether a picture must be cut if it is to be read on paper."""
    size = _SIZE.search(svg)
    return size is not None and legible_width(svg) * float(size[2]) / float(size[1]) > PAPER
