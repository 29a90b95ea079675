"""Mistakes in copying a puzzle, as a model of their own, so that any backend can find the smallest correction.

The mistakes that may have been made are the model's projection, and its objective counts them: solving it is an
ordinary optimisation, and enumerating it at the least number gives every smallest correction.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar, Generic

from models.formulation import A, I
from models.language.base import Key
from models.language.model import Assignment, Model


@dataclass(frozen=True)
class Mistake:
    """One thing that was copied wrongly: ``R1C3 reads 2; instead: 3``."""

    where: str  # what is wrong, and what it should have been, for people
    instead: str
    key: Key = ()  # what is wrong, for programs: ``("cell", 2)``, whatever should be there
    to: str | int | None = None  # what it should have been, for programs

    @property
    def place(self) -> Key:
        """What is wrong, for programs: the key, or where there is none, the words."""
        return self.key or (self.where,)

    def __str__(self) -> str:
        return f"{self.where}; instead: {self.instead}"


@dataclass(frozen=True)
class Correction(Generic[I, A]):
    """One way in which an instance may have been meant."""

    mistakes: tuple[Mistake, ...]
    instance: I | None = None  # as corrected; None where the rules rather than the numbers give way
    answer: A | None = None  # of the corrected instance, where one is known
    unlikely: int = 0  # among corrections of equally many mistakes the lower come first
    others_left_out: bool = False  # whether there are more of the same kind, less likely ones, that are not listed
    unique: bool | None = None  # whether the answer is the only one; None where that is not settled


class Mistakes(ABC, Generic[I, A]):
    """The mistakes that may be in one instance, as a model: its objective counts them, its projection says which."""

    nouns: ClassVar[tuple[str, str]] = ("mistake", "mistakes")
    model: Model

    @abstractmethod
    def corrections(self, assignment: Assignment) -> Iterator[Correction[I, A]]:
        """What the mistakes of ``assignment`` may be, each with as many mistakes as its objective says."""

    def warnings(self) -> Iterator[str]:
        """What is plainly amiss and takes no search to see, a sentence each."""
        return iter(())

    def nearest(self) -> Nearest | None:
        """How close the instance as it stands comes to an answer, as an optimisation of its own; None if unsaid."""
        return None


class Nearest(ABC):
    """The attempt that gets most of an instance right, as a model whose objective says how much."""

    model: Model

    @abstractmethod
    def sentence(self, assignment: Assignment) -> str:
        """How close ``assignment`` comes, and how."""


WholeInstanceErrors = Iterator[Correction[I, A] | Mistakes[I, A]]
"""Mistakes about all of an instance at once: instances to be tried, and models whose every solution is a mistake."""


def _none(*_: object) -> None:
    return None


@dataclass(frozen=True)
class ErrorModel(Generic[I, A]):
    """How instances of one puzzle are copied wrongly."""

    mistakes: Callable[[I], Mistakes[I, A]]  # stated anew each time
    untested: Callable[[I, A], str | None] = _none  # what may be wrong although an answer is right, in a sentence
    whole_instance_errors: Callable[[I], WholeInstanceErrors[I, A]] = lambda _: iter(())  # each counts one
    line: Callable[[Path, I, Key], int | None] = _none  # where the part stands in a file that a mistake's key names
