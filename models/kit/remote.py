"""Addresses such as ``s3://bucket/puzzles.txt.gz``: fsspec opens what they lead to."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from errno import EIO
from functools import cached_property
from io import BufferedReader
from pathlib import Path
from typing import Any

from models.errors import InputError, PuzzlebenchError
from models.kit.streams import CHUNK_BYTES, Stream


class RemoteFile:
    """What an address leads to; a folder where it ends in ``/``, as to ask a site may send all of it."""

    def __init__(self, address: str) -> None:
        self._address = address
        self.is_folder = address.endswith("/") and not address.startswith("http")
        self.is_file = not self.is_folder

    def __reduce__(self) -> Any:
        return RemoteFile, (self._address,)

    @cached_property
    def reached(self) -> tuple[Any, str]:
        """The file system that the address is about, and the place in it."""
        try:
            import fsspec
        except ImportError:
            need = "addresses need fsspec, which is not installed; pip install 'puzzlebench[remote]'"
            raise PuzzlebenchError(f"{self._address}: {need}") from None
        try:
            system, place = fsspec.core.url_to_fs(self._address)
        except Exception as error:  # one of another package's for this kind of address
            install = _install(self._address) if isinstance(error, ImportError) else ""
            raise InputError(f"fsspec cannot open this: {_reason(error)}{install}", self._address) from None
        return system, place

    def exists(self) -> bool:
        system, place = self.reached
        with _os_errors():
            return bool(system.exists(place))

    def files(self) -> Iterator[str]:
        """The paths of the files in this folder, from it, in their order."""
        system, top = self.reached
        with _os_errors():
            found = sorted(system.find(top))
        return (place[len(top.rstrip("/")) :].lstrip("/") for place in found)

    def within(self, address: str) -> RemoteFile:
        return RemoteFile(address)

    def facts(self) -> dict[str, Any]:
        system, place = self.reached
        with _os_errors():
            return dict(system.info(place))

    def version(self) -> str:
        facts = self.facts()
        return next((f"{key} {facts[key]}" for key in ("ETag", "etag", "md5Hash", "checksum") if facts.get(key)), "")

    def size(self) -> int | None:
        size = self.facts().get("size")
        return size if isinstance(size, int) else None

    def raw(self) -> BufferedReader[Any]:
        system, place = self.reached
        with _os_errors():
            return BufferedReader(_RemoteStream(system.open(place, "rb")), CHUNK_BYTES)

    def put(self, file: Path) -> None:
        """Send a file there, whole."""
        system, place = self.reached
        with _os_errors():
            system.put_file(str(file), place)


class _RemoteStream(Stream):
    def __init__(self, file: Any) -> None:
        super().__init__(file.read, file.close)
        self._file = file

    def seekable(self) -> bool:
        return bool(self._file.seekable())

    def readinto(self, buffer: Any) -> int:
        with _os_errors():
            return super().readinto(buffer)

    def seek(self, offset: int, whence: int = 0) -> int:
        with _os_errors():
            return int(self._file.seek(offset, whence))

    def tell(self) -> int:
        return int(self._file.tell())


def _install(address: str) -> str:
    from importlib.metadata import metadata  # takes its time, and only this needs it

    scheme = re.split("::|:", address.rpartition("://")[0])[-1].lower()
    extra = {"https": "http", "s3a": "s3", "ssh": "sftp", "az": "abfs"}.get(scheme, scheme)
    return f"; pip install 'fsspec[{extra}]'" if extra in (metadata("fsspec").get_all("Provides-Extra") or ()) else ""


@contextmanager
def _os_errors() -> Iterator[None]:
    """Whatever goes wrong, of the dozens of errors of as many packages, is an OSError."""
    try:
        yield
    except OSError:
        raise
    except Exception as error:
        raise OSError(EIO, _reason(error)) from None


def _reason(error: Exception) -> str:
    return str(error).strip().partition("\n")[0] or type(error).__name__
