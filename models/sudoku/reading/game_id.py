"""Game IDs of Solo in Simon Tatham's collection, ``3x3:a5_3b2…``: plain, jigsaw, killer and X; and killers by letters.

Behind the colon stand the digits, then the blocks of a jigsaw, then the cages of a killer and their sums. Digits and
sums are numbers in reading order, with a letter for a run of empty cells (``a`` for one, ``z`` for 26) and ``_``
between two numbers. Blocks and cages are told by their walls: first the places between neighbours in a row, row by row,
then those between neighbours in a column, column by column; a letter says how many open places come before the next
wall (``_`` for none, and ``z`` for 25 with no wall behind them), and one last wall ends them all.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from models.errors import InputError
from models.kit.names import count, shown
from models.sudoku.board import MAX_ORDER, SYMBOLS
from models.sudoku.instance import Sudoku
from models.sudoku.reading.blanks import Line

_ID = re.compile(r"\s*(?P<across>\d{1,2})(?:x(?P<down>\d{1,2})(?P<kinds>[a-z0-9]*)|(?P<kind>[a-z0-9]*j[a-z0-9]*))"
                 r"(?P<seed>[:#])(?P<text>[0-9a-z_,]+)\s*")  # fmt: skip
_HOW_HARD = re.compile(r"d[tbiaeu]|md?[248]|r[24]|a")
"""The part of a game ID that gives difficulty and symmetry."""

_STEP = re.compile(r"[a-z]|_|[1-9]\d{0,3}")
_ROW = re.compile(r"([.0-9]+)[ \t]+([A-Za-z]+)\s*")
_SUMS = re.compile(r"(?:\s*[A-Za-z]\s*=\s*\d{1,3}[\s,;]*)+")


def is_game_id(text: str) -> bool:
    """Return whether the text is a game ID of Solo, or such a one with a seed."""
    return _ID.fullmatch(text) is not None


def sudoku_from_game_id(text: str, name: str) -> Sudoku:
    """Return the Sudoku of a game ID; InputError where it tells none."""
    found = _ID.fullmatch(text)
    assert found is not None
    if found["seed"] == "#":
        raise InputError(
            f"{shown(text.strip())} is a seed for Solo's generator; paste the game ID by description there"
        )
    kinds = _HOW_HARD.sub("", found["kinds"] or found["kind"] or "")
    rows, columns = int(found["across"]), int(found["down"] or 1)  # of a block, which has as many rows as lie beside it
    order, parts = rows * columns, found["text"].split(",")
    if not {*kinds} <= {*"jkx"} or not 2 <= order <= MAX_ORDER:
        raise InputError(f"{shown(text.strip()[:40])} is not a game ID of Solo such as 3x3, 9j or 3x3xk, with a colon")
    expected = ["digits", *["blocks"] * ("j" in kinds), *["cages", "sums"] * ("k" in kinds)]
    if len(parts) != len(expected):
        raise InputError(
            f"the game ID has {count(len(parts), 'part')} behind its colon: {', '.join(expected)} expected"
        )
    told = dict(zip(expected, parts, strict=True))
    digits = _numbers(told["digits"], "digits", order)
    table: dict[str, object] = {"order": order, "boxes": f"{rows}x{columns}"}
    if any(digits):
        if max(digits) > order:
            raise InputError(f"the digits of the game ID reach to {max(digits)}; {order} is the largest")
        table["grid"] = _by_rows([SYMBOLS[digit] for digit in digits], order)
    if "j" in kinds:
        del table["boxes"]
        table["regions"] = _by_rows([SYMBOLS[1 + block] for block in _blocks(told["blocks"], "blocks", order)], order)
    if "x" in kinds:
        table["diagonals"] = True
    if "k" in kinds:
        table["cage"] = _cages(_blocks(told["cages"], "cages", order), _numbers(told["sums"], "sums", order), order)
    from models.sudoku.reading.table import sudoku_from  # brings the variants along

    return sudoku_from(name, table)


def _numbers(text: str, what: str, order: int) -> list[int]:
    """Return a number for each cell, 0 for an empty one."""
    cells: list[int] = []
    for step in _steps(text, what):
        cells += [0] * (ord(step) - ord("`")) if step.isalpha() else [int(step)] if step != "_" else []
    if len(cells) != order * order:
        raise InputError(f"the {what} of the game ID fill {len(cells)} cells; {order}×{order} are expected")
    return cells


def _blocks(text: str, what: str, order: int) -> list[int]:
    """Return for each cell the number of its block, counted in reading order."""
    beside = [(row * order + column, row * order + column + 1) for row in range(order) for column in range(order - 1)]
    below = [
        (row * order + column, row * order + column + order) for column in range(order) for row in range(order - 1)
    ]
    places, at = [*beside, *below], 0
    block = list(range(order * order))  # each cell's, called by its first cell
    for step in _steps(text, what):
        many = (
            0 if step == "_" else ord(step) - ord("`") if step.isalpha() and step != "z" else 25 if step == "z" else -1
        )
        if many < 0 or at + many > len(places):
            raise InputError(f"the {what} of the game ID go on behind their last wall, or have a number")
        for one, other in places[at : at + many]:
            first, second = sorted((block[one], block[other]))
            block = [first if known == second else known for known in block]
        at += many + (step != "z")
    if at != len(places) + 1:
        raise InputError(f"the {what} of the game ID have {at:,} places for walls; {len(places) + 1:,} are expected")
    numbers = {first: number for number, first in enumerate(dict.fromkeys(block))}
    if what == "blocks" and len(numbers) != order:
        raise InputError(f"the game ID has {count(len(numbers), 'block')}; {order} are expected")
    return [numbers[first] for first in block]


def _steps(text: str, what: str) -> Iterator[str]:
    if "".join(_STEP.findall(text)) != text:
        raise InputError(
            f"the {what} of the game ID are {shown(text[:40])}; letters, _ and numbers from 1 are expected"
        )
    yield from _STEP.findall(text)


def _cages(cages: Sequence[int | str], sums: Sequence[int], order: int) -> list[dict[str, object]]:
    """Return the cages as tables; each has its sum in one of its cells."""
    found: list[dict[str, object]] = []
    for cage in dict.fromkeys(cages):
        cells = [cell for cell, known in enumerate(cages) if known == cage]
        told = [sums[cell] for cell in cells if sums[cell]]
        names = [f"r{cell // order + 1}c{cell % order + 1}" for cell in cells]
        if len(told) != 1:
            raise InputError(f"the cage of {names[0]} has {count(len(told), 'sum')}; one is expected")
        found.append({"cells": " ".join(names), "sum": told[0]})
    return found


def _by_rows(symbols: Sequence[str], order: int) -> list[str]:
    return ["".join(symbols[start : start + order]) for start in range(0, len(symbols), order)]


def caged(lines: Iterable[tuple[int, Line]], path: str) -> Iterator[tuple[int, Line]]:
    """Yield the lines; where the first are rows of cells with letters beside them, that killer as one line of JSON.

    Letters draw its cages, and lines such as ``a=12 b=17`` behind the rows have their sums.
    """
    rest = iter(lines)
    held = [*islice(rest, 1)]
    found = _ROW.fullmatch(held[0][1]) if held and isinstance(held[0][1], str) else None
    order = len(found[1]) if found else 0
    if found and len(found[2]) == order:
        held += islice(rest, order - 1)
        rows = [_ROW.fullmatch(line) if isinstance(line, str) else None for _, line in held]
        if len(rows) == order and all(row and len(row[1]) == len(row[2]) == order for row in rows):
            yield held[0][0], _killer([row for row in rows if row], rest, path, held[0][0])
            return
    yield from held
    yield from rest


def _killer(rows: Sequence[re.Match[str]], rest: Iterator[tuple[int, Line]], path: str, first: int) -> Line:
    letters, order = "".join(row[2] for row in rows), len(rows)
    told: dict[str, int] = {}
    for number, line in rest:
        if not isinstance(line, str) or (line.strip() and not _SUMS.fullmatch(line)):
            return InputError("sums of cages such as a=12 b=17 are expected behind the rows", path, number)
        told |= {letter: int(total) for letter, total in re.findall(r"([A-Za-z])\s*=\s*(\d+)", line)}
    missing = [letter for letter in dict.fromkeys(letters) if letter not in told]
    if missing or (odd := next((letter for letter in told if letter not in letters), "")):
        wrong = f"have no sum: {', '.join(missing[:9])}" if missing else f"have none called {odd}"
        return InputError(
            f"the cages that the letters beside the rows draw {wrong}; a line such as a=12 b=17 has the sums",
            path,
            first,
        )
    import json  # as heavy as most runs are light

    sums = [told[letter] if letters.index(letter) == cell else 0 for cell, letter in enumerate(letters)]
    return json.dumps({"grid": [row[1] for row in rows], "cage": _cages(letters, sums, order)})
