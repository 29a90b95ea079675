"""Groups of cells with different digits (diagonals, windows, disjoint groups, extra regions), and clones.

Groups that lie alike in every square are a table: each class is a row of it, and a new rule of this kind is a new row.
"""

from __future__ import annotations

from abc import abstractmethod
from collections import defaultdict
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from math import isqrt
from random import Random
from typing import Any, Self

from models.kit.names import shown
from models.kit.toml import SchemaError
from models.language.model import IntVar, Key, Model
from models.sudoku.board import BoardLayout, Position, Square, Unit
from models.sudoku.shapes import Area, DiagonalLine, Shape
from models.sudoku.variants import Along, Everywhere, Marked, Variant, equal_in_one_unit, named
from models.sudoku.variants.planting import ASIDE, cages

WAYS = ("falling", "rising")


class GroupRule(Variant):
    """Groups of as many cells as there are digits, which lie alike in every square of the board."""

    only_houses = True

    @property
    @abstractmethod
    def kind(self) -> str:
        """What a group is called."""

    @abstractmethod
    def groups(self, square: Square) -> Sequence[Sequence[Position]]:
        """The groups of a square, their cells told from its upper left corner."""

    @abstractmethod
    def group_of(self, row: int, column: int, square: Square) -> Hashable:
        """What the cells of one group share; None for a cell of none. Filled grids are judged by it alone."""

    def title(self, square: int, place: int, cells: Sequence[int], board: BoardLayout) -> str:
        """What people call a group; empty where its kind and number say it."""
        return ""

    def houses(self, board: BoardLayout) -> Sequence[Unit]:
        found = []
        for number, square in enumerate(board.squares):
            (top, left), groups = square.corner, self.groups(square)
            for place, group in enumerate(groups):
                cells = tuple(board.cell_at[top + row, left + column] for row, column in group)
                title = self.title(number, place, cells, board)
                found.append(Unit(self.kind, number * len(groups) + place, cells, title))
        return found

    def holds(self, grid: Sequence[int], board: BoardLayout) -> bool:
        return all(len({grid[cell] for cell in cells}) == board.order for cells in _judged(self, board))


@lru_cache(maxsize=64)
def _judged(rule: GroupRule, board: BoardLayout) -> list[list[int]]:
    """The cells of each group, as ``group_of`` tells them."""
    found = defaultdict[Hashable, list[int]](list)
    for number, square in enumerate(board.squares):
        top, left = square.corner
        for (row, column), cell in board.cell_at.items():
            place = row - top, column - left
            is_inside = all(0 <= at < board.order for at in place)
            if is_inside and (group := rule.group_of(*place, square)) is not None:
                found[number, group].append(cell)
    return [*found.values()]


@dataclass(frozen=True)
class Diagonal(GroupRule):
    """Sudoku X: ``diagonals = true``, or only the ``"falling"`` or the ``"rising"`` one, read from the left."""

    word = "diagonals"
    summary = "Each long diagonal that is drawn holds each digit once."
    way: str

    @classmethod
    def read(cls, value: Any, board: BoardLayout) -> Iterator[Self]:
        if not (isinstance(value, bool) or value in WAYS):
            expected = 'true, "falling" or "rising" is expected'
            raise SchemaError(f"{cls.word} is {shown(value)}; {expected}", cls.word)
        yield from (cls(way) for way in WAYS if value is True or value == way)

    @classmethod
    def write(cls, places: Sequence[Self], board: BoardLayout) -> Any:
        return places[0].way if len(places) == 1 else bool(places)

    @property
    def key(self) -> Key:
        return self.word, self.way

    @property
    def kind(self) -> str:
        return f"{self.way} diagonal"

    @classmethod
    def always(cls, board: BoardLayout) -> Sequence[Self]:
        return [cls(way) for way in WAYS]

    def rule(self, board: BoardLayout) -> str:
        return f"the {self.way} diagonal holds each digit once"

    def groups(self, square: Square) -> Sequence[Sequence[Position]]:
        last = square.order - 1
        return [[(row, row if self.way == "falling" else last - row) for row in range(square.order)]]

    def group_of(self, row: int, column: int, square: Square) -> Hashable:
        is_on = row == column if self.way == "falling" else row + column == square.order - 1
        return is_on or None

    def title(self, square: int, place: int, cells: Sequence[int], board: BoardLayout) -> str:
        return f"the diagonal from {board.name(cells[0])} to {board.name(cells[-1])}"

    def shapes(self, board: BoardLayout) -> Sequence[Shape]:
        return [DiagonalLine(board.where(house.cells), "diagonal") for house in self.houses(board)]


class Windows(GroupRule, Everywhere):
    """Windoku, or hyper Sudoku: boxes a cell apart, four in a square of order 9, nine in one of order 16."""

    word = "windoku"
    kind = "window"
    summary = "Each shaded window holds each digit once."
    general = "each window holds each digit once"

    def groups(self, square: Square) -> Sequence[Sequence[Position]]:
        side = isqrt(square.order)
        starts = range(1, square.order, side + 1)
        return [
            [*product(range(down, down + side), range(right, right + side))] for down, right in product(starts, starts)
        ]

    def group_of(self, row: int, column: int, square: Square) -> Hashable:
        """Between windows, a row and a column lie in none."""
        (down, inside_down), (right, inside_right) = (divmod(at, isqrt(square.order) + 1) for at in (row, column))
        return (down, right) if inside_down and inside_right else None

    def shapes(self, board: BoardLayout) -> Sequence[Shape]:
        return [Area(board.where(house.cells), str(house), "region", "none") for house in self.houses(board)]

    def complaint(self, board: BoardLayout) -> str | None:
        if isqrt(board.order) ** 2 == board.order:
            return None
        return f"windows of {board.order} cells are no squares; a Windoku has order 4, 9, 16 or 25"


class DisjointGroups(GroupRule, Everywhere):
    """The cells at one place of their boxes, such as all upper left ones."""

    word = "disjoint_groups"
    kind = "disjoint group"
    summary = "Cells at the same place of their boxes hold different digits."
    general = "cells at the same place of their boxes hold different digits"

    def groups(self, square: Square) -> Sequence[Sequence[Position]]:
        boxes = [cells for kind, _, cells in Square(square.order, square.regions, square.box).lines() if kind == "box"]
        return [*zip(*boxes, strict=True)]

    def group_of(self, row: int, column: int, square: Square) -> Hashable:
        assert square.box is not None  # or there is a complaint
        high, wide = square.box
        return row % high, column % wide

    def title(self, square: int, place: int, cells: Sequence[int], board: BoardLayout) -> str:
        return f"place {place + 1} of the boxes" + f" of grid {square + 1}" * (len(board.squares) > 1)

    def complaint(self, board: BoardLayout) -> str | None:
        if all(square.box for square in board.squares):
            return None
        return "there are disjoint groups where the grid has boxes; this one has regions of its own, or none"


class ExtraRegion(Along):
    """A region besides those of the grid, anywhere; with as many cells as there are digits it holds each of them."""

    word = "extra_regions"
    summary = "The cells of a shaded region with a line round it hold different digits."

    def rule(self, board: BoardLayout) -> str:
        return f"the extra region {named(self.cells, board)} holds different digits"

    def houses(self, board: BoardLayout) -> Sequence[Unit]:
        if len(self.cells) < board.order:
            return ()
        number = sum(cell * len(board.positions) ** place for place, cell in enumerate(self.cells))
        title = f"the extra region from {board.name(self.cells[0])} on"
        return (Unit("extra region", number, self.cells, title),)

    def post(self, model: Model, cells: Sequence[IntVar], board: BoardLayout) -> None:
        if len(self.cells) < board.order:
            model.add_all_different([cells[cell] for cell in self.cells], **self.reason(board))

    def holds(self, grid: Sequence[int], board: BoardLayout) -> bool:
        return len({grid[cell] for cell in self.cells}) == len(self.cells)

    def shapes(self, board: BoardLayout) -> Sequence[Shape]:
        return (Area(board.where(self.cells), "extra region", "region", "none"),)

    def complaint(self, board: BoardLayout) -> str | None:
        if len(self.cells) <= board.order:
            return None
        return f"an extra region has {len(self.cells)} cells; there are {board.order} digits"

    @classmethod
    def plant(cls, answer: Sequence[int], board: BoardLayout, random: Random) -> Sequence[Self]:
        """At most two regions, each of as many cells as there are digits."""

        def differ(cells: Sequence[int]) -> bool:
            return len({answer[cell] for cell in cells}) == len(cells)

        whole = [cells for cells in cages(board, random, [board.order], differ) if len(cells) == board.order]
        return [cls(cells) for cells in random.sample(whole, min(2, len(whole)))]


MAX_CLONES = 6


@dataclass(frozen=True)
class Clone(Marked):
    """Two such groups, cell by cell."""

    word = "clone"
    summary = "Shaded groups of one form with dots round them hold the same digits at the same places."
    copy: tuple[int, ...]

    def rule(self, board: BoardLayout) -> str:
        return f"{named(self.cells, board)} hold the same digits as {named(self.copy, board)}, one by one"

    def post(self, model: Model, cells: Sequence[IntVar], board: BoardLayout) -> None:
        for one, other in zip(self.cells, self.copy, strict=True):
            because = f"{board.name(one)} and {board.name(other)}, at the same place of two clones, hold one digit"
            model.add(cells[one] == cells[other], because=because, key=(*self.key, one))

    def holds(self, grid: Sequence[int], board: BoardLayout) -> bool:
        return [grid[cell] for cell in self.cells] == [grid[cell] for cell in self.copy]

    def shapes(self, board: BoardLayout) -> Sequence[Shape]:
        return tuple(Area(board.where(cells), "clone", "clone", "0.1 3.4") for cells in (self.cells, self.copy))

    def complaint(self, board: BoardLayout) -> str | None:
        if not self.cells or len(self.cells) != len(self.copy):
            return f"a clone has {len(self.cells)} cells, and its copy {len(self.copy)}; as many are expected"
        for one, other in zip(self.cells, self.copy, strict=True):
            if one == other:
                return f"{board.name(one)} is at the same place of a clone and of its copy"
        return equal_in_one_unit(zip(self.cells, self.copy, strict=True), "a clone", board)

    @classmethod
    def plant(cls, answer: Sequence[int], board: BoardLayout, random: Random) -> Sequence[Self]:
        """Groups of two to five cells that lie elsewhere on the board too, with the same digits."""
        free, found = set(range(len(answer))), list[Self]()
        ways = [(down, right) for down in range(board.height) for right in range(-board.width + 1, board.width)]
        for way in random.sample(ways, len(ways)):
            copies = {cell: there[0] for cell in range(len(answer)) if (there := board.beside(cell, (way,)))}
            alike = [cell for cell, copy in copies.items() if cell != copy and answer[cell] == answer[copy]]
            for start in alike:
                group = [start]
                for cell in group:  # grows meanwhile
                    group += [other for other in board.beside(cell, ASIDE) if other in alike and other not in group]
                group = sorted(group[:5])
                taken = {*group, *(copies[cell] for cell in group)}
                if len(group) > 1 and len(taken) == 2 * len(group) and taken <= free and len(found) < MAX_CLONES:
                    free -= taken
                    found.append(cls(tuple(group), tuple(copies[cell] for cell in group)))
        return found
