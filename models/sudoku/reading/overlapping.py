"""Boards of several grids that overlap, as in a samurai: their corners, and drawings of the whole board with gaps."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from string import ascii_letters, digits
from typing import Any

from models.kit.names import shown
from models.kit.toml import SchemaError
from models.sudoku.board import BoardLayout, BoardShape, Box, Position, Square, boxed

MAX_GRIDS = 30
MAX_BOARD_SIDE = 200

GAPS = " .0"
"""What may stand in a drawing where no grid has a cell."""


def board_from(table: Mapping[str, Any], order: int, box: Box | None) -> BoardShape:
    """The board of the grids whose corners ``grids`` tells, each with such boxes, or with the regions that are drawn.

    Raises SchemaError when there is something else.
    """
    corners = _corners(table["grids"], order)
    regions = drawing(table, "regions")
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


def require_cells(layout: BoardLayout, rows: Sequence[str]) -> None:
    """See to it that a drawing of the whole board has something for each cell, and nothing where there is none.

    Raises SchemaError when it does not.
    """
    for row, text in enumerate(rows):
        for column, symbol in enumerate(text):
            if symbol not in GAPS and (row, column) not in layout.cell_at:
                raise SchemaError(f"R{row + 1}C{column + 1} is {shown(symbol)}, where no grid has a cell", "grid", row)
    for row, column in layout.positions:
        if row >= len(rows) or rows[row][column : column + 1] in ("", " "):
            expected = "a digit is expected, or . or 0 for an empty cell"
            raise SchemaError(f"R{row + 1}C{column + 1} has nothing; {expected}", "grid", min(row, len(rows) - 1))


def drawing(table: Mapping[str, Any], key: str) -> list[str]:
    """The rows of a drawing with its gaps; none where it is not there.

    Raises SchemaError when it is no text of several lines and no list of texts.
    """
    value = table.get(key)
    rows = value.strip("\n").split("\n") if isinstance(value, str) else value
    if rows is None:
        return []
    if not isinstance(rows, list) or not all(isinstance(row, str) for row in rows):
        raise SchemaError(f"{key} is {shown(value)}; a list of texts is expected, one for each row of the board", key)
    return rows


def drawn(layout: BoardLayout, symbols: Sequence[str]) -> list[str]:
    """The rows of the whole board with a symbol for each cell and spaces in the gaps."""
    at = dict(zip(layout.positions, symbols, strict=True))
    rows = ("".join(at.get((row, column), " ") for column in range(layout.width)) for row in range(layout.height))
    return [row.rstrip() for row in rows]


def as_table(layout: BoardLayout) -> dict[str, Any]:
    """What tells the grids and their regions, where these are no boxes of one shape."""
    corners = (square.corner for square in layout.squares)
    table: dict[str, Any] = {"grids": [f"r{row + 1}c{column + 1}" for row, column in corners]}
    houses = [unit for unit in layout.units if unit.kind == "region"]
    if houses:
        letters = dict(zip(ascii_letters + digits[1:], houses, strict=False))
        at = {cell: letter for letter, house in letters.items() for cell in house.cells}
        table["regions"] = drawn(layout, [at[cell] for cell in range(len(layout.positions))])
    return table


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
