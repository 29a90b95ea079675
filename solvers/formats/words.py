"""Names, keys and sentences in the letters that formats allow."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from unicodedata import normalize

from models.language.base import Key

SIGNS = {"=": "is", "≠": "not", "≤": "most", "≥": "least", "¬": "not", "−": "minus", "+": "plus", "·": "times"}
"""Signs that tell names apart, as words."""

_SIGN = re.compile("[" + "".join(map(re.escape, SIGNS)) + "]")
_OTHER = re.compile("[^0-9A-Za-z]+")


def identifiers(names: Iterable[str], reserved: Collection[str] = ()) -> list[str]:
    """For each name one in ASCII letters, digits and underscores that begins with a letter, no two alike.

    >>> identifiers(["R1C1", "turn of dial 2", "[x ≠ 3]", "Müller", "r1c1", "3", "set", "turn_of dial 2"], {"set"})
    ['R1C1', 'turn_of_dial_2', 'x_not_3', 'Muller', 'r1c1', 'x3', 'set_', 'turn_of_dial_2_2']

    Args:
        reserved: what the format keeps for itself, or what is taken.
    """
    used = set(reserved)
    found = []
    for name in names:
        plain = identifier(name)
        free = f"{plain}_" if plain in reserved else plain
        number = 2
        while free in used:
            free, number = f"{plain}_{number}", number + 1
        used.add(free)
        found.append(free)
    return found


def identifier(name: str) -> str:
    """``name`` in ASCII letters, digits and underscores, from a letter on."""
    said = _SIGN.sub(lambda sign: f" {SIGNS[sign[0]]} ", name) if not name.isascii() or "=" in name else name
    plain = _OTHER.sub("_", normalize("NFKD", said).encode("ascii", "ignore").decode()).strip("_")
    return plain if plain[:1].isalpha() else f"x{plain}"


def spelt(key: Key) -> str:
    """A key as words: ``column 3``."""
    return " ".join(map(str, key))


def one_line(words: str) -> str:
    """``words`` without line ends."""
    return " ".join(words.split())


def quoted(text: str) -> str:
    """``text`` on one line between quotation marks, in which a backslash takes their meaning and its own away."""
    escaped = one_line(text).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
