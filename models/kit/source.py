"""Where instances are read from: files, packed files, Parquet tables, addresses, standard input, folders of files.

All of them are paths. A :class:`Source` is one that gives its readers the text in it, whatever it is packed in and
wherever it comes from: an address and standard input have an origin that knows how to read them.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from contextlib import suppress
from errno import EBADF, ESPIPE
from io import BufferedReader, TextIOWrapper
from math import ceil
from pathlib import Path, PurePosixPath
from time import sleep
from typing import IO, TYPE_CHECKING, Any, cast

from models.errors import InputError, ReadingStopped

if TYPE_CHECKING:
    from models.kit.remote import RemoteFile

PACKED = (".gz", ".zst", ".xz", ".bz2", ".lzma")
PACKED_HEAD_BYTES = 10  # that tell what packed standard input
PARQUET = ".parquet"

STDIN = "-"
"""What names standard input."""

IGNORED_PREFIXES = (".", "_")
"""How the names of files in a folder begin that are none of what it holds: hidden ones, and markers of who wrote it."""

MAX_KEPT_BYTES = 20_000_000
"""Bytes of a pipe that are kept to be read again: to tell puzzles apart, and for the line of a complaint."""

PIPE_BYTES = 1 << 16
"""Bytes that are read from a named pipe at once."""

MAX_WRITER_LOOKS, REMARK_LOOKS, WRITER_LOOK_SECONDS = 100, 20, 0.05
"""How often a named pipe is looked at until something writes into it, after how many looks a person is told so, and the
seconds between two looks."""

_HERE = "file://"

_ADDRESS = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+(::[^/]*)?://")

if TYPE_CHECKING:
    _Path = Path
else:
    _Path = type(Path())  # before Python 3.12, only the class for this system can have subclasses


def is_address(name: str) -> bool:
    """Whether ``name`` begins with a scheme, as ``s3://bucket/puzzles.txt`` does."""
    return _ADDRESS.match(name) is not None


def unpacked_name(name: str) -> tuple[str, str]:
    """A file's name without the ending that says how it is packed, and that ending."""
    ending = name[name.rfind(".") :].lower() if "." in name[1:] else ""
    return (name[: -len(ending)], ending) if ending in PACKED else (name, "")


class Pipe:
    """What comes in, from its beginning each time, as long as no more than ``MAX_KEPT_BYTES`` of it were read."""

    is_folder = is_file = False

    def exists(self) -> bool:
        return True

    def size(self) -> int | None:
        return None

    def begun(self) -> tuple[BufferedReader[Any], bytearray]:
        """Return the stream, and what was read of it."""
        raise NotImplementedError

    def raw(self) -> BufferedReader[Any]:
        from models.kit.streams import Stream  # most puzzles are in files

        stream, kept = self.begun()
        if len(kept) > MAX_KEPT_BYTES:
            raise OSError(ESPIPE, "it is too long to be read twice")
        again, at = bytes(kept), 0

        def read(size: int) -> bytes:
            nonlocal at
            if at < len(again):
                at += size
                return again[at - size : at]
            data: bytes = stream.read1(size)
            if len(kept) <= MAX_KEPT_BYTES:
                kept.extend(data)
            return data

        return BufferedReader(Stream(read))


class StandardInput(Pipe):
    """Standard input, which is one for the whole process."""

    _stream: Any = None  # where it came from, and what was read of it
    _kept = bytearray()

    def __reduce__(self) -> Any:
        return StandardInput, ()

    def begun(self) -> tuple[BufferedReader[Any], bytearray]:
        if sys.stdin is None or sys.stdin.closed:
            raise OSError(EBADF, "it is closed")
        if StandardInput._stream is not sys.stdin:
            StandardInput._stream, StandardInput._kept = sys.stdin, bytearray()
        return cast(BufferedReader, sys.stdin.buffer), self._kept


class NamedPipe(Pipe):
    """A named pipe, opened once; nothing has to write into it within ``seconds``."""

    def __init__(self, name: str, seconds: float | None = None) -> None:
        self._name, self._seconds = name, seconds
        self._stream: BufferedReader[Any] | None = None
        self._kept = bytearray()

    def __reduce__(self) -> Any:
        return NamedPipe, (self._name, self._seconds)

    def begun(self) -> tuple[BufferedReader[Any], bytearray]:
        from models.kit.streams import joined  # few files are pipes

        if self._stream is None:
            self._stream = joined(_piped(self._name, self._seconds))
        return self._stream, self._kept


_BEGUN: dict[str, NamedPipe] = {}
"""Named pipes that were read to tell what is in them, by name, until they are read to be worked on."""


class Source(_Path):
    """A place as its readers want it: opened, it is unpacked, and a Parquet table is lines of text.

    Its ``suffix`` and ``stem`` are those of what is packed: ``puzzles.txt.gz`` is read as ``puzzles.txt`` is.

    ``called`` is its stem, if that is to be another one than its name's; ``origin`` is what reads it, where it is no
    file of this machine.
    """

    origin: RemoteFile | Pipe | None = None
    _written = _called = ""

    def __new__(cls, name: str | Path, called: str = "", origin: RemoteFile | Pipe | None = None) -> Source:
        made: Source = super().__new__(cls, name)
        return made

    def __init__(self, name: str | Path, called: str = "", origin: RemoteFile | Pipe | None = None) -> None:
        if sys.version_info >= (3, 12):
            super().__init__(name)
        self.origin, self._called = origin, called
        self._written = str(name) if origin else ""

    def __str__(self) -> str:
        return self._written or super().__str__()  # a path would have one slash behind the scheme

    def __reduce__(self) -> Any:
        return Source, (str(self), self._called, self.origin)

    def __eq__(self, other: object) -> bool:
        if self.origin or (isinstance(other, Source) and other.origin):  # in an address, // and / are not the same
            return isinstance(other, Source) and str(self) == str(other)
        return super().__eq__(other)

    def __hash__(self) -> int:
        return hash(str(self)) if self.origin else super().__hash__()

    def resolve(self, strict: bool = False) -> Any:
        return self if self.origin else super().resolve(strict)

    def with_segments(self, *segments: Any) -> Path:
        return Path(*segments)

    @property
    def suffix(self) -> str:
        return PurePosixPath(unpacked_name(self.name)[0]).suffix

    @property
    def stem(self) -> str:
        return self._called or PurePosixPath(unpacked_name(self.name)[0]).stem

    def is_dir(self, **_: Any) -> bool:
        return self.origin.is_folder if self.origin else super().is_dir()

    def is_file(self, **_: Any) -> bool:
        return self.origin.is_file if self.origin else super().is_file()

    def exists(self, **_: Any) -> bool:
        return self.origin.exists() if self.origin else super().exists()

    def samefile(self, other: Any) -> bool:
        return str(self) == str(other) if self.origin else super().samefile(other)

    def packed_bytes(self) -> int | None:
        """The bytes of a packed file as it is; None where it is not packed, or nobody says."""
        if not unpacked_name(self.name)[1]:
            return None
        return self.origin.size() if self.origin else self.stat().st_size

    def open(self, mode: str = "r", *_: Any, **how: Any) -> IO[Any]:  # type: ignore[override]
        """What is in it, as text unless ``mode`` says otherwise; it can only be read."""
        packing = unpacked_name(self.name)[1]
        if packing and is_table(self):
            raise InputError(f"a Parquet file is packed within, and not once more as {packing}", self)
        from models.kit.streams import joined, packing_of, unpacked  # most files are neither packed nor tables

        stream = raw(self)
        if isinstance(self.origin, Pipe):
            packing = packing_of(stream.peek(PACKED_HEAD_BYTES))
        elif is_table(self):
            from models.kit.parquet import table_lines  # as above

            stream = joined(table_lines(stream, self))
        if packing:
            stream = unpacked(stream, packing, self)
        return stream if "b" in mode else TextIOWrapper(stream, how.get("encoding") or "utf-8", how.get("errors"))


def raw(path: Path) -> BufferedReader[Any]:
    """The bytes in a place as they lie there, packed or not."""
    origin = path.origin if isinstance(path, Source) else None
    if origin:
        return origin.raw()
    if not Path(path).is_fifo():
        return Path(path).open("rb")
    from models.kit.streams import joined  # few files are pipes

    return joined(_piped(str(path)))


def _piped(name: str, seconds: float | None = None) -> Iterator[bytes]:
    """Yield what is written into a named pipe, which is not waited for without end, or longer than ``seconds``.

    Raises:
        InputError: when nothing has opened it for writing by the last look; ReadingStopped when that was for the limit.
    """
    allowed = MAX_WRITER_LOOKS if seconds is None else min(MAX_WRITER_LOOKS, ceil(seconds / WRITER_LOOK_SECONDS))
    pipe, looks = os.open(name, os.O_RDONLY | os.O_NONBLOCK), 0
    try:
        with suppress(BlockingIOError):  # it is open for writing, and nothing is written yet
            while not (first := os.read(pipe, PIPE_BYTES)):
                if looks == allowed:
                    waited = round(allowed * WRITER_LOOK_SECONDS, 1)
                    kind = InputError if allowed == MAX_WRITER_LOOKS else ReadingStopped
                    raise kind(f"this is a pipe, and nothing has written into it for {waited:g} s", name)
                looks += 1
                if looks == REMARK_LOOKS and sys.stderr is not None and sys.stderr.isatty():
                    print(f"waiting for something to be written into {name}", file=sys.stderr, flush=True)
                sleep(WRITER_LOOK_SECONDS)
            yield first
        os.set_blocking(pipe, True)
        while more := os.read(pipe, PIPE_BYTES):
            yield more
    finally:
        os.close(pipe)


def is_table(path: Path | str) -> bool:
    return isinstance(path, Source) and path.suffix.lower() == PARQUET


def standard_input() -> Source:
    """Standard input, unpacked where it begins as what is packed does."""
    return Source("standard input", origin=StandardInput())


def is_pipe(path: Path | None) -> bool:
    """Return whether ``path`` is standard input or a named pipe, of which what was read is kept to be read again."""
    return isinstance(path, Source) and isinstance(path.origin, Pipe)


def remote(path: Path) -> RemoteFile | None:
    """What an address leads to; None for a path that is none."""
    origin = path.origin if isinstance(path, Source) else None
    return None if isinstance(origin, Pipe) else origin


def source(name: str, seconds: float | None = None) -> Source:
    """Return the place to read from that ``name`` means: a file, a folder, an address, or standard input.

    It may also be a named pipe, which is waited for no longer than ``seconds``.
    """
    path = standard_input() if name == STDIN else path_of(name)
    if isinstance(path, Source):
        return path
    if path.is_fifo():
        return Source(path, origin=_BEGUN.pop(str(path), None) or NamedPipe(str(path), seconds))
    return Source(path)


def read_again(path: Source) -> None:
    """Let the next ``source`` of a named pipe begin with what was read of it."""
    if isinstance(path.origin, NamedPipe):
        _BEGUN[str(path)] = path.origin


def path_of(name: str) -> Path:
    """The file or the address called ``name``; ``file://`` leads to a file like any other."""
    if not is_address(name) or name.startswith(_HERE):
        return Path(name.removeprefix(_HERE))
    from models.kit.remote import RemoteFile  # most files are here

    origin = RemoteFile(name)
    _ = origin.reached  # what cannot be opened is said at once
    return Source(name, origin=origin)


def is_rereadable(path: Path) -> bool:
    """Whether what is there can be read twice: files, folders and addresses, but no pipe."""
    return path.is_file() or path.is_dir()


def files_in(folder: Path) -> Iterator[Source]:
    """The files in a folder and in those within it, in the order of their names; hidden ones and markers such as
    ``_SUCCESS`` are passed over.

    Each is called by its path within the folder.
    """
    far = remote(folder)
    try:
        for within in far.files() if far else _walk(str(folder)):
            if not any(part.startswith(IGNORED_PREFIXES) for part in within.split("/")):
                called = str(PurePosixPath(unpacked_name(within)[0]).with_suffix(""))
                name = f"{folder}{within}" if far else os.path.join(folder, within)  # noqa: PTH118 - as it was typed
                yield Source(name, called, far and far.within(name))
    except OSError as error:
        raise unreadable(error, folder) from None


def _walk(folder: str, within: str = "") -> Iterator[str]:
    for entry in sorted(os.scandir(folder), key=lambda entry: entry.name):
        if entry.is_dir(follow_symlinks=False):
            if not entry.name.startswith(IGNORED_PREFIXES):
                yield from _walk(entry.path, f"{within}{entry.name}/")
        elif entry.is_file():
            yield f"{within}{entry.name}"


def identity(path: Path) -> str:
    """What differs as soon as other things are in a place: a digest, or what the server of an address says."""
    from hashlib import file_digest, sha256  # takes its time, and most runs write to no file

    try:
        if path.is_dir():
            files = (f"{str(file)[len(str(path)) :]}\0{identity(file)}\0" for file in files_in(path))
            return sha256("".join(files).encode(errors="surrogateescape")).hexdigest()
        if (far := remote(path)) and (version := far.version()):
            return version
        with raw(path) as file:
            return file_digest(file, "sha256").hexdigest()
    except OSError as error:
        raise unreadable(error, path) from None


def unreadable(error: Exception, path: Path | str) -> InputError:
    """The error for a file that cannot be opened or read, as the system says why."""
    if isinstance(error, FileNotFoundError):
        return InputError("there is no such file", path)
    if isinstance(error, IsADirectoryError):
        return InputError("this is a folder; a file is expected", path)
    if isinstance(error, PermissionError):
        return InputError("reading this file is not permitted", path)
    reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return InputError(f"the file cannot be read: {reason[:1].lower()}{reason[1:]}", path)
