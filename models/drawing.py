"""Drawings of a puzzle: still, with a conflict lit, at one moment of an explanation, and in motion."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic

from models.deductions import Conflict, Snapshot
from models.formulation import A, Formulation, I

if TYPE_CHECKING:  # only named here, and no picture should wait for it to be imported
    from models.language.model import IntVar
    from models.mistakes import Mistake

ROTOR = "rotor"  # the class of what turns in a picture in motion


@dataclass(frozen=True)
class Move:
    """One thing a person does."""

    rotor: int  # the ``data-rotor`` of what is turned
    degrees: float  # how far, clockwise; negative the other way round
    sentence: str  # the move in words
    outcome: str  # how things stand after it


@dataclass(frozen=True)
class Motion:
    """A picture of the start, some parts of which turn, and the moves that lead to the answer.

    A page plays the moves and needs no idea of the puzzle. Every ``<g class="rotor" data-rotor="k">`` turns
    when its property ``--turn`` is set, in degrees clockwise; what is ``upright`` in it stays so. Every group
    with ``data-after="n"`` is what is to be seen, among its like, when exactly ``n`` moves are made.
    """

    svg: str
    start: str  # how things stand there, in words
    moves: tuple[Move, ...]


@dataclass(frozen=True)
class Belief:
    """What a network believes at a moment.

    Attributes:
        shares: of each variable how much each value is believed, from 0 to 1.
        best: the value of each variable that is believed in most, where there is one.
        wrong: the variables whose best value is wrong, as far as that is known.
        is_answer: whether the best values are an answer.
    """

    shares: Mapping[IntVar, Mapping[int, float]]
    best: Mapping[IntVar, int]
    wrong: frozenset[IntVar] = frozenset()
    is_answer: bool = False


class Drawing(ABC, Generic[I, A]):
    """What a puzzle looks like, as SVG; only the still picture must be there."""

    @abstractmethod
    def picture(self, instance: I, answer: A | None = None) -> str:
        """The instance, or the answer."""

    def sheet(self, instance: I) -> str:
        """The instance for paper, where nothing can be lifted or turned; mostly the same picture."""
        return self.picture(instance)

    def conflict(self, instance: I, stated: Formulation[I, A], conflict: Conflict) -> str | None:
        """The instance with the parts of a conflict lit; None where there is no such picture."""
        return None

    def wrong(self, instance: I, mistakes: Sequence[Mistake]) -> str | None:
        """The instance with the places lit where it may have been copied wrongly; None where no place can be shown."""
        return None

    def snapshot(self, instance: I, stated: Formulation[I, A], snapshot: Snapshot) -> str | None:
        """A moment of solving with the step's reason lit; None where there is no such picture."""
        return None

    def belief(self, instance: I, stated: Formulation[I, A], belief: Belief) -> str | None:
        """The best values, each on a shade by how much it is believed; None where there is no such picture."""
        return None

    def motion(self, instance: I, answer: A) -> Motion | None:
        """The way from the instance to the answer; None where nothing moves."""
        return None
