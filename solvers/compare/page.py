"""The page of a comparison: tables that a click sorts, the plot, who was left out and who disagreed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from models.errors import PuzzlebenchError
from models.kit.svg import Markup, plain
from solvers.compare.plots import NARROW, WIDE, drawing
from solvers.compare.record import Comparison, answers_wanted
from solvers.compare.text import FULL_TABLES, PARTS, TOTAL, Cell, TableColumn, by_run, by_size, in_sum, reasons, within
from solvers.render.html.html import command, details, document, footer, header, repeat_section, section, tag

PLOT_STYLE: Any = {
    "figure.facecolor": "none",
    "axes.facecolor": "none",
    "savefig.transparent": True,
    "legend.framealpha": 0.0,
    "font.size": 11,
    **dict.fromkeys(("axes.edgecolor", "xtick.color", "ytick.color"), "#767676"),
    **dict.fromkeys(("xtick.labelcolor", "ytick.labelcolor"), "black"),
}
"""A plot on a page has no ground of its own, and lines that are seen on light and on dark; its words are the page's."""


def compare_page(comparison: Comparison) -> str:
    puzzle, instances = comparison.puzzle, [*comparison.by_instance()]
    title = instances[0].name if len(instances) == 1 else f"{puzzle.title}, {len(instances)} instances"
    if comparison.sizes:
        title = f"{puzzle.title}, sizes {', '.join(map(str, comparison.sizes))}"
    verdict = "All that were settled agree" if len(comparison.rows) > 1 else "Nothing to compare"
    if comparison.disagreements:
        verdict = "Disagreement"
    tone = "bad" if comparison.disagreements else "good"
    line = command("compare", comparison.request.command)
    body = [
        header(f"{puzzle.title} compared", title, verdict, tone, _lead(comparison)),
        tag(
            "main",
            *_disagreements(comparison),
            *_tables(comparison),
            *_plot(comparison),
            *_left_out(comparison),
            repeat_section(line, "Times differ from run to run and from machine to machine."),
        ),
        footer(),
    ]
    return document(f"{title}, compared", body, ("compare/compare.css",), ("compare/sort.js",))


def _lead(comparison: Comparison) -> str:
    pairs, request = len(comparison.by_pair()), comparison.request
    what = {None: "all answers", 1: "a first answer", 2: "an answer and whether it is the only one"}
    asked = f"the best answer ({request.minimize})" if request.minimize else what[answers_wanted(request)]
    often = f", the median of {request.repeat}" if request.repeat > 1 else ""
    return (
        f"{pairs} pairs of formulation and backend look for {asked}; "
        f"every run in a process of its own{within(comparison)}{often}."
    )


def _tables(comparison: Comparison) -> Iterator[Markup]:
    by_instance = comparison.by_instance()
    if comparison.sizes is None and len(by_instance) <= FULL_TABLES:
        for number, (instance, rows) in enumerate(by_instance.items()):
            name = instance.name if len(by_instance) > 1 else "Side by side"
            yield section(f"table-{number}", name, sortable(instance.name, by_run(rows), TOTAL))
        return
    if comparison.sizes is not None:
        yield section("table", "Declare, load and search, by size", sortable("by size", by_size(comparison)))
    else:
        yield section("table", "All instances together", sortable("all instances", in_sum(comparison)))
    if comparison.rows:
        names = TableColumn("instance", [Cell(row.instance.name) for row in comparison.rows])
        every = sortable("every run", [names, *by_run(comparison.rows)])
        yield section("runs", "Run by run", details(plain(f"all {len(comparison.rows):,} rows"), every))


def _plot(comparison: Comparison) -> Iterator[Markup]:
    if not comparison.rows:
        return
    try:
        drawn = [_drawn(comparison, name, width) for name, width in (("on-a-sheet", WIDE), ("on-a-phone", NARROW))]
    except PuzzlebenchError as error:
        yield section("plot", "The plot", tag("p", plain(f"There is no plot here: {error}."), class_="remark"))
        return
    yield section("plot", "The plot", tag("figure", *drawn, class_="plot"))


def _drawn(comparison: Comparison, name: str, width: float) -> Markup:
    """The plot as an element of the page."""
    svg = drawing(comparison, "svg", PLOT_STYLE, width, name).decode()
    label = "Seconds of every formulation and backend; the table has the figures"
    return tag("div", Markup(svg[svg.index("<svg") :]), class_=f"chart {name}", role="img", aria_label=label)


def _disagreements(comparison: Comparison) -> Iterator[Markup]:
    if comparison.disagreements:
        items = [tag("li", tag("pre", plain(sentence))) for sentence in comparison.disagreements]
        yield section("disagreements", "They disagree", tag("ul", *items))


def _left_out(comparison: Comparison) -> Iterator[Markup]:
    if comparison.left_out:
        items = [tag("li", tag("b", plain(who)), plain(f": {why}")) for who, why in reasons(comparison.left_out)]
        yield section("left-out", "Left out", tag("ul", *items, class_="plain"))


def sortable(caption: str, columns: Sequence[TableColumn], by: str = "") -> Markup:
    """A table that a click on a heading sorts; at first by the column called ``by``, or else as the rows come."""
    rows = list(zip(*(column.cells for column in columns), strict=True))
    place = next((place for place, column in enumerate(columns) if column.name == by), None)
    if place is not None:
        rows.sort(key=lambda row: (row[place].value is None, row[place].value or 0.0))
    heads = [_head(column, column.name == by) for column in columns]
    body = [tag("tr", *(_cell(cell, column) for cell, column in zip(row, columns, strict=True))) for row in rows]
    table = tag(
        "table",
        tag("caption", plain("A click on a heading sorts.")),
        tag("thead", tag("tr", *heads)),
        tag("tbody", *(Markup(f"\n{row}") for row in body)),
        class_="sortable",
    )
    scrolled = tag("div", table, class_="scroll", tabindex=0, role="region", aria_label=caption)
    if not any(column.shown == PARTS for column in columns):
        return scrolled
    words = plain("Every column")
    every = tag("button", words, type="button", class_="every-column", aria_pressed="false", hidden=True)
    return tag("div", scrolled, every, class_="in-short")


def _head(column: TableColumn, sorted_by: bool) -> Markup:
    button = tag("button", plain(column.name), type="button")
    order = "ascending" if sorted_by else "none"
    return tag("th", button, scope="col", aria_sort=order, class_=_classes(column.right and "right", column.shown))


def _cell(cell: Cell, column: TableColumn) -> Markup:
    under = [tag("small", plain(cell.narrow), class_="narrow")] if cell.narrow else []
    under += [tag("small", plain(", ".join(cell.under)))] if cell.under else []
    classes = _classes(column.right and "right", cell.small and "small", cell.tone, column.shown)
    bar = None if cell.part is None else f"--part:{max(0.01, cell.part):.3f}"
    return tag("td", plain(cell.text), *under, class_=classes, data_value=cell.value, style=bar)


def _classes(*names: str | bool) -> str | None:
    return " ".join(name for name in names if isinstance(name, str) and name) or None
