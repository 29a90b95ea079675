"""Sudokus as tables: TOML and JSON, also with one a line; boards of any kind, and variants.

What the keys are, ``models.sudoku.variants`` says. JSON of others, ``{"puzzle": [[5, 3, 0, …], …]}``, has a grid alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from math import isqrt
from pathlib import Path
from string import ascii_lowercase, ascii_uppercase, digits
from typing import Any

from models.errors import InputError
from models.kit.files import read_lines_on, read_text
from models.kit.json_text import json_of
from models.kit.names import hint, printable, shown
from models.kit.toml import SchemaError, read_one
from models.sudoku.board import (
    BOXES,
    MAX_ORDER,
    SYMBOLS,
    BoardLayout,
    BoardShape,
    Box,
    Position,
    Square,
    boxed,
    layout_of,
)
from models.sudoku.instance import Sudoku
from models.sudoku.reading.lines import VALUES, cell_value
from models.sudoku.variants import read_variants, variants, write_variants

LETTERS = ascii_uppercase + ascii_lowercase + digits[1:]
"""What regions are drawn with."""

GAPS = " .0"
"""What may stand in a drawing where no grid has a cell."""

MAX_GRIDS = 30
MAX_BOARD_SIDE = 200

_BARE_KEY = re.compile("[A-Za-z0-9_-]+")

KEYS = ("name", "source", "order", "grid", "boxes", "regions", "grids")

GRID_KEYS = (
    "puzzle",
    "board",
    "sudoku",
    "quiz",
    "quizzes",
    "problem",
    "question",
    "givens",
    "clues",
    "unsolved",
    "start",
)
"""What others call the grid in JSON."""

KEYS_BESIDE = (
    *("id", "title", "author", "date", "created", "seed", "url", "type", "size", "dimension", "is_valid", "number"),
    *("difficulty", "level", "rating", "score", "tags", "solution", "solutions", "solved", "answer", "answers"),
)
"""What may stand beside such a grid and changes nothing about the puzzle."""


def read_table(path: Path) -> Iterator[Sudoku | InputError]:
    return read_one(path, [*KEYS, *variants()], sudoku_from)


def read_tables(path: Path) -> Iterator[Sudoku | InputError]:
    """The instances of a file with one JSON object a line; what is wrong with one comes as the error that says so."""
    for number, line in read_lines_on(path):
        if isinstance(line, str) and not line.strip():
            continue
        try:
            if isinstance(line, InputError):
                raise line
            yield sudoku_from_json(line, f"{path.stem} #{number}")
        except InputError as error:
            yield InputError(error.sentence, path, number)


def read_json(path: Path) -> Iterator[Sudoku | InputError]:
    """Yield the instances of a file that is one JSON value (an object, a list or a grid), or has one on each line."""
    try:
        found = json_of(read_text(path))
    except ValueError:
        yield from read_tables(path)
        return
    entries = found if isinstance(found, list) and any(isinstance(entry, dict) for entry in found) else [found]
    for number, entry in enumerate(entries, 1):
        called = path.stem if len(entries) == 1 else f"{path.stem} #{number}"
        try:
            yield _from_json({"grid": entry} if isinstance(entry, list) else entry, printable(called))
        except InputError as error:
            where = "" if len(entries) == 1 else f"puzzle {number}: "
            yield InputError(where + error.sentence, path)


def sudoku_from_json(text: str, name: str) -> Sudoku:
    """Return the Sudoku of one JSON object; InputError where it tells none."""
    import json  # as heavy as most runs are light

    try:
        return _from_json(json_of(text), name)
    except ValueError as error:
        what = str(error).partition(":")[0].lower() if isinstance(error, json.JSONDecodeError) else "too much"
        raise InputError(f"this is no JSON ({what}); an object in braces is expected on each line") from None


def _from_json(table: object, name: str) -> Sudoku:
    if not isinstance(table, dict):
        raise InputError(f"found {shown(table)}; an object in braces is expected on each line")
    known = [*KEYS, *variants()]
    named = table.get("name", table.get("title"))
    puzzle = next((key for key in table if key.lower() in GRID_KEYS), None)
    if puzzle is not None and "grid" not in table:
        known = [puzzle, *KEYS, *variants(), *KEYS_BESIDE]
        table = {("grid" if key == puzzle else key): value for key, value in table.items()}
    invalid = next((key for key in table if key not in known and (puzzle is None or key.lower() not in known)), None)
    if invalid is not None:
        instead = hint(invalid, known, f"expected are {', '.join(known)}")
        raise SchemaError(f"found the key {shown(invalid)}; {instead}")
    table = {key: value for key, value in table.items() if key in KEYS or key in variants()}
    if isinstance(table.get("grid"), list):
        table["grid"] = _drawn_rows(table["grid"])
    return sudoku_from(printable(named) if isinstance(named, str) else name, table)


def _drawn_rows(grid: list[Any]) -> list[str]:
    """Return the rows of a grid that is a list of rows of numbers, or of the cells one by one."""
    side = isqrt(len(grid))
    if (
        len(grid) > 1
        and side * side == len(grid)
        and not any(isinstance(row, list | str) and len(row) > 1 for row in grid)
    ):
        grid = [grid[start : start + side] for start in range(0, len(grid), side)]
    rows = []
    for number, row in enumerate(grid, 1):
        cells = row if isinstance(row, list) else [row]
        for column, cell in enumerate(cells, 1):
            is_digit = type(cell) is int and 0 <= cell <= MAX_ORDER
            if not (is_digit or cell is None or isinstance(cell, str)):
                raise SchemaError(
                    f"R{number}C{column} is {shown(cell)}; a digit is expected, or 0 for an empty cell", "grid"
                )
        rows.append("".join(SYMBOLS[cell or 0] if not isinstance(cell, str) else _symbol(cell) for cell in cells))
    return rows


def _symbol(cell: str) -> str:
    """Return a cell of a text as one symbol, several of them as they are."""
    value = cell_value(cell.strip())
    return cell if value is None or len(cell.strip()) > 2 or value > MAX_ORDER else SYMBOLS[value]


def sudoku_from(name: str, table: Mapping[str, Any]) -> Sudoku:
    """The Sudoku that a table tells; SchemaError when it is none."""
    has_grids = "grids" in table
    rows, regions = ([] if has_grids else _rows(table, key) for key in ("grid", "regions"))
    boxes = table.get("boxes")
    box = _box(boxes)
    if "regions" in table and boxes is not None:
        raise SchemaError("found both regions and boxes; a grid is cut in one way", "regions")
    order = _order(table, rows, regions, box)
    board: BoardShape | None = None
    if regions:
        board = BoardShape((Square(order, _regions(regions, order)),))
    elif boxes == "none" and not has_grids:
        board = BoardShape((Square(order),))
    elif box is None and order not in BOXES and boxes is None and "regions" not in table:
        key = next(((key,) for key in ("boxes", "order", "grid") if key in table), ())
        raise SchemaError(f'there is no usual box of {order} cells; boxes = "none" or regions are expected', *key)
    shape = box or BOXES.get(order, (1, order))
    if has_grids:
        board = _overlapping(table, order, None if boxes == "none" else shape)
        rows = _board_rows(table, "grid")
    if board is None and shape != BOXES.get(order):
        board = None if order in BOXES else BoardShape((boxed(shape),))
    layout = layout_of(board or shape)
    if has_grids and rows:
        _require_cells(layout, rows)
        rows = [row.replace(" ", SYMBOLS[0]).ljust(layout.width, SYMBOLS[0])[: layout.width] for row in rows]
    drawn = [_digits(row, number, order) for number, row in enumerate(rows)]
    clues = tuple(drawn[row][column] if drawn else 0 for row, column in layout.positions)
    return Sudoku(clues, shape, name, board=board, variants=read_variants(table, layout))


def as_table(instance: Sudoku) -> dict[str, Any]:
    """The table from which ``sudoku_from`` makes ``instance`` again."""
    layout, order = layout_of(instance.board or instance.box), instance.order
    table: dict[str, Any] = {"name": instance.name}
    several = len(layout.squares) > 1
    if any(instance.clues):
        table["grid"] = _drawn(layout, [SYMBOLS[clue] for clue in instance.clues])
    if several or not any(instance.clues):
        table["order"] = order
    square = layout.squares[0]
    if several:
        table["grids"] = [f"r{down + 1}c{right + 1}" for down, right in (square.corner for square in layout.squares)]
    if regions := [unit for unit in layout.units if unit.kind == "region"]:
        letters = {cell: letter for letter, unit in zip(LETTERS, regions, strict=False) for cell in unit.cells}
        table["regions"] = _drawn(layout, [letters[cell] for cell in range(len(layout.positions))])
    elif square.box is None:
        table["boxes"] = "none"
    elif square.box != BOXES.get(order):
        table["boxes"] = "{}x{}".format(*square.box)
    return table | write_variants(instance.variants, layout)


def as_toml(instance: Sudoku) -> str:
    table = as_table(instance)
    plain = {key: value for key, value in table.items() if not _are_tables(value)}
    lines = [f"{key} = {_value(value)}" for key, value in plain.items()]
    for key, value in table.items():
        for entry in value if key not in plain else ():
            lines += ["", f"[[{key}]]", *(f"{part} = {_value(what)}" for part, what in entry.items())]
    return "\n".join(lines) + "\n"


def _are_tables(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(entry, dict) for entry in value)


def _value(value: Any) -> str:
    import json  # as above

    if isinstance(value, list):
        return "[\n" + "".join(f"    {_value(entry)},\n" for entry in value) + "]"
    if isinstance(value, dict):
        keys = (key if _BARE_KEY.fullmatch(key) else _value(key) for key in value)
        return (
            "{ " + ", ".join(f"{key} = {_value(each)}" for key, each in zip(keys, value.values(), strict=True)) + " }"
        )
    return json.dumps(value, ensure_ascii=False)


def _rows(table: Mapping[str, Any], key: str) -> list[str]:
    """The rows of a drawing, without the spaces between its letters; none where it is not there."""
    value = table.get(key)
    if value is None:
        return []
    rows = value
    if isinstance(value, str):
        rows = [line for line in value.splitlines() if line.strip()]
        if len(rows) == 1 and (side := isqrt(len(text := value.replace(" ", "")))) ** 2 == len(text):
            rows = [text[start : start + side] for start in range(0, len(text), side)]
    if not isinstance(rows, list) or not rows or not all(isinstance(row, str) for row in rows):
        raise SchemaError(f"{key} is {shown(value)}; a list of texts is expected, one for each row", key)
    rows = [row.replace(" ", "") for row in rows]
    for number, row in enumerate(rows):
        if len(row) != len(rows):
            found = f"row {number + 1} of {key} has {len(row)} cells"
            raise SchemaError(f"{found}; a square is expected, and there are {len(rows)} rows", key, number)
    return rows


def _board_rows(table: Mapping[str, Any], key: str) -> list[str]:
    """The rows of a drawing of several grids, with its gaps; none where it is not there."""
    value = table.get(key)
    rows = value.strip("\n").split("\n") if isinstance(value, str) else value
    if rows is None:
        return []
    if not isinstance(rows, list) or not all(isinstance(row, str) for row in rows):
        raise SchemaError(f"{key} is {shown(value)}; a list of texts is expected, one for each row of the board", key)
    return rows


def _box(boxes: object) -> Box | None:
    if boxes in (None, "none"):
        return None
    match = re.fullmatch(r"([0-9]{1,2})\s*[xX×]\s*([0-9]{1,2})", boxes) if isinstance(boxes, str) else None
    rows, columns = (int(match[1]), int(match[2])) if match else (0, 0)
    if min(rows, columns) < 2 or rows * columns > MAX_ORDER:
        expected = f'rows x columns such as "3x3", no side 1 and at most {MAX_ORDER} cells, or "none", are expected'
        raise SchemaError(f"boxes is {shown(boxes)}; {expected}", "boxes")
    return rows, columns


def _order(table: Mapping[str, Any], rows: Sequence[str], regions: Sequence[str], box: Box | None) -> int:
    """How many digits there are, on which all that tells it must agree."""
    orders = {"grid": len(rows), "regions": len(regions), "boxes": box[0] * box[1] if box else 0}
    if "order" in table:
        orders["order"] = table["order"]
        if type(orders["order"]) is not int or not 2 <= orders["order"] <= MAX_ORDER:
            raise SchemaError(f"order is {shown(orders['order'])}; a number from 2 to {MAX_ORDER} is expected", "order")
    found = {key: order for key, order in orders.items() if order}
    first, order = next(iter(found.items()), ("order", 9))
    if not 2 <= order <= MAX_ORDER:
        raise SchemaError(f"{first} has {order} rows; 2 to {MAX_ORDER} are expected", first)
    for key, other in found.items():
        if other != order:
            raise SchemaError(f"by its {first} this is of order {order}, by its {key} of order {other}", key)
    return order


def _digits(row: str, number: int, order: int) -> tuple[int, ...]:
    digits = tuple(VALUES.get(symbol, MAX_ORDER + 1) for symbol in row)
    if max(digits) > order:
        column = next(column for column, digit in enumerate(digits) if digit > order)
        allowed = f"1 to {SYMBOLS[order]}" if order < 10 else f"1 to 9 and A to {SYMBOLS[order]}"
        found = f"R{number + 1}C{column + 1} is {shown(row[column])}"
        raise SchemaError(f"{found}; expected is {allowed}, or . or 0 for an empty cell", "grid", number)
    return digits


def _regions(rows: Sequence[str], order: int) -> tuple[int, ...]:
    """The number of each cell's region: the regions in the order of their letters."""
    letters = "".join(rows)
    sizes = {letter: letters.count(letter) for letter in sorted({*letters})}
    for letter, size in sizes.items():
        if size != order:
            number = next(number for number, row in enumerate(rows) if letter in row)
            found = f"region {printable(letter)} has {size} cell{'s' * (size != 1)}"
            raise SchemaError(f"{found}; every region has {order}, as many as there are digits", "regions", number)
    return tuple(map([*sizes].index, letters))


# Several grids that overlap, as in a samurai


def _overlapping(table: Mapping[str, Any], order: int, box: Box | None) -> BoardShape:
    """The board of several grids by their corners, each with such boxes, or with the regions that are drawn."""
    corners = _corners(table["grids"], order)
    regions = _board_rows(table, "regions")
    if not regions:
        return BoardShape(tuple(boxed(box, corner) if box else Square(order, corner=corner) for corner in corners))
    letters = {(row, column): letter for row, text in enumerate(regions) for column, letter in enumerate(text)}
    squares = []
    for number, (down, right) in enumerate(corners, 1):
        drawn = [letters.get((down + row, right + column), " ") for row in range(order) for column in range(order)]
        names = list(dict.fromkeys(drawn))
        wrong = next((name for name in names if name in GAPS or drawn.count(name) != order), None)
        if wrong is not None:
            cells = f"{drawn.count(wrong)} cells" + " in none" * (wrong in GAPS)
            raise SchemaError(f"grid {number} has {cells} of region {shown(wrong)}; each region has {order}", "regions")
        squares.append(Square(order, tuple(map(names.index, drawn)), corner=(down, right)))
    return BoardShape(tuple(squares))


def _require_cells(layout: BoardLayout, rows: Sequence[str]) -> None:
    """See to it that a drawing of the whole board has something for each cell, and nothing where there is none."""
    for row, text in enumerate(rows):
        for column, symbol in enumerate(text):
            if symbol not in GAPS and (row, column) not in layout.cell_at:
                raise SchemaError(f"R{row + 1}C{column + 1} is {shown(symbol)}, where no grid has a cell", "grid", row)
    for row, column in layout.positions:
        if row >= len(rows) or rows[row][column : column + 1] in ("", " "):
            expected = "a digit is expected, or . or 0 for an empty cell"
            raise SchemaError(f"R{row + 1}C{column + 1} has nothing; {expected}", "grid", min(row, len(rows) - 1))


def _drawn(layout: BoardLayout, symbols: Sequence[str]) -> list[str]:
    """The rows of the whole board with a symbol for each cell and spaces in the gaps."""
    at = dict(zip(layout.positions, symbols, strict=True))
    rows = ("".join(at.get((row, column), " ") for column in range(layout.width)) for row in range(layout.height))
    return [row.rstrip() for row in rows]


def _corners(value: object, order: int) -> list[Position]:
    if not isinstance(value, list) or not 1 < len(value) <= MAX_GRIDS:
        expected = f"the upper left cells of 2 to {MAX_GRIDS} grids are expected"
        raise SchemaError(f"grids is {shown(value)}; {expected}", "grids")
    corners: list[Position] = []
    for number, text in enumerate(value):
        name = text.strip() if isinstance(text, str) else ""
        match = re.fullmatch("r([0-9]{1,3})c([0-9]{1,3})", name, re.IGNORECASE)
        row, column = (int(match[1]) - 1, int(match[2]) - 1) if match else (-1, -1)
        if not (0 <= row <= MAX_BOARD_SIDE - order and 0 <= column <= MAX_BOARD_SIDE - order):
            found = f"grid {number + 1} is at {shown(text)}"
            expected = f"a cell such as r1c13 is expected, and no more than {MAX_BOARD_SIDE} rows"
            raise SchemaError(f"{found}; {expected}", "grids", number)
        if (row, column) in corners:
            raise SchemaError(f"two grids are at {name}", "grids", number)
        corners.append((row, column))
    return corners
