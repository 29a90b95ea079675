"""Tables of answers: the columns of CSV, Excel and Parquet files, and what is kept of each puzzle until one is made.

The first columns are those that a person looks for. What only programs ask for is in the records of JSON lines.
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from operator import itemgetter
from typing import Any

from models.errors import InputError
from models.kit.parquet import BATCH, pyarrow
from models.puzzle import Puzzle
from solvers.cli.files import Outgoing
from solvers.cli.text import READABLY
from solvers.core.record import Result
from solvers.render.json import Record
from solvers.run.request import RunRequest

COLUMNS = {
    "number": "which puzzle of the input, from 1",
    "name": "what the input calls it, or its id there",
    "puzzle": "what is given, on one line",
    "status": "answered, impossible (proved), stopped (a limit came first) or bad input",
    "value": "what --minimize comes to in the best answer found",
    "answer": "the answer, or the first",
    "answers": "the answers that --all or --limit asks for, in its place",
    "unique": "whether the answer is the only one; empty when the search did not go far enough to say",
    "found": "how many answers were found",
    "verdict": "what came out, in a sentence; of bad input, what is wrong",
}
"""Those that a table can have, in this order."""

INTEGERS, NUMBERS, BOOLEANS, LISTS = ("number", "value", "found"), ("rating",), ("unique",), ("answers",)
"""Of the columns of Parquet, which are no texts."""


def columns_of(request: RunRequest, puzzle: Puzzle[Any, Any], several: bool) -> list[str]:
    """The columns of the table that is asked for; what would be empty in every row is left out."""
    best = request.minimize is not None
    absent = {
        "puzzle": not puzzle.one_a_line,
        "value": not best,
        "answer": several,
        "answers": not several,
        "unique": best or request.limit == 1,
        "found": best,
    }
    return [name for name in COLUMNS if not absent.get(name)]


def row_of(result: Result[Any, Any], name: str, answers: list[str]) -> Record:
    """What is kept of a puzzle that was searched; ``answers`` are each on one line."""
    outcome = result.outcome
    return {
        "name": name,
        "puzzle": result.puzzle.given(result.instance),
        "status": result.status.word,
        "value": result.value,
        "answer": answers[0] if answers else None,
        "answers": answers[1:] and answers,
        "unique": result.unique,
        "found": outcome.found,
        "verdict": result.verdict,
        "stopped_by": outcome.stopped_by or None,
    }


def bad_row(wrong: str) -> Record:
    return {"status": "bad input", "verdict": f"bad input: {wrong}"}


def as_csv(lines: Iterable[str], columns: Sequence[str]) -> Iterator[bytes]:
    yield ",".join(columns).encode() + b"\n"
    rows = _rows(lines, columns)
    while some := [*islice(rows, _PIECE_ROWS)]:
        if "answers" in columns:
            some = [tuple(map(_cell, row)) for row in some]
        yield (_plainly(some, len(columns)) or _quoted(some)).encode(errors=READABLY)


def as_excel(lines: Iterable[str], columns: Sequence[str]) -> Iterator[bytes]:
    from solvers.run.bulk.xlsx import workbook  # most runs write none

    return workbook("answers", columns, ([_cell(value) for value in row] for row in _rows(lines, columns)))


def as_parquet(lines: Iterable[str], columns: Sequence[str]) -> Iterator[bytes]:
    arrow = pyarrow()
    kinds = {**dict.fromkeys(INTEGERS, arrow.int64()), **dict.fromkeys(BOOLEANS, arrow.bool_())}
    kinds |= dict.fromkeys(NUMBERS, arrow.float64())
    kinds |= dict.fromkeys(LISTS, arrow.list_(arrow.string()))
    schema = arrow.schema([(name, kinds.get(name, arrow.string())) for name in columns])
    out = Outgoing()
    with arrow.parquet.ParquetWriter(out, schema, compression="zstd") as writer:
        texts, first = iter(lines), 1
        while some := [*islice(texts, BATCH)]:
            try:
                writer.write_table(_arrow_table(arrow, some, first, schema))
            except (arrow.ArrowException, OverflowError) as error:
                raise InputError(f"a cell is none for Parquet ({error}); write a .csv or .jsonl file") from None
            first += len(some)
            yield out.taken()
    yield out.taken()


def _arrow_table(arrow: Any, lines: Sequence[str], first: int, schema: Any) -> Any:
    """Records as a table, read by the library itself where it can."""
    read, columns = arrow.json, schema.names
    if "answers" not in columns:
        kept = arrow.schema([field for field in schema if field.name != "number"])
        options = read.ParseOptions(explicit_schema=kept, unexpected_field_behavior="ignore")
        try:
            table = read.read_json(arrow.BufferReader("\n".join(lines).encode()), parse_options=options)
        except (arrow.ArrowException, UnicodeEncodeError):  # half a letter, or a value of another kind
            table = None
        if table is not None and table.num_rows == len(lines):
            numbers = arrow.array(range(first, first + len(lines)), arrow.int64())
            return table.append_column("number", numbers).select(columns).combine_chunks()
    rows = [*_rows(lines, columns, first)]
    return arrow.Table.from_pydict(dict(zip(columns, zip(*rows, strict=True), strict=True)), schema)


_PIECE_ROWS = 500

_FORMULA = frozenset("=+-@\t\r")
"""What a spreadsheet takes for a formula begins like this, and gets an apostrophe before it."""

_FORMULA_CELL = re.compile(r"[,\n][=+\-@\t\r]")


def _plainly(rows: Sequence[Sequence[Any]], width: int) -> str:
    """Rows joined by commas, several times as fast as the library writes them; nothing where a cell needs quotes."""
    text = "\n".join(map(",".join, zip(*map(_texts, zip(*rows, strict=True)), strict=True)))
    commas, lines = (width - 1) * len(rows), len(rows) - 1
    needs_quotes = '"' in text or "\r" in text or (text.count(","), text.count("\n")) != (commas, lines)
    has_formula = any(sign in text for sign in _FORMULA) and _FORMULA_CELL.search(text)
    return "" if needs_quotes or has_formula else f"{text}\n"


def _texts(column: Sequence[Any]) -> Sequence[str]:
    """The cells of a column as CSV writes them; most columns are texts already."""
    if {*map(type, column)} == {str}:
        return column
    return [one if one.__class__ is str else "" if one is None else str(one) for one in column]


def _quoted(rows: Iterable[Sequence[Any]]) -> str:
    """Rows by the library, cells in quotes where that is needed."""
    out = io.StringIO()
    safe = ([f"'{cell}" if cell.__class__ is str and cell[:1] in _FORMULA else cell for cell in row] for row in rows)
    csv.writer(out, lineterminator="\n").writerows(safe)
    return out.getvalue()


def _rows(lines: Iterable[str], columns: Sequence[str], first: int = 1) -> Iterator[tuple[Any, ...]]:
    several, texts, read = "answers" in columns, iter(lines), itemgetter(*columns)
    while some := [*islice(texts, _PIECE_ROWS)]:
        records = json.loads(f"[{','.join(some)}]")
        for number, row in enumerate(records, first):
            row["number"] = number
            if several:
                row["answers"] = row.get("answers") or ([row["answer"]] if row.get("answer") is not None else [])
        try:
            rows = [*map(read, records)]
        except KeyError:  # of bad input there are a few
            rows = [tuple(map(row.get, columns)) for row in records]
        yield from rows
        first += len(some)


def _cell(value: Any) -> str | int | bool | None:
    return "; ".join(value) or None if isinstance(value, list) else value
