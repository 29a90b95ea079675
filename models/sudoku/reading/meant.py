"""Texts that are meant as Sudokus: links and objects of JSON, and files of which most lines are cells."""

from __future__ import annotations

import re
from contextlib import suppress
from math import isqrt

from models.errors import InputError
from models.kit.names import printable, shown
from models.sudoku.board import BOXES
from models.sudoku.instance import Sudoku
from models.sudoku.reading.game_id import is_game_id, sudoku_from_game_id
from models.sudoku.reading.lines import (
    BLANKS,
    LIBRARY,
    SQUARES,
    VALUES,
    are_given_marks,
    has_hashes,
    is_meant_as_row,
    is_rule,
    understand,
)

FETCHED = "only its site can open it: copy the puzzle there, digit by digit or as a link that holds it whole"


def looks_like(text: str) -> bool:
    """Return whether most lines of a file that begins with ``text`` are cells, be some of them wrong.

    The cells of a Sudoku are not all 0 and 1, as those of a matrix are.
    """
    bare = (line.strip() for line in text.split("\n"))
    lines = [line for line in bare if line and not is_rule(line) and (line[0] != "#" or has_hashes(line))]
    cells = [line for line in lines if _is_meant_as_cells(line)]
    return 2 * len(cells) > len(lines) and any(map(str.isdigit, "".join(cells).translate(_NO_BITS)))


def _is_meant_as_cells(line: str) -> bool:
    if is_link(line) or is_object(line) or LIBRARY.fullmatch(line) or is_meant_as_row(line):
        return True
    size = len(line.split()[0])
    with suppress(InputError):
        return bool(understand(line))
    return size in SQUARES and size > max(BOXES)


def is_link(text: str) -> bool:
    """Return whether the text is a link that people share a puzzle by, be it broken, or the packed puzzle in one."""
    return is_packed(text) or re.match(_WEB, text, re.IGNORECASE) is not None


def is_packed(text: str) -> bool:
    """Return whether the text packs a puzzle as f-puzzles, SudokuPad and Solo do: as a link, or the part of one."""
    return _LINK.match(text) is not None or is_game_id(text)


def within_link(link: str) -> str | None:
    """Return the puzzle that an address of the web has in full in its query, its path or behind its #; else None."""
    from urllib.parse import parse_qsl, unquote, urlsplit  # few puzzles are links

    parts = urlsplit(link.strip())
    asked = [value for _, value in parse_qsl(parts.query) + parse_qsl(parts.fragment)]
    for text in (*asked, *map(unquote, (parts.fragment, *parts.path.split("/")))):
        text = text.strip()
        is_one = len(text) in SQUARES and len(text) > max(BOXES) and not BLANKS.isdisjoint(text)
        if are_given_marks(text) or is_packed(text) or (is_one and all(map(VALUES.__contains__, text))):
            return text
    return None


def is_of_player(link: str) -> bool:
    """Return whether an address leads to a page on which Sudokus are played, and not to a file."""
    return re.match(_PLAYER, link, re.IGNORECASE) is not None


def is_object(text: str) -> bool:
    """Return whether the text begins as an object of JSON does."""
    return re.match(r'\s*\{\s*"', text) is not None


def linked(text: str, name: str) -> Sudoku:
    """Return the Sudoku of a link, of an object of JSON, or of 729 pencil marks, called ``name`` without a title."""
    if are_given_marks(text.strip()):
        from models.sudoku.reading.given_marks import sudoku_from_marks  # few have them

        return sudoku_from_marks(text.strip(), name)
    if is_object(text):
        from models.sudoku.reading.table import sudoku_from_json  # brings the variants along

        return sudoku_from_json(text, name)
    if is_game_id(text):
        return sudoku_from_game_id(text, name)
    if is_packed(text):
        from models.sudoku.links import sudoku_from_link  # brings JSON and the variants along

        return sudoku_from_link(text, name)
    found = within_link(text)
    if found is None:
        raise InputError(f"the link {shown(text.strip())} does not carry a puzzle that can be read; {FETCHED}")
    if is_packed(found) or are_given_marks(found):
        return linked(found, name)
    digits = understand(found).digits
    return Sudoku(digits, BOXES[isqrt(len(digits))], printable(name))


_NO_BITS = str.maketrans("", "", "01")
_SITES = r"(?:https?://)?[\w.-]*(?:f-puzzles\.com|sudokupad\.app|crackingthecryptic\.com)/"
_LINK = re.compile(rf"\s*(?:{_SITES}|(?:fpuz(?:zles)?)?N4Ig|fpuz|(?:scl|ctc)[A-Za-z0-9+/=]{{20}})", re.IGNORECASE)
_PLAYER = r"\s*(?:https?://)?[\w.-]*(?:sudok[uo]|soduko)[\w.-]*(?!\S*\.(?:txt|sd[kmx]|ss|csv|toml|jsonl?|xlsx|gz|zst|xz|bz2)\b)[/?#]"
_WEB = r"\s*(?:https?://|www\.)[^\s/]+\S*\s*$"
