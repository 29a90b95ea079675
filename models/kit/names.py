"""Words for sentences: names and values from files made harmless, numbers with their nouns."""

from __future__ import annotations

from unicodedata import category

JOINERS = "\u200c\u200d"
"""Invisible characters that letters and emoji need between them."""


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


def count(number: int, noun: str) -> str:
    """``number`` with its noun: ``1 card``, ``1,200 cards``."""
    return f"{number:,} {noun}" + ("" if number == 1 else "s")


def _written_out(letter: str) -> str:
    return letter.encode("unicode_escape").decode("ascii")
