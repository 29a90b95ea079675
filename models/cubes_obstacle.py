"""Which cubes of an impossible set are to blame? The cubes are the parts; the sides' rule is always in force.

Any cubes of a set can be stacked when no side shows a colour twice, whatever the number of colours. A
whole set that is impossible has a smallest obstacle: the fewest of its cubes that are impossible together.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from models.csp import Literal, Model
from models.deductions import Parts
from models.towers import SIDES

if TYPE_CHECKING:
    from models.cubes import Cubes


def obstacle_parts(instance: Cubes) -> Parts:
    """An exact cover in which each cube is a part: a Boolean for each way that a cube can look from the sides.

    The tower may be turned here: an obstacle is the same from every side, and a cube that is left out
    must not break a symmetry for the others.
    """
    model = Model(f"{instance.name}, obstacles")
    showing: dict[tuple[int, str], list[Literal]] = {}
    named: dict[str, tuple[str | Literal, ...]] = {}
    for cube in range(len(instance.cubes)):
        stands = []
        for view in dict.fromkeys(instance.shown(cube, orientation) for orientation in range(24)):
            chosen = model.new_bool_var(f"cube {cube + 1} shows {''.join(view)}")
            stands.append(chosen)
            for place in enumerate(view):
                showing.setdefault(place, []).append(chosen == 1)
        because = f"cube {cube + 1} stands in one way"
        model.add_exactly_one(stands, because=because)
        named[f"cube {cube + 1}: {''.join(instance.cubes[cube])}"] = (because,)
    for (side, colour), literals in showing.items():
        model.add_at_most_one(literals, because=f"the {SIDES[side]} side shows {colour} once at most")
    return Parts(model, named)
