"""SVG, written so that every viewer shows it and every reader can follow it.

Elements are strings that are known to be well-formed (``Markup``); whatever comes from an instance
is escaped on the way in. Numbers are rounded, attributes keep the order they are given in, and
nothing depends on the clock or on hashing, so that the same puzzle always gives the same bytes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from html import escape
from math import ceil, cos, radians, sin
from textwrap import wrap
from typing import NewType
from zlib import crc32

from models.kit.palette import stylesheet

Markup = NewType("Markup", str)
"""Text that is well-formed SVG."""

FONTS = "'Helvetica Neue', Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif"
"""Fonts that come with the usual systems; none is fetched."""

LETTER = 0.56
LEGIBLE = 9.0

Value = str | int | float


@dataclass(frozen=True)
class Picture:
    """A drawing with its words.

    The description says in sentences what it shows, for those who cannot see it. It scales from its size in pixels to
    any; how narrow it may become with every letter still legible stands in its style, as ``--legible``, for pages.
    """

    title: str
    description: str
    width: float
    height: float
    body: tuple[Markup, ...] = field(repr=False)

    @property
    def legible_width(self) -> int:
        """The width in pixels at which its smallest letters are just ``LEGIBLE``; 0 where nothing is written."""
        sizes = [float(size) for shapes in self.body for size in _FONT_SIZE.findall(shapes)]
        return ceil(LEGIBLE * self.width / min(sizes)) if sizes else 0

    def svg(self) -> str:
        shapes = Markup("\n".join(self.body))
        # Several pictures can stand on one page: their ids are told apart by what they show.
        words = plain(self.title + self.description)
        key = f"p{crc32((words + shapes).encode()):08x}"
        style = stylesheet(_classes(shapes))
        attributes: Mapping[str, Value] = {
            "xmlns": "http://www.w3.org/2000/svg",
            "class": "puzzle",
            "viewBox": f"0 0 {number(self.width)} {number(self.height)}",
            "width": self.width,
            "height": self.height,
            "role": "img",
            "aria-labelledby": f"{key}-title {key}-desc",
            "font-family": FONTS,
            "style": f"max-width:100%;height:auto;--legible:{self.legible_width}px",
        }
        parts = (
            element("title", plain(self.title), id=f"{key}-title"),
            element("desc", plain(self.description), id=f"{key}-desc"),
            element("style", Markup(f"\n{style}\n")),
            Markup(shapes.replace(_KEY, key)),
        )
        return f"<svg{_written(attributes)}>\n" + "\n".join(parts) + "\n</svg>\n"


def element(tag: str, *children: Markup, **attributes: Value | None) -> Markup:
    """One element; ``class_`` is written ``class``, other underscores become hyphens, None is left out."""
    written = _written({_spelled(name): value for name, value in attributes.items() if value is not None})
    return Markup(f"<{tag}{written}>{''.join(children)}</{tag}>" if children else f"<{tag}{written}/>")


def group(children: Iterable[Markup], **attributes: Value | None) -> Markup:
    return element("g", Markup("\n" + "\n".join(children) + "\n"), **attributes)


def placed(x: float, y: float, children: Iterable[Markup], **attributes: Value | None) -> Markup:
    return group(children, **attributes, transform=f"translate({point(x, y)})")


def text(x: float, y: float, words: object, size: float, class_: str = "ink", **attributes: Value | None) -> Markup:
    """Words whose middle is at height ``y``; at ``x`` is their middle too, or what ``text_anchor`` says."""
    attributes.setdefault("text_anchor", "middle")
    # Digits and capitals are about 0.72 of the font size high, so their middle is 0.36 above the baseline.
    return element("text", plain(str(words)), x=x, y=y + 0.36 * size, font_size=size, class_=class_, **attributes)


def fitting(words: object, size: float, room: float) -> float:
    """The font size, at most ``size``, in which ``words`` take no more than ``room``."""
    return min(size, room / (1.04 * LETTER * max(1, len(str(words)))))


def lines_within(words: str, room: float, size: float) -> list[str]:
    """``words`` broken into lines that each take no more than ``room``."""
    return wrap(words, max(12, int(room / (LETTER * size))), break_on_hyphens=False)


def rect(x: float, y: float, width: float, height: float, class_: str, **attributes: Value | None) -> Markup:
    return element("rect", x=x, y=y, width=width, height=height, class_=class_, **attributes)


def circle(x: float, y: float, radius: float, class_: str, **attributes: Value | None) -> Markup:
    return element("circle", cx=x, cy=y, r=radius, class_=class_, **attributes)


def line(points: Iterable[tuple[float, float]], class_: str, **attributes: Value | None) -> Markup:
    return element("path", d="M" + "L".join(point(x, y) for x, y in points), fill="none", class_=class_, **attributes)


def path(d: str, class_: str, **attributes: Value | None) -> Markup:
    return element("path", d=d, class_=class_, **attributes)


def polygon(points: Iterable[tuple[float, float]], class_: str, **attributes: Value | None) -> Markup:
    """A shape with straight sides by its corners."""
    return path("M" + "L".join(point(x, y) for x, y in points) + "Z", class_, **attributes)


def tick(x: float, y: float, size: float, class_: str) -> Markup:
    """A check mark, drawn and not written, since not every font has one."""
    points = ((x - 0.45 * size, y), (x - 0.1 * size, y + 0.35 * size), (x + 0.5 * size, y - 0.4 * size))
    return line(points, class_, stroke_width=0.24 * size, stroke_linecap="round", stroke_linejoin="round")


def cross(x: float, y: float, arm: float, class_: str = "wrong-line", **attributes: Value | None) -> list[Markup]:
    """The two strokes of a cross, the falling one first."""
    ends = (((x - arm, y - way * arm), (x + arm, y + way * arm)) for way in (1, -1))
    return [line(both, class_, **attributes, stroke_linecap="round") for both in ends]


def on_paper(
    title: str, words: Iterable[str], width: float, height: float, body: Iterable[Markup], rx: float = 10
) -> Picture:
    """A picture on a sheet with round corners; ``words`` are what its description consists of."""
    return Picture(title, " ".join(words), width, height, (rect(0, 0, width, height, "paper", rx=rx), *body))


def even_rows(number: int, most: int) -> tuple[int, int]:
    """How many rows, and how many things in each, where ``most`` fit side by side and rows are about as long."""
    rows = max(1, -(-number // max(1, most)))
    return rows, max(1, -(-number // rows))


def figure(caption: str, svg: str) -> str:
    """A picture under its caption, as a notebook shows it."""
    return f"<figure><figcaption>{escape(caption)}</figcaption>\n{svg}</figure>"


def polar(radius: float, degrees: float) -> tuple[float, float]:
    """The point at ``degrees`` clockwise from twelve o'clock, seen from the middle."""
    return radius * sin(radians(degrees)), -radius * cos(radians(degrees))


def point(x: float, y: float) -> str:
    return f"{number(x)} {number(y)}"


def number(value: float) -> str:
    """``value`` as short as two decimals allow."""
    written = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if written == "-0" else written


def plain(words: str) -> Markup:
    """``words`` as they stand; characters that XML cannot hold become a replacement mark."""
    return Markup(escape(_UNWRITABLE.sub("\ufffd", words)))


def unique(name: str) -> str:
    """An id that no other picture on the same page has."""
    return f"{_KEY}-{name}"


_KEY = "\ue000key"  # stands for the picture's key until the whole picture is known
_UNWRITABLE = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_FONT_SIZE = re.compile(r' font-size="([\d.]+)"')
_CLASS = re.compile(r' class="([^"]*)"')


def _spelled(name: str) -> str:
    return name.rstrip("_").replace("_", "-")


def _written(attributes: Mapping[str, Value]) -> str:
    return "".join(
        f' {name}="{plain(value) if isinstance(value, str) else number(value)}"' for name, value in attributes.items()
    )


def _classes(shapes: str) -> set[str]:
    return {name for names in _CLASS.findall(shapes) for name in names.split()}
