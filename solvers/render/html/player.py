"""Which buttons does a page have to go through something step by step?"""

from __future__ import annotations

from models.kit.svg import Markup
from solvers.render.html.html import tag

_ICONS = {
    "first": "M6 5v14M19 5l-9 7 9 7z",
    "back": "M17 5l-10 7 10 7z",
    "play": "M7 4l13 8-13 8z",
    "pause": "M6 4h4v16H6zM14 4h4v16h-4z",
    "forward": "M7 5l10 7-10 7z",
    "last": "M18 5v14M5 5l9 7-9 7z",
}

_LABELS = {"first": "To the start", "back": "One back", "play": "Play", "forward": "One forward", "last": "To the end"}


def controls(count: int, what: str) -> Markup:
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
