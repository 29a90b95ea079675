"""How does a notebook show an answer? Answers are plain values; here each comes with its puzzle and its instance.

for answer in shown(solver, instance):
    display(answer)
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Generic

from models.kit.notebook import figure
from models.puzzle import A, I, Puzzle
from solvers.backend import Limits
from solvers.record import Result
from solvers.solving import Solver


@dataclass(frozen=True)
class Answer(Generic[I, A]):
    """An answer that can be looked at.

    Attributes:
        puzzle: the puzzle.
        instance: what is answered.
        value: the answer itself, in the puzzle's own terms.
    """

    puzzle: Puzzle[I, A]
    instance: I
    value: A

    def svg(self) -> str:
        """The answer as a picture."""
        return self.puzzle.drawing.picture(self.instance, self.value)

    def __str__(self) -> str:
        """The answer as text that a person can act on."""
        return self.puzzle.render(self.instance, self.value)

    def _repr_svg_(self) -> str:
        return self.svg()

    def _repr_html_(self) -> str:
        return figure(f"{self.puzzle.title}: {self.instance.name}", self.svg())


def shown(solver: Solver[I, A], instance: I, limits: Limits = Limits()) -> Iterator[Answer[I, A]]:
    """The answers of ``instance``, one by one as they are found, each ready to be looked at.

    Raises:
        CannotTake: when no formulation asked for fits the backend.
    """
    for value in solver.answers(instance, limits):
        yield Answer(solver.puzzle, instance, value)


def answers_of(result: Result[I, A]) -> list[Answer[I, A]]:
    """The answers that were kept in ``result``, each ready to be looked at."""
    return [Answer(result.puzzle, result.instance, value) for value in result.answers]
