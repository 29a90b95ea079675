"""Files that are written whole or not at all, and several outputs of which one may fail."""

from __future__ import annotations

import io
import os
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any

from models.errors import InputError, PuzzlebenchError


def check_name(path: Path, suffixes: Sequence[str], what: str) -> None:
    """Whether ``what`` could be written to ``path``, asked before the work that leads to it."""
    if path.suffix.lower() not in suffixes:
        raise InputError(f"{what}s are written to names that end in {' or '.join(suffixes)}, not to {str(path)!r}")
    if not path.parent.is_dir():
        raise InputError(f"there is no folder {str(path.parent)!r} to write the {what} {path.name!r} to")


def write_whole(path: Path, content: bytes | Iterable[bytes], what: str = "", left: str = "") -> None:
    """Write ``content`` to ``path`` in one step: whatever happens, there is all of it, or what was there before.

    ``what`` cannot be written, a complaint says, with a blank behind it. ``left`` follows the name of the file that a
    kill leaves behind, for who alone writes to ``path``: the next time it is replaced. Otherwise each has its own name.

    Raises:
        InputError: when it cannot be written.
    """
    pieces = [content] if isinstance(content, bytes) else content
    try:
        if path.exists() and not path.is_file():  # a device or a pipe takes it as it comes
            with path.open("wb") as stream:
                stream.writelines(pieces)
            return
        goal = Path(os.path.realpath(path))  # of a link, what it leads to is written
        with (
            goal.with_name(f".{goal.name}{left}").open("wb")
            if left
            else NamedTemporaryFile(dir=goal.parent, prefix=f".{goal.name}.", delete=False)
        ) as fresh:
            try:
                fresh.writelines(pieces)
                fresh.close()
                os.chmod(fresh.name, _mode(goal))  # noqa: PTH101 - a name is what there is
                Path(fresh.name).replace(goal)
            except BaseException:
                with suppress(OSError):  # what waits to be written cannot be
                    fresh.close()
                Path(fresh.name).unlink(missing_ok=True)
                raise
    except OSError as error:
        raise InputError(f"{what}cannot be written: {error.strerror or error}", path) from None


class Outgoing(io.RawIOBase):
    """A file whose contents are taken away while it is written."""

    def __init__(self) -> None:
        self._parts: list[bytes] = []
        self._size = 0

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        self._parts.append(bytes(data))
        self._size += len(self._parts[-1])
        return len(self._parts[-1])

    def tell(self) -> int:
        return self._size

    def taken(self) -> bytes:
        parts, self._parts = self._parts, []
        return b"".join(parts)


def each(*steps: Callable[[], object]) -> None:
    """Do all steps, each although one before it failed, and raise the first failure."""
    failures: list[PuzzlebenchError | OSError] = []
    for step in steps:
        try:
            step()
        except (PuzzlebenchError, OSError) as error:
            failures.append(error)
    if failures:
        raise failures[0]


def _mode(path: Path) -> int:
    with suppress(OSError):
        return path.stat().st_mode & 0o7777
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
