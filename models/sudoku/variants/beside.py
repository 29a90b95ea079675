"""What a setter says and draws beside the rules that are known here: words, lines, circles, squares, cages, letters.

None of it asks for anything. It is kept, shown and drawn, so that whoever knows more can read it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Self

from models.kit.names import listed, shown
from models.kit.toml import SchemaError
from models.sudoku.board import BoardLayout
from models.sudoku.shapes import Area, Dot, Outline, Path, Plate, Shape
from models.sudoku.variants import Marked, Variant

FORMS = ("line", "circle", "square", "cage", "text", "white dot", "black dot")


@dataclass(frozen=True)
class SetterWords(Variant):
    """The rules in the setter's words: ``ruleset = "Normal sudoku rules apply. …"``."""

    word = "ruleset"
    summary = "The setter says: "
    only_houses, is_rule = True, False
    text: str

    @classmethod
    def read(cls, value: Any, board: BoardLayout) -> Iterator[Self]:
        if not isinstance(value, str):
            raise SchemaError(f"{cls.word} is {shown(value)}; a text in quotes is expected", cls.word)
        if value.strip():
            yield cls(" ".join(value.split()))

    @classmethod
    def write(cls, places: Sequence[Self], board: BoardLayout) -> Any:
        return places[0].text

    @classmethod
    def describe(cls, places: Sequence[Self], board: BoardLayout) -> str:
        return f"{cls.summary}{places[0].text}"

    def rule(self, board: BoardLayout) -> str:
        return f"the setter says: {self.text}"

    def holds(self, grid: Sequence[int], board: BoardLayout) -> bool:
        return True


@dataclass(frozen=True)
class Drawn(Marked):
    """Something drawn: ``[[drawn]]`` with ``cells``, perhaps a ``text``, and a ``form``, or else it is a line."""

    word = "drawn"
    summary = "What else is drawn asks for nothing, unless words say so."
    only_houses, is_rule = True, False
    form: str = "line"
    text: str = ""

    @property
    def remark(self) -> str:
        return "what is drawn besides is no part of the model: only words tell whether it asks for anything"

    def rule(self, board: BoardLayout) -> str:
        return f"a {self.form} is drawn in {listed(map(board.name, self.cells))}"

    def holds(self, grid: Sequence[int], board: BoardLayout) -> bool:
        return True

    def complaint(self, board: BoardLayout) -> str | None:
        if self.form not in FORMS:
            return f"{shown(self.form)} is drawn; {listed(FORMS, 'or')} is expected"
        return None if self.cells else f"a {self.form} is drawn in no cells"

    def shapes(self, board: BoardLayout) -> Sequence[Shape]:
        where, called = board.where(self.cells), f"{self.form} without a rule"
        if self.form == "line":
            return (Path(where, called),) if len(where) > 1 else (Area(where, called),)
        if self.form == "cage":
            return (Outline(where, called, self.text[:6]),)
        if self.form.endswith("dot"):
            return (Dot(where, called, fill="black" if self.form.startswith("black") else "white"),)
        label = (Dot(where[:1], called, self.text[:6], fill=""),) if self.text else ()
        plates = (Plate(cell, "disc" if self.form == "circle" else "square", called) for cell in where)
        return (*(plates if self.form != "text" else ()), *label)
