"""Tables on pages that a click on a heading sorts."""

from __future__ import annotations

from collections.abc import Sequence

from models.kit.svg import Markup, plain
from solvers.compare.text import PARTS, Cell, TableColumn
from solvers.render.html.html import tag


def sortable(caption: str, columns: Sequence[TableColumn], by: str = "") -> Markup:
    """The table, its rows sorted from the least by the column called ``by``, or else as they come."""
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
    every = tag(
        "button", plain("Every column"), type="button", class_="every-column", aria_pressed="false", hidden=True
    )
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
