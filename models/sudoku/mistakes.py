"""Clues of a Sudoku that are wrong, and the digits that they could have been."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from models.errors import InputError
from models.kit.files import read_lines
from models.kit.misreadings import surprise
from models.language.model import Assignment, Key
from models.mistakes import Copying, Correction, Mistake, Mistakes
from models.sudoku.instance import SYMBOLS, Grid, Sudoku
from models.sudoku.model import Cells
from models.sudoku.reading.lines import understand
from models.sudoku.reading.sheet import is_workbook
from models.sudoku.wholesale import wholesale


class WrongClues(Mistakes[Sudoku, Grid]):
    """A Boolean for each clue: is it wrong? If not, its cell holds it.

    The projection is the digits that the cells with clues should have: so many answers, so many ways to
    replace wrong clues by digits with which the puzzle can be solved.
    """

    nouns = ("wrong clue", "wrong clues")

    def __init__(self, instance: Sudoku) -> None:
        stated = Cells(instance)
        self.model = model = stated.model
        self._instance = instance
        self._printed = [(cell, var) for cell, var in enumerate(stated.cells) if instance.clues[cell]]
        wrong = []
        for cell, var in self._printed:
            clue = instance.clues[cell]
            wrong.append(model.new_bool_var(f"the clue at {var.name} is wrong"))
            because = f"{var.name} holds its clue {SYMBOLS[clue]}"
            model.add_exactly_one([var == clue, wrong[-1]], because=because, key=("clue", cell))
        model.project_on(var for _, var in self._printed)
        model.minimize(sum(wrong))

    def corrections(self, assignment: Assignment) -> Iterator[Correction[Sudoku, Grid]]:
        printed, clues = self._instance.clues, list(self._instance.clues)
        mistakes = []
        for cell, var in self._printed:
            digit = clues[cell] = assignment[var]
            if digit != printed[cell]:
                where = f"{var.name} reads {SYMBOLS[printed[cell]]}"
                mistakes.append(Mistake(where, SYMBOLS[digit], ("cell", cell), digit))
        unlikely = sum(surprise(clue, digit) for clue, digit in zip(printed, clues, strict=True) if clue != digit)
        yield Correction(tuple(mistakes), replace(self._instance, clues=tuple(clues)), unlikely=unlikely)


def _line(path: Path, instance: Sudoku, key: Key) -> int | None:
    """The line of a text file on which a row stands, or the whole puzzle; ``key`` is that of a mistake in it."""
    kind, *numbers = key
    if "column" in numbers or kind == "boxes" or is_workbook(path):
        return None
    place = int(numbers[-1]) if numbers and isinstance(numbers[-1], int) else 0
    row = place // instance.order if kind in ("cell", "lost", "doubled") else place if "row" in numbers else 0
    rows: deque[tuple[int, tuple[int, ...]]] = deque(maxlen=instance.order)
    for number, line in read_lines(path):
        try:
            cells = understand(line.strip())
        except InputError:
            continue
        if cells.digits == instance.clues:
            return number
        rows.append((number, cells.digits))
        if tuple(digit for _, digits in rows for digit in digits) == instance.clues:
            return rows[row][0]
    return None


COPYING = Copying(WrongClues, wholesale=wholesale, line=_line)
