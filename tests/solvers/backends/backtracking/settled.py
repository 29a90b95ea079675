"""What propagation alone leaves of the domains, and what it ought to: the values that are part of a solution."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from itertools import product

from models.language.model import IntVar, Model
from solvers.backends.backtracking.posting import PostedModel
from solvers.core.backend import Clock
from tests.random_models import declared_in

Kept = Mapping[IntVar, Collection[int]]
"""The values to which variables are narrowed after the first settling, as a search does."""

Left = dict[str, list[int]]


def settled(model: Model, kept: Kept) -> Left | None:
    """The values left of each variable when propagation has nothing more to do; None on a contradiction."""
    posted = PostedModel(model)
    store, value_indexes = posted.store, posted.value_indexes
    if not store.settle(Clock(None)):
        return None
    for var, values in kept.items():
        if not store.narrow(var.index, value_indexes[var.index].mask(set(values))):
            return None
    if not store.settle(Clock(None)):
        return None
    return {
        var.name: [value for value in var.domain if value_indexes[var.index].bit(value) & store.domains[var.index]]
        for var in declared_in(model)
    }


def supported(model: Model, kept: Kept) -> Left | None:
    """The values of each declared variable that occur in some solution, by trying all; None without any."""
    variables = declared_in(model)
    domains = [kept.get(var, var.domain) for var in variables]
    solutions = [
        values
        for values in product(*domains)
        if model.first_violation(model.complete(dict(zip(variables, values, strict=True)))) is None
    ]
    if not solutions:
        return None
    columns = zip(*solutions, strict=True)
    return {var.name: sorted(set(column)) for var, column in zip(variables, columns, strict=True)}
