"""Text for people: headings, durations, colours on a terminal where NO_COLOR is unset, and what an encoding lacks.

Output that cannot hold every character has a substitute for it: sentences and tables one to be read (``<=`` for ≤,
``e`` for é), JSON the escapes that it has for that.
"""

from __future__ import annotations

import codecs
import os
import re
import sys
from collections.abc import Iterable
from io import TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn, TextIO
from unicodedata import category, combining, name, normalize

from models.kit.names import JOINERS, printable
from models.puzzle import Puzzle

if TYPE_CHECKING:
    from rich.console import Console

Piece = str | tuple[str, str]
"""Some text, or some text and its style as rich names it; it may have several lines."""


def plain(text: Iterable[Piece]) -> str:
    return "".join(piece if isinstance(piece, str) else piece[0] for piece in text)


def in_lines(lines: Iterable[Piece]) -> list[Piece]:
    return [piece for line in lines for piece in ("\n", line)][1:]


def show(text: Iterable[Piece]) -> None:
    """Print ``text``, in colours where they are wanted; rich is loaded for that and for nothing else."""
    if not wanted():
        print(plain(text), flush=True)
        return
    from rich.text import Text

    console().print(Text.assemble(*text), soft_wrap=True)


def console(errors: bool = False, width: int | None = None) -> Console:
    """Standard output, or standard error, for what rich draws: names and sentences are data, and shown as they are.

    Everything that rich prints goes by here. Brackets and colons of its own languages mean nothing in it, so that a
    name can neither lose a part, nor colour the page, nor be a link.
    """
    from rich import console as rich

    class Console(rich.Console):
        def on_broken_pipe(self) -> NoReturn:
            raise  # to the front door, which calls it no error; rich would end the program here, with exit 1

    return Console(stderr=errors, width=width, markup=False, emoji=False, highlight=False)


def wanted() -> bool:
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR")


def display_path(path: Path) -> str:
    """``path`` as short as it can be said from here."""
    here = Path.cwd()
    return printable(str(path.relative_to(here) if path.is_relative_to(here) else path))


def headline(puzzle: Puzzle[Any, Any], instance: Any, file: Path | None) -> str:
    """What a report is about: the puzzle, the instance, and the file that it was read from, whatever its name says."""
    return f"{puzzle.title}: {instance.name}" + (f" ({display_path(file)})" if file else "")


def duration(seconds: float) -> str:
    """Such as ``1.25 s`` or ``3.1 ms``."""
    return f"{seconds:.2f} s" if seconds >= 1 else f"{seconds * 1000:.1f} ms"


def rounded_duration(seconds: float) -> str:
    """To three figures and no more than it takes: ``2 s``, ``200 ms``, ``0.1 ms``."""
    return f"{seconds:.3g} s" if seconds >= 1 else f"{seconds * 1000:.3g} ms"


READABLY = "puzzlebench.readably"
SUBSTITUTES = dict(zip("≈−×✕·•÷\N{FRACTION SLASH}↑↓‘’„", "~-xx**//^v''\"", strict=True))
SUBSTITUTES |= {"≤": "<=", "≥": ">=", "≠": "!=", "⇒": "=>", "⇔": "<=>", "⇎": "xor", "→": "->", "←": "<-", "✓": "yes"}
SUBSTITUTES |= {"∈": "in", "∉": "not in", "∅": "{}", "¬": "not ", "∧": "and", "∨": "or", "√": "sqrt ", "Σ": "sum "}
SUBSTITUTES |= {"ß": "ss"} | dict.fromkeys(f"{JOINERS}\ufe0e\ufe0f", "")
"""In ASCII, which every encoding has: what neither a letter's category nor its parts tell."""

CATEGORIES = {"Pd": "-", "Pi": '"', "Pf": '"'}


def write_everything() -> None:
    """From now on, standard output and standard error take every character, whatever their encoding."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors=READABLY)


def substitute(letter: str) -> str:
    """``letter`` in ASCII: by its look or its meaning, else as Python escapes it."""
    if (instead := SUBSTITUTES.get(letter, CATEGORIES.get(category(letter)))) is not None:
        return instead
    if combining(letter):
        return ""
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
    from json.encoder import encode_basestring_ascii  # text for people does without

    try:
        text.encode(stream.encoding or "utf-8")
    except UnicodeEncodeError:
        return re.sub(r"[^\x00-\x7f]", lambda found: encode_basestring_ascii(found[0])[1:-1], text)
    return text


def _readably(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(map(substitute, error.object[error.start : error.end])), error.end


codecs.register_error(READABLY, _readably)
