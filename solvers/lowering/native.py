"""Native global constraints: what a solver with constraints of its own for them posts, and what it leaves out.

A model holds what each global constraint was lowered to. Where a solver has the constraint itself, that goes, and with
it the auxiliary variables that nothing else speaks of. Their values follow from the others, once an answer is found.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass

from models.language.auxiliaries import values_of
from models.language.declarations import Lowered
from models.language.expressions import Constraint, IntVar, LinearExpr
from models.language.model import Model
from models.language.scheduling import Interval

LEXICOGRAPHIC = ("lexicographic_less", "lexicographic_less_equal")
OPERATIONS = ("multiplication_equality", "division_equality", "modulo_equality")  # of two numbers


@dataclass(frozen=True, eq=False)
class NativeForm:
    """A model as it is posted: some global constraints as they were stated, the other constraints, what is absent."""

    model: Model
    stated: tuple[Lowered, ...]
    constraints: Collection[Constraint]
    absent: frozenset[IntVar]

    def complete(self, values: dict[IntVar, int]) -> dict[IntVar, int]:
        """``values`` of an answer, with the values that the absent variables take in it."""
        if not self.absent:
            return values
        whole = self.model.complete({var: value for var, value in values.items() if var not in self.absent})
        return {var: whole[var] for var in values}


def native_form(model: Model, takes: Callable[[Lowered], bool]) -> NativeForm:
    """The form in which those global constraints are stated that a solver takes; none with a condition is."""
    stated = [one for one in model.lowered if not one.condition and takes(one) and one.stands_in(model)]
    while stated:
        replaced = {place for one in stated for place in one.places}
        kept = [place for place in range(len(model.constraints)) if place not in replaced]
        live = _Live(model, [var for one in stated for var in one.scope()], kept)
        # A state of an automaton is defined by the tables alone: where anybody reads one, they stay.
        read = [
            one for one in stated if any(not live.is_defined(var) for part in one.constraints for var in part.scope())
        ]
        if not read:
            absent = frozenset(var for var in model.auxiliaries if var not in live.variables)
            unused = {place for var in absent for place in live.definitions_of(var)} - live.definitions
            constraints = [model.constraints[place] for place in kept if place not in unused]
            return NativeForm(model, tuple(stated), constraints, absent)
        stated = [one for one in stated if one not in read]
    return NativeForm(model, (), model.constraints, frozenset())


def intervals_in(stated: Lowered) -> list[Interval]:
    found = [one for part in stated.arguments if isinstance(part, tuple) for one in part]
    return [one for one in found if isinstance(one, Interval)]


def reach_of(one: LinearExpr) -> int:
    values = values_of(one)
    return max(abs(values[0]), abs(values[-1]))


def is_absolute(sums: Sequence[LinearExpr]) -> bool:
    """Whether the maximum of some sums is the absolute value of the first."""
    return len(sums) == 2 and values_of(sums[0] + sums[1]) == range(1)


def is_negated(target: LinearExpr) -> bool:
    """Whether what is negated of a maximum is better said as a minimum."""
    return next((coefficient for coefficient, _ in target.summands()), 1) < 0


def is_plain(one: LinearExpr) -> bool:
    """Whether it is a number or a variable."""
    return not one.terms or is_variable(one)


def is_variable(one: LinearExpr) -> bool:
    return not one.constant and [c for c, _ in one.summands()] == [1]


def is_plain_arithmetic(stated: Lowered, most: int) -> bool:
    """Whether it makes one number of others, all of them variables or numbers, with products below ``most``."""
    if stated.kind == "max_equality":
        target, sums = stated.arguments
        if is_absolute(sums):
            return is_plain(target) and any(map(is_variable, sums))
        return all(is_plain(-one if is_negated(target) else one) for one in (target, *sums))
    if (
        stated.kind == "multiplication_equality"
        and reach_of(stated.arguments[1]) * reach_of(stated.arguments[2]) >= most
    ):
        return False
    return stated.kind in OPERATIONS and all(map(is_plain, stated.arguments))


def is_counting(stated: Lowered) -> bool:
    """Whether it says how often each of some different values comes: by sums, or by numbers and ranges."""
    things, values, counts, _ = stated.arguments
    by_sums = not any(isinstance(one, range) for one in counts)
    return bool(things and values) and len({*values}) == len(values) and (by_sums or all(map(span_of, counts)))


def span_of(count: LinearExpr | range) -> range:
    """The numbers from the least to the greatest that a count may be; none where it is a sum of variables."""
    if isinstance(count, range):
        return count if count.step == 1 else count[:0]
    return range(0) if count.terms else range(count.constant, count.constant + 1)


class _Live:
    """The variables that anything but what is left out speaks of, and the places of what defines them."""

    def __init__(self, model: Model, stated: Iterable[IntVar], kept: Iterable[int]) -> None:
        self.variables: set[IntVar] = set()
        self.definitions: set[int] = set()
        self._model = model
        self._auxiliaries = {*model.auxiliaries}
        self._add(stated)
        self._add([*model.projection, *model.hints, *(var for one in model.strategies for var in one.variables)])
        if model.objective is not None:
            self._add(var for _, var in model.objective.cost.summands())
        defining = {place for places in model.defined_at.values() for place in places}
        for place in kept:
            if place not in defining:
                self._add(model.constraints[place].scope())

    def definitions_of(self, var: IntVar) -> range:
        return self._model.defined_at.get(var, range(0))

    def is_defined(self, var: IntVar) -> bool:
        """Whether its value is fixed by more than what is left out, or nobody reads it."""
        return var not in self.variables or var not in self._auxiliaries or len(self.definitions_of(var)) > 0

    def _add(self, variables: Iterable[IntVar]) -> None:
        waiting = list(variables)
        while waiting:
            var = waiting.pop()
            if var in self.variables:
                continue
            self.variables.add(var)
            if var in self._auxiliaries:
                self.definitions.update(self.definitions_of(var))
                for place in self.definitions_of(var):
                    waiting += self._model.constraints[place].scope()
