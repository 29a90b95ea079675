"""Dials with holes (Grecian Computer, Safecracker): turned so that every column reaches its sum."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar

from models.grecian.instance import Dials, Turns, check, clash, column_sums, face
from models.grecian.model import ElementModel, TableModel
from models.grecian.reading import read_dials
from models.grecian.text import render
from models.options import Option, Values
from models.puzzle import Family, Puzzle

if TYPE_CHECKING:  # only named here, and no run should wait for them to be imported
    from models.drawing import Drawing
    from models.mistakes import Copying


class Grecian(Puzzle[Dials, Turns]):
    """Rotating dials with holes."""

    name = "grecian"
    title = "Grecian Computer"
    summary = "Turn the dials so that the numbers showing in every column add up to the same sum."
    formulations: ClassVar = {"element": ElementModel, "table": TableModel}
    default_instance = "grecian"
    objectives: ClassVar = {
        "turns": "the fewest single steps in total, either way round, the bottom dial turned too where that helps",
        "dials": "the fewest dials turned, the bottom dial among them",
    }
    options = (Option("hidden", "", "in pictures, list the numbers that lie covered", "flag"),)

    read = staticmethod(read_dials)
    check = staticmethod(check)
    clash = staticmethod(clash)
    render = staticmethod(render)

    def arrange(self, instance: Dials, values: Values) -> Dials:
        return replace(instance, show_hidden=True) if values.get("hidden") else instance

    def shape(self, instance: Dials) -> object:
        return instance.targets, instance.dials

    def compact(self, instance: Dials, answer: Turns) -> str:
        return " ".join(map(str, answer))

    def as_json(self, instance: Dials, answer: Turns) -> object:
        return {
            "clockwise": list(answer),
            "face": [[seen[0] if seen else None for seen in ring] for ring in face(instance, answer)],
            "column_sums": column_sums(instance, answer),
        }

    @property
    def drawing(self) -> Drawing[Dials, Turns]:
        from models.grecian.picture import DialsDrawing  # most runs draw nothing

        return DialsDrawing()

    @property
    def copying(self) -> Copying[Dials, Turns]:
        from models.grecian.mistakes import COPYING  # only a diagnosis asks for it

        return COPYING

    @property
    def families(self) -> Mapping[str, Family]:
        from models.grecian.family import FAMILIES  # only where a family is asked for

        return FAMILIES


PUZZLE = Grecian()
