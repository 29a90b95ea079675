"""A tree of decisions that can be looked at node by node: what propagation leaves of a model under some of them.

A decision gives a variable of the projection a value. The alternatives at a node are the values of one such variable,
or the literals of one exactly-one constraint, whichever are fewest; no answer lies under two of them. Of variables with
as few values at the root, those come first whose values rule out the most: that look ahead is what makes cubes small.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log2
from typing import TYPE_CHECKING

from models.language.constraints import Element, Table
from models.language.model import Givens, IntVar, Literal, Model
from solvers.backends.backtracking.posting import PostedModel
from solvers.backends.backtracking.value_index import places
from solvers.core.backend import Clock, values_left

if TYPE_CHECKING:
    from solvers.backends.backtracking.store import Store

Decision = tuple[IntVar, int]
"""A variable of the projection, and the value it has."""

MAX_TIED_VARIABLES, TRIED_VALUES = 64, 3  # variables that are tried before one is decided first, and values of each


class Tree:
    """The tree of a model; ``holds`` says whether propagation leaves a value for every variable at the root.

    An OutOfTime is raised when the clock is up before the root is settled, and by every later step.
    """

    def __init__(self, model: Model, givens: Givens, assumptions: Sequence[Literal], clock: Clock) -> None:
        self._posted = PostedModel(model, clock)
        self._store: Store = self._posted.store
        self._clock = clock
        self._choices = _choices(model, self._posted)
        settled = {literal.var for _, literals in self._choices for literal in literals}
        self._variables = [var for var in model.projection if var not in settled and var.index not in self._posted.wide]
        left = values_left(givens, assumptions)
        self.holds = all(self._posted.restrict(var, values) for var, values in left.items()) and self.settle()
        self._root = self._store.mark()
        if self.holds:
            self._variables = self._by_reduction(_demanded(model))

    def settle(self) -> bool:
        return self._store.settle(self._clock)

    def go_to(self, decisions: Sequence[Decision]) -> bool:
        """Be at the node below the root where these were taken; False where propagation finds no answer there."""
        self._store.undo(self._root)
        self._root = self._store.mark()
        return all(self.decide(decision) for decision in decisions)

    def size_below(self, decision: Decision) -> float | None:
        """What ``size`` is after one more decision, which is taken back; None where propagation finds no answer."""
        here = self._store.mark()
        size = self.size() if self.decide(decision) else None
        self._store.undo(here)
        return size

    def decide(self, decision: Decision) -> bool:
        var, value = decision
        return self._posted.restrict(var, {value}) and self.settle()

    def alternatives(self) -> list[Decision]:
        """The decisions at this node, of which every answer below obeys exactly one; none where all are taken."""
        domains, fewest = self._store.domains, 0
        best: IntVar | tuple[int, tuple[Literal, ...]] | None = None
        for var in self._variables:
            size = domains[var.index].bit_count()
            if size > 1 and (best is None or size < fewest):
                best, fewest = var, size
        for choice in self._choices:
            size = domains[choice[0]].bit_count()
            if size > 1 and (best is None or size < fewest):
                best, fewest = choice, size
        if best is None:
            return []
        if isinstance(best, IntVar):
            mask, values = domains[best.index], self._posted.value_indexes[best.index].values
            return [(best, values[place]) for place in places(mask)]
        selector, literals = best
        return [_decision(literals[place]) for place in places(domains[selector])]

    def _by_reduction(self, cells: Sequence[int]) -> list[IntVar]:
        """The variables, of those with the fewest values at the root the ones first whose values rule out the most."""
        domains = self._store.domains
        fewest = min((n for var in self._variables if (n := domains[var.index].bit_count()) > 1), default=0)
        tied = [var for var in self._variables if domains[var.index].bit_count() == fewest][:MAX_TIED_VARIABLES]
        reduction: dict[IntVar, float] = {}
        for var in tied if len(tied) > 1 else ():
            values = self._posted.value_indexes[var.index].values
            possible = [*places(domains[var.index])]
            before = _ways(domains, cells)
            for place in possible[:: -(-len(possible) // TRIED_VALUES)]:
                here = self._store.mark()
                left = _ways(domains, cells) if self.decide((var, values[place])) else 0.0
                self._store.undo(here)
                reduction[var] = reduction.get(var, 0.0) + before - left
        return sorted(self._variables, key=lambda var: -reduction.get(var, 0.0))

    def size(self) -> float:
        """The logarithm, to the base 2, of how many ways there are to decide all that is open: no less than answers."""
        domains = self._store.domains
        cells = [var.index for var in self._variables] + [selector for selector, _ in self._choices]
        return _ways(domains, cells)


def _ways(domains: Sequence[int], cells: Sequence[int]) -> float:
    return sum(log2(domains[cell].bit_count()) for cell in cells)


def _demanded(model: Model) -> list[int]:
    """The variables (their indices) of constraints other than Element and Table, or all of them where there are none.

    Those two mostly say what some variables show of others, and what is shown may never be seen: on dials under
    others, the turn that rules out the most numbers was the one that did the least for the sums.
    """
    rules = (constraint for constraint in model.constraints if not isinstance(constraint, Element | Table))
    demanded = {var.index for constraint in rules for var in constraint.scope()}
    return sorted(demanded) or [var.index for var in model.variables]


def _choices(model: Model, posted: PostedModel) -> list[tuple[int, tuple[Literal, ...]]]:
    """The exactly-one constraints over Booleans of the projection, with the cell that says which of them is true."""
    projection = set(model.projection)
    return [
        (selector, literals)
        for selector, literals in posted.choices
        if all(lit.var in projection and lit.var.is_boolean and len(lit.values) == 1 for lit in literals)
    ]


def _decision(literal: Literal) -> Decision:
    (value,) = literal.values
    return literal.var, value
