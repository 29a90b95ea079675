"""Boards: the cells of a grid that the options of an exact cover lie on.

Where an option lies is told by the file, or by the names of the items that it meets: ``r1c2`` is the cell in row 1 and
column 2, and an option that meets a row ``r1`` and a column ``c2`` stands where they cross.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from models.cover.instance import Cell, Cover, Option

Shape = tuple[Cell, ...]
"""Cells, the least row and column 0, in order."""

MAX_SIDE_CELLS = 64  # A board with more rows or columns is no board that a person looks at
MAX_LABEL_LETTERS = 4  # A label of so many characters stands in a cell

_LINE = re.compile(r"([rc])(\d{1,3})", re.IGNORECASE)
_CELL = re.compile(r"r(\d{1,3})c(\d{1,3})", re.IGNORECASE)


@dataclass(frozen=True)
class Board:
    """Where the options lie.

    Attributes:
        cells: the cells that there are; others within the rows and columns are holes.
        lies_on: the cells of each option that lies on the board.
        named: the items that are cells, by name.
        labels: what each of these options is called there, mostly the piece that it places; nothing if it has no name.
        crossings: whether each option stands where a row crosses a column, as men on a chessboard do.
    """

    cells: frozenset[Cell]
    lies_on: Mapping[str, tuple[Cell, ...]]
    named: Mapping[str, Cell]
    labels: Mapping[str, str]
    crossings: bool = False

    @property
    def rows(self) -> range:
        """The numbers of the rows."""
        return _span(row for row, _ in self.cells)

    @property
    def columns(self) -> range:
        """The numbers of the columns."""
        return _span(column for _, column in self.cells)

    def owners(self, chosen: Iterable[str]) -> dict[Cell, list[str]]:
        """The ``chosen`` options that lie on each cell; cells on which none lies are left out."""
        owners: dict[Cell, list[str]] = {}
        for name in chosen:
            for cell in self.lies_on.get(name, ()):
                owners.setdefault(cell, []).append(name)
        return owners


def board_of(instance: Cover) -> Board | None:
    """The board that the options of ``instance`` lie on; None where most lie nowhere."""
    board = _told(instance) or _by_cells(instance) or _by_lines(instance)
    if board is None or 2 * len(board.lies_on) <= len(instance.options) or len(board.cells) < 2:
        return None
    if max(len(board.rows), len(board.columns)) > MAX_SIDE_CELLS:
        return None
    alike = Counter(board.lies_on.values()).most_common(1)[0][1] > 1
    single = all(len(cells) == 1 for cells in board.lies_on.values())
    if single and alike and any(len(label) > MAX_LABEL_LETTERS for label in board.labels.values()):
        return None  # many facts on each cell, and no short names to tell them apart
    return board


def cell_named(name: str) -> Cell | None:
    """The row and the column that a name like ``r1c2`` or ``R1C2`` tells; None for any other name."""
    found = _CELL.fullmatch(name)
    return (int(found[1]), int(found[2])) if found else None


def beside(cell: Cell) -> tuple[Cell, Cell, Cell, Cell]:
    """The cells above, below, on the left and on the right, on the board or not."""
    row, column = cell
    return (row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)


def flush(cells: Iterable[Cell]) -> Shape:
    """``cells`` moved up and to the left as far as they go."""
    moved = [*cells]
    top, left = min(row for row, _ in moved), min(column for _, column in moved)
    return tuple(sorted((row - top, column - left) for row, column in moved))


def ways(cells: Iterable[Cell]) -> list[Shape]:
    """How a shape can lie, turned and turned over, the eight in order; fewer different ones where it is symmetric."""
    found, turned = [], [*cells]
    for _ in range(4):
        turned = [(column, -row) for row, column in turned]
        found += [flush(turned), flush((row, -column) for row, column in turned)]
    return sorted(found)


def named_cells(instance: Cover) -> dict[str, Cell]:
    """The items of ``instance`` that are cells, by name."""
    cells = ((item, cell_named(item)) for item in instance.items)
    return {item: cell for item, cell in cells if cell is not None}


def _told(instance: Cover) -> Board | None:
    lies_on = {option.name: option.cells for option in instance.options if option.cells}
    if not lies_on:
        return None
    named = named_cells(instance)
    cells = frozenset(cell for cells in lies_on.values() for cell in cells).union(named.values())
    return Board(cells, lies_on, named, {name: name for name in lies_on})


def _by_cells(instance: Cover) -> Board | None:
    named = named_cells(instance)
    lies_on, labels = {}, {}
    for option in instance.options:
        cells = tuple(named[item] for item in option.items if item in named)
        if cells:
            lies_on[option.name] = cells
            labels[option.name] = " ".join(item for item in option.items if item not in named) or _own_name(option)
    return Board(frozenset(named.values()), lies_on, named, labels) if lies_on else None


def _by_lines(instance: Cover) -> Board | None:
    lines = {item: (found[1].lower(), int(found[2])) for item in instance.items if (found := _LINE.fullmatch(item))}
    rows = [number for kind, number in lines.values() if kind == "r"]
    columns = [number for kind, number in lines.values() if kind == "c"]
    lies_on: dict[str, tuple[Cell, ...]] = {}
    for option in instance.options:
        crossed = sorted((lines[item] for item in option.items if item in lines), reverse=True)
        if [kind for kind, _ in crossed] == ["r", "c"]:
            lies_on[option.name] = ((crossed[0][1], crossed[1][1]),)
    if not lies_on or len(set(lies_on.values())) < len(lies_on):
        return None
    cells = frozenset((row, column) for row in rows for column in columns)
    return Board(
        cells, lies_on, {}, {name: _own_name(instance.options[instance.places[name]]) for name in lies_on}, True
    )


def _own_name(option: Option) -> str:
    """What an option is called, if not by its items."""
    return "" if option.name.startswith(" ".join(option.items)) else option.name


def _span(numbers: Iterable[int]) -> range:
    found = set(numbers)
    return range(min(found), max(found) + 1)


def in_characters(board: Board, chosen: Iterable[str]) -> Iterator[str]:
    """The board a row a line, each cell told by the option on it: a letter where all labels are letters."""
    owners = board.owners(chosen)
    names = list(dict.fromkeys(name for cell in sorted(owners) for name in owners[cell]))
    marks = {name: board.labels[name] or "*" for name in names}
    if any(len(mark) > 1 for mark in marks.values()) or (not board.crossings and "*" in marks.values()):
        marks = {name: str(number) for number, name in enumerate(names, 1)}
    width = max((len(mark) for mark in marks.values()), default=1)
    for row in board.rows:
        cells = ((row, column) for column in board.columns)
        written = (
            "/".join(marks[name] for name in owners[cell]) if cell in owners else "." if cell in board.cells else ""
            for cell in cells
        )
        yield ("  " + " ".join(mark.rjust(width) for mark in written)).rstrip()
