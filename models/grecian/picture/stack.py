"""A stack of dials seen from above at one moment, with the sums of the columns on the rim of the plate below.

Every dial is one group, cut out of wood with its teeth and windows and carrying all its own numbers. The dials lie on
one another in their order, so what shows is what would show on the table, and turning a group turns the dial. A hole in
the outermost ring of a dial is a notch between two teeth; one further in is a window, and those that follow are one.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from math import degrees, pi

from models.drawing import ROTOR
from models.grecian.instance import Dials, Turns, column_sums
from models.kit.palette import wood
from models.kit.svg import (
    LETTER,
    Markup,
    circle,
    element,
    fitting,
    group,
    number,
    path,
    point,
    polar,
    rect,
    text,
    tick,
    unique,
)

RADIUS = 200.0  # of the dials
GRAIN = 160  # after so many pixels the lines in the wood repeat themselves
RIM, BROAD_RIM = 38.0, 58.0  # how wide the rim is; the broad one has room for long sums, and for two lines
COLUMN_FONT_SIZE, LARGE_COLUMN_FONT_SIZE = 15.5, 18.5  # the size of the numbers of the columns
BEYOND = 19.0  # the room that they take around the plate


Solid = Sequence[Sequence[bool]]
"""For each ring from the outermost, for each column clockwise: whether there is wood."""


@dataclass(frozen=True)
class DiscLayout:
    """Where rings and columns are on discs, the largest of which has the radius ``RADIUS``."""

    rings: int
    columns: int

    @property
    def hub(self) -> float:
        """The radius within the innermost ring; such that the places there are about as wide as they are high."""
        around = 0.8 * self.columns / (2 * pi)
        return max(0.16 * RADIUS, RADIUS * (around - 0.5) / (self.rings + around - 0.5))

    @property
    def width(self) -> float:
        return (RADIUS - self.hub) / self.rings

    @property
    def step(self) -> float:
        return 360 / self.columns

    def outer(self, ring: int) -> float:
        return RADIUS - ring * self.width

    def middle(self, ring: int) -> float:
        return self.outer(ring) - self.width / 2

    def room(self, ring: int) -> float:
        chord = self.middle(ring) * min(2 * pi / self.columns, 1.2)
        return min(0.78 * chord, 0.9 * self.width)


def face_layers(instance: Dials, turns: Sequence[float]) -> list[Markup]:
    """The plate with the sums and every dial in a group of its own, all round (0, 0), the bottom dial first.

    Each dial is rotated by its turn, which need not be whole. The picture needs the ``grains`` too.
    """
    layout = DiscLayout(instance.rings, instance.columns)
    whole = tuple(round(turn) % instance.columns for turn in turns)
    dials = [_dial(instance, place, turn, layout) for place, turn in enumerate(turns)]
    return [sums_plate(instance, whole), *dials, _axle(instance, layout)]


def lit_columns(instance: Dials, columns: Collection[int]) -> Markup:
    layout = DiscLayout(instance.rings, instance.columns)
    outer, inner, half = plate_radius(instance) - 2, 0.8 * layout.hub, min(layout.step / 2, 60.0)
    frames = []
    for column in sorted(columns):
        low, high = column * layout.step - half, column * layout.step + half
        corners = [point(*polar(radius, angle)) for radius, angle in ((outer, low), (outer, high), (inner, high))]
        r, s = number(outer), number(inner)
        d = f"M{corners[0]}A{r} {r} 0 0 1 {corners[1]}L{corners[2]}A{s} {s} 0 0 0 {point(*polar(inner, low))}Z"
        # Dark with light in it, so that it stands out from every wood.
        frames.append(path(d, "lit-line", fill="none", stroke_width=7.5, data_column=column))
        frames.append(path(d, "glow", fill="none", stroke_width=3.5))
    return group(frames, class_="lit-columns")


def grains(instance: Dials) -> Markup:
    """The patterns of the woods, which a picture with dials in it has once."""
    return element("defs", *(_grain(place) for place in range(len(instance.dials))))


def _dial(instance: Dials, place: int, turn: float, layout: DiscLayout) -> Markup:
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
        longest = max((len(str(entry)) for entry in entries if entry is not None), default=1)
        size = min(0.56 * layout.width, layout.room(ring) / (LETTER * max(longest, 2)))
        for column, entry in enumerate(entries):
            if entry is not None:
                x, y = polar(layout.middle(ring), column * layout.step)
                turned_back = f"rotate({number(-angle)})" if angle else None
                written = text(0, 0, entry, size, f"upright {timber}-ink", transform=turned_back)
                place_of = {"data_ring": ring, "data_column": column}
                parts.append(element("g", written, **place_of, transform=f"translate({point(x, y)})"))
    return group(
        parts,
        class_=f"dial {ROTOR}",
        data_dial=place,
        data_rotor=place,
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


def _axle(instance: Dials, layout: DiscLayout) -> Markup:
    radius = min(0.66 * layout.hub, 34.0)
    parts = [circle(0, 0, radius, "brass brass-edge", stroke_width=1.5)]
    if instance.goal is not None:
        goal = str(instance.goal)
        parts.append(text(0, 0, goal, min(1.0, 2.2 / len(goal)) * radius, "brass-ink goal", font_weight="bold"))
    return group(parts, class_="axle")


def plate_radius(instance: Dials) -> float:
    return RADIUS + _rim(instance)


def sums_plate(instance: Dials, turns: Turns | None) -> Markup:
    """The plate under the dials, round (0, 0): column by column the sum after ``turns``, if any, and its number."""
    rim = _rim(instance)
    middle = RADIUS + rim / 2 + 1
    room = 2 * pi * middle / instance.columns
    parts = [circle(0, 0, RADIUS + rim, "plate hair", stroke_width=1.5)]
    numbers = []
    sums = column_sums(instance, turns or (0,) * len(instance.dials))
    for column, (total, target) in enumerate(zip(sums, instance.targets, strict=True)):
        angle = column * 360 / instance.columns
        if turns is None:
            marks: Iterator[Markup] = iter(())
        elif instance.goal is None:
            marks = _two_lines(*polar(middle, angle), total, target, min(rim - 4, 0.92 * room))
        else:
            size = min(0.4 * rim, 0.33 * room)
            beside = polar(middle, angle + 1.65 * size * 360 / (2 * pi * middle))
            marks = _round_badge(*polar(middle, angle), total, total == target, size, beside)
        parts.append(group(marks, data_column=column))
        # Where there are no sums the picture is played on, perhaps on a narrow phone.
        size = min(COLUMN_FONT_SIZE if turns else LARGE_COLUMN_FONT_SIZE, pi * RADIUS / instance.columns)
        outside = polar(RADIUS + rim + BEYOND / 2, angle)
        numbers.append(text(*outside, column + 1, size, "soft", data_column=column))
    return group([group(parts, class_="sums"), group(numbers, class_="columns")])


def _rim(instance: Dials) -> float:
    longest = max(len(str(target)) for target in instance.targets)
    return RIM if instance.goal is not None and longest <= 3 else BROAD_RIM


def _round_badge(
    x: float, y: float, total: int, right: bool, size: float, beside: tuple[float, float]
) -> Iterator[Markup]:
    font = fitting(total, 1.15 * size, 1.75 * size)
    if right:
        yield circle(x, y, size, "right")
        yield text(x, y, total, font, "on-right sum", font_weight="bold")
        yield tick(*beside, 0.8 * size, "right-line")
    else:
        yield circle(x, y, size, "hair", fill="none", stroke_width=1.2, stroke_dasharray="3 2.5")
        yield text(x, y, total, font, "ink sum")


def _two_lines(x: float, y: float, total: int, target: int, width: float) -> Iterator[Markup]:
    line = min(17.0, 0.55 * width)
    corner = (x - width / 2, y - 1.15 * line, width, 2.3 * line)
    wanted = "" if total == target else f"≠{target}"
    font = fitting(max(str(total), wanted, key=len), 0.92 * line, 0.94 * width)
    if total == target:
        yield rect(*corner, "right", rx=0.4 * line)
        yield text(x, y - 0.5 * line, total, font, "on-right sum", font_weight="bold")
        yield tick(x, y + 0.55 * line, 0.7 * line, "on-right-line")
    else:
        yield rect(*corner, "hair", fill="none", rx=0.4 * line, stroke_width=1.2, stroke_dasharray="3 2.5")
        yield text(x, y - 0.5 * line, total, font, "ink sum")
        yield text(x, y + 0.55 * line, wanted, font, "wrong wanted")


# The shape of one dial: rings run from the outermost, 0, to the innermost, and the hub within is always solid


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
