"""Clones: groups of cells of one form that hold the same digits at the same places."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Self

from models.language.model import IntVar, Model
from models.sudoku.board import BoardLayout
from models.sudoku.shapes import Area, Shape
from models.sudoku.variants import Marked, equal_in_one_unit, named
from models.sudoku.variants.planting import ASIDE

MAX_PLANTED = 6


@dataclass(frozen=True)
class Clone(Marked):
    """Two such groups, cell by cell."""

    word = "clone"
    summary = "Shaded groups of one form hold the same digits at the same places."
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
        return Area(board.where(self.cells), "clone"), Area(board.where(self.copy), "clone")

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
                if len(group) > 1 and len(taken) == 2 * len(group) and taken <= free and len(found) < MAX_PLANTED:
                    free -= taken
                    found.append(cls(tuple(group), tuple(copies[cell] for cell in group)))
        return found
