"""Faces of the cubes that have the wrong colour, and the colours that they could have been."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

from models.cubes.instance import Cubes, Stacking
from models.cubes.reading import line
from models.cubes.towers import ORIENTATIONS, SIDES
from models.cubes.wholesale import wholesale
from models.language.model import Assignment, IntVar, Model
from models.mistakes import Copying, Correction, Mistake, Mistakes

SPARE_COLOURS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
"""Where the cubes show fewer colours than there are cubes, the missing ones are called by the first of these."""


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


COPYING = Copying(Recoloured, wholesale=wholesale, line=line)
