"""The shape of one dial, round (0, 0): a disc with teeth round its edge and holes through which the dial below shows.

Rings run from the outermost, 0, to the innermost; the hub within is always solid. A hole in the outermost ring of a
dial is a notch between two teeth; a hole further in is a window, and those that follow each other are one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from math import degrees, pi

from models.kit.svg import number, point, polar

Solid = Sequence[Sequence[bool]]
"""For each ring from the outermost, for each column clockwise: whether there is wood."""


@dataclass(frozen=True)
class DiscLayout:
    """Where rings and columns are on discs, the largest of which has the ``radius``."""

    radius: float
    rings: int
    columns: int

    @property
    def hub(self) -> float:
        """The radius within the innermost ring; such that the places there are about as wide as they are high."""
        around = 0.8 * self.columns / (2 * pi)
        return max(0.16 * self.radius, self.radius * (around - 0.5) / (self.rings + around - 0.5))

    @property
    def width(self) -> float:
        return (self.radius - self.hub) / self.rings

    @property
    def step(self) -> float:
        return 360 / self.columns

    def outer(self, ring: int) -> float:
        return self.radius - ring * self.width

    def middle(self, ring: int) -> float:
        return self.outer(ring) - self.width / 2

    def room(self, ring: int) -> float:
        chord = self.middle(ring) * min(2 * pi / self.columns, 1.2)
        return min(0.78 * chord, 0.9 * self.width)


def outline(layout: DiscLayout, solid: Solid) -> str:
    """The path of a disc with its teeth and windows, to be filled by the even-odd rule."""
    reach = next((ring for ring, places in enumerate(solid) if any(places)), layout.rings)
    # For each column the first ring with wood, from the outside; the hub if there is none.
    edge = [
        next((ring for ring in range(reach, len(solid)) if solid[ring][column]), len(solid))
        for column in range(layout.columns)
    ]
    # Round where every column begins alike, else out and in from column to column.
    sides = [
        ((column - 0.5) * layout.step, layout.outer(edge[column - 1]), layout.outer(edge[column]))
        for column in range(layout.columns)
        if edge[column] != edge[column - 1]
    ]
    margin, radius = 0.06 * layout.width, layout.outer(reach)
    top, bottom, r = point(*polar(radius, 0)), point(*polar(radius, 180)), number(radius)
    round_ = f"M{top}A{r} {r} 0 0 1 {bottom}A{r} {r} 0 0 1 {top}Z"
    paths = [_filleted(sides, 0.12 * layout.width, 360) if sides else round_]
    for column in range(layout.columns):
        for is_wood, rings in groupby(range(edge[column], len(solid)), key=lambda ring: solid[ring][column]):
            opening = list(rings)
            if not is_wood:
                outside, inside = layout.outer(opening[0]) - margin, layout.outer(opening[-1] + 1) + margin
                half, middle = layout.step / 2 - degrees(margin / outside), column * layout.step
                window = [(middle - half, inside, outside), (middle + half, outside, inside)]
                paths.append(_filleted(window, 0.16 * layout.width, 0))
    return "".join(paths)


Side = tuple[float, float, float]
"""A straight side that points at the middle: its angle, the radius where it begins and the one where it ends."""


def _filleted(sides: Sequence[Side], fillet: float, round_about: float) -> str:
    """A closed path along straight sides and the arcs that join them, with its corners rounded.

    ``round_about`` is 360 where the path goes once round the middle, 0 where it comes back.
    """
    following = [*sides[1:], (sides[0][0] + round_about, *sides[0][1:])]
    sweeps = [after[0] - side[0] for side, after in zip(sides, following, strict=True)]

    def rounding(radius: float, sweep: float) -> float:
        turn = min(degrees(fillet / radius), abs(sweep) / 3)
        return turn if sweep > 0 else -turn

    def arc(radius: float, sweep: float, end: float) -> str:
        shortened = abs(sweep) - 2 * abs(rounding(radius, sweep))
        r = number(radius)
        return f"A{r} {r} 0 {int(shortened > 180)} {int(sweep > 0)} {point(*polar(radius, end))}"

    path = ""
    for place, (angle, begin, end) in enumerate(sides):
        come, go = sweeps[place - 1], sweeps[place]
        along = min(fillet, abs(end - begin) / 2) * (1 if end > begin else -1)
        arrival = angle - rounding(begin, come)
        path += arc(begin, come, arrival) if path else f"M{point(*polar(begin, arrival))}"
        path += f"Q{point(*polar(begin, angle))} {point(*polar(begin + along, angle))}"
        path += f"L{point(*polar(end - along, angle))}"
        path += f"Q{point(*polar(end, angle))} {point(*polar(end, angle + rounding(end, go)))}"
    angle, begin, _ = sides[0]
    return path + arc(begin, sweeps[-1], angle - rounding(begin, sweeps[-1])) + "Z"
