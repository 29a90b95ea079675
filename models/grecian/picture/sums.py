"""What is written round a stack of dials? The sum of every column, on the rim of the plate they lie on.

A right sum is a filled badge with a tick. Where every column has its own sum to reach, a wrong one has what is
wanted below it.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import pi

from models.grecian.model import Dials, Turns, column_sums
from models.kit.svg import Markup, circle, fitting, group, polar, rect, text, tick

RIM, BROAD_RIM = 38.0, 58.0
"""How wide the rim is; the broad one has room for long sums, and for two lines."""


def plate_radius(instance: Dials, radius: float) -> float:
    """How far the plate reaches under dials of ``radius``."""
    return radius + _rim(instance)


def sums_plate(instance: Dials, turns: Turns, radius: float) -> Markup:
    """The plate under dials of ``radius``, round (0, 0), with the sum of every column after ``turns``."""
    rim = _rim(instance)
    middle = radius + rim / 2 + 1
    room = 2 * pi * middle / instance.columns
    parts = [circle(0, 0, radius + rim, "plate hair", stroke_width=1.5)]
    for column, (total, target) in enumerate(zip(column_sums(instance, turns), instance.targets, strict=True)):
        angle = column * 360 / instance.columns
        x, y = polar(middle, angle)
        if _alike(instance):
            size = min(0.4 * rim, 0.33 * room)
            beside = polar(middle, angle + 1.65 * size * 360 / (2 * pi * middle))
            marks = _round_badge((x, y), total, total == target, size, beside)
        else:
            marks = _two_lines((x, y), total, target, min(rim - 4, 0.92 * room))
        parts.append(group(marks, data_column=column))
    return group(parts, class_="sums")


def _rim(instance: Dials) -> float:
    longest = max(len(str(target)) for target in instance.targets)
    return RIM if _alike(instance) and longest <= 3 else BROAD_RIM


def _alike(instance: Dials) -> bool:
    """Whether all columns have the same sum to reach, which then stands on the axle."""
    return len(set(instance.targets)) == 1


Point = tuple[float, float]


def _round_badge(at: Point, total: int, right: bool, size: float, beside: Point) -> Iterator[Markup]:
    font = fitting(total, 1.15 * size, 1.75 * size)
    if right:
        yield circle(*at, size, "right")
        yield text(*at, total, font, "on-right sum", font_weight="bold")
        yield tick(*beside, 0.8 * size, "right-line")
    else:
        yield circle(*at, size, "hair", fill="none", stroke_width=1.2, stroke_dasharray="3 2.5")
        yield text(*at, total, font, "ink sum")


def _two_lines(at: Point, total: int, target: int, width: float) -> Iterator[Markup]:
    """A badge with the sum, and below it a tick or the sum that is wanted."""
    x, y = at
    line = min(17.0, 0.55 * width)
    corner = (x - width / 2, y - 1.15 * line, width, 2.3 * line)
    if total == target:
        yield rect(*corner, "right", rx=0.4 * line)
        font = fitting(total, 0.92 * line, 0.94 * width)
        yield text(x, y - 0.5 * line, total, font, "on-right sum", font_weight="bold")
        yield tick(x, y + 0.55 * line, 0.7 * line, "on-right-line")
    else:
        yield rect(*corner, "hair", fill="none", rx=0.4 * line, stroke_width=1.2, stroke_dasharray="3 2.5")
        wanted = f"≠{target}"
        font = fitting(max(str(total), wanted, key=len), 0.92 * line, 0.94 * width)
        yield text(x, y - 0.5 * line, total, font, "ink sum")
        yield text(x, y + 0.55 * line, wanted, font, "wrong wanted")
