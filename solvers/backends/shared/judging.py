"""Answers by the thousand to models of AllDifferent alone, judged by the kernel's own judge (``judge.c``).

It shares nothing with a search, and knows of the model what ``units_of`` wrote down.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable
from operator import itemgetter

from models.language.model import AllDifferent, Assignment, Givens, Model
from solvers.core.backend import Search
from solvers.kernel import compiled
from solvers.lowering.units import units_of

ANSWERS_BY_MODEL = 10
"""Answers that the model alone judges first: to make the compiled judge takes as long."""

MAX_VARIABLES = 10_000
"""Variables of a model for which it is made: 12 MB."""

ONE_ROW = array("q", (1,))

Accepts = Callable[[Assignment, Givens], bool]


class JudgedSearch(Search):
    """A search that may come to thousands of answers: what the compiled judge accepts, the model is not asked about."""

    _judged = 0
    _accepts: Accepts | None = None

    def first_violation(self, assignment: Assignment, givens: Givens) -> str | None:
        self._judged += 1
        if self._judged == ANSWERS_BY_MODEL:
            self._accepts = compiled_judge(self.model)
        if self._accepts is not None and self._accepts(assignment, givens):
            return None
        return super().first_violation(assignment, givens)


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
