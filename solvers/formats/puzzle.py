"""Files in the field's formats as a puzzle, so that every verb takes them as it takes any other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from io import BufferedReader, BytesIO
from pathlib import Path
from typing import Any, BinaryIO, ClassVar

from models.errors import InputError, ReadingStopped
from models.formulation import Formulation
from models.kit.files import opened
from models.kit.names import printable
from models.kit.source import Source, is_pipe, raw, unreadable
from models.kit.streams import CHUNK_BYTES, packing_of, unpacked
from models.language.model import Assignment, IntVar
from models.puzzle import Puzzle
from solvers.core.limits import ENDLESS, Clock, OutOfTime
from solvers.formats.document import Reading, bounded
from solvers.formats.registry import FORMATS, Format, reader

OBJECTIVE = "objective"
"""What ``--minimize`` calls the file's own objective, be it to be small or large."""

Values = tuple[int, ...]
"""An answer: the values of the projection's variables in its order."""

MAX_PIPED_BYTES = 1 << 28  # of a pipe, packed or not, which are kept to be read again


@dataclass(frozen=True)
class Document:
    """A file in one of the formats; ``data`` is what came, packed or not, where it cannot be read again."""

    format: str
    path: Path
    data: bytes | None = field(default=None, repr=False)
    clock: Clock = field(default=ENDLESS, repr=False, compare=False)

    @property
    def name(self) -> str:
        return printable(self.path.name)

    @property
    def puzzle_name(self) -> str:
        return self.format

    @cached_property
    def first(self) -> Reading:
        return self._read()

    @cached_property
    def variables(self) -> tuple[IntVar, ...]:
        return self.first.model.projection

    @cached_property
    def has_objective(self) -> bool:
        return self.first.model.objective is not None

    def reading(self) -> Reading:
        """What the file says, for whoever may change the model: read again for each but the first."""
        handed_out = self.__dict__.setdefault("handed_out", [])
        if handed_out:
            return self._read()
        handed_out.append(self.variables and self.has_objective)  # known before anybody changes anything
        return self.first

    def _read(self) -> Reading:
        with self._opened() as stream:
            return reader(FORMATS[self.format]).read(stream, self.path, self.clock)

    @contextmanager
    def _opened(self) -> Iterator[BinaryIO]:
        try:
            if self.data is None:
                with opened(self.path) as stream:
                    packed_bytes = self.path.packed_bytes() if isinstance(self.path, Source) else None
                    yield bounded(stream, self.path, packed_bytes, self.clock)
            else:
                stream, packing = BufferedReader(BytesIO(self.data)), packing_of(self.data)
                stream = unpacked(stream, packing, self.path) if packing else stream
                yield bounded(stream, self.path, len(self.data) if packing else None, self.clock)
        except OSError as error:
            raise unreadable(error, self.path) from None

    def __reduce__(self) -> tuple[Any, ...]:
        return Document, (self.format, self.path, self.data)


def _piped(path: Path, clock: Clock) -> bytes:
    """Return all that comes through a pipe."""
    kept = bytearray()
    try:
        with raw(path) as stream:
            while piece := stream.read1(CHUNK_BYTES):
                clock.check()
                kept += piece
                if len(kept) > MAX_PIPED_BYTES:
                    raise InputError(f"there are more than {MAX_PIPED_BYTES:,} bytes; save them as a file", path)
    except OSError as error:
        raise unreadable(error, path) from None
    return bytes(kept)


class FileModel(Formulation[Document, Values]):
    def __init__(self, instance: Document, objective: str | None = None) -> None:
        reading = instance.reading()
        self.model = reading.model
        if objective and not instance.has_objective:
            raise InputError("the file names nothing that is to be small or large", instance.path)
        if not objective:
            self.model.objective = None
        self._variables = reading.model.projection

    def decode(self, instance: Document, assignment: Assignment) -> Values:
        return tuple(map(assignment.__getitem__, self._variables))


class FilePuzzle(Puzzle[Document, Values]):
    """Models read from files of one format, each in so many seconds.

    What is in a file is its model and nothing else, and that has judged every answer before ``check`` sees it.
    """

    formulations: ClassVar = {"file": FileModel}
    objectives: ClassVar = {OBJECTIVE: "what the file says is to be as small or as large as possible"}
    default_instance: ClassVar[str] = ""

    def __init__(self, known: Format, seconds: float | None = None) -> None:
        self._seconds = seconds
        self.name = known.name  # type: ignore[misc]
        self.title = known.name  # type: ignore[misc]
        self.summary = f"A model in a file: {known.about}."  # type: ignore[misc]

    def read(self, path: Path) -> Iterator[Document | InputError]:
        clock = Clock(self._seconds)
        try:
            data = _piped(path, clock) if is_pipe(path) else None
            document = Document(self.name, path, data, clock)
            _ = document.first
        except InputError as error:
            yield error
        except OutOfTime:
            yield ReadingStopped(f"the time limit of {self._seconds:g} s came while the file was read", path)
        else:
            yield document

    def check(self, instance: Document, answer: Values) -> str | None:
        return None if len(answer) == len(instance.variables) else "it has another number of values than the file"

    def render(self, instance: Document, answer: Values | None = None) -> str:
        if answer is None:
            return instance.first.about
        return instance.first.written(self._values(instance, answer))

    def as_json(self, instance: Document, answer: Values) -> object:
        return {var.name: value for var, value in self._values(instance, answer).items()}

    def sort_key(self, instance: Document, answer: Values) -> Values:
        return answer

    def warnings(self, instance: Document) -> Sequence[str]:
        return instance.first.warnings

    def asks_for(self, instance: Document) -> str:
        return OBJECTIVE if instance.has_objective else ""

    def _values(self, instance: Document, answer: Values) -> Assignment:
        return dict(zip(instance.variables, answer, strict=True))
