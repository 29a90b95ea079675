"""Editing of dealings: packs as numbers, entered as far as they are known, and found out by the player."""

from __future__ import annotations

from collections.abc import Mapping

from models.dealing.instance import Dealing, Dealt
from models.dealing.model import RoundsModel
from models.dealing.reading import MAX_ROUNDS, known
from models.editing import (
    NUMBER,
    SET,
    Board,
    Draft,
    DraftError,
    Editing,
    Part,
    PlayPiece,
    PlayTable,
    Setting,
    Symbol,
)
from models.errors import InputError
from models.formulation import Formulation
from models.kit.names import count
from models.kit.svg import Markup, on_paper, rect, text
from models.language.base import Key
from models.language.model import IntVar

UNKNOWN = Symbol("?", "?", "not known", keys=("?",))
MAX_LISTED_LEFTOVERS = 12  # of which each is a symbol of its own; more are typed as numbers
WIDTH, ROW, BOX = 440.0, 52.0, 150.0


class DealingEditing(Editing[Dealing, Dealt]):
    """An entry is a number: of a leftover at ``l1``, of the cards at ``cards`` and ``at most``, empty if unknown."""

    def blank(self) -> Draft:
        return Draft(settings={"stacks": "4", "rounds": "3", "further rounds": "no"})

    def draft(self, instance: Dealing) -> Draft:
        goes_on = "yes" if instance.goes_on else "no"
        rounds = str(len(instance.leftovers))
        settings = {"stacks": str(instance.stacks), "rounds": rounds, "further rounds": goes_on}
        if instance.source:
            settings["source"] = instance.source
        entries = {f"l{place}": str(number) for place, number in enumerate(instance.leftovers, 1) if number is not None}
        for key, value in (("cards", instance.cards), ("at most", instance.at_most)):
            if value is not None:
                entries[key] = str(value)
        return Draft(instance.name, entries, settings)

    def instance(self, draft: Draft) -> Dealing:
        stacks, rounds = _number(draft, "stacks"), _number(draft, "rounds")
        leftovers: list[object] = [_entry(draft, f"l{place}", "?") for place in range(1, rounds + 1)]
        if draft.settings.get("further rounds") == "yes":
            leftovers.append("...")
        cards, bound = (_entry(draft, key, None) for key in ("cards", "at most"))
        said: object = leftovers or (None if cards is not None else [])
        try:
            return known(draft.name or "dealing", stacks, said, cards, bound, draft.settings.get("source", ""))
        except InputError as error:
            raise DraftError(error.sentence, [key for key in draft.entries if key.startswith("l")]) from None

    def board(self, draft: Draft) -> Board:
        stacks, rounds = _number(draft, "stacks"), _number(draft, "rounds")
        rows = [(f"l{place}", f"left over in round {place}") for place in range(1, rounds + 1)]
        svg, parts = _column(draft.name, [*rows, ("cards", "cards in all, if known"), ("at most", "at most so many")])
        further = draft.settings.get("further rounds", "no")
        settings = (
            Setting("stacks", "stacks", str(stacks), least=2, most=10**15),
            Setting("rounds", "rounds", str(rounds), least=0, most=MAX_ROUNDS),
            Setting("further rounds", "further rounds may follow", further, ("no", "yes")),
        )
        missing = sum(key not in draft.entries for key, _ in rows)
        notes = (f"{count(missing, 'leftover')} of {rounds} not known",) if missing else ()
        return Board(svg, parts, {NUMBER: (UNKNOWN,)}, (), settings, notes)

    def variables(self, instance: Dealing, stated: Formulation[Dealing, Dealt]) -> Mapping[str, IntVar]:
        assert isinstance(stated, RoundsModel)
        found = {f"l{place}": var for place, var in enumerate(stated.leftovers, 1)}
        return found if stated.cards is None else {**found, "cards": stated.cards}

    def table(self, instance: Dealing, stated: Formulation[Dealing, Dealt]) -> PlayTable:
        variables = self.variables(instance, stated)
        labels = {key: "cards in all" if key == "cards" else f"left over in round {key[1:]}" for key in variables}
        few = instance.stacks <= MAX_LISTED_LEFTOVERS
        svg, parts = _column(instance.name, [*labels.items()], "leftovers" if few else NUMBER)
        givens = stated.givens(instance)
        pieces = tuple(
            PlayPiece(
                part.key, part.label, SET, part.palette,
                str(givens[variables[part.key]]) if variables[part.key] in givens else None, parts=(part.key,),
            )
            for part in parts
        )  # fmt: skip
        symbols = tuple(Symbol(str(number), str(number)) for number in range(instance.stacks if few else 0))
        return PlayTable(svg, parts, pieces, {"leftovers": symbols} if few else {}, has_marks=few)

    def where(self, instance: Dealing, key: Key) -> tuple[str, ...] | None:
        kind, *numbers = key
        if kind in ("cards", "at most"):
            return (str(kind),)
        return (f"l{int(numbers[-1]) + 1}",) if numbers and "round" in (kind, numbers[0]) else None


EDITING = DealingEditing()


def _column(name: str, rows: list[tuple[str, str]], palette: str = NUMBER) -> tuple[str, tuple[Part, ...]]:
    """A picture of numbers below each other, each with its words, and their parts."""
    body, parts = list[Markup](), list[Part]()
    for place, (key, label) in enumerate(rows):
        y = 12 + place * ROW
        box = WIDTH - BOX - 12, y, BOX, ROW - 8
        body.append(text(WIDTH - BOX - 26, y + ROW / 2 - 4, label, 17, text_anchor="end"))
        body.append(rect(*box, "panel", rx=6))
        parts.append(Part(key, label, *box, palette if key.startswith("l") else NUMBER))
    return on_paper(name or "dealing", ["What was left over."], WIDTH, 16 + len(rows) * ROW, body).svg(), tuple(parts)


def _number(draft: Draft, key: str) -> int:
    word = draft.settings.get(key, "")
    if word.isascii() and word.isdigit() and len(word) < 17 and (key != "rounds" or int(word) <= MAX_ROUNDS):
        return int(word)
    raise DraftError(f"{key} is a number" + (f" up to {MAX_ROUNDS}" if key == "rounds" else ""))


def _entry(draft: Draft, key: str, unknown: str | None) -> int | str | None:
    word = draft.entries.get(key, "?")
    if word == "?":
        return unknown
    if word.isascii() and word.isdigit() and len(word) < 17:
        return int(word)
    raise DraftError("a number or a question mark is expected", [key])
