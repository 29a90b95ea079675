"""Clues of a Sudoku that are wrong, and the digits that they could have been."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations
from pathlib import Path

from models.errors import InputError
from models.kit.files import read_lines
from models.kit.misreadings import surprise
from models.kit.toml import line_of
from models.language.model import Assignment, IntVar, Key
from models.mistakes import Correction, ErrorModel, Mistake, Mistakes
from models.sudoku.board import BOXES, SYMBOLS
from models.sudoku.instance import Grid, Sudoku
from models.sudoku.model import CellsModel
from models.sudoku.reading.lines import understand
from models.sudoku.reading.sheet import is_workbook, table_kind
from models.sudoku.variants import Variant


class WrongClues(Mistakes[Sudoku, Grid]):
    """A Boolean for each clue, is it wrong? If not, its cell holds it. A number of a variant is such a clue too.

    The projection is what the cells with clues and the numbers of variants should be.
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


def whole_instance_errors(instance: Sudoku) -> Iterator[Correction[Sudoku, Grid]]:
    """Mistakes about many cells at once: a row or column off its place, a cell lost or doubled, other boxes.

    Turned or mirrored as a whole, a Sudoku stays one; so the order of all rows is no mistake. Of boards of several
    squares none is known.
    """
    seen = {instance}
    for mistake, meant, unlikely in _rewritten(instance) if len(instance.clues) == instance.order**2 else ():
        if meant not in seen:
            seen.add(meant)
            yield Correction((mistake,), meant, unlikely=unlikely)


def _rewritten(instance: Sudoku) -> Iterator[tuple[Mistake, Sudoku, int]]:
    """Each mistake, the instance as it was meant, and how unlikely that is."""
    (high, wide), order, clues = instance.box, instance.order, instance.clues

    def with_digits(cells: Sequence[int], digits: Sequence[int]) -> Sudoku:
        meant = list(clues)
        for cell, digit in zip(cells, digits, strict=True):
            meant[cell] = digit
        return replace(instance, clues=tuple(meant))

    for rows, columns in dict.fromkeys([(wide, high), BOXES[order]]) if instance.board is None else ():
        mistake = Mistake(f"the boxes are {high} rows by {wide} columns", f"{rows} by {columns}", ("boxes",))
        yield mistake, replace(instance, box=(rows, columns)), 0
    lines = {
        "row": [range(order * row, order * (row + 1)) for row in range(order)],
        "column": [range(column, order * order, order) for column in range(order)],
    }
    for kind, alike in lines.items():
        for number, cells in enumerate(alike):
            digits = [clues[cell] for cell in cells]
            for steps, way in ((1, "later"), (-1, "earlier")):
                where, key = f"{kind} {number + 1} is one place off", ("shift", kind, number)
                meant = with_digits(cells, digits[-steps:] + digits[:-steps])
                yield Mistake(where, f"one place {way}", key, steps), meant, 1
        for one, other in combinations(range(order), 2):
            where = f"{kind} {one + 1} stands where {kind} {other + 1} belongs"
            swapped = [clues[cell] for cell in (*alike[other], *alike[one])]
            meant = with_digits((*alike[one], *alike[other]), swapped)
            yield Mistake(where, "the two swapped", ("swapped", kind, one, other)), meant, 2 if other == one + 1 else 3
    for cell in range(len(clues)):
        row, column = divmod(cell, order)
        where = f"from R{row + 1}C{column + 1} on, every clue is one cell too"
        if not clues[-1]:
            meant = replace(instance, clues=(*clues[:cell], 0, *clues[cell:-1]))
            yield Mistake(f"{where} early", "one cell later", ("lost", cell), 1), meant, 2
        if not clues[cell]:
            meant = replace(instance, clues=(*clues[:cell], *clues[cell + 1 :], 0))
            yield Mistake(f"{where} late", "one cell earlier", ("doubled", cell), -1), meant, 2


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


ERROR_MODEL = ErrorModel(WrongClues, whole_instance_errors=whole_instance_errors, line=_line)
