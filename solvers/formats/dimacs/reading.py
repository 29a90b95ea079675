"""DIMACS: clauses over numbered Boolean variables, with the projection (``c p show``) that model counters know."""

from __future__ import annotations

import re
from pathlib import Path
from typing import BinaryIO

from models.kit.names import count
from solvers.core.limits import ENDLESS, Clock
from solvers.formats.clauses import CLAUSE, ClauseFile, numbered, quotation
from solvers.formats.document import Reading

_PLAIN = re.compile(rb"(?P<clauses>(?:%b)++)" % CLAUSE)


def read(stream: BinaryIO, where: Path | str, clock: Clock = ENDLESS) -> Reading:
    """A formula; its answers are told apart by all its variables, or by those it shows."""
    formula = ClauseFile(where, clock)
    for found, kind in formula.runs(stream, _PLAIN):
        if kind and formula.announced is not None:
            formula.take_lines(found)
            continue
        words = found.split()
        if words[0] == b"%":  # what SATLIB's files end with
            break
        if words[0] == b"p":
            formula.announce(words, b"cnf")
        elif formula.announced is None:
            raise formula.error(f"{quotation(words[:1])} stands where a header such as 'p cnf 3 2' is expected")
        else:
            formula.take(words)
    if formula.announced is None:
        raise formula.error("the file has no header such as 'p cnf 3 2'")
    variables = formula.variables(len(formula.places))
    formula.close(variables)
    if formula.shown is not None:
        formula.project(variables)
    return Reading(
        formula.model, numbered, f"{count(len(variables), 'variable')}, {count(len(formula.places), 'clause')}"
    )
