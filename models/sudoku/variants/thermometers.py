"""Thermometers: along each, from its bulb to its tip, every digit is larger than the one before."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from random import Random

from models.language.model import IntVar, Model
from models.sudoku.board import BoardLayout
from models.sudoku.planting import LinePlanter
from models.sudoku.shapes import Path, Shape
from models.sudoku.variants import Along, named


@dataclass(frozen=True)
class Thermometer(Along):
    """Digits grow along the cells, of which the first is the bulb."""

    word = "thermometers"
    line = "a thermometer"
    summary = "Digits grow along a thermometer from its bulb."

    def rule(self, board: BoardLayout) -> str:
        return f"digits grow along the thermometer {named(self.cells, board)}"

    def post(self, model: Model, cells: Sequence[IntVar], board: BoardLayout) -> None:
        for one, other in pairwise(self.cells):
            model.add(cells[one] < cells[other], **self.reason(board))

    def holds(self, grid: Sequence[int], board: BoardLayout) -> bool:
        digits = [grid[cell] for cell in self.cells]
        return digits == sorted(set(digits))

    def shapes(self, board: BoardLayout) -> Sequence[Shape]:
        return (Path(board.where(self.cells), "thermometer", start="bulb"),)

    def complaint(self, board: BoardLayout) -> str | None:
        if len(self.cells) > board.order:
            found = f"the thermometer from {board.name(self.cells[0])} has {len(self.cells)} cells"
            return f"{found}; there are {board.order} digits that can grow along it"
        return None

    @classmethod
    def plant(cls, answer: Sequence[int], board: BoardLayout, random: Random) -> Sequence[Thermometer]:
        def grows(line: Sequence[int]) -> bool:
            return answer[line[-1]] > answer[line[-2]]

        lines, found = LinePlanter(board, random), list[Thermometer]()
        for start in lines.starts():
            line = lines.grow(start, random.randint(3, 6), grows)
            if len(line) > 2 and len(found) < board.order:
                lines.take(line)
                found.append(cls(tuple(line)))
        return found
