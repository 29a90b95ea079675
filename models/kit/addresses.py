"""Addresses such as ``s3://bucket/puzzles.txt.gz`` as paths: fsspec opens what they lead to."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from errno import EIO
from functools import cached_property
from io import BufferedReader, RawIOBase
from pathlib import Path
from typing import Any

from models.errors import InputError, PuzzlebenchError
from models.kit.packed import PASSED_OVER, PIECE, Source, unpacked_name

_ADDRESS = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+(::[^/]*)?://")


def is_address(name: str) -> bool:
    """Whether ``name`` begins with a scheme, as ``s3://bucket/puzzles.txt`` does."""
    return _ADDRESS.match(name) is not None


class RemoteFile(Source):
    """An address such as ``s3://bucket/puzzles.txt.gz``, which fsspec opens; one that ends in ``/`` is a folder."""

    def __init__(self, address: str, called: str = "") -> None:
        super().__init__(address, called)
        self._address = str(address)

    @cached_property
    def reached(self) -> tuple[Any, str]:
        """The file system that the address is about, and the place in it.

        Raises:
            InputError: when fsspec cannot open addresses of this kind.
            PuzzlebenchError: when it is not installed.
        """
        return _reached(self._address)

    def __str__(self) -> str:
        return self._address

    def __fspath__(self) -> str:
        return self._address

    def __repr__(self) -> str:
        return f"Remote({self._address!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, RemoteFile) and self._address == other._address

    def __hash__(self) -> int:
        return hash(self._address)

    def __reduce__(self) -> Any:
        return RemoteFile, (self._address, self._called)

    def resolve(self, strict: bool = False) -> RemoteFile:
        """Itself: it is whole."""
        return self

    def is_dir(self, **_: Any) -> bool:
        """Whether it says that it is a folder: nobody is asked, as a site would have to send the whole file."""
        return self._address.endswith("/") and not self._address.startswith("http")

    def is_file(self, **_: Any) -> bool:
        """Whether it is none."""
        return not self.is_dir()

    def exists(self, **_: Any) -> bool:
        """Whether there is something."""
        system, place = self.reached
        with _told():
            return bool(system.exists(place))

    def samefile(self, other: Any) -> bool:
        """Whether both are one address."""
        return isinstance(other, RemoteFile) and self == other

    def places(self) -> Iterator[str]:
        """The addresses of the files in this folder, in their order; those passed over in any folder are left out."""
        system, top = self.reached
        with _told():
            found = sorted(system.find(top))
        above = top.rstrip("/")
        for place in found:
            within = place[len(above) :].lstrip("/")
            if not any(part.startswith(PASSED_OVER) for part in within.split("/")):
                yield self._address + within

    def version(self) -> str:
        """What the server tells the contents by; nothing where it does not."""
        system, place = self.reached
        with _told():
            facts = system.info(place)
        return next((f"{key} {facts[key]}" for key in ("ETag", "etag", "md5Hash", "checksum") if facts.get(key)), "")

    def packed_bytes(self) -> int | None:
        if not unpacked_name(self.name)[1]:
            return None
        system, place = self.reached
        with _told():
            size = system.info(place).get("size")
        return size if isinstance(size, int) else None

    def raw(self) -> BufferedReader[Any]:
        system, place = self.reached
        with _told():
            return BufferedReader(_Far(system.open(place, "rb")), PIECE)

    def put(self, file: Path) -> None:
        """Send a file there, whole.

        Raises:
            OSError: when that fails.
        """
        system, place = self.reached
        with _told():
            system.put_file(str(file), place)


class _Far(RawIOBase):
    """A file that fsspec opened; whatever goes wrong with it is an OSError."""

    def __init__(self, file: Any) -> None:
        self._file = file

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return bool(self._file.seekable())

    def readinto(self, buffer: Any) -> int:
        with _told():
            data: bytes = self._file.read(len(buffer))
        buffer[: len(data)] = data
        return len(data)

    def seek(self, offset: int, whence: int = 0) -> int:
        with _told():
            return int(self._file.seek(offset, whence))

    def tell(self) -> int:
        return int(self._file.tell())

    def close(self) -> None:
        if not self.closed:
            self._file.close()
        super().close()


def _reached(address: str) -> tuple[Any, str]:
    """The file system that an address is about, and the place in it."""
    try:
        import fsspec
    except ImportError:
        need = "addresses need fsspec, which is not installed; pip install 'puzzlebench[remote]'"
        raise PuzzlebenchError(f"{address}: {need}") from None
    try:
        system, place = fsspec.core.url_to_fs(address)
    except Exception as error:  # one of another package's for this kind of address
        install = _install(address) if isinstance(error, ImportError) else ""
        raise InputError(f"fsspec cannot open this: {_reason(error)}{install}", address) from None
    return system, place


def _install(address: str) -> str:
    """How to install what fsspec needs for an address of this kind, if it says so."""
    from importlib.metadata import metadata  # takes its time, and only this needs it

    scheme = re.split("::|:", address.rpartition("://")[0])[-1].lower()
    extra = {"https": "http", "s3a": "s3", "ssh": "sftp", "az": "abfs"}.get(scheme, scheme)
    return f"; pip install 'fsspec[{extra}]'" if extra in (metadata("fsspec").get_all("Provides-Extra") or ()) else ""


@contextmanager
def _told() -> Iterator[None]:
    """Whatever goes wrong, of the dozens of errors of as many packages, is an OSError."""
    try:
        yield
    except OSError:
        raise
    except Exception as error:
        raise OSError(EIO, _reason(error)) from None


def _reason(error: Exception) -> str:
    return str(error).strip().partition("\n")[0] or type(error).__name__
