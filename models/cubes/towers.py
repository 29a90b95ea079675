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

from collections.abc import Hashable, Mapping, Sequence
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
        """The face in front."""
        return self.sides[0]

    @property
    def bottom(self) -> int:
        """The face underneath."""
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


Step = tuple[int, View[V], int]
"""Which turns were open before the cube, the cube's view, which are open after it; both by their number."""


def symmetry_steps(views: Sequence[Mapping[View[V], int]]) -> list[list[Step[V]]]:
    """Which views the lower cubes may show so that each tower comes once, not once for each way to see it.

    The first cube shows only one of the views that turns carry into each other: the one with the
    lowest orientation. Where that view is the same after some of the turns (red, green, blue, green is
    the same when turned upside down about its red face), those turns are still open, and the second
    cube shows only one of the views that *they* carry into each other; and so on upwards until no
    turn is open. What is left of the eight ways to see a stacking is the one whose sequence of
    orientations is lexicographically least. The turns still open form a subgroup of the eight; the
    subgroups met are numbered from 0 after each cube.

    Args:
        views: for each cube, its distinct views with the lowest orientation that shows each.

    Returns:
        the allowed steps for the first cube, and for the further ones before which turns may be open;
        a cube beyond those may show every view.
    """
    numbers = {frozenset(TURNS): 0}
    levels: list[list[Step[V]]] = []
    for shown in views:
        steps: list[Step[V]] = []
        left_open: dict[frozenset[Turn], int] = {}
        for turns, number in numbers.items():
            for view, orientation in shown.items():
                if all(orientation <= shown[turned(view, turn)] for turn in turns):
                    fixing = frozenset(turn for turn in turns if turned(view, turn) == view)
                    steps.append((number, view, left_open.setdefault(fixing, len(left_open))))
        levels.append(steps)
        numbers = left_open
        if left_open.keys() == {frozenset(TURNS[:1])}:  # only the turn that leaves the tower alone
            break
    return levels
