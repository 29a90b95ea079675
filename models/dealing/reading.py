"""Dealings written down, in a file or as options.

A file is TOML: ``stacks``; and of the rest what is known. ``leftovers`` is a list of numbers or one text, round by
round, with ``?`` for an unknown one and ``...`` at the end where further rounds may follow; without it,
nothing is known of the rounds. ``cards`` and ``at_most`` are numbers. ``name`` and ``source`` are free text.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from models.dealing.instance import MAX_CARDS, Dealing
from models.errors import InputError
from models.kit.names import printable, shown
from models.kit.toml import SchemaError, has_key, read_one
from models.options import Values

FILE_KEYS = ("name", "source", "stacks", "leftovers", "cards", "at_most")

MAX_ROUNDS = 50
"""A pack of ``MAX_CARDS`` is dealt no more often, even into two stacks."""


def read_dealing(path: Path) -> Iterator[Dealing | InputError]:
    return read_one(path, FILE_KEYS, _dealing)


def looks_like(text: str) -> bool:
    """Return whether a file that begins with ``text`` is meant as a dealing: it names what only dealings have."""
    return has_key(text, ("stacks", "leftovers", "at_most"))


def known(
    name: str,
    stacks: object,
    leftovers: object = None,
    cards: object = None,
    at_most: object = None,
    source: str = "",
) -> Dealing:
    """The instance that consists of what is known, None being unknown; InputError where that makes none."""
    base = _number("stacks", stacks, 2, "stacks to deal into")
    values, goes_on = _leftovers(leftovers, base)
    pack = None if cards is None else _number("cards", cards, 0, "cards")
    bound = None if at_most is None else _number("at_most", at_most, 0, "cards")
    if goes_on and pack is None and bound is None:
        said = "neither the cards nor all rounds are known; an upper bound on the cards is needed"
        raise SchemaError(said, "leftovers")
    # The number of rounds comes first: a power of thousands of rounds would take its time.
    least_rounds = len(values) - (goes_on or pack is not None or bound is not None)
    if len(values) > MAX_ROUNDS or base**least_rounds > MAX_CARDS + 1:
        found = f"a pack dealt {len(values)} times into {base} stacks can have more than {MAX_CARDS:,} cards"
        raise SchemaError(f"{found}; up to so many are understood", "leftovers")
    return Dealing(name, base, values, goes_on, pack, bound, source)


def typed(values: Values) -> Dealing | None:
    """The instance typed in full; None where no stacks are typed."""
    if "stacks" not in values:
        return None
    stacks, cards, at_most = (_typed_number(values, name) for name in ("stacks", "cards", "at-most"))
    return known("as typed", stacks, values.get("leftovers"), cards, at_most)


def with_options(instance: Dealing, values: Values) -> Dealing:
    """``instance`` with what was typed: cards or leftovers take the place of both, a bound is added."""
    if not values or "stacks" in values:
        return instance
    leftovers: object = values.get("leftovers")
    cards, at_most = _typed_number(values, "cards"), _typed_number(values, "at-most")
    if leftovers is None and cards is None:
        leftovers, cards = instance.noted + ["..."] * instance.goes_on, instance.cards
    bound = instance.at_most if at_most is None else at_most
    return known(instance.name, instance.stacks, leftovers, cards, bound, instance.source)


def _typed_number(values: Values, name: str) -> int | None:
    if name not in values:
        return None
    text = str(values[name])
    digits = text.removeprefix("-")
    if not digits.isdecimal() or len(digits) > 18:
        raise InputError(f"argument --{name}: {shown(text)} is no whole number of at most 18 digits")
    return int(text)


def _dealing(name: str, table: dict[str, Any]) -> Dealing:
    if "stacks" not in table:
        raise SchemaError("it does not say how many stacks are dealt; expected is a line such as stacks = 4")
    source = table.get("source", "")
    return known(name, table["stacks"], table.get("leftovers"), table.get("cards"), table.get("at_most"), source)


def _number(key: str, found: object, lowest: int, what: str) -> int:
    if type(found) is not int or not lowest <= found <= MAX_CARDS:
        expected = f"a number of {what} from {lowest} to {MAX_CARDS:,} is expected"
        raise SchemaError(f"{key} is {_as_written(found)}; {expected}", key)
    return found


def _leftovers(found: object, stacks: int) -> tuple[tuple[int | None, ...], bool]:
    """The leftovers, None where unknown, and whether further rounds may follow."""
    if found is None:
        return (), True
    if not isinstance(found, str | list):
        expected = 'a list or a text such as "0 1 ? 1" is expected'
        raise SchemaError(f"leftovers is {_as_written(found)}; {expected}", "leftovers")
    parts: Sequence[object] = found.replace(",", " ").split() if isinstance(found, str) else found
    goes_on = bool(parts) and parts[-1] in ("...", "…")
    values = parts[:-1] if goes_on else parts
    return tuple(_leftover(part, number, stacks) for number, part in enumerate(values, 1)), goes_on


def _leftover(part: object, number: int, stacks: int) -> int | None:
    if part == "?":
        return None
    value = int(part) if isinstance(part, str) and part.isdecimal() and len(part) < 20 else part
    if type(value) is int and 0 <= value < stacks:
        return value
    expected = f"with {stacks} stacks, 0 to {stacks - 1} can be left over, or ? where it is not known"
    raise SchemaError(f"the leftover of round {number} is {_as_written(part)}; {expected}", "leftovers")


def _as_written(thing: object) -> str:
    return printable(thing if len(thing) <= 40 else f"{thing[:39]}…") if isinstance(thing, str) else shown(thing)
