"""The errors a person can cause, each worded for that person."""

from __future__ import annotations

from pathlib import Path

from models.kit.names import printable


class PuzzlebenchError(Exception):
    """Anything that went wrong for a reason worth one sentence."""


class Breakdown(PuzzlebenchError):
    """The program could not go on, and nothing was wrong with what was asked of it."""


class Unfinished(PuzzlebenchError):
    """Something from outside has ended the work before its end; what was done by then stays."""


class ModelError(PuzzlebenchError):
    """A model was declared wrongly; the sentence names the variable or the constraint."""


class InputError(PuzzlebenchError):
    """A file or an argument does not say what it should: what was found and what was expected, and on which line."""

    def __init__(self, sentence: str, path: Path | str | None = None, line: int | None = None) -> None:
        self.sentence, self.path, self.line = sentence, path, line
        name = "" if path is None else printable(str(path))
        place = "" if path is None else f"{name}: " if line is None else f"{name}:{line}: "
        super().__init__(place + sentence)


class ReadingStopped(InputError, Unfinished):
    """The time limit came while a file was read."""


class NotThere(InputError):
    """A file cannot be found or read, whatever is in it; on another machine it may be there."""
