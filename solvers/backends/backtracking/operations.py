"""Maxima, products, quotients and remainders of few values as tables: what the propagators for tables are given.

A table is domain consistent, where a maximum or a product said in conditional sums is not. It is written where it has
so few rows that it costs no more than these.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import chain, product
from math import prod

from models.language.constraints import Table
from models.language.declarations import Lowered
from models.language.expressions import IntVar, LinearExpr

MAX_OPERATION_ROWS = (
    500  # with more, open stacks take three times the nodes by order alone, and tables seconds to write
)


def takes(stated: Lowered) -> bool:
    """Whether a table of few rows says it."""
    if stated.kind not in VALUE_OF:
        return False
    _, free = _variables(stated)
    return prod(len(var.domain) for var in free) <= MAX_OPERATION_ROWS


def table(stated: Lowered) -> Table:
    """The values that its variables take together."""
    target, *arguments = _sums(stated)
    value_of, (read, free) = VALUE_OF[stated.kind], _variables(stated)
    (own,) = read or (None,)
    rows = []
    for values in product(*(var.domain for var in free)):
        at = dict(zip(free, values, strict=True))
        came = value_of([one.value(at) for one in arguments])
        if own is None:
            if target.value(at) == came:
                rows.append(values)
            continue
        value, rest = divmod(came - target.constant, target.terms[own])
        if not rest and value in own.domain:
            rows.append((*values, value))
    return Table((*free, *read), tuple(rows))


def _sums(stated: Lowered) -> list[LinearExpr]:
    """The target, then what it is computed from."""
    return [*chain.from_iterable(one if isinstance(one, tuple) else (one,) for one in stated.arguments)]


def _variables(stated: Lowered) -> tuple[list[IntVar], list[IntVar]]:
    """The variable that the others determine, if there is one, and the others."""
    target, *arguments = (one.terms for one in _sums(stated))
    free = dict.fromkeys(chain.from_iterable(arguments))
    if len(target) == 1 and all(target.values()) and target.keys().isdisjoint(free):
        return [*target], [*free]
    return [], [*dict.fromkeys((*free, *target))]


def _quotient(of: Sequence[int]) -> int:
    whole = abs(of[0]) // abs(of[1])
    return whole if (of[0] < 0) == (of[1] < 0) else -whole


VALUE_OF: Mapping[str, Callable[[Sequence[int]], int]] = {
    "max_equality": max,
    "multiplication_equality": prod,
    "division_equality": _quotient,
    "modulo_equality": lambda of: of[0] - of[1] * _quotient(of),
}
"""What each comes to, of the values of its arguments."""
