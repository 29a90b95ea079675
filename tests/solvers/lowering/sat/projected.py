"""What clauses allow, seen through the integer variables of their model: all answers, and what is forced."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from models.language.model import IntVar, Model
from solvers.backends.sat.incremental import IncrementalSat
from solvers.core.backend import Clock
from solvers.lowering.sat.cnf import Cnf
from tests.random_models import assignments

Values = tuple[int, ...]


def allowed(cnf: Cnf, assumptions: Sequence[int] = ()) -> set[Values]:
    """The values of all variables in every model of the clauses."""
    oracle, integers = IncrementalSat("minisat22", cnf.clauses), cnf
    found: set[Values] = set()
    while oracle.solve(assumptions, Clock(None)):
        telling = integers.telling(oracle.model())
        assignment = integers.assignment(telling)
        found.add(tuple(assignment[var] for var in cnf.model.variables))
        oracle.add([-literal for literal in telling])
    return found


def solutions(model: Model) -> set[Values]:
    """The same by trying everything."""
    return {tuple(one.values()) for one in assignments(model.variables) if model.first_violation(one) is None}


def left_by_propagation(cnf: Cnf, excluded: Iterable[tuple[IntVar, int]]) -> dict[IntVar, set[int]] | None:
    """The values that unit propagation leaves each variable once some are ``excluded``; None for a clash."""
    equals = cnf.equals
    true = {-equals[var.index][value] for var, value in excluded}
    before = -1
    while len(true) > before:
        before = len(true)
        for clause in cnf.clauses:
            open_literals = {literal for literal in clause if -literal not in true}
            if not open_literals:
                return None
            if len(open_literals) == 1:
                true |= open_literals
    return {
        var: {value for value, literal in equals[var.index].items() if -literal not in true}
        for var in cnf.model.variables
    }


def left_at_best(model: Model, excluded: Iterable[tuple[IntVar, int]]) -> dict[IntVar, set[int]] | None:
    """The values that some solution has once some are ``excluded``; None when there is none."""
    barred = set(excluded)
    kept = [one for one in assignments(model.variables) if model.first_violation(one) is None]
    kept = [one for one in kept if barred.isdisjoint(one.items())]
    return {var: {one[var] for one in kept} for var in model.variables} if kept else None
