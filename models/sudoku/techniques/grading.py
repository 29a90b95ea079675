"""How hard a Sudoku is, without a description of how it is solved."""

from __future__ import annotations

from collections import Counter
from math import inf

from models.errors import ModelError
from models.grades import GRADE_WORDS, Grade, place_of
from models.sudoku.instance import Grid, Sudoku, check
from models.sudoku.techniques import CandidateBoard, findings


def grade(instance: Sudoku, most: float = inf) -> Grade:
    """The grade of a Sudoku by the hardest step where each time the easiest is taken; one beyond ``most`` ends it.

    Raises:
        ModelError: when the techniques lead to no answer: there is none, or there are several.
    """
    board = CandidateBoard((), instance.layout)
    for cell, clue in enumerate(instance.clues):
        if clue:
            board.put(cell, clue)
    number, hardest = 1.0, dict[str, None]()
    steps: Counter[str] = Counter()
    grid = [*instance.clues]
    while any(board.left):
        finding = next(findings(board), None)
        if finding is None:
            raise ModelError(f"no technique leads on to an answer of {instance.name}: there is none, or several")
        if finding.number is not None and finding.number > number:
            number, hardest = finding.number, {}
        if finding.number == number:
            hardest[finding.name] = None
        steps[finding.name] += 1
        if number > most:
            break
        board.take(finding)
        if finding.placed:
            cell, digit = finding.placed
            grid[cell] = digit
    if number <= most and (wrong := check(instance, Grid(tuple(grid)))):
        raise ModelError(f"there is no answer of {instance.name}: {wrong}")
    return Grade(GRADE_WORDS[place_of(number)], number, tuple(hardest), steps)
