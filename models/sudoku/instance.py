"""Sudokus of any order: the clues, the grid that answers them, and what makes a grid right.

A grid of n×n cells is cut into n boxes; every row, column and box holds each of n digits once. Cells are
counted row by row from 0 in the code and called R1C1, R1C2 … for people; the digits above 9 are written
A, B, C … The answer is the whole grid.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import compress
from math import isqrt
from operator import itemgetter, ne

from models.kit.notebook import Shown

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


_SYMBOL_BYTES = SYMBOLS.encode().ljust(256, b"?")


def written(cells: bytes) -> str:
    """The digits in cells, a symbol for each."""
    return cells.translate(_SYMBOL_BYTES).decode()


@dataclass(frozen=True)
class Sudoku(Shown):
    """The clues printed in a grid.

    Attributes:
        clues: the digit in each cell, row by row; 0 where the cell is empty.
        box: the shape of the boxes.
        name: what it is called.
        from_marks: whether it was read from pencil marks.
    """

    puzzle_name = "sudoku"
    clues: tuple[int, ...]
    box: Box = (3, 3)
    name: str = field(default="sudoku", compare=False)
    from_marks: bool = field(default=False, compare=False)

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


@dataclass(frozen=True)
class Unit:
    """A row, a column or a box.

    Attributes:
        kind: which of the three.
        number: which of its kind, from 0; boxes are counted like words on a page.
        cells: its cells.
    """

    kind: str
    number: int
    cells: tuple[int, ...]

    @property
    def rule(self) -> tuple[str, int]:
        """The key of its rule: ``("row", 2)``."""
        return self.kind, self.number

    def __str__(self) -> str:
        return f"{self.kind} {self.number + 1}"


class Layout:
    """Which cells make up the rows, columns and boxes of a grid with boxes of one shape.

    Attributes:
        order: how many of each there are.
        digits: the digits that each holds.
        places: for each cell its row, column and box, from 0.
        units: every row, column and box.
        readers: for each unit, what reads its digits out of a grid.
    """

    def __init__(self, box: Box) -> None:
        box_rows, box_columns = box
        order = self.order = box_rows * box_columns
        self.digits = frozenset(range(1, order + 1))
        self.places = tuple(
            (row, column, row // box_rows * box_rows + column // box_columns)
            for row in range(order)
            for column in range(order)
        )
        self.units = tuple(
            Unit(kind, number, tuple(cell for cell, place in enumerate(self.places) if place[part] == number))
            for part, kind in enumerate(("row", "column", "box"))
            for number in range(order)
        )
        self.readers: list[Callable[[Sequence[int]], tuple[int, ...]]] = [
            itemgetter(*unit.cells) for unit in self.units
        ]

    @cached_property
    def units_of(self) -> tuple[tuple[Unit, ...], ...]:
        """The row, the column and the box of each cell."""
        return tuple(tuple(unit for unit in self.units if cell in unit.cells) for cell in range(len(self.places)))

    @cached_property
    def rules_of(self) -> tuple[tuple[tuple[str, int], ...], ...]:
        """The keys of the rules of its row, its column and its box, for each cell."""
        return tuple(tuple(unit.rule for unit in units) for units in self.units_of)

    @cached_property
    def peers(self) -> tuple[frozenset[int], ...]:
        """The cells that share a unit with each cell."""
        return tuple(
            frozenset(other for unit in units for other in unit.cells if other != cell)
            for cell, units in enumerate(self.units_of)
        )

    @cached_property
    def names(self) -> tuple[str, ...]:
        """What people call the cells: ``R1C1`` is the first."""
        return tuple(f"R{row + 1}C{column + 1}" for row, column, _ in self.places)

    def name(self, cell: int) -> str:
        """What people call a cell."""
        return self.names[cell]


layout_of = lru_cache(maxsize=None)(Layout)
"""The layout for a shape of box, made once."""


def check(instance: Sudoku, answer: Grid) -> str | None:
    """What is wrong with ``answer``, in a sentence; None when it is right."""
    layout, clues, cells = layout_of(instance.box), instance.clues, answer.cells
    if len(cells) != len(clues):
        return f"the grid has {len(cells)} cells; {len(clues)} are needed"
    for unit, read in zip(layout.units, layout.readers, strict=True):
        if layout.digits != {*read(cells)}:
            stray = next((cell for cell in unit.cells if cells[cell] not in layout.digits), None)
            if stray is not None:
                return f"{layout.name(stray)} holds {cells[stray]}; the digits are 1 to {layout.order}"
            return _twice(layout, unit, cells)
    if any(map(ne, compress(cells, clues), filter(None, clues))):
        cell = next(cell for cell, clue in enumerate(clues) if clue and clue != cells[cell])
        return f"{layout.name(cell)} holds {SYMBOLS[cells[cell]]}, where {SYMBOLS[clues[cell]]} is printed"
    return None


def clash(instance: Sudoku) -> str | None:
    """Two equal clues in a row, column or box, or an empty cell that sees every digit among the clues; or None."""
    layout, clues = layout_of(instance.box), instance.clues
    order = layout.order
    # Sets of digits as bits: what each row, column and box has among its clues.
    rows, columns, boxes = [0] * order, [0] * order, [0] * order
    for (row, column, box), clue in zip(layout.places, clues, strict=True):
        if clue:
            bit = 1 << clue
            if (rows[row] | columns[column] | boxes[box]) & bit:
                return next(filter(None, (_twice(layout, unit, clues) for unit in layout.units)))
            rows[row] |= bit
            columns[column] |= bit
            boxes[box] |= bit
    every_digit = (2 << order) - 2
    for cell, (row, column, box) in enumerate(layout.places):
        if rows[row] | columns[column] | boxes[box] == every_digit and not clues[cell]:
            return f"no digit is left for {layout.name(cell)}: its row, column and box have all {order} of them"
    return None


def _twice(layout: Layout, unit: Unit, cells: Sequence[int]) -> str | None:
    """Two equal digits in a unit, in a sentence; 0 is no digit."""
    first: dict[int, int] = {}
    for cell in unit.cells:
        digit = cells[cell]
        if digit and digit in first:
            return f"{unit} has two {SYMBOLS[digit]}s, at {layout.name(first[digit])} and {layout.name(cell)}"
        first[digit] = cell
    return None
