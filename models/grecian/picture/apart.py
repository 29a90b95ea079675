"""The dials one by one, for paper, on which no dial can be lifted: each whole, as it lies."""

from __future__ import annotations

from models.grecian.instance import Dials
from models.grecian.picture.stack import face_layers, layout_of
from models.kit.svg import Markup, group, number, point, text

SCALE = 0.7
"""How large they are beside the stack: a small one fits beside a large one, and all on one sheet."""

LINE, SIZE, GAP = 28.0, 17.0, 14.0
"""The height of a line of text, the size of its letters, and the room between dials."""


def dials_apart(instance: Dials, left: float, top: float, width: float) -> tuple[Markup, float]:
    """The dials in rows from the upper left corner (``left``, ``top``), and where they end.

    Each comes into the first row that has room for it, so that the small ones stand beside the large ones.
    """
    layout, layers = layout_of(instance), face_layers(instance, (0,) * len(instance.dials))
    rows: list[list[tuple[int, float]]] = []
    for dial, rings in enumerate(instance.dials):
        reach = next((ring for ring, entries in enumerate(rings) if set(entries) != {None}), 0)
        size = 2 * SCALE * layout.outer(reach)
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
