"""What passes between formats and verbs: models to be written, and what files that were read say."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from io import BufferedReader, RawIOBase
from pathlib import Path
from textwrap import wrap
from typing import Any, BinaryIO, NamedTuple, Protocol

from models.errors import InputError
from models.kit.streams import CHUNK_BYTES, max_unpacked_bytes
from models.language.model import Assignment, Model, Objective
from solvers.core.limits import ENDLESS, Clock

GIVEN: str = "given"
"""The first word of the key of every constraint that is no rule, but something that the instance gives."""

LINE: str = "line"
"""The first word of the key of a constraint that was read: the number of its line, from 1, is the second."""

PROJECTION = "projection"  # the note on annotations of XCSP3 whose decision variables are what makes up an answer

MAX_LINE_BYTES = 16_000_000  # and of whatever else has to be in memory at once, such as an item of FlatZinc
MAX_FILE_BYTES = 1 << 30  # unpacked: what is read becomes a model in memory
MAX_UNNAMED_VARIABLES = 100_000  # that a file may announce beyond those it has the bytes to name

VALUE_LINE_LETTERS = 76


@dataclass(frozen=True)
class Export:
    """A model to be written down, whole: a writer needs nothing else to say.

    What the instance gives is among the constraints, each a clause of one test under the key ``(GIVEN, number)``.
    """

    model: Model
    title: str
    notes: tuple[str, ...] = ()

    @property
    def comments(self) -> tuple[str, ...]:
        """What every file begins with, as comments: the title and the notes, each printable and on one line."""
        return tuple(" ".join(line.split()) for line in (self.title, *self.notes))


class Writer(Protocol):
    """A module ``writing``."""

    def write(self, export: Export) -> Iterator[str]:
        """The file, piece by piece; an ``InputError`` before the first says what the format cannot say, and why."""


class ObjectiveNote(NamedTuple):
    """What an objective comes to, for a file whose form cannot say it: a comment, or a note on what is optimised.

    It is ``(offset + cost) / divisor`` of what is to be small, ``(offset - cost) / divisor`` of what is to be large,
    where the file minimises the cost.
    """

    sense: str
    offset: int
    divisor: int

    def __str__(self) -> str:
        return f"objective: {self.sense} from {self.offset} over {self.divisor}"

    @classmethod
    def of(cls, objective: Objective, offset: int = 0) -> ObjectiveNote:
        return cls(objective.sense, offset, objective.divisor)

    @classmethod
    def found(cls, comment: str) -> ObjectiveNote | None:
        words = _NOTE.fullmatch(comment.strip())
        return cls(words[1], int(words[2]), int(words[3])) if words else None

    def restore(self, model: Model) -> None:
        """Give the objective of a model that was read, if it has one, the sense and the value that it had."""
        if model.objective is not None:
            cost, scale = model.objective.cost, model.objective.divisor
            expression = (cost if self.sense == "minimize" else -cost) + self.offset * scale
            model.objective = Objective(self.sense, expression, self.divisor * scale)


_NOTE = re.compile("objective: (minimize|maximize) from (-?[0-9]{1,300}) over ([1-9][0-9]{0,299})")


def noting(lines: Iterable[tuple[int, str]], sign: str, notes: list[ObjectiveNote]) -> Iterator[tuple[int, str]]:
    """Yield numbered lines; those that are such a note behind the sign of a comment are appended to ``notes``."""
    for number, line in lines:
        if line.startswith(sign) and (note := ObjectiveNote.found(line[len(sign) :])):
            notes.append(note)
        yield number, line


@dataclass(frozen=True)
class Reading:
    """A file as a model of its own: variables, constraints, an objective, and as projection what makes up an answer.

    Each constraint has the key ``(LINE, number)``, or the file's name for it, so that whoever explains can point to it.
    """

    model: Model
    written: Callable[[Assignment], str]  # an answer as the format writes it, without the last line's end
    about: str  # in a few words: 3 variables, 5 clauses
    warnings: tuple[str, ...] = ()  # what to know before believing an answer, each a sentence without its stop


class Reader(Protocol):
    """A module ``reading``."""

    def read(self, stream: BinaryIO, where: Path | str, clock: Clock = ENDLESS) -> Reading:
        """What a file says, in time and memory linear in its size; ``where`` is what complaints call it.

        An ``InputError`` with the line says what the format does not let a file say; ``OutOfTime`` ends it all.
        """


class BoundedStream(RawIOBase):
    """An unpacked file that is refused when it turns out to be too long, and that is read only while there is time.

    ``packed_bytes`` is its size as it is packed; None where it is not, or nobody knows.
    """

    def __init__(self, stream: BinaryIO, where: Path | str, packed_bytes: int | None, clock: Clock) -> None:
        self._stream, self._where, self._clock = stream, where, clock
        self._packed_bytes = packed_bytes
        self._most = min(MAX_FILE_BYTES, MAX_FILE_BYTES if packed_bytes is None else max_unpacked_bytes(packed_bytes))
        self._bytes = 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        self._clock.check()
        data = self._stream.read(len(buffer))
        self._bytes += len(data)
        if self._bytes > self._most:
            if self._packed_bytes is None:
                raise InputError(f"the file has more than {self._most:,} bytes", self._where)
            unpacks = f"the file has {self._packed_bytes:,} bytes and unpacks to more than {self._most:,}"
            raise InputError(f"{unpacks}; if that is meant, unpack it first", self._where)
        buffer[: len(data)] = data
        return len(data)


def bounded(stream: BinaryIO, where: Path | str, packed_bytes: int | None, clock: Clock) -> BinaryIO:
    return BufferedReader(BoundedStream(stream, where, packed_bytes, clock), CHUNK_BYTES)


def numbered_lines(stream: BinaryIO, where: Path | str) -> Iterator[tuple[int, str]]:
    """The lines of a file with their numbers from 1, without their ends; one line in memory at a time."""
    for number, line in enumerate(iter(partial(stream.readline, MAX_LINE_BYTES), b""), 1):
        if len(line) == MAX_LINE_BYTES:
            raise too_long(where, number)
        yield number, decoded(line, where, number).rstrip("\r\n")


def decoded(data: bytes, where: Path | str, line: int) -> str:
    """Whole lines as text, of which the first has the number ``line``."""
    try:
        text = data.decode("utf-8-sig" if line == 1 else "utf-8")
    except UnicodeDecodeError as error:
        begin = data.rfind(b"\n", 0, error.start) + 1
        what = f"byte {error.start - begin + 1} of the line is {data[error.start]:#04x}"
        at = line + data.count(b"\n", 0, begin)
        raise InputError(f"{what}, which is no UTF-8: save the file as UTF-8", where, at) from None
    if "\0" in text:
        at = line + text.count("\n", 0, text.index("\0"))
        raise InputError("found a zero byte, which is no text", where, at)
    return text


def too_long(where: Path | str, line: int) -> InputError:
    """The error for a line of ``MAX_LINE_BYTES`` or more, or for what is as long."""
    return InputError(f"what begins here has more than {MAX_LINE_BYTES:,} bytes", where, line)


def room_for(announced: int, size: int) -> bool:
    """Whether a file of ``size`` bytes may announce so many variables: it could name them, or they are a few."""
    return announced <= size + MAX_UNNAMED_VARIABLES


def answer_lines(words: Iterable[str]) -> str:
    """The literals of an answer as SAT and pseudo-Boolean solvers print them, on lines that begin with ``v``."""
    lines = wrap(" ".join(words), VALUE_LINE_LETTERS, break_on_hyphens=False, break_long_words=False)
    return "\n".join(f"v {line}" for line in lines) or "v"
