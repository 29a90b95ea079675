"""The graph of opposite faces: a vertex for each colour, an edge for each pair of opposite faces, told by its cube.

A tower is two sets of edges without a common one: front to back, and right to left. In each every cube has one edge,
and at every colour two edges end. This is how textbooks solve the puzzle, after F. de Carteblanche (1947).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import hypot, pi, sin

from models.cubes.instance import OPPOSITE, Cubes, Stacking
from models.kit.svg import Markup, circle, group, number, path, point, polar, rect, text

Point = tuple[float, float]

WAYS = ("front and back", "right and left")
WAY_CLASSES = ("ahead", "across")  # the paint of the edges of each way; the latter are dashed too
MAX_COLOURS_IN_ONE = 6  # with more, each of the two sets of edges has a drawing of its own
MAX_COLOURS_WITH_REST = 12  # among so many colours the edges that are in no set are drawn as well
VERTEX, SMALL_VERTEX = 17.0, 12.0
BEND = 19.0  # how far apart the middles of edges are that join the same colours, in half steps
HEAD = 34.0


@dataclass(frozen=True)
class Edge:
    """A pair of opposite faces."""

    cube: int
    ends: tuple[str, str]  # the colours; where the edge is in a set, that in front or on the right comes first
    way: int | None = None  # 0 from front to back, 1 from right to left; None where the pair is hidden or not known

    def __str__(self) -> str:
        return f"{self.cube} {'–'.join(self.ends)} {'' if self.way is None else WAYS[self.way]}".rstrip()


def edges(instance: Cubes, answer: Stacking | None = None) -> list[Edge]:
    found = []
    for cube, faces in enumerate(instance.cubes):
        seen = answer[cube].orientation.sides if answer else ()
        for face in (1, 2, 3):
            starts = [start for start in (face, OPPOSITE[face]) if start in seen[:2]]
            start = starts[0] if starts else face
            ends = (faces[start - 1], faces[OPPOSITE[start] - 1])
            found.append(Edge(cube + 1, ends, seen.index(start) if starts else None))
    return found


def panels(instance: Cubes, answer: Stacking | None = None) -> list[tuple[str, list[Edge]]]:
    """What is drawn: the whole graph, or where that would be a thicket, each of the two sets of edges by itself."""
    every, colours = edges(instance, answer), len(instance.colours)
    if colours <= (MAX_COLOURS_IN_ONE if answer else MAX_COLOURS_WITH_REST):
        return [("", every)]
    left_over = [edge for edge in every if edge.way is None and colours <= MAX_COLOURS_WITH_REST]
    return [
        (word, [*left_over, *(edge for edge in every if edge.way == way)]) for way, word in enumerate(WAYS) if answer
    ]


def panel_size(instance: Cubes, drawn: list[tuple[str, list[Edge]]]) -> float:
    """How wide and high each of the drawings is, with room for loops outside the circle; 0 where there is none."""
    if not drawn:
        return 0
    loops = Counter((named, edge.ends[0]) for named, shown in drawn for edge in shown if len({*edge.ends}) == 1)
    return 2 * (_radius(len(instance.colours)) + VERTEX + 2 * _reach(max(loops.values(), default=0) - 1))


def panel(
    instance: Cubes, named: str, shown: list[Edge], paint: Mapping[str, tuple[str, str]], size: float
) -> Iterator[Markup]:
    """One drawing, ``size`` wide and, below its heading, as high."""
    middle, radius = size / 2, _radius(len(instance.colours))
    vertex = VERTEX if len(instance.colours) <= MAX_COLOURS_WITH_REST else SMALL_VERTEX
    places: dict[str, Point] = {}
    for place, colour in enumerate(_order(instance, shown)):
        x, y = polar(radius, 360 * (place + (0.5 if len(instance.colours) == 4 else 0)) / len(instance.colours))
        places[colour] = middle + x, HEAD + middle + y
    yield from _heading(named, shown, size)
    several = Counter(frozenset(edge.ends) for edge in shown)
    met: Counter[frozenset[str]] = Counter()
    labels: list[Markup] = []
    taken: list[Point] = []
    for edge in sorted(shown, key=lambda edge: edge.way is not None):
        pair = frozenset(edge.ends)
        rank, met[pair] = met[pair], met[pair] + 1
        drawn = _loop(edge, places, middle, rank) if len(pair) == 1 else _arc(edge, places, rank, several[pair], taken)
        line, (x, y) = drawn
        taken.append((x, y))
        class_ = "spare-edge" if edge.way is None else WAY_CLASSES[edge.way]
        dashes = "7 4" if edge.way == 1 else None
        width = 1.4 if edge.way is None else 3.2
        data = {"data_cube": edge.cube, "data_way": -1 if edge.way is None else edge.way}
        shape = path(line, class_, fill="none", stroke_width=width, stroke_dasharray=dashes)
        yield group([shape], class_="edge", data_ends="–".join(edge.ends), **data)
        label = [rect(x - 10, y - 9, 20, 18, "paper", rx=5)]
        weight = None if edge.way is None else "bold"
        label.append(text(x, y, edge.cube, 15, "soft" if edge.way is None else "ink", font_weight=weight))
        labels.append(group(label, class_="edge-label", data_cube=edge.cube))
    yield from labels
    for colour, (x, y) in places.items():
        fill, ink = paint[colour]
        yield circle(x, y, vertex, "line", fill=fill, stroke_width=1.4)
        letter = min(18.0, 1.25 * vertex) / max(1.0, 0.62 * len(colour))
        yield text(x, y, colour, letter, "vertex", fill=ink, font_weight="bold")


def _order(instance: Cubes, shown: list[Edge]) -> list[str]:
    """The colours round the circle: as a set of edges that is alone meets them, else alphabetical."""
    if len(instance.colours) <= MAX_COLOURS_WITH_REST:
        return list(instance.colours)
    following = {edge.ends[0]: edge.ends[1] for edge in shown}
    starts = [colour for colour in instance.colours if colour not in following.values()]
    order: dict[str, None] = {}
    for start in (*starts, *instance.colours):
        colour: str | None = start
        while colour is not None and colour not in order:
            order[colour] = None
            colour = following.get(colour)
    return list(order)


def _heading(named: str, shown: list[Edge], size: float) -> Iterator[Markup]:
    ways = sorted({edge.way for edge in shown if edge.way is not None})
    if not ways:
        yield text(size / 2, 14, "opposite faces", 15, font_weight="bold")
    for place, way in enumerate(ways):
        x = size * (place + 0.5) / len(ways)
        dashes = "7 4" if way == 1 else None
        start, end = point(x - 74, 14), point(x - 48, 14)
        yield path(f"M{start}L{end}", WAY_CLASSES[way], fill="none", stroke_width=3.2, stroke_dasharray=dashes)
        yield text(x - 42, 14, named or WAYS[way], 15, text_anchor="start", font_weight="bold")


def _radius(colours: int) -> float:
    return max(112.0, 25 / sin(pi / max(2, colours)))


def _reach(rank: int) -> float:
    """The radius of a loop, each at a colour larger than those before it."""
    return 13 + 8.0 * rank


def _arc(edge: Edge, places: Mapping[str, Point], rank: int, several: int, taken: list[Point]) -> tuple[str, Point]:
    """An edge between two colours, bent where there are several, and the place of its label."""
    one, other = sorted(edge.ends)
    (x, y), (u, v) = places[one], places[other]
    length = hypot(u - x, v - y)
    bend = BEND * (2 * rank - several + 1)
    across = (v - y) / length, (x - u) / length
    control = (x + u) / 2 + bend * across[0], (y + v) / 2 + bend * across[1]
    # The label's place is the first along the edge that is clear of the labels before it.
    spots = []
    for along in (0.5,) if length < 5 * VERTEX else (0.38, 0.62, 0.5, 0.3, 0.7):
        start, bent, end = (1 - along) ** 2, 2 * along * (1 - along), along**2
        spots.append((start * x + bent * control[0] + end * u, start * y + bent * control[1] + end * v))
    label = max(spots, key=lambda spot: min(24.0, *(hypot(spot[0] - a, spot[1] - b) for a, b in taken), 24.0))
    return f"M{point(x, y)}Q{point(*control)} {point(u, v)}", label


def _loop(edge: Edge, places: Mapping[str, Point], middle: float, rank: int) -> tuple[str, Point]:
    """An edge from a colour to itself, outside the circle, and the place of its label."""
    x, y = places[edge.ends[0]]
    far = hypot(x - middle, y - HEAD - middle)
    out = (x - middle) / far, (y - HEAD - middle) / far
    reach = _reach(rank)
    u, v = x + out[0] * (VERTEX - 3 + reach), y + out[1] * (VERTEX - 3 + reach)
    r = number(reach)
    line = f"M{point(u - reach, v)}A{r} {r} 0 1 1 {point(u + reach, v)}A{r} {r} 0 1 1 {point(u - reach, v)}"
    return line, (u + out[0] * reach, v + out[1] * reach)
