"""Code of one's own, typed in the page: models and puzzles in Python, and rules for Sudoku variants."""

from __future__ import annotations

from functools import lru_cache
from hashlib import sha256
from importlib import import_module
from inspect import isabstract
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from models.errors import InputError, PuzzlebenchError
from models.puzzle import Puzzle
from models.puzzle_file import load_file
from models.sudoku.variants import Variant
from solvers.cli.own_code import own_sentence

OWN = "model"
"""The word of documents whose puzzle is a model, or a puzzle, in Python."""


@lru_cache(maxsize=8)
def own_puzzle(source: str) -> Puzzle[Any, Any]:
    """The puzzle that some Python declares; what is wrong with it comes as a sentence with its line."""
    return _run(source)


@lru_cache(maxsize=8)
def own_rules(source: str) -> tuple[type[Variant], ...]:
    """The variants that some Python declares."""
    found: list[type[Variant]] = []

    def look(module: Any) -> None:
        found.extend(
            part
            for part in vars(module).values()
            if isinstance(part, type) and issubclass(part, Variant) and part.__module__ == module.__name__ and part.word
        )

    _imported(source, look)
    for part in found:
        if isabstract(part):
            raise InputError(f"the rule {part.word} lacks {', '.join(sorted(part.__abstractmethods__))}")
    if not found:
        raise InputError("there is no rule in it: a class on Along, Marked or Everywhere with a word is expected")
    return tuple(found)


@lru_cache(maxsize=1)
def _folder() -> TemporaryDirectory[str]:
    """Return this process's own folder for the files that Python imports; it is removed when the process ends."""
    return TemporaryDirectory(prefix="puzzlebench-own-")


def _path(source: str) -> Path:
    path = Path(_folder().name) / f"own_{sha256(source.encode()).hexdigest()}.py"
    path.parent.mkdir(0o700, parents=True, exist_ok=True)  # some Python that ran before may have removed it
    path.write_text(source, encoding="utf-8")
    return path


def _run(source: str) -> Puzzle[Any, Any]:
    path = _path(source)
    try:
        return load_file(str(path))
    except InputError as error:
        raise InputError(error.sentence) from None
    except MemoryError:
        raise
    except (Exception, SystemExit) as error:
        raise _told(error) from None


def _imported(source: str, look: Any) -> None:
    path = _path(source)
    try:
        look(import_module(f"models.puzzle_file.{str(path.resolve()).encode().hex()}"))
    except InputError as error:
        raise InputError(error.sentence) from None
    except (PuzzlebenchError, MemoryError):
        raise
    except (Exception, SystemExit) as error:
        raise _told(error) from None


def _told(error: BaseException) -> InputError:
    """An error in the code as a sentence that names its line."""
    sentence = own_sentence(error) or f"it cannot be run: {error}"
    place, _, rest = sentence.partition(".py, ")
    return InputError(rest if place.startswith("own_") else sentence)
