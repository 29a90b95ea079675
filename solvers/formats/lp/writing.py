"""CPLEX's LP format of mixed-integer programs, as people write them: ``column_3: x + 2 y <= 7``.

See ``solvers.formats.program`` for what the columns and rows are. A comment for each variable of the model says what it
comes to in columns: ``\\ dial = 1 +1 dial_is_2 +2 dial_is_3``.
"""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import wrap

from solvers.formats.document import Statement
from solvers.formats.program import OBJECTIVE, Terms, program

WIDTH = 200
"""Characters of a line; some readers take no more than 510."""


def write(statement: Statement) -> Iterator[str]:
    """The model as an objective, rows and bounds."""
    said = program(statement, "LP")
    for remark in said.remarks:
        yield from (f"\\ {line}\n" for line in wrap(remark, WIDTH, subsequent_indent="    ", break_on_hyphens=False))
    yield f"{said.sense.capitalize()}\n"
    yield from _sum(f" {OBJECTIVE}:", said.objective, "")
    yield "Subject To\n"
    for row in said.rows:
        if row.remark:
            yield f"\\ {row.remark}\n"
        yield from _sum(f" {row.name}:", row.terms, f" {row.relation} {row.bound}")
    yield "Bounds\n"
    for name, least, greatest in said.columns:
        yield f" {name} = {least}\n" if least == greatest else f" {least} <= {name} <= {greatest}\n"
    yield "Generals\n"
    yield from (f" {name}\n" for name, _, _ in said.columns)
    yield "End\n"


def _sum(head: str, terms: Terms, tail: str) -> Iterator[str]:
    """A sum between what precedes and follows it, on as many lines as it takes."""
    line = head
    for coefficient, name in terms:
        term = f" {'+' if coefficient >= 0 else '-'} {abs(coefficient)} {name}"
        if len(line) + len(term) > WIDTH:
            yield f"{line}\n"
            line = " "
        line += term
    yield f"{line}{tail}\n"
