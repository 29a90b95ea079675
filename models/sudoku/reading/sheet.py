"""Sudokus in Excel workbooks: a grid of cells, or a list of puzzles, on the first sheet.

Either each row of the sheet has a whole puzzle in one cell, as a line of a text file would, or its cells are
the grid's: digits as numbers or text, letters, blanks. The grid is where the used part of the sheet is a
square of some order, borders and colours counting as used; else where the contents are; else, when these
touch row 1 or column A, the square from A1 that holds them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import ZipFile

from models.errors import InputError
from models.kit.files import beginning
from models.kit.names import printable, shown
from models.kit.parquet import refuse_columns
from models.kit.source import is_pipe
from models.sudoku.board import BOXES
from models.sudoku.instance import Sudoku
from models.sudoku.reading.lines import ORDERS, allowed, cell_value

SheetCells = dict[tuple[int, int], object]
"""What the cells hold that hold anything, by row and column from 1."""

CellRange = tuple[int, int, int, int]
"""First row, first column, last row, last column."""

MAX_UNPACKED_BYTES = 100_000_000
"""A workbook of 100,000 puzzles has some 15 million."""

MAX_SHEET_CELLS = 5_000_000
"""Cells of a sheet from the first that is used to the last, most of which may be empty."""


_TABLE = re.compile(
    r"""(?:\s|#[^\n]*\n)*(?:(?P<json>\{\s*"|\[\s*\{\s*")|\[\[\w+\]\]|\w+\s*=\s*(?:"|'|true|[0-9]|\[\s*["']))"""
)


def table_kind(path: Path) -> str:
    """``.toml``, ``.json`` or ``.jsonl`` for a file that is called so, and for a pipe that begins so."""
    suffix = path.suffix.lower()
    if suffix in (".toml", ".json", ".jsonl") or not is_pipe(path):
        return suffix if suffix in (".toml", ".json", ".jsonl") else ""
    try:
        match = _TABLE.match(beginning(path))
    except InputError:
        return ""  # reading it as text will say why
    return "" if match is None else ".json" if match["json"] else ".toml"


def is_workbook(path: Path) -> bool:
    """Whether the file begins as an Excel workbook does; InputError when it is one of the old kind."""
    try:
        if not path.is_file() and not is_pipe(path):
            return False
        with path.open("rb") as file:
            start = file.read(8)
    except (OSError, ValueError):
        return False  # reading it as text will say why
    if start.startswith(bytes.fromhex("d0cf11e0a1b11ae1")):
        raise InputError("found an Excel file of the old kind (.xls); save it as .xlsx or .csv", path)
    return start.startswith(b"PK\x03\x04")


def read_sheet(path: Path) -> Iterator[tuple[int, str]] | Sudoku | None:
    """The first sheet: a grid, or where it lists whole puzzles each row as a line of text; None when it is empty."""
    contents, used = _load(path)
    refuse_columns((value for (row, _), value in contents.items() if row == 1), path)
    if any(isinstance(value, str) and len(value.strip()) > max(BOXES) for value in contents.values()):
        rows: dict[int, list[str]] = {}
        for row, column in sorted(contents):
            rows.setdefault(row, []).append(_text(contents[row, column]))
        return ((row, "\t".join(texts)) for row, texts in rows.items())
    return _grid(path, contents, used) if contents else None


def _load(path: Path) -> tuple[SheetCells, CellRange]:
    try:
        import openpyxl
    except ImportError:
        raise InputError("reading Excel files needs openpyxl: pip install 'puzzlebench[excel]'", path) from None
    try:
        with path.open("rb") as file:
            packed = BytesIO(file.read(MAX_UNPACKED_BYTES))
        with ZipFile(packed) as archive:
            if (size := sum(part.file_size for part in archive.infolist())) > MAX_UNPACKED_BYTES:
                found = f"unpacked, the workbook has {size:,} bytes"
                raise InputError(f"{found}; up to {MAX_UNPACKED_BYTES:,} are read", path)
        book: Any = openpyxl.load_workbook(packed, data_only=True)
        sheet = book.worksheets[0]
        # To be asked first: walking over the rows makes cells that are then counted as used.
        used = sheet.min_row, sheet.min_column, sheet.max_row, sheet.max_column
        if (cells := (used[2] - used[0] + 1) * (used[3] - used[1] + 1)) > MAX_SHEET_CELLS:
            found = f"the sheet is used as far as {_name(used[2], used[3])}, {cells:,} cells"
            raise InputError(f"{found}; up to {MAX_SHEET_CELLS:,} are read", path)
        rows = sheet.iter_rows(used[0], used[2], used[1], used[3])
        return {(cell.row, cell.column): cell.value for row in rows for cell in row if _text(cell.value)}, used
    except InputError:
        raise
    except Exception as error:  # the library lets errors of zip, XML and its own through, of a dozen kinds
        raise InputError(f"this is no Excel workbook that openpyxl can read ({type(error).__name__})", path) from None


def _grid(path: Path, contents: SheetCells, used: CellRange) -> Sudoku:
    top, left, bottom, right = _area(contents, used)
    order = bottom - top + 1
    if order != right - left + 1 or order not in BOXES:
        found = f"found {order} rows and {right - left + 1} columns, from {_name(top, left)} to {_name(bottom, right)}"
        raise InputError(f"{found}; expected is a square of {ORDERS}, 0 in an empty cell at its edge", path)
    cells = []
    for row in range(top, bottom + 1):
        for column in range(left, right + 1):
            value = contents.get((row, column))
            digit = cell_value(_text(value))
            if digit is None or digit > order:
                found = f"{_name(row, column)} holds {shown(str(value))}"
                raise InputError(f"{found}; expected is {allowed(order)}", path, row)
            cells.append(digit)
    return Sudoku(tuple(cells), BOXES[order], printable(path.stem))


def _area(contents: SheetCells, used: CellRange) -> CellRange:
    """The square that the grid takes up; when there is none, the part with contents."""
    rows, columns = zip(*contents, strict=True)
    filled = min(rows), min(columns), max(rows), max(columns)
    for top, left, bottom, right in (used, filled):
        if bottom - top == right - left and bottom - top + 1 in BOXES:
            return top, left, bottom, right
    reach = max(filled[2:])
    return (1, 1, reach, reach) if 1 in filled[:2] and reach in BOXES else filled


def _text(value: object) -> str:
    """A cell's value as text: 5.0 is 5, and a truth value no digit."""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return "" if value is None else str(value).strip()


def _name(row: int, column: int) -> str:
    from openpyxl.utils import get_column_letter

    return f"{get_column_letter(column)}{row}"
