"""Exact cover in general: choose options so that every item is met exactly once."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from models.cover.instance import Chosen, Cover, check, clash
from models.cover.model import ChoiceModel, OptionsModel
from models.cover.reading import read_cover
from models.cover.text import render
from models.puzzle import Puzzle

if TYPE_CHECKING:  # only named here, and no run should wait for them to be imported
    from models.drawing import Drawing
    from models.mistakes import Copying


class CoverPuzzle(Puzzle[Cover, Chosen]):
    """Any exact cover problem, from a list of options."""

    name = "cover"
    title = "Exact cover"
    summary = "Choose some of the options so that each item is met exactly once."
    formulations: ClassVar = {"options": OptionsModel, "choice": ChoiceModel}
    default_instance = "wildwood"

    read = staticmethod(read_cover)
    clash = staticmethod(clash)
    check = staticmethod(check)
    render = staticmethod(render)

    def rank(self, instance: Cover, answer: Chosen) -> tuple[int, ...]:
        return tuple(instance.places[name] for name in answer)

    def as_json(self, instance: Cover, answer: Chosen) -> object:
        options = (instance.options[instance.places[name]] for name in answer)
        return [{"option": option.name, "items": list(option.items)} for option in options]

    def compact(self, instance: Cover, answer: Chosen) -> str | None:
        return "; ".join(answer)

    @property
    def drawing(self) -> Drawing[Cover, Chosen]:
        from models.cover.picture import CoverDrawing  # most runs draw nothing

        return CoverDrawing()

    @property
    def copying(self) -> Copying[Cover, Chosen]:
        from models.cover.mistakes import COPYING  # only a diagnosis asks for it

        return COPYING


PUZZLE = CoverPuzzle()
