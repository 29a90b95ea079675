"""The instances of a place: a file that the puzzle reads, a Parquet table, or all files of a folder."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from models.errors import InputError
from models.formulation import I
from models.kit.files import unreadable
from models.kit.names import printable, shown
from models.kit.packed import PARQUET, Source
from models.kit.sources import files_in
from models.puzzle import Puzzle
from models.rows import Rows


def instances_in(puzzle: Puzzle[I, Any], path: Path) -> Iterator[I | InputError]:
    """The instances in a place, one by one; a bad one, or a file that cannot be read, comes as the error that says why.

    Those of a folder are called by their file's path within it.
    """
    for item in many_in(puzzle, path, rows=False):
        assert not isinstance(item, Rows)
        yield item


def many_in(puzzle: Puzzle[I, Any], path: Path, rows: bool = True) -> Iterator[I | InputError | Rows[I]]:
    """The instances in a place as ``instances_in`` tells them, but many as rows where that is quicker."""
    if path.is_dir():
        try:
            for file in files_in(path):
                item = None
                for item in many_in(puzzle, file, rows):
                    yield item
                if item is None:
                    yield InputError(f"there is no {puzzle.name} instance in it", file)
        except InputError as error:
            yield error
    elif isinstance(path, Source) and path.suffix.lower() == PARQUET and not puzzle.one_a_line:
        try:
            yield from _cells(puzzle, path)
        except InputError as error:
            yield error
    else:
        yield from puzzle.read_many(path) if rows else puzzle.read(path)


def _cells(puzzle: Puzzle[I, Any], path: Source) -> Iterator[I | InputError]:
    """The instances of a table for a puzzle whose files hold one each: what is in a cell is one written out."""
    from models.kit.parquet import table_rows  # brings a library along that few need

    try:
        for number, (text, name) in enumerate(table_rows(path.raw(), path), 1):
            try:
                if not text.strip():
                    raise InputError("the cell is empty; a puzzle is expected")
                found: Any = puzzle.from_text(text)
                if found is None:
                    raise InputError(f"{shown(text)} is no {puzzle.name} instance")
                yield replace(found, name=printable(name or f"{path.stem} #{number}"))
            except InputError as error:
                yield InputError(error.sentence, path, number)
    except OSError as error:
        raise unreadable(error, path) from None
