"""Pictures on a page: never so small that they cannot be read, with buttons for what goes step by step.

What is too wide is scrolled.
"""

from __future__ import annotations

import re

from models.kit.svg import Markup, plain
from solvers.render.html.html import details, tag

MAX_HALF_WIDTH_PX = 500  # of a picture that needs no more than half the width of a page to be read
MAX_BOARD_WIDTH_PX = 528  # of the board beside which the steps stand
MAX_PAPER_HEIGHT_PX = 900  # about a sheet of paper
MAX_PRINTED_LINES = 40  # what is told in fewer lines is told on paper too

_WIDTH = re.compile(r"<svg[^>]*--legible:(\d+)px")
_SIZE = re.compile(r'<svg[^>]*viewBox="0 0 ([\d.]+) ([\d.]+)"')


def figure(svg: str, caption: str = "") -> Markup:
    below = [tag("figcaption", plain(caption))] if caption else []
    # What scrolls sideways must be reached by keyboard too.
    shown = tag("div", Markup(svg), class_="scroll", tabindex=0 if legible_width(svg) > MAX_HALF_WIDTH_PX else None)
    return tag("figure", shown, *below, class_="picture tall" if _is_tall(svg) else "picture")


def in_words(text: str) -> Markup:
    """What a picture shows as text, printed too where that is short."""
    shown = tag("pre", plain(text), tabindex=0)
    return details(plain("In words and numbers"), shown, on_paper=text.count("\n") < MAX_PRINTED_LINES)


def player(
    board: str,
    what: str,
    count: int,
    label: str,
    start: str,
    listed: Markup,
    said: str = "",
    legend: Markup = Markup(""),
    **data: str | int,
) -> Markup:
    """A board that is taken through ``count`` steps, called ``what``, which are ``listed`` beside it.

    They stand below a board that needs the whole width to be read. Without the page's script nothing moves, and what is
    ``said`` is true of the board as it comes, if that is not the start.
    """
    stage = tag("div", Markup(board), class_="board"), _controls(count, label), legend
    keys = tag("p", plain(f"Keys: ← and → go from {what} to {what}."), class_="keys")
    return tag(
        "div",
        tag("div", *stage, class_="stage"),
        tag("div", tag("p", plain(said or start), class_="said", role="status"), listed, keys, class_="beside"),
        class_="player wide" if legible_width(board) > MAX_BOARD_WIDTH_PX else "player",
        data_start=start,
        **data,
    )


def legible_width(svg: str) -> int:
    """How many pixels wide a picture must be for all of its letters to be read; 0 where it does not say."""
    found = _WIDTH.search(svg)
    return int(found[1]) if found else 0


def _is_tall(svg: str) -> bool:
    """Whether a picture must be cut if it is to be read on paper."""
    size = _SIZE.search(svg)
    return size is not None and legible_width(svg) * float(size[2]) / float(size[1]) > MAX_PAPER_HEIGHT_PX


_ICONS = {
    "first": "M6 5v14M19 5l-9 7 9 7z",
    "back": "M17 5l-10 7 10 7z",
    "play": "M7 4l13 8-13 8z",
    "pause": "M6 4h4v16H6zM14 4h4v16h-4z",
    "forward": "M7 5l10 7-10 7z",
    "last": "M18 5v14M5 5l9 7-9 7z",
}

_LABELS = {"first": "To the start", "back": "One back", "play": "Play", "forward": "One forward", "last": "To the end"}


def _controls(count: int, what: str) -> Markup:
    """The buttons and the slider; ``what`` is counted from 0 to ``count``. They need the page's script to appear."""
    buttons = [_button(name, label) for name, label in _LABELS.items()]
    slider = tag("input", type="range", min=0, max=count, step="any", value=0, aria_label=what)
    place = tag("output", Markup(f"0 / {count}"), class_="place")
    return tag("div", tag("div", *buttons, class_="buttons"), slider, place, class_="controls", hidden=True)


def _button(name: str, label: str) -> Markup:
    icons = [_icon(name), *([_icon("pause")] if name == "play" else [])]
    return tag("button", *icons, type="button", data_act=name, aria_label=label, title=label)


def _icon(name: str) -> Markup:
    shape = f'<path d="{_ICONS[name]}"/>'
    return Markup(f'<svg class="icon {name}" viewBox="0 0 24 24" aria-hidden="true" focusable="false">{shape}</svg>')
