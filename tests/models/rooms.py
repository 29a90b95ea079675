"""What the tests of all puzzles begin with: an instance that comes with one, an instance in a file, all its answers."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from models.registry import find_instance, load_puzzle
from solvers.core.backend import Limits
from solvers.core.registry import load_backend
from solvers.core.solver import Solver


def instance_of(puzzle: str, name: str) -> Any:
    """The one instance of a file that comes with a puzzle."""
    (found,) = load_puzzle(puzzle).read(find_instance(load_puzzle(puzzle), name))
    assert not isinstance(found, Exception), found
    return found


def read(puzzle: str, folder: Path, content: str | bytes, name: str = "mine.toml") -> Any:
    """What the one file of this content is: an instance, or the error that says what is wrong with it."""
    path = folder / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    (found,) = load_puzzle(puzzle).read(path)
    return found


def answers(instance: Any, formulation: str = "", backend: str = "backtracking", most: int | None = None) -> list[Any]:
    """The different answers of an instance, each judged; all of them, unless only so many are asked for."""
    solver = Solver(load_puzzle(instance.puzzle_name), formulation, *load_backend(backend))
    found = solver.answers(instance, Limits(seconds=60, solutions=most))
    listed = list(found)
    assert found.outcome.complete or most is not None
    assert len(set(listed)) == len(listed)
    assert not any(solver.puzzle.check(instance, answer) for answer in listed)
    return listed
