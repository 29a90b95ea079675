"""Dials with holes (Grecian Computer, Safecracker): turned so that every column reaches its sum."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar

from models.grecian.instance import Dials, Turns, check, column_sums, contradiction, face, warnings
from models.grecian.model import ElementModel, TableModel
from models.grecian.reading import looks_like, read_dials
from models.grecian.text import render
from models.options import PuzzleOption, Values
from models.puzzle import Puzzle, lazy


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
    options = (PuzzleOption("hidden", "", "in pictures, list the numbers that lie covered", "flag"),)

    read = staticmethod(read_dials)
    looks_like = staticmethod(looks_like)
    check = staticmethod(check)
    contradiction = staticmethod(contradiction)
    warnings = staticmethod(warnings)
    render = staticmethod(render)
    drawing = lazy("models.grecian.picture:DRAWING")
    editing = lazy("models.grecian.editing:EDITING")
    error_model = lazy("models.grecian.mistakes:ERROR_MODEL")
    generator = lazy("models.grecian.generator:GENERATOR")

    def with_options(self, instance: Dials, values: Values) -> Dials:
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


PUZZLE = Grecian()
