"""Where instances are read from: files, packed files, Parquet tables, addresses, and folders of such files."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

from models.kit.addresses import RemoteFile, is_address
from models.kit.files import unreadable
from models.kit.packed import PARQUET, PASSED_OVER, Source, unpacked_name


def source(name: str) -> Path:
    """The path to read from that ``name`` means.

    Raises:
        InputError: when it is an address that fsspec cannot open.
        PuzzlebenchError: when it is one, and fsspec is not installed.
    """
    path = place(name)
    is_plain = isinstance(path, RemoteFile) or not (unpacked_name(path.name)[1] or path.suffix.lower() == PARQUET)
    return path if is_plain else Source(path)


def place(name: str) -> Path:
    """The file or the address called ``name``; ``file://`` leads to a file like any other.

    Raises:
        InputError: when it is an address that fsspec cannot open.
        PuzzlebenchError: when it is one, and fsspec is not installed.
    """
    if not is_address(name) or name.startswith(_HERE):
        return Path(name.removeprefix(_HERE))
    remote = RemoteFile(name)
    _ = remote.reached  # what cannot be opened is said at once
    return remote


_HERE = "file://"


def is_rereadable(path: Path) -> bool:
    """Whether what is there can be read twice: files, folders and addresses, but no pipe."""
    return path.is_file() or path.is_dir()


def files_in(folder: Path) -> Iterator[Source]:
    """The files in a folder and in those within it, in the order of their names; hidden ones and markers such as
    ``_SUCCESS`` are passed over.

    Each is called by its path within the folder.

    Raises:
        InputError: when a folder cannot be read.
    """
    try:
        for place in folder.places() if isinstance(folder, RemoteFile) else _walk(folder):
            within = place[len(str(folder)) :].strip("/" + os.sep)
            called = str(PurePosixPath(unpacked_name(within)[0]).with_suffix(""))
            yield RemoteFile(place, called) if isinstance(folder, RemoteFile) else Source(place, called)
    except OSError as error:
        raise unreadable(error, folder) from None


def _walk(folder: Path | str) -> Iterator[str]:
    for entry in sorted(os.scandir(folder), key=lambda entry: entry.name):
        if entry.name.startswith(PASSED_OVER):
            continue
        if entry.is_dir(follow_symlinks=False):
            yield from _walk(entry.path)
        elif entry.is_file():
            yield entry.path


def identity(path: Path) -> str:
    """What differs as soon as other things are in a place: a digest; or what the server of an address says, if it does.

    Raises:
        InputError: when it cannot be read.
    """
    from hashlib import file_digest, sha256  # takes its time, and most runs write to no file

    try:
        if path.is_dir():
            files = (f"{str(file)[len(str(path)) :]}\0{identity(file)}\0" for file in files_in(path))
            return sha256("".join(files).encode(errors="surrogateescape")).hexdigest()
        if isinstance(path, RemoteFile) and (version := path.version()):
            return version
        with path.raw() if isinstance(path, Source) else path.open("rb") as file:
            return file_digest(file, "sha256").hexdigest()
    except OSError as error:
        raise unreadable(error, path) from None
