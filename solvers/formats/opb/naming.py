"""Names and labels in statements, in the characters that VeriPB takes."""

from __future__ import annotations

from string import ascii_letters, digits

_ALLOWED = frozenset(ascii_letters + digits + "_-")


def safe_name(name: str) -> str:
    """``name`` in the characters that a name may have, from a letter on and of at least two."""
    safe = "".join(letter if letter in _ALLOWED else "_" for letter in name)
    return safe if len(safe) > 1 and (safe[0].isascii() and safe[0].isalpha()) else f"x_{safe}"


def label_of(name: object) -> str:
    """``name`` in the characters that a label may have: those of a name but the hyphen."""
    return safe_name(str(name)).replace("-", "_")


def unused(name: str, used: set[str]) -> str:
    """``name``, or with a number behind it where it is taken; taken from now on."""
    free, number = name, 2
    while free in used:
        free, number = f"{name}_n{number}", number + 1
    used.add(free)
    return free


def on_one_line(words: str) -> str:
    """``words`` as a comment takes them."""
    return " ".join(words.split())
