"""Which numbers lie covered at one moment? A table below the dials: a row for each dial in each ring."""

from __future__ import annotations

from collections.abc import Iterator

from models.grecian.model import Dials, Turns, face
from models.kit.palette import wood
from models.kit.svg import LETTER, Markup, circle, fitting, group, line, point, text

ROW = 24.0
SIZE = 15.0
LABEL = 84.0
"""The room for the ring and the dial at the head of a row."""


def covered_table(instance: Dials, turns: Turns, left: float, top: float, width: float) -> tuple[Markup, float]:
    """The table, whose upper left corner is at (``left``, ``top``), and where it ends below.

    Columns are numbered clockwise from the top, as everywhere; where they do not fit side by side, they go on below.
    """
    rows = list(_rows(instance, turns))
    heading = "What lies covered, ring by ring and dial by dial:" if rows else "No number lies covered."
    shapes = [text(left, top + ROW / 2, heading, SIZE, "soft", text_anchor="start")]
    top += ROW
    longest = max((len(str(entry)) for _, _, entries in rows for entry in entries.values()), default=1)
    across = max(1, min(instance.columns, int((width - LABEL) / (LETTER * 13 * max(2, longest) + 8))))
    blocks = -(-instance.columns // across)
    across = -(-instance.columns // blocks)
    for first in range(0, instance.columns if rows else 0, across):
        columns = range(first, min(first + across, instance.columns))
        block = _block(rows, columns, (width - LABEL) / across)
        shapes.append(group(block, transform=f"translate({point(left, top)})"))
        top += (len(rows) + 1) * ROW + 8
    return group(shapes, class_="covered"), top


Row = tuple[int, int, dict[int, int]]
"""A ring, a dial, and its covered numbers by column, all counted from 0."""


def _rows(instance: Dials, turns: Turns) -> Iterator[Row]:
    shown = face(instance, turns)
    for ring in range(instance.rings):
        for dial, turn in reversed(list(enumerate(turns))):
            entries: dict[int, int] = {}
            for column in range(instance.columns):
                entry, seen = instance.dials[dial][ring][(column - turn) % instance.columns], shown[ring][column]
                if entry is not None and seen is not None and seen[1] != dial:
                    entries[column] = entry
            if entries:
                yield ring, dial, entries


def _block(rows: list[Row], columns: range, step: float) -> Iterator[Markup]:
    """The rows' numbers in some of the columns, under the columns' numbers; its corner is at (0, 0)."""
    middles = {column: LABEL + (place + 0.5) * step for place, column in enumerate(columns)}
    yield text(0, ROW / 2, "column", 13, "soft", text_anchor="start")
    for column, x in middles.items():
        yield text(x, ROW / 2, column + 1, fitting(column + 1, 13, 0.9 * step), "soft")
    before = None
    for place, (ring, dial, entries) in enumerate(rows, 1):
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
