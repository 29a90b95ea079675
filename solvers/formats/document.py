"""What passes between formats and verbs: statements to be written."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

from models.language.model import Key, Model

GIVEN: str = "given"
"""The first word of the key of every constraint that is no rule, but something that the instance gives."""


@dataclass(frozen=True)
class Statement:
    """A model to be written down, whole: a writer needs nothing else to say.

    Attributes:
        model: the variables, the rules, the projection and the objective. What the instance gives is among the
            constraints, each a clause of one test under the key ``(GIVEN, number)``.
        title: the puzzle, the instance and the formulation, on one line.
        notes: what else a reader of the file should know, a line each.
    """

    model: Model
    title: str
    notes: tuple[str, ...] = ()

    @property
    def remarks(self) -> tuple[str, ...]:
        """What every file begins with, as comments: the title and the notes, each printable and on one line."""
        return tuple(" ".join(line.split()) for line in (self.title, *self.notes))


class Writer(Protocol):
    """A module of ``solvers.formats`` that writes."""

    def write(self, statement: Statement) -> Iterator[str]:
        """The file, piece by piece; line ends are part of the pieces.

        Raises:
            InputError: before the first piece, when the format cannot say the whole of the model: which constraint,
                variable or objective it is, and why.
        """


def is_given(key: Key) -> bool:
    """Whether a constraint of this key says what the instance gives."""
    return key[:1] == (GIVEN,)
