"""Exact cover problems: options that meet items, a choice of options, and what makes a choice right.

An *option* meets some *items*. *Primary* items must be met exactly once, *secondary* ones at most once.
An option that meets no primary item is never needed to meet one, so no answer takes it.

Some options lie on a *board*, the cells of a grid. Where, is told by the file, or by the names of the items that they
meet: ``r1c2`` is the cell in row 1 and column 2, and an option that meets a row ``r1`` and a column ``c2`` stands where
they cross.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import product

from models.formulation import Shown

Cell = tuple[int, int]  # a cell of a grid: its row, counted from the top, and its column, counted from the left
Shape = tuple[Cell, ...]  # cells, the least row and column 0, in order
MAX_SIDE_CELLS = 64  # of a board that a person looks at
MAX_LABEL_LETTERS = 4  # of a label that stands in a cell

_LINE = re.compile(r"([rc])(\d{1,3})", re.IGNORECASE)
_CELL = re.compile(r"r(\d{1,3})c(\d{1,3})", re.IGNORECASE)


@dataclass(frozen=True)
class Option:
    """Something that can be chosen, and the items it meets."""

    name: str
    items: tuple[str, ...]
    cells: tuple[Cell, ...] = ()  # where it lies on a board, if the file says so


@dataclass(frozen=True)
class Cover(Shown):
    """An exact cover problem, of which each option has a name of its own."""

    puzzle_name = "cover"

    name: str
    primary: tuple[str, ...]
    secondary: tuple[str, ...]
    options: tuple[Option, ...]
    source: str = ""

    @property
    def items(self) -> tuple[str, ...]:
        return self.primary + self.secondary

    @cached_property
    def takers(self) -> dict[str, list[int]]:
        """For each item the options, by number from 0, that meet it and could be part of an answer."""
        primary = frozenset(self.primary)
        takers: dict[str, list[int]] = {item: [] for item in self.items}
        for number, option in enumerate(self.options):
            if not primary.isdisjoint(option.items):
                for item in option.items:
                    takers[item].append(number)
        return takers

    @property
    def useful(self) -> list[int]:
        return sorted({number for item in self.primary for number in self.takers[item]})

    @cached_property
    def places(self) -> dict[str, int]:
        return {option.name: number for number, option in enumerate(self.options)}


Chosen = tuple[str, ...]  # an answer: the names of the chosen options, in the order of the instance


def check(instance: Cover, answer: Chosen) -> str | None:
    met_by: dict[str, str] = {}
    for name in answer:
        if name not in instance.places:
            return f"there is no option {name}"
        items = instance.options[instance.places[name]].items
        for item in items:
            if item in met_by:
                return f"{item} is met twice, by {met_by[item]} and by {name}"
            met_by[item] = name
        if not set(items).intersection(instance.primary):
            return f"{name} meets no primary item, so that nothing needs it"
    return next((f"{item} is not met" for item in instance.primary if item not in met_by), None)


def contradiction(instance: Cover) -> str | None:
    """An item that no option meets, or two options that are both needed and meet the same item; or None."""
    unmet = next((item for item in instance.primary if not instance.takers[item]), None)
    if unmet is not None:
        return f"no option meets {unmet}"
    needed: dict[str, str] = {}  # options that are the only ones to meet some item, and that item
    met_by: dict[str, str] = {}
    for item in instance.primary:
        option = instance.options[instance.takers[item][0]]
        if len(instance.takers[item]) > 1 or option.name in needed:
            continue
        needed[option.name] = item
        for shared in option.items:
            other = met_by.setdefault(shared, option.name)
            if other != option.name:
                return f"only {other} meets {needed[other]} and only {option.name} meets {item}, but both meet {shared}"
    return None


# Boards


@dataclass(frozen=True)
class CoverBoard:
    """The cells of a grid that options lie on; cells within its rows and columns that it lacks are holes."""

    cells: frozenset[Cell]
    lies_on: Mapping[str, tuple[Cell, ...]]  # by option
    named: Mapping[str, Cell]  # the items that are cells
    labels: Mapping[str, str]  # what an option is called there, mostly the piece that it places; perhaps nothing
    crossings: bool = False  # whether options stand where a row crosses a column, as men on a chessboard do

    @property
    def rows(self) -> range:
        return _span(row for row, _ in self.cells)

    @property
    def columns(self) -> range:
        return _span(column for _, column in self.cells)

    def owners(self, chosen: Iterable[str]) -> dict[Cell, list[str]]:
        """The ``chosen`` options that lie on each cell; cells on which none lies are left out."""
        owners: dict[Cell, list[str]] = {}
        for name in chosen:
            for cell in self.lies_on.get(name, ()):
                owners.setdefault(cell, []).append(name)
        return owners


def board_of(instance: Cover) -> CoverBoard | None:
    """The board that the options of ``instance`` lie on; None where most lie nowhere."""
    board = _by_table(instance) or _by_cells(instance) or _by_lines(instance)
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
    return {item: cell for item in instance.items if (cell := cell_named(item)) is not None}


def _by_table(instance: Cover) -> CoverBoard | None:
    """The board that a file's table of cells makes."""
    lies_on = {option.name: option.cells for option in instance.options if option.cells}
    named = named_cells(instance)
    cells = frozenset(cell for cells in lies_on.values() for cell in cells).union(named.values())
    return CoverBoard(cells, lies_on, named, {name: name for name in lies_on}) if lies_on else None


def _by_cells(instance: Cover) -> CoverBoard | None:
    """The board of options that meet cells."""
    named = named_cells(instance)
    lies_on, labels = {}, {}
    for option in instance.options:
        if cells := tuple(named[item] for item in option.items if item in named):
            lies_on[option.name] = cells
            labels[option.name] = " ".join(item for item in option.items if item not in named) or _own_name(option)
    return CoverBoard(frozenset(named.values()), lies_on, named, labels) if lies_on else None


def _by_lines(instance: Cover) -> CoverBoard | None:
    """The board of options that meet a row and a column each."""
    lines = {item: (found[1].lower(), int(found[2])) for item in instance.items if (found := _LINE.fullmatch(item))}
    lies_on, labels = {}, {}
    for option in instance.options:
        crossed = sorted((lines[item] for item in option.items if item in lines), reverse=True)
        if [kind for kind, _ in crossed] == ["r", "c"]:
            lies_on[option.name] = ((crossed[0][1], crossed[1][1]),)
            labels[option.name] = _own_name(option)
    if not lies_on or len(set(lies_on.values())) < len(lies_on):
        return None
    rows, columns = ([number for kind, number in lines.values() if kind == letter] for letter in "rc")
    return CoverBoard(frozenset(product(rows, columns)), lies_on, {}, labels, crossings=True)


def _own_name(option: Option) -> str:
    """What an option is called, if not by its items."""
    return "" if option.name.startswith(" ".join(option.items)) else option.name


def _span(numbers: Iterable[int]) -> range:
    found = set(numbers)
    return range(min(found), max(found) + 1)
