"""Models as clauses in text: what DIMACS and WCNF files have in common.

The clauses are those of ``solvers.lowering.sat``. A comment for each variable says which literal stands for which
value: ``c dial = 1:4 2:5``. ``c p show … 0`` names the SAT variables of the projection, as model counters read it
(https://mccompetition.org): counted over these, there are as many models as the puzzle has answers.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from models.errors import InputError
from solvers.formats.document import Export
from solvers.formats.names import value_lines
from solvers.lowering.sat.cnf import Cnf, unsupported_reason


def cnf_of(export: Export, language: str, *, totals: bool = True) -> Cnf:
    """The clauses of a model; see ``unsupported_reason`` for ``totals``.

    Raises:
        InputError: when the model is too large for them.
    """
    if reason := unsupported_reason(export.model, totals=totals):
        raise InputError(f"{language} cannot say {reason}")
    return Cnf(export.model)


def comments(export: Export, cnf: Cnf) -> Iterator[str]:
    """What a file begins with, and which literal stands for which value."""
    yield from (f"c {comment}\n" for comment in export.comments)
    yield from value_lines(export.model, cnf.equals, "c ")


def show_line(cnf: Cnf) -> str:
    """``c p show 4 5 0``: the SAT variables of the projection."""
    shown = {abs(literal) for var in cnf.model.projection for literal in cnf.equals[var.index].values()}
    return f"c p show {numbers(sorted(shown))}\n"


def numbers(literals: Iterable[int]) -> str:
    """``4 -5 0``"""
    return " ".join(map(str, (*literals, 0)))
