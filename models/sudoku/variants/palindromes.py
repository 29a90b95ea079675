"""Palindromes: lines that read alike from both ends."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random

from models.language.model import IntVar, Model
from models.sudoku.board import BoardLayout
from models.sudoku.planting import LinePlanter
from models.sudoku.shapes import Path, Shape
from models.sudoku.variants import Along


@dataclass(frozen=True)
class Palindrome(Along):
    """The first digit of the line is its last, the second its last but one, and so on."""

    word = "palindromes"
    line = "a palindrome"
    summary = "A line reads alike from both ends."

    def rule(self, board: BoardLayout) -> str:
        return f"the line from {board.name(self.cells[0])} to {board.name(self.cells[-1])} reads alike from both ends"

    def post(self, model: Model, cells: Sequence[IntVar], board: BoardLayout) -> None:
        for one, other in self._mirrored():
            because = f"{board.name(one)} and {board.name(other)}, as far from the ends of a palindrome, hold one digit"
            model.add(cells[one] == cells[other], because=because, key=(*self.key, one))

    def holds(self, grid: Sequence[int], board: BoardLayout) -> bool:
        digits = [grid[cell] for cell in self.cells]
        return digits == digits[::-1]

    def shapes(self, board: BoardLayout) -> Sequence[Shape]:
        return (Path(tuple(board.positions[cell] for cell in self.cells), "palindrome"),)

    def complaint(self, board: BoardLayout) -> str | None:
        for one, other in self._mirrored():
            if other in board.peers[one]:
                shared = next(unit for unit in board.units_of[one] if unit in board.units_of[other])
                cells = f"{board.name(one)} and {board.name(other)} of a palindrome"
                return f"{cells} should hold one digit, but both are in {shared}"
        return None

    @classmethod
    def plant(cls, answer: Sequence[int], board: BoardLayout, random: Random) -> Sequence[Palindrome]:
        lines, found = LinePlanter(board, random), list[Palindrome]()
        for middle in lines.starts():
            line, longest = [middle], random.choice((3, 5, 7))
            while len(line) < longest:
                ends = (
                    [one, *line, other]
                    for one in lines.after(line, line[0])
                    for other in lines.after([one, *line], line[-1])
                    if answer[one] == answer[other]
                )
                longer = next(ends, None)
                if longer is None:
                    break
                line = longer
            if len(line) > 2 and len(found) < board.order:
                lines.take(line)
                found.append(cls(tuple(line)))
        return found

    def _mirrored(self) -> Iterator[tuple[int, int]]:
        return zip(self.cells[: len(self.cells) // 2], reversed(self.cells), strict=False)
