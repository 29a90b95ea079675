"""Boards that Sudokus are played on: where the cells lie, and the houses, of which each holds every digit once.

The usual board is one square of n×n cells with its rows, its columns and its boxes. In others the boxes are regions
of any form (jigsaw), or there are none (a Latin square), or several squares overlap (samurai). Cells are counted row
by row from 0 over the whole board and called R1C1, R1C2 … for people.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import ceil, isqrt
from operator import itemgetter
from string import ascii_uppercase as LETTERS

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
"""The orders of boxed squares, each with the box it has unless something else is said."""

SYMBOLS = ".123456789ABCDEFGHIJKLMNOP"
"""How each digit is written; an empty cell is 0."""

MAX_ORDER = len(SYMBOLS) - 1
"""The largest order: there are no more symbols."""

Position = tuple[int, int]
"""The row and the column of a cell, from 0."""


@dataclass(frozen=True)
class Square:
    """A square of order×order cells, and the region of each row by row; ``box`` where boxes of one shape cut it."""

    order: int
    regions: tuple[int, ...] = ()
    box: Box | None = None
    corner: Position = (0, 0)

    def lines(self) -> Iterator[tuple[str, int, list[Position]]]:
        down, right = self.corner
        cells = [(down + row, right + column) for row in range(self.order) for column in range(self.order)]
        for row in range(self.order):
            yield "row", row, cells[row * self.order : (row + 1) * self.order]
        for column in range(self.order):
            yield "column", column, cells[column :: self.order]
        for region in sorted({*self.regions}):
            inside = [cell for cell, number in zip(cells, self.regions, strict=True) if number == region]
            yield "region" if self.box is None else "box", region, inside


def boxed(box: Box, corner: Position = (0, 0)) -> Square:
    """The square with boxes of one shape, counted like words on a page."""
    rows, columns = box
    order = rows * columns
    regions = (row // rows * rows + column // columns for row in range(order) for column in range(order))
    return Square(order, tuple(regions), box, corner)


@dataclass(frozen=True)
class BoardShape:
    """One square, or several that overlap or touch; all are of one order."""

    squares: tuple[Square, ...]

    @property
    def order(self) -> int:
        return self.squares[0].order


@dataclass(frozen=True)
class Unit:
    """A house: cells that hold each digit once; its ``title`` where it is not called by its kind and number."""

    kind: str
    number: int
    cells: tuple[int, ...]
    title: str = ""

    @property
    def rule(self) -> tuple[str, int]:
        return self.kind, self.number

    @property
    def short(self) -> str:
        return self.title or f"{self.kind[0].upper()}{self.number + 1}"

    def __str__(self) -> str:
        return self.title or f"{self.kind} {self.number + 1}"


class BoardLayout:
    """Which cells and which houses a board has: those of its squares, and ``more``.

    ``readers`` read the digits of each unit out of a grid.
    """

    def __init__(self, board: BoardShape | Box, more: Sequence[Unit] = ()) -> None:
        self.squares = board.squares if isinstance(board, BoardShape) else (boxed(board),)
        self.order = self.squares[0].order
        self.digits = frozenset(range(1, self.order + 1))
        own = [line for square in self.squares for line in square.lines()]
        self.positions = tuple(sorted({position for _, _, cells in own for position in cells}))
        self.cell_at = {position: cell for cell, position in enumerate(self.positions)}
        self.height, self.width = (1 + max(part) for part in zip(*self.positions, strict=True))
        self.units = (*self._own_units(), *more)
        self.readers: list[Callable[[Sequence[int]], tuple[int, ...]]] = [
            itemgetter(*unit.cells) for unit in self.units
        ]

    def _own_units(self) -> Iterator[Unit]:
        """Rows, then columns, then regions; where there are several squares, each is told with its square's number."""
        several = len(self.squares) > 1
        found: dict[tuple[str, tuple[int, ...]], Unit] = {}
        for place, square in enumerate(self.squares):
            for kind, number, positions in square.lines():
                cells = tuple(map(self.cell_at.__getitem__, positions))
                title = f"{kind} {number + 1} of grid {place + 1}" if several else ""
                if kind == "region" and not several:
                    title = f"region {LETTERS[number]}"
                # A box that two squares share is one house.
                found.setdefault((kind, cells), Unit(kind, place * square.order + number, cells, title))
        for kinds in (("row",), ("column",), ("box", "region")):
            yield from (unit for (kind, _), unit in found.items() if kind in kinds)

    @cached_property
    def units_of(self) -> tuple[tuple[Unit, ...], ...]:
        found: list[list[Unit]] = [[] for _ in self.positions]
        for unit in self.units:
            for cell in unit.cells:
                found[cell].append(unit)
        return tuple(map(tuple, found))

    @cached_property
    def rules_of(self) -> tuple[tuple[tuple[str, int], ...], ...]:
        return tuple(tuple(unit.rule for unit in units) for units in self.units_of)

    @cached_property
    def peers(self) -> tuple[frozenset[int], ...]:
        return tuple(
            frozenset(other for unit in units for other in unit.cells if other != cell)
            for cell, units in enumerate(self.units_of)
        )

    @cached_property
    def names(self) -> tuple[str, ...]:
        return tuple(f"R{row + 1}C{column + 1}" for row, column in self.positions)

    @cached_property
    def region_of(self) -> dict[int, int]:
        """A number for the regions that each cell lies in, different from neighbours' that lie in others."""
        found: dict[tuple[int, ...], int] = {}
        return {
            cell: found.setdefault(tuple(unit.number for unit in units if unit.kind in ("box", "region")), len(found))
            for cell, units in enumerate(self.units_of)
        }

    @property
    def marks(self) -> Box:
        """In how many rows and columns small digits are laid out in a cell: as the boxes are, where there are any."""
        box = self.squares[0].box
        rows = isqrt(self.order)
        return box or (rows, ceil(self.order / rows))

    def where(self, cells: Iterable[int]) -> tuple[Position, ...]:
        return tuple(map(self.positions.__getitem__, cells))

    def rows(self, grid: Sequence[int]) -> list[list[int]]:
        """The digits of each row of the board, 0 where there is no cell."""
        rows = [[0] * self.width for _ in range(self.height)]
        for (row, column), digit in zip(self.positions, grid, strict=True):
            rows[row][column] = digit
        return rows

    def wall(self, is_across: bool, at: int, place: int) -> bool | None:
        """Whether there is a thick line, of a box, a region or the board, at ``place`` of the line before row ``at``.

        Where it is not across, that is the line before column ``at``; None is where there is no line at all.
        """
        sides = [(at - 1, place), (at, place)] if is_across else [(place, at - 1), (place, at)]
        regions = [self.region_of[self.cell_at[side]] for side in sides if side in self.cell_at]
        return len(regions) == 1 or regions[0] != regions[1] if regions else None

    def name(self, cell: int) -> str:
        return self.names[cell]

    def beside(self, cell: int, steps: Sequence[Position]) -> list[int]:
        """The cells that lie so many rows below and columns right of ``cell``, where there are any."""
        row, column = self.positions[cell]
        there = (self.cell_at.get((row + down, column + right)) for down, right in steps)
        return [other for other in there if other is not None]


layout_of = lru_cache(maxsize=256)(BoardLayout)
"""The layout of a board, made once for the latest ones."""
