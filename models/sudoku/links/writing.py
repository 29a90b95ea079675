"""The table of a Sudoku written as f-puzzles' JSON, with the rules in words for whoever opens it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import pairwise
from typing import Any

from models.errors import InputError
from models.sudoku.board import SYMBOLS
from models.sudoku.links.fpuzzles import ALONG, EVERYWHERE, MARKS, OF_CELLS, STEPS, Json, usual_box, windows

BOARD = ("name", "source", "order", "grid", "boxes", "regions")
"""Keys of a table that are no rules."""

SAID = {
    "diagonal+": "The digits on the rising diagonal are different.",
    "diagonal-": "The digits on the falling diagonal are different.",
    "antiknight": "Cells a knight's move apart hold different digits.",
    "antiking": "Cells that touch at a corner hold different digits.",
    "nonconsecutive": "Neighbours do not hold consecutive digits.",
    "disjointgroups": "Cells at the same place of their boxes hold different digits.",
    "killercage": "The digits in a cage are different and add up to its number, where it has one.",
    "thermometer": "Digits grow along a thermometer, from its bulb on.",
    "palindrome": "A grey line reads alike from both ends.",
    "betweenline": "The digits on a line lie between those in the circles at its ends.",
    "arrow": "The digits along an arrow add up to the number in its circle.",
    "difference": "A white dot stands between digits with a difference of 1.",
    "ratio": "A black dot stands between a digit and its double.",
    "xv": "An X stands between digits that add up to 10, a V between digits that add up to 5.",
    "even": "A grey square holds an even digit.",
    "odd": "A grey circle holds an odd digit.",
    "minimum": "A cell with arrows inwards is less than each of its neighbours.",
    "maximum": "A cell with arrows outwards is more than each of its neighbours.",
    "littlekillersum": "A number with an arrow is the sum of the digits on the diagonal that it points along.",
    "sandwichsum": "A number beside the grid is the sum of the digits between the 1 and the largest digit.",
    "extraregion": "The digits in a shaded region are different.",
    "clone": "Shaded groups of one form hold the same digits at the same places.",
    "quadruple": "The digits in a circle stand in the four cells round it.",
}
"""The rules of f-puzzles' keys, in words."""

GIVEN = {
    "difference": "All white dots are given.",
    "ratio": "All black dots are given.",
    "xv": "All Xs and Vs are given.",
}


def puzzle_from(table: Mapping[str, Any]) -> Json:
    """A table as a puzzle in f-puzzles' JSON.

    Raises InputError when f-puzzles has no word for one of its rules, or no such boards.
    """
    if "grids" in table:
        raise InputError("f-puzzles and SudokuPad's fpuz have boards of one grid; this one has several")
    grid = _grid(table)
    rules: Json = {}
    for word, value in table.items():
        if word in BOARD:
            continue
        if word not in WRITERS:
            raise InputError(f"f-puzzles has no word for {word}; a link with it cannot be written")
        for key, what in WRITERS[word](value, len(grid)).items():
            rules[key] = [*rules.get(key, ()), *what] if isinstance(what, list) else what
    said = [SAID[key] for key in rules if key in SAID] + [GIVEN[key] for key in rules.get("negative", ())]
    return {
        "size": len(grid),
        "title": table["name"],
        "author": "",
        "ruleset": "\n".join(["Every row, column and region holds each digit once.", *said]),
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
    return grid


# Rules, each from the value of its word and the order


def _cells(text: str) -> list[str]:
    return text.upper().split()


def _everywhere(key: str) -> Callable[[Any, int], Json]:
    return lambda value, order: {key: value}


def _along(key: str) -> Callable[[Any, int], Json]:
    return lambda value, order: {key: [{"lines": [_cells(line)]} for line in value]}


def _of_cells(key: str) -> Callable[[Any, int], Json]:
    return lambda value, order: {key: [{"cell": cell} for cell in _cells(value)]}


def _regions(value: Any, order: int) -> Json:
    return {"extraregion": [{"cells": _cells(cells)} for cells in (windows(order) if value is True else value)]}


def _diagonals(value: Any, order: int) -> Json:
    return {key: True for key, way in (("diagonal-", "falling"), ("diagonal+", "rising")) if value in (True, way)}


def _killer(value: Any, order: int) -> Json:
    made = ({"value": str(cage["sum"])} if "sum" in cage else {} for cage in value)
    return {"killercage": [{"cells": _cells(cage["cells"]), **its} for cage, its in zip(value, made, strict=True)]}


def _arrows(value: Any, order: int) -> Json:
    return {"arrow": [{"lines": [_cells(arrow)], "cells": _cells(arrow)[:1]} for arrow in value]}


def _pill_arrows(value: Any, order: int) -> Json:
    """The line begins in the cell of the pill that it touches."""
    found = []
    for arrow in value:
        pill, line = _cells(arrow["pill"]), _cells(arrow["cells"])
        first = min(
            pill, key=lambda cell: sum((here - there) ** 2 for here, there in zip(_at(cell), _at(line[0]), strict=True))
        )
        if pill != sorted(pill, key=_at):
            raise InputError(f"f-puzzles reads the number in a pill from the left or from above, not {arrow['pill']}")
        found.append({"lines": [[first, *line]], "cells": pill})
    return {"arrow": found}


def _marks(word: str) -> Callable[[Any, int], Json]:
    keys = {key: kind for key, (of_word, kind, _) in MARKS.items() if of_word == word}

    def write(value: Any, order: int) -> Json:
        found: Json = {}
        for key, kind in keys.items():
            for mark in [kind] if kind else ("x", "v"):
                cells = [_cells(pair) for pair in value.get(mark, ())]
                found.setdefault(key, []).extend(
                    {"cells": [one, other]} | ({} if kind else {"value": mark.upper()})
                    for row in cells
                    for one, other in pairwise(row)
                )
        given = value.get("all_given", False)
        negative = [key for key, kind in keys.items() if given is True or given == kind]
        if given and not negative:
            raise InputError(f"f-puzzles cannot say that of {word} only all {given} are given")
        return {key: marks for key, marks in found.items() if marks} | ({"negative": negative} if negative else {})

    return write


def _little_killer(value: Any, order: int) -> Json:
    found = []
    for clue in value:
        (row, column), (next_row, next_column) = map(_at, _cells(clue["cells"])[:2])
        step = next_row - row, next_column - column
        direction = next(word for word, way in STEPS.items() if way == step)
        beside = f"R{row - step[0]}C{column - step[1]}"
        found.append(
            {"cell": beside, "cells": _cells(clue["cells"]), "direction": direction, "value": str(clue["sum"])}
        )
    return {"littlekillersum": found}


def _sandwich(value: Any, order: int) -> Json:
    if "crusts" in value:
        raise InputError(f"f-puzzles has sandwiches between 1 and {order} only, not between {value['crusts']}")
    places = {"rows": "R{}C0", "columns": "R0C{}"}
    clues = [
        {"cell": places[line].format(number), "value": made}
        for line, sums in value.items()
        for number, made in enumerate(sums.split(), 1)
        if made != "."
    ]
    return {"sandwichsum": clues}


def _clones(value: Any, order: int) -> Json:
    return {"clone": [{"cells": _cells(part["cells"]), "cloneCells": _cells(part["copy"])} for part in value]}


def _quadruples(value: Any, order: int) -> Json:
    return {
        "quadruple": [
            {"cells": _cells(part["cells"]), "values": list(map(int, part["digits"].split()))} for part in value
        ]
    }


def _at(cell: str) -> tuple[int, int]:
    row, column = cell[1:].split("C")
    return int(row), int(column)


WRITERS: dict[str, Callable[[Any, int], Json]] = {
    **{word: _everywhere(key) for key, word in EVERYWHERE.items()},
    **{word: _along(key) for key, word in ALONG.items()},
    **{word: _of_cells(key) for key, word in OF_CELLS.items()},
    "kropki": _marks("kropki"),
    "xv": _marks("xv"),
    "diagonals": _diagonals,
    "windoku": _regions,
    "extra_regions": _regions,
    "cage": _killer,
    "arrows": _arrows,
    "pill_arrow": _pill_arrows,
    "little_killer": _little_killer,
    "sandwich": _sandwich,
    "clone": _clones,
    "quadruple": _quadruples,
}
"""What writes the rule of each word."""
