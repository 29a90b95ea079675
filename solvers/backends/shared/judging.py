"""Answers by the thousand to models of AllDifferent alone, judged by the kernel's own judge (``judge.c``).

It shares nothing with a search, and knows of the model what ``units_of`` wrote down.
"""

from __future__ import annotations

from array import array
from operator import itemgetter

from models.language.model import AllDifferent, Assignment, Givens, Model
from solvers.core.backend import Accepts
from solvers.kernel import compiled
from solvers.lowering.units import units_of

MAX_VARIABLES = 10_000
"""Variables of a model for which it is made: 12 MB."""

ONE_ROW = array("q", (1,))


def compiled_judge(model: Model) -> Accepts | None:
    """Tells that ``model.first_violation`` would find nothing wrong; None where there is no such judge.

    What it does not accept may be right all the same, if a value is no small number.
    """
    kernel, size = compiled(), len(model.variables)
    is_apart = all(type(one) is AllDifferent for one in model.constraints)
    system = units_of(model) if is_apart and 1 < size <= MAX_VARIABLES else None
    if kernel is None or system is None:
        return None
    judge = kernel.AllDifferentEngine(size, len(system.values), system.domains, system.units).judge
    number = {value: place for place, value in enumerate(system.values, 1)}
    numbers = bytes(number.get(value, 0) for value in range(256))
    read, nothing_given = itemgetter(*system.variables), bytes(size)

    def accepts(assignment: Assignment, givens: Givens) -> bool:
        try:
            row = bytes(read(assignment)).translate(numbers)
        except (KeyError, TypeError, ValueError):  # of a variable there is no value, or one that is no byte
            return False
        return givens.items() <= assignment.items() and judge(nothing_given, row, ONE_ROW, size) < 0

    return accepts
