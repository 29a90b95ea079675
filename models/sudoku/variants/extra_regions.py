"""Extra regions: further cells, wherever they lie, that hold different digits."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from models.language.model import IntVar, Model
from models.sudoku.board import BoardLayout, Unit
from models.sudoku.planting import cages
from models.sudoku.shapes import Area, Shape
from models.sudoku.variants import Along, named


@dataclass(frozen=True)
class ExtraRegion(Along):
    """A region besides those of the grid; one with as many cells as there are digits holds each of them."""

    word = "extra_regions"
    summary = "The cells of a shaded region hold different digits."

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
        return (Area(board.where(self.cells), "extra region"),)

    def complaint(self, board: BoardLayout) -> str | None:
        if len(self.cells) <= board.order:
            return None
        return f"an extra region has {len(self.cells)} cells; there are {board.order} digits"

    @classmethod
    def plant(cls, answer: Sequence[int], board: BoardLayout, random: Random) -> Sequence[ExtraRegion]:
        """Two regions at most, each of as many cells as there are digits."""

        def differ(cells: Sequence[int]) -> bool:
            return len({answer[cell] for cell in cells}) == len(cells)

        whole = [cells for cells in cages(board, random, [board.order], differ) if len(cells) == board.order]
        return [cls(cells) for cells in random.sample(whole, min(2, len(whole)))]
