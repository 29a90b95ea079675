"""What reports are headed by: the puzzle, the instance and its file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from models.kit.names import printable
from models.puzzle import Puzzle


def display_path(path: Path) -> str:
    """``path`` as short as it can be said from here."""
    here = Path.cwd()
    return printable(str(path.relative_to(here) if path.is_relative_to(here) else path))


def headline(puzzle: Puzzle[Any, Any], instance: Any, file: Path | None) -> str:
    """What a report is about: the puzzle, the instance, and the file that it was read from, whatever its name says."""
    return f"{puzzle.title}: {instance.name}" + (f" ({display_path(file)})" if file else "")
