"""Tables of a comparison: their columns, computed once for terminals and pages; and its records as JSON and CSV."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from shutil import get_terminal_size
from statistics import median
from typing import Any

from solvers.cli.text import console, duration
from solvers.compare.record import MAX_UNSETTLED_IN_A_ROW, Comparison, ComparisonRow, LeftOut, answers_wanted

FULL_TABLES = 4
"""Up to so many instances each get a table of their own; of more, one table sums up."""

DEFAULT_WIDTH = 120
"""Characters of a line where the output is no terminal and the environment says no COLUMNS."""

SPANS = {"declare": "model", "load": "load", "first": "first", "search": "search"}
"""The columns of wall time, each with the part of a run it shows."""

TOTAL = "total"

PARTS = "parts"
"""Columns that a page folds away until somebody asks for every column."""
WIDE = "wide"
"""Columns that a page has on wide screens only; what they say is in other cells as well."""

TONES = {"answered": "good", "impossible": "good", "stopped": "open", "not run": "open"}


@dataclass(frozen=True)
class Cell:
    """One cell of a table; one that says nothing comes last, however the table is sorted.

    Attributes:
        value: what it is sorted by; None for its text.
        under: what stands small below; ``narrow`` where a screen is too narrow for the column that says it.
        tone: ``good``, ``bad`` or ``open``; empty for none.
        part: how long a bar behind it is, from 0 to 1; None for no bar.
    """

    text: str
    value: float | None = None
    under: tuple[str, ...] = ()
    narrow: str = ""
    tone: str = ""
    part: float | None = None
    small: bool = False


@dataclass(frozen=True)
class TableColumn:
    """A column, ``shown`` always or as ``PARTS`` or ``WIDE``; ``below`` is a second line of its heading."""

    name: str
    cells: Sequence[Cell]
    right: bool = False
    shown: str = ""
    below: str = ""


def by_run(rows: Sequence[ComparisonRow]) -> list[TableColumn]:
    """A line for each row: what came out, and what each part cost."""
    longest = max((row.total or 0.0 for row in rows), default=0.0) or 1.0
    return [
        *_pairs([(row.formulation, row.backend, row.run.solver) for row in rows]),
        TableColumn(TOTAL, [_total(row, longest) for row in rows], right=True),
        TableColumn(
            "status", [Cell(row.run.status, under=_lines(_in_words(row.run.note)), tone=_tone(row)) for row in rows]
        ),
        TableColumn("answers", [_answers(row) for row in rows], right=True),
        *(
            TableColumn(name, [_by_both_clocks(row, part) for row in rows], right=True, shown=PARTS)
            for name, part in SPANS.items()
        ),
        TableColumn("CPU", [_spread([run.total_cpu for run in row.runs if run.cpu]) for row in rows], True, PARTS),
        TableColumn("memory", [_memory([row]) for row in rows], right=True),
        TableColumn("size", [_counts(row.run.size) for row in rows], shown=PARTS),
        TableColumn("effort", [_counts(row.run.effort) for row in rows], shown=PARTS),
    ]


def in_sum(comparison: Comparison) -> list[TableColumn]:
    """A line for each pair of formulation and backend over all instances, the best score first."""
    pairs = sorted(comparison.by_pair().items(), key=lambda item: comparison.par2(item[1]))
    rows = [mine for _, mine in pairs]
    totals = [[row.total for row in mine if row.total is not None] for mine in rows]
    others = [sorted({row.run.status for row in mine if row.total is None}) for mine in rows]
    settled = [Cell(f"{len(mine)} of {len(all_)}", len(mine)) for mine, all_ in zip(totals, rows, strict=True)]
    return [
        *_pairs([(*names, _solver(mine)) for names, mine in pairs]),
        TableColumn("settled", settled, right=True),
        TableColumn("PAR-2", [_spread([comparison.par2(mine)]) for mine in rows], right=True),
        TableColumn("median", [_spread([median(mine)] if mine else []) for mine in totals], right=True),
        TableColumn("slowest", [_spread([max(mine)] if mine else []) for mine in totals], right=True),
        TableColumn("memory", [_memory(mine) for mine in rows], right=True),
        TableColumn("the others", [Cell(", ".join(words), tone="bad" if words else "") for words in others]),
    ]


def by_size(comparison: Comparison) -> list[TableColumn]:
    """A line for each pair of formulation and backend, a column for each size of the family."""
    pairs = comparison.by_pair()
    columns = _pairs([(*names, _solver(mine)) for names, mine in pairs.items()])
    for place, size in enumerate(comparison.sizes or ()):
        cells = [_seconds_or_status(mine[place]) if place < len(mine) else Cell("") for mine in pairs.values()]
        columns.append(TableColumn(str(size), cells, right=True))
    return columns


def reasons(left_out: Sequence[LeftOut]) -> Iterator[tuple[str, str]]:
    """Who was left out and why, once for each backend and reason."""
    grouped: dict[tuple[str, str], list[str]] = {}
    for pair in left_out:
        grouped.setdefault((pair.backend, pair.reason), []).append(pair.formulation)
    for (backend, reason), formulations in grouped.items():
        yield f"{', '.join(formulations)} × {backend}", reason


def within(comparison: Comparison) -> str:
    """What the time limit is and what it is for, in words; empty where there is none."""
    limit = comparison.request.time_limit
    return "" if limit is None else f", at most {limit:g} s for declare + load + search"


def show(comparison: Comparison) -> None:
    """Print the comparison as tables on standard output; of a family, one table with a column for each size."""
    width = get_terminal_size((DEFAULT_WIDTH, 0)).columns
    page = console(width=width)
    title, limit = comparison.puzzle.title, within(comparison)
    instances = comparison.by_instance()
    if comparison.sizes is not None and instances:
        tables = {f"{title} by size{limit}": by_size(comparison)}
    elif len(instances) > FULL_TABLES:
        tables = {f"{title}: {len(instances)} instances{limit}": in_sum(comparison)}
    else:
        tables = {f"{title}: {instance.name}": by_run(rows) for instance, rows in instances.items()}
    for heading, columns in tables.items():
        for part, some in enumerate(side_by_side(columns, width)):
            page.print(_printed(f"{heading}, continued" if part else heading, some))
    for who, why in reasons(comparison.left_out):
        page.print(f"left out: {who}: {why}", style="dim")


def side_by_side(columns: Sequence[TableColumn], width: int) -> list[list[tuple[TableColumn, int]]]:
    """The columns with their widths, in as many tables as it takes to keep each within ``width`` characters.

    Each begins with the pair of formulation and backend. CPU seconds of all parts are left to pages.
    """
    pair = list(columns[:2])
    again = [replace(column, cells=[Cell(cell.text) for cell in column.cells], below="") for column in pair]
    others = sorted(
        (column for column in columns[2:] if column.name != "CPU"), key=lambda column: column.shown == PARTS
    )
    tables = [[*pair]]
    for column in others:
        if _taken([*tables[-1], column]) > width and len(tables[-1]) > len(pair):
            tables.append([*again])
        tables[-1].append(column)
    return [_spread_out(table, width) for table in tables]


def _spread_out(columns: Sequence[TableColumn], width: int) -> list[tuple[TableColumn, int]]:
    """Each column as wide as it has to be, and wider as long as there is room and use for it."""
    spare = width - _taken(columns)
    widths = []
    for column in columns:
        least, most = _widths(column)
        more = max(0, min(spare, most - least))
        spare -= more
        widths.append((column, least + more))
    return widths


def _taken(columns: Sequence[TableColumn]) -> int:
    """The characters that columns take at least, with a rule and two blanks for each."""
    return 1 + sum(3 + _widths(column)[0] for column in columns)


def _widths(column: TableColumn) -> tuple[int, int]:
    """The least width that breaks no word of a column, and no line of figures; and that which breaks no line."""
    texts = [f"{column.name}\n{column.below}", *map(_plain, column.cells)]
    lines = [line for text in texts for line in text.split("\n")]
    whole = max(map(len, lines))
    if column.right or column.shown == WIDE:
        return whole, whole
    pieces = re.compile(r"(?<=,) " if column.shown == PARTS else r" ")  # counts stay with what they count
    return max(len(piece) for line in lines for piece in pieces.split(line)), whole


def as_json(comparison: Comparison) -> str:
    from platform import machine, python_version, system  # slow, and of no use to who prints tables

    request = comparison.request
    scores = comparison.by_pair().items() if request.time_limit is not None else ()
    return json.dumps(
        {
            "puzzle": comparison.puzzle.name,
            "python": python_version(),
            "system": f"{system()} {machine()}",
            "rules": {
                "answers": answers_wanted(request),
                "seconds": request.time_limit,
                "repeat": request.repeat,
                "seed": request.seed,
                "workers": request.worker_count,
                "objective": request.minimize,
                "give_up": MAX_UNSETTLED_IN_A_ROW if request.family else 0,
            },
            "rows": [record for row in comparison.rows for record in _records(row)],
            "par2": [
                {"formulation": formulation, "backend": backend, "seconds": round(comparison.par2(rows), 6)}
                for (formulation, backend), rows in scores
            ],
            "left_out": [vars(pair) for pair in comparison.left_out],
            "disagreements": list(comparison.disagreements),
        },
        ensure_ascii=False,
        indent=1,
    )


def as_csv(comparison: Comparison) -> str:
    """Everything measured as CSV, one line for each run; sizes and effort are named in the last two columns."""
    out = io.StringIO()
    records = [record for row in comparison.rows for record in _records(row)]
    writer = csv.DictWriter(out, list(records[0]) if records else [], lineterminator="\n")
    writer.writeheader()
    for record in records:
        writer.writerow(
            {key: _plain(_counts(value)) if isinstance(value, Mapping) else value for key, value in record.items()}
        )
    return out.getvalue()


def _records(row: ComparisonRow) -> Iterator[dict[str, Any]]:
    for turn, run in enumerate(row.runs, 1):
        yield {
            "instance": row.instance.name,
            "formulation": row.formulation,
            "backend": row.backend,
            "solver": run.solver,
            "run": turn,
            "status": run.status,
            "note": run.note,
            "found": run.found,
            "complete": run.complete,
            "objective": run.objective,
            **{
                f"{part}_{clock}": round(spans[part], 6) if part in spans else None
                for part in SPANS.values()
                for clock, spans in (("wall", run.wall), ("cpu", run.cpu))
            },
            "memory": run.memory,
            "size": dict(run.size),
            "effort": dict(run.effort),
            "worker": run.worker or None,
        }


def _printed(title: str, columns: Sequence[tuple[TableColumn, int]]) -> Any:
    from rich.table import Table

    table = Table(title=title, title_justify="left")
    for column, width in columns:
        heading = f"{column.name}\n{column.below}" if column.below else column.name
        table.add_column(heading, justify="right" if column.right else "left", width=width, overflow="fold")
    for cells in zip(*(column.cells for column, _ in columns), strict=True):
        table.add_row(*map(_plain, cells))
    return table


def _pairs(rows: Sequence[tuple[str, str, str]]) -> list[TableColumn]:
    """Formulation and backend, the solver below it; on a narrow page they share a column."""
    backends = [Cell(backend, under=_lines(solver), narrow=formulation) for formulation, backend, solver in rows]
    return [
        TableColumn("formulation", [Cell(formulation) for formulation, _, _ in rows], shown=WIDE),
        TableColumn("backend", backends, below="solver"),
    ]


def _solver(rows: Sequence[ComparisonRow]) -> str:
    return next((row.run.solver for row in rows if row.run.solver), "")


def _answers(row: ComparisonRow) -> Cell:
    run = row.run
    if run.objective is not None:
        return Cell(f"{'best' if run.complete else 'at best'} {run.objective:,}", run.objective)
    if run.complete:
        return Cell(f"{run.found:,}", run.found)
    return Cell(f"≥ {run.found:,}", run.found) if run.found else Cell("")


def _total(row: ComparisonRow, longest: float) -> Cell:
    if row.total is None:
        return Cell("")
    cell = _spread(row.totals)
    return Cell(cell.text, cell.value, cell.under, part=row.total / longest)


def _seconds_or_status(row: ComparisonRow) -> Cell:
    return Cell(row.run.status, tone=_tone(row)) if row.total is None else _spread(row.totals)


def _spread(spans: Sequence[float]) -> Cell:
    """The median; of several runs, below it the least and the most."""
    if not spans:
        return Cell("")
    least, most = min(spans), max(spans)
    first = duration(least)
    if (least < 1) == (most < 1):  # a unit that both have is said once
        first = f"{least * 1000:.1f}" if least < 1 else f"{least:.2f}"
    return Cell(duration(median(spans)), median(spans), _lines(f"{first}–{duration(most)}" if len(spans) > 1 else ""))


def _by_both_clocks(row: ComparisonRow, part: str) -> Cell:
    """The wall seconds of a part, and below them those of the processor."""
    cell, processor = _spread(row.times("wall", part)), row.times("cpu", part)
    return Cell(cell.text, cell.value, cell.under + _lines(f"CPU {duration(median(processor))}" if processor else ""))


def _memory(rows: Sequence[ComparisonRow]) -> Cell:
    most = max((run.memory for row in rows for run in row.runs), default=0)
    return Cell(f"{most / 1e6:,.0f} MB", most) if most else Cell("")


def _counts(counts: Mapping[str, int]) -> Cell:
    words = ", ".join(f"{count:,} {name}".replace(" ", "\N{NO-BREAK SPACE}") for name, count in counts.items())
    return Cell(words, next(iter(counts.values()), None), small=True)


def _plain(cell: Cell) -> str:
    return "\n".join([cell.text, *cell.under]).replace("\N{NO-BREAK SPACE}", " ")


def _in_words(note: str) -> str:
    """The note beside a status; that enough answers were found is said as everywhere else."""
    return "limit reached" if note == "solutions" else note


def _lines(words: str) -> tuple[str, ...]:
    return (words,) if words else ()


def _tone(row: ComparisonRow) -> str:
    return TONES.get(row.run.status, "bad")
