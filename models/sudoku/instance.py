"""Sudokus of any order: the clues, the grid that answers them, and what makes a grid right.

Cells are counted row by row from 0 and called R1C1, R1C2 … for people; digits above 9 are written A, B, C …
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import compress
from math import isqrt
from operator import ne
from typing import TYPE_CHECKING

from models.formulation import Shown
from models.kit.names import listed
from models.sudoku.board import SYMBOLS, BoardLayout, BoardShape, Box, Unit, layout_of

if TYPE_CHECKING:  # only named here, and plain ones have none
    from models.sudoku.variants import Variant

_SYMBOL_BYTES = SYMBOLS.encode().ljust(256, b"?")


def written(cells: bytes) -> str:
    return cells.translate(_SYMBOL_BYTES).decode()


@dataclass(frozen=True)
class Sudoku(Shown):
    """The digits printed in a grid, row by row; 0 where a cell is empty.

    Attributes:
        box: the shape of the boxes; where there is a board, that says what the boxes are.
        from_marks: whether it was read from a grid of pencil marks.
        board: the cells and houses, where these are not those of one square with boxes of one shape.
        label: what its line calls it; None where that is its name.
    """

    puzzle_name = "sudoku"
    clues: tuple[int, ...]
    box: Box = (3, 3)
    name: str = field(default="sudoku", compare=False)
    from_marks: bool = field(default=False, compare=False)
    board: BoardShape | None = None
    variants: tuple[Variant, ...] = ()
    label: str | None = field(default=None, compare=False, repr=False)

    @property
    def order(self) -> int:
        return self.board.order if self.board else self.box[0] * self.box[1]

    @property
    def is_plain(self) -> bool:
        """Whether there are no rules but those of rows, columns and boxes of one shape."""
        return self.board is None and not self.variants

    @property
    def layout(self) -> BoardLayout:
        board = self.board or self.box
        return _with_houses(board, self.variants) if self.variants else layout_of(board)

    def with_clues(self, clues: tuple[int, ...]) -> Sudoku:
        """This board and these rules with other clues."""
        return Sudoku(clues, self.box, self.name, self.from_marks, self.board, self.variants, self.label)


@lru_cache(maxsize=64)
def _with_houses(board: BoardShape | Box, variants: tuple[Variant, ...]) -> BoardLayout:
    layout = layout_of(board)
    more = tuple(house for variant in variants for house in variant.houses(layout))
    return layout_of(board, more) if more else layout


@dataclass(frozen=True)
class Grid:
    """A filled grid: the digit in each cell, row by row."""

    cells: tuple[int, ...]

    @property
    def rows(self) -> list[tuple[int, ...]]:
        order = isqrt(len(self.cells))
        return [self.cells[start : start + order] for start in range(0, len(self.cells), order)]


def check(instance: Sudoku, answer: Grid) -> str | None:
    """What is wrong with ``answer``, in a sentence; None when it is right."""
    layout, clues, cells = instance.layout, instance.clues, answer.cells
    if len(cells) != len(clues):
        return f"the grid has {len(cells)} cells; {len(clues)} are needed"
    for unit, read in zip(layout.units, layout.readers, strict=True):
        if layout.digits != {*read(cells)}:
            invalid = next((cell for cell in unit.cells if cells[cell] not in layout.digits), None)
            if invalid is not None:
                return f"{layout.name(invalid)} holds {cells[invalid]}; the digits are 1 to {layout.order}"
            return _twice(layout, unit, cells)
    if any(map(ne, compress(cells, clues), filter(None, clues))):
        cell = next(cell for cell, clue in enumerate(clues) if clue and clue != cells[cell])
        return f"{layout.name(cell)} holds {SYMBOLS[cells[cell]]}, where {SYMBOLS[clues[cell]]} is printed"
    for variant in instance.variants:
        if not variant.holds(cells, layout):
            return f"it is not so that {variant.rule(layout)}"
    return None


def contradiction(instance: Sudoku) -> str | None:
    """Two equal clues in a house, or an empty cell that sees every digit among the clues; or None."""
    layout, clues = instance.layout, instance.clues
    for unit in layout.units:
        if twice := _twice(layout, unit, clues):
            return twice
    for cell, (clue, units) in enumerate(zip(clues, layout.units_of, strict=True)):
        if not clue and layout.digits == {clues[other] for other in layout.peers[cell] if clues[other]}:
            houses = listed(unit.kind for unit in units)
            return f"no digit is left for {layout.name(cell)}: its {houses} have all {layout.order} of them"
    return None


def _twice(layout: BoardLayout, unit: Unit, cells: Sequence[int]) -> str | None:
    """Two equal digits in a unit, in a sentence; 0 is no digit."""
    first: dict[int, int] = {}
    for cell in unit.cells:
        digit = cells[cell]
        if digit and digit in first:
            return f"{unit} has two {SYMBOLS[digit]}s, at {layout.name(first[digit])} and {layout.name(cell)}"
        first[digit] = cell
    return None
