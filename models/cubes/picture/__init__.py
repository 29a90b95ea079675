"""Pictures of cubes, unfolded and stacked, with their graph: every face has a colour and its letter."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import chain, cycle

from models.cubes.instance import SIDES, Cubes, Placement, Stacking
from models.cubes.model import ColourModel
from models.cubes.picture.graph import edges, panel, panel_size, panels
from models.deductions import Conflict, Snapshot, is_value, taken_away
from models.drawing import Drawing
from models.formulation import Formulation
from models.kit.palette import FACES
from models.kit.svg import (
    Markup,
    Picture,
    element,
    even_rows,
    group,
    line,
    on_paper,
    placed,
    point,
    polygon,
    rect,
    text,
    tick,
)
from models.language.model import IntVar
from models.mistakes import Mistake

FACE = 44.0
NET = {1: (1, 0), 6: (0, 1), 2: (1, 1), 3: (2, 1), 4: (1, 2), 5: (1, 3)}
"""Where the faces are in the unfolding: column and row."""
MARGIN = 12.0
HEAD = 30.0
NET_WIDTH, NET_HEIGHT = 3 * FACE + 26, 4 * FACE + HEAD + 18
MAX_NETS_ACROSS = 3  # as many as a phone shows in letters that can be read
DEPTH = (0.5 * FACE, -0.3 * FACE)  # how the tower's right side runs away from the eye

LIKELY_PAINTS = {"R": 0, "B": 1, "G": 2, "Y": 3, "W": 4, "O": 5, "S": 6, "P": 7, "K": 8, "N": 9, "V": 11}
"""The colours that these letters mostly stand for, as places in ``FACES``; others get what is left."""

Paint = Mapping[str, tuple[str, str]]


class CubesDrawing(Drawing[Cubes, Stacking]):
    """The cubes unfolded, the tower below them, and the cubes of a conflict framed."""

    def picture(self, instance: Cubes, answer: Stacking | None = None) -> str:
        return picture(instance, answer).svg()

    def sheet(self, instance: Cubes) -> str:
        """The cubes unfolded alone: whoever is to solve them draws the graph, if any."""
        return picture(instance, graph=False).svg()

    def conflict(self, instance: Cubes, stated: Formulation[Cubes, Stacking], conflict: Conflict) -> str | None:
        cubes = {int(part.key[1]) + 1 for part in conflict.parts if part.key[0] == "cube"}
        return picture(instance, lit=cubes).svg() if cubes else None

    def wrong(self, instance: Cubes, mistakes: Sequence[Mistake]) -> str | None:
        keys = [mistake.key for mistake in mistakes]
        cubes = {int(key[1]) + 1 for key in keys if key[0] == "face"}
        cubes |= {int(cube) + 1 for key in keys if key[0] == "unfolded" for cube in key[1:]}
        return picture(instance, lit=cubes).svg() if cubes else None

    def snapshot(self, instance: Cubes, stated: Formulation[Cubes, Stacking], snapshot: Snapshot) -> str | None:
        if not isinstance(stated, ColourModel) or not stated.shown:
            return None
        return _known(instance, stated.shown, snapshot).svg()


DRAWING = CubesDrawing()


def picture(instance: Cubes, answer: Stacking | None = None, lit: Collection[int] = (), graph: bool = True) -> Picture:
    """The cubes unfolded, those numbered in ``lit`` framed, and the ``graph`` of their opposite faces.

    With ``answer`` there is the tower too, its four sides rolled out.
    """
    paint = painting(instance.colours)
    parts: list[Markup] = []
    rows, across = even_rows(len(instance.cubes), MAX_NETS_ACROSS)
    drawn = panels(instance, answer) if graph else []
    size = panel_size(instance, drawn)
    width = max(across * NET_WIDTH - 26, TOWER_WIDTH if answer else 0, size) + 2 * MARGIN
    height = MARGIN
    left = (width - across * NET_WIDTH + 26) / 2
    for place, faces in enumerate(instance.cubes):
        row, column = divmod(place, across)
        x, y = left + column * NET_WIDTH, height + row * NET_HEIGHT
        net = _net(place + 1, faces, paint, place + 1 in lit)
        parts.append(placed(x, y, net, class_="net", data_cube=place + 1))
    height += rows * NET_HEIGHT
    if answer is not None:
        parts.append(placed((width - TOWER_WIDTH) / 2, height, _tower(instance, answer, paint), class_="tower"))
        height += HEAD + 26 + len(answer) * FACE + 40
    fit = int(width // (size + MARGIN))
    for place, (named, shown) in enumerate(drawn):
        row, column = divmod(place, fit)
        beside = min(fit, len(drawn) - row * fit)
        left = (width - beside * size) / (beside + 1) * (column + 1) + column * size
        drawing = panel(instance, named, shown, paint, size)
        parts.append(placed(left, height + row * (size + 40), drawing, class_="graph"))
    height += -(-len(drawn) // fit) * (size + 40)
    title = f"{instance.name}, " + ("unfolded" if answer is None else "stacked")
    return on_paper(title, _description(instance, answer, lit), width, height, parts)


def painting(colours: tuple[str, ...]) -> Paint:
    """For each colour the paint of its faces and the ink of its letter."""
    chosen: dict[str, int] = {}
    for colour in colours:
        likely = LIKELY_PAINTS.get(colour.upper())
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
    fill, ink = paint[colour]
    size = 0.56 * side / max(1.0, 0.62 * len(colour))
    where = (x + side / 2 + aside, y + side / 2 + aside)
    letter = text(*where, colour, size, "letter", fill=ink, font_weight="bold")
    square = rect(x + 1, y + 1, side - 2, side - 2, "line", fill=fill, rx=0.1 * side, stroke_width=1.4)
    return element("g", square, letter, **data)


SOLID = 24  # where the cubes stand, right of their numbers
ROLL = SOLID + FACE + DEPTH[0] + 18  # where the rolled-out sides begin
HIDDEN = ROLL + 4 * FACE + 12  # where the faces begin that nobody sees
SMALL = 0.66 * FACE
APART = 42.0  # how far apart the hidden faces are, and the words above them
WORDS = HIDDEN + APART + SMALL + 14
TOWER_WIDTH = WORDS + 88


def _tower(instance: Cubes, answer: Stacking, paint: Paint) -> Iterator[Markup]:
    """The tower as it stands, then its sides side by side, the first cube at the bottom, then what is hidden."""
    top = HEAD + 26
    for side, name in enumerate(SIDES):
        yield text(ROLL + (side + 0.5) * FACE, top - 15, name, 15, font_weight="bold")
    for place, name in enumerate(("top", "bottom")):
        yield text(HIDDEN + place * APART + SMALL / 2, top - 15, name, 15, "soft")
    for place, words in enumerate(("turn it", "so that")):
        yield text(WORDS, top - 33 + 18 * place, words, 15, "soft", text_anchor="start")
    for row, (cube, placement) in enumerate(reversed(list(enumerate(answer, 1)))):
        faces, y = instance.cubes[cube - 1], top + row * FACE
        way = placement.orientation
        yield text(8, y + FACE / 2, cube, 18, "ink cube-number", font_weight="bold")
        yield group(_solid(SOLID, y, placement, paint), class_="solid", data_cube=cube)
        for side, colour in enumerate(placement.colours):
            yield _face(ROLL + side * FACE, y, colour, paint, data_cube=cube, data_side=SIDES[side])
        for place, face in enumerate((way.top, way.bottom)):
            hidden = _face(HIDDEN + place * APART, y + (FACE - SMALL) / 2, faces[face - 1], paint, SMALL)
            yield element("g", hidden, opacity=0.6, class_="hidden")
        for place, words in enumerate((f"{way.top} up,", f"{way.front} in front")):
            yield text(WORDS, y + FACE / 2 - 9 + 18 * place, words, 15, "ink way", text_anchor="start")
    lid = instance.cubes[len(answer) - 1][answer[-1].orientation.top - 1]
    back, far = SOLID + DEPTH[0], top + DEPTH[1]
    yield _slant([(SOLID, top), (back, far), (back + FACE, far), (SOLID + FACE, top)], paint[lid][0])
    below = top + len(answer) * FACE + 18
    for side in range(4):
        shown = [placement.colours[side] for placement in answer]
        if len(set(shown)) == len(shown):
            yield tick(ROLL + (side + 0.5) * FACE, below, 15, "right-line")
        else:
            yield text(ROLL + (side + 0.5) * FACE, below, "twice", 15, "wrong")


def _solid(x: float, y: float, placement: Placement, paint: Paint) -> Iterator[Markup]:
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


def _known(instance: Cubes, shown: Sequence[Sequence[IntVar]], snapshot: Snapshot) -> Picture:
    """Every cube with its front and its right side as far as they are known, then the four sides rolled out."""
    paint, step = painting(instance.colours), snapshot.step
    cell, left, top = FACE + 10, 44 + FACE + DEPTH[0] + 22, MARGIN + 34
    width, height = left + 4 * cell + MARGIN, top + len(shown) * cell + MARGIN
    parts = [
        text(left + (side + 0.5) * cell, top - 16, name, 15, font_weight="bold") for side, name in enumerate(SIDES)
    ]
    words, look = [], set(snapshot.look)
    for row, (cube, variables) in enumerate(reversed(list(enumerate(shown, 1)))):
        y = top + row * cell
        sides = [_still(instance, var, snapshot) for var in variables]
        parts.append(text(24, y + cell / 2, cube, 18, "ink cube-number", font_weight="bold"))
        seen = (sides[0][0] if len(sides[0]) == 1 else None, sides[1][0] if len(sides[1]) == 1 else None)
        parts.append(group(_block(40, y + (cell - FACE) / 2 + 5, seen, paint), class_="solid", data_cube=cube))
        for side, (var, colours) in enumerate(zip(variables, sides, strict=True)):
            new = [fact for fact in step.new if fact.var is var] if step else []
            gone = [instance.colours[taken_away(fact) - 1] for fact in new if not is_value(fact)]
            is_reason = step is not None and any(fact.var is var for fact in step.facts)
            x = left + side * cell
            frame = (x + 1, y + 1, cell - 2, cell - 2)
            if new or var in look:
                parts.append(rect(*frame, "lit", rx=6, data_cube=cube, data_side=SIDES[side]))
                parts.append(rect(*frame, "lit-line", fill="none", rx=6, stroke_width=2.4))
            elif is_reason:
                edge = rect(*frame, "reason-line", fill="none", rx=6, stroke_width=2.4, stroke_dasharray="5 3")
                parts.append(edge)
            faces = _choices(x + 5, y + 5, colours, gone, paint)
            parts.append(group(faces, class_="side", data_cube=cube, data_side=SIDES[side]))
        shown_there = (f"{name} {' or '.join(colours)}" for name, colours in zip(SIDES, sides, strict=True))
        words.append(f"Cube {cube}: {', '.join(shown_there)}.")
    return on_paper(f"{instance.name}, what is known", reversed(words), width, height, parts)


def _still(instance: Cubes, var: IntVar, snapshot: Snapshot) -> list[str]:
    """The colours that a side may still show when the step is made."""
    new = [fact.values for fact in snapshot.step.new if fact.var is var] if snapshot.step else []
    return [instance.colours[value - 1] for value in sorted(snapshot.values(var).intersection(*new))]


def _choices(x: float, y: float, colours: Sequence[str], gone: Sequence[str], paint: Paint) -> Iterator[Markup]:
    """The one colour left as a whole face, several as small ones; those that go now are struck out."""
    every = sorted([*colours, *gone])
    if len(every) == 1:
        yield _face(x, y, every[0], paint)
        return
    across = 2 if len(every) <= 4 else 3
    side = FACE / across
    for place, colour in enumerate(every):
        row, column = divmod(place, across)
        u, v = x + column * side, y + row * side
        face = _face(u, v, colour, paint, side)
        yield element("g", face, class_="gone", opacity=0.55) if colour in gone else face
        if colour in gone:
            yield line([(u + 2, v + side - 2), (u + side - 2, v + 2)], "wrong-line", stroke_width=3)


def _block(x: float, y: float, seen: tuple[str | None, str | None], paint: Paint) -> Iterator[Markup]:
    """A cube by itself; a side that nothing settles yet is bare."""
    size, (dx, dy) = 0.8 * FACE, (0.8 * DEPTH[0], 0.8 * DEPTH[1])
    edge = x + size
    yield _slant([(x, y), (x + dx, y + dy), (edge + dx, y + dy), (edge, y)], "none")
    front, right = (paint[colour] if colour else ("none", "") for colour in seen)
    yield rect(x, y, size, size, "line", fill=front[0], stroke_width=1.4, stroke_linejoin="round")
    yield _slant([(edge, y), (edge + dx, y + dy), (edge + dx, y + dy + size), (edge, y + size)], right[0])
    for colour, ink, where in ((seen[0], front[1], x + size / 2), (seen[1], right[1], edge + dx / 2)):
        if colour:
            below, large = (size / 2, 18) if where < edge else ((size + dy) / 2, 15)
            yield text(where, y + below, colour, large, "letter", fill=ink, font_weight="bold")


def _slant(corners: list[tuple[float, float]], fill: str) -> Markup:
    return polygon(corners, "line", fill=fill, stroke_width=1.4, stroke_linejoin="round")


def _description(instance: Cubes, answer: Stacking | None, lit: Collection[int]) -> Iterator[str]:
    yield f"{len(instance.cubes)} cubes with faces of {len(instance.colours)} colours: {', '.join(instance.colours)}."
    for number, faces in enumerate(instance.cubes, 1):
        yield f"Cube {number}, faces 1 to 6: {' '.join(faces)}."
    if answer is not None:
        yield "The tower, from the bottom, each cube with its front, right, back and left:"
        for number, placement in enumerate(answer, 1):
            way = placement.orientation
            yield f"cube {number} {' '.join(placement.colours)}, face {way.top} up and face {way.front} in front;"
        yield "on each side every colour is different."
    if panels(instance, answer):
        yield f"The graph of opposite faces, by cube: {'; '.join(map(str, edges(instance, answer)))}."
    if lit:
        yield f"Framed: cube {', '.join(map(str, sorted(lit)))}."
