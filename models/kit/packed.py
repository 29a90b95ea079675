"""Packed files and Parquet tables as paths: what opens one gets the text in it, as a stream.

Their ``suffix`` and ``stem`` are those of what is packed: ``puzzles.txt.gz`` is read, and its puzzles are called, as
those in ``puzzles.txt``.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from errno import EIO
from io import DEFAULT_BUFFER_SIZE, BufferedReader, RawIOBase, TextIOWrapper
from pathlib import Path, PurePosixPath
from types import SimpleNamespace
from typing import IO, TYPE_CHECKING, Any

from models.errors import InputError, PuzzlebenchError

PACKED = (".gz", ".zst")
"""Endings of files that are packed by gzip and by Zstandard."""

PARQUET = ".parquet"

PASSED_OVER = (".", "_")
"""How the names of files in a folder begin that are none of what it holds: hidden ones, and markers of who wrote it."""

MAGIC = {b"\x1f\x8b\x08": ".gz", b"\x28\xb5\x2f\xfd": ".zst"}
"""How what is packed begins."""

PIECE = 1 << 17
"""Bytes that are kept ready."""

if TYPE_CHECKING:
    _Path = Path
else:
    _Path = type(Path())  # before Python 3.12, only the class for this system can have subclasses


def unpacked_name(name: str) -> tuple[str, str]:
    """A file's name without the ending that says how it is packed, and that ending."""
    ending = name[name.rfind(".") :].lower() if "." in name[1:] else ""
    return (name[: -len(ending)], ending) if ending in PACKED else (name, "")


def packing_of(head: bytes) -> str:
    """How a file is packed by its first bytes, as the ending that says so; nothing where it is not."""
    return next((packing for magic, packing in MAGIC.items() if head.startswith(magic)), "")


class Source(_Path):
    """A file as its readers want it: opened, it is unpacked, and a Parquet table is lines of text.

    Args:
        name: where it is.
        called: its stem, if that is to be another one than its name's.
    """

    _called = ""

    def __new__(cls, name: str | Path, called: str = "") -> Source:
        """A path, which knows what it is called."""
        made: Source = super().__new__(cls, name)
        return made

    def __init__(self, name: str | Path, called: str = "") -> None:
        if sys.version_info >= (3, 12):
            super().__init__(name)
        self._called = called

    def __reduce__(self) -> Any:
        return type(self), (str(self), self._called)

    def with_segments(self, *segments: Any) -> Path:
        """Another path, which is an ordinary one."""
        return Path(*segments)

    @property
    def suffix(self) -> str:
        """The ending of what is packed."""
        return PurePosixPath(unpacked_name(self.name)[0]).suffix

    @property
    def stem(self) -> str:
        """What its puzzles are called by."""
        return self._called or PurePosixPath(unpacked_name(self.name)[0]).stem

    def raw(self) -> BufferedReader[Any]:
        """The file as it is."""
        return Path(self).open("rb")

    def packed_bytes(self) -> int | None:
        """The bytes of a packed file as it is; None where it is not packed, or nobody says.

        Raises:
            OSError: when it cannot be looked at.
        """
        return Path(self).stat().st_size if unpacked_name(self.name)[1] else None

    def open(self, mode: str = "r", *_: Any, **how: Any) -> IO[Any]:  # type: ignore[override]
        """What is in the file, as text unless ``mode`` says otherwise.

        Raises:
            OSError: when it cannot be read.
            InputError: when it is no such archive or table, or nothing here can unpack it.
        """
        packing = unpacked_name(self.name)[1]
        if self.suffix.lower() == PARQUET:
            from models.kit.parquet import table_lines  # brings a library along that few need

            if packing:
                raise InputError(f"a Parquet file is packed within, and not once more as {packing}", self)
            raw: BufferedReader[Any] = BufferedReader(_Pieces(table_lines(self.raw(), self)), PIECE)
        else:
            raw = unpacked(self.raw(), packing, self) if packing else self.raw()
        return raw if "b" in mode else TextIOWrapper(raw, how.get("encoding") or "utf-8", how.get("errors"))


def unpacked(raw: BufferedReader[Any], packing: str, path: Path) -> BufferedReader[Any]:
    """The contents of ``raw``, which is packed as ``.gz`` or ``.zst`` says.

    Raises:
        InputError: when nothing here can unpack it.
    """

    def read(size: int) -> bytes:
        # As much as there is, but a pipe is not waited for: gzip itself asks for little at a time before Python 3.12.
        return raw.read1(PIECE if size >= DEFAULT_BUFFER_SIZE else size)

    came = SimpleNamespace(read=read, readable=lambda: True)
    if packing == ".gz":
        from gzip import GzipFile  # most files are not packed

        return BufferedReader(_Unpacked(GzipFile(fileobj=came), raw, "gzip"), PIECE)
    try:
        return BufferedReader(_Unpacked(zstandard().ZstdFile(came), raw, "Zstandard"), PIECE)
    except PuzzlebenchError as error:
        raise InputError(str(error), path) from None


def zstandard() -> Any:
    """The module that packs and unpacks Zstandard: Python's own since 3.14, before that the one it was made of.

    Raises:
        PuzzlebenchError: when it is not installed.
    """
    try:
        if sys.version_info >= (3, 14):
            from compression import zstd  # most files are not packed
        else:
            from backports import zstd  # as above
    except ImportError:
        need = "files that end in .zst need backports.zstd, which is not installed"
        raise PuzzlebenchError(f"{need}; pip install 'puzzlebench[zstd]', or use .gz") from None
    return zstd


class _Unpacked(RawIOBase):
    """The contents of an archive, as many at a time as are there."""

    def __init__(self, contents: Any, raw: BufferedReader[Any], kind: str) -> None:
        self._contents, self._raw, self._kind = contents, raw, kind
        self._begun = False

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        try:
            data: bytes = self._contents.read1(len(buffer))
        except EOFError:
            raise OSError(EIO, f"the {self._kind} archive ends too early") from None
        except Exception as error:  # OSError for gzip, zlib.error, ZstdError
            if isinstance(error, OSError) and error.errno is not None:
                raise
            wrong = "is damaged" if self._begun else "is damaged, or none"
            raise OSError(EIO, f"the {self._kind} archive {wrong}") from None
        self._begun = True
        buffer[: len(data)] = data
        return len(data)

    def close(self) -> None:
        if not self.closed:
            self._raw.close()
        super().close()


class _Pieces(RawIOBase):
    """Pieces of bytes as a file."""

    def __init__(self, pieces: Iterator[bytes]) -> None:
        self._pieces = pieces
        self._left = memoryview(b"")

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        self._left = self._left or memoryview(next(self._pieces, b""))
        size = min(len(buffer), len(self._left))
        buffer[:size], self._left = self._left[:size], self._left[size:]
        return size
