"""Standard input as a path, so that whatever reads puzzles from files reads them from a pipe too."""

from __future__ import annotations

import sys
from errno import EBADF, ESPIPE
from io import BufferedReader, RawIOBase, TextIOWrapper
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from models.kit.packed import packing_of, unpacked

MOST_KEPT = 20_000_000
"""Bytes that are kept to be read again: to tell puzzles apart, and for the line that a complaint is about."""

if TYPE_CHECKING:
    _Path = Path
else:
    _Path = type(Path())  # before Python 3.12, only the class for this system can have subclasses


class StandardInput(_Path):
    """A path that is no file: opened, it is standard input from its beginning.

    It can be opened again as long as no more than ``MOST_KEPT`` bytes of it were read.
    """

    def __new__(cls, *_: str) -> StandardInput:
        """A path that is called what messages call it."""
        made: StandardInput = super().__new__(cls, "standard input")
        return made

    def __init__(self, *_: str) -> None:
        if sys.version_info >= (3, 12):
            super().__init__("standard input")

    def __reduce__(self) -> Any:
        return StandardInput, ()

    def with_segments(self, *segments: Any) -> Path:
        """Another path, which is an ordinary one."""
        return Path(*segments)

    def raw(self) -> BufferedReader[Any]:
        """Standard input as it comes, packed or not."""
        return BufferedReader(_Replayed())

    def open(self, mode: str = "r", *_: Any, **how: Any) -> IO[Any]:  # type: ignore[override]
        """Standard input, unpacked if it is packed by gzip or Zstandard; as text unless ``mode`` says otherwise.

        Raises:
            OSError: when it is closed, or too long to be read once more.
            InputError: when nothing here can unpack it.
        """
        raw = self.raw()
        packing = packing_of(raw.peek(4))
        raw = unpacked(raw, packing, self) if packing else raw
        return raw if "b" in mode else TextIOWrapper(raw, how.get("encoding") or "utf-8", how.get("errors"))

    def is_file(self, **_: Any) -> bool:
        """No: what comes in comes once."""
        return False

    def exists(self, **_: Any) -> bool:
        """Yes, always."""
        return True


class _Replayed(RawIOBase):
    """What was read before, and then whatever else comes."""

    stream: Any = None
    kept = bytearray()
    """The stream that was read from, and what was read of it, as long as it is not too much."""

    def __init__(self) -> None:
        if sys.stdin is None or sys.stdin.closed:
            raise OSError(EBADF, "it is closed")
        if _Replayed.stream is not sys.stdin:
            _Replayed.stream, _Replayed.kept = sys.stdin, bytearray()
        if len(self.kept) > MOST_KEPT:
            raise OSError(ESPIPE, "it is too long to be read twice")
        self._again = bytes(self.kept)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        size = len(buffer)
        data: bytes
        if self._again:
            data, self._again = self._again[:size], self._again[size:]
        else:
            data = self.stream.buffer.read1(size)
            if len(self.kept) <= MOST_KEPT:
                self.kept.extend(data)
        buffer[: len(data)] = data
        return len(data)
