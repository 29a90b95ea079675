"""How large the numbers of a model are, and whether a solver or a format that computes in so many bits can carry them.

What a lowering cannot take for other reasons its own ``unsupported_reason`` says.
"""

from __future__ import annotations

from collections.abc import Iterable

from models.language.model import Element, IntVar, Linear, Model

MAX_INT64 = 2**63 - 1
"""The largest number of 64 bits: what weights that are added up may come to."""

MAX_MINIZINC_INT = 2**62
"""MiniZinc computes in 64 bits; so does FlatZinc."""

MAX_CPSAT_INT = 2**60
"""CP-SAT computes in 64 bits and keeps some for itself."""


def reach(terms: Iterable[tuple[int, IntVar]]) -> int:
    """A bound on the absolute value of ``Σ coefficient·variable`` and of every part of it."""
    return sum(abs(c) * max(abs(var.domain[0]), abs(var.domain[-1])) for c, var in terms)


def too_large(model: Model, limit: int) -> str | None:
    """The first sum, domain or array of ``model`` with numbers beyond ``limit``, in words; None when there is none."""
    for var in model.variables:
        if max(-var.domain[0], var.domain[-1]) > limit:
            return f"{var.name}, whose values reach beyond {_written(limit)}"
    for constraint in model.constraints:
        if isinstance(constraint, Linear) and abs(constraint.constant) + reach(constraint.terms) > limit:
            return f"a sum that reaches beyond {_written(limit)}: {constraint}"
        if isinstance(constraint, Element) and any(
            isinstance(entry, int) and abs(entry) > limit for entry in constraint.array
        ):
            return f"an array with numbers beyond {_written(limit)}: {constraint}"
    return too_large_objective(model, limit)


def too_large_objective(model: Model, limit: int) -> str | None:
    if model.objective is None or reach(model.objective.cost.summands()) <= limit:
        return None
    return f"an objective that reaches beyond {_written(limit)}: {model.objective}"


def too_many_values(model: Model, limit: int, each: str) -> str | None:
    values = sum(len(var.domain) for var in model.variables)
    if values <= limit:
        return None
    widest = max(model.variables, key=lambda var: len(var.domain))
    return (
        f"variables with {values:,} values in all, {len(widest.domain):,} of them of {widest.name}: "
        f"each would be {each}, and the limit is {limit:,}"
    )


def _written(limit: int) -> str:
    return f"2^{limit.bit_length() - 1}" if limit.bit_count() == 1 else f"{limit:,}"
