"""The table of a Sudoku written as f-puzzles' JSON."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import pairwise
from math import dist
from typing import Any

from models.errors import InputError
from models.kit.names import listed
from models.sudoku.board import SYMBOLS
from models.sudoku.links.fpuzzles import (
    ALONG,
    DIAGONALS,
    DOTS,
    DRAWN,
    EVERYWHERE,
    OF_CELLS,
    OF_MANY_CELLS,
    STEPS,
    VIEWS,
    usual_box,
    windows,
)
from models.sudoku.links.signs import Json, has_operation, place_of, sign_between

BLACK = {"fontC": "#000000", "outlineC": "#000000"}
"""How f-puzzles draws where nobody chose a colour."""

Writer = Callable[[Any, int], Json]
"""From the value of a word and the order to f-puzzles' keys."""

BOARD = ("name", "source", "order", "grid", "boxes", "regions", "ruleset", "given_marks")
"""Keys of a table that are no rules."""


def puzzle_from(table: Mapping[str, Any], sentences: Iterable[str]) -> Json:
    """A table as a puzzle in f-puzzles' JSON, with the rules in sentences; InputError at one it has no word for."""
    if "grids" in table:
        raise InputError("f-puzzles and SudokuPad's fpuz have boards of one grid; this one has several")
    about_dots = [word for word in ("kropki", "numbered_dots", "nonconsecutive") if word in table]
    if len(about_dots) > 1:
        raise InputError(f"f-puzzles takes {listed(about_dots)} for one rule; a link with both cannot be written")
    grid = _grid(table)
    rules: Json = {}
    for word, value in table.items():
        if word in BOARD:
            continue
        if word not in WRITERS:
            raise InputError(f"f-puzzles has no word for {word}; a link with it cannot be written")
        for key, what in WRITERS[word](value, len(grid)).items():
            rules[key] = [*rules.get(key, ()), *what] if isinstance(what, list) else what
    return {
        "size": len(grid),
        "title": table["name"],
        "author": "",
        "ruleset": table.get("ruleset") or "\n".join(sentences),
        "grid": grid,
        **rules,
    }


def _grid(table: Mapping[str, Any]) -> list[list[Json]]:
    regions = table.get("regions")
    rows = table.get("grid") or [SYMBOLS[0] * table["order"]] * table["order"]
    order = len(rows)
    high, wide = usual_box(order)
    boxes = table.get("boxes", f"{high}x{wide}")
    grid: list[list[Json]] = []
    for row, symbols in enumerate(rows):
        grid.append([])
        for column, symbol in enumerate(symbols):
            digit = SYMBOLS.index(symbol)
            cell: Json = {"value": digit, "given": True} if digit else {}
            if regions:
                cell["region"] = sorted({*"".join(regions)}).index(regions[row][column])
            elif boxes == "none":
                cell["region"] = None
            elif boxes != f"{high}x{wide}":
                down, right = map(int, boxes.split("x"))
                cell["region"] = row // down * down + column // right
            grid[-1].append(cell)
    for marks in table.get("given_marks", ()):
        digits = {*map(int, marks["digits"].split())}
        for row, column in map(place_of, _cells(marks["cells"])):
            cell = grid[row - 1][column - 1]
            cell["givenPencilMarks"] = sorted(digits.intersection(cell.get("givenPencilMarks", digits)))
    return grid


# Rules, each from the value of its word and the order


def _cells(text: str) -> list[str]:
    return text.upper().split()


def _everywhere(key: str) -> Writer:
    return lambda value, order: {key: value}


def _whispers(value: Any, apart: int) -> Json:
    return {"whispers": [{"lines": [_cells(line)], "value": str(apart)} for line in value]}


def _of_cells(key: str) -> Writer:
    return lambda value, order: {key: [{"cell": cell} for cell in _cells(value)]}


def _of_many_cells(key: str) -> Writer:
    return lambda value, order: {key: [{"cells": _cells(value)}]}


def _view(key: str) -> Writer:
    ends = {"left": "R{0}C0", "right": "R{0}C{1}", "above": "R0C{0}", "below": "R{1}C{0}"}

    def write(value: Any, order: int) -> Json:
        clues = ((side, number, clue) for side, line in value.items() for number, clue in enumerate(line.split(), 1))
        return {
            key: [
                {"cell": ends[side].format(number, order + 1), "value": clue}
                for side, number, clue in clues
                if clue != "."
            ]
        }

    return write


def _drawn(value: Any, order: int) -> Json:
    found: Json = {}
    for part in value:
        form, cells = part.get("form", "line"), _cells(part["cells"])
        key = next((key for key, called in DRAWN.items() if called == form), "circle")  # a dot is a small one
        text = {"value": part["text"]} if "text" in part else {}
        found.setdefault(key, []).append({"lines": [cells]} if form == "line" else {"cells": cells, **text})
    return found


def _each(key: str, part: Callable[[Any], Json]) -> Writer:
    """A rule that has a part for each entry of the value."""
    return lambda value, order: {key: [part(entry) for entry in value]}


def _regions(value: Any, order: int) -> Json:
    return {"extraregion": [{"cells": _cells(cells)} for cells in (windows(order) if value is True else value)]}


def _diagonals(value: Any, order: int) -> Json:
    return {key: True for key, way in DIAGONALS.items() if value in (True, way)}


def _cage(cage: Json) -> Json:
    return {"cells": _cells(cage["cells"])} | ({"value": str(cage["sum"])} if "sum" in cage else {})


def _calculations(value: Any, order: int) -> Json:
    """Cages that are only drawn: no site has a rule for them, but people see what is asked."""
    if not has_operation(cage["target"] for cage in value):
        without = "f-puzzles has no rule for cages without an operation"
        raise InputError(f"{without}; a link to a KenKen where no cage has one cannot be written")
    return {"cage": [{"cells": _cells(cage["cells"]), "value": cage["target"], **BLACK} for cage in value]}


def _sign(inequality: str) -> Json:
    small, large = _cells(inequality.replace("<", ""))
    return {"cells": [small, large], "value": sign_between(small, large), "size": 0.75, **BLACK}


def _pill_arrow(arrow: Json) -> Json:
    """The line begins in the cell of the pill that it touches."""
    pill, line = _cells(arrow["pill"]), _cells(arrow["cells"])
    if pill != sorted(pill, key=place_of):
        raise InputError(f"f-puzzles reads the number in a pill from the left or from above, not {arrow['pill']}")
    return {"lines": [[min(pill, key=lambda cell: dist(place_of(cell), place_of(line[0]))), *line]], "cells": pill}


def _dots(value: Any, order: int) -> Json:
    """Dots; that all white ones are given is ``nonconsecutive``, and said as of other marks for who knows no better."""
    found: Json = {}
    given = value.get("all_given", False)
    given = ["white", "black"] if given is True else given if isinstance(given, list) else [given or ""]
    for key, (kind, usual) in DOTS.items():
        numbers = set[int]()
        for text in value.get(kind, ()):
            cells, _, number = text.partition(":")
            numbers.add(int(number or usual))
            said = {"value": number.strip()} if number else {}
            found.setdefault(key, []).extend({"cells": [*pair], **said} for pair in pairwise(_cells(cells)))
        numbers = numbers or {usual}
        lacking = (
            numbers if kind in given else {int(entry.split()[1]) for entry in given if entry.startswith(f"{kind} ")}
        )
        if key == "difference" and lacking == {1}:
            found["nonconsecutive"] = True
        elif lacking and (key == "difference" or lacking != numbers):
            those = " ".join(map(str, sorted(lacking)))
            raise InputError(f"f-puzzles cannot say that all {kind} dots of {those} and no others are given")
        if lacking and lacking == numbers:
            found.setdefault("negative", []).append(key)
    return found


def _xv(value: Any, order: int) -> Json:
    rows = ((letter, _cells(row)) for letter in ("x", "v") for row in value.get(letter, ()))
    marks = [{"cells": [*pair], "value": letter.upper()} for letter, row in rows for pair in pairwise(row)]
    given = value.get("all_given", False)
    if given not in (True, False):
        raise InputError(
            f"f-puzzles can say that every X and every V is given, but not that every {given.upper()} alone is"
        )
    return ({"xv": marks} if marks else {}) | ({"negative": ["xv"]} if given else {})


def _little_killer(clue: Json) -> Json:
    cells = _cells(clue["cells"])
    (row, column), (next_row, next_column) = map(place_of, cells[:2])
    step = next_row - row, next_column - column
    direction = next(word for word, way in STEPS.items() if way == step)
    beside = f"R{row - step[0]}C{column - step[1]}"
    return {"cell": beside, "cells": cells, "direction": direction, "value": str(clue["sum"])}


def _sandwich(value: Any, order: int) -> Json:
    if "crusts" in value:
        raise InputError(f"f-puzzles has sandwiches between 1 and {order} only, not between {value['crusts']}")
    ends = {"rows": "left", "columns": "above"}
    return _view("sandwichsum")({ends[line]: sums for line, sums in value.items()}, order)


WRITERS: dict[str, Writer] = {
    **{word: _everywhere(key) for key, word in EVERYWHERE.items()},
    **{word: _each(key, lambda line: {"lines": [_cells(line)]}) for key, word in ALONG.items()},
    "german_whispers": lambda value, order: _whispers(value, (order + 1) // 2),
    "dutch_whispers": lambda value, order: _whispers(value, (order - 1) // 2),
    **{word: _of_cells(key) for key, word in OF_CELLS.items()},
    **{word: _of_many_cells(key) for key, word in OF_MANY_CELLS.items()},
    **{word: _view(key) for key, word in VIEWS.items()},
    "drawn": _drawn,
    **dict.fromkeys(("kropki", "numbered_dots"), _dots),
    "xv": _xv,
    **dict.fromkeys(("windoku", "extra_regions"), _regions),
    "diagonals": _diagonals,
    "sandwich": _sandwich,
    "cage": _each("killercage", _cage),
    "lettered_cages": lambda value, order: {
        "killercage": [{"cells": _cells(row), "value": letter} for letter, rows in value.items() for row in rows]
    },
    "calcudoku": _calculations,
    "inequalities": _each("text", _sign),
    "arrows": _each("arrow", lambda arrow: {"lines": [_cells(arrow)], "cells": _cells(arrow)[:1]}),
    "pill_arrow": _each("arrow", _pill_arrow),
    "little_killer": _each("littlekillersum", _little_killer),
    "clone": _each("clone", lambda part: {"cells": _cells(part["cells"]), "cloneCells": _cells(part["copy"])}),
    "quadruple": _each(
        "quadruple", lambda part: {"cells": _cells(part["cells"]), "values": [*map(int, part["digits"].split())]}
    ),
}
"""What writes the rule of each word."""
