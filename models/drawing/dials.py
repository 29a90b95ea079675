"""What do dials with holes look like from above, before and after they are turned?

Every dial is one group, cut out of wood with its teeth and windows and carrying all its own numbers,
also those that a dial above it covers. The dials lie on one another in their order, so what
shows is what would show on the table, and turning a group turns the dial.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from models.drawing.disc import Layout, outline
from models.drawing.palette import wood
from models.drawing.svg import (
    Markup,
    Picture,
    circle,
    element,
    group,
    line,
    number,
    path,
    point,
    polar,
    rect,
    text,
    tick,
    unique,
)
from models.grecian import Dials, Turns, column_sums, face

RADIUS = 200.0
RIM = 38.0
PLATE = RADIUS + RIM
"""The discs lie on a plate that carries the sums on its rim."""
GRAIN = 160
"""After so many pixels the lines in the wood repeat themselves."""
HEAD = 44.0
MARGIN = 10.0
CELL, CELL_HEIGHT = 152.0, 78.0
"""The room for saying how far one dial is turned."""

TURNING_STYLE = """\
.puzzle .dial{transform:rotate(var(--turn,0deg))}
.puzzle .dial .upright{transform:rotate(calc(-1*var(--turn,0deg)))}
"""
"""Style rules for a page that moves the dials: setting ``--turn`` of a dial's group, in degrees clockwise, turns
the dial and keeps its numbers upright."""


def draw(instance: Dials, answer: Turns | None = None, hidden: bool = False) -> str:
    """The dials as they stand; with ``answer`` before and after side by side, and how far each is turned."""
    return picture(instance, answer, hidden=hidden).svg()


def picture(instance: Dials, answer: Turns | None = None, hidden: bool = False, before: bool = True) -> Picture:
    """The same with a choice.

    Args:
        hidden: whether the numbers that lie covered are written faintly below those that cover them.
        before: whether the start is shown beside the answer.
    """
    start = (0,) * len(instance.dials)
    if answer is None:
        faces = [(_goal(instance), start)]
    elif before:
        faces = [("before", start), ("after", answer)]
    else:
        faces = [(_goal(instance), answer)]
    width = len(faces) * (2 * PLATE + 2 * MARGIN)
    body = [grains(instance)]
    for place, (caption, turns) in enumerate(faces):
        x = (2 * place + 1) * (PLATE + MARGIN)
        body.append(text(x, HEAD / 2 + 2, caption, 22, font_weight="bold"))
        layers = dials_layers(instance, turns, hidden)
        body.append(group(layers, class_="face", transform=f"translate({point(x, HEAD + PLATE)})"))
    height = HEAD + 2 * PLATE + MARGIN
    if len(faces) > 1:
        body.append(_arrow(width / 2, HEAD / 2 + 2))
    if answer is not None:
        strip, height = _turn_strip(instance, answer, width, height + MARGIN)
        body += strip
    title = f"{instance.name}, " + ("as it stands" if answer is None else "before and after" if before else "turned")
    body.insert(0, rect(0, 0, width, height, "paper", rx=12))
    return Picture(title, " ".join(_description(instance, answer)), width, height, tuple(body))


def dials_layers(instance: Dials, turns: Sequence[float], hidden: bool = False) -> list[Markup]:
    """The plate with the sums and every dial in a group of its own, all round (0, 0), the bottom dial first.

    Each dial is a ``<g class="dial" data-dial data-turn>``, rotated clockwise by its turn, which need not be a
    whole number of steps; a page that moves dials adds ``TURNING_STYLE``. The sums are those of whole steps.
    The layers belong into the body of a ``Picture`` that has the ``grains`` too.
    """
    layout = Layout(RADIUS, instance.rings, instance.columns)
    whole = tuple(round(turn) % instance.columns for turn in turns)
    layers = [sums_plate(instance, whole)]
    layers += [_dial(instance, place, turn, layout) for place, turn in enumerate(turns)]
    if hidden:
        layers.append(group(_covered_numbers(instance, whole, layout), class_="covered"))
    layers.append(_axle(instance, layout))
    return layers


def grains(instance: Dials) -> Markup:
    """The patterns of the woods, which a picture with dials in it has once."""
    return element("defs", *(_grain(place) for place in range(len(instance.dials))))


def sums_plate(instance: Dials, turns: Turns) -> Markup:
    """What the dials lie on, with the sum of every column on its rim; a right one is a filled badge with a tick."""
    parts = [circle(0, 0, PLATE, "plate hair", stroke_width=1.5)]
    radius, size = RADIUS + RIM / 2 + 1, min(15.0, 0.33 * 6.28 * RADIUS / instance.columns)
    alike = len(set(instance.targets)) == 1
    for column, (total, target) in enumerate(zip(column_sums(instance, turns), instance.targets, strict=True)):
        angle = column * 360 / instance.columns
        x, y = polar(radius, angle)
        beside = polar(radius, angle + 1.65 * size * 360 / (6.28 * radius))
        font = size * (1.15 if total < 100 else 0.85)
        if total == target:
            marks = [circle(x, y, size, "right"), text(x, y, total, font, "on-right sum", font_weight="bold")]
            marks.append(tick(*beside, 0.8 * size, "right-line"))
        else:
            marks = [circle(x, y, size, "hair", fill="none", stroke_width=1.2, stroke_dasharray="3 2.5")]
            marks.append(text(x, y, total, font, "ink sum"))
            if not alike:
                marks.append(text(*beside, f"≠{target}", 0.7 * size, "wrong"))
        parts.append(group(marks, data_column=column))
    return group(parts, class_="sums")


def _dial(instance: Dials, place: int, turn: float, layout: Layout) -> Markup:
    """One dial: its shadow, its wood, its edge and its numbers."""
    timber, rings = wood(place), instance.dials[place]
    shape = outline(layout, [[entry is not None for entry in ring] for ring in rings])
    angle = turn * layout.step
    parts = [
        path(shape, "shade", fill="none", stroke_width=9, stroke_opacity=0.12),
        path(shape, "shade", fill="none", stroke_width=5, stroke_opacity=0.22),
        path(shape, timber, fill_rule="evenodd"),
        element("path", d=shape, fill=f"url(#{unique(f'grain-{place}')})", fill_rule="evenodd"),
        path(shape, f"{timber}-edge", fill="none", stroke_width=1.2),
    ]
    for ring, entries in enumerate(rings):
        size = _size(layout, ring, entries)
        for column, entry in enumerate(entries):
            if entry is not None:
                x, y = polar(layout.middle(ring), column * layout.step)
                turned_back = f"rotate({number(-angle)})" if angle else None
                written = text(0, 0, entry, size, f"upright {timber}-ink", transform=turned_back)
                place_of = {"data_ring": ring, "data_column": column}
                parts.append(element("g", written, **place_of, transform=f"translate({point(x, y)})"))
    return group(
        parts,
        class_="dial",
        data_dial=place,
        data_turn=turn,
        style=f"--turn:{number(angle)}deg",
        transform=f"rotate({number(angle)})",
    )


def _grain(place: int) -> Markup:
    """A pattern of fine, almost straight lines; each dial's run another way, and turn with it."""
    waves = [
        f"M0 {y}C{GRAIN * 0.3:.0f} {y + bend} {GRAIN * 0.7:.0f} {y - bend} {GRAIN} {y}"
        for y, bend in ((2, 1.5), (5, 2), (6.5, 2.5), (11, 3), (14, 2), (15.5, 2.5), (19, 1), (22.5, 1.5))
    ]
    lines = [path(wave, "shade", fill="none", stroke_width=0.6, stroke_opacity=0.16) for wave in waves]
    return element(
        "pattern",
        *lines,
        id=unique(f"grain-{place}"),
        width=GRAIN,
        height=24,
        patternUnits="userSpaceOnUse",
        patternTransform=f"rotate({35 * place + 12})",
    )


def _size(layout: Layout, ring: int, entries: Sequence[int | None]) -> float:
    """The font size for a ring: what the longest of its numbers leaves room for."""
    longest = max((len(str(entry)) for entry in entries if entry is not None), default=1)
    return min(0.56 * layout.width, layout.room(ring) / (0.56 * max(longest, 2)))


def _axle(instance: Dials, layout: Layout) -> Markup:
    """The pin in the middle, with the number that every column is to reach, where there is one such number."""
    radius = min(0.66 * layout.hub, 34.0)
    parts = [circle(0, 0, radius, "brass brass-edge", stroke_width=1.5)]
    if len(set(instance.targets)) == 1:
        goal = str(instance.targets[0])
        parts.append(text(0, 0, goal, min(1.0, 2.2 / len(goal)) * radius, "brass-ink goal", font_weight="bold"))
    return group(parts, class_="axle")


def _covered_numbers(instance: Dials, turns: Turns, layout: Layout) -> Iterator[Markup]:
    """The numbers that lie under each number that shows, the upper ones first, small and faint."""
    shown = face(instance, turns)
    for ring in range(instance.rings):
        for column in range(instance.columns):
            seen = shown[ring][column]
            under = [] if seen is None else _under(instance, turns, ring, column, seen[1])
            if seen and under:
                size = min(0.24 * layout.width, 0.9 * layout.room(ring) / (0.5 * len(" ".join(under))))
                x, y = polar(layout.middle(ring), column * layout.step)
                ink = f"{wood(seen[1])}-ink"
                yield text(x, y + 0.36 * layout.width, " ".join(under), size, ink, opacity=0.75)


def _under(instance: Dials, turns: Turns, ring: int, column: int, top: int) -> list[str]:
    entries = [instance.dials[dial][ring][(column - turns[dial]) % instance.columns] for dial in range(top)]
    return [str(entry) for entry in reversed(entries) if entry is not None]


def _turn_strip(instance: Dials, answer: Turns, width: float, top: float) -> tuple[list[Markup], float]:
    """How far each dial is turned, in rows below ``top``; and where the last row ends."""
    across = min(len(answer), int((width - MARGIN) // CELL))
    room = min((width - MARGIN) / across, 1.25 * CELL)
    strip = []
    for place, turn in enumerate(answer):
        row, column = divmod(place, across)
        inside = room * min(len(answer) - row * across, across)
        x, y = (width - inside) / 2 + column * room + (room - CELL) / 2, top + row * CELL_HEIGHT
        cell = _turn_cell(place, turn, instance.columns)
        strip.append(group(cell, class_="turn", data_dial=place, transform=f"translate({point(x, y)})"))
    return strip, top + -(-len(answer) // across) * CELL_HEIGHT + MARGIN


def _turn_cell(place: int, turn: int, columns: int) -> Iterator[Markup]:
    """A small dial with an arrow from where its top was to where it comes, and both ways of turning it."""
    timber, middle = wood(place), CELL_HEIGHT / 2
    yield circle(38, middle, 24, f"{timber} {timber}-edge", stroke_width=1.2)
    yield text(38, middle, place, 21, f"{timber}-ink", font_weight="bold")
    if turn == 0:
        yield text(72, middle, "stays put", 17, "ink", text_anchor="start")
        return
    back = columns - turn
    near, far = ((turn, 1), (back, -1)) if turn <= back else ((back, -1), (turn, 1))
    yield _sweep(38, middle, 31, near[0] * near[1] * 360 / columns)
    yield text(112, middle - 13, near[0], 23, "ink", text_anchor="end", font_weight="bold")
    yield _sweep(130, middle - 13, 8.5, 270 * near[1], start=-135 * near[1])
    yield text(112, middle + 15, f"or {far[0]}", 18, "soft", text_anchor="end")
    yield _sweep(130, middle + 15, 7, 270 * far[1], start=-135 * far[1])


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


def _arrow(x: float, y: float) -> Markup:
    """From before to after."""
    shaft = line(((x - 34, y), (x + 22, y)), "found-line", stroke_width=4, stroke_linecap="round")
    return group([shaft, path(f"M{point(x + 18, y - 10)}L{point(x + 36, y)}L{point(x + 18, y + 10)}Z", "found")])


def _goal(instance: Dials) -> str:
    if len(set(instance.targets)) == 1:
        return f"every column must sum to {instance.targets[0]}"
    return "every column has its own sum to reach"


def _description(instance: Dials, answer: Turns | None) -> Iterator[str]:
    """The picture in words."""
    yield (
        f"{len(instance.dials)} wooden dials with teeth and holes lie on one another, seen from above: "
        f"{instance.rings} rings and {instance.columns} columns of numbers, column 1 at the top, the others clockwise."
    )
    yield _goal(instance).capitalize() + "."
    if answer is not None:
        turns = ", ".join(f"dial {dial} by {turn}" for dial, turn in enumerate(answer))
        yield f"Turned clockwise from the start: {turns}; dial 0 is the bottom one."
    shown_turns = answer or (0,) * len(instance.dials)
    yield "What shows" + (" after turning" if answer else "") + ", from the outermost ring inwards:"
    for ring in face(instance, shown_turns):
        yield " ".join(str(seen[0]) if seen else "–" for seen in ring) + ";"
    sums = column_sums(instance, shown_turns)
    right = sum(map(int.__eq__, sums, instance.targets))
    yield f"the columns sum to {' '.join(map(str, sums))}, of which {right} of {len(sums)} are right."
