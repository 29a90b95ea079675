"""Tables of answers: the columns of CSV, Excel and Parquet files, and what is kept of each puzzle until one is made.

The first columns are those that a person looks for. What only programs ask for is in the records of JSON lines.
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, count, islice, repeat
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

ROWS = "rows"
"""The key of a record of several puzzles that came out alike: how many; what differs is a list of so many."""


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
    for piece in _pieces(lines, columns):
        cells = [[*map(_cell, column)] for column in piece] if "answers" in columns else piece
        yield (_plainly(cells) or _quoted(cells)).encode(errors=READABLY)


def as_excel(lines: Iterable[str], columns: Sequence[str]) -> Iterator[bytes]:
    from solvers.run.bulk.xlsx import workbook  # most runs write none

    rows = chain.from_iterable(zip(*piece, strict=True) for piece in _pieces(lines, columns))
    return workbook("answers", columns, ([_cell(value) for value in row] for row in rows))


def as_parquet(lines: Iterable[str], columns: Sequence[str]) -> Iterator[bytes]:
    arrow = pyarrow()
    kinds = {**dict.fromkeys(INTEGERS, arrow.int64()), **dict.fromkeys(BOOLEANS, arrow.bool_())}
    kinds |= dict.fromkeys(NUMBERS, arrow.float64())
    kinds |= dict.fromkeys(LISTS, arrow.list_(arrow.string()))
    schema = arrow.schema([(name, kinds.get(name, arrow.string())) for name in columns])
    out = Outgoing()
    with arrow.parquet.ParquetWriter(out, schema, compression="zstd") as writer:
        for piece in _pieces(lines, columns, BATCH):
            try:
                writer.write_table(arrow.Table.from_pydict(dict(zip(columns, piece, strict=True)), schema))
            except (arrow.ArrowException, OverflowError) as error:
                raise InputError(f"a cell is none for Parquet ({error}); write a .csv or .jsonl file") from None
            yield out.taken()
    yield out.taken()


_FORMULA = frozenset("=+-@\t\r")
"""What a spreadsheet takes for a formula begins like this, and gets an apostrophe before it."""

_FORMULA_CELL = re.compile(r"[,\n][=+\-@\t\r]")


def _plainly(columns: Sequence[Sequence[Any]]) -> str:
    """Rows joined by commas, several times as fast as the library writes them; nothing where a cell needs quotes."""
    text = "\n".join(map(",".join, zip(*map(_texts, columns), strict=True)))
    commas, lines = (len(columns) - 1) * len(columns[0]), len(columns[0]) - 1
    needs_quotes = '"' in text or "\r" in text or (text.count(","), text.count("\n")) != (commas, lines)
    has_formula = any(sign in text for sign in _FORMULA) and _FORMULA_CELL.search(text)
    return "" if needs_quotes or has_formula else f"{text}\n"


def _texts(column: Sequence[Any]) -> Sequence[str]:
    """The cells of a column as CSV writes them; most columns are texts already."""
    kinds = {*map(type, column)}
    if kinds == {str}:
        return column
    return ["" if one is None else str(one) for one in column] if None.__class__ in kinds else [*map(str, column)]


def _quoted(columns: Iterable[Sequence[Any]]) -> str:
    """Rows by the library, cells in quotes where that is needed."""
    out = io.StringIO()
    safe = (
        [f"'{cell}" if cell.__class__ is str and cell[:1] in _FORMULA else cell for cell in row]
        for row in zip(*columns, strict=True)
    )
    csv.writer(out, lineterminator="\n").writerows(safe)
    return out.getvalue()


def _pieces(lines: Iterable[str], columns: Sequence[str], rows: int = 500) -> Iterator[list[list[Any]]]:
    """The columns of so many rows at a time, of the last of fewer."""
    piece: list[list[Any]] = [[] for _ in columns]
    numbers = count(1)
    for record in map(json.loads, lines):
        many = record.get(ROWS, 1)
        record["number"] = [*islice(numbers, many)]
        if "answers" in columns:
            one = record.get("answer")
            record["answers"] = [record.get("answers") or ([] if one is None else [one])]
        for cells, cell in zip(piece, map(record.get, columns), strict=True):
            cells += cell if isinstance(cell, list) else repeat(cell, many)
        while len(piece[0]) >= rows:
            yield [cells[:rows] for cells in piece]
            piece = [cells[rows:] for cells in piece]
    if piece[0]:
        yield piece


def _cell(value: Any) -> str | int | bool | None:
    return "; ".join(value) or None if isinstance(value, list) else value
