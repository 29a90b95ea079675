"""What passes between formats and verbs: statements to be written, and what files that were read say."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, Protocol

from models.errors import InputError
from models.language.model import Assignment, Key, Model

GIVEN: str = "given"
"""The first word of the key of every constraint that is no rule, but something that the instance gives."""


LINE: str = "line"
"""The first word of the key of a constraint that was read: the number of its line, from 1, is the second."""

MOST_IDLE = 100_000
"""Variables that a file may announce beyond those it has the bytes to name."""


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


@dataclass(frozen=True)
class Reading:
    """A file as a model of its own.

    Attributes:
        model: the variables, called as the file calls them; the constraints; as projection what makes up an answer; the
            objective where the file has one. Each constraint has the key ``(LINE, number)``, or where the file
            gives it a name, ``because`` says that, so that whoever explains can point to it.
        written: an answer, the values of the projection's variables at least, as the format writes it, without the
            last line's end.
        about: what is in the file, in a few words: ``3 variables, 5 clauses``.
        remarks: what a person should know before believing an answer, each a sentence without its stop.
    """

    model: Model
    written: Callable[[Assignment], str]
    about: str
    remarks: tuple[str, ...] = ()


class Reader(Protocol):
    """A module of ``solvers.formats`` that reads."""

    def read(self, stream: BinaryIO, where: Path | str) -> Reading:
        """What a file says, in time and memory linear in its size.

        Args:
            stream: the file, from its beginning.
            where: what complaints call it.

        Raises:
            InputError: with the line, when it does not say what the format lets it say.
        """


def numbered_lines(stream: BinaryIO, where: Path | str) -> Iterator[tuple[int, str]]:
    """The lines of a file with their numbers from 1, without their ends; one line in memory at a time.

    Raises:
        InputError: when a line is no text.
    """
    for number, line in enumerate(stream, 1):
        try:
            text = line.decode("utf-8-sig" if number == 1 else "utf-8")
        except UnicodeDecodeError as error:
            what = f"byte {error.start + 1} of the line is {line[error.start]:#04x}"
            raise InputError(f"{what}, which is no UTF-8: save the file as UTF-8", where, number) from None
        if "\0" in text:
            raise InputError("found a zero byte, which is no text", where, number)
        yield number, text.rstrip("\r\n")


def room_for(announced: int, size: int) -> bool:
    """Whether a file of ``size`` bytes may announce so many variables: it could name them, or they are a few."""
    return announced <= size + MOST_IDLE


def is_given(key: Key) -> bool:
    """Whether a constraint of this key says what the instance gives."""
    return key[:1] == (GIVEN,)
