"""Which clues of a Sudoku may be wrong, and which other digits could they have been?"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from models.kit.misreadings import surprise
from models.language.model import Assignment, IntVar
from models.mistakes import Correction, Mistake, Mistakes
from models.sudoku.model import SYMBOLS, Cells, Grid, Sudoku, layout_of


class WrongClues(Mistakes[Sudoku, Grid]):
    """A Boolean for each clue: is it wrong? If not, its cell holds it.

    The decisions are the digits that the cells with clues should have: so many answers, so many ways to
    replace wrong clues by digits with which the puzzle can be solved.
    """

    nouns = ("wrong clue", "wrong clues")

    def __init__(self, instance: Sudoku) -> None:
        stated = Cells(instance)
        self.model = model = stated.model
        self._instance = instance
        self._layout = layout = layout_of(instance.box)
        self._printed: list[tuple[IntVar, int, int]] = []  # variable, its cell, the digit printed there
        wrong = []
        for cell, (var, clue) in enumerate(zip(model.projection, instance.clues, strict=True)):
            if clue:
                name = layout.name(cell)
                wrong.append(model.new_bool_var(f"the clue at {name} is wrong"))
                model.add_exactly_one([var == clue, wrong[-1]], because=f"{name} holds its clue {SYMBOLS[clue]}")
                self._printed.append((var, cell, clue))
        model.project_on(var for var, _, _ in self._printed)
        model.minimize(sum(wrong))

    def corrections(self, assignment: Assignment) -> Iterator[Correction[Sudoku, Grid]]:
        clues = list(self._instance.clues)
        mistakes = []
        unlikely = 0
        for var, cell, clue in self._printed:
            digit = assignment[var]
            if digit != clue:
                clues[cell] = digit
                mistakes.append(Mistake(f"{self._layout.name(cell)} reads {SYMBOLS[clue]}", SYMBOLS[digit]))
                unlikely += surprise(clue, digit)
        corrected = replace(self._instance, clues=tuple(clues))
        yield Correction(tuple(mistakes), corrected, unlikely=unlikely)
