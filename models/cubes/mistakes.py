"""Mistakes in copying cubes: a face of the wrong colour, or the faces of one, two or all cubes read in another order.

Of an order, only which faces lie opposite one another matters: of three pairs of opposite faces, a tower can show any
two, each either way round. So a cube can be misread in fourteen ways, whatever the unfolding was.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, islice, product
from string import ascii_lowercase, ascii_uppercase, digits

from models.cubes.instance import ORIENTATIONS, SIDES, Cubes, Stacking
from models.cubes.reading import line
from models.kit.names import listed
from models.language.model import Assignment, IntVar, Model
from models.mistakes import Correction, ErrorModel, Mistake, Mistakes

SPARE_COLOURS = ascii_uppercase + ascii_lowercase + digits  # what colours are called that the cubes lack
MAX_CUBES_FOR_PAIRS = 6  # of up to so many cubes, any two may be misread alike

Pairs = tuple[tuple[int, int], ...]
"""The faces, from 0 in the order in which they were written, that lie opposite one another."""

COMMON_PAIRINGS: tuple[Pairs, ...] = (
    ((0, 1), (2, 3), (4, 5)),
    ((0, 5), (1, 3), (2, 4)),
    ((0, 5), (1, 4), (2, 3)),
    ((0, 2), (1, 3), (4, 5)),
)
"""Pair by pair; a ring of four between the first face and the last; mirrored; a ring of four and then the two ends."""

UNFOLDED: Pairs = ((0, 3), (1, 4), (2, 5))  # those of the unfolding


class Recoloured(Mistakes[Cubes, Stacking]):
    """An orientation for each cube, and for each of its sides a colour: the one that is there, or another.

    A face shows on one side at most, so the faces to recolour are the sides that show another colour
    than the one printed there.
    """

    nouns = ("recoloured face", "recoloured faces")

    def __init__(self, instance: Cubes) -> None:
        self.model = model = Model(f"{instance.name}, recoloured")
        self._instance = instance
        spare = (colour for colour in SPARE_COLOURS if colour not in instance.codes)
        missing = max(0, len(instance.cubes) - len(instance.colours))
        self._colours = [*instance.colours, *islice(spare, missing)]
        self._orientations: list[IntVar] = []
        self._shown: list[list[IntVar]] = []
        changed: list[IntVar] = []
        for cube in range(len(instance.cubes)):
            # Turning the whole tower changes nothing: the first cube stands in one of its three loops.
            orientation = model.new_int_var(0, 23 if cube else 2, f"cube {cube + 1} orientation")
            views = [instance.shown(cube, way) for way in orientation.domain]
            sides = [self._declare_side(cube, orientation, side, views) for side in range(len(SIDES))]
            self._orientations.append(orientation)
            self._shown.append([shown for shown, _ in sides])
            # Of orientations that show the same colours, only the lowest without a recoloured face.
            lowest = orientation.is_in(way for way, view in enumerate(views) if views.index(view) == way)
            recoloured = [is_changed for _, is_changed in sides]
            because = f"cube {cube + 1} stands in the first way that looks so"
            model.add_bool_or([lowest, *recoloured], because=because, key=("cube", cube, "way"))
            changed += recoloured
        for side, name in enumerate(SIDES):
            colours = [shown[side] for shown in self._shown]
            model.add_all_different(colours, because=f"the {name} side shows no colour twice", key=("side", side))
        model.project_on([*self._orientations, *(colour for shown in self._shown for colour in shown)])
        model.minimize(sum(changed))

    def corrections(self, assignment: Assignment) -> Iterator[Correction[Cubes, Stacking]]:
        cubes = [list(faces) for faces in self._instance.cubes]
        mistakes = []
        for cube, (orientation, shown) in enumerate(zip(self._orientations, self._shown, strict=True)):
            sides = ORIENTATIONS[assignment[orientation]].sides
            for face, meant in sorted(zip(sides, (self._colours[assignment[side] - 1] for side in shown), strict=True)):
                printed = self._instance.cubes[cube][face - 1]
                if printed != meant:
                    where = f"cube {cube + 1} face {face} is {printed}"
                    mistakes.append(Mistake(where, meant, ("face", cube, face - 1), meant))
                    cubes[cube][face - 1] = meant
        yield Correction(tuple(mistakes), replace(self._instance, cubes=tuple(map(tuple, cubes))))

    def _declare_side(
        self, cube: int, orientation: IntVar, side: int, views: list[tuple[str, str, str, str]]
    ) -> tuple[IntVar, IntVar]:
        """The colour that a cube is to show on a side, and whether it is another than the one printed there."""
        model, name = self.model, f"cube {cube + 1} {SIDES[side]}"
        there = [self._instance.codes[view[side]] for view in views]
        printed = model.new_int_var_from_values(there, f"{name}, as printed")
        because = f"cube {cube + 1} shows the faces that its orientation turns to the sides"
        model.add_element(orientation, there, printed, because=because, key=("cube", cube))
        shown = model.new_int_var(1, len(self._colours), name)
        is_changed = model.new_bool_var(f"{name} is recoloured")
        as_printed = model.add(
            printed == shown, because=f"{name} is as printed, unless it is recoloured", key=("cube", cube, SIDES[side])
        )
        as_printed.only_enforce_if(~is_changed)
        return shown, is_changed


def pairings() -> list[Pairs]:
    """The fifteen ways in which six faces are three pairs."""
    found: list[Pairs] = []
    for second in range(1, 6):
        a, b, c, d = (face for face in range(1, 6) if face != second)
        found += [((0, second), (a, b), (c, d)), ((0, second), (a, c), (b, d)), ((0, second), (a, d), (b, c))]
    return found


def whole_instance_errors(instance: Cubes) -> Iterator[Correction[Cubes, Stacking]]:
    others = sorted(set(pairings()) - {UNFOLDED}, key=lambda pairs: (pairs not in COMMON_PAIRINGS, pairs))
    cubes = range(len(instance.cubes))
    seen = {instance.cubes}
    groups: list[tuple[int, ...]] = [tuple(cubes), *((cube,) for cube in cubes)]
    groups += [pair for pair in combinations(cubes, 2) if len(cubes) in range(3, MAX_CUBES_FOR_PAIRS + 1)]
    for group, pairs in product(groups, others):
        # In the order of the unfolding: one face of each pair, then those opposite.
        order = [face for faces in zip(*pairs, strict=True) for face in faces]
        meant = tuple(
            tuple(faces[face] for face in order) if cube in group else faces
            for cube, faces in enumerate(instance.cubes)
        )
        if meant in seen:
            continue
        seen.add(meant)
        opposite = ", ".join(f"{one + 1}-{other + 1}" for one, other in pairs)
        if len(group) == len(cubes) > 1:
            who, place = "all cubes", group[:0]
        else:
            who, place = f"cube{'s' * (len(group) > 1)} {listed(cube + 1 for cube in group)}", group
        where = f"the faces of {who} are written as if 1-4, 2-5, 3-6 lay opposite"
        unlikely = 1 + (pairs not in COMMON_PAIRINGS) + 3 * (len(group) == 2)
        mistake = Mistake(where, opposite, ("unfolded", *place), opposite)
        yield Correction((mistake,), replace(instance, cubes=meant), unlikely=unlikely)


ERROR_MODEL = ErrorModel(Recoloured, whole_instance_errors=whole_instance_errors, line=line)
