"""How hard a Sudoku is, without a description of how it is solved."""

from __future__ import annotations

from collections import Counter

from models.errors import ModelError
from models.grades import GRADE_WORDS, Grade, place_of
from models.sudoku.instance import Grid, Sudoku, check
from models.sudoku.techniques import CandidateBoard, findings


def grade(instance: Sudoku) -> Grade:
    """The grade of a Sudoku by the hardest step where each time the easiest is taken.

    Raises:
        ModelError: when the techniques lead to no answer: there is none, or there are several.
    """
    board = CandidateBoard((), instance.layout)
    for cell, clue in enumerate(instance.clues):
        if clue:
            board.put(cell, clue)
    number, technique = 1.0, ""
    steps: Counter[str] = Counter()
    grid = [*instance.clues]
    while any(board.left):
        finding = next(findings(board), None)
        if finding is None:
            raise ModelError(f"no technique leads on to an answer of {instance.name}: there is none, or several")
        if finding.number > number or not technique:
            number, technique = finding.number, finding.name
        steps[finding.name] += 1
        board.take(finding)
        if finding.placed:
            cell, digit = finding.placed
            grid[cell] = digit
    if wrong := check(instance, Grid(tuple(grid))):
        raise ModelError(f"there is no answer of {instance.name}: {wrong}")
    return Grade(GRADE_WORDS[place_of(number)], number, technique, steps)
