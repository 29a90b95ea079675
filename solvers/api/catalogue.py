"""What there is: puzzles with their instances."""

from __future__ import annotations

from typing import Any

from models.puzzle import Puzzle
from solvers.api.arguments import checked
from solvers.api.instance_set import InstanceSet
from solvers.core.registry import load_puzzle


@checked
def puzzle(word: str | Puzzle[Any, Any]) -> InstanceSet:
    """A puzzle and its instances, by its word on the command line, or a puzzle of your own.

    >>> sudoku = pb.puzzle("sudoku")
    >>> sudoku.load("norvig_easy50", number=7).name
    'norvig_easy50 #7'
    """

    return InstanceSet(load_puzzle(word) if isinstance(word, str) else word)
