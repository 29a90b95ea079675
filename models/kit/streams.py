"""Streams of bytes: what is packed by gzip, Zstandard, xz or bzip2 as what it holds, and how much that may be."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable
from errno import EIO
from importlib import import_module
from io import DEFAULT_BUFFER_SIZE, BufferedReader, RawIOBase
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from models.errors import InputError, PuzzlebenchError

PACKERS = {".gz": "gzip", ".zst": "Zstandard", ".xz": "xz", ".bz2": "bzip2", ".lzma": "LZMA"}
"""The form of packing for each ending of a name."""

_BEGINS = re.compile(
    rb"(?P<gz>\x1f\x8b\x08)|(?P<zst>\x28\xb5\x2f\xfd)|(?P<xz>\xfd7zXZ\x00)|(?P<lzma>\x5d\x00\x00)"
    rb"|(?P<bz2>BZh[1-9](?:1AY&SY|\x17rE8P\x90))"
)
"""The first bytes of a packed file for each ending."""

CHUNK_BYTES = 1 << 17
MAX_UNPACKED_BYTES = 16_000_000
"""What a file that is kept in memory as a whole may unpack to, however small it is."""

MAX_UNPACKED_RATIO = 50
"""What a larger one may unpack to, times its packed bytes; text that says something packs to a tenth or a thirtieth."""


def max_unpacked_bytes(packed_bytes: int) -> int:
    """The bytes that a file of so many packed ones may unpack to where it is kept in memory as a whole."""
    return max(MAX_UNPACKED_BYTES, MAX_UNPACKED_RATIO * packed_bytes)


def packing_of(head: bytes) -> str:
    """How a file is packed by its first bytes, as the ending that says so; nothing where it is not."""
    begins = _BEGINS.match(head)
    return f".{begins.lastgroup}" if begins else ""


class Stream(RawIOBase):
    """A file whose bytes are given by a function: at most so many at a time, none at the end."""

    def __init__(self, read: Callable[[int], bytes], close: Callable[[], object] = lambda: None) -> None:
        self._read, self._close = read, close

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        data = self._read(len(buffer))
        buffer[: len(data)] = data
        return len(data)

    def close(self) -> None:
        if not self.closed:
            self._close()
        super().close()


def joined(pieces: Iterable[bytes]) -> BufferedReader[Any]:
    rest, left = iter(pieces), memoryview(b"")

    def read(size: int) -> bytes:
        nonlocal left
        left = left or memoryview(next(rest, b""))
        data, left = left[:size], left[size:]
        return data  # type: ignore[return-value]

    return BufferedReader(Stream(read), CHUNK_BYTES)


def unpacked(raw: BufferedReader[Any], packing: str, path: Path) -> BufferedReader[Any]:
    """Return the contents of ``raw``, packed as one of ``PACKERS`` says; as many at a time as are there."""

    def read_packed(size: int) -> bytes:
        # As much as there is, but a pipe is not waited for: gzip itself asks for little at a time before Python 3.12.
        return raw.read1(CHUNK_BYTES if size >= DEFAULT_BUFFER_SIZE else size)

    packed: Any = SimpleNamespace(read=read_packed, readable=lambda: True)
    try:
        contents = _opened(packed, packing)
    except PuzzlebenchError as error:
        raise InputError(str(error), path) from None
    kind = PACKERS[packing]
    wrong = "is damaged, or none"

    def read(size: int) -> bytes:
        nonlocal wrong
        try:
            data: bytes = contents.read1(size)
        except EOFError:
            raise OSError(EIO, f"the {kind} archive ends too early") from None
        except Exception as error:  # OSError for gzip, zlib.error, ZstdError
            if isinstance(error, OSError) and error.errno is not None:
                raise
            raise OSError(EIO, f"the {kind} archive {wrong}") from None
        wrong = "is damaged"
        return data

    return BufferedReader(Stream(read, raw.close), CHUNK_BYTES)


def _opened(packed: Any, packing: str) -> Any:
    if packing == ".gz":
        from gzip import GzipFile  # most files are not packed

        return GzipFile(fileobj=packed)
    if packing == ".zst":
        return zstandard().ZstdFile(packed)
    module = standard(packing)
    return module.BZ2File(packed) if packing == ".bz2" else module.LZMAFile(packed)


def packer_of(packing: str) -> Any:
    """Return what packs bytes piece by piece: with neither a name nor a time, so that equal bytes pack alike."""
    if packing == ".gz":
        import zlib  # few files are packed

        return zlib.compressobj(wbits=zlib.MAX_WBITS | 16)
    if packing == ".zst":
        return zstandard().ZstdCompressor()
    module = standard(packing)
    if packing == ".bz2":
        return module.BZ2Compressor()
    return module.LZMACompressor(module.FORMAT_XZ if packing == ".xz" else module.FORMAT_ALONE)


def standard(packing: str) -> Any:
    """Return Python's own module for what ``.bz2``, ``.xz`` or ``.lzma`` says, which not every Python has."""
    name = "bz2" if packing == ".bz2" else "lzma"
    try:
        return import_module(name)
    except ImportError:
        need = f"files that end in {packing} need Python's module {name}, which this Python lacks"
        raise PuzzlebenchError(f"{need}; use .gz") from None


def zstandard() -> Any:
    """The module for Zstandard: Python's own since 3.14, before that the one it was made of, an extra."""
    try:
        if sys.version_info >= (3, 14):
            from compression import zstd  # most files are not packed
        else:
            from backports import zstd  # as above
    except ImportError:
        need = "files that end in .zst need backports.zstd, which is not installed"
        raise PuzzlebenchError(f"{need}; pip install 'puzzlebench[zstd]', or use .gz") from None
    return zstd
