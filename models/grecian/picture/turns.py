"""How is it drawn how far each dial is turned? A small dial with an arrow, and both ways in numbers."""

from __future__ import annotations

from collections.abc import Iterator

from models.grecian.model import Turns
from models.kit.palette import wood
from models.kit.svg import Markup, circle, fitting, group, number, path, point, polar, text

CELL, CELL_HEIGHT = 156.0, 78.0
"""The room for one dial."""


def turn_strip(answer: Turns, columns: int, width: float, top: float) -> tuple[list[Markup], float]:
    """How far each dial is turned, in rows below ``top``; and where the last row ends."""
    across = min(len(answer), int(width // CELL))
    across = -(-len(answer) // -(-len(answer) // across))
    room = min(width / across, 1.25 * CELL)
    strip = []
    for place, turn in enumerate(answer):
        row, column = divmod(place, across)
        inside = room * min(len(answer) - row * across, across)
        x, y = (width - inside) / 2 + column * room + (room - CELL) / 2, top + row * CELL_HEIGHT
        cell = _turn_cell(place, turn, columns)
        strip.append(group(cell, class_="turn", data_dial=place, transform=f"translate({point(x, y)})"))
    return strip, top + -(-len(answer) // across) * CELL_HEIGHT


def _turn_cell(place: int, turn: int, columns: int) -> Iterator[Markup]:
    """A small dial with an arrow from where its top was to where it comes, and both ways of turning it."""
    timber, middle = wood(place), CELL_HEIGHT / 2
    yield circle(36, middle, 22, f"{timber} {timber}-edge", stroke_width=1.2)
    yield text(36, middle, place, fitting(place, 21, 38), f"{timber}-ink", font_weight="bold")
    if turn == 0:
        yield text(74, middle, "stays put", 17, "ink", text_anchor="start")
        return
    back = columns - turn
    near, far = ((turn, 1), (back, -1)) if turn <= back else ((back, -1), (turn, 1))
    yield _sweep(36, middle, 29, near[0] * near[1] * 360 / columns)
    yield text(124, middle - 13, near[0], 23, "ink", text_anchor="end", font_weight="bold")
    yield _sweep(141, middle - 13, 8.5, 270 * near[1], start=-135 * near[1])
    yield text(124, middle + 15, f"or {far[0]}", fitting(f"or {far[0]}", 18, 46), "soft", text_anchor="end")
    yield _sweep(141, middle + 15, 7, 270 * far[1], start=-135 * far[1])


def _sweep(x: float, y: float, radius: float, degrees: float, start: float = 0) -> Markup:
    """An arrow along a circle, from ``start`` clockwise by ``degrees`` (anticlockwise if negative)."""
    way = 1 if degrees > 0 else -1
    size = min(9.0, 0.9 * radius)
    tip = start + degrees
    neck = tip - way * min(57.3 * size / radius, 0.6 * abs(degrees))
    x0, y0 = polar(radius, start)
    x1, y1 = polar(radius, neck)
    stroke = 2.4 if radius > 10 else 2.0
    big = int(abs(neck - start) > 180)
    r, clockwise = number(radius), int(degrees > 0)
    arc = f"M{point(x + x0, y + y0)}A{r} {r} 0 {big} {clockwise} {point(x + x1, y + y1)}"
    corners = [polar(radius - 0.55 * size, neck), polar(radius + 0.55 * size, neck), polar(radius, tip)]
    head = "M" + "L".join(point(x + cx, y + cy) for cx, cy in corners) + "Z"
    shaft = path(arc, "found-line", fill="none", stroke_width=stroke, stroke_linecap="round")
    return group([shaft, path(head, "found")])
