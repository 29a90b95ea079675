"""Links that people share Sudokus by: f-puzzles' ``?load=…`` and SudokuPad's ``fpuz…``, read and written, and ``scl…``.

The first two hold f-puzzles' JSON packed by LZ-string, which becomes a table as files have them, or is made of one.
SudokuPad's own ``scl…`` is read only.
"""

from __future__ import annotations

import json
import re
from functools import partial
from urllib.parse import unquote

from models.errors import InputError
from models.kit.json_text import json_of
from models.kit.lzstring import packed, unpacked
from models.kit.names import shown
from models.kit.toml import SchemaError
from models.sudoku.instance import Sudoku
from models.sudoku.links import sudokupad
from models.sudoku.links.fpuzzles import table_from
from models.sudoku.links.signs import told_by_drawing
from models.sudoku.links.writing import puzzle_from
from models.sudoku.reading.table import as_table, sudoku_from
from models.sudoku.text import rules_of

SITES = {"fpuzzles": "https://www.f-puzzles.com/?load=", "sudokupad": "https://sudokupad.app/fpuz"}
"""What each site's links begin with; the packed puzzle follows."""

MAX_UNPACKED_CHARACTERS = 1_000_000
"""The JSON of a large puzzle has some 20,000."""

BEYOND = {
    "Schrödinger cells, which hold two digits": re.compile(r"schr(?:ö|oe|o)dinger", re.IGNORECASE),
    "doublers, which count twice": re.compile(r"\bdoublers?\b|\bdoubled? cells?\b", re.IGNORECASE),
    "the digit 0": re.compile(r"\b0\s*(?:-|–|to|through)\s*[89]\b", re.IGNORECASE),
}
"""What no key of a link tells, and without which the rest would be another puzzle; and the words that do."""

_SITE = re.compile(r"(?:https?://)?[\w.-]*?(f-puzzles\.com|sudokupad\.app|crackingthecryptic\.com)(.*)", re.IGNORECASE)
_LOAD = re.compile(r"[?&]load=([^&#]+)")
_FPUZ = re.compile(r"(?:[?&]puzzleid=|/)((?:fpuz(?:zles)?|scl|ctc)[^?&#]+)")
_KIND = re.compile(r"fpuz(?:zles)?|scl|ctc|")


def sudoku_from_link(link: str, name: str) -> Sudoku:
    """The Sudoku that a link holds; ``name`` is for one that has no title."""
    # On its way through a mail or an address bar any letter may have become its number, and a plus a space.
    payload = _payload(link.strip())
    kind = _KIND.match(payload)
    is_sudokupad = bool(kind and kind[0] in ("scl", "ctc"))
    letters = unquote(payload[kind.end() if kind else 0 :]).replace(" ", "+")
    try:
        text = unpacked(letters, MAX_UNPACKED_CHARACTERS)
    except ValueError as error:
        raise InputError(f"the link is broken: {error}") from None
    try:
        puzzle = sudokupad.unzipped(text) if is_sudokupad else json_of(text)
    except ValueError:
        raise InputError(f"the link is broken: it unpacks to {shown(text)}, which is no JSON") from None
    try:
        title, table = (sudokupad.table_from if is_sudokupad else table_from)(puzzle)
        table = told_by_drawing(table)
        words = table.pop("ruleset", "")
        if beyond := next((what for what, said in BEYOND.items() if said.search(words)), None):
            raise SchemaError(f"the setter's words name {beyond}; such puzzles are not known here")
        found = sudoku_from(title or name, table)
        are_said = words == " ".join(rules_of(found))  # anyway
        plain = are_said or not words or not found.variants
        return found if plain else sudoku_from(title or name, table | {"ruleset": words})
    except SchemaError as error:
        raise InputError(f"in the link, {error.sentence}") from None


def link_to(instance: Sudoku, site: str) -> str:
    """The link by which a site opens an instance; InputError when f-puzzles has no word for one of its rules."""
    text = json.dumps(puzzle_from(as_table(instance), rules_of(instance)), ensure_ascii=False, separators=(",", ":"))
    return SITES[site] + packed(text)


LINKS = {site: partial(link_to, site=site) for site in SITES}
"""For each site what makes a link to it of an instance."""


def _payload(link: str) -> str:
    match = _SITE.match(link)
    if match is None:
        return link
    site, rest = match.groups()
    found = (_LOAD if site.lower() == "f-puzzles.com" else _FPUZ).search(rest)
    if found is None:
        raise InputError(f"the link leads to {shown(rest.strip('/'))} on {site.lower()}, {ELSEWHERE}")
    return found[1]


ELSEWHERE = (
    "which only the site itself can open; links that hold the whole puzzle are read: f-puzzles.com/?load=…, "
    "sudokupad.app/fpuz… and sudokupad.app/scl…"
)
