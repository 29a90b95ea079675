"""CP-SAT's own model, a ``CpModelProto``, in the text format of protocol buffers.

OR-Tools reads it with ``CpModelProto.parse_text_format``, before version 9.15 with ``google.protobuf.text_format``.
The model's variables come first, by their names; constraints have the words of their keys.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from models.errors import InputError
from solvers.formats.document import Export, ObjectiveNote
from solvers.formats.names import one_line, quoted
from solvers.lowering.plain import MAX_CPSAT_INT, plain, too_large
from solvers.lowering.proto import MAX_DIVISOR, ProtoWriter


def write(export: Export) -> Iterator[str]:
    """The proto that the backend of that name would be given, with names."""
    what = too_large(export.model, MAX_CPSAT_INT, plain(export.model.constraints, split_elements=False))
    if what:
        raise InputError(f"CP-SAT, which computes in 64 bits, cannot take {one_line(what, 300)}")
    proto = _Message()
    proto.name = export.title
    ProtoWriter(proto, export.model, named=True)
    yield from (f"# {comment}\n" for comment in export.comments)
    if export.model.objective is not None and export.model.objective.divisor > MAX_DIVISOR:
        yield f"# {ObjectiveNote.of(export.model.objective)}\n"
    yield from proto.written()


class _Message:
    """A part of a proto, filled as those of OR-Tools, written as text: a message, or a list of messages or numbers."""

    __slots__ = ("_entries", "_fields")

    _fields: dict[str, _Message | float | str]
    _entries: list[_Message | int]

    def __init__(self) -> None:
        object.__setattr__(self, "_fields", {})
        object.__setattr__(self, "_entries", [])

    def __getattr__(self, name: str) -> Any:
        return self._fields.setdefault(name, _Message())

    def __setattr__(self, name: str, value: float | str) -> None:
        self._fields[name] = value

    def __len__(self) -> int:
        return len(self._entries)

    def __getitem__(self, place: int) -> _Message | int:
        return self._entries[place]

    def add(self) -> _Message:
        message = _Message()
        self._entries.append(message)
        return message

    def append(self, value: int) -> None:
        self._entries.append(value)

    def extend(self, values: Iterable[int]) -> None:
        self._entries.extend(values)

    def written(self, indent: str = "") -> Iterator[str]:
        """Its fields, a line each; those of a message within it between braces."""
        for name, field in self._fields.items():
            for value in field._entries if isinstance(field, _Message) and not field._fields else [field]:
                if isinstance(value, _Message):
                    yield f"{indent}{name} {{\n"
                    yield from value.written(indent + "  ")
                    yield f"{indent}}}\n"
                else:
                    yield f"{indent}{name}: {quoted(value) if isinstance(value, str) else value}\n"
