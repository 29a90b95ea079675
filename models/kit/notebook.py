"""What a notebook shows of a puzzle's instances: the picture that the puzzle draws of them, under their name."""

from __future__ import annotations

from typing import Any, ClassVar

from models.puzzle import Puzzle


class Shown:
    """Mixed into an instance, this makes notebooks show it; ``puzzle_name`` is the word that the registry knows."""

    puzzle_name: ClassVar[str]

    def _repr_svg_(self) -> str:
        return self._puzzle.drawing.picture(self)

    def _repr_html_(self) -> str:
        return figure(f"{self._puzzle.title}: {self.name}", self._repr_svg_())  # type: ignore[attr-defined]

    @property
    def _puzzle(self) -> Puzzle[Any, Any]:
        from models.registry import load_puzzle  # only a notebook asks for it

        return load_puzzle(self.puzzle_name)


def figure(caption: str, svg: str) -> str:
    from html import escape  # brings the names of all characters along, which most commands do without

    return f"<figure><figcaption>{escape(caption)}</figcaption>\n{svg}</figure>"
