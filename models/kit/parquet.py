"""Parquet tables of puzzles: one column has them as text, another one may have their names."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, BinaryIO

from models.errors import InputError, PuzzlebenchError
from models.kit.names import printable, shown
from models.kit.streams import max_unpacked_bytes

PUZZLE, NAMES = "puzzle", ("name", "id")

BATCH = 10_000
BUFFER = 1 << 17
"""Bytes of a column that are kept ready, as it may be long."""

MAX_CELL_BYTES = 1_000_000
MAX_CELLS_BYTES = 16_000_000
"""Bytes of the cells of a column that are in memory together."""

EMPTY_CELL = "\0"
"""The line that stands for an empty cell, so that it is told of."""

ANSWER_KEYS = frozenset(("puzzle", "instance", "status", "answers"))
"""Of records of answers, and of the tables of version 0.1."""

ANSWER_COLUMNS = frozenset(("number", "name", "status", "verdict"))


def refuse_columns(columns: Iterable[object], path: Path | str) -> None:
    """Complain of what a run wrote, told by the names of a table's columns, or by a record's keys."""
    names = {*columns}
    if names >= ANSWER_KEYS or names >= ANSWER_COLUMNS:
        raise InputError("this is what a run wrote, and no file of puzzles", path)


def pyarrow() -> Any:
    """The library that reads and writes Parquet; PuzzlebenchError when it is not installed."""
    try:
        import pyarrow.compute
        import pyarrow.json
        import pyarrow.parquet
    except ImportError:
        need = "Parquet files need pyarrow, which is not installed"
        raise PuzzlebenchError(f"{need}; pip install 'puzzlebench[parquet]', or use .csv") from None
    return pyarrow


def table_rows(raw: BinaryIO, path: Path) -> Iterator[tuple[str, str]]:
    """The puzzles of a table, each with its name, which may be empty; InputError when it is none of puzzles."""
    for puzzles, names in _batches(raw, path):
        for place, puzzle in enumerate(puzzles):
            yield puzzle or "", _on_a_line(names[place]) if names else ""


def table_lines(raw: BinaryIO, path: Path) -> Iterator[bytes]:
    """The puzzles of a table as a text file lists them: each on a line, its name behind it; many at a time."""
    for puzzles, names in _batches(raw, path):
        lines: list[Any] = puzzles
        if not all(puzzles) or any("\n" in puzzle or "\r" in puzzle or puzzle.isspace() for puzzle in puzzles):
            lines = [line if line.strip() else EMPTY_CELL for line in map(_on_a_line, puzzles)]
        if names:
            lines = [f"{line}\t{_on_a_line(name)}" for line, name in zip(lines, names, strict=True)]
        if lines:
            yield ("\n".join(lines) + "\n").encode()


def _batches(raw: BinaryIO, path: Path) -> Iterator[tuple[list[Any], list[Any]]]:
    try:
        arrow = pyarrow()
    except PuzzlebenchError as error:
        raise InputError(str(error), path) from None
    try:
        with raw:
            table = arrow.parquet.ParquetFile(raw, pre_buffer=False, buffer_size=BUFFER)
            puzzles, name = _columns(arrow, table.schema_arrow, path)
            wanted = [puzzles, *filter(None, [name])]
            _refuse_packed(table.metadata, wanted, path)
            # As dictionaries, since many rows may be one long text.
            table = arrow.parquet.ParquetFile(raw, pre_buffer=False, buffer_size=BUFFER, read_dictionary=wanted)
            # Without threads: processes may be forked from this one.
            for batch in table.iter_batches(BATCH, columns=wanted, use_threads=False):
                for part in _parts(arrow, batch, path):
                    yield _cells(part[puzzles]), _cells(part[name]) if name else []
    except arrow.ArrowException as error:
        reason = str(error).partition("\n")[0].rstrip(".")
        raise InputError(f"this is no Parquet file, or a damaged one ({reason})", path) from None


def _refuse_packed(metadata: Any, columns: Sequence[str], path: Path) -> None:
    """Complain of columns that unpack to far more than text does: pages are unpacked whole."""
    for number in range(metadata.num_row_groups):
        group = metadata.row_group(number)
        for column in map(group.column, range(group.num_columns)):
            most = max_unpacked_bytes(column.total_compressed_size)
            if column.path_in_schema in columns and column.total_uncompressed_size > most:
                raise InputError(
                    f"the column {printable(column.path_in_schema)} unpacks to more than {most:,} bytes", path
                )


def _parts(arrow: Any, batch: Any, path: Path) -> Iterator[Any]:
    longest = 1
    for column in batch.columns:
        if arrow.types.is_dictionary(column.type) and len(column.dictionary):
            longest = max(longest, arrow.compute.max(arrow.compute.binary_length(column.dictionary)).as_py())
    if longest > MAX_CELL_BYTES:
        raise InputError(f"a cell has {longest:,} bytes; {MAX_CELL_BYTES:,} are as many as can be read", path)
    rows = max(1, MAX_CELLS_BYTES // longest)
    for start in range(0, batch.num_rows, rows):
        yield batch.slice(start, rows)


def _cells(column: Any) -> list[Any]:
    return (column.dictionary_decode() if hasattr(column, "dictionary_decode") else column).to_pylist()  # type: ignore[no-any-return]


def _columns(arrow: Any, schema: Any, path: Path) -> tuple[str, str]:
    refuse_columns(schema.names, path)
    name = next((name for name in NAMES if name in schema.names), "")
    texts = [field.name for field in schema if _is_text(arrow.types, field.type) and field.name != name]
    called = [column for column in schema.names if column.lower() == PUZZLE]
    puzzle = PUZZLE if PUZZLE in called else called[0] if len(called) == 1 else ""
    if puzzle not in texts and len(texts) != 1:
        expected = f"one of text called {PUZZLE} is expected, or only one of text"
        if puzzle:
            kind = shown(str(schema.field(puzzle).type)).strip("'")
            raise InputError(f"the column {puzzle} is of the type {kind}; {expected}", path)
        raise InputError(f"the columns are {', '.join(map(printable, schema.names))}; {expected}", path)
    return puzzle if puzzle in texts else texts[0], name


def _is_text(types: Any, kind: Any) -> bool:
    if types.is_dictionary(kind):
        kind = kind.value_type
    return bool(types.is_string(kind) or types.is_large_string(kind) or types.is_string_view(kind))


def _on_a_line(cell: object) -> str:
    return "" if cell is None else "".join(str(cell).splitlines())
