"""Lettered cages: their sums are not told, but cages with one letter have one sum."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, combinations
from random import Random
from string import ascii_uppercase as LETTERS
from typing import Any, Self

from models.kit.names import listed, shown
from models.kit.toml import SchemaError
from models.language.model import IntVar, Model
from models.sudoku.board import BoardLayout
from models.sudoku.shapes import Outline, Shape
from models.sudoku.variants import Variant, cells_as_text, cells_from, named, total
from models.sudoku.variants.cages import KILLER_SIZES, in_two_cages, reach
from models.sudoku.variants.planting import cages

ANY = "?"
"""The letter of a cage whose sum may be any."""

MAX_LETTERS = 3


def letter_of(text: str) -> str:
    """The letters, or ?, that a cage has in place of its sum; empty where it has none."""
    word = text.strip()
    return ANY if word and not word.strip(ANY) else word if word.isalpha() and len(word) <= MAX_LETTERS else ""


@dataclass(frozen=True)
class LetteredCages(Variant):
    """All cages of a letter: ``lettered_cages = { A = ["r1c1 r1c2", "r5c5 r6c5"], "?" = ["r9c1 r9c2"] }``.

    A cage with ? is a place of its own.
    """

    word = "lettered_cages"
    summary = "The digits of a cage are different; cages with the same letter have the same sum, those with ? any."
    letter: str
    groups: tuple[tuple[int, ...], ...]

    @classmethod
    def read(cls, value: Any, board: BoardLayout) -> Iterator[Self]:
        if not isinstance(value, dict) or not all(isinstance(rows, list) for rows in value.values()):
            expected = 'a table such as { A = ["r1c1 r1c2", "r5c5 r6c5"] } is expected'
            raise SchemaError(f"{cls.word} is {shown(value)}; {expected}", cls.word)
        for letter, rows in value.items():
            if letter_of(letter) != letter or not letter:
                expected = f"up to {MAX_LETTERS} letters, or ? for any sum, are expected"
                found = f"cages have {shown(letter)} for a letter; {expected}"
                raise SchemaError(found, cls.word, letter)
            groups = tuple(cells_from(text, board, cls.word, letter, number) for number, text in enumerate(rows))
            for alike in [(group,) for group in groups] if letter == ANY else [groups]:
                yield cls(letter, alike)

    @classmethod
    def write(cls, places: Sequence[Self], board: BoardLayout) -> Any:
        found: dict[str, list[str]] = {}
        for place in places:
            found.setdefault(place.letter, []).extend(cells_as_text(group, board) for group in place.groups)
        return found

    @property
    def of(self) -> tuple[int, ...]:
        return tuple(chain.from_iterable(self.groups))

    @property
    def remark(self) -> str:
        if len(self.groups) < 2:
            return ""
        return (
            "cages with the same letter are taken to have the same sum: the setter's words tell whether that is meant"
        )

    def rule(self, board: BoardLayout) -> str:
        cages = "; ".join(named(group, board) for group in self.groups)
        if len(self.groups) == 1:
            return f"the cage of {cages} holds different digits"
        return f"the cages of letter {self.letter} ({cages}) each hold different digits and have one sum"

    def post(self, model: Model, cells: Sequence[IntVar], board: BoardLayout) -> None:
        """Each two cages are a rule of their own: people see it, where all at once are too much."""
        for group in self.groups:
            if len(group) > 1:
                because = f"the cage of {named(group, board)} holds different digits"
                model.add_all_different([cells[cell] for cell in group], because=because, key=(self.word, *group))
        sums = [(group, total(cells[cell] for cell in group)) for group in self.groups]
        for (one, added), (other, as_much) in combinations(sums, 2):
            because = f"the cages of {named(one, board)} and of {named(other, board)} have one sum"
            model.add(added == as_much, because=because, key=(self.word, *one, *other))

    def holds(self, grid: Sequence[int], board: BoardLayout) -> bool:
        digits = [[grid[cell] for cell in group] for group in self.groups]
        return len({*map(sum, digits)}) == 1 and all(len({*each}) == len(each) for each in digits)

    def shapes(self, board: BoardLayout) -> Sequence[Shape]:
        return [Outline(board.where(group), "cage", self.letter) for group in self.groups]

    def complaint(self, board: BoardLayout) -> str | None:
        if not all(self.groups):
            return f"a cage of the letter {self.letter} has no cells"
        large = next((group for group in self.groups if len(group) > board.order), None)
        if large:
            return f"the cage from {board.name(large[0])} on has {len(large)} cells; there are {board.order} digits"
        least, most = zip(*(reach(len(group), board.order) for group in self.groups), strict=True)
        if max(least) > min(most):
            sizes = listed(sorted({len(group) for group in self.groups}))
            return f"the cages of the letter {self.letter} have {sizes} cells, which can have no sum in common"
        return None

    @classmethod
    def together(cls, places: Sequence[Self], board: BoardLayout) -> tuple[int, str] | None:
        return in_two_cages([place.of for place in places], board)

    @classmethod
    def plant(cls, answer: Sequence[int], board: BoardLayout, random: Random) -> Sequence[Self]:
        """Cages all over the board; a sum that only one of them has is not told by a letter."""

        def differ(cells: Sequence[int]) -> bool:
            return len({answer[cell] for cell in cells}) == len(cells)

        alike: dict[int, list[tuple[int, ...]]] = {}
        for group in cages(board, random, KILLER_SIZES, differ):
            if len(group) > 1:
                alike.setdefault(sum(answer[cell] for cell in group), []).append(group)
        told = [groups for groups in alike.values() if len(groups) > 1][: len(LETTERS)]
        lettered = [cls(letter, tuple(groups)) for letter, groups in zip(LETTERS, told, strict=False)]
        return [*lettered, *(cls(ANY, tuple(groups)) for groups in alike.values() if len(groups) == 1)]
