"""Words for sentences: names and values from files made harmless, numbers with their nouns."""

from __future__ import annotations

from collections.abc import Iterable
from unicodedata import category

JOINERS = "\u200c\u200d"
"""Invisible characters that letters and emoji need between them."""

MAX_COMPARED_CHARACTERS = 100
"""Characters; what is longer was meant as no name, and takes long to compare."""

MIN_LIKENESS = 0.65
"""How alike two words must be, from 0 to 1, for one to be a slip for the other."""


def printable(text: str) -> str:
    """``text`` with every control and invisible character written out, as in ``\\x1b`` or ``\\u202e``."""
    if text.isprintable():
        return text
    return "".join(_written_out(letter) if is_invisible(letter) else letter for letter in text)


def is_invisible(letter: str) -> bool:
    """Whether ``letter`` controls, formats, or stands for nothing (Unicode category C), other than to join two."""
    return category(letter)[0] == "C" and letter not in JOINERS


def shortened(text: str, longest: int = 40) -> str:
    """``text`` as briefly as a sentence bears."""
    return text if len(text) <= longest else f"{text[: longest - 1]}…"


def shown(thing: object, longest: int = 40) -> str:
    """``thing`` as Python writes it, cut to what a sentence bears."""
    if isinstance(thing, str) and len(thing) > longest:
        return repr(shortened(thing, longest))
    try:
        text = repr(thing)
    except ValueError:  # Python writes no number of thousands of digits
        return "a number of thousands of digits" if isinstance(thing, int) else "something with thousands of digits"
    return shortened(text, longest)


def nearest(word: str, known: Iterable[str]) -> str | None:
    """The one of ``known`` that was probably meant by ``word``: in other letter case, or mistyped; None for none."""
    from difflib import get_close_matches  # only for a wrong word

    if len(word) > MAX_COMPARED_CHARACTERS:
        return None
    lowered = {name.lower(): name for name in reversed([*known])}
    near = get_close_matches(word.lower(), lowered, 1, MIN_LIKENESS)
    return lowered[near[0]] if near else None


def letters_of(name: str) -> str:
    """``name`` without case and punctuation, as people type it: ``xwing`` for ``X-wing``."""
    return "".join(filter(str.isalnum, name.casefold()))


def hint(word: str, known: Iterable[str], otherwise: str) -> str:
    """``did you mean sudoku?`` where one of ``known`` is near to ``word``, and what to say ``otherwise``."""
    near = nearest(word, known)
    return otherwise if near is None else f"did you mean {near}?"


def count(number: int, noun: str, several: str = "") -> str:
    """``number`` with its noun: ``1 card``, ``1,200 cards``; ``several`` of it where no s makes them."""
    return f"{number:,} {noun if number == 1 else several or noun + 's'}"


def _written_out(letter: str) -> str:
    return letter.encode("unicode_escape").decode("ascii")


def listed(words: Iterable[object], last: str = "and") -> str:
    """``a, b and c``; ``last`` is the word before the last one."""
    *most, end = map(str, words)
    return f"{', '.join(most)} {last} {end}" if most else end
