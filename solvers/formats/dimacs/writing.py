"""DIMACS CNF, the format of SAT solvers and model counters: clauses, and which variables are counted."""

from __future__ import annotations

from collections.abc import Iterator

from models.errors import InputError
from solvers.formats.cnf import cnf_of, comments, numbers, show_line
from solvers.formats.document import Export
from solvers.formats.names import one_line


def write(export: Export) -> Iterator[str]:
    """The model as clauses, with the variables to be counted."""
    if export.model.objective is not None:
        what = one_line(export.model.objective)
        raise InputError(f"DIMACS has no objective and cannot say {what}; wcnf and opb can")
    cnf = cnf_of(export, "DIMACS")
    yield from comments(export, cnf)
    yield f"c t pmc\np cnf {cnf.top} {len(cnf.clauses)}\n"
    yield show_line(cnf)
    yield from (f"{numbers(clause)}\n" for clause in cnf.clauses)
