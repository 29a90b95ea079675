"""Output that cannot hold every character: what is missing in its encoding is written otherwise, never refused.

Sentences and tables get a readable substitute (``<=`` for ≤, ``e`` for é), JSON the escapes that it has for that.
"""

from __future__ import annotations

import codecs
import re
import sys
from io import TextIOWrapper
from typing import TextIO
from unicodedata import combining, name, normalize

from models.kit.names import JOINERS

READABLY = "puzzlebench.readably"
"""The name under which Python's encoders know :func:`substitute`."""

SUBSTITUTES: dict[str, str] = {
    "≤": "<=",
    "≥": ">=",
    "≠": "!=",
    "≈": "~",
    "−": "-",
    "–": "-",
    "—": "-",
    "×": "x",
    "÷": "/",
    "✕": "x",
    "·": "*",
    "√": "sqrt ",
    "Σ": "sum ",
    "∈": "in",
    "∉": "not in",
    "∅": "{}",
    "¬": "not ",
    "∧": "and",
    "∨": "or",
    "⇒": "=>",
    "⇔": "<=>",
    "⇎": "xor",
    "→": "->",
    "←": "<-",
    "↑": "^",
    "↓": "v",
    "✓": "yes",
    "•": "*",
    "…": "...",
    "“": '"',
    "”": '"',
    "„": '"',
    "‘": "'",
    "’": "'",
    "«": '"',
    "»": '"',
    "ß": "ss",
    "\N{FRACTION SLASH}": "/",
} | dict.fromkeys([*JOINERS, "\N{VARIATION SELECTOR-15}", "\N{VARIATION SELECTOR-16}"], "")
"""In ASCII, which every encoding has."""


def write_everything() -> None:
    """From now on, standard output and standard error take every character, whatever their encoding."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors=READABLY)


def substitute(letter: str) -> str:
    """``letter`` in ASCII: by its look or its meaning, else as Python escapes it."""
    if letter in SUBSTITUTES or combining(letter):
        return SUBSTITUTES.get(letter, "")
    words = name(letter, "").split()
    if words[:2] == ["BOX", "DRAWINGS"]:
        upright, level = {"VERTICAL", "UP", "DOWN"} & {*words}, {"HORIZONTAL", "LEFT", "RIGHT"} & {*words}
        return "+" if upright and level else "|" if upright else "=" if "DOUBLE" in words else "-"
    parts = (part for part in normalize("NFKD", letter) if not combining(part))
    written = "".join(SUBSTITUTES.get(part, part) for part in parts)
    return written if written and written.isascii() else letter.encode("ascii", "backslashreplace").decode()


def show_json(text: str) -> None:
    """Print JSON; what the output cannot hold becomes an escape, so that it is still JSON that says the same."""
    print(encodable_json(text, sys.stdout), flush=True)


def encodable_json(text: str, stream: TextIO) -> str:
    """JSON ``text`` as ``stream`` can hold it; outside ASCII there is nothing in it but within strings."""
    try:
        text.encode(stream.encoding or "utf-8")
    except UnicodeEncodeError:
        return re.sub(r"[^\x00-\x7f]", _escaped, text)
    return text


def _escaped(found: re.Match[str]) -> str:
    halves = found[0].encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{halves[at]:02x}{halves[at + 1]:02x}" for at in range(0, len(halves), 2))


def _readably(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(map(substitute, error.object[error.start : error.end])), error.end


codecs.register_error(READABLY, _readably)
