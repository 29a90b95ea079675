"""Which faces of the cubes may have the wrong colour?"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from models.corrections.mistakes import Correction, Mistake, Mistakes
from models.csp import Assignment, IntVar, Model
from models.cubes import Cubes, Stacking
from models.towers import ORIENTATIONS, SIDES

SPARE_COLOURS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
"""Where the cubes show fewer colours than there are cubes, the missing ones are called by the first of these."""


class Recoloured(Mistakes[Cubes, Stacking]):
    """A colour for each face, the printed one or another; an orientation for each cube that brings faces to sides."""

    nouns = ("recoloured face", "recoloured faces")

    def __init__(self, instance: Cubes) -> None:
        self.model = model = Model(f"{instance.name}, recoloured")
        self._instance = instance
        self._colours = _enough_colours(instance)
        codes = {colour: code for code, colour in enumerate(self._colours)}
        self._faces: list[list[IntVar]] = []
        changed = []
        shown: list[list[IntVar]] = [[] for _ in SIDES]
        for number, colours in enumerate(instance.cubes, 1):
            faces = [model.new_int_var(0, len(codes) - 1, f"cube {number} face {face}") for face in range(1, 7)]
            for face, colour in zip(faces, colours, strict=True):
                changed.append(model.new_bool_var(f"{face.name} is recoloured"))
                model.add_exactly_one([face == codes[colour], changed[-1]], because=f"{face.name} is {colour}")
            # Turning the whole tower changes nothing: the first cube stands in one of its three loops.
            orientation = model.new_int_var(0, 2 if number == 1 else 23, f"cube {number} orientation")
            because = f"cube {number} shows the faces that its orientation turns to the sides"
            for side, name in enumerate(SIDES):
                colour_there = model.new_int_var(0, len(codes) - 1, f"cube {number} {name}")
                array = [faces[way.sides[side] - 1] for way in ORIENTATIONS]
                model.add_element(orientation, array, colour_there, because=because)
                shown[side].append(colour_there)
            self._faces.append(faces)
        for name, colours_there in zip(SIDES, shown, strict=True):
            model.add_all_different(colours_there, because=f"the {name} side shows no colour twice")
        model.decide(face for faces in self._faces for face in faces)
        model.minimize(sum(changed))

    def corrections(self, assignment: Assignment) -> Iterator[Correction[Cubes, Stacking]]:
        cubes = []
        mistakes = []
        for number, (printed, faces) in enumerate(zip(self._instance.cubes, self._faces, strict=True), 1):
            meant = tuple(self._colours[assignment[face]] for face in faces)
            cubes.append(meant)
            for face, (before, after) in enumerate(zip(printed, meant, strict=True), 1):
                if before != after:
                    mistakes.append(Mistake(f"cube {number} face {face} is {before}", after))
        yield Correction(tuple(mistakes), replace(self._instance, cubes=tuple(cubes)))


def _enough_colours(instance: Cubes) -> list[str]:
    """The colours on the cubes; where that is too few to tell the cubes of a side apart, some more."""
    colours = list(instance.colours)
    spare = (colour for colour in SPARE_COLOURS if colour not in colours)
    while len(colours) < len(instance.cubes):
        colours.append(next(spare))
    return colours
