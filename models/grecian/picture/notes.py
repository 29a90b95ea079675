"""What stands below the dials: how far each is turned, and a table of the numbers that lie covered."""

from __future__ import annotations

from collections.abc import Iterator

from models.grecian.instance import Dials, Turns, hidden_numbers
from models.kit.palette import wood
from models.kit.sheet import even_rows
from models.kit.svg import LETTER, Markup, circle, fitting, group, line, number, path, point, polar, polygon, text

TURN_WIDTH, TURN_HEIGHT = 156.0, 78.0
"""The room for how far one dial is turned."""

ROW, SIZE = 24.0, 15.0
"""The height of a row of the table, and of its letters."""

LABEL = 84.0
"""The room for the ring and the dial at the head of a row."""


def turn_strip(answer: Turns, columns: int, width: float, top: float) -> tuple[list[Markup], float]:
    """How far each dial is turned, in rows below ``top``; and where the last row ends."""
    rows, across = even_rows(len(answer), int(width // TURN_WIDTH))
    room = min(width / across, 1.25 * TURN_WIDTH)
    strip = []
    for place, turn in enumerate(answer):
        row, column = divmod(place, across)
        inside = room * min(len(answer) - row * across, across)
        x, y = (width - inside) / 2 + column * room + (room - TURN_WIDTH) / 2, top + row * TURN_HEIGHT
        cell = _turn_cell(place, turn, columns)
        strip.append(group(cell, class_="turn", data_dial=place, transform=f"translate({point(x, y)})"))
    return strip, top + rows * TURN_HEIGHT


def _turn_cell(place: int, turn: int, columns: int) -> Iterator[Markup]:
    """A small dial with an arrow from where its top was to where it comes, and both ways of turning it."""
    timber, middle = wood(place), TURN_HEIGHT / 2
    yield circle(36, middle, 22, f"{timber} {timber}-edge", stroke_width=1.2)
    yield text(36, middle, place, fitting(place, 21, 38), f"{timber}-ink", font_weight="bold")
    if turn == 0:
        yield text(74, middle, "stays put", 17, "ink", text_anchor="start")
        if place == 0:
            yield text(74, middle + 20, "(bottom)", 16, "soft", text_anchor="start")
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
    shaft = path(arc, "found-line", fill="none", stroke_width=stroke, stroke_linecap="round")
    return group([shaft, polygon([(x + cx, y + cy) for cx, cy in corners], "found")])


def covered_table(instance: Dials, turns: Turns, left: float, top: float, width: float) -> tuple[Markup, float]:
    """The table, whose upper left corner is at (``left``, ``top``), and where it ends below.

    Columns are numbered clockwise from the top, as everywhere; where they do not fit side by side, they go on below.
    """
    rows = sorted(hidden_numbers(instance, turns), key=lambda row: (row[1], -row[0]))
    heading = "What lies covered, ring by ring and dial by dial:" if rows else "No number lies covered."
    shapes = [text(left, top + ROW / 2, heading, SIZE, "soft", text_anchor="start")]
    top += ROW
    longest = max((len(str(entry)) for _, _, entries in rows for entry in entries.values()), default=1)
    _, across = even_rows(instance.columns, int((width - LABEL) / (LETTER * 13 * max(2, longest) + 8)))
    for first in range(0, instance.columns if rows else 0, across):
        columns = range(first, min(first + across, instance.columns))
        block = _block(rows, columns, (width - LABEL) / across)
        shapes.append(group(block, transform=f"translate({point(left, top)})"))
        top += (len(rows) + 1) * ROW + 8
    return group(shapes, class_="covered"), top


Row = tuple[int, int, dict[int, int]]
"""A dial, a ring, and its covered numbers by column, all counted from 0."""


def _block(rows: list[Row], columns: range, step: float) -> Iterator[Markup]:
    """The rows' numbers in some of the columns, under the columns' numbers; its corner is at (0, 0)."""
    middles = {column: LABEL + (place + 0.5) * step for place, column in enumerate(columns)}
    yield text(0, ROW / 2, "column", 13, "soft", text_anchor="start")
    for column, x in middles.items():
        yield text(x, ROW / 2, column + 1, fitting(column + 1, 13, 0.9 * step), "soft")
    before = None
    for place, (dial, ring, entries) in enumerate(rows, 1):
        y = (place + 0.5) * ROW
        if ring != before:
            yield line(((0, y - ROW / 2), (LABEL + len(columns) * step, y - ROW / 2)), "hair", stroke_width=1)
            yield text(0, y, f"ring {ring + 1}", SIZE, "ink", text_anchor="start")
            before = ring
        timber = wood(dial)
        yield circle(66, y, 10, f"{timber} {timber}-edge", stroke_width=1)
        yield text(66, y, dial, fitting(dial, 14, 17), f"{timber}-ink")
        for column in columns:
            if column in entries:
                data = {"data_dial": dial, "data_ring": ring, "data_column": column}
                size = fitting(entries[column], SIZE, 0.92 * step)
                yield text(middles[column], y, entries[column], size, "soft covered-number", **data)
