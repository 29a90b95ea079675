"""Where new puzzles go: to standard output, into one file, or each into a file of its own in a folder."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from models.errors import InputError
from models.generation import Maker, Plan
from models.kit.names import printable
from solvers.generating.record import Made
from solvers.request import Request
from solvers.terminal.files import write_whole

TABLE = ".toml"
"""How names of files end that are told from others by that."""


class Shelf:
    """Takes puzzles as they are made; each file that is there is whole.

    Raises:
        InputError: when what is asked for cannot be written there.
    """

    def __init__(self, request: Request, maker: Maker[Any, Any], plan: Plan[Any, Any]) -> None:
        self._path, self._suffix = request.output, maker.ending(plan)
        self._texts: list[str] = []
        path = request.output
        self.is_folder = path is not None and (path.is_dir() or not path.suffix)
        if not maker.holds_many(plan) and request.puzzles > 1 and not (self.is_folder or request.json or request.html):
            instead = "--output FOLDER takes many" if path is None else "name a folder for many"
            raise InputError(f"such a file ({self._suffix}) holds one puzzle; {instead}", path)
        if path is not None and not self.is_folder and (path.suffix == TABLE) != (self._suffix == TABLE):
            raise InputError(f"what is made is written as {self._suffix}, and would not be read back from here", path)
        if path is not None:
            _make_ready(path, self.is_folder)

    def put(self, made: Made[Any, Any]) -> Path | None:
        """Keep a puzzle, in a folder at once; returns its file."""
        if self._path is None:
            return None
        if not self.is_folder:
            self._texts.append(made.text)
            return self._path
        path = self._path / f"{made.instance.name}{self._suffix}"
        write_whole(path, made.text.encode())
        return path

    def close(self) -> None:
        """Write the one file, unless nothing was made."""
        if self._path is not None and self._texts:
            write_whole(self._path, together(self._texts).encode())


def together(texts: Sequence[str]) -> str:
    """The content of a file that holds all of them."""
    return "\n".join(texts)


def _make_ready(path: Path, is_folder: bool) -> None:
    try:
        if is_folder:
            path.mkdir(exist_ok=True)
        elif not path.parent.is_dir():
            raise InputError(f"there is no folder {printable(str(path.parent))} to write it to", path)
    except OSError as error:
        raise InputError(f"cannot be made: {error.strerror or error}", path) from None
