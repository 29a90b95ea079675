"""DIMACS CNF, the format of SAT solvers and model counters: clauses, and which variables are counted.

The clauses are those of ``solvers.lowering.sat``. A comment for each variable says which literal stands for which
value: ``c dial = 1:4 2:5``. ``c p show … 0`` names the SAT variables of the projection, as model counters read it
(https://mccompetition.org): counted over these, there are as many models as the puzzle has answers.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from models.errors import InputError
from solvers.formats.document import Export
from solvers.formats.names import one_line, value_lines
from solvers.lowering.sat.cnf import Cnf, unsupported_reason


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


def cnf_of(export: Export, language: str, *, totals: bool = True) -> Cnf:
    """The clauses of a model, unless it is too large for them; see ``unsupported_reason`` for ``totals``."""
    if reason := unsupported_reason(export.model, totals=totals):
        raise InputError(f"{language} cannot say {reason}")
    return Cnf(export.model)


def comments(export: Export, cnf: Cnf) -> Iterator[str]:
    yield from (f"c {comment}\n" for comment in export.comments)
    yield from value_lines(export.model, cnf.equals, "c ")


def show_line(cnf: Cnf) -> str:
    """``c p show 4 5 0``: the SAT variables of the projection."""
    shown = {abs(literal) for var in cnf.model.projection for literal in cnf.equals[var.index].values()}
    return f"c p show {numbers(sorted(shown))}\n"


def numbers(literals: Iterable[int]) -> str:
    """``4 -5 0``"""
    return " ".join(map(str, (*literals, 0)))
