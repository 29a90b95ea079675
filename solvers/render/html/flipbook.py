"""Flip-books: a board that changes step by step, with a list of the steps beside it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence

from models.kit.svg import Markup, plain
from solvers.render.html.figure import player
from solvers.render.html.html import tag

FLIPBOOK_STYLES = ("render/html/player.css", "render/html/steps.css")
FLIPBOOK_SCRIPT = "render/html/steps.js"

Frame = list[int | list[int]]
"""A picture's lines in order: the number of a line, or ``[start, count]``, so many lines of the picture before."""


def flipbook(
    what: str,
    start: str,
    entries: Sequence[Markup],
    pictures: Sequence[str],
    still: str,
    legend: Markup,
    said: str = "",
) -> Markup:
    """``pictures`` of the start and after each step, which is one of the ``entries`` and called ``what``.

    Without the page's script, ``still`` is the board, of which is ``said`` what it shows if that is not the start.
    """
    listed = tag("ol", *entries, class_="steps", tabindex=0, aria_label=f"Every {what}") if entries else Markup("")
    data = json.dumps(pack(pictures), ensure_ascii=False).replace("<", "\\u003c")
    packed = tag("script", Markup(data), type="application/json", class_="pictures")
    legend = Markup(legend * bool(pictures) + packed)
    return player(still, what, len(entries), what.capitalize(), start, listed, said, legend, data_steps=len(entries))


def entry(fact: str, how: str, *below: Markup) -> Markup:
    """A step in the list: what is new and ``how``, with what is unfolded ``below`` it."""
    line = [tag("b", plain(fact), class_="fact"), plain(" "), tag("span", plain(how), class_="technique")]
    return tag("li", tag("button", tag("span", *line), type="button"), *below)


def key_of_colours(meanings: Mapping[str, str]) -> Markup:
    items = [tag("li", tag("span", class_=f"key {name}"), plain(meaning)) for name, meaning in meanings.items()]
    return tag("ul", *items, class_="keys-of-colour")


def pack(pictures: Iterable[str]) -> dict[str, object]:
    """Pictures that are nearly the same as JSON values, each line once; the page's script puts them together again."""
    number: dict[str, int] = {}
    frames: list[Frame] = []
    before: dict[int, int] = {}
    for text in pictures:
        lines = [number.setdefault(line, len(number)) for line in text.split("\n")]
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
        frames.append(frame)
        before = {line: place for place, line in enumerate(lines)}
    return {"lines": list(number), "frames": frames}
