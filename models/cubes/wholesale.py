"""Cubes whose faces were read in another order than the unfolding has: one of them, two alike, or all.

Only which faces lie opposite one another matters: of three pairs of opposite faces, a tower can show any two,
each either way round. So a cube can be misread in fourteen ways, whatever the unfolding was.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

from models.cubes.instance import Cubes, Stacking
from models.language.base import Key
from models.mistakes import Correction, Mistake

FEW = 6
"""Of up to so many cubes, any two may be misread alike."""

Pairs = tuple[tuple[int, int], ...]
"""The faces, from 0 in the order in which they were written, that lie opposite one another."""

COMMON: tuple[Pairs, ...] = (
    ((0, 1), (2, 3), (4, 5)),
    ((0, 5), (1, 3), (2, 4)),
    ((0, 5), (1, 4), (2, 3)),
    ((0, 2), (1, 3), (4, 5)),
)
"""Pair by pair; a ring of four between the first face and the last; mirrored; a ring of four and then the two ends."""


def pairings() -> list[Pairs]:
    """The fifteen ways in which six faces are three pairs."""
    found: list[Pairs] = []
    for second in range(1, 6):
        third, *others = (face for face in range(1, 6) if face != second)
        found += [
            ((0, second), (third, other), tuple(face for face in others if face != other))  # type: ignore[misc]
            for other in others
        ]
    return found


MEANT: Pairs = ((0, 3), (1, 4), (2, 5))
"""Those of the unfolding."""


def wholesale(instance: Cubes) -> Iterator[Correction[Cubes, Stacking]]:
    """The cubes of ``instance`` read in another order, the likelier first."""
    others = sorted((pairs for pairs in pairings() if pairs != MEANT), key=lambda pairs: pairs not in COMMON)
    cubes = range(len(instance.cubes))
    seen = {instance.cubes}
    groups: list[tuple[int, ...]] = [tuple(cubes), *((cube,) for cube in cubes)]
    groups += [pair for pair in combinations(cubes, 2) if len(cubes) in range(3, FEW + 1)]
    for group in groups:
        for pairs in others:
            meant = tuple(
                _folded(faces, pairs) if cube in group else faces for cube, faces in enumerate(instance.cubes)
            )
            if meant in seen:
                continue
            seen.add(meant)
            opposite = ", ".join(f"{one + 1}-{other + 1}" for one, other in pairs)
            if len(group) == len(cubes) > 1:
                who, place = "the faces of all cubes are", group[:0]
            else:
                names = " and ".join(str(cube + 1) for cube in group)
                who, place = f"the faces of cube{'s' * (len(group) > 1)} {names} are", group
            key: Key = ("unfolded", *place)
            mistake = Mistake(f"{who} written as if 1-4, 2-5, 3-6 lay opposite", opposite, key, opposite)
            unlikely = 1 + (pairs not in COMMON) + 3 * (len(group) == 2)
            yield Correction((mistake,), replace(instance, cubes=meant), unlikely=unlikely)


def _folded(faces: tuple[str, ...], pairs: Pairs) -> tuple[str, ...]:
    """The faces in the order of the unfolding, if ``pairs`` of them as written lie opposite one another."""
    folded = list(faces)
    for place, (one, other) in enumerate(pairs):
        folded[place], folded[place + 3] = faces[one], faces[other]
    return tuple(folded)
