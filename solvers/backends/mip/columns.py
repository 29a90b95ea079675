"""Which variables need a column for each of their values, and which models are too large for that?"""

from __future__ import annotations

from models.language.domains import runs_of
from models.language.model import AllDifferent, AtMostOne, Clause, Element, ExactlyOne, IntVar, Linear, Model, Table
from solvers.backends.shared.lowering import plain, reach

MANY_VALUES = 10_000
"""A variable with more values than this is given no column for each of them."""

FEW_VALUES = 100
"""Up to this many values, ``x ≠ y`` is said value by value."""

LARGEST_SUM = 10**9
"""Sums are taken up to here: a solver with rounded numbers still tells them apart."""

LARGEST_M = 10**6
"""The same for sums under a condition, where a binary column that is off by a hair counts this often."""


def too_large(model: Model) -> str | None:
    """The first thing in ``model`` with too many values or too large numbers, in words; None when there is none."""
    cases = vars_with_cases(model)
    for var in model.variables:
        if len(var.domain) > MANY_VALUES and var.index in cases:
            return f"{var.name}, which is tested for single values and has {len(var.domain):,} of them"
    for var in model.projection:
        if var.domain[-1] - var.domain[0] > LARGEST_M and var.index not in cases:
            return f"the decision {var.name} with values more than {LARGEST_M:,} apart"
    for constraint in model.constraints:
        if isinstance(constraint, Linear):
            unconditional = constraint.relation != "!=" and not constraint.condition
            limit = LARGEST_SUM if unconditional else LARGEST_M
            if abs(constraint.constant) + reach(constraint.terms) > limit:
                return f"a sum that reaches beyond {limit:,}: {constraint}"
    if model.objective is not None and reach(model.objective.cost.summands()) > LARGEST_SUM:
        return f"an objective that reaches beyond {LARGEST_SUM:,}: {model.objective}"
    return None


def vars_with_cases(model: Model) -> set[int]:
    """The variables (by index) that need a column for each value."""
    cases = {var.index for var in model.variables if not isinstance(var.domain, range)}
    for constraint in plain(model.constraints):
        if isinstance(constraint, AllDifferent | Element | Table):
            cases.update(var.index for var in constraint.relation_scope())
        elif isinstance(constraint, Clause) and as_bounds(constraint) is not None:
            continue
        elif isinstance(constraint, Clause | AtMostOne | ExactlyOne):
            cases.update(literal.var.index for literal in constraint.literals)
        elif isinstance(constraint, Linear) and constraint.relation == "!=" and len(constraint.terms) <= 2:
            cases.update(var.index for _, var in constraint.terms if len(var.domain) <= FEW_VALUES)
        cases.update(literal.var.index for literal in constraint.condition)
    return cases


def as_bounds(clause: Clause) -> tuple[IntVar, int, int] | None:
    """The variable and its bounds, where the clause says no more than ``least ≤ x ≤ greatest``; else None."""
    if clause.condition or len(clause.literals) != 1:
        return None
    (literal,) = clause.literals
    runs = runs_of(literal.values)
    is_interval = isinstance(literal.var.domain, range) and len(runs) == 1
    return (literal.var, runs[0][0], runs[0][-1]) if is_interval else None
