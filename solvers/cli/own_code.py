"""Errors in somebody's own puzzle: the file and the line, and a sentence that names them."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from traceback import format_exception, walk_tb

from models import registry as puzzles
from models.errors import ModelError, PuzzlebenchError
from models.kit.names import printable
from models.plugins import plugins
from solvers.core import registry as backends

DEBUG = "PUZZLEBENCH_DEBUG"
NOTED = "own_sentence"  # the attribute of an error in which a worker process notes what is not seen from elsewhere


def own_sentence(error: BaseException) -> str:
    """``skyscrapers.py, line 17: list index out of range (IndexError)``; empty where no puzzle's file is to blame.

    The line is the deepest one that is not ours. Whatever says by itself what is wrong, as bad input does, is left as
    it is; a wrong declaration (``ModelError``) gets its place, in another package's puzzle too.
    """
    if noted := getattr(error, NOTED, ""):
        return str(noted)
    declares = isinstance(error, ModelError)
    if isinstance(error, MemoryError) or (isinstance(error, PuzzlebenchError) and not declares):
        return ""
    place = place_in_file(error) or (declares and _written(plugin_place(error)[1:])) or ""
    if not place:
        return ""
    lines = str(error).strip().splitlines()
    if isinstance(error, SyntaxError):
        lines = [error.msg]
    elif isinstance(error, ImportError) and lines:
        lines = [lines[0].replace(f" ({error.path})", "")]  # where this program lies
    what = lines[0] + " …" * (len(lines) > 1) if lines else "it failed"
    if isinstance(error, KeyError):
        what = f"there is no key {what}"
    return printable(f"{place}: {what}" + (f" ({type(error).__name__})" if not declares else ""))


def place_in_file(error: BaseException) -> str:
    """The file and the line, or nothing; of what a puzzle's class lacks, the file alone."""
    files = sys.modules.get("models.puzzle_file")
    if files is None:
        return ""
    places = [(file, line) for module, file, line in _frames(error) if files.is_own(module, file)]
    if isinstance(error, SyntaxError) and error.filename and files.is_own("", error.filename):
        places.append((error.filename, error.lineno or 1))
    if places:
        return _written(places[-1])
    lacking = type(error.obj) if isinstance(error, AttributeError) else type(None)
    file = getattr(sys.modules.get(lacking.__module__), "__file__", None) or ""
    return printable(Path(file).name) if files.is_own(lacking.__module__, file) else ""


def plugin_place(error: BaseException) -> tuple[str, str, int]:
    """The last place in another package's puzzle or backend that led to ``error``: its name, the file and the line."""
    entries = [*plugins(puzzles.ENTRY_POINTS).items(), *plugins(backends.ENTRY_POINTS).items()]
    roots = {entry.module.partition(".")[0]: name for name, entry in entries}
    frames = ((module.partition(".")[0], file, line) for module, file, line in _frames(error))
    return next(reversed([(roots[root], file, line) for root, file, line in frames if root in roots]), ("", "", 0))


def open_files() -> str:
    """The names of the files with puzzles that were imported."""
    files = sys.modules.get("models.puzzle_file")
    return printable(" or ".join(Path(file).name for file in files.FILES)) if files else ""


def note_sentence(error: Exception) -> str:
    """``own_sentence``, which ``error`` keeps on its way to another process, where its frames are not known."""
    sentence = own_sentence(error)
    if sentence:
        setattr(error, NOTED, sentence)
    return sentence


def with_traceback(error: BaseException, sentence: str) -> str:
    """The sentence, below the traceback where the environment asks for that."""
    return f"{''.join(format_exception(error)).rstrip()}\n{sentence}" if os.environ.get(DEBUG) else sentence


def _frames(error: BaseException) -> Iterator[tuple[str, str, int]]:
    for frame, line in walk_tb(error.__traceback__):
        yield str(frame.f_globals.get("__name__", "")), frame.f_code.co_filename, line


def _written(place: tuple[str, int]) -> str:
    file, line = place
    return printable(f"{Path(file).name}, line {line}") if file else ""
