"""Conflicts: parts of a puzzle, or rules of a model, that cannot hold together, though any one fewer could."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from models.deductions import Conflict, Parts, PuzzlePart, rules_of
from models.language.model import Givens, Model
from solvers.backends.sat.rules import SEARCHES, EncodedRules, Reasoner
from solvers.core.backend import ENDLESS, NO_GIVENS, Clock, OutOfTime


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
        self._reasoner = Reasoner(
            encoded or EncodedRules(parts.model, clock or ENDLESS), background, clock, solver=SEARCHES
        )
        self._parts = {self._reasoner.together(part.members): part for part in parts.parts}
        self._reasoner.prefer(list(self._parts))

    def is_possible(self) -> bool:
        """Whether all parts can hold together."""
        return self._reasoner.holds(list(self._parts))

    def one(self) -> Conflict:
        """A minimal conflict, quickly: any one part fewer, and it is none."""
        self._reasoner.holds(list(self._parts))
        core = self._reasoner.core()
        return self._conflict(self._reasoner.minimal([literal for literal in self._parts if literal in core]))

    def smallest(self) -> Conflict:
        """A conflict with the fewest parts that any has."""
        (*_, conflict) = self.narrowed()
        return conflict

    def narrowed(self) -> Iterator[Conflict]:
        """Conflicts of which more and more is known: fewer parts, or a greater bound; the last has the fewest parts."""
        best = self.one()
        yield best
        for bound, chosen in self._reasoner.narrowed(list(self._parts)):
            if chosen is not None and len(chosen) < len(best.parts):
                best = self._conflict(chosen)
            yield (best := replace(best, at_least=max(bound, best.at_least)))
            if best.smallest:
                return

    def every(self) -> Iterator[Conflict]:
        """All minimal conflicts, in no particular order."""
        return map(self._conflict, self._reasoner.conflicts(list(self._parts)))

    def _conflict(self, chosen: Sequence[int]) -> Conflict:
        """The conflict of the parts chosen, of which none can be spared."""
        inside = set(chosen)
        parts = tuple(part for literal, part in self._parts.items() if literal in inside)
        return Conflict(parts, at_least=min(1, len(parts)))
