"""Marks between neighbours, such as dots and letters: what each says, and what no mark says where all are given."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from random import Random
from typing import Any, ClassVar, Self

from models.kit.names import shown
from models.kit.toml import SchemaError
from models.kit.words import listed
from models.language.model import IntVar, Model
from models.sudoku.board import BoardLayout
from models.sudoku.planting import pairs
from models.sudoku.variants import Variant, cells_as_text, cells_from

ALL = "all_given"


@dataclass(frozen=True)
class Between(Variant):
    """Two neighbours with a mark between them, or without one where all marks of some kinds are given.

    Its key has a table with the cells of each kind of mark, and perhaps ``all_given``: true, or one of the kinds. In a
    row of more than two cells there is a mark between each and the next.

    Attributes:
        cells: the neighbours.
        mark: the kind of mark; empty where there is none.
        lacking: the kinds that are not between them, where there is none.
        kinds: the kinds there are.
    """

    kinds: ClassVar[tuple[str, ...]]
    cells: tuple[int, int]
    mark: str
    lacking: tuple[str, ...] = ()

    @classmethod
    def describe(cls, places: Sequence[Self], board: BoardLayout) -> str:
        lacking = next((place.lacking for place in places if place.lacking), ())
        missing = f" Every {listed(map(cls.called, lacking), 'and every')} is given." if lacking else ""
        return f"{cls.summary}{missing}"

    @classmethod
    def called(cls, kind: str) -> str:
        """What a mark of this kind is called."""
        return kind

    @abstractmethod
    def fits(self, kind: str, one: int, other: int) -> bool:
        """Whether two digits are as a mark of this kind says; the two may be swapped."""

    @classmethod
    def read(cls, value: Any, board: BoardLayout) -> Iterator[Self]:
        keys = (*cls.kinds, ALL)
        if not isinstance(value, dict) or not {*value} <= {*keys}:
            raise SchemaError(f"{cls.word} is {shown(value)}; a table with {listed(keys)} is expected", cls.word)
        marked: dict[tuple[int, int], str] = {}
        for kind in cls.kinds:
            rows = value.get(kind, [])
            if not isinstance(rows, list):
                raise SchemaError(
                    f'{kind} is {shown(rows)}; a list of texts such as "r1c1 r1c2" is expected', cls.word, kind
                )
            for number, text in enumerate(rows):
                cells = cells_from(text, board, cls.word, kind, number)
                if len(cells) < 2:
                    raise SchemaError(f"found {shown(text)}; two neighbours are expected", cls.word, kind, number)
                for one, other in map(sorted, pairwise(cells)):
                    names = f"{board.name(one)} and {board.name(other)}"
                    if other not in _neighbours(one, board):
                        found = f"{names} are no neighbours; a mark stands between two that are"
                        raise SchemaError(found, cls.word, kind, number)
                    if (one, other) in marked:
                        raise SchemaError(f"there are two marks between {names}", cls.word, kind, number)
                    marked[one, other] = kind
                    yield cls((one, other), kind)
        lacking = cls._all_given(value.get(ALL, False))
        if lacking:
            for one in range(len(board.positions)):
                for other in _neighbours(one, board):
                    if (one, other) not in marked:
                        yield cls((one, other), "", lacking)

    @classmethod
    def _all_given(cls, value: Any) -> tuple[str, ...]:
        if value in cls.kinds:
            return (value,)
        if isinstance(value, bool):
            return cls.kinds if value else ()
        expected = f"true, false, {listed(map(shown, cls.kinds), 'or')} is expected"
        raise SchemaError(f"{ALL} is {shown(value)}; {expected}", cls.word, ALL)

    @classmethod
    def write(cls, places: Sequence[Self], board: BoardLayout) -> Any:
        found: dict[str, Any] = {}
        for place in places:
            if place.mark:
                found.setdefault(place.mark, []).append(cells_as_text(place.cells, board))
        lacking = next((place.lacking for place in places if place.lacking), ())
        return {**found, ALL: True if lacking == cls.kinds else lacking[0]} if lacking else found

    def post(self, model: Model, cells: Sequence[IntVar], board: BoardLayout) -> None:
        digits = range(1, board.order + 1)
        pairs = [(one, other) for one in digits for other in digits if self._allows(one, other)]
        model.add_allowed_assignments([cells[cell] for cell in self.cells], pairs, **self.reason(board))

    @classmethod
    def plant(cls, answer: Sequence[int], board: BoardLayout, random: Random) -> Sequence[Self]:
        """All marks are given, and where two kinds fit, either."""
        found = []
        for one, other in pairs(board):
            kinds = [kind for kind in cls.kinds if cls((one, other), kind).fits(kind, answer[one], answer[other])]
            found.append(cls((one, other), random.choice(kinds)) if kinds else cls((one, other), "", cls.kinds))
        return sorted(found, key=lambda place: (*cls.kinds, "").index(place.mark))

    def _allows(self, one: int, other: int) -> bool:
        if self.mark:
            return self.fits(self.mark, one, other)
        return not any(self.fits(kind, one, other) for kind in self.lacking)


def _neighbours(cell: int, board: BoardLayout) -> list[int]:
    """The cell to the right and the cell below."""
    return board.beside(cell, ((0, 1), (1, 0)))
