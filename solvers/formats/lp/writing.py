"""CPLEX's LP format of mixed-integer programs, as people write them: ``column_3: x + 2 y <= 7``.

See ``solvers.formats.program`` for what the columns and rows are. A comment for each variable of the model says what it
comes to in columns: ``\\ dial = 1 +1 dial_is_2 +2 dial_is_3``.
"""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import wrap

from solvers.formats.document import Export
from solvers.formats.program import OBJECTIVE, Terms, named_program

MAX_LINE_LETTERS = 200  # some readers take no more than 510


def write(export: Export) -> Iterator[str]:
    program = named_program(export, "LP")
    for comment in program.comments:
        yield from (
            f"\\ {line}\n" for line in wrap(comment, MAX_LINE_LETTERS, subsequent_indent="    ", break_on_hyphens=False)
        )
    yield f"{program.sense.capitalize()}\n"
    yield from _sum(f" {OBJECTIVE}:", program.objective, "")
    yield "Subject To\n"
    for row in program.rows:
        if row.comment:
            yield f"\\ {row.comment}\n"
        yield from _sum(f" {row.name}:", row.terms, f" {row.relation} {row.bound}")
    yield "Bounds\n"
    for name, least, greatest in program.columns:
        yield f" {name} = {least}\n" if least == greatest else f" {least} <= {name} <= {greatest}\n"
    yield "Generals\n"
    yield from (f" {name}\n" for name, _, _ in program.columns)
    yield "End\n"


def _sum(head: str, terms: Terms, tail: str) -> Iterator[str]:
    line = head
    for coefficient, name in terms:
        term = f" {'+' if coefficient >= 0 else '-'} {abs(coefficient)} {name}"
        if len(line) + len(term) > MAX_LINE_LETTERS:
            yield f"{line}\n"
            line = " "
        line += term
    yield f"{line}{tail}\n"
