"""A model as units: variables of few values, and sets of them that take different values each.

The kernel's AllDifferent engine takes it, and its judge.
"""

from __future__ import annotations

from array import array
from dataclasses import dataclass

from models.language.model import AllDifferent, Clause, IntVar, Model

MAX_VALUES = 64
"""Values are bits of a word."""

MAX_WORDS = 1 << 28
"""Words that the sets of the AllDifferent engine may take; larger systems go to the store."""


@dataclass(frozen=True)
class AllDifferentSystem:
    """Variables in the order in which they are numbered, of which each unit takes different values.

    ``domains`` has the bits of each variable, one for each of ``values``; ``units`` has for each unit how many
    variables it has, then these.
    """

    variables: tuple[IntVar, ...]
    values: tuple[int, ...]
    domains: array[int]
    units: array[int]


def units_of(model: Model, seed: int = 0) -> AllDifferentSystem | None:
    """The model as units; None where it says more, has more values, or leaves a variable out of its answers.

    A seed numbers variables and values by chance, so that ties fall differently.
    """
    if model.objective is not None or not model.constraints or not model.variables:
        return None
    only = [one for one in model.constraints if type(one) is Clause and len(one.literals) == 1]  # about one variable
    apart = [one for one in model.constraints if type(one) is AllDifferent]
    is_more = len(only) + len(apart) < len(model.constraints)
    if is_more or not apart or any(constraint.condition for constraint in model.constraints):
        return None
    if any(len(var.domain) > MAX_VALUES for var in model.variables):
        return None
    values = sorted(set().union(*(var.domain for var in model.variables)))
    words = -(-len(model.variables) // 64)
    if len(values) > MAX_VALUES or words * (len(model.variables) + 2 * len(model.constraints)) > MAX_WORDS:
        return None
    asked = set(model.projection)
    if any(var not in asked and len(var.domain) > 1 for var in model.variables):
        return None
    variables = list(model.variables)
    if seed:
        from random import Random  # most searches have no seed, and start without it

        chance = Random(seed)
        chance.shuffle(variables)
        chance.shuffle(values)
    bit = {value: 1 << place for place, value in enumerate(values)}
    number = {var: place for place, var in enumerate(variables)}
    units = array("i")
    for constraint in apart:
        units.extend((len(constraint.variables), *map(number.__getitem__, constraint.variables)))
    domains = array("Q", (sum(map(bit.__getitem__, var.domain)) for var in variables))
    for literal in (each for clause in only for each in clause.literals):
        domains[number[literal.var]] &= sum(bit.get(value, 0) for value in literal.values)
    return AllDifferentSystem(tuple(variables), tuple(values), domains, units)
