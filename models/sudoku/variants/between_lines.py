"""Between lines: the digits on a line lie between those in the circles at its ends."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from random import Random

from models.language.model import IntVar, Model
from models.sudoku.board import BoardLayout
from models.sudoku.planting import LinePlanter
from models.sudoku.shapes import Path, Shape
from models.sudoku.variants import Along, named


@dataclass(frozen=True)
class BetweenLine(Along):
    """Its first and its last cell are the circles; which of them holds more is not told."""

    word = "between_lines"
    line = "a between line"
    summary = "The digits on a line lie between the two digits in the circles at its ends."
    shortest = 3

    def rule(self, board: BoardLayout) -> str:
        first, *line, last = self.cells
        return f"{named(line, board)} lie between {board.name(first)} and {board.name(last)}"

    def post(self, model: Model, cells: Sequence[IntVar], board: BoardLayout) -> None:
        first, *line, last = self.cells
        digits = range(1, board.order + 1)
        rows = [row for row in product(digits, repeat=3) if row[0] < row[1] < row[2] or row[0] > row[1] > row[2]]
        for cell in line:
            model.add_allowed_assignments([cells[first], cells[cell], cells[last]], rows, **self.reason(board))

    def holds(self, grid: Sequence[int], board: BoardLayout) -> bool:
        low, high = sorted((grid[self.cells[0]], grid[self.cells[-1]]))
        return all(low < grid[cell] < high for cell in self.cells[1:-1])

    def shapes(self, board: BoardLayout) -> Sequence[Shape]:
        return (Path(board.where(self.cells), "between line", broad=False, start="circle", circled_end=True),)

    @classmethod
    def plant(cls, answer: Sequence[int], board: BoardLayout, random: Random) -> Sequence[BetweenLine]:
        """From a circle over larger digits, up to the largest of them, which is the other circle."""
        lines, found = LinePlanter(board, random), list[BetweenLine]()
        for start in lines.starts():
            line = lines.grow(start, 6, lambda line: answer[line[-1]] > answer[line[0]])
            digits = [answer[cell] for cell in line]
            line = line[: 1 + digits.index(max(digits))]
            if len(line) > 2 and len(found) < board.order // 2:
                lines.take(line)
                found.append(cls(tuple(line)))
        return found
