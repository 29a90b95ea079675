"""How are measurements shown? As tables for people, and as JSON or CSV for machines."""

from __future__ import annotations

import csv
import io
import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from statistics import median
from typing import Any

from solvers.comparing.contest import Comparison, LeftOut, Row, par2
from solvers.terminal.units import duration

FULL_TABLES = 4
"""Up to so many instances each get a table of their own; of more, one table sums up."""

WIDE = 200
"""Characters of a line where the output is no terminal."""


def show(comparison: Comparison) -> None:
    """Print the comparison as tables on standard output; of a family, one table with a column for each size."""
    from rich.console import Console

    console = Console(width=None if sys.stdout.isatty() else WIDE)
    instances = comparison.instances
    if not instances:
        pass
    elif comparison.sizes is not None:
        console.print(_growth_table(comparison))
    elif len(instances) <= FULL_TABLES:
        for instance in instances:
            rows = [row for row in comparison.rows if row.instance == instance]
            console.print(_instance_table(f"{comparison.puzzle.title}: {instance.name}", rows))
    else:
        console.print(_summary_table(comparison))
    for sentence in _reasons(comparison.left_out):
        console.print(sentence, style="dim", highlight=False, markup=False, overflow="ellipsis", no_wrap=True)


def as_json(comparison: Comparison) -> str:
    """Everything measured as one JSON object."""
    from platform import machine, python_version, system

    rules = comparison.rules
    scores = comparison.of_pairs().items() if rules.seconds is not None else ()
    return json.dumps(
        {
            "puzzle": comparison.puzzle.name,
            "python": python_version(),
            "system": f"{system()} {machine()}",
            "rules": vars(rules),
            "rows": [record for row in comparison.rows for record in _records(row)],
            "par2": [
                {"formulation": formulation, "backend": backend, "seconds": round(par2(rows, rules.seconds or 0.0), 6)}
                for (formulation, backend), rows in scores
            ],
            "left_out": [vars(pair) for pair in comparison.left_out],
            "disagreements": list(comparison.disagreements),
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


def within(limit: float) -> str:
    """What the time limit is for, in words."""
    return f"at most {limit:g} s for declare + load + search"


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
                f"{part}_{clock}": round(spans[part], 6) if part in spans else None
                for part in ("model", "load", "first", "search")
                for clock, spans in (("wall", run.wall), ("cpu", run.cpu))
            },
            "memory": run.memory,
            "size": dict(run.size),
            "effort": dict(run.effort),
        }


def _instance_table(title: str, rows: Sequence[Row]) -> Any:
    from rich.table import Table

    table = Table(title=title, title_justify="left")
    for name in ("formulation", "backend"):
        table.add_column(name, no_wrap=True)
    for name in ("solver", "status", "answers"):
        table.add_column(name)
    for name in ("declare", "load", "first", "search"):
        table.add_column(f"{name}\nCPU", justify="right", no_wrap=True)
    table.add_column("memory", justify="right", no_wrap=True)
    for name in ("size", "effort"):
        table.add_column(name)
    for row in rows:
        run = row.run
        table.add_row(
            row.formulation,
            row.backend,
            run.solver,
            run.status + (f": {run.note}" if run.note else ""),
            _answers(row),
            *(_by_both_clocks(row, part) for part in ("model", "load", "first", "search")),
            f"{median(run.memory for run in row.runs) / 1e6:,.0f} MB" if run.memory else "",
            _counts(run.size),
            _counts(run.effort),
        )
    return table


def _summary_table(comparison: Comparison) -> Any:
    from rich.table import Table

    limit = comparison.rules.seconds or 0.0
    title = f"{comparison.puzzle.title}: {len(comparison.instances)} instances, {within(limit)}"
    table = Table(title=title, title_justify="left")
    for name in ("formulation", "backend"):
        table.add_column(name)
    for name in ("settled", "PAR-2", "median", "slowest", "memory"):
        table.add_column(name, justify="right")
    table.add_column("the others", overflow="fold")
    for (formulation, backend), mine in sorted(comparison.of_pairs().items(), key=lambda item: par2(item[1], limit)):
        totals = [row.total for row in mine if row.total is not None]
        wrong = {row.run.status for row in mine if row.total is None}
        solver = next((row.run.solver for row in mine if row.run.solver), "")
        table.add_row(
            formulation,
            f"{backend} ({solver})" if solver else backend,
            f"{len(totals)} of {len(mine)}",
            duration(par2(mine, limit)),
            duration(median(totals)) if totals else "",
            duration(max(totals)) if totals else "",
            f"{max(row.run.memory for row in mine) / 1e6:,.0f} MB",
            ", ".join(sorted(wrong)),
        )
    return table


def _growth_table(comparison: Comparison) -> Any:
    from rich.table import Table

    limit = comparison.rules.seconds or 0.0
    table = Table(title=f"{comparison.puzzle.title} by size, {within(limit)}", title_justify="left")
    table.add_column("formulation")
    table.add_column("backend")
    for size in comparison.sizes or ():
        table.add_column(str(size), justify="right")
    for (formulation, backend), mine in comparison.of_pairs().items():
        cells = (row.run.status if row.total is None else duration(row.total) for row in mine)
        table.add_row(formulation, backend, *cells)
    return table


def _reasons(left_out: Sequence[LeftOut]) -> Iterator[str]:
    """Who was left out and why, a line for each backend and reason."""
    grouped: dict[tuple[str, str], list[str]] = {}
    for pair in left_out:
        grouped.setdefault((pair.backend, pair.reason), []).append(pair.formulation)
    for (backend, reason), formulations in grouped.items():
        yield f"left out: {', '.join(formulations)} × {backend}: {reason}"


def _answers(row: Row) -> str:
    run = row.run
    if run.objective is not None:
        return f"{'best' if run.complete else 'at best'} {run.objective}"
    if run.complete:
        return f"{run.found:,}"
    return f"≥ {run.found:,}" if run.found else ""


def _by_both_clocks(row: Row, part: str) -> str:
    """The wall seconds of a part, and below them those of the processor."""
    processor = row.times("cpu", part)
    return _spread(row.times("wall", part)) + (f"\n{duration(median(processor))}" if processor else "")


def _spread(spans: Sequence[float]) -> str:
    """The median; with several runs, below it the least and the most."""
    if not spans:
        return ""
    if len(spans) == 1:
        return duration(spans[0])
    least, most = duration(min(spans)), duration(max(spans))
    least = least.removesuffix(most[most.index(" ") :])  # a unit that both have is said once
    return f"{duration(median(spans))}\n{least}–{most}"


def _counts(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{count:,} {name}" for name, count in counts.items())
