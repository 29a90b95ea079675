"""WCNF, the format of MaxSAT solvers since 2022: hard clauses (``h 1 -2 0``) and soft ones (``5 -3 0``).

The objective is a sum of costs (``solvers.lowering.sat.objective``): a best answer breaks soft clauses of the least
weight together. A comment says what the objective then comes to. The rest is as in DIMACS.
"""

from __future__ import annotations

from collections.abc import Iterator

from models.errors import InputError
from solvers.formats.dimacs.writing import cnf_of, comments, numbers, show_line
from solvers.formats.document import Export, ObjectiveNote
from solvers.formats.names import one_line
from solvers.lowering.plain import MAX_INT64
from solvers.lowering.sat.objective import Costs, costs_of


def write(export: Export) -> Iterator[str]:
    objective = export.model.objective
    cnf = cnf_of(export, "WCNF", totals=False)
    costs = Costs((), 0) if objective is None else costs_of(objective, cnf)
    weight = sum(weight for _, weight in costs.soft)
    if weight > MAX_INT64:
        raise InputError(f"WCNF, whose weights add up to less than 2^63, cannot say {one_line(objective)}")
    yield from comments(export, cnf)
    yield show_line(cnf)
    if objective is None:
        yield "c there is no objective: all clauses are hard\n"
    else:
        offset = costs.least if objective.sense == "minimize" else -costs.least
        yield f"c {one_line(objective)}\nc {ObjectiveNote.of(objective, offset)}\n"
    yield from (f"h {numbers(clause)}\n" for clause in cnf.clauses)
    yield from (f"{weight} {literal} 0\n" for literal, weight in costs.soft)
