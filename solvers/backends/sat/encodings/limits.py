"""Which models are too large to be spelt out as clauses?

Every value of every variable is a SAT variable, and a sum takes a clause for many a pair of a partial sum
and a value. Both are counted without building anything, so that a model beyond all bounds is refused
with a sentence instead of filling the memory.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import gcd, prod

from models.language.model import IntVar, Linear, Model
from solvers.backends.shared.lowering import too_many_values

VALUES = 1_000_000
"""The most values that the variables of a model may have in all."""

SUM_CLAUSES = 4_000_000
"""The most clauses that one sum may take."""


def too_large(model: Model, *, totals: bool = True) -> str | None:
    """The first thing in ``model`` that is too large, in words; None when nothing is.

    Args:
        model: the model.
        totals: whether the totals of the objective are spelt out as well.
    """
    too_many = too_many_values(model, VALUES, "a SAT variable")
    if too_many:
        return too_many
    for constraint in model.constraints:
        if isinstance(constraint, Linear) and _sum_clauses(constraint.terms) > SUM_CLAUSES:
            return f"{_shorten(str(constraint))}, whose partial sums would take more than {SUM_CLAUSES:,} clauses"
    if totals and model.objective is not None:
        terms = list(model.objective.cost.summands())
        if _sum_clauses(terms, bounded=False) > SUM_CLAUSES:
            return f"{_shorten(str(model.objective))}, whose totals would take more than {SUM_CLAUSES:,} clauses"
    return None


def _sum_clauses(terms: Sequence[tuple[int, IntVar]], bounded: bool = True) -> int:
    """At least as many clauses as the encoding of a sum takes; ``bounded`` where it is compared with a number.

    Before each variable there are no more partial sums than choices of the values before it, and no
    more than fit between the least and the greatest; a bound leaves room only for what the variables
    still to come can make good, and needs no partial sums after the last.
    """
    ranked = sorted((len(var.domain), abs(c) * (var.domain[-1] - var.domain[0])) for c, var in terms if c)
    sizes, spans = [size for size, _ in ranked], [span for _, span in ranked]
    step = gcd(*(c for c, _ in terms))
    clauses = 0
    for place, size in enumerate(sizes):
        if bounded and place == len(sizes) - 1:
            return clauses + size
        room = min(sum(spans[:place]), sum(spans[place:])) if bounded else sum(spans[:place])
        clauses += size * min(prod(sizes[:place]), room // step + 1)
    return clauses


def _shorten(text: str) -> str:
    return text if len(text) <= 120 else f"{text[:110]} …"
