"""What does a page show of a comparison: tables that a click sorts, the plot, who was left out and who disagreed?"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

from models.errors import PuzzlebenchError
from models.kit.svg import Markup, plain
from solvers.comparing.contest import Comparison, Row, par2
from solvers.render.html.html import details, document, footer, header, section, tag
from solvers.render.html.repeat import command, repeat_section
from solvers.render.html.sortable import PARTS, WIDE, Cell, Column, sortable
from solvers.render.tables import FULL_TABLES, within
from solvers.request import Request
from solvers.terminal.units import duration

SPANS = {"declare": "model", "load": "load", "first": "first", "search": "search"}
"""The columns of wall time, each with the part of a run it shows."""

TOTAL = "total"

PLOT_STYLE: Any = {
    "svg.fonttype": "none",
    "figure.facecolor": "none",
    "axes.facecolor": "none",
    "savefig.transparent": True,
    "legend.framealpha": 0.0,
    "font.size": 11,
}
"""A plot on a page has no ground of its own, and text that can be searched and read out."""


def compare_page(comparison: Comparison, request: Request) -> str:
    """The whole page."""
    puzzle, instances = comparison.puzzle, comparison.instances
    agree = not comparison.disagreements
    verdict = (
        ("All that were settled agree" if len(comparison.rows) > 1 else "Nothing to compare")
        if agree
        else "Disagreement"
    )
    title = instances[0].name if len(instances) == 1 else f"{puzzle.title}, {len(instances)} instances"
    if comparison.sizes:
        title = f"{puzzle.title}, sizes {', '.join(map(str, comparison.sizes))}"
    body = [
        header(f"{puzzle.title} compared", title, verdict, "good" if agree else "bad", _lead(comparison)),
        tag(
            "main",
            *_disagreements(comparison),
            *_tables(comparison),
            *_plot(comparison),
            *_left_out(comparison),
            repeat_section(
                command("compare", request.command), "Times differ from run to run and from machine to machine."
            ),
        ),
        footer(),
    ]
    return document(f"{title}, compared", body, ("compare.css",), ("sort.js",))


def _lead(comparison: Comparison) -> str:
    pairs, rules = len(comparison.of_pairs()), comparison.rules
    what = {None: "all answers", 1: "a first answer", 2: "an answer and whether it is the only one"}[rules.answers]
    asked = f"the best answer ({rules.objective})" if rules.objective else what
    limit = "" if rules.seconds is None else f", {within(rules.seconds)}"
    often = f", the median of {rules.repeat}" if rules.repeat > 1 else ""
    return (
        f"{pairs} pairs of formulation and backend look for {asked}; every run in a process of its own{limit}{often}."
    )


def _tables(comparison: Comparison) -> Iterator[Markup]:
    instances = comparison.instances
    by_instance = [[row for row in comparison.rows if row.instance == instance] for instance in instances]
    if comparison.sizes is not None:
        yield section("table", "Declare, load and search, by size", sortable("by size", _growth(comparison)))
    elif len(instances) > FULL_TABLES:
        yield section("table", "All instances together", sortable("all instances", _summary(comparison)))
    if comparison.sizes is None and len(instances) <= FULL_TABLES:
        for number, (instance, rows) in enumerate(zip(instances, by_instance, strict=True)):
            name = instance.name if len(instances) > 1 else "Side by side"
            yield section(f"table-{number}", name, sortable(instance.name, _columns(rows), TOTAL))
    elif comparison.rows:
        every = sortable("every run", [_names(comparison.rows), *_columns(comparison.rows)])
        yield section("runs", "Run by run", details(plain(f"all {len(comparison.rows):,} rows"), every))


def _names(rows: Sequence[Row]) -> Column:
    return Column("instance", [Cell(row.instance.name) for row in rows])


def _columns(rows: Sequence[Row]) -> list[Column]:
    longest = max((row.total or 0.0 for row in rows), default=0.0) or 1.0
    return [
        *_pair([(row.formulation, row.backend, row.run.solver) for row in rows]),
        Column(TOTAL, [_total(row, longest) for row in rows], right=True),
        Column("status", [Cell(row.run.status, under=row.run.note, tone=_tone(row)) for row in rows]),
        Column("answers", [_answers(row) for row in rows], right=True),
        *(
            Column(name, [_by_both_clocks(row, part) for row in rows], right=True, shown=PARTS)
            for name, part in SPANS.items()
        ),
        Column("CPU", [_spread([run.total_cpu for run in row.runs if run.cpu]) for row in rows], True, PARTS),
        Column("memory", [_memory([row]) for row in rows], right=True),
        Column("size", [_counts(row.run.size) for row in rows], shown=PARTS),
        Column("effort", [_counts(row.run.effort) for row in rows], shown=PARTS),
    ]


def _pair(rows: Sequence[tuple[str, str, str]]) -> list[Column]:
    """Formulation and backend, the solver below it; on a narrow screen they share a column."""
    return [
        Column("formulation", [Cell(formulation) for formulation, _, _ in rows], shown=WIDE),
        Column("backend", [Cell(backend, under=solver, narrow=formulation) for formulation, backend, solver in rows]),
    ]


def _summary(comparison: Comparison) -> list[Column]:
    limit = comparison.rules.seconds or 0.0
    pairs = sorted(comparison.of_pairs().items(), key=lambda item: par2(item[1], limit))
    rows = [mine for _, mine in pairs]
    totals = [[row.total for row in mine if row.total is not None] for mine in rows]
    others = [sorted({row.run.status for row in mine if row.total is None}) for mine in rows]
    return [
        *_pair([(*names, mine[0].run.solver) for names, mine in pairs]),
        Column(
            "settled", [Cell(f"{len(t)} of {len(m)}", len(t)) for t, m in zip(totals, rows, strict=True)], right=True
        ),
        Column("PAR-2", [_seconds(par2(mine, limit)) for mine in rows], right=True),
        Column("median", [_seconds(median(t) if t else None) for t in totals], right=True),
        Column("slowest", [_seconds(max(t, default=None)) for t in totals], right=True),
        Column("memory", [_memory(mine) for mine in rows], right=True),
        Column("the others", [Cell(", ".join(words), tone="bad" if words else "") for words in others]),
    ]


def _growth(comparison: Comparison) -> list[Column]:
    pairs = comparison.of_pairs()
    columns = [
        *_pair([(*names, mine[0].run.solver) for names, mine in pairs.items()]),
    ]
    for place, size in enumerate(comparison.sizes or ()):
        cells = [_seconds_or_status(mine[place]) if place < len(mine) else Cell("") for mine in pairs.values()]
        columns.append(Column(str(size), cells, right=True))
    return columns


def _plot(comparison: Comparison) -> Iterator[Markup]:
    if not comparison.rows:
        return
    try:
        drawing = _drawn(comparison)
    except PuzzlebenchError as error:
        yield section("plot", "The plot", tag("p", plain(f"There is no plot here: {error}."), class_="remark"))
        return
    yield section("plot", "The plot", tag("figure", tag("div", drawing, class_="scroll", tabindex=0), class_="plot"))


def _drawn(comparison: Comparison) -> Markup:
    """The plot as an element of the page."""
    from solvers.render.plots import check_plot, plot

    with TemporaryDirectory() as folder:
        path = Path(folder) / "plot.svg"
        check_plot(path)
        from matplotlib import rc_context

        with rc_context(PLOT_STYLE):
            plot(comparison.rows, path, comparison.sizes, comparison.rules.seconds or 0.0)
        text = path.read_text(encoding="utf-8")
    text = text[text.index("<svg") :]
    text = re.sub(r"<metadata>.*?</metadata>", "", text, flags=re.DOTALL)
    text = text.replace("*{", ".plot *{", 1)  # its style rules are for itself
    text = text.replace("#ababab", "#808080")  # of its colours the one that is too faint on light ground
    named = 'class="chart" role="img" aria-label="Seconds of every formulation and backend; the table has the figures"'
    return Markup(text.replace("<svg", f"<svg {named}", 1))


def _disagreements(comparison: Comparison) -> Iterator[Markup]:
    if comparison.disagreements:
        items = [tag("li", tag("pre", plain(sentence))) for sentence in comparison.disagreements]
        yield section("disagreements", "They disagree", tag("ul", *items))


def _left_out(comparison: Comparison) -> Iterator[Markup]:
    if comparison.left_out:
        items = [
            tag("li", tag("b", plain(f"{pair.formulation} × {pair.backend}")), plain(f": {pair.reason}"))
            for pair in comparison.left_out
        ]
        yield section("left-out", "Left out", tag("ul", *items, class_="plain"))


def _answers(row: Row) -> Cell:
    run = row.run
    if run.objective is not None:
        return Cell(f"{'best' if run.complete else 'at best'} {run.objective:,}", run.objective)
    if run.complete:
        return Cell(f"{run.found:,}", run.found)
    return Cell(f"≥ {run.found:,}", run.found) if run.found else Cell("")


def _total(row: Row, longest: float) -> Cell:
    cell = _spread(row.totals) if row.total is not None else Cell("")
    return Cell(cell.text, cell.value, under=cell.under, part=None if row.total is None else row.total / longest)


def _seconds_or_status(row: Row) -> Cell:
    return Cell(row.run.status, tone=_tone(row)) if row.total is None else _spread(row.totals)


def _spread(spans: Sequence[float]) -> Cell:
    """The median; with several runs, below it the least and the most."""
    if not spans:
        return Cell("")
    least, most = duration(min(spans)), duration(max(spans))
    least = least.removesuffix(most[most.index(" ") :])  # a unit that both have is said once
    return Cell(duration(median(spans)), median(spans), under=f"{least}–{most}" if len(spans) > 1 else "")


def _by_both_clocks(row: Row, part: str) -> Cell:
    """The wall seconds of a part, and below them those of the processor."""
    cell, processor = _spread(row.times("wall", part)), row.times("cpu", part)
    said = [cell.under] if cell.under else []
    if processor:
        said.append(f"CPU {duration(median(processor))}")
    return Cell(cell.text, cell.value, under=", ".join(said))


def _seconds(span: float | None) -> Cell:
    return Cell("") if span is None else Cell(duration(span), span)


def _memory(rows: Sequence[Row]) -> Cell:
    most = max((run.memory for row in rows for run in row.runs), default=0)
    return Cell(f"{most / 1e6:,.0f} MB", most) if most else Cell("")


def _counts(counts: Any) -> Cell:
    words = ", ".join(f"{count:,} {name}".replace(" ", "\N{NO-BREAK SPACE}") for name, count in counts.items())
    return Cell(words, next(iter(counts.values()), None), small=True)


def _tone(row: Row) -> str:
    return {"answered": "good", "impossible": "good", "stopped": "open", "not run": "open"}.get(row.run.status, "bad")
