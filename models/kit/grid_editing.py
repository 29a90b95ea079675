"""Editing of puzzles on a square grid: what is entered and what is played lies in cells, or beside the grid."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from typing import ClassVar

from models.editing import SET, Board, Draft, DraftError, Editing, Part, PlayPiece, PlayTable, Setting, Symbol
from models.formulation import A, Formulation, I
from models.kit.svg import Picture, rect, text
from models.language.model import IntVar

Places = Mapping[str, tuple[int, int]]
"""What a part is called, and its row and column from 0; -1 and the size are beside the grid."""

SIDE, MARGIN = 44.0, 8.0


class GridEditing(Editing[I, A]):
    """A subclass says where what stands. What is played is called as its variables are; values are 1 to the size."""

    size: ClassVar[int]  # of a blank one
    most: ClassVar[int] = 9

    @abstractmethod
    def entered(self, size: int) -> Places:
        """Where something can be entered."""

    @abstractmethod
    def played(self, size: int) -> Places:
        """Where the player sets something."""

    @abstractmethod
    def size_of(self, instance: I) -> int: ...

    @abstractmethod
    def entries(self, instance: I) -> Mapping[str, str]:
        """What is entered of an instance, by the names of the places."""

    @abstractmethod
    def made(self, name: str, size: int, entries: Mapping[str, str]) -> I:
        """The instance that entries make; a DraftError where they make none."""

    def blank(self) -> Draft:
        return Draft(settings={"size": str(self.size)})

    def draft(self, instance: I) -> Draft:
        return Draft(instance.name, self.entries(instance), {"size": str(self.size_of(instance))})

    def instance(self, draft: Draft) -> I:
        size = self._size(draft)
        places, symbols = self.entered(size), {str(value) for value in range(1, size + 1)}
        strange = [key for key, value in draft.entries.items() if key not in places or value not in symbols]
        if strange:
            raise DraftError(f"a number from 1 to {size} is expected", strange)
        return self.made(draft.name or "typed", size, draft.entries)

    def board(self, draft: Draft) -> Board:
        size = self._size(draft)
        svg, parts = self._drawn(draft.name, size, self.entered(size))
        setting = Setting("size", "size", str(size), least=2, most=self.most)
        return Board(svg, parts, {"numbers": _numbers(size)}, (), (setting,))

    def variables(self, instance: I, stated: Formulation[I, A]) -> Mapping[str, IntVar]:
        named = {var.name: var for var in stated.model.variables}
        return {key: named[key] for key in self.played(self.size_of(instance))}

    def table(self, instance: I, stated: Formulation[I, A]) -> PlayTable:
        size, givens = self.size_of(instance), stated.givens(instance)
        svg, parts = self._drawn(instance.name, size, self.played(size), self.entries(instance))
        pieces = [
            PlayPiece(key, key, SET, "numbers", str(givens[var]) if var in givens else None, parts=(key,))
            for key, var in self.variables(instance, stated).items()
        ]
        return PlayTable(svg, parts, tuple(pieces), {"numbers": _numbers(size)}, has_marks=True)

    def _size(self, draft: Draft) -> int:
        word = draft.settings.get("size", "")
        if word.isascii() and word.isdigit() and len(word) < 3 and 2 <= int(word) <= self.most:
            return int(word)
        raise DraftError(f"the size is a number from 2 to {self.most}")

    def _drawn(
        self, name: str, size: int, places: Places, printed: Mapping[str, str] = {}
    ) -> tuple[str, tuple[Part, ...]]:
        """The grid with what is printed, and the parts at some places."""

        def corner(place: tuple[int, int]) -> tuple[float, float]:
            return MARGIN + (place[1] + 1) * SIDE, MARGIN + (place[0] + 1) * SIDE

        cells = [corner((row, column)) for row in range(size) for column in range(size)]
        body = [rect(x, y, SIDE, SIDE, "line", fill="none", stroke_width=1.2) for x, y in cells]
        for key, value in printed.items():
            x, y = corner(self.entered(size)[key])
            body.append(text(x + SIDE / 2, y + SIDE / 2, value, 0.5 * SIDE, font_weight="bold"))
        parts = tuple(Part(key, key, *corner(place), SIDE, SIDE, "numbers") for key, place in places.items())
        width = 2 * MARGIN + (size + 2) * SIDE
        ground = rect(0, 0, width, width, "paper", rx=10)
        return Picture(name, f"A grid of {size} rows.", width, width, (ground, *body)).svg(), parts


def _numbers(size: int) -> tuple[Symbol, ...]:
    return tuple(Symbol(str(number), str(number)) for number in range(1, size + 1))
