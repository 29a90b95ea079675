"""Bounds for variables that are declared without any: what the constraints leave, found by propagation.

Intervals are narrowed constraint by constraint until nothing changes; one that is narrowed very often, as by x < y and
y < x, is left as it is then. What is still open on a side is taken to end at ``MAX_OPEN_INT``.
"""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Callable, Mapping, Sequence, Set
from math import inf, isqrt
from typing import Any, NamedTuple

from models.language.declarations import MAX_VALUE
from solvers.core.limits import ENDLESS, Clock
from solvers.minizinc.flatzinc.program import BuiltinCall, FlatZincProgram, Variable

MAX_OPEN_INT = min(2**31 - 2, sys.maxsize // 2)  # either way, of an int where neither the file nor its constraints say
MAX_CHANGES = 20  # of the bounds of one variable, and calls of one constraint

Number = int | float  # an int, or an infinity

Thing = Variable | int
Things = Sequence[Thing]


class OpenEnds(NamedTuple):
    """The variables that neither the file nor its constraints bound below, and those that they do not bound above."""

    below: frozenset[Variable] = frozenset()
    above: frozenset[Variable] = frozenset()


def with_bounds(program: FlatZincProgram, clock: Clock = ENDLESS) -> OpenEnds:
    """Give each variable without a domain one, while there is time; returns those that had to be cut off."""
    unbounded = [one for one in program.variables if one.values is None and one.same is None]
    if not unbounded:
        return OpenEnds()
    box = _Box(unbounded)
    box.narrow(program.constraints, clock)
    for variable in unbounded:
        low, high = box.ends(variable)
        least = min(-MAX_OPEN_INT, int(high) - MAX_OPEN_INT if high != inf else 0) if low == -inf else int(low)
        greatest = max(MAX_OPEN_INT, int(low) + MAX_OPEN_INT if low != -inf else 0) if high == inf else int(high)
        variable.values = range(max(least, -MAX_VALUE), min(greatest, MAX_VALUE) + 1)
    return OpenEnds(
        frozenset(variable for variable in unbounded if box.ends(variable)[0] == -inf),
        frozenset(variable for variable in unbounded if box.ends(variable)[1] == inf),
    )


class _Box:
    def __init__(self, unbounded: Sequence[Variable]) -> None:
        self._ends: dict[Variable, tuple[Number, Number]] = dict.fromkeys(unbounded, (-inf, inf))
        self._left = dict.fromkeys(unbounded, MAX_CHANGES)
        self._changed: list[Variable] = []

    def narrow(self, constraints: Sequence[BuiltinCall], clock: Clock) -> None:
        """Narrow the intervals until no constraint narrows any further."""
        speaking: dict[Variable, list[int]] = {variable: [] for variable in self._ends}
        waiting: deque[int] = deque()
        for number, constraint in enumerate(clock.along(constraints)):
            if constraint.builtin.name in RULES:
                about = {one.root() for one in _variables(constraint.arguments)} & self._ends.keys()
                for variable in about:
                    speaking[variable].append(number)
                if about:
                    waiting.append(number)
        due, runs = set(waiting), [0] * len(constraints)
        for number in clock.along(iter(lambda: waiting.popleft() if waiting else None, None)):
            due.discard(number)
            constraint = constraints[number]
            runs[number] += 1
            RULES[constraint.builtin.name](self, *constraint.arguments)
            for variable in self._changed:
                more = [other for other in speaking[variable] if other not in due and runs[other] < MAX_CHANGES]
                waiting.extend(more)
                due.update(more)
            self._changed.clear()

    def ends(self, thing: Variable | int) -> tuple[Number, Number]:
        """The least and the greatest value of a variable or a number."""
        if isinstance(thing, int):
            return thing, thing
        variable = thing.root()
        return self._ends[variable] if variable in self._ends else ends_of(variable.values or {0})

    def within(self, thing: Variable | int, low: Number, high: Number) -> None:
        """Narrow a variable without a domain to what lies between; a contradiction is left to the solver."""
        if isinstance(thing, int) or (variable := thing.root()) not in self._ends or not self._left[variable]:
            return
        least, greatest = self._ends[variable]
        new = max(least, low if abs(low) <= MAX_VALUE else -inf), min(greatest, high if abs(high) <= MAX_VALUE else inf)
        if new != (least, greatest) and new[0] <= new[1]:
            self._ends[variable] = new
            self._left[variable] -= 1
            self._changed.append(variable)


def ends_of(values: range | Set[int]) -> tuple[int, int]:
    return (values[0], values[-1]) if isinstance(values, range) else (min(values), max(values))


def _variables(arguments: tuple[Any, ...]) -> list[Variable]:
    found: list[Variable] = []
    for argument in arguments:
        if type(argument) is Variable:
            found.append(argument)
        elif type(argument) is tuple:
            found += [entry for entry in argument if type(entry) is Variable]
    return found


def _at_most(box: _Box, coefficients: Sequence[int], things: Things, most: int) -> None:
    """Σ coefficient·thing ≤ most: each term at most what the others leave, all of them at their least."""
    leasts: list[Number] = []
    for coefficient, thing in zip(coefficients, things, strict=False):
        low, high = box.ends(thing)
        leasts.append(_times(coefficient, low if coefficient > 0 else high))
    endless = leasts.count(-inf)
    if endless > 1:
        return
    total = sum(least for least in leasts if least != -inf)
    for coefficient, thing, least in zip(coefficients, things, leasts, strict=False):
        if coefficient and (not endless or least == -inf):
            slack = int(most - total + (0 if least == -inf else least))
            if coefficient > 0:
                box.within(thing, -inf, slack // coefficient)
            else:
                box.within(thing, -(slack // -coefficient), inf)


def _equal(box: _Box, coefficients: Sequence[int], things: Things, total: Thing) -> None:
    factors, terms = (*coefficients, -1), (*things, total)
    _at_most(box, factors, terms, 0)
    _at_most(box, [-factor for factor in factors], terms, 0)


def _product(box: _Box, one: Thing, other: Thing, product: Thing) -> None:
    ends = [box.ends(one), box.ends(other)]
    corners = [_times(a, b) for a in ends[0] for b in ends[1]]
    box.within(product, min(corners), max(corners))
    furthest = _furthest(box, product)
    if one is other:
        box.within(product, 0, inf)
        if furthest < inf:
            box.within(one, -isqrt(int(furthest)), isqrt(int(furthest)))
        return
    for factor, (low, high) in ((one, ends[1]), (other, ends[0])):
        nearest = max(low, -high)  # from 0, where both ends are on one side of it
        if nearest >= 1 and furthest < inf:
            most = int(furthest) // int(nearest)
            box.within(factor, -most, most)


def _quotient(box: _Box, whole: Thing, by: Thing, quotient: Thing) -> None:
    (low, _), (least, greatest) = box.ends(whole), box.ends(by)
    furthest, nearest = _furthest(box, whole), max(least, -greatest, 1)
    if furthest < inf:
        most = int(furthest) // int(nearest)
        box.within(quotient, 0 if low >= 0 and least >= 0 else -most, most)
    reach = _times(_furthest(box, quotient) + 1, _furthest(box, by)) - 1
    box.within(whole, -reach, reach)


def _rest(box: _Box, whole: Thing, by: Thing, rest: Thing) -> None:
    low, high = box.ends(whole)
    most = min(_furthest(box, by) - 1, _furthest(box, whole))
    box.within(rest, 0 if low >= 0 else -most, 0 if high <= 0 else most)


def _power(box: _Box, base: Thing, exponent: Thing, power: Thing) -> None:
    (low, high), (least, most) = box.ends(base), box.ends(exponent)
    if max(-low, high) < inf and most <= 62:
        reach = max(1, int(max(-low, high))) ** max(1, int(most))
        box.within(power, 0 if low >= 0 else -reach, reach)
    if _furthest(box, power) < inf and least >= 2:
        root = isqrt(int(_furthest(box, power)))
        box.within(base, -root, root)


def _size(box: _Box, one: Thing, size: Thing) -> None:
    low, high = box.ends(one)
    box.within(size, max(0, low, -high), max(-low, high))
    most = box.ends(size)[1]
    box.within(one, -most, most)


def _least(box: _Box, least: Thing, things: Things) -> None:
    if things:
        box.within(least, *map(min, zip(*map(box.ends, things), strict=True)))
    _all_within(box, things, box.ends(least)[0], inf)


def _greatest(box: _Box, greatest: Thing, things: Things) -> None:
    if things:
        box.within(greatest, *map(max, zip(*map(box.ends, things), strict=True)))
    _all_within(box, things, -inf, box.ends(greatest)[1])


def _element(box: _Box, index: Thing, entries: Things, target: Thing) -> None:
    box.within(index, 1, len(entries))
    low, high = box.ends(index)
    if within := entries[max(1, int(low)) - 1 : int(min(high, len(entries)))]:
        leasts, greatests = zip(*map(box.ends, within), strict=True)
        box.within(target, min(leasts), max(greatests))


def _among(box: _Box, thing: Thing, values: range | frozenset[int]) -> None:
    if values:
        box.within(thing, *ends_of(values))


def _rows(box: _Box, things: Things, flat: Sequence[int]) -> None:
    for place, thing in enumerate(things):
        column = flat[place :: len(things)]
        if column:
            box.within(thing, min(column), max(column))


def _all_within(box: _Box, things: Things, low: Number, high: Number) -> None:
    for thing in things:
        box.within(thing, low, high)


def _inverse(box: _Box, ones: Things, first: int, others: Things, other_first: int) -> None:
    _all_within(box, ones, other_first, other_first + len(others) - 1)
    _all_within(box, others, first, first + len(ones) - 1)


def _furthest(box: _Box, thing: Thing) -> Number:
    """How far from 0 a variable reaches."""
    low, high = box.ends(thing)
    return max(-low, high)


def _times(one: Number, other: Number) -> Number:
    return one * other if one and other else 0


RULES: Mapping[str, Callable[..., None]] = {
    "int_eq": lambda box, a, b: _equal(box, (1,), (a,), b),
    "int_le": lambda box, a, b: _at_most(box, (1, -1), (a, b), 0),
    "int_lt": lambda box, a, b: _at_most(box, (1, -1), (a, b), -1),
    "int_plus": lambda box, a, b, c: _equal(box, (1, 1), (a, b), c),
    "int_lin_eq": _equal,
    "int_lin_le": _at_most,
    "bool_lin_eq": _equal,
    "bool2int": lambda box, a, b: box.within(b, 0, 1),
    "set_in": _among,
    "int_abs": _size,
    "int_times": _product,
    "int_div": _quotient,
    "int_mod": _rest,
    "int_pow": _power,
    "int_pow_fixed": _power,
    "int_min": lambda box, a, b, c: _least(box, c, (a, b)),
    "int_max": lambda box, a, b, c: _greatest(box, c, (a, b)),
    "array_int_minimum": _least,
    "array_int_maximum": _greatest,
    "array_int_element": _element,
    "array_bool_element": _element,
    "array_var_int_element": _element,
    "array_var_bool_element": _element,
    "fzn_table_int": _rows,
    "fzn_count_eq": lambda box, things, value, count: box.within(count, 0, len(things)),
    "fzn_global_cardinality": lambda box, things, cover, counts: _all_within(box, counts, 0, len(things)),
    "fzn_regular": lambda box, word, states, symbols, *steps: _all_within(box, word, 1, symbols),
    "puzzlebench_circuit": lambda box, first, others: _all_within(box, others, first, first + len(others) - 1),
    "puzzlebench_inverse": _inverse,
}
"""How a constraint narrows what it speaks of, by its name; the others say nothing of bounds."""
