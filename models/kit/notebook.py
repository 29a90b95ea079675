"""What does a notebook show of a puzzle's instances? The picture that the puzzle draws of them, under their name."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from models.puzzle import Puzzle


class Shown:
    """Mixed into an instance, this makes notebooks show it; the puzzle is its module's ``PUZZLE``."""

    def _repr_svg_(self) -> str:
        """The instance as a picture."""
        return self._puzzle.draw(self)

    def _repr_html_(self) -> str:
        """The same under its name."""
        puzzle = self._puzzle
        return figure(f"{puzzle.title}: {self.name}", puzzle.draw(self))  # type: ignore[attr-defined]

    @property
    def _puzzle(self) -> Puzzle[Any, Any]:
        found: Puzzle[Any, Any] = sys.modules[type(self).__module__].PUZZLE
        return found


def figure(caption: str, svg: str) -> str:
    """A picture under its caption, as HTML."""
    from html import escape

    return f"<figure><figcaption>{escape(caption)}</figcaption>\n{svg}</figure>"
