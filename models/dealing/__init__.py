"""The dealing trick: a number of cards from the leftovers of dealing them, either way round."""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING, ClassVar

from models.dealing.instance import Dealing, Dealt, check, contradiction, rounds_of
from models.dealing.model import DigitsModel, RoundsModel
from models.dealing.reading import looks_like, read_dealing, typed, with_options
from models.dealing.text import render
from models.formulation import Formulation
from models.options import PuzzleOption
from models.puzzle import Puzzle, lazy

if TYPE_CHECKING:  # only named here, and no run should wait for them to be imported
    from models.deductions import Parts


class DealingPuzzle(Puzzle[Dealing, Dealt]):
    name = "dealing"
    title = "The dealing trick"
    summary = "Find the number of cards from the leftovers of dealing into equal stacks, or the other way round."
    formulations: ClassVar = {"rounds": RoundsModel, "digits": DigitsModel}
    default_instance = "four-stacks"
    objectives: ClassVar = {"cards": "the fewest cards that fit"}
    options = (
        PuzzleOption("stacks", "B", "deal into B stacks"),
        PuzzleOption(
            "leftovers",
            "TEXT",
            'what was left over, round by round, such as "0 1 ? 1"; ? is not known, "0 1 ..." may go on',
        ),
        PuzzleOption("cards", "N", "there are N cards"),
        PuzzleOption("at-most", "N", "there are at most N cards"),
    )

    read = staticmethod(read_dealing)
    looks_like = staticmethod(looks_like)
    typed = staticmethod(typed)
    with_options = staticmethod(with_options)
    check = staticmethod(check)
    contradiction = staticmethod(contradiction)
    render = staticmethod(render)
    drawing = lazy("models.dealing.picture:DRAWING")
    editing = lazy("models.dealing.editing:EDITING")
    error_model = lazy("models.dealing.mistakes:ERROR_MODEL")
    generator = lazy("models.dealing.generator:GENERATOR")

    def shape(self, instance: Dealing) -> Hashable:
        return instance.span

    def compact(self, instance: Dealing, answer: Dealt) -> str:
        return f"{answer.cards} cards, leftovers {' '.join(map(str, answer.leftovers)) or 'none'}"

    def as_json(self, instance: Dealing, answer: Dealt) -> object:
        return {
            "cards": answer.cards,
            "leftovers": list(answer.leftovers),
            "rounds": [dealt._asdict() for dealt in rounds_of(instance, answer)],
        }

    def parts(self, instance: Dealing, stated: Formulation[Dealing, Dealt]) -> Parts:
        from models.dealing.parts import known_parts  # only where an explanation finds no answer

        return known_parts(instance)


PUZZLE = DealingPuzzle()
