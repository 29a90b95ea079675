"""SudokuPad's own puzzles, the ``scl…`` links, read as the table of a Sudoku: grid, regions, cages, what is drawn.

They are JSON with short keys, no quotes at keys, ``'`` round texts, and nothing where an empty object would be.
No description is published; what the keys mean is taken from readers of others (Sudoku-Bench, penpa's converter).
A puzzle there is a picture with words: cages are rules, and so are signs between cells and what the metadata names;
the rest is only drawn.
"""

from __future__ import annotations

import json
import re
from itertools import pairwise
from math import floor
from typing import Any

from models.kit.json_text import json_of
from models.kit.names import printable, shown
from models.kit.toml import SchemaError
from models.sudoku.board import MAX_ORDER, SYMBOLS
from models.sudoku.links.fpuzzles import regions_of
from models.sudoku.links.signs import Json, has_operation, turned
from models.sudoku.variants.lettered_cages import letter_of

LONG = {
    "a": "arrows",
    "ca": "cages",
    "ce": "cells",
    "ct": "center",
    "c2": "backgroundColor",
    "h": "height",
    "l": "lines",
    "o": "overlays",
    "r": "rounded",
    "re": "regions",
    "t": "title",
    "te": "text",
    "u": "underlays",
    "v": "value",
    "w": "width",
    "wp": "wayPoints",
}
"""The keys that are needed here, by their short forms."""

WORDS = {"f": False, "t": True, "false": False, "true": True, "null": None, "#0": "#000000", "#F": "#FFFFFF"}

EVERYWHERE = ("antiknight", "antiking", "nonconsecutive")
"""Rules that the metadata may name, or that are global, by the words that they have here."""

DOT_WIDTH = 0.5  # of a cell: what is narrower and stands between two cells is a dot
FAR = 100  # cells from the grid: nothing that is drawn there is looked at
STEPS_PER_CELL = 4  # at which a line between two points is looked at

_SMALL_NUMBER = re.compile("[0-9]{1,4}")
_NUMBER = re.compile(r"-?(0|[1-9][0-9]*)([.][0-9]+)?")
_TOKEN = re.compile(r"""'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|[{}\[\],:]|[^{}\[\],:'"]+""", re.DOTALL)


def unzipped(text: str) -> Any:
    """What the short form of JSON stands for; a ValueError where it is none."""
    tokens, found = [token for token in _TOKEN.findall(text) if not token.isspace()], list[str]()
    for before, token, after in zip(["", *tokens], tokens, [*tokens[1:], ""], strict=False):
        word = token.strip("'\" ") if after == ":" else token.strip()
        if before in ("[", ",") and token in (",", "]"):
            found.append("{}")
        if token in "{}[],:" or (token[0] == '"' and after != ":"):
            found.append(token)  # as JSON has it
        elif after == ":":
            found.append(json.dumps(LONG.get(word, word)))
        elif token[0] == "'":
            plain = re.sub(r"\\(.)", lambda escaped: {"n": "\n", "t": "\t"}.get(escaped[1], escaped[1]), token[1:-1])
            found.append(json.dumps(plain))
        else:
            found.append(word if _NUMBER.fullmatch(word) else json.dumps(WORDS.get(word, word)))
    return json_of("".join(found))


def table_from(puzzle: object) -> tuple[str, Json]:
    """The name, empty where it has none, and the table of a puzzle; SchemaError where it is none."""
    if not isinstance(puzzle, dict):
        raise SchemaError(f"found {shown(puzzle)}; a puzzle of SudokuPad is expected")
    rows = puzzle.get("cells")
    if not isinstance(rows, list) or not all(isinstance(row, list) for row in rows):
        raise SchemaError("the puzzle has no grid; rows of cells are expected")
    order = len(rows)
    if not 2 <= order <= MAX_ORDER or any(len(row) != order for row in rows):
        raise SchemaError(f"the grid has {order} rows; as many cells in each, 2 to {MAX_ORDER}, are expected")
    table: Json = {"grid": ["".join(_clue(cell, order) for cell in row) for row in rows]}
    table |= _boxes(puzzle, order)
    said = {key: value for key, value in _parts(puzzle, "metadata", {}).items() if value}
    cages, drawn = _cages(_parts(puzzle, "cages", []), order, said)
    whole = _parts(puzzle, "global", [])
    table |= {word: True for word in EVERYWHERE if word in whole or said.get(word) is True}
    table |= cages
    drawn += _drawn(puzzle, order)
    if drawn:
        table["drawn"] = drawn
    words, title, author = (printable(" ".join(str(said.get(key, "")).split())) for key in ("rules", "title", "author"))
    if words:
        table["ruleset"] = words
    return title + (f" by {author}" if title and author else ""), table


def _parts(puzzle: Json, key: str, none: Any) -> Any:
    found = puzzle.get(key) or none
    if not isinstance(found, type(none)):
        raise SchemaError(f"{key} is {shown(found)}, which cannot be read")
    return found


def _clue(cell: Any, order: int) -> str:
    value = cell.get("value") if isinstance(cell, dict) else None
    if value in (None, ""):
        return SYMBOLS[0]
    if not _SMALL_NUMBER.fullmatch(str(value)) or not 1 <= int(value) <= order:
        raise SchemaError(f"a cell holds {shown(value)}; the digits are 1 to {order}")
    return SYMBOLS[int(value)]


def _boxes(puzzle: Json, order: int) -> Json:
    regions = [cells for cells in (_cells(part, order) for part in _parts(puzzle, "regions", [])) if cells]
    if not regions:
        return {"boxes": "none"}
    names = {cell: str(number) for number, cells in enumerate(regions) for cell in cells}
    every = [f"r{row}c{column}" for row in range(1, order + 1) for column in range(1, order + 1)]
    if len(regions) != order or {*names} != {*every} or any(len(cells) != order for cells in regions):
        raise SchemaError(f"the grid has {len(regions)} regions; {order} that take up all of it, or none, are expected")
    return regions_of([names[cell] for cell in every], order)


def _cells(part: Any, order: int) -> list[str]:
    """Cells given as ``[row, column]`` from 0; those outside the grid are left out."""
    found = [cell for cell in part if isinstance(cell, list) and len(cell) == 2] if isinstance(part, list) else []
    inside = [(row, column) for row, column in found if _is_within(row, order) and _is_within(column, order)]
    return list(dict.fromkeys(f"r{row + 1}c{column + 1}" for row, column in inside))


def _cages(cages: list[Any], order: int, said: Json) -> tuple[Json, list[Json]]:
    """The cages, and those that are only drawn; cages of no cells hold words about the puzzle.

    Beside KenKen's, which are drawn, a number is one of them too, unless digits of its cage are to be different.
    """
    ruled, drawn = dict[str, Any](), list[Json]()
    cages = [cage for cage in cages if isinstance(cage, dict)]
    is_kenken = has_operation(str(cage.get("value", "")) for cage in cages)
    for cage in cages:
        cells, value = _cells(cage.get("cells"), order), str(cage.get("value", "")).strip()
        if not cells:
            key, colon, words = value.partition(":")
            if colon and key.strip().isalpha():
                said.setdefault(key.strip().lower(), words.strip())
            continue
        is_rule, joined = cage.get("style") in (None, "killer", "cage"), " ".join(cells)
        is_sum = _SMALL_NUMBER.fullmatch(value) and (cage.get("unique") or not is_kenken)
        if is_rule and (is_sum or (not value and cage.get("unique"))):
            ruled.setdefault("cage", []).append({"cells": joined} | ({"sum": int(value)} if value else {}))
        elif is_rule and cage.get("unique") and (letter := letter_of(value)):
            ruled.setdefault("lettered_cages", {}).setdefault(letter, []).append(joined)
        elif not cage.get("hidden") and cage.get("style") not in ("box", "rowcol"):
            drawn.append({"cells": joined, "form": "cage"} | ({"text": value} if value else {}))
    return ruled, drawn


def _drawn(puzzle: Json, order: int) -> list[Json]:
    """Lines, arrows, and what lies over or under cells, as far as it is within the grid."""
    found: list[Json] = []
    for part in [*_parts(puzzle, "lines", []), *_parts(puzzle, "arrows", [])]:
        cells = _along(part.get("wayPoints"), order) if isinstance(part, dict) else []
        if cells:
            found.append({"cells": " ".join(cells)})
    for part in [*_parts(puzzle, "underlays", []), *_parts(puzzle, "overlays", [])]:
        cells = _around(part.get("center"), order) if isinstance(part, dict) else []
        if len(cells) not in (1, 2):
            continue
        text = turned(printable(str(part.get("text") or "")), part.get("angle"))
        if len(cells) == 2:
            width = part.get("width")
            is_dot = part.get("rounded") and isinstance(width, int | float) and width < DOT_WIDTH
            dark = str(part.get("backgroundColor")).upper() in ("#000000", "#000")
            form = ("black dot" if dark else "white dot") if is_dot else "text"
        else:
            form = "text" if text else "circle" if part.get("rounded") else "square"
        if form != "text" or text:
            found.append({"cells": " ".join(cells), "form": form} | ({"text": text} if text else {}))
    return found


def _along(points: Any, order: int) -> list[str]:
    """The cells that a line through points passes, near their middles."""
    ends = [point for point in points if _is_point(point)] if isinstance(points, list) else []
    found: list[list[int]] = []
    for (row, column), (to_row, to_column) in pairwise(ends):
        steps = max(1, round(STEPS_PER_CELL * max(abs(to_row - row), abs(to_column - column))))
        for step in range(steps + 1):
            y, x = row + (to_row - row) * step / steps, column + (to_column - column) * step / steps
            if max(abs(y % 1 - 0.5), abs(x % 1 - 0.5)) < 0.3:
                found.append([floor(y), floor(x)])
    return _cells(found, order)


def _around(centre: Any, order: int) -> list[str]:
    """The cell in the middle of which a point lies, or those that touch there."""
    if not _is_point(centre):
        return []
    ways = [[floor(part)] if part % 1 else [int(part) - 1, int(part)] for part in centre]
    return _cells([[row, column] for row in ways[0] for column in ways[1]], order)


def _is_point(point: Any) -> bool:
    parts = point if isinstance(point, list) and len(point) == 2 else [None]
    return all(isinstance(part, int | float) and -FAR < part < FAR for part in parts)


def _is_within(place: Any, order: int) -> bool:
    return type(place) is int and 0 <= place < order
