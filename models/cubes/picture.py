"""Pictures of cubes, unfolded and stacked: every face has a colour and its letter."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import chain, cycle

from models.cubes.instance import Cubes, Placement, Stacking
from models.cubes.towers import SIDES
from models.deductions import Conflict
from models.drawing import Drawing
from models.formulation import Formulation
from models.kit.palette import FACES
from models.kit.svg import Markup, Picture, element, group, point, polygon, rect, text, tick
from models.mistakes import Mistake

FACE = 44.0
NET = {1: (1, 0), 6: (0, 1), 2: (1, 1), 3: (2, 1), 4: (1, 2), 5: (1, 3)}
"""Where the faces are in the unfolding: column and row."""
MARGIN = 18.0
HEAD = 30.0
NET_WIDTH, NET_HEIGHT = 3 * FACE + 26, 4 * FACE + HEAD + 18
MOST_ACROSS = 4
DEPTH = (0.5 * FACE, -0.3 * FACE)
"""How the tower's right side runs away from the eye."""

LIKELY = {"R": 0, "B": 1, "G": 2, "Y": 3, "W": 4, "O": 5, "S": 6, "P": 7, "K": 8, "N": 9, "V": 11}
"""The colours that these letters mostly stand for, as places in ``FACES``; others get what is left."""

Paint = Mapping[str, tuple[str, str]]


class CubesDrawing(Drawing[Cubes, Stacking]):
    """The cubes unfolded, the tower below them, and the cubes of a conflict framed."""

    def picture(self, instance: Cubes, answer: Stacking | None = None) -> str:
        return picture(instance, answer).svg()

    def conflict(self, instance: Cubes, stated: Formulation[Cubes, Stacking], conflict: Conflict) -> str | None:
        """The cubes unfolded, those of the conflict framed; None where it is about none."""
        cubes = {int(part.key[1]) + 1 for part in conflict.parts if part.key[0] == "cube"}
        return picture(instance, lit=cubes).svg() if cubes else None

    def wrong(self, instance: Cubes, mistakes: Sequence[Mistake]) -> str | None:
        """The cubes unfolded, those framed that may have been copied wrongly."""
        keys = [mistake.key for mistake in mistakes]
        cubes = {int(key[1]) + 1 for key in keys if key[0] == "face"}
        cubes |= {int(cube) + 1 for key in keys if key[0] == "unfolded" for cube in key[1:]}
        return picture(instance, lit=cubes).svg() if cubes else None


DRAWING = CubesDrawing()


def picture(instance: Cubes, answer: Stacking | None = None, lit: Collection[int] = ()) -> Picture:
    """The cubes unfolded, those numbered in ``lit`` framed; with ``answer`` the tower, its four sides rolled out."""
    paint = painting(instance.colours)
    parts: list[Markup] = []
    rows = max(1, -(-len(instance.cubes) // MOST_ACROSS))
    across = max(1, -(-len(instance.cubes) // rows))
    width = max(across * NET_WIDTH, TOWER_WIDTH if answer else 0) + 2 * MARGIN - 26
    height = MARGIN
    left = (width - across * NET_WIDTH + 26) / 2
    for place, faces in enumerate(instance.cubes):
        row, column = divmod(place, across)
        where = point(left + column * NET_WIDTH, height + row * NET_HEIGHT)
        net = _net(place + 1, faces, paint, place + 1 in lit)
        parts.append(group(net, class_="net", data_cube=place + 1, transform=f"translate({where})"))
    height += rows * NET_HEIGHT
    if answer is not None:
        left = (width - TOWER_WIDTH) / 2
        tower = group(_tower(instance, answer, paint), class_="tower", transform=f"translate({point(left, height)})")
        parts.append(tower)
        height += HEAD + 26 + len(answer) * FACE + 40
    parts.insert(0, rect(0, 0, width, height, "paper", rx=10))
    title = f"{instance.name}, " + ("unfolded" if answer is None else "stacked")
    return Picture(title, " ".join(_description(instance, answer, lit)), width, height, tuple(parts))


def painting(colours: tuple[str, ...]) -> Paint:
    """For each colour the paint of its faces and the ink of its letter."""
    chosen: dict[str, int] = {}
    for colour in colours:
        likely = LIKELY.get(colour.upper())
        if likely is not None and likely not in chosen.values():
            chosen[colour] = likely
    free = [place for place in range(len(FACES)) if place not in chosen.values()]
    rest = [colour for colour in colours if colour not in chosen]
    chosen |= zip(rest, chain(free, cycle(range(len(FACES)))), strict=False)
    return {colour: FACES[place] for colour, place in chosen.items()}


def _net(cube: int, faces: tuple[str, ...], paint: Paint, lit: bool) -> Iterator[Markup]:
    if lit:
        area = (-10.0, -8.0, 3 * FACE + 20, NET_HEIGHT - 4)
        yield rect(*area, "lit", rx=10)
        yield rect(*area, "lit-line", rx=10, fill="none", stroke_width=3)
    yield text(1.5 * FACE, HEAD / 2 - 2, f"cube {cube}", 17, font_weight="bold")
    for number, (column, row) in NET.items():
        x, y = column * FACE, HEAD + row * FACE
        yield _face(x, y, faces[number - 1], paint, aside=4, data_face=number)
        yield text(x + 9.5, y + 11, number, 15, fill=paint[faces[number - 1]][1], class_="face-number")


def _face(
    x: float, y: float, colour: str, paint: Paint, side: float = FACE, aside: float = 0, **data: int | str
) -> Markup:
    """One face: paint, letter, and an edge; the letter stands ``aside`` of the middle to leave room for a number."""
    fill, ink = paint[colour]
    size = 0.56 * side / max(1.0, 0.62 * len(colour))
    where = (x + side / 2 + aside, y + side / 2 + aside)
    letter = text(*where, colour, size, "letter", fill=ink, font_weight="bold")
    square = rect(x + 1, y + 1, side - 2, side - 2, "line", fill=fill, rx=0.1 * side, stroke_width=1.4)
    return element("g", square, letter, **data)


ROLL = 50 + FACE + DEPTH[0] + 26
"""Where the rolled-out sides begin."""
HIDDEN = ROLL + 4 * FACE + 26
"""Where the faces begin that nobody sees."""
SMALL = 0.66 * FACE
APART = 52.0
"""How far apart the hidden faces are, and the words above them."""
WORDS = HIDDEN + APART + SMALL + 22
TOWER_WIDTH = WORDS + 128


def _tower(instance: Cubes, answer: Stacking, paint: Paint) -> Iterator[Markup]:
    """The tower as it stands, then its sides side by side, the first cube at the bottom, then what is hidden."""
    top = HEAD + 26
    for side, name in enumerate(SIDES):
        yield text(ROLL + (side + 0.5) * FACE, top - 15, name, 15, font_weight="bold")
    for place, name in enumerate(("top", "bottom")):
        yield text(HIDDEN + place * APART + SMALL / 2, top - 15, name, 15, "soft")
    yield text(WORDS, top - 15, "turn it so that", 15, "soft", text_anchor="start")
    for row, (cube, placement) in enumerate(reversed(list(enumerate(answer, 1)))):
        faces, y = instance.cubes[cube - 1], top + row * FACE
        way = placement.orientation
        yield text(24, y + FACE / 2, cube, 18, "ink cube-number", font_weight="bold")
        yield group(_solid(44, y, placement, paint), class_="solid", data_cube=cube)
        for side, colour in enumerate(placement.colours):
            yield _face(ROLL + side * FACE, y, colour, paint, data_cube=cube, data_side=SIDES[side])
        for place, face in enumerate((way.top, way.bottom)):
            hidden = _face(HIDDEN + place * APART, y + (FACE - SMALL) / 2, faces[face - 1], paint, SMALL)
            yield element("g", hidden, opacity=0.6, class_="hidden")
        words = f"{way.top} up, {way.front} in front"
        yield text(WORDS, y + FACE / 2, words, 16, "ink", text_anchor="start")
    lid = instance.cubes[len(answer) - 1][answer[-1].orientation.top - 1]
    back, far = 44 + DEPTH[0], top + DEPTH[1]
    yield _slant([(44, top), (back, far), (back + FACE, far), (44 + FACE, top)], paint[lid][0])
    below = top + len(answer) * FACE + 18
    for side in range(4):
        shown = [placement.colours[side] for placement in answer]
        if len(set(shown)) == len(shown):
            yield tick(ROLL + (side + 0.5) * FACE, below, 15, "right-line")
        else:
            yield text(ROLL + (side + 0.5) * FACE, below, "twice", 15, "wrong")


def _solid(x: float, y: float, placement: Placement, paint: Paint) -> Iterator[Markup]:
    """A cube as it stands in the tower: its front, and its right side slanting away."""
    front, right = placement.colours[0], placement.colours[1]
    yield rect(x, y, FACE, FACE, "line", fill=paint[front][0], stroke_width=1.4, stroke_linejoin="round")
    yield text(x + FACE / 2, y + FACE / 2, front, 0.5 * FACE, "letter", fill=paint[front][1], font_weight="bold")
    edge = x + FACE
    corners = [(edge, y), (edge + DEPTH[0], y + DEPTH[1]), (edge + DEPTH[0], y + DEPTH[1] + FACE), (edge, y + FACE)]
    yield _slant(corners, paint[right][0])
    slope = DEPTH[1] / DEPTH[0]
    letter = text(0, 0, right, 0.5 * FACE, "letter", fill=paint[right][1], font_weight="bold")
    skew = f"matrix(0.5 {slope / 2:.2f} 0 1 {point(edge + DEPTH[0] / 2, y + (FACE + DEPTH[1]) / 2)})"
    yield element("g", letter, transform=skew)


def _slant(corners: list[tuple[float, float]], fill: str) -> Markup:
    return polygon(corners, "line", fill=fill, stroke_width=1.4, stroke_linejoin="round")


def _description(instance: Cubes, answer: Stacking | None, lit: Collection[int]) -> Iterator[str]:
    """The picture in words."""
    yield f"{len(instance.cubes)} cubes with faces of {len(instance.colours)} colours: {', '.join(instance.colours)}."
    for number, faces in enumerate(instance.cubes, 1):
        yield f"Cube {number}, faces 1 to 6: {' '.join(faces)}."
    if answer is not None:
        yield "The tower, from the bottom, each cube with its front, right, back and left:"
        for number, placement in enumerate(answer, 1):
            way = placement.orientation
            yield f"cube {number} {' '.join(placement.colours)}, face {way.top} up and face {way.front} in front;"
        yield "on each side every colour is different."
    if lit:
        yield f"Framed: cube {', '.join(map(str, sorted(lit)))}."
