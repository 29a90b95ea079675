"""Sets of cubes with coloured faces: how a cube can stand in a tower, and what makes a tower right.

The faces of a cube are numbered as they lie in the unfolding

      1
    6 2 3
      4
      5

so that 1 and 4, 2 and 5, 3 and 6 are opposite. Standing in a tower, a cube shows four of them, a
*loop*: 1245, 1346 or 2356. A tower can be turned eight ways without looking any different to a
person who walks round it: four quarter turns, each upright or upside down. So a cube has 3 × 8 orientations.

Turning the whole tower gives no new answer, so the first cube, which is the bottom one, stands in one of
its three loops, unturned; and two answers are the same when every cube shows the same four colours,
or with ``orientations`` only when every cube stands the same way.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeVar

from models.formulation import Shown
from models.kit.names import count, listed

MAX_RARE_COLOURS = 3  # on fewer than four faces, named as perhaps mistyped; where there are more, the set is meant so

SIDES = ("front", "right", "back", "left")
OPPOSITE = {1: 4, 2: 5, 3: 6, 4: 1, 5: 2, 6: 3}

LOOPS = ((1, 2, 4, 5), (1, 3, 4, 6), (2, 3, 5, 6))  # the faces on the four sides, unturned, in the order of SIDES
LOOP_TOPS = (3, 5, 1)  # the face on top of each unturned loop; found by folding the net with the printed side out

Turn = tuple[int, int, int, int]
"""Which side comes to stand where: after the turn, side ``i`` shows what side ``turn[i]`` showed."""

TURNS: tuple[Turn, ...] = (
    *((0, 1, 2, 3), (1, 2, 3, 0), (2, 3, 0, 1), (3, 0, 1, 2)),
    *((0, 3, 2, 1), (3, 2, 1, 0), (2, 1, 0, 3), (1, 0, 3, 2)),
)
"""The eight turns of a tower: four upright, the first of which leaves it alone, and four upside down."""


@dataclass(frozen=True, slots=True)
class Orientation:
    """One of the 24 ways a cube can stand: the faces on the four sides, in the order of SIDES, and the face on top."""

    sides: tuple[int, int, int, int]
    top: int

    @property
    def front(self) -> int:
        return self.sides[0]

    @property
    def bottom(self) -> int:
        return OPPOSITE[self.top]


V = TypeVar("V", bound=Hashable)
View = tuple[V, V, V, V]  # what the four sides of one cube show: colours, or face numbers


def turned(view: View[V], turn: Turn) -> View[V]:
    a, b, c, d = turn
    return (view[a], view[b], view[c], view[d])


ORIENTATIONS: tuple[Orientation, ...] = tuple(
    Orientation(turned(loop, turn), top if place < 4 else OPPOSITE[top])
    for place, turn in enumerate(TURNS)
    for loop, top in zip(LOOPS, LOOP_TOPS, strict=True)
)
"""All 24, the three unturned loops first."""


def first_views(shown: Mapping[View[V], int]) -> list[View[V]]:
    """Of the views that turns carry into each other, the one with the lowest orientation.

    The cube's views are ``shown``, each with the lowest orientation that shows it.
    """
    return [view for view, way in shown.items() if all(way <= shown[turned(view, turn)] for turn in TURNS)]


@dataclass(frozen=True)
class Cubes(Shown):
    """A set of cubes, each with the colours of its faces 1 to 6.

    With ``orientations``, answers that look alike but stand differently are counted apart.
    """

    puzzle_name = "cubes"
    name: str
    cubes: tuple[tuple[str, ...], ...]
    source: str = ""
    orientations: bool = False

    @cached_property
    def colours(self) -> tuple[str, ...]:
        return tuple(sorted({colour for cube in self.cubes for colour in cube}))

    @cached_property
    def codes(self) -> dict[str, int]:
        return {colour: code for code, colour in enumerate(self.colours, 1)}

    @property
    def is_exact(self) -> bool:
        return len(self.colours) == len(self.cubes)

    def shown(self, cube: int, orientation: int) -> View[str]:
        """The colours on the four sides of a cube (counted from 0) in one of the 24 orientations."""
        faces = self.cubes[cube]
        a, b, c, d = ORIENTATIONS[orientation].sides
        return (faces[a - 1], faces[b - 1], faces[c - 1], faces[d - 1])

    @cached_property
    def views(self) -> tuple[dict[View[Any], int], ...]:
        """For each cube what it can show that makes an answer of its own, and the lowest orientation that shows it.

        What it shows are four colours, or four face numbers where orientations are counted apart.
        """
        if self.orientations:
            standing: dict[View[Any], int] = {way.sides: place for place, way in enumerate(ORIENTATIONS)}
            return (standing,) * len(self.cubes)
        last_to_first = range(len(ORIENTATIONS) - 1, -1, -1)
        return tuple({self.shown(cube, place): place for place in last_to_first} for cube in range(len(self.cubes)))

    @property
    def first_ways(self) -> tuple[int, ...]:
        """The orientations that the first cube is given: the unturned ones, less any that looks like another."""
        return tuple(sorted(self.views[0][view] for view in first_views(self.views[0])))

    def stacking(self, orientations: Sequence[int]) -> Stacking:
        """The answer in which the cubes stand in (or look the same as in) these orientations."""
        if not self.orientations:
            orientations = [self.views[cube][self.shown(cube, place)] for cube, place in enumerate(orientations)]
        return tuple(Placement(self.shown(cube, place), ORIENTATIONS[place]) for cube, place in enumerate(orientations))


@dataclass(frozen=True)
class Placement:
    """How one cube stands: the colours on the four sides of the tower, and an orientation that shows them."""

    colours: View[str]
    orientation: Orientation


Stacking = tuple[Placement, ...]  # an answer: one placement for each cube, the first at the bottom


def check(instance: Cubes, answer: Stacking) -> str | None:
    if len(answer) != len(instance.cubes):
        return f"it places {len(answer)} cubes, not {len(instance.cubes)}"
    for number, (faces, placement) in enumerate(zip(instance.cubes, answer, strict=True), 1):
        if placement.orientation not in ORIENTATIONS:
            return f"cube {number} cannot stand as {placement.orientation}"
        shown = tuple(faces[face - 1] for face in placement.orientation.sides)
        if placement.colours != shown:
            return f"cube {number} shows {' '.join(shown)} there, not {' '.join(placement.colours)}"
    if answer and answer[0].orientation not in ORIENTATIONS[:3]:
        return "the first cube is turned; its loops are 1245, 1346 and 2356, read from the front"
    for side, name in enumerate(SIDES):
        colour, times = Counter(placement.colours[side] for placement in answer).most_common(1)[0]
        if times > 1:
            return f"the {name} side shows {colour} {times} times"
    return None


def contradiction(instance: Cubes) -> str | None:
    """Too few colours, or one that can never be shown once on each of the four sides, as far as counting tells."""
    cubes, colours = len(instance.cubes), len(instance.colours)
    if cubes > colours:
        return f"there are {cubes} cubes and only {count(colours, 'colour')}, so each side shows one twice"
    return next(filter(None, (_misfit(instance, colour) for colour in instance.colours)), None)


def warnings(instance: Cubes) -> list[str]:
    """What a person should know before believing an answer: colours to spare, and what is counted apart."""
    found = []
    cubes, colours = len(instance.cubes), len(instance.colours)
    if colours > cubes:
        # A side wants each of the colours, so those on fewer than four faces may be mistyped.
        faces = Counter(colour for cube in instance.cubes for colour in cube)
        rare = [f"{colour} is on {count(number, 'face')}" for colour, number in faces.items() if number < 4]
        spare = f"{colours} colours on {count(cubes, 'cube')}"
        found.append(f"{spare}: no side shows a colour twice, rather than every colour once")
        if 0 < len(rare) <= MAX_RARE_COLOURS:
            found[-1] += f"; {', '.join(rare)}"
    if instance.orientations:
        found.append("counted apart is every orientation of every cube; turning the whole tower gives no new answer")
    return found


def _misfit(instance: Cubes, colour: str) -> str | None:
    """Why ``colour`` can never be shown once on each of the four sides, as far as counting tells."""
    faces = [cube.count(colour) for cube in instance.cubes]
    # How often the colour is on each pair of opposite faces, any of which may be the hidden one.
    hidden = [[(cube[face] == colour) + (cube[face + 3] == colour) for face in range(3)] for cube in instance.cubes]
    if instance.is_exact:
        if sum(faces) < 4:
            return f"colour {colour} is on {count(sum(faces), 'face')} in all; the four sides need it 4 times"
        most = sum(faces) - sum(map(min, hidden))
        if most < 4:
            return f"colour {colour} shows at most {most} times, however the cubes stand; the sides need it 4 times"
    least = [number - max(pairs) for number, pairs in zip(faces, hidden, strict=True)]
    if sum(least) > 4:
        those = [number for number, times in enumerate(least, 1) if times]
        who = f"cube {those[0]} shows" if len(those) == 1 else f"cubes {listed(those)} show"
        return f"{who} colour {colour} at least {sum(least)} times, however they stand; the sides can show it 4 times"
    return None
