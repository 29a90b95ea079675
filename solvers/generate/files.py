"""Where new puzzles go: to standard output, into one file, or each into a file of its own in a folder."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from models.errors import InputError
from models.generation import Generator, Specification
from models.kit.names import listed, printable, shown
from solvers.cli.files import write_whole
from solvers.generate.record import Made
from solvers.generate.request import GenerateRequest

TABLE, TEXT = ".toml", ".txt"
"""How names of files end: of those that are told from others by that, and of any text."""


class OutputFiles:
    """Takes puzzles as they are made; each file that is there is whole."""

    def __init__(
        self, request: GenerateRequest, generator: Generator[Any, Any], specification: Specification[Any, Any]
    ) -> None:
        self._path, self._suffix = request.output, generator.ending(specification)
        self._texts: list[str] = []
        self._names: set[str] = set()  # of files in the folder, without regard to capital letters
        path = request.output
        self.is_folder = path is not None and (path.is_dir() or not path.suffix)
        ending = "" if path is None or self.is_folder else path.suffix.lower()
        self._as_lines = self._suffix == TABLE and ending == generator.tables != ""
        is_alone = not (generator.holds_many(specification) or self._as_lines)
        if path is None and is_alone and request.puzzles > 1 and not (request.json or request.html):
            raise InputError(f"a file of these ({self._suffix}) holds one puzzle; --output FOLDER takes many")
        if ending and is_alone and request.puzzles > 1:
            folder = printable(str(path.with_suffix(""))) if path else ""
            lines = f", or into one {generator.tables} file" if generator.tables else ""
            raise InputError(
                f"several of these go into a folder, each a {self._suffix} file: --output {folder}{lines}", path
            )
        endings = [self._suffix, generator.tables] if self._suffix == TABLE else dict.fromkeys((self._suffix, TEXT))
        if ending and ending not in endings:
            instead = listed([*filter(None, endings), "no ending, for a folder"], "or")
            raise InputError(
                f"what is made would not be read back from a {printable(ending)} file; use {instead}", path
            )
        if path is not None:
            _make_ready(path, self.is_folder)

    def put(self, made: Made[Any, Any]) -> Path | None:
        """Keep a puzzle, in a folder at once; returns its file."""
        if self._path is None:
            return None
        if not self.is_folder:
            self._texts.append(_as_line(made.text) if self._as_lines else made.text)
            return self._path
        name = f"{made.instance.name}{self._suffix}"
        if name.casefold() in self._names or Path(name).name != name:
            raise InputError(
                f"a new puzzle is called {shown(made.instance.name)}, which can name no new file", self._path
            )
        self._names.add(name.casefold())
        path = self._path / name
        write_whole(path, made.text.encode())
        return path

    def close(self) -> None:
        """Write the one file, unless nothing was made."""
        if self._path is not None and self._texts:
            content = "".join(self._texts) if self._as_lines else together(self._texts)
            write_whole(self._path, content.encode())


def together(texts: Sequence[str]) -> str:
    """The content of a file that holds all of them."""
    return "\n".join(texts)


def _as_line(text: str) -> str:
    # TOML as JSON.
    import json  # few want lines
    import tomllib  # as above

    return json.dumps(tomllib.loads(text), ensure_ascii=False) + "\n"


def _make_ready(path: Path, is_folder: bool) -> None:
    try:
        if is_folder:
            path.mkdir(exist_ok=True)
        elif not path.parent.is_dir():
            raise InputError(f"there is no folder {printable(str(path.parent))} to write it to", path)
    except OSError as error:
        raise InputError(f"cannot be made: {error.strerror or error}", path) from None
