"""What propagation alone leaves of the domains, and what it ought to: the values that are part of a solution."""

from __future__ import annotations

from itertools import product

from models.language.model import Givens, IntVar, Model
from solvers.backends.backtracking.posting import PostedModel
from solvers.core.backend import Clock

Left = dict[str, list[int]]


def settled(model: Model, removed: dict[IntVar, set[int]] | None = None, givens: Givens | None = None) -> Left | None:
    """The values left of each variable when propagation has nothing more to do; None on a contradiction.

    ``removed`` values and the ones other than the ``givens`` are taken away after the first settling, as a
    search does.
    """
    posted = PostedModel(model)
    store, value_indexes = posted.store, posted.value_indexes
    if not store.settle(Clock(None)):
        return None
    for var, gone in _gone(removed, givens).items():
        if not store.narrow(var.index, ~value_indexes[var.index].mask(gone)):
            return None
    if not store.settle(Clock(None)):
        return None
    return {
        var.name: [value for value in var.domain if value_indexes[var.index].bit(value) & store.domains[var.index]]
        for var in model.variables
    }


def supported(model: Model, removed: dict[IntVar, set[int]] | None = None, givens: Givens | None = None) -> Left | None:
    """The values of each variable that occur in some solution, by trying all assignments; None without any."""
    gone = _gone(removed, givens)
    domains = [[value for value in var.domain if value not in gone.get(var, ())] for var in model.variables]
    solutions = [
        values
        for values in product(*domains)
        if model.first_violation(dict(zip(model.variables, values, strict=True))) is None
    ]
    if not solutions:
        return None
    columns = zip(*solutions, strict=True)
    return {var.name: sorted(set(column)) for var, column in zip(model.variables, columns, strict=True)}


def _gone(removed: dict[IntVar, set[int]] | None, givens: Givens | None) -> dict[IntVar, set[int]]:
    gone = dict(removed or {})
    for var, value in (givens or {}).items():
        gone[var] = gone.get(var, set()) | (set(var.domain) - {value})
    return gone
