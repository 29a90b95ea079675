"""Killer: cages of cells with different digits, each with the sum of its digits."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from models.language.model import IntVar, Model
from models.sudoku.board import Layout
from models.sudoku.shapes import Outline, Shape
from models.sudoku.variants import Marked, named, total


@dataclass(frozen=True)
class Cage(Marked):
    """Cells with different digits that add up to a sum; without one they are only different.

    Attributes:
        sum: what the digits add up to; 0 where nothing is said.
    """

    word = "cage"
    sum: int = 0

    def rule(self, board: Layout) -> str:
        cells = named(self.cells, board)
        if len(self.cells) == 1:
            return f"the cage of {cells} holds {self.sum}"
        adding = f", which add up to {self.sum}" if self.sum else ""
        return f"the cage of {cells} holds different digits{adding}"

    def post(self, model: Model, cells: Sequence[IntVar], board: Layout) -> None:
        caged = [cells[cell] for cell in self.cells]
        if len(caged) > 1:
            model.add_all_different(caged, **self.reason(board))
        if self.sum:
            model.add(total(caged) == self.sum, **self.reason(board))

    def holds(self, grid: Sequence[int], board: Layout) -> bool:
        digits = [grid[cell] for cell in self.cells]
        return len(set(digits)) == len(digits) and self.sum in (0, sum(digits))

    def shapes(self, board: Layout) -> Sequence[Shape]:
        return (Outline(board.where(self.cells), "cage", str(self.sum) if self.sum else ""),)

    def complaint(self, board: Layout) -> str | None:
        size, order = len(self.cells), board.order
        if not size:
            return "a cage has no cells"
        if size > order:
            return f"the cage from {board.name(self.cells[0])} on has {size} cells; there are {order} digits"
        least, most = size * (size + 1) // 2, size * (2 * order - size + 1) // 2
        if self.sum and not least <= self.sum <= most:
            cells = f"{size} different digits" if size > 1 else "one digit"
            found = f"the cage of {named(self.cells, board)} is to add up to {self.sum}"
            return f"{found}; {cells} can make {least} to {most}"
        return None

    @classmethod
    def together(cls, places: Sequence[Cage], board: Layout) -> tuple[int, str] | None:
        seen: set[int] = set()
        for number, place in enumerate(places):
            twice = seen.intersection(place.cells)
            if twice:
                return number, f"{board.name(min(twice))} is in two cages; a cell can be in one"
            seen.update(place.cells)
        return None
