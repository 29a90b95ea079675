"""Obstacles: the cubes of an impossible set that cannot be stacked together.

Any cubes of a set can be stacked when no side shows a colour twice, whatever the number of colours. A
whole set that is impossible has a smallest obstacle: the fewest of its cubes that are impossible together.
The cubes are the parts to blame; what a colour may show is always in force.
"""

from __future__ import annotations

from models.cubes.instance import Cubes
from models.cubes.towers import OPPOSITE
from models.deductions import Parts, PuzzlePart
from models.language.model import IntVar, LinearExpr, Model

WAYS = ("in front and behind", "at the sides")

ZERO = LinearExpr({}, 0)


def obstacle_parts(instance: Cubes) -> Parts:
    """Of each cube a pair of opposite faces for front and back and another for right and left, by the graph of colours.

    Cubes can be stacked exactly when their pairs can be chosen so that no colour is on more than two faces in front and
    behind, nor on more than two at the sides: pairs that share colours then make circles and paths, and whoever walks
    each in one direction leaves and enters every colour at most once. So nothing is said here of which of two faces is
    in front. A cube left out need not show any pair. A tower may be turned by a quarter, so that the first
    cube has its pairs in order.
    """
    model = Model(f"{instance.name}, obstacles")
    parts = []
    meeting: dict[tuple[str, str], list[IntVar]] = {}  # for each way and colour, the pairs with a face of that colour
    for cube, faces in enumerate(instance.cubes):
        name, key = f"cube {cube + 1}", ("cube", cube)
        ways = []
        for way in WAYS:
            pairs = [model.new_bool_var(f"{name} faces {face} and {OPPOSITE[face]} {way}") for face in (1, 2, 3)]
            for face, pair in zip((1, 2, 3), pairs, strict=True):
                for end in (face, OPPOSITE[face]):
                    meeting.setdefault((way, faces[end - 1]), []).append(pair)
            model.add_exactly_one(pairs, because=f"{name} shows two of its three pairs of faces", key=key)
            ways.append(pairs)
        for one, other in zip(*ways, strict=True):
            model.add_at_most_one(one, other, because=f"{name} has each face only once", key=("faces", cube))
        parts.append(PuzzlePart(key, f"{name}: {''.join(faces)}", (key,)))
        if not cube:
            turned = ((ahead, across) for place, ahead in enumerate(ways[0]) for across in ways[1][:place])
            for ends in turned:
                model.add_at_most_one(ends, because="a quarter turn of the tower changes nothing", key=("symmetry",))
    for (way, colour), pairs in meeting.items():
        because = f"colour {colour} is on at most two faces {way}"
        rule = ("colour", WAYS.index(way), instance.codes[colour])
        if len(pairs) > 2:
            model.add(sum(map(IntVar.as_sum, pairs), ZERO) <= 2, because=because, key=rule)
    return Parts(model, tuple(parts))
