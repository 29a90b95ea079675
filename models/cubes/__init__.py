"""Cubes with coloured faces (Instant Insanity): stack them so that each side shows every colour once."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar

from models.cubes.instance import SIDES, Cubes, Stacking, check, contradiction, warnings
from models.cubes.model import CoverModel, FacesModel, FactorsModel, OrientationModel, obstacle_parts
from models.cubes.reading import from_text, looks_like, read_cubes
from models.cubes.text import render
from models.formulation import Formulation
from models.options import PuzzleOption, Values
from models.puzzle import Puzzle, lazy

if TYPE_CHECKING:  # only named here, and no run should wait for them to be imported
    from models.deductions import Conflict, Parts


class CubesPuzzle(Puzzle[Cubes, Stacking]):
    """Instant Insanity with any number of cubes and any colours."""

    name = "cubes"
    title = "Coloured cubes"
    summary = "Stack the cubes so that each of the four sides of the tower shows every colour once."
    formulations: ClassVar = {
        "orientation": OrientationModel,
        "faces": FacesModel,
        "cover": CoverModel,
        "factors": FactorsModel,
    }
    quickest = "faces"
    default_instance = "parker-jaap"
    options = (
        PuzzleOption(
            "orientations",
            "",
            "count answers apart when a cube stands differently, even if it shows the same four colours",
            "flag",
        ),
    )

    read = staticmethod(read_cubes)
    looks_like = staticmethod(looks_like)
    from_text = staticmethod(from_text)
    contradiction = staticmethod(contradiction)
    check = staticmethod(check)
    warnings = staticmethod(warnings)
    render = staticmethod(render)
    drawing = lazy("models.cubes.picture:DRAWING")
    editing = lazy("models.cubes.editing:EDITING")
    error_model = lazy("models.cubes.mistakes:ERROR_MODEL")
    generator = lazy("models.cubes.generator:GENERATOR")

    def with_options(self, instance: Cubes, values: Values) -> Cubes:
        return replace(instance, orientations=True) if values.get("orientations") else instance

    def shape(self, instance: Cubes) -> Hashable:
        return (instance.cubes, instance.orientations)

    def parts(self, instance: Cubes, stated: Formulation[Cubes, Stacking]) -> Parts:
        return obstacle_parts(instance)

    def argument(
        self, instance: Cubes, answer: Stacking | None = None, conflict: Conflict | None = None
    ) -> Sequence[str]:
        from models.cubes.argument import argument  # only an explanation has one

        return argument(instance, answer, conflict)

    def as_json(self, instance: Cubes, answer: Stacking) -> object:
        return [
            {
                "cube": number,
                **dict(zip(SIDES, placement.colours, strict=True)),
                "faces": {
                    **dict(zip(SIDES, placement.orientation.sides, strict=True)),
                    "top": placement.orientation.top,
                    "bottom": placement.orientation.bottom,
                },
            }
            for number, placement in enumerate(answer, 1)
        ]


PUZZLE = CubesPuzzle()
