"""Measurements as a table for people, and as JSON or CSV for machines."""

from __future__ import annotations

import csv
import io
import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from statistics import median
from typing import Any

from models.puzzle import Puzzle
from solvers.contest import LeftOut, Row, par2

FULL_TABLES = 4
"""Up to so many instances each get a table of their own; of more, one table sums up."""


def show(
    puzzle: Puzzle[Any, Any],
    rows: Sequence[Row],
    left_out: Sequence[LeftOut],
    limit: float,
    sizes: Sequence[int] | None = None,
) -> None:
    """Print the rows as tables on standard output; of a family, one table with a column for each size."""
    from rich.console import Console

    console = Console(width=None if sys.stdout.isatty() else 200)
    instances = list(dict.fromkeys(row.instance for row in rows))
    if sizes is not None:
        console.print(_growth_table(rows, instances, sizes))
    elif len(instances) <= FULL_TABLES:
        for instance in instances:
            console.print(_instance_table(puzzle, instance, [row for row in rows if row.instance == instance]))
    else:
        console.print(_summary_table(puzzle, rows, len(instances), limit))
    for pair in left_out:
        console.print(f"left out: {pair.formulation} × {pair.backend} {pair.reason}", style="dim", highlight=False)


def as_json(
    puzzle: Puzzle[Any, Any], rows: Sequence[Row], left_out: Sequence[LeftOut], disagreements: Sequence[str]
) -> str:
    """Everything measured as one JSON object."""
    return json.dumps(
        {
            "puzzle": puzzle.name,
            "rows": [record for row in rows for record in _records(row)],
            "left_out": [vars(pair) for pair in left_out],
            "disagreements": list(disagreements),
        },
        ensure_ascii=False,
        indent=1,
    )


def as_csv(rows: Sequence[Row]) -> str:
    """Everything measured as CSV, one line for each run; sizes and effort are named in the last two columns."""
    out = io.StringIO()
    records = [record for row in rows for record in _records(row)]
    writer = csv.DictWriter(out, list(records[0]) if records else [], lineterminator="\n")
    writer.writeheader()
    for record in records:
        writer.writerow({key: _counts(value) if isinstance(value, Mapping) else value for key, value in record.items()})
    return out.getvalue()


def _records(row: Row) -> Iterator[dict[str, Any]]:
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
                f"{part}_wall": round(run.wall[part], 6) if part in run.wall else None
                for part in ("model", "load", "first", "search")
            },
            "search_cpu": round(run.cpu["search"], 6) if run.cpu else None,
            "memory": run.memory,
            "size": dict(run.size),
            "effort": dict(run.effort),
        }


def _instance_table(puzzle: Puzzle[Any, Any], instance: Any, rows: Sequence[Row]) -> Any:
    from rich.table import Table

    table = Table(title=f"{puzzle.title}: {instance.name}", title_justify="left")
    for name in ("formulation", "backend", "status", "answers"):
        table.add_column(name, overflow="fold")
    for name in ("declare", "load", "first", "search", "CPU", "memory"):
        table.add_column(name, justify="right", no_wrap=True)
    for name in ("size", "effort"):
        table.add_column(name, overflow="fold")
    for row in rows:
        run = row.run
        table.add_row(
            row.formulation,
            f"{row.backend}" + (f" ({run.solver})" if run.solver else ""),
            run.status + (f": {run.note}" if run.note else ""),
            _answers(row),
            *(_spread(row.times("wall", part)) for part in ("model", "load", "first", "search")),
            _spread(row.times("cpu", "search")),
            f"{median(run.memory for run in row.runs) / 1e6:,.0f} MB" if run.memory else "",
            _counts(run.size),
            _counts(run.effort),
        )
    return table


def _summary_table(puzzle: Puzzle[Any, Any], rows: Sequence[Row], instances: int, limit: float) -> Any:
    from rich.table import Table

    table = Table(title=f"{puzzle.title}: {instances} instances, at most {limit:g} s each", title_justify="left")
    for name in ("formulation", "backend"):
        table.add_column(name)
    for name in ("solved", "PAR-2", "median", "slowest", "memory"):
        table.add_column(name, justify="right")
    table.add_column("went wrong", overflow="fold")
    by_pair: dict[tuple[str, str], list[Row]] = {}
    for row in rows:
        by_pair.setdefault((row.formulation, row.backend), []).append(row)
    for (formulation, backend), mine in sorted(by_pair.items(), key=lambda item: par2(item[1], limit)):
        totals = [row.total for row in mine if row.total is not None]
        wrong = {row.run.status for row in mine if row.total is None}
        table.add_row(
            formulation,
            f"{backend} ({mine[0].run.solver})" if mine[0].run.solver else backend,
            f"{len(totals)}/{len(mine)}",
            _span(par2(mine, limit)),
            _span(median(totals)) if totals else "",
            _span(max(totals)) if totals else "",
            f"{max(row.run.memory for row in mine) / 1e6:,.0f} MB",
            ", ".join(sorted(wrong)),
        )
    return table


def _growth_table(rows: Sequence[Row], instances: Sequence[Any], sizes: Sequence[int]) -> Any:
    from rich.table import Table

    table = Table(title="declare + load + search, by size", title_justify="left")
    table.add_column("formulation")
    table.add_column("backend")
    for size in sizes:
        table.add_column(str(size), justify="right")
    for formulation, backend in dict.fromkeys((row.formulation, row.backend) for row in rows):
        mine = {row.instance: row for row in rows if (row.formulation, row.backend) == (formulation, backend)}
        cells = [mine[instance] for instance in instances]
        table.add_row(
            formulation, backend, *(_span(row.total) if row.total is not None else row.run.status for row in cells)
        )
    return table


def _answers(row: Row) -> str:
    run = row.run
    if run.objective is not None:
        return f"{'best' if run.complete else 'at best'} {run.objective}"
    if run.complete:
        return f"{run.found:,}"
    return f"≥ {run.found:,}" if run.found else ""


def _spread(spans: Sequence[float]) -> str:
    """The median; with several runs also the least and the most."""
    if not spans:
        return ""
    if len(spans) == 1:
        return _span(spans[0])
    return f"{_span(median(spans))} ({_span(min(spans))}–{_span(max(spans))})"


def _span(seconds: float) -> str:
    return f"{seconds:.2f} s" if seconds >= 1 else f"{seconds * 1000:.1f} ms"


def _counts(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{count:,} {name}" for name, count in counts.items())
