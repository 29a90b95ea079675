"""The dials one by one: for paper, on which no dial can be lifted, and with frames round what may be copied wrongly."""

from __future__ import annotations

from collections.abc import Sequence

from models.grecian.instance import Dials
from models.grecian.picture.stack import RADIUS, face_layers, grains, layout_of
from models.kit.sheet import on_paper
from models.kit.svg import Markup, Picture, circle, group, number, point, polar, text
from models.mistakes import Mistake

SCALE = 0.7
"""How large they are beside the stack: a small one fits beside a large one, and all on one sheet."""

HEAD, MARGIN = 44.0, 16.0

LINE, SIZE, GAP = 28.0, 17.0, 14.0
"""The height of a line of text, the size of its letters, and the room between dials."""


def dials_apart(instance: Dials, left: float, top: float, width: float) -> tuple[Markup, float]:
    """The dials in rows from the upper left corner (``left``, ``top``), and where they end.

    Each comes into the first row that has room for it, so that the small ones stand beside the large ones.
    """
    layout, layers = layout_of(instance), face_layers(instance, (0,) * len(instance.dials))
    rows: list[list[tuple[int, float]]] = []
    for dial in range(len(instance.dials)):
        size = 2 * SCALE * layout.outer(instance.reach(dial))
        with_room = (row for row in rows if sum(taken + GAP for _, taken in row) + size <= width)
        row = next(with_room, None)
        if row is None:
            rows.append(row := [])
        row.append((dial, size))
    heading = "The dials one by one as they lie, column 1 at the top:"
    shapes = [text(left, top + LINE / 2, heading, SIZE, text_anchor="start")]
    top += LINE
    for row in rows:
        x = left
        for dial, size in row:
            said = f"dial {dial}" + " (bottom)" * (dial == 0)
            shapes.append(text(x + size / 2, top + LINE / 2, said, SIZE, font_weight="bold"))
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
        scale = RADIUS / layout_of(instance).outer(reach)
        placed = f"translate({point(width / 2, height + HEAD + RADIUS)}) scale({number(scale)})"
        shapes = [layers[1 + dial], *(_mark(instance, ring, home) for ring, home in marks)]
        body.append(group(shapes, transform=placed, data_dial=dial))
        height += HEAD + 2 * RADIUS + MARGIN
    words = "; ".join(map(str, mistakes)) + "."
    return on_paper(f"{instance.name}, what may be wrong", [words], width, height, body, rx=12)


def _mark(instance: Dials, ring: int, home: int | None) -> Markup:
    """A frame round a cell, or where there is none round the whole ring."""
    layout = layout_of(instance)
    if home is None:
        edges = (layout.outer(ring), layout.outer(ring + 1))
        return group([circle(0, 0, radius - 1, "wrong-line", fill="none", stroke_width=4) for radius in edges])
    size = 0.62 * max(0.8 * layout.width, layout.room(ring))
    x, y = polar(layout.middle(ring), home % instance.columns * layout.step)
    edge = circle(x, y, size, "lit-line", fill="none", stroke_width=7)
    return group([edge, circle(x, y, size, "glow", fill="none", stroke_width=3.5)])
