"""Clues of a Sudoku that are wrong, and the digits that they could have been."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from models.errors import InputError
from models.kit.files import read_lines
from models.kit.misreadings import surprise
from models.kit.toml import line_of
from models.language.model import Assignment, IntVar, Key
from models.mistakes import Correction, ErrorModel, Mistake, Mistakes
from models.sudoku.board import SYMBOLS
from models.sudoku.instance import Grid, Sudoku
from models.sudoku.model import CellsModel
from models.sudoku.reading import table_kind
from models.sudoku.reading.lines import understand
from models.sudoku.reading.sheet import is_workbook
from models.sudoku.variants import Variant
from models.sudoku.wholesale import wholesale


class WrongClues(Mistakes[Sudoku, Grid]):
    """A Boolean for each clue: is it wrong? If not, its cell holds it. A number of a variant is such a clue too.

    The projection is the digits that the cells with clues should have, and the numbers that variants should: so many
    answers, so many ways to replace wrong clues by those with which the puzzle can be solved.
    """

    nouns = ("wrong clue", "wrong clues")

    def __init__(self, instance: Sudoku) -> None:
        stated = CellsModel(instance, variants=False)
        layout = instance.layout
        self.model = model = stated.model
        self._instance = instance
        self._printed = [(cell, var) for cell, var in enumerate(stated.cells) if instance.clues[cell]]
        self._numbers: list[tuple[int, Variant, int, IntVar]] = []
        wrong = []
        for cell, var in self._printed:
            clue = instance.clues[cell]
            wrong.append(model.new_bool_var(f"the clue at {var.name} is wrong"))
            because = f"{var.name} holds its clue {SYMBOLS[clue]}"
            model.add_exactly_one([var == clue, wrong[-1]], because=because, key=("clue", cell))
        for place, variant in enumerate(instance.variants):
            found = variant.post_open(model, stated.cells, layout)
            if found is None:
                variant.post(model, stated.cells, layout)
                continue
            number, printed = found
            self._numbers.append((place, variant, printed, number))
            wrong.append(model.new_bool_var(f"{number.name} is wrong"))
            because = f"{number.name} is {printed}"
            model.add_exactly_one([number == printed, wrong[-1]], because=because, key=("number", *variant.key))
        model.project_on([var for _, var in self._printed] + [var for *_, var in self._numbers])
        model.minimize(sum(wrong))

    def corrections(self, assignment: Assignment) -> Iterator[Correction[Sudoku, Grid]]:
        clues, variants = list(self._instance.clues), list(self._instance.variants)
        mistakes, unlikely = [], 0
        for cell, var in self._printed:
            printed, digit = clues[cell], assignment[var]
            if digit != printed:
                clues[cell] = digit
                mistakes.append(Mistake(f"{var.name} reads {SYMBOLS[printed]}", SYMBOLS[digit], ("cell", cell), digit))
                unlikely += surprise(printed, digit)
        for place, variant, printed, var in self._numbers:
            if (meant := assignment[var]) != printed:
                variants[place] = variant.numbered(meant)
                mistakes.append(Mistake(f"{var.name} reads {printed}", str(meant), ("number", *variant.key), meant))
                unlikely += surprise(printed, meant)
        meant_to_be = replace(self._instance, clues=tuple(clues), variants=tuple(variants))
        yield Correction(tuple(mistakes), meant_to_be, unlikely=unlikely)


def _line(path: Path, instance: Sudoku, key: Key) -> int | None:
    """The line of a text file on which a row stands, or the whole puzzle; ``key`` is that of a mistake in it."""
    kind, *numbers = key
    if table := table_kind(path):
        return _line_of_table(path, instance, key) if table == ".toml" else None
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


def _line_of_table(path: Path, instance: Sudoku, key: Key) -> int | None:
    kind, *numbers = key
    if kind == "boxes":
        return line_of(path, "boxes")
    if kind == "number":
        alike = [variant.key for variant in instance.variants if variant.word == numbers[0]]
        return line_of(path, str(numbers[0]), alike.index(tuple(numbers)))
    row = instance.layout.positions[int(numbers[-1])][0] if kind in ("cell", "lost", "doubled") else int(numbers[-1])
    return line_of(path, "grid", row) if "column" not in numbers else None


ERROR_MODEL = ErrorModel(WrongClues, whole_instance_errors=wholesale, line=_line)
