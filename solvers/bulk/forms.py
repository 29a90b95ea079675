"""The forms of an output file, by the ending of its name: text, JSON lines, one JSON array, CSV, Excel, Parquet.

Text and JSON lines are written line by line. The others, and whatever is packed (``answers.txt.gz``), are whole only at
the end: until then their records are in ``FILE.lines``, which is resumed like any output, and from which ``FILE`` is
made in one step. So is what goes to an address (``s3://bucket/answers.csv``): its lines are kept in the working folder,
in ``answers.csv.lines``, and it is sent there whole.
"""

from __future__ import annotations

import csv
import io
import json
import zlib
from collections.abc import Callable, Iterable, Iterator
from itertools import chain, islice
from pathlib import Path, PurePath
from typing import Any

from models.errors import InputError, PuzzlebenchError
from models.kit.addresses import Remote
from models.kit.files import unreadable
from models.kit.names import printable
from models.kit.packed import PACKED, PARQUET, unpacked_name, zstandard
from models.kit.parquet import BATCH, pyarrow
from solvers.bulk.journal import is_same
from solvers.render.json import KEYS
from solvers.terminal.encoding import READABLY
from solvers.terminal.files import write_whole

TEXT = ("", ".txt", ".text")
LINES = (".jsonl", ".ndjson")

COLUMNS = [key for key in KEYS if key not in ("seconds", "size", "effort")]
"""Of a table; what a record of a file of many leaves open is left out."""

INTEGERS, BOOLEANS, LISTS = ("line", "seed", "value", "found"), ("complete", "unique"), ("remarks", "answers")
"""Of the columns of Parquet, which are no texts."""

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
    ending, packing = _form(path)
    if ending not in (*TEXT, *LINES, *MAKERS) or (packing and ending == PARQUET):
        known = f"{', '.join([*TEXT[1:2], *LINES[:1], *MAKERS])}, or in nothing"
        behind = f"all but {PARQUET} also with {' or '.join(PACKED)} behind"
        raise InputError(f"ends in {ending}{packing}; --output writes names that end in {known}, {behind}", path)
    if as_json and is_table(path):
        raise InputError(f"--json is of no use beside --output {path.name}, whose name says what is written")
    if ending == ".xlsx":
        _workbook()
    if ending == PARQUET:
        pyarrow()
    if packing == ".zst":
        zstandard()
    if source is not None and source.is_dir() and _is_within(source, path):
        raise InputError("is in the input folder, of which every file is read", path)
    if not needs_lines(path) or not _is_there(path):
        return
    if not path.is_file():
        raise InputError("is no regular file, which --output needs", path)
    if source is not None and is_same(path, source):
        raise InputError("is the input file, which --output would overwrite", path)
    if resume and not lines_of(path).exists():
        raise InputError("is complete, or no file of an unfinished run; leave out --resume to overwrite it", path)


def is_text(path: Path | None) -> bool:
    """Whether what is written is for people, or for who reads plain answers."""
    return path is None or _form(path)[0] in TEXT


def is_table(path: Path | None) -> bool:
    """Whether each puzzle is a row of cells."""
    return path is not None and _form(path)[0] in (".csv", ".xlsx", PARQUET)


def needs_lines(path: Path) -> bool:
    """Whether it is made at the end of lines that are kept elsewhere until then."""
    ending, packing = _form(path)
    return ending in MAKERS or bool(packing) or isinstance(path, Remote)


def lines_of(path: Path) -> Path:
    """Where the lines are written."""
    name = f"{path.name}.lines"
    return Path(name) if isinstance(path, Remote) else path.with_name(name) if needs_lines(path) else path


def complete(path: Path | None) -> None:
    """Make the file of its lines, which are not needed any more afterwards."""
    if path and needs_lines(path):
        lines = lines_of(path)
        ending, packing = _form(path)
        with lines.open(encoding="utf-8", newline="\n") as file:
            pieces = MAKERS.get(ending, _plain)(line.removesuffix("\n") for line in file)
            pieces = _packed(pieces, packing) if packing else pieces
            if isinstance(path, Remote):
                _send(pieces, path, lines.with_name(f"{path.name}.whole"))
            else:
                write_whole(path, pieces)
        lines.unlink()


def _form(path: Path) -> tuple[str, str]:
    """The endings of a name: that of what is written, and that of how it is packed."""
    name, packing = unpacked_name(path.name)
    return PurePath(name).suffix.lower(), packing


def _is_there(path: Path) -> bool:
    try:
        return path.exists()
    except OSError as error:
        raise unreadable(error, path) from None


def _is_within(folder: Path, path: Path) -> bool:
    """Whether ``path``, or where its lines are kept, is in ``folder``."""
    if isinstance(folder, Remote):
        return str(path).startswith(str(folder))
    return lines_of(path).resolve().is_relative_to(folder.resolve())


def _send(pieces: Iterable[bytes], path: Remote, whole: Path) -> None:
    """Send ``pieces`` to an address, by way of a file that is there until that is done."""
    try:
        write_whole(whole, pieces)
        path.put(whole)
    except OSError as error:
        raise InputError(f"cannot be written: {error.strerror or error}", path) from None
    finally:
        whole.unlink(missing_ok=True)


def _packed(pieces: Iterable[bytes], packing: str) -> Iterator[bytes]:
    """The pieces packed: with neither a name nor a time, so that the bytes are those of what is packed."""
    packer = zlib.compressobj(wbits=zlib.MAX_WBITS | 16) if packing == ".gz" else zstandard().ZstdCompressor()
    for piece in pieces:
        yield packer.compress(piece)
    yield packer.flush()


def _plain(lines: Iterable[str]) -> Iterator[bytes]:
    for line in lines:
        yield f"{line}\n".encode()


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


def _parquet(lines: Iterable[str]) -> Iterator[bytes]:
    arrow = pyarrow()
    kinds = {**dict.fromkeys(INTEGERS, arrow.int64()), **dict.fromkeys(BOOLEANS, arrow.bool_())}
    kinds |= dict.fromkeys(LISTS, arrow.list_(arrow.string()))
    schema = arrow.schema([(name, kinds.get(name, arrow.string())) for name in COLUMNS])
    out = _Taken()
    with arrow.parquet.ParquetWriter(out, schema, compression="zstd") as writer:
        rows = iter(lines)
        while some := [_row(line) for line in islice(rows, BATCH)]:
            try:
                writer.write_table(arrow.Table.from_pylist(some, schema))
            except (arrow.ArrowException, OverflowError) as error:
                raise InputError(f"a cell is none for Parquet ({error}); write a .csv or .jsonl file") from None
            yield out.taken()
    yield out.taken()


def _row(line: str) -> dict[str, Any]:
    """The cells of a row: lists as they are."""
    record = json.loads(line)
    return {name: record[name] if name in LISTS else _cell(record[name]) for name in COLUMNS}


class _Taken(io.RawIOBase):
    """A file whose contents are taken away while it is written."""

    def __init__(self) -> None:
        self._parts: list[bytes] = []
        self._size = 0

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        self._parts.append(bytes(data))
        self._size += len(self._parts[-1])
        return len(self._parts[-1])

    def tell(self) -> int:
        return self._size

    def taken(self) -> bytes:
        """What was written since it was taken last."""
        parts, self._parts = self._parts, []
        return b"".join(parts)


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


MAKERS: dict[str, Callable[[Iterable[str]], Iterable[bytes]]] = {
    ".json": _array,
    ".csv": _csv,
    ".xlsx": _excel,
    PARQUET: _parquet,
}
"""What is made of lines at the end."""
