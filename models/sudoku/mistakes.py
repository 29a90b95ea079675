"""Clues of a Sudoku that are wrong, and the digits that they could have been."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from models.kit.misreadings import surprise
from models.language.model import Assignment
from models.mistakes import Copying, Correction, Mistake, Mistakes
from models.sudoku.instance import SYMBOLS, Grid, Sudoku
from models.sudoku.model import Cells


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


COPYING = Copying(WrongClues)
