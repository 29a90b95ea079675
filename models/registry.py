"""The registry of puzzles. A puzzle is imported when it is asked for, not before.

Other packages add puzzles through the entry-point group ``puzzlebench.puzzles``, each entry naming
a :class:`~models.puzzle.Puzzle` object.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from models.errors import InputError
from models.plugins import find, names
from models.puzzle import Puzzle

PUZZLES = {
    "grecian": "models.grecian:PUZZLE",
    "sudoku": "models.sudoku:PUZZLE",
    "cubes": "models.cubes:PUZZLE",
    "cover": "models.cover:PUZZLE",
    "dealing": "models.dealing:PUZZLE",
}
"""The puzzles that come with the program: the word on the command line, and where it leads."""

ENTRY_POINTS = "puzzlebench.puzzles"


def puzzle_names() -> list[str]:
    """The words that ``load_puzzle`` knows."""
    return names(PUZZLES, ENTRY_POINTS)


def load_puzzle(name: str) -> Puzzle[Any, Any]:
    """The puzzle called ``name``.

    Raises:
        InputError: when there is none.
        BrokenPlugin: when it is another package's and cannot be loaded.
    """
    found: Puzzle[Any, Any] = find(Puzzle, name, PUZZLES, ENTRY_POINTS)
    return found


def instance_files(puzzle: Puzzle[Any, Any]) -> dict[str, Path]:
    """The instance files that come with ``puzzle``, by name: a file is called by its stem.

    A file in a subfolder is called ``folder/stem``.
    """
    folder = puzzle.instances_folder
    files = sorted(path for path in folder.rglob("*") if path.is_file() and not path.name.startswith((".", "_")))
    return {path.relative_to(folder).with_suffix("").as_posix(): path for path in files}


def find_instance(puzzle: Puzzle[Any, Any], name: str) -> Path:
    """The file meant by ``name``: one of the puzzle's instance names, or a path.

    Raises:
        InputError: when it is neither.
    """
    known = instance_files(puzzle)
    if name in known:
        return known[name]
    if Path(name).exists():
        return Path(name)
    from difflib import get_close_matches  # only for a wrong name

    near = get_close_matches(name, list(known), 1)
    raise InputError(
        f"there is no file {name!r} and no instance of {puzzle.name} by that name; "
        + (f"did you mean {near[0]}?" if near else f"the instances are {', '.join(known)}")
    )
