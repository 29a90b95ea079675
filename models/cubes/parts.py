"""Obstacles: the cubes of an impossible set that cannot be stacked together.

Any cubes of a set can be stacked when no side shows a colour twice, whatever the number of colours. A
whole set that is impossible has a smallest obstacle: the fewest of its cubes that are impossible together.
The cubes are the parts to blame; the sides' rule is always in force.
"""

from __future__ import annotations

from models.cubes.instance import Cubes
from models.cubes.towers import SIDES
from models.deductions import Part, Parts
from models.language.model import Model


def obstacle_parts(instance: Cubes) -> Parts:
    """Four colours for each cube, different on each side; that they are on the cube is what makes it a part.

    A cube left out shows what the others leave over, so the rule of the sides can stand as it is; where
    there are more cubes than colours, that may be a blank of its own. The tower may be turned here: an
    obstacle is the same from every side.
    """
    codes, count = instance.codes, len(instance.cubes)
    blanks = count if count > len(codes) else 0
    model = Model(f"{instance.name}, obstacles")
    sides = [
        [model.new_int_var(1, len(codes) + blanks, f"cube {cube + 1} {side}") for side in SIDES]
        for cube in range(count)
    ]
    for place, (column, side) in enumerate(zip(zip(*sides, strict=True), SIDES, strict=True)):
        model.add_all_different(column, because=f"the {side} side shows no colour twice", key=("side", place))
    parts = []
    for cube, shown in enumerate(sides):
        because, key = f"cube {cube + 1} shows four of its faces", ("cube", cube)
        views = {instance.shown(cube, orientation) for orientation in range(24)}
        rows = sorted([codes[colour] for colour in view] for view in views)
        model.add_allowed_assignments(shown, rows, because=because, key=key)
        parts.append(Part(key, f"cube {cube + 1}: {''.join(instance.cubes[cube])}", (key,)))
    return Parts(model, tuple(parts))
