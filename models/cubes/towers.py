"""Towers of cubes: how a cube can stand in one, and which are one tower seen from another side.

The faces of a cube are numbered as they lie in the unfolding

      1
    6 2 3
      4
      5

so that 1 and 4, 2 and 5, 3 and 6 are opposite. Standing in a tower, a cube shows four of them, a
*loop*: 1245, 1346 or 2356. A tower can be turned eight ways without looking any different to a
person who walks round it: four quarter turns, each upright or upside down. A cube can stand in
3 loops × 8 turns = 24 orientations.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from typing import TypeVar

SIDES = ("front", "right", "back", "left")

LOOPS = ((1, 2, 4, 5), (1, 3, 4, 6), (2, 3, 5, 6))
"""The faces on the four sides, unturned, in the order of SIDES."""

LOOP_TOPS = (3, 5, 1)
"""The face on top of each unturned loop; found by folding the net with the printed side out."""

OPPOSITE = {1: 4, 2: 5, 3: 6, 4: 1, 5: 2, 6: 3}

Turn = tuple[int, int, int, int]
"""Which side comes to stand where: after the turn, side ``i`` shows what side ``turn[i]`` showed."""

TURNS: tuple[Turn, ...] = (
    *((0, 1, 2, 3), (1, 2, 3, 0), (2, 3, 0, 1), (3, 0, 1, 2)),
    *((0, 3, 2, 1), (3, 2, 1, 0), (2, 1, 0, 3), (1, 0, 3, 2)),
)
"""The eight turns of a tower: four upright, the first of which leaves it alone, and four upside down."""


@dataclass(frozen=True, slots=True)
class Orientation:
    """One of the 24 ways a cube can stand.

    Attributes:
        sides: the faces on the four sides, in the order of SIDES.
        top: the hidden face on top.
    """

    sides: tuple[int, int, int, int]
    top: int

    @property
    def front(self) -> int:
        return self.sides[0]

    @property
    def bottom(self) -> int:
        return OPPOSITE[self.top]


V = TypeVar("V", bound=Hashable)
View = tuple[V, V, V, V]
"""What the four sides of one cube show: colours, or face numbers."""


def turned(view: View[V], turn: Turn) -> View[V]:
    """``view`` after the whole tower is turned."""
    a, b, c, d = turn
    return (view[a], view[b], view[c], view[d])


ORIENTATIONS: tuple[Orientation, ...] = tuple(
    Orientation(turned(loop, turn), top if place < 4 else OPPOSITE[top])
    for place, turn in enumerate(TURNS)
    for loop, top in zip(LOOPS, LOOP_TOPS, strict=True)
)
"""All 24, the three unturned loops first."""


Alike = frozenset[Turn]
"""The turns after which some cubes look the same: a subgroup of the eight."""


def fixing(view: View[V]) -> Alike:
    """The turns after which a cube with this view looks the same; the one that leaves it alone among them."""
    return frozenset(turn for turn in TURNS if turned(view, turn) == view)


def first_views(shown: Mapping[View[V], int]) -> list[View[V]]:
    """Of the views that turns carry into each other, the one with the lowest orientation.

    Args:
        shown: a cube's distinct views with the lowest orientation that shows each.
    """
    return [view for view, way in shown.items() if all(way <= shown[turned(view, turn)] for turn in TURNS)]


def exchanged(turn: Turn) -> list[tuple[int, int]]:
    """The pairs of sides that change places when the tower is turned upside down, one of ``TURNS[4:]``."""
    return [(side, other) for side, other in enumerate(turn) if side < other]


def comes_first(view: View[V], codes: Mapping[V, int], alike: Alike) -> bool:
    """Whether none of the turns in ``alike`` makes ``view`` come earlier in the alphabet, its sides read in order."""
    turns = (turn for turn in alike if turn != TURNS[0])
    return all([codes[c] for c in view] <= [codes[c] for c in turned(view, turn)] for turn in turns)
