"""What stands below the dials or without them: each turn, a table of what lies covered, and dials one by one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from models.grecian.instance import Dials, Turns, hidden_numbers
from models.grecian.picture.stack import RADIUS, DiscLayout, face_layers, grains
from models.kit.palette import wood
from models.kit.svg import (
    LETTER,
    Markup,
    Picture,
    circle,
    even_rows,
    fitting,
    group,
    line,
    number,
    on_paper,
    path,
    placed,
    point,
    polar,
    polygon,
    text,
)
from models.mistakes import Mistake

TURN_WIDTH, TURN_HEIGHT = 156.0, 78.0  # the room for how far one dial is turned
ROW, SIZE = 24.0, 15.0  # the height of a row of the table, and of its letters
SCALE = 0.7  # of dials one by one: a small one fits beside a large one, and all on one sheet
HEAD, MARGIN = 44.0, 16.0
LINE, HEADING_SIZE, GAP = 28.0, 17.0, 14.0  # a line of text, its letters, and the room between dials
LABEL = 84.0  # the room for the ring and the dial at the head of a row


def turn_strip(answer: Turns, columns: int, width: float, top: float) -> tuple[list[Markup], float]:
    """How far each dial is turned, in rows below ``top``; and where the last row ends."""
    rows, across = even_rows(len(answer), int(width // TURN_WIDTH))
    room = min(width / across, 1.25 * TURN_WIDTH)
    strip = []
    for place, turn in enumerate(answer):
        row, column = divmod(place, across)
        inside = room * min(len(answer) - row * across, across)
        x, y = (width - inside) / 2 + column * room + (room - TURN_WIDTH) / 2, top + row * TURN_HEIGHT
        strip.append(placed(x, y, _turn_cell(place, turn, columns), class_="turn", data_dial=place))
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
    """The table, whose upper left corner is at (``left``, ``top``), and where it ends below; it may be folded."""
    rows = sorted(hidden_numbers(instance, turns), key=lambda row: (row[1], -row[0]))
    heading = "What lies covered, ring by ring and dial by dial:" if rows else "No number lies covered."
    shapes = [text(left, top + ROW / 2, heading, SIZE, "soft", text_anchor="start")]
    top += ROW
    longest = max((len(str(entry)) for _, _, entries in rows for entry in entries.values()), default=1)
    _, across = even_rows(instance.columns, int((width - LABEL) / (LETTER * 13 * max(2, longest) + 8)))
    for first in range(0, instance.columns if rows else 0, across):
        columns = range(first, min(first + across, instance.columns))
        shapes.append(placed(left, top, _block(rows, columns, (width - LABEL) / across)))
        top += (len(rows) + 1) * ROW + 8
    return group(shapes, class_="covered"), top


def _block(rows: list[tuple[int, int, dict[int, int]]], columns: range, step: float) -> Iterator[Markup]:
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


def dials_apart(instance: Dials, left: float, top: float, width: float) -> tuple[Markup, float]:
    """The dials in rows from an upper left corner, each in the first row with room, and where they end."""
    layout, layers = DiscLayout(instance.rings, instance.columns), face_layers(instance, (0,) * len(instance.dials))
    rows: list[list[tuple[int, float]]] = []
    for dial in range(len(instance.dials)):
        size = 2 * SCALE * layout.outer(instance.reach(dial))
        with_room = (row for row in rows if sum(taken + GAP for _, taken in row) + size <= width)
        if (row := next(with_room, None)) is None:
            rows.append(row := [])
        row.append((dial, size))
    heading = "The dials one by one as they lie, column 1 at the top:"
    shapes = [text(left, top + LINE / 2, heading, HEADING_SIZE, text_anchor="start")]
    top += LINE
    for row in rows:
        x = left
        for dial, size in row:
            caption = f"dial {dial}" + " (bottom)" * (dial == 0)
            shapes.append(text(x + size / 2, top + LINE / 2, caption, HEADING_SIZE, font_weight="bold"))
            where = f"translate({point(x + size / 2, top + LINE + size / 2)}) scale({number(SCALE)})"
            shapes.append(group([layers[1 + dial]], transform=where))
            x += size + GAP
        top += LINE + max(size for _, size in row) + GAP
    return group(shapes, class_="apart"), top


def wrong_picture(instance: Dials, mistakes: Sequence[Mistake]) -> Picture | None:
    """Each dial with a mistake on it, alone; None where the mistakes are about no single dial."""
    marked: dict[int, list[tuple[int, int | None]]] = {}
    for kind, *numbers in (mistake.key for mistake in mistakes):
        if kind not in ("cell", "swapped", "shift", "reversed") or not all(isinstance(n, int) for n in numbers):
            continue
        dial, *place = map(int, numbers)
        marks = marked.setdefault(dial, [])
        if len(place) == 2:
            marks += [(place[0], place[1] + further) for further in range(2 if kind == "swapped" else 1)]
        elif kind != "swapped":
            marks += [(ring, None) for ring in place]
    if not marked:
        return None
    width = 2 * (RADIUS + MARGIN)
    layers, body = face_layers(instance, (0,) * len(instance.dials)), [grains(instance)]
    height = 0.0
    for dial, marks in sorted(marked.items()):
        body.append(text(width / 2, height + HEAD / 2 + 4, f"dial {dial} as it was copied", 21, font_weight="bold"))
        reach = min([*instance.printed_rings(dial), *(ring for ring, _ in marks)], default=0)
        scale = RADIUS / DiscLayout(instance.rings, instance.columns).outer(reach)
        placed = f"translate({point(width / 2, height + HEAD + RADIUS)}) scale({number(scale)})"
        shapes = [layers[1 + dial], *(_mark(instance, ring, home) for ring, home in marks)]
        body.append(group(shapes, transform=placed, data_dial=dial))
        height += HEAD + 2 * RADIUS + MARGIN
    words = "; ".join(map(str, mistakes)) + "."
    return on_paper(f"{instance.name}, what may be wrong", [words], width, height, body, rx=12)


def _mark(instance: Dials, ring: int, home: int | None) -> Markup:
    """A frame round a cell, or where there is none round the whole ring."""
    layout = DiscLayout(instance.rings, instance.columns)
    if home is None:
        edges = (layout.outer(ring), layout.outer(ring + 1))
        return group([circle(0, 0, radius - 1, "wrong-line", fill="none", stroke_width=4) for radius in edges])
    size = 0.62 * max(0.8 * layout.width, layout.room(ring))
    x, y = polar(layout.middle(ring), home % instance.columns * layout.step)
    edge = circle(x, y, size, "lit-line", fill="none", stroke_width=7)
    return group([edge, circle(x, y, size, "glow", fill="none", stroke_width=3.5)])
