"""Text in colours on a terminal where NO_COLOR is unset; everywhere else plain, letter for letter."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING, NoReturn

if TYPE_CHECKING:
    from rich.console import Console

Piece = str | tuple[str, str]
"""Some text, or some text and its style as rich names it; it may have several lines."""


def plain(text: Iterable[Piece]) -> str:
    """The text without its styles."""
    return "".join(piece if isinstance(piece, str) else piece[0] for piece in text)


def in_lines(lines: Iterable[Piece]) -> list[Piece]:
    """Pieces that are whole lines, as one text."""
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
    """Whether standard output is a terminal and nobody said NO_COLOR (https://no-color.org)."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR")
