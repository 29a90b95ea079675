"""Conflicts: parts of a puzzle, or rules of a model, that cannot hold together, though any one fewer could."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from models.deductions import Conflict, Part, Parts, rules_of
from models.language.model import Givens, Model
from solvers.backend import ENDLESS, NO_GIVENS, Clock
from solvers.backends.sat.rules import SEARCHES, EncodedRules, Reasoner


def conflict(model: Model, givens: Givens = NO_GIVENS, seconds: float | None = None) -> Conflict | None:
    """A smallest set of rules of ``model``, and of givens, that cannot hold together; None where all of them can.

    Raises:
        OutOfTime: when the time limit comes first.
    """
    facts = [var == value for var, value in givens.items()]
    given = [Part(("given", fact.var.index), f"{fact} is given", (fact,)) for fact in facts]
    return smallest(Parts(model, (*given, *rules_of(model))), seconds)


def smallest(parts: Parts, seconds: float | None = None) -> Conflict | None:
    """A smallest set of ``parts`` that cannot hold together; None where all of them can."""
    blame = Blame(parts, Clock(seconds))
    return None if blame.is_possible() else blame.smallest()


class Blame:
    """A puzzle's parts, ready to be blamed.

    Args:
        parts: the puzzle taken apart.
        clock: the time limit of every question together.
        encoded: the model of ``parts``, where it is encoded already.
    """

    def __init__(self, parts: Parts, clock: Clock | None = None, encoded: EncodedRules | None = None) -> None:
        blamed = {member for part in parts.parts for member in part.members}
        granted = {constraint.rule for constraint in parts.model.constraints} - blamed
        self._reasoner = Reasoner(
            encoded or EncodedRules(parts.model, clock or ENDLESS), granted, clock, solver=SEARCHES
        )
        self._parts = {self._reasoner.together(part.members): part for part in parts.parts}

    def is_possible(self) -> bool:
        """Whether all parts can hold together, so that there is nothing to blame."""
        return self._reasoner.holds(list(self._parts))

    def one(self) -> Conflict:
        """A minimal conflict, quickly: any one part fewer, and it is none."""
        self._reasoner.holds(list(self._parts))
        core = self._reasoner.core()
        return self._conflict(self._reasoner.minimal([literal for literal in self._parts if literal in core]))

    def smallest(self) -> Conflict:
        """A conflict with the fewest parts that any has."""
        chosen = self._reasoner.smallest(list(self._parts))
        assert chosen is not None, "without a bound there is always a smallest"
        return self._conflict(chosen, smallest=True)

    def every(self) -> Iterator[Conflict]:
        """All minimal conflicts, in no particular order."""
        return map(self._conflict, self._reasoner.conflicts(list(self._parts)))

    def _conflict(self, chosen: Sequence[int], smallest: bool = False) -> Conflict:
        inside = set(chosen)
        return Conflict(tuple(part for literal, part in self._parts.items() if literal in inside), smallest)
