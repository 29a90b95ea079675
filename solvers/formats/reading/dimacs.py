"""DIMACS: clauses over numbered Boolean variables, with the projection (``c p show``) that model counters know."""

from __future__ import annotations

import re
from pathlib import Path
from typing import BinaryIO

from models.kit.names import count
from solvers.formats.document import Reading
from solvers.formats.reading.clauses import CLAUSE, Formula, numbered, runs, said

_PLAIN = re.compile(rb"(?P<clauses>(?:%b)++)" % CLAUSE)


def read(stream: BinaryIO, where: Path | str) -> Reading:
    """A formula; its answers are told apart by all its variables, or by those it shows."""
    formula = Formula(where)
    shows: dict[int, int] | None = None  # variables, each with the line that shows it
    for formula.line, found, kind in runs(stream, _PLAIN):
        formula.size += len(found)
        if kind and formula.announced is not None:
            formula.take_lines(found)
            continue
        words = found.split()
        if words[:3] == [b"c", b"p", b"show"]:
            shows = {} if shows is None else shows
            shows.update((formula.number(word), formula.line) for word in words[3:])
        elif not words or words[0][:1] == b"c":
            continue
        elif words[0] == b"%":  # what SATLIB's files end with
            break
        elif words[0] == b"p":
            formula.announce(words, b"cnf")
        elif formula.announced is None:
            raise formula.error(f"{said(words[:1])} stands where a header such as 'p cnf 3 2' is expected")
        else:
            formula.take(words)
    if formula.announced is None:
        raise formula.error("the file has no header such as 'p cnf 3 2'")
    variables = formula.variables(len(formula.places))
    formula.close(variables)
    if shows is not None:
        shows.pop(0, None)
        for number, formula.line in shows.items():
            if not 0 < number <= len(variables):
                raise formula.error(f"{number} is shown; the variables are 1 to {len(variables):,}")
        formula.model.project_on(variables[number - 1] for number in shows)
    return Reading(
        formula.model, numbered, f"{count(len(variables), 'variable')}, {count(len(formula.places), 'clause')}"
    )
