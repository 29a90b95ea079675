"""WCNF, the format of MaxSAT solvers since 2022: hard clauses (``h 1 -2 0``) and soft ones (``5 -3 0``).

The clauses are those of ``solvers.lowering.sat``, the objective a sum of costs (``solvers.lowering.sat.costs``): a best
answer breaks soft clauses of the least weight together. A comment says what the objective then comes to, and one for
each variable which literal stands for which value: ``c dial = 1:4 2:5``. ``c p show … 0`` names the SAT variables of
the projection, as in DIMACS.
"""

from __future__ import annotations

from collections.abc import Iterator

from models.errors import InputError
from solvers.formats.document import Export
from solvers.formats.names import one_line, show_line, value_lines
from solvers.lowering.sat.cnf import Cnf, unsupported_reason
from solvers.lowering.sat.costs import Costs, costs_of
from solvers.lowering.size import MAX_INT64


def write(export: Export) -> Iterator[str]:
    """The model as hard and soft clauses."""
    model, objective = export.model, export.model.objective
    complaint = unsupported_reason(model, totals=False)
    if complaint:
        raise InputError(f"WCNF cannot say {complaint}")
    cnf = Cnf(model)
    costs = Costs((), 0) if objective is None else costs_of(objective, cnf)
    weight = sum(weight for _, weight in costs.soft)
    if weight > MAX_INT64:
        raise InputError(f"WCNF, whose weights add up to less than 2^63, cannot say {one_line(objective)}")
    for comment in export.comments:
        yield f"c {comment}\n"
    yield from value_lines(model, cnf.equals, "c ")
    yield show_line(model, cnf.equals)
    if objective is None:
        yield "c there is no objective: all clauses are hard\n"
    elif objective.sense == "minimize":
        yield f"c {one_line(objective)}: {costs.least} + (the weight that is broken)\n"
    else:
        yield f"c {one_line(objective)}: {-costs.least} - (the weight that is broken)\n"
    for clause in cnf.clauses:
        yield f"h {' '.join(map(str, (*clause, 0)))}\n"
    for literal, weight in costs.soft:
        yield f"{weight} {literal} 0\n"
