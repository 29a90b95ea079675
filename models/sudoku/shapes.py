"""Shapes that variants draw on the board: shaded cells, cages, paths, marks between cells, clues outside the grid.

``models.sudoku.picture`` paints them in SVG, ``models.sudoku.text`` in characters; ``called`` is what people call one.
Cells are ``(row, column)`` from 0; a row or column of -1, or one more than the last, is the margin outside the grid.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Literal

Cell = tuple[int, int]
"""Row and column, from 0."""

Point = tuple[float, float]
"""So far to the right and down, in cells; on paper, in pixels."""


@dataclass(frozen=True)
class Area:
    """Whole cells lightly shaded: a window, a clone.

    Attributes:
        tint: the class of its colour; grey where it says nothing.
        edge: the dashes of a line just inside its edge, ``none`` for a full one; no line where it is empty.
        hatch: which way thin lines run through each of its cells.
    """

    cells: Sequence[Cell]
    called: str
    tint: str = "plate"
    edge: str = ""
    hatch: Literal["", "across", "down"] = ""


@dataclass(frozen=True)
class Plate:
    """A disc or square in a cell, under its digit: odd and even; grey where ``tint`` is no other class."""

    cell: Cell
    form: Literal["disc", "square"]
    called: str
    tint: str = "band"


@dataclass(frozen=True)
class SmallDigits:
    """Digits in a row at the lower edge of a cell: given pencil marks."""

    cell: Cell
    label: str
    called: str


@dataclass(frozen=True)
class Outline:
    """A line just inside the edge of some cells, with a label in the first corner: a cage."""

    cells: Sequence[Cell]
    called: str
    label: str = ""
    dashed: bool = True


@dataclass(frozen=True)
class Path:
    """A line through the middles of cells: a thermometer, an arrow, a palindrome.

    Attributes:
        broad: whether it is a broad band, as a thermometer, or a thin line, as an arrow.
        start: what its first cell has: a filled bulb, an empty circle or diamond, or nothing.
        arrow: whether it ends in an arrowhead.
        circled_end: whether its last cell has an empty circle, or diamond, as well.
        tint: the class of a band's colour; grey where it is empty.
        pattern: the dashes of a thin line, or along the middle of a band, by which it is told without colours.
        pill: how many of the first cells one long circle takes in, where it is more than one; the line leaves the last.
    """

    cells: Sequence[Cell]
    called: str
    broad: bool = True
    start: Literal["", "bulb", "circle", "diamond"] = ""
    arrow: bool = False
    circled_end: bool = False
    pill: int = 1
    tint: str = ""
    pattern: str = ""


@dataclass(frozen=True)
class DiagonalLine:
    """A thin line from corner to corner of the cells it crosses: the diagonals of Sudoku X."""

    cells: Sequence[Cell]
    called: str


@dataclass(frozen=True)
class Dot:
    """A small circle, or only a label, where two or four cells touch: a kropki dot, an X or V, a quadruple."""

    cells: Sequence[Cell]
    called: str
    label: str = ""
    fill: Literal["white", "black", ""] = "white"


@dataclass(frozen=True)
class Less:
    """An inequality sign between two neighbours, its point towards the smaller."""

    small: Cell
    large: Cell

    @property
    def called(self) -> str:
        return "less than"


@dataclass(frozen=True)
class OutsideClue:
    """A clue outside the grid: a sandwich's sum, a little killer's with its arrow.

    ``towards`` is the step of its arrow in rows and columns, if it has one.
    """

    cell: Cell
    label: str
    called: str
    towards: Cell | None = None


Shape = Area | Plate | SmallDigits | Outline | Path | DiagonalLine | Dot | Less | OutsideClue
"""Whatever a variant draws."""


def middle(cell: Cell) -> Point:
    return cell[1] + 0.5, cell[0] + 0.5


def between(cells: Collection[Cell]) -> Point:
    """The middle of several cells: where they touch."""
    x, y = (sum(part) / len(cells) for part in zip(*map(middle, cells), strict=True))
    return x, y
