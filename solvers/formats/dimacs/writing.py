"""DIMACS CNF, the format of SAT solvers and model counters: clauses, and which variables are counted.

The clauses are those of ``solvers.lowering.sat``. ``c p show … 0`` names the SAT variables of the projection, as model
counters read it (https://mccompetition.org): counted over these, there are as many models as the puzzle has answers.
A comment for each variable says which literal stands for which value: ``c dial = 1:4 2:5``.
"""

from __future__ import annotations

from collections.abc import Iterator

from models.errors import InputError
from solvers.formats.document import Export
from solvers.formats.names import one_line, show_line, value_lines
from solvers.lowering.sat.cnf import Cnf, unsupported_reason


def write(export: Export) -> Iterator[str]:
    """The model as clauses, with the variables to be counted."""
    model = export.model
    if model.objective is not None:
        raise InputError(f"DIMACS has no objective and cannot say {one_line(model.objective)}; wcnf and opb can")
    complaint = unsupported_reason(model)
    if complaint:
        raise InputError(f"DIMACS cannot say {complaint}")
    cnf = Cnf(model)
    for comment in export.comments:
        yield f"c {comment}\n"
    yield from value_lines(model, cnf.equals, "c ")
    yield "c t pmc\n"
    yield f"p cnf {cnf.top} {len(cnf.clauses)}\n"
    yield show_line(model, cnf.equals)
    for clause in cnf.clauses:
        yield f"{' '.join(map(str, (*clause, 0)))}\n"
