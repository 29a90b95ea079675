"""Puzzles by their words: those of ``models``, and files in the field's formats, each format a puzzle of its own."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from models import registry
from models.kit.files import is_there
from models.kit.source import STDIN, is_address, source
from models.puzzle import Puzzle
from models.registry import puzzle_names, recognise, recognise_written


def load_puzzle(word: str, seconds: float | None = None) -> Puzzle[Any, Any]:
    """The puzzle called ``word``, which may be the word of a format that can be read, each file in so many seconds.

    Raises:
        InputError: when there is none.
        BrokenPlugin: when it is another package's and cannot be loaded.
    """
    if word not in registry.PUZZLES:
        from solvers.formats.registry import FORMATS  # no puzzle's start waits for it

        known = FORMATS.get(word)
        if known is not None and known.reads:
            from solvers.formats.puzzle import FilePuzzle  # as above

            return FilePuzzle(known, seconds)
    return registry.load_puzzle(word)


def puzzle_of_file(path: Path) -> Puzzle[Any, Any] | None:
    """The puzzle whose instances have the ending that ``path`` has; None where that tells nothing."""
    from solvers.formats.registry import reading  # as above

    known = reading(path)
    return None if known is None else load_puzzle(known.name)


def puzzle_meant(word: str) -> Puzzle[Any, Any] | None:
    """The puzzle called ``word``; or of which ``word`` is an instance: in a file, on standard input or written out."""
    if word not in puzzle_names():
        if word == STDIN:
            return recognise(source(STDIN))
        puzzle = puzzle_of_file(Path(word))
        if puzzle is None and is_there(word):
            return recognise(source(word))
        puzzle = puzzle or recognise_written(word)
        if puzzle is None and is_address(word):
            return recognise(source(word))
        if puzzle is not None:
            return puzzle
    return load_puzzle(word)
