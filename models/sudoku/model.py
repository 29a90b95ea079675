"""Sudoku of any order: which digit goes into each empty cell?

A grid of n×n cells is cut into n boxes; every row, column and box holds each of n digits once. Cells are
counted row by row from 0 in the code and called R1C1, R1C2 … for people; the digits above 9 are written
A, B, C … The answer is the whole grid.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import compress
from math import isqrt
from operator import itemgetter, ne
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from models.deductions import Moment, Proposal
from models.drawing import Drawing
from models.errors import InputError
from models.kit.notebook import Shown
from models.language.model import Assignment, Givens, IntVar, Key, Literal, Model
from models.mistakes import Copying
from models.options import Option, Values
from models.puzzle import Family, Formulation, Puzzle

if TYPE_CHECKING:
    from models.sudoku.techniques.board import Board

Box = tuple[int, int]
"""The shape of a box: how many rows it has, and how many columns."""

BOXES: dict[int, Box] = {
    4: (2, 2),
    6: (2, 3),
    8: (2, 4),
    9: (3, 3),
    10: (2, 5),
    12: (3, 4),
    16: (4, 4),
    25: (5, 5),
}
"""The orders there are, each with the box it has unless something else is said."""

SYMBOLS = ".123456789ABCDEFGHIJKLMNOP"
"""How each digit is written; an empty cell is 0."""


@dataclass(frozen=True)
class Sudoku(Shown):
    """The clues printed in a grid.

    Attributes:
        clues: the digit in each cell, row by row; 0 where the cell is empty.
        box: the shape of the boxes.
        name: what it is called.
    """

    puzzle_name: ClassVar = "sudoku"

    clues: tuple[int, ...]
    box: Box = (3, 3)
    name: str = field(default="sudoku", compare=False)

    @property
    def order(self) -> int:
        """How many digits there are, and rows, columns and boxes."""
        return self.box[0] * self.box[1]


@dataclass(frozen=True)
class Grid:
    """A filled grid: the digit in each cell, row by row."""

    cells: tuple[int, ...]

    @property
    def rows(self) -> list[tuple[int, ...]]:
        """The digits of each row."""
        order = isqrt(len(self.cells))
        return [self.cells[start : start + order] for start in range(0, len(self.cells), order)]


class Layout:
    """Which cells make up the rows, columns and boxes of a grid with boxes of one shape.

    Attributes:
        order: how many of each there are.
        places: for each cell its row, column and box, from 0; boxes are counted like words on a page.
        units: every row, column and box: what it is called, and its cells.
        keys: the keys of their rules, such as ``("row", 2)``, in the same order.
    """

    def __init__(self, box: Box) -> None:
        box_rows, box_columns = box
        order = self.order = box_rows * box_columns
        self.places = tuple(
            (row, column, row // box_rows * box_rows + column // box_columns)
            for row in range(order)
            for column in range(order)
        )
        self.units = tuple(
            (f"{kind} {number + 1}", tuple(cell for cell, place in enumerate(self.places) if place[part] == number))
            for part, kind in enumerate(("row", "column", "box"))
            for number in range(order)
        )
        self.keys: tuple[tuple[str, int], ...] = tuple(
            (kind, number) for kind in ("row", "column", "box") for number in range(order)
        )
        self.readers: list[Callable[[Sequence[int]], tuple[int, ...]]] = [itemgetter(*cells) for _, cells in self.units]
        self.digits = frozenset(range(1, order + 1))

    def name(self, cell: int) -> str:
        """What people call a cell: ``R1C1`` is the first."""
        row, column, _ = self.places[cell]
        return f"R{row + 1}C{column + 1}"


layout_of = lru_cache(maxsize=None)(Layout)
"""The layout for a shape of box, made once."""

EACH_DIGIT_ONCE = "{} holds each digit once"


class Cells(Formulation[Sudoku, Grid]):
    """A digit for every cell; all different in every row, column and box."""

    last_value = "naked single"

    def __init__(self, instance: Sudoku, objective: str | None = None) -> None:
        layout = layout_of(instance.box)
        self.model = Model(f"sudoku of order {layout.order} (cells)")
        self.cells = [self.model.new_int_var(1, layout.order, layout.name(cell)) for cell in range(len(layout.places))]
        for key, (unit, cells) in zip(layout.keys, layout.units, strict=True):
            because = EACH_DIGIT_ONCE.format(unit)
            self.model.add_all_different([self.cells[cell] for cell in cells], because=because, key=key)
        self.model.project_on(self.cells)
        self._box = instance.box
        self._read = itemgetter(*self.cells)

    def givens(self, instance: Sudoku) -> Givens:
        return dict(compress(zip(self.cells, instance.clues, strict=True), instance.clues))

    def decode(self, instance: Sudoku, assignment: Assignment) -> Grid:
        return Grid(self._read(assignment))

    def value_name(self, var: IntVar, value: int) -> str:
        return SYMBOLS[value]

    def techniques(self, moment: Moment) -> Iterator[Proposal]:
        from models.sudoku.techniques import proposals

        return proposals(self.board(moment))

    def board(self, moment: Moment) -> Board:
        """The candidates at ``moment``, for techniques to look at."""
        from models.sudoku.techniques.board import Board, Unit

        layout = layout_of(self._box)
        named = [Unit(key[0], key, cells) for key, (_, cells) in zip(layout.keys, layout.units, strict=True)]
        return Board(self.cells, named, moment)


class Cover(Formulation[Sudoku, Grid]):
    """The exact cover: activities "digit into cell", each meeting a cell's, row's, column's and box's requirement.

    Activity R2C4#1 puts a 1 into row 2, column 4 and meets four requirements: R2C4 (the cell is filled),
    R2#1, C4#1 and B2#1 (row 2, column 4 and box 2 have their 1). Every requirement is met exactly once.
    A clue's activity is given: in effect it takes away all others that meet one of its requirements.
    """

    def __init__(self, instance: Sudoku, objective: str | None = None) -> None:
        layout = layout_of(instance.box)
        order = layout.order
        self.model = Model(f"sudoku of order {order} (cover)")
        self._activities: list[IntVar] = []  # of cell 0 with digits 1 … n, of cell 1, …
        meets: dict[tuple[Key, str], list[Literal]] = {}
        for cell, (row, column, box) in enumerate(layout.places):
            name = layout.name(cell)
            for digit in range(1, order + 1):
                symbol = SYMBOLS[digit]
                activity = self.model.new_bool_var(f"{name}#{symbol}")
                self._activities.append(activity)
                chosen = activity == 1
                for requirement in (
                    (("cell", cell), f"{name}: {name} holds one digit"),
                    (("row", row, digit), f"R{row + 1}#{symbol}: row {row + 1} holds one {symbol}"),
                    (("column", column, digit), f"C{column + 1}#{symbol}: column {column + 1} holds one {symbol}"),
                    (("box", box, digit), f"B{box + 1}#{symbol}: box {box + 1} holds one {symbol}"),
                ):
                    meets.setdefault(requirement, []).append(chosen)
        for (key, sentence), literals in meets.items():
            self.model.add_exactly_one(literals, because=sentence, key=key)
        self.model.project_on(self._activities)
        self._order = order
        self._read = itemgetter(*self._activities)
        self._digits = tuple(range(1, order + 1)) * len(layout.places)

    def givens(self, instance: Sudoku) -> Givens:
        activities, order = self._activities, self._order
        return {activities[cell * order + clue - 1]: 1 for cell, clue in enumerate(instance.clues) if clue}

    def decode(self, instance: Sudoku, assignment: Assignment) -> Grid:
        return Grid(tuple(compress(self._digits, self._read(assignment))))


class SudokuPuzzle(Puzzle[Sudoku, Grid]):
    """Sudoku, as the command line knows it."""

    name = "sudoku"
    title = "Sudoku"
    summary = "Fill the grid so that every row, column and box holds each digit once."
    formulations: ClassVar[dict[str, type[Formulation[Any, Any]]]] = {"cells": Cells, "cover": Cover}
    default_instance = "inkala"

    def read(self, path: Path) -> Iterator[Sudoku | InputError]:
        from models.sudoku.reading import read_sudoku

        return read_sudoku(path)

    def shape(self, instance: Sudoku) -> Hashable:
        return instance.order, instance.box

    def check(self, instance: Sudoku, answer: Grid) -> str | None:
        layout, cells = layout_of(instance.box), answer.cells
        if len(cells) != len(instance.clues):
            return f"the grid has {len(cells)} cells; {len(instance.clues)} are needed"
        for place, read in enumerate(layout.readers):
            if layout.digits != {*read(cells)}:
                return _unit_complaint(layout, place, cells)
        if any(map(ne, compress(cells, instance.clues), filter(None, instance.clues))):
            return _clue_complaint(layout, instance.clues, cells)
        return None

    def clash(self, instance: Sudoku) -> str | None:
        """Two equal clues in a row, column or box; or an empty cell that sees every digit among the clues."""
        layout, clues = layout_of(instance.box), instance.clues
        order = layout.order
        # Sets of digits as bits: what each row, column and box has among its clues.
        rows, columns, boxes = [0] * order, [0] * order, [0] * order
        for (row, column, box), clue in zip(layout.places, clues, strict=True):
            if clue:
                bit = 1 << clue
                if (rows[row] | columns[column] | boxes[box]) & bit:
                    return _pair(layout, clues)
                rows[row] |= bit
                columns[column] |= bit
                boxes[box] |= bit
        every_digit = (2 << order) - 2
        for cell, (row, column, box) in enumerate(layout.places):
            if rows[row] | columns[column] | boxes[box] == every_digit and not clues[cell]:
                return f"no digit is left for {layout.name(cell)}: its row, column and box have all {order} of them"
        return None

    def render(self, instance: Sudoku, answer: Grid | None = None) -> str:
        """The clues; with an answer, beside them (or below, where that is too wide) the filled grid."""
        puzzle = _draw(instance.clues, instance.box)
        if answer is None:
            return "\n".join(puzzle)
        filled = _draw(answer.cells, instance.box)
        if 2 * len(puzzle[0]) + 3 > WIDEST:
            return "\n".join([*puzzle, "", *filled])
        return "\n".join(f"{left}   {right}" for left, right in zip(puzzle, filled, strict=True))

    @property
    def drawing(self) -> Drawing[Sudoku, Grid]:
        from models.sudoku.drawing import SudokuDrawing  # most runs draw nothing

        return SudokuDrawing()

    @property
    def copying(self) -> Copying[Sudoku, Grid]:
        from models.sudoku.mistakes import WrongClues  # only a diagnosis asks for it

        return Copying(WrongClues)

    @property
    def families(self) -> Mapping[str, Family]:
        from models.sudoku.family import FAMILIES  # only where a family is asked for

        return FAMILIES

    def as_json(self, instance: Sudoku, answer: Grid) -> object:
        return [list(row) for row in answer.rows]

    def rank(self, instance: Sudoku, answer: Grid) -> tuple[int, ...]:
        return answer.cells

    def compact(self, instance: Sudoku, answer: Grid) -> str:
        return bytes(answer.cells).translate(_SYMBOL_BYTES).decode()

    @property
    def options(self) -> tuple[Option, ...]:
        return (
            Option("puzzle", "53..7…", "the clues row by row, . or 0 for an empty cell"),
            Option("boxes", "RxC", "boxes of R rows and C columns, such as 3x2 for order 6"),
        )

    def arrange(self, instance: Sudoku, values: Values) -> Sudoku:
        boxes = values.get("boxes")
        if not boxes:
            return instance
        from models.sudoku.reading_lines import box_from

        box = box_from(str(boxes))
        if box[0] * box[1] != instance.order:
            expected = f"this puzzle has {instance.order} digits"
            raise InputError(f"--boxes {boxes} makes boxes of {box[0] * box[1]} cells; {expected}")
        return replace(instance, box=box)

    def typed(self, values: Values) -> Sudoku | None:
        if "puzzle" not in values:
            return None
        from models.sudoku.reading import read_typed

        return read_typed(str(values["puzzle"]))


PUZZLE = SudokuPuzzle()

WIDEST = 100
"""Characters a line of a drawing may have."""

_SYMBOL_BYTES = SYMBOLS.encode().ljust(256, b"?")


def _draw(cells: Sequence[int], box: Box) -> list[str]:
    """A grid with rules round the boxes."""
    box_rows, box_columns = box
    order = box_rows * box_columns
    rule = "+" + ("-" * (2 * box_columns + 1) + "+") * box_rows
    lines = [rule]
    for row in range(order):
        symbols = [SYMBOLS[cell] for cell in cells[row * order : (row + 1) * order]]
        groups = [" ".join(symbols[start : start + box_columns]) for start in range(0, order, box_columns)]
        lines.append("| " + " | ".join(groups) + " |")
        if (row + 1) % box_rows == 0:
            lines.append(rule)
    return lines


def _unit_complaint(layout: Layout, place: int, cells: Sequence[int]) -> str:
    """Why a row, column or box does not hold each digit once."""
    unit, members = layout.units[place]
    for cell in members:
        if cells[cell] not in layout.digits:
            return f"{layout.name(cell)} holds {cells[cell]}; the digits are 1 to {layout.order}"
    return _twice(layout, unit, members, cells) or f"{unit} does not hold each digit once"


def _clue_complaint(layout: Layout, clues: Sequence[int], cells: Sequence[int]) -> str:
    cell = next(cell for cell, clue in enumerate(clues) if clue and clue != cells[cell])
    return f"{layout.name(cell)} holds {SYMBOLS[cells[cell]]}, where {SYMBOLS[clues[cell]]} is printed"


def _pair(layout: Layout, clues: Sequence[int]) -> str | None:
    """The first row, column or box with two equal clues, in a sentence."""
    sentences = (_twice(layout, unit, members, clues) for unit, members in layout.units)
    return next((sentence for sentence in sentences if sentence), None)


def _twice(layout: Layout, unit: str, members: Sequence[int], cells: Sequence[int]) -> str | None:
    """Two equal digits among ``members``, in a sentence; 0 is no digit."""
    first: dict[int, int] = {}
    for cell in members:
        digit = cells[cell]
        if digit and digit in first:
            return f"{unit} has two {SYMBOLS[digit]}s, at {layout.name(first[digit])} and {layout.name(cell)}"
        first[digit] = cell
    return None
