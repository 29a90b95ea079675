"""Exact cover in general: choose options so that every item is met exactly once."""

from __future__ import annotations

from typing import ClassVar

from models.cover.instance import Chosen, Cover, check, contradiction
from models.cover.model import ChoiceModel, OptionsModel
from models.cover.reading import looks_like, read_cover
from models.cover.text import render
from models.puzzle import Puzzle, lazy


class CoverPuzzle(Puzzle[Cover, Chosen]):
    """Any exact cover problem, from a list of options."""

    name = "cover"
    title = "Exact cover"
    summary = "Choose some of the options so that each item is met exactly once."
    formulations: ClassVar = {"options": OptionsModel, "choice": ChoiceModel}
    default_instance = "wildwood"
    endings = (".dlx",)

    read = staticmethod(read_cover)
    looks_like = staticmethod(looks_like)
    contradiction = staticmethod(contradiction)
    check = staticmethod(check)
    render = staticmethod(render)
    drawing = lazy("models.cover.picture:DRAWING")
    editing = lazy("models.cover.editing:EDITING")
    error_model = lazy("models.cover.mistakes:ERROR_MODEL")
    generator = lazy("models.cover.generator:GENERATOR")

    def sort_key(self, instance: Cover, answer: Chosen) -> tuple[int, ...]:
        return tuple(instance.places[name] for name in answer)

    def as_json(self, instance: Cover, answer: Chosen) -> object:
        options = (instance.options[instance.places[name]] for name in answer)
        return [{"option": option.name, "items": list(option.items)} for option in options]

    def compact(self, instance: Cover, answer: Chosen) -> str | None:
        return "; ".join(answer)


PUZZLE = CoverPuzzle()
