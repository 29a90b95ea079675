"""Editing of any puzzle: entered as text, played by giving each variable of an answer its value."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from models.editing import NUMBER, SET, Board, Draft, DraftError, Editing, Part, PlayPiece, PlayTable, Symbol
from models.formulation import A, Formulation, I
from models.kit.svg import Picture, rect, text
from models.language.model import IntVar

WIDTH, HEIGHT, ACROSS = 120.0, 44.0, 6  # of a variable's box, and how many stand in a row
MAX_LISTED_SYMBOLS = 24  # of a variable; the values of one that can have more are typed


class PlainEditing(Editing[I, A]):
    """What a puzzle that says nothing of it gets."""

    def __init__(self, name: str, instances: Mapping[str, I], from_text: Callable[[str], I | None]) -> None:
        self._name, self._instances, self._from_text = name, instances, from_text

    def blank(self) -> Draft:
        return Draft()

    def draft(self, instance: I) -> Draft:
        name = next((name for name, own in self._instances.items() if own is instance or own == instance), None)
        if name is None:
            raise DraftError(f"{self._name} is entered as text: no text is known that says {instance.name}")
        return Draft(instance.name, text=name)

    def instance(self, draft: Draft) -> I:
        found = self._instances.get(draft.text) or self._from_text(draft.text)
        if found is None:
            raise DraftError(f"this text is no {self._name} instance")
        return found

    def board(self, draft: Draft) -> Board:
        return Board(Picture("", "", 1, 1, ()).svg(), ())

    def variables(self, instance: I, stated: Formulation[I, A]) -> Mapping[str, IntVar]:
        return {var.name: var for var in stated.model.projection}

    def table(self, instance: I, stated: Formulation[I, A]) -> PlayTable:
        parts, pieces, body = [], [], []
        palettes: dict[str, tuple[Symbol, ...]] = {}
        givens = stated.givens(instance)
        for place, (key, var) in enumerate(self.variables(instance, stated).items()):
            x, y = place % ACROSS * WIDTH, place // ACROSS * HEIGHT
            palette = self._palette(stated, var, palettes)
            parts.append(Part(key, key, x + WIDTH / 2, y, WIDTH / 2, HEIGHT, palette))
            body += [
                text(x + WIDTH / 2 - 6, y + HEIGHT / 2, key, 14, "soft", text_anchor="end"),
                rect(x + WIDTH / 2, y + 2, WIDTH / 2 - 4, HEIGHT - 4, "panel"),
            ]
            given = str(givens[var]) if var in givens else None
            pieces.append(PlayPiece(key, key, SET, palette, given, parts=(key,)))
        rows = -(-len(parts) // ACROSS)
        svg = Picture(instance.name, "", ACROSS * WIDTH, max(1, rows) * HEIGHT, tuple(body)).svg()
        return PlayTable(svg, tuple(parts), tuple(pieces), palettes, has_marks=True)

    def _palette(self, stated: Formulation[Any, Any], var: IntVar, palettes: dict[str, tuple[Symbol, ...]]) -> str:
        if len(var.domain) > MAX_LISTED_SYMBOLS:
            return NUMBER
        symbols = tuple(Symbol(str(value), stated.value_name(var, value)) for value in var.domain)
        name = " ".join(symbol.text for symbol in symbols)
        palettes[name] = symbols
        return name
