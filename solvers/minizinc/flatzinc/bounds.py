"""Bounds for FlatZinc's variables that are declared without any: how each constraint narrows what it speaks of."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence, Set
from functools import partial
from math import inf, isqrt
from typing import Any, NamedTuple

from solvers.core.limits import ENDLESS, Clock
from solvers.lowering.bounds import Box, Ends, Number, at_most, times
from solvers.minizinc.flatzinc.program import FlatZincProgram, Variable

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
    box = Box(dict.fromkeys(unbounded, (-inf, inf)), lambda one: ends_of(one.values or {0}))
    rules = []
    for constraint in program.constraints:
        if constraint.builtin.name in RULES:
            arguments = tuple(map(_rooted, constraint.arguments))
            rules.append((partial(_apply, RULES[constraint.builtin.name], arguments), _variables(arguments)))
    box.narrow(rules, clock)
    for variable in unbounded:
        variable.values = box.closed(variable)
    return OpenEnds(
        frozenset(variable for variable in unbounded if box.ends(variable)[0] == -inf),
        frozenset(variable for variable in unbounded if box.ends(variable)[1] == inf),
    )


def _apply(rule: Callable[..., None], arguments: tuple[Any, ...], box: Box[Variable]) -> None:
    rule(box, *arguments)


def _rooted(argument: Any) -> Any:
    """Return an argument with the variable that each name stands for in the end."""
    if type(argument) is tuple:
        return tuple(map(_rooted, argument))
    return argument.root() if type(argument) is Variable else argument


def ends_of(values: range | Set[int]) -> Ends:
    return (values[0], values[-1]) if isinstance(values, range) else (min(values), max(values))


def _variables(arguments: tuple[Any, ...]) -> list[Variable]:
    found: list[Variable] = []
    for argument in arguments:
        if type(argument) is Variable:
            found.append(argument)
        elif type(argument) is tuple:
            found += [entry for entry in argument if type(entry) is Variable]
    return found


def _equal(box: Box[Variable], coefficients: Sequence[int], things: Things, total: Thing) -> None:
    factors, terms = (*coefficients, -1), (*things, total)
    at_most(box, factors, terms, 0)
    at_most(box, [-factor for factor in factors], terms, 0)


def _product(box: Box[Variable], one: Thing, other: Thing, product: Thing) -> None:
    ends = [box.ends(one), box.ends(other)]
    corners = [times(a, b) for a in ends[0] for b in ends[1]]
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


def _quotient(box: Box[Variable], whole: Thing, by: Thing, quotient: Thing) -> None:
    (low, _), (least, greatest) = box.ends(whole), box.ends(by)
    furthest, nearest = _furthest(box, whole), max(least, -greatest, 1)
    if furthest < inf:
        most = int(furthest) // int(nearest)
        box.within(quotient, 0 if low >= 0 and least >= 0 else -most, most)
    reach = times(_furthest(box, quotient) + 1, _furthest(box, by)) - 1
    box.within(whole, -reach, reach)


def _rest(box: Box[Variable], whole: Thing, by: Thing, rest: Thing) -> None:
    low, high = box.ends(whole)
    most = min(_furthest(box, by) - 1, _furthest(box, whole))
    box.within(rest, 0 if low >= 0 else -most, 0 if high <= 0 else most)


def _power(box: Box[Variable], base: Thing, exponent: Thing, power: Thing) -> None:
    (low, high), (least, most) = box.ends(base), box.ends(exponent)
    if max(-low, high) < inf and most <= 62:
        reach = max(1, int(max(-low, high))) ** max(1, int(most))
        box.within(power, 0 if low >= 0 else -reach, reach)
    if _furthest(box, power) < inf and least >= 2:
        root = isqrt(int(_furthest(box, power)))
        box.within(base, -root, root)


def _size(box: Box[Variable], one: Thing, size: Thing) -> None:
    low, high = box.ends(one)
    box.within(size, max(0, low, -high), max(-low, high))
    most = box.ends(size)[1]
    box.within(one, -most, most)


def _least(box: Box[Variable], least: Thing, things: Things) -> None:
    if things:
        box.within(least, *map(min, zip(*map(box.ends, things), strict=True)))
    _all_within(box, things, box.ends(least)[0], inf)


def _greatest(box: Box[Variable], greatest: Thing, things: Things) -> None:
    if things:
        box.within(greatest, *map(max, zip(*map(box.ends, things), strict=True)))
    _all_within(box, things, -inf, box.ends(greatest)[1])


def _element(box: Box[Variable], index: Thing, entries: Things, target: Thing) -> None:
    box.within(index, 1, len(entries))
    low, high = box.ends(index)
    if within := entries[max(1, int(low)) - 1 : int(min(high, len(entries)))]:
        leasts, greatests = zip(*map(box.ends, within), strict=True)
        box.within(target, min(leasts), max(greatests))


def _among(box: Box[Variable], thing: Thing, values: range | frozenset[int]) -> None:
    if values:
        box.within(thing, *ends_of(values))


def _rows(box: Box[Variable], things: Things, flat: Sequence[int]) -> None:
    for place, thing in enumerate(things):
        column = flat[place :: len(things)]
        if column:
            box.within(thing, min(column), max(column))


def _all_within(box: Box[Variable], things: Things, low: Number, high: Number) -> None:
    for thing in things:
        box.within(thing, low, high)


def _inverse(box: Box[Variable], ones: Things, first: int, others: Things, other_first: int) -> None:
    _all_within(box, ones, other_first, other_first + len(others) - 1)
    _all_within(box, others, first, first + len(ones) - 1)


def _furthest(box: Box[Variable], thing: Thing) -> Number:
    """How far from 0 a variable reaches."""
    low, high = box.ends(thing)
    return max(-low, high)


RULES: Mapping[str, Callable[..., None]] = {
    "int_eq": lambda box, a, b: _equal(box, (1,), (a,), b),
    "int_le": lambda box, a, b: at_most(box, (1, -1), (a, b), 0),
    "int_lt": lambda box, a, b: at_most(box, (1, -1), (a, b), -1),
    "int_plus": lambda box, a, b, c: _equal(box, (1, 1), (a, b), c),
    "int_lin_eq": _equal,
    "int_lin_le": at_most,
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
