"""Conflicts: parts of a puzzle, or rules of a model, that cannot hold together, though any one fewer could."""

from __future__ import annotations

from collections.abc import Iterator

from models.deductions import Conflict, Parts, PuzzlePart, rules_of
from models.language.model import Givens, Model
from solvers.backends.sat.incremental import solver_for_hard_questions
from solvers.backends.sat.rules import EncodedRules, Reasoner
from solvers.core.backend import ENDLESS, NO_GIVENS, Clock, OutOfTime

MAX_TINY_PARTS = 3
"""A conflict of so many parts is looked for even where none is asked to be a smallest."""


def conflict(model: Model, givens: Givens = NO_GIVENS, seconds: float | None = None) -> Conflict | None:
    """A smallest set of rules of ``model``, and of givens, that cannot hold together; None where all of them can.

    When the time limit comes first, the smallest found by then, or ``OutOfTime`` where none is.
    """
    facts = [var == value for var, value in givens.items()]
    given = [PuzzlePart(("given", fact.var.index), f"{fact} is given", (fact,)) for fact in facts]
    return smallest(Parts(model, (*given, *rules_of(model))), seconds)


def smallest(parts: Parts, seconds: float | None = None) -> Conflict | None:
    """A smallest set of ``parts`` that cannot hold together, or found in time; None where all of them can."""
    blame = Blame(parts, Clock(seconds))
    if blame.is_possible():
        return None
    best: Conflict | None = None
    try:
        for better in blame.narrowed():
            best = better
    except OutOfTime:
        if best is None:
            raise
    return best


class Blame:
    """A puzzle's parts, ready to be blamed; the clock is for every question together."""

    def __init__(self, parts: Parts, clock: Clock | None = None, encoded: EncodedRules | None = None) -> None:
        blamed = {member for part in parts.parts for member in part.members}
        background = {constraint.rule for constraint in parts.model.constraints} - blamed
        solver = solver_for_hard_questions(len(var.domain) for var in parts.model.variables)
        reasoner = Reasoner(encoded or EncodedRules(parts.model, clock or ENDLESS), background, clock, solver)
        self._parts = parts.parts
        literals = [reasoner.together(part.members) for part in parts.parts]
        reasoner.prefer(literals)
        self._subsets = reasoner.subsets(literals)

    def is_possible(self) -> bool:
        """Whether all parts can hold together."""
        return self._subsets.holds(self._subsets.all)

    def one(self) -> Conflict:
        """A minimal conflict, quickly: a smallest where there are tiny ones."""
        chosen = self._subsets.minimal(self._subsets.all)
        tiny = self._subsets.smallest(min(chosen.bit_count(), MAX_TINY_PARTS + 1))
        if tiny is not None:
            return self._conflict(tiny, at_least=tiny.bit_count())
        return self._conflict(chosen, at_least=min(1, chosen.bit_count()))

    def smallest(self) -> Conflict:
        """A conflict with the fewest parts that any has; of several, the first in the order of the parts."""
        (*_, conflict) = self.narrowed()
        return conflict

    def narrowed(self) -> Iterator[Conflict]:
        """Conflicts of which more and more is known: fewer parts, or a greater bound; the last has the fewest parts.

        Only the first one is perhaps not minimal.
        """
        narrowed = enumerate(self._subsets.narrowed())
        return (self._conflict(chosen, bound, minimal=place > 0) for place, (bound, chosen) in narrowed)

    def every(self) -> Iterator[Conflict]:
        """All minimal conflicts."""
        return (self._conflict(chosen, min(1, chosen.bit_count())) for chosen in self._subsets.every())

    def _conflict(self, chosen: int, at_least: int, minimal: bool = True) -> Conflict:
        parts = tuple(part for place, part in enumerate(self._parts) if chosen >> place & 1)
        return Conflict(parts, at_least, minimal)
