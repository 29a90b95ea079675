"""Which faces of the cubes may have the wrong colour?"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from models.cubes.puzzle import Cubes, Stacking
from models.cubes.towers import ORIENTATIONS, SIDES
from models.language.model import Assignment, IntVar, Model
from models.mistakes import Correction, Mistake, Mistakes

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
        self._colours = _enough_colours(instance)
        self._orientations: list[IntVar] = []
        self._shown: list[list[IntVar]] = []
        changed: list[IntVar] = []
        for number in range(1, len(instance.cubes) + 1):
            # Turning the whole tower changes nothing: the first cube stands in one of its three loops.
            orientation = model.new_int_var(0, 2 if number == 1 else 23, f"cube {number} orientation")
            sides = [self._declare_side(number, orientation, side) for side in range(len(SIDES))]
            self._orientations.append(orientation)
            self._shown.append([shown for shown, _ in sides])
            changed += [is_changed for _, is_changed in sides]
            self._stand_one_way(number, orientation, [is_changed for _, is_changed in sides])
        for name, shown in zip(SIDES, zip(*self._shown, strict=True), strict=True):
            model.add_all_different(shown, because=f"the {name} side shows no colour twice")
        model.project_on([*self._orientations, *(colour for shown in self._shown for colour in shown)])
        model.minimize(sum(changed))

    def corrections(self, assignment: Assignment) -> Iterator[Correction[Cubes, Stacking]]:
        cubes = [list(faces) for faces in self._instance.cubes]
        mistakes = []
        for cube, (orientation, shown) in enumerate(zip(self._orientations, self._shown, strict=True)):
            sides = ORIENTATIONS[assignment[orientation]].sides
            for face, meant in sorted(zip(sides, (self._colours[assignment[side]] for side in shown), strict=True)):
                printed = self._instance.cubes[cube][face - 1]
                if printed != meant:
                    mistakes.append(Mistake(f"cube {cube + 1} face {face} is {printed}", meant))
                    cubes[cube][face - 1] = meant
        yield Correction(tuple(mistakes), replace(self._instance, cubes=tuple(map(tuple, cubes))))

    def _declare_side(self, number: int, orientation: IntVar, side: int) -> tuple[IntVar, IntVar]:
        """The colour that a cube is to show on a side, and whether it is another than the one printed there."""
        model, name = self.model, f"cube {number} {SIDES[side]}"
        codes = {colour: code for code, colour in enumerate(self._colours)}
        there = [codes[self._instance.shown(number - 1, way)[side]] for way in orientation.domain]
        printed = model.new_int_var_from_values(there, f"{name}, as printed")
        because = f"cube {number} shows the faces that its orientation turns to the sides"
        model.add_element(orientation, there, printed, because=because)
        shown = model.new_int_var(0, len(codes) - 1, name)
        is_changed = model.new_bool_var(f"{name} is recoloured")
        because = f"{name} is as printed, unless it is recoloured"
        model.add(printed == shown, because=because).only_enforce_if(~is_changed)
        return shown, is_changed

    def _stand_one_way(self, number: int, orientation: IntVar, changed: list[IntVar]) -> None:
        """Of orientations that show the same colours, only the lowest without a recoloured face."""
        views = [self._instance.shown(number - 1, way) for way in orientation.domain]
        lowest = orientation.is_in(way for way, view in enumerate(views) if views.index(view) == way)
        self.model.add_bool_or([lowest, *changed], because=f"cube {number} stands in the first way that looks so")


def _enough_colours(instance: Cubes) -> list[str]:
    """The colours on the cubes; where that is too few to tell the cubes of a side apart, some more."""
    colours = list(instance.colours)
    spare = (colour for colour in SPARE_COLOURS if colour not in colours)
    while len(colours) < len(instance.cubes):
        colours.append(next(spare))
    return colours
