"""Inequalities between neighbours: greater-than Sudoku, and with ``boxes = "none"`` Futoshiki."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Self

from models.kit.names import shown
from models.kit.toml import SchemaError
from models.language.model import IntVar, Model
from models.sudoku.board import BoardLayout
from models.sudoku.planting import pairs
from models.sudoku.shapes import Less, Shape
from models.sudoku.variants import Variant, cell_from


@dataclass(frozen=True)
class Inequality(Variant):
    """A sign between two neighbours: ``inequalities = ["r1c1 < r1c2", "r2c1 > r3c1 > r3c2"]``.

    Attributes:
        cells: the one with the smaller digit, and the one with the larger.
    """

    word = "inequalities"
    summary = "A sign between two cells points at the smaller digit."
    cells: tuple[int, int]

    @classmethod
    def read(cls, value: Any, board: BoardLayout) -> Iterator[Self]:
        if not isinstance(value, list):
            raise SchemaError(
                f'{cls.word} is {shown(value)}; a list of texts such as "r1c1 < r1c2" is expected', cls.word
            )
        for number, text in enumerate(value):
            words = text.replace("<", " < ").replace(">", " > ").split() if isinstance(text, str) else []
            if len(words) < 3 or len(words) % 2 == 0 or not {*words[1::2]} <= {"<", ">"}:
                raise SchemaError(f'found {shown(text)}; a text such as "r1c1 < r1c2" is expected', cls.word, number)
            cells = [cell_from(word, board, cls.word, number) for word in words[::2]]
            for one, sign, other in zip(cells, words[1::2], cells[1:], strict=False):
                pair = (one, other) if sign == "<" else (other, one)
                wrong = cls(pair).complaint(board)
                if wrong is not None:
                    raise SchemaError(wrong, cls.word, number)
                yield cls(pair)

    @classmethod
    def write(cls, places: Sequence[Self], board: BoardLayout) -> Any:
        return [" < ".join(board.name(cell).lower() for cell in place.cells) for place in places]

    @classmethod
    def plant(cls, answer: Sequence[int], board: BoardLayout, random: Random) -> Sequence[Self]:
        """All signs within regions; where there are none, one between every third two neighbours."""
        both = [pair for pair in pairs(board) if board.region_of[pair[0]] == board.region_of[pair[1]]]
        if not any(square.regions for square in board.squares):
            both = sorted(random.sample(both, len(both) // 3))
        return [cls((one, other) if answer[one] < answer[other] else (other, one)) for one, other in both]

    def rule(self, board: BoardLayout) -> str:
        small, large = self.cells
        return f"{board.name(small)} is less than {board.name(large)}"

    def post(self, model: Model, cells: Sequence[IntVar], board: BoardLayout) -> None:
        small, large = self.cells
        model.add(cells[small] < cells[large], **self.reason(board))

    def holds(self, grid: Sequence[int], board: BoardLayout) -> bool:
        small, large = (grid[cell] for cell in self.cells)
        return small < large

    def shapes(self, board: BoardLayout) -> Sequence[Shape]:
        small, large = self.cells
        return (Less(board.positions[small], board.positions[large]),)

    def complaint(self, board: BoardLayout) -> str | None:
        one, other = sorted(self.cells)
        if other in board.beside(one, ((0, 1), (1, 0))):
            return None
        return f"{board.name(one)} and {board.name(other)} are no neighbours; a sign stands between two that are"
