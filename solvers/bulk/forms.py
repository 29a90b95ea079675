"""The forms of an output file, by the ending of its name: text, JSON lines, one JSON array, CSV, Excel.

Text and JSON lines are written line by line. The others are whole only at the end: until then their records are in
``FILE.lines``, which is resumed like any output, and from which ``FILE`` is made in one step.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from pathlib import Path
from typing import Any

from models.errors import InputError, PuzzlebenchError
from models.kit.names import printable
from solvers.render.json import KEYS
from solvers.terminal.encoding import READABLY
from solvers.terminal.files import write_whole

TEXT = ("", ".txt", ".text")
LINES = (".jsonl", ".ndjson")

COLUMNS = [key for key in KEYS if key not in ("seconds", "size", "effort")]
"""Of a table; what a record of a file of many leaves open is left out."""

WIDEST_CELL = 32_767
TALLEST_SHEET = 1_048_576
"""What Excel takes."""


def check_output(path: Path, as_json: bool, resume: bool, source: Path | None) -> None:
    """Whether something can be written to a file of this name.

    Raises:
        InputError: when its ending names no form there is, or another one than was asked for; when it is the input;
            or when it is complete, and was to be resumed.
        PuzzlebenchError: when the library for its form is not installed.
    """
    ending = path.suffix.lower()
    if ending not in (*TEXT, *LINES, *MAKERS):
        known = ", ".join([*TEXT[1:2], *LINES[:1], *MAKERS])
        raise InputError(f"ends in {path.suffix}; --output writes names that end in {known}, or in nothing", path)
    if as_json and is_table(path):
        raise InputError(f"--json is of no use beside --output {path.name}, whose name says what is written")
    if ending == ".xlsx":
        _workbook()
    if not needs_lines(path) or not path.exists():
        return
    if not path.is_file():
        raise InputError("is no regular file, which --output needs", path)
    if source is not None and source.exists() and path.samefile(source):
        raise InputError("is the input file, which --output would overwrite", path)
    if resume and not lines_of(path).exists():
        raise InputError("is complete, or no file of an unfinished run; leave out --resume to overwrite it", path)


def is_text(path: Path | None) -> bool:
    """Whether what is written is for people, or for who reads plain answers."""
    return path is None or path.suffix.lower() in TEXT


def is_table(path: Path | None) -> bool:
    """Whether each puzzle is a row of cells."""
    return path is not None and path.suffix.lower() in (".csv", ".xlsx")


def needs_lines(path: Path) -> bool:
    """Whether it is made at the end of lines that are kept elsewhere until then."""
    return path.suffix.lower() in MAKERS


def lines_of(path: Path) -> Path:
    """Where the lines are written."""
    return path.with_name(path.name + ".lines") if needs_lines(path) else path


def complete(path: Path | None) -> None:
    """Make the file of its lines, which are not needed any more afterwards."""
    if path and needs_lines(path):
        lines = lines_of(path)
        with lines.open(encoding="utf-8") as file:
            write_whole(path, MAKERS[path.suffix.lower()](line.removesuffix("\n") for line in file))
        lines.unlink()


def _array(lines: Iterable[str]) -> Iterator[bytes]:
    before = "[\n"
    for line in lines:
        yield f"{before}{line}".encode()
        before = ",\n"
    yield b"\n]\n"


def _csv(lines: Iterable[str]) -> Iterator[bytes]:
    rows: Iterator[list[Any]] = chain([COLUMNS], map(_cells, lines))
    for row in rows:
        out = io.StringIO()
        csv.writer(out, lineterminator="\n").writerow(map(_harmless, row))
        yield out.getvalue().encode(errors=READABLY)


def _harmless(cell: Any) -> Any:
    """A cell that no spreadsheet takes for a formula: a text that begins like one begins with an apostrophe."""
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(("=", "+", "-", "@", "\t", "\r")) else cell


def _excel(lines: Iterable[str]) -> Iterator[bytes]:
    from openpyxl.cell import WriteOnlyCell

    book = _workbook()
    sheet = book.create_sheet("answers")
    sheet.freeze_panes = "A2"
    sheet.append(COLUMNS)
    for number, line in enumerate(lines, 2):
        if number > TALLEST_SHEET:
            raise InputError(f"an Excel sheet has {TALLEST_SHEET:,} rows, too few for these; write a .csv file")
        row = []
        for name, value in zip(COLUMNS, _cells(line), strict=True):
            if isinstance(value, str) and len(value) > WIDEST_CELL:
                raise InputError(f"row {number}: {name} is too long for a cell of Excel; write a .csv or .jsonl file")
            cell = WriteOnlyCell(sheet, printable(value) if isinstance(value, str) else value)
            if isinstance(value, str):
                cell.data_type = "s"  # a name that begins with = is no formula
            row.append(cell)
        sheet.append(row)
    out = io.BytesIO()
    book.save(out)
    yield out.getvalue()


def _cells(line: str) -> list[Any]:
    record = json.loads(line)
    return [_cell(record[key]) for key in COLUMNS]


def _cell(value: Any) -> str | int | float | bool | None:
    if isinstance(value, list):
        return "; ".join(map(str, value)) or None
    return value if value is None or isinstance(value, str | int | float | bool) else json.dumps(value)


def _workbook() -> Any:
    try:
        from openpyxl import Workbook
    except ImportError:
        raise PuzzlebenchError(
            "Excel files need openpyxl, which is not installed; pip install 'puzzlebench[excel]', or write a .csv file"
        ) from None
    return Workbook(write_only=True)


MAKERS: dict[str, Callable[[Iterable[str]], Iterable[bytes]]] = {".json": _array, ".csv": _csv, ".xlsx": _excel}
"""What is made of lines at the end."""
