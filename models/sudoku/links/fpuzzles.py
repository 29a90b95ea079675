"""f-puzzles' JSON read as the table of a Sudoku: its grid, and a key for each kind of rule.

No description is published; what the keys mean is taken from SudokuPad's importer and D. Clamage's SudokuSolver.
Entries, notes, colours and the solution are no part of the puzzle; whatever else is not known is refused, as it may be
a rule.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from string import ascii_uppercase as LETTERS
from typing import Any

from models.kit.names import printable, shown
from models.kit.toml import SchemaError
from models.sudoku.board import MAX_ORDER, SYMBOLS, Box, boxed, layout_of
from models.sudoku.links.signs import Json, place_of, turned
from models.sudoku.variants import cells_as_text, variants
from models.sudoku.variants.lettered_cages import letter_of

Reader = Callable[[Json, str], Json]
"""From the whole puzzle and the key of a rule to a part of the table."""

BESIDE = ("size", "grid", "title", "author", "ruleset", "solution", "metadata")
"""Keys that are no rules, or are read on their own."""

SETTINGS = (
    *("highlightConflicts", "disabledlogic", "truecandidatesoptions", "activeConstraints"),
    *("fogofwar", "foglight", "triggereffect"),
)
"""Keys that tell programs how they are to look and to solve, and what of the grid they are to uncover when."""

DRAWN = {"line": "line", "rectangle": "square", "circle": "circle", "text": "text", "cage": "cage"}
"""What people draw for rules that only the words beside the puzzle tell, and how that is called here."""

EVERYWHERE = {key: key for key in ("antiknight", "antiking", "nonconsecutive")} | {"disjointgroups": "disjoint_groups"}
"""Rules of the whole board, by their keys, and their words here."""

ALONG = {
    "thermometer": "thermometers",
    "slowthermometer": "slow_thermometers",
    "palindrome": "palindromes",
    "betweenline": "between_lines",
    "renban": "renban",
    "regionsumline": "region_sum_lines",
    "entropicline": "entropic_lines",
    "modularline": "modular_lines",
    "zipperline": "zipper_lines",
    "nabner": "nabner",
    "lockout": "lockout_lines",
    "doublearrow": "double_arrows",
}
"""Rules of whole lines."""

OF_CELLS = {key: key for key in ("even", "odd", "minimum", "maximum")}
"""Rules of single cells."""

OF_MANY_CELLS = {"columnindexer": "column_indexers", "rowindexer": "row_indexers"}
"""Rules of single cells, of which a part has many."""

VIEWS = {"xsum": "x_sums", "skyscraper": "skyscrapers", "numberedroom": "numbered_rooms"}
"""Numbers at the ends of rows and columns."""

DOTS = {"difference": ("white", 1), "ratio": ("black", 2)}
"""Dots between neighbours: their kinds, and the numbers that need not be said."""

DIAGONALS = {"diagonal-": "falling", "diagonal+": "rising"}

STEPS = {"UR": (-1, 1), "UL": (-1, -1), "DR": (1, 1), "DL": (1, -1)}
"""The ways that a little killer's arrow can point."""


def table_from(puzzle: object) -> tuple[str, Json]:
    """The name, empty where it has none, and the table of a puzzle; SchemaError at a rule that is not known here."""
    if not isinstance(puzzle, dict):
        raise SchemaError(f"found {shown(puzzle)}; a puzzle of f-puzzles in braces is expected")
    table = _board(puzzle.get("grid"))
    drawn = list[Json]()
    if marks := _given_marks(puzzle["grid"]):
        table["given_marks"] = marks
    for key, value in puzzle.items():
        if key in BESIDE or key in SETTINGS or not value:
            continue
        if key in DRAWN:
            drawn += _drawn(puzzle, key)
            continue
        reader = READERS.get(key)
        found = reader(puzzle, key) if reader else {key: value}
        if not {*found} <= {*variants()} or reader is None:
            raise SchemaError(f"there is the rule {shown(key)}, which is not known here")
        table |= found
    words = puzzle.get("ruleset")
    if drawn := [part for part in drawn if not _is_ruled(part, table)]:
        table["drawn"] = drawn
    if isinstance(words, str) and words.strip():
        table["ruleset"] = printable(" ".join(words.split()))
    title, author = (puzzle.get(key) for key in ("title", "author"))
    name = printable(title) if isinstance(title, str) and title.strip() else ""
    return name + (f" by {printable(author)}" if name and isinstance(author, str) and author.strip() else ""), table


def usual_box(order: int) -> Box:
    """The boxes that a grid has where nothing is said: as square as they can be, and rather broad than high."""
    high = next(high for high in range(MAX_ORDER, 0, -1) if high * high <= order and order % high == 0)
    return high, order // high


def _board(grid: object) -> Json:
    if not isinstance(grid, list) or not all(isinstance(row, list) for row in grid):
        raise SchemaError("the puzzle has no grid; rows of cells are expected")
    order = len(grid)
    if not 2 <= order <= MAX_ORDER:
        raise SchemaError(f"the grid has {order} rows; 2 to {MAX_ORDER} are expected")
    rows: list[str] = []
    regions: list[str] = []
    high, wide = usual_box(order)
    for number, row in enumerate(grid):
        if len(row) != order or not all(isinstance(cell, dict) for cell in row):
            expected = f"{order} are expected, as there are rows"
            raise SchemaError(f"row {number + 1} of the grid has {len(row)} cells; {expected}")
        clues = (_clue(cell, order, f"R{number + 1}C{place + 1}") for place, cell in enumerate(row))
        rows.append("".join(SYMBOLS[clue] for clue in clues))
        usual = (number // high * high + place // wide for place in range(order))
        regions += [str(cell.get("region", box)) for cell, box in zip(row, usual, strict=True)]
    names = list(dict.fromkeys(regions))
    if names == ["None"]:
        return {"grid": rows, "boxes": "none"}
    if "None" in names or len(names) != order:
        found = "cells in no region" if "None" in names else f"{len(names)} regions"
        raise SchemaError(f"the grid has {found}; {order} regions that take up all of it, or none, are expected")
    return {"grid": rows} | regions_of(regions, order)


def regions_of(regions: list[str], order: int) -> Json:
    """The boxes or regions of a table, from the name of the region that each cell is in, row by row."""
    names = list(dict.fromkeys(regions))
    numbers = [names.index(region) for region in regions]
    for high in range(2, order):
        if order % high == 0 and numbers == list(boxed((high, order // high)).regions):
            return {"boxes": f"{high}x{order // high}"}
    names.sort(key=lambda name: (not name.isdecimal(), int(name) if name.isdecimal() else 0))
    drawn = "".join(LETTERS[names.index(region)] for region in regions)
    return {"regions": [drawn[start : start + order] for start in range(0, len(drawn), order)]}


def _given_marks(grid: list[list[Json]]) -> list[Json]:
    """The pencil marks given in cells without a clue; those in a corner or the centre are notes of a player."""
    found = list[Json]()
    for number, row in enumerate(grid, 1):
        for place, cell in enumerate(row, 1):
            digits = cell.get("givenPencilMarks") or []
            if not isinstance(digits, list):
                found_marks = f"the pencil marks given in R{number}C{place} are {shown(digits)}"
                raise SchemaError(f"{found_marks}; a list of digits is expected")
            if digits and not (cell.get("given") and cell.get("value")):
                found.append({"cells": f"r{number}c{place}", "digits": " ".join(map(str, digits))})
    return found


def _clue(cell: Json, order: int, name: str) -> int:
    digit = _number(cell, f"the clue in {name}") if cell.get("given") else None
    if digit is not None and not 1 <= digit <= order:
        raise SchemaError(f"{name} holds {digit}; the digits are 1 to {order}")
    return digit or 0


# Rules, each from the whole puzzle and its key


def _everywhere(puzzle: Json, key: str) -> Json:
    if key == "nonconsecutive" and (any(map(puzzle.get, DOTS)) or DOTS.keys() & {*_all_given(puzzle)}):
        return _dots(puzzle, key)  # it is for neighbours that have no dot
    if puzzle[key] is not True:
        raise SchemaError(f"{key} is {shown(puzzle[key])}; true or false is expected")
    return {EVERYWHERE[key]: True}


def _diagonals(puzzle: Json, key: str) -> Json:
    ways = [way for key, way in DIAGONALS.items() if puzzle.get(key)]
    return {"diagonals": True if len(ways) == 2 else ways[0]}


def _along(word: str) -> Reader:
    return lambda puzzle, key: {word: [line for part in _parts(puzzle, key) for line in _lines(part, key)]}


def _whispers(puzzle: Json, key: str) -> Json:
    """German or Dutch ones, by how far apart neighbours are."""
    order, found = len(puzzle["grid"]), dict[str, Any]()
    for part in _parts(puzzle, key):
        german, dutch = (order + 1) // 2, (order - 1) // 2
        made = _number(part, "a whispers line") or german
        if made not in (german, dutch):
            raise SchemaError(f"neighbours on a whispers line differ by {made}; {german} and {dutch} are known")
        word = "german_whispers" if made == german else "dutch_whispers"
        found.setdefault(word, []).extend(_lines(part, key))
    return found


def _of_cells(puzzle: Json, key: str) -> Json:
    return {OF_CELLS[key]: " ".join(_cell(part.get("cell"), key) for part in _parts(puzzle, key))}


def _of_many_cells(puzzle: Json, key: str) -> Json:
    return {OF_MANY_CELLS[key]: " ".join(_cells(part, key) for part in _parts(puzzle, key))}


def _view(puzzle: Json, key: str) -> Json:
    return {VIEWS[key]: {side: " ".join(clues) for side, clues in _at_ends(puzzle, key).items()}}


def _sandwich(puzzle: Json, key: str) -> Json:
    """Sums at either end of a row or a column."""
    found, sides = dict[str, str](), _at_ends(puzzle, key)
    for line, ends in {"rows": ("left", "right"), "columns": ("above", "below")}.items():
        if clues := [sides[side] for side in ends if side in sides]:
            found[line] = " ".join(min(both, key=".".__eq__) for both in zip(*clues, strict=True))
    return {"sandwich": found}


def _at_ends(puzzle: Json, key: str) -> dict[str, list[str]]:
    """Numbers at the ends of rows and columns, by the side of the grid."""
    order = len(puzzle["grid"])
    found: dict[str, list[str]] = {}
    for part in _parts(puzzle, key):
        name = _cell(part.get("cell"), key)
        (row, column), clue = place_of(name), _number(part, f"the rule {key}")
        ends = {"left": column == 0, "right": column == order + 1, "above": row == 0, "below": row == order + 1}
        sides = [side for side, is_there in ends.items() if is_there]
        number = row if ends["left"] or ends["right"] else column
        if clue is None or len(sides) != 1 or not 1 <= number <= order:
            raise SchemaError(f"the rule {key} at {name} has no number, or does not stand beside a row or a column")
        found.setdefault(sides[0], ["."] * order)[number - 1] = str(clue)
    return found


def _regions(puzzle: Json, key: str) -> Json:
    found = [_cells(part, key) for part in _parts(puzzle, key)]
    every = found, windows(len(puzzle["grid"]))
    drawn, of_windoku = ({frozenset(cells.split()) for cells in groups} for groups in every)
    return {"windoku": True} if drawn == of_windoku else {"extra_regions": found}


def _each(word: str, read_part: Callable[[Json, str, int], Json]) -> Reader:
    """A rule that has an entry for each part, by its key and the order."""
    return lambda puzzle, key: {word: [read_part(part, key, len(puzzle["grid"])) for part in _parts(puzzle, key)]}


def _cages(puzzle: Json, key: str) -> Json:
    """Cages; the sum of one with a letter is that of all with this letter, and with ? any."""
    found: Json = {}
    for part in _parts(puzzle, key):
        cells = _cells(part, key)
        if letter := letter_of(str(part.get("value") or "")):
            found.setdefault("lettered_cages", {}).setdefault(letter, []).append(cells)
        else:
            made = _number(part, "a cage")
            found.setdefault("cage", []).append({"cells": cells} | ({} if made is None else {"sum": made}))
    return found


def _arrows(puzzle: Json, key: str) -> Json:
    found: Json = {}
    for part in _parts(puzzle, key):
        circle, lines = _cells(part, key).split(), [line.split() for line in _lines(part, key)]
        if not lines:
            raise SchemaError(f"the circle of an arrow in {' '.join(circle)} has no line")
        for line in lines:
            if not circle or line[0] not in circle:
                raise SchemaError(f"the arrow {' '.join(line)} does not begin in its circle, {' '.join(circle)}")
            if len(circle) == 1:
                found.setdefault("arrows", []).append(" ".join(line))
            else:  # the number is read as a row or a column is
                pill = " ".join(sorted(circle, key=place_of))
                found.setdefault("pill_arrow", []).append({"cells": " ".join(line[1:]), "pill": pill})
    return found


def _dots(puzzle: Json, key: str) -> Json:
    """Dots with their numbers, and of which numbers all are given: those that dots of the kind have, or the usual one.

    Of white dots f-puzzles itself says ``nonconsecutive``, which is of 1 alone, and takes no dot of either kind for it.
    """
    found, given, word = dict[str, Any](), list[str](), "kropki"
    for kind_key, (kind, usual) in DOTS.items():
        numbers = set[int]()
        for part in _parts(puzzle, kind_key):
            made = _number(part, f"the rule {kind_key}")
            number = usual if made is None else made
            numbers.add(number)
            cells = _cells(part, kind_key)
            found.setdefault(kind, []).append(cells if number == usual else f"{cells}: {number}")
        numbers = numbers or {usual}
        lacking = {*numbers} if kind_key in _all_given(puzzle) else set[int]()
        if kind == "white" and puzzle.get("nonconsecutive"):
            lacking.add(1)
        given += [kind] if lacking == numbers else [f"{kind} {number}" for number in sorted(lacking)]
        if {*numbers, *lacking} != {usual}:
            word = "numbered_dots"
    if given:
        found["all_given"] = given == ["white", "black"] or (given[0] if len(given) == 1 else given)
    return {word: found} if found else {}


def _xv(puzzle: Json, key: str) -> Json:
    found: Json = {}
    for part in _parts(puzzle, key):
        letter = str(part.get("value") or "").strip()
        if letter.lower() not in ("x", "v"):
            raise SchemaError(f"the rule {key} has the value {shown(letter)}, which is not known here")
        found.setdefault(letter.lower(), []).append(_cells(part, key))
    if key in _all_given(puzzle):
        found["all_given"] = True
    return {key: found}


def _negative(puzzle: Json, key: str) -> Json:
    given = {*_all_given(puzzle)}
    return (_dots(puzzle, key) if given & DOTS.keys() else {}) | (_xv(puzzle, "xv") if "xv" in given else {})


def _all_given(puzzle: Json) -> list[str]:
    """The keys of the marks of which all are given."""
    given = puzzle.get("negative") or []
    known = (*DOTS, "xv")
    if not isinstance(given, list) or not {*map(str, given)} <= {*known}:
        wrong = f"the rule that all marks of a kind are given says {shown(given)}"
        raise SchemaError(f"{wrong}; known are {', '.join(known)}")
    return given


def _little_killer(part: Json, key: str, order: int) -> Json:
    row, column = place_of(_cell(part.get("cell"), key))
    made = _number(part, "a little killer")
    way = STEPS.get(str(part.get("direction")))
    if way is None or made is None:
        wrong = f"a little killer at r{row}c{column} has no sum, or points no way"
        raise SchemaError(f"{wrong}; UR, UL, DR or DL is expected")
    cells = [(row + step * way[0], column + step * way[1]) for step in range(1, order + 1)]
    inside = [f"r{y}c{x}" for y, x in cells if 1 <= y <= order and 1 <= x <= order]
    return {"cells": " ".join(inside), "sum": made}


def _clone(part: Json, key: str, order: int) -> Json:
    return {"cells": _cells(part, key), "copy": _cells(part, key, "cloneCells")}


def _quadruple(part: Json, key: str, order: int) -> Json:
    digits = part.get("values")
    if not isinstance(digits, list):
        raise SchemaError(f"the values of a quadruple are {shown(digits)}; a list of digits is expected")
    return {"cells": _cells(part, key), "digits": " ".join(map(str, digits))}


READERS: dict[str, Reader] = {
    **dict.fromkeys(EVERYWHERE, _everywhere),
    **{key: _along(word) for key, word in ALONG.items()},
    "whispers": _whispers,
    **dict.fromkeys(OF_CELLS, _of_cells),
    **dict.fromkeys(OF_MANY_CELLS, _of_many_cells),
    **dict.fromkeys(VIEWS, _view),
    **dict.fromkeys(DOTS, _dots),
    "xv": _xv,
    "negative": _negative,
    **dict.fromkeys(DIAGONALS, _diagonals),
    "killercage": _cages,
    "arrow": _arrows,
    "littlekillersum": _each("little_killer", _little_killer),
    "sandwichsum": _sandwich,
    "extraregion": _regions,
    "clone": _each("clone", _clone),
    "quadruple": _each("quadruple", _quadruple),
}
"""What reads the rule of each key."""


# Parts of rules


def _parts(puzzle: Json, key: str) -> list[Json]:
    parts = puzzle.get(key) or []
    if not isinstance(parts, list) or not all(isinstance(part, dict) for part in parts):
        raise SchemaError(f"{key} is {shown(parts)}; a list of parts in braces is expected")
    return parts


def _lines(part: Json, key: str) -> list[str]:
    lines = part.get("lines") or []
    if not isinstance(lines, list):
        raise SchemaError(f"the rule {key} has the lines {shown(lines)}; lists of cells are expected")
    return [_cells({"cells": line}, key) for line in lines]


def _cells(part: Json, key: str, word: str = "cells") -> str:
    cells = part.get(word)
    if not isinstance(cells, list) or not cells:
        raise SchemaError(f"the rule {key} has the {word} {shown(cells)}; a list such as R1C1, R1C2 is expected")
    return " ".join(_cell(cell, key) for cell in cells)


def _cell(cell: object, key: str) -> str:
    if not isinstance(cell, str) or not re.fullmatch("R[0-9]{1,2}C[0-9]{1,2}", cell):
        raise SchemaError(f"the rule {key} is for {shown(cell)}; a cell such as R1C1 is expected")
    return cell.lower()


def _drawn(puzzle: Json, key: str) -> list[Json]:
    """What is drawn within the grid; what stands beside it, or is of no cells, is left out."""
    order, found = len(puzzle["grid"]), list[Json]()
    inside = {f"R{row}C{column}" for row in range(1, order + 1) for column in range(1, order + 1)}
    for part in _parts(puzzle, key):
        value = part.get("value")
        text = {} if value in (None, "") else {"text": turned(printable(str(value)), part.get("angle"))}
        lines = part.get("lines") if key == "line" else [part.get("cells")]
        for cells in lines if isinstance(lines, list) else ():
            within = [str(cell) for cell in cells if str(cell) in inside] if isinstance(cells, list) else []
            if within and within == cells:
                found.append({"cells": _cells({"cells": list(dict.fromkeys(within))}, key), "form": DRAWN[key], **text})
    return found


def _is_ruled(part: Json, table: Json) -> bool:
    """Whether what is drawn is the line of a rule, which is drawn anyway."""
    ways = part["cells"], " ".join(reversed(part["cells"].split()))
    return part["form"] == "line" and any(
        way in value for value in table.values() if isinstance(value, list) for way in ways
    )


def _number(part: Json, what: str) -> int | None:
    value = part.get("value")
    if value in (None, ""):
        return None
    if isinstance(value, bool) or not re.fullmatch("[0-9]{1,9}", str(value).strip()):
        raise SchemaError(f"the value of {what} is {shown(value)}; a whole number is expected")
    return int(value)


def windows(order: int) -> list[str]:
    """The cells of each window of a Windoku; none where the order has no windows."""
    layout, every = layout_of(usual_box(order)), variants()["windoku"]()
    return [] if every.complaint(layout) else [cells_as_text(house.cells, layout) for house in every.houses(layout)]
