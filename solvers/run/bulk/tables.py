"""Tables of answers: the columns of CSV, Excel and Parquet files, and what is kept of each puzzle until one is made.

The first columns are those that a person looks for. What only programs ask for is in the records of JSON lines.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
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

INTEGERS, BOOLEANS, LISTS = ("number", "value", "found"), ("unique",), ("answers",)
"""Of the columns of Parquet, which are no texts."""

Rows = Iterable[list[Any]]


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
    out = io.StringIO()
    write = csv.writer(out, lineterminator="\n").writerow
    write(columns)
    for row in _rows(lines, columns):
        write([_harmless(cell) if cell.__class__ is str else cell for cell in map(_cell, row)])
        if out.tell() > _PIECE_CHARACTERS:
            yield out.getvalue().encode(errors=READABLY)
            out.seek(0)
            out.truncate()
    yield out.getvalue().encode(errors=READABLY)


def as_excel(lines: Iterable[str], columns: Sequence[str]) -> Iterator[bytes]:
    from solvers.run.bulk.xlsx import workbook  # most runs write none

    return workbook("answers", columns, ([_cell(value) for value in row] for row in _rows(lines, columns)))


def as_parquet(lines: Iterable[str], columns: Sequence[str]) -> Iterator[bytes]:
    arrow = pyarrow()
    kinds = {**dict.fromkeys(INTEGERS, arrow.int64()), **dict.fromkeys(BOOLEANS, arrow.bool_())}
    kinds |= dict.fromkeys(LISTS, arrow.list_(arrow.string()))
    schema = arrow.schema([(name, kinds.get(name, arrow.string())) for name in columns])
    out = Outgoing()
    with arrow.parquet.ParquetWriter(out, schema, compression="zstd") as writer:
        rows = _rows(lines, columns)
        while some := [*islice(rows, BATCH)]:
            try:
                writer.write_table(
                    arrow.Table.from_pydict(dict(zip(columns, zip(*some, strict=True), strict=True)), schema)
                )
            except (arrow.ArrowException, OverflowError) as error:
                raise InputError(f"a cell is none for Parquet ({error}); write a .csv or .jsonl file") from None
            yield out.taken()
    yield out.taken()


_PIECE_CHARACTERS = 1 << 16


def _rows(lines: Iterable[str], columns: Sequence[str]) -> Iterator[list[Any]]:
    parsed = json.JSONDecoder().raw_decode  # what json.loads does besides takes as long again
    for number, line in enumerate(lines, 1):
        row, _ = parsed(line)
        row["number"] = number
        if "answers" in columns:
            row["answers"] = row.get("answers") or ([row["answer"]] if row.get("answer") is not None else [])
        yield [*map(row.get, columns)]


def _cell(value: Any) -> str | int | bool | None:
    return "; ".join(value) or None if isinstance(value, list) else value


def _harmless(text: str) -> str:
    """A text that no spreadsheet takes for a formula: one that begins like it begins with an apostrophe."""
    return f"'{text}" if text and text[0] in "=+-@\t\r" else text
