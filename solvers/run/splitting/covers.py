"""The tree of a model that is an exact cover over 0-1 variables: a node is two sets of bits, and a look at it cheap.

What propagation leaves, and its size, are those of :class:`~solvers.run.splitting.tree.Tree`, a hundred times as fast:
cutting must not take longer than what is cut.
"""

from __future__ import annotations

from collections.abc import Sequence, Set
from functools import reduce
from math import log2
from operator import or_

from models.language.constraints import AtMostOne, ExactlyOne
from models.language.model import Givens, Literal, Model
from solvers.core.backend import Clock, values_left
from solvers.run.splitting.tree import Decision, Tree


class CoverTree:
    """A tree like ``Tree``, of a model that ``is_plain_cover``; each variable has a bit for open and one for true."""

    def __init__(self, model: Model, givens: Givens, assumptions: Sequence[Literal], clock: Clock) -> None:
        self._clock = clock
        self._model = model
        self._choices = [c.literals for c in model.constraints if isinstance(c, ExactlyOne)]
        self._masks = [_mask(literals) for literals in self._choices]
        in_choice = reduce(or_, self._masks, 0)
        self._unmet = [var for var in model.variables if not in_choice >> var.index & 1]
        self._rivals = [0] * len(model.variables)  # what becomes false when a variable becomes true
        for constraint in model.constraints:
            clock.check()
            assert isinstance(constraint, ExactlyOne | AtMostOne)
            mask = _mask(constraint.literals)
            for literal in constraint.literals:
                self._rivals[literal.var.index] |= mask
        self._rivals = [rivals & ~(1 << place) for place, rivals in enumerate(self._rivals)]
        self._open, self._true = (1 << len(model.variables)) - 1, 0
        left = values_left(givens, assumptions)
        self.holds = all(self._restrict(var.index, values) for var, values in left.items()) and self._settle()
        self._root = self._open, self._true

    def go_to(self, decisions: Sequence[Decision]) -> bool:
        self._open, self._true = self._root
        return all(self.decide(decision) for decision in decisions)

    def size_below(self, decision: Decision) -> float | None:
        here = self._open, self._true
        size = self.size() if self.decide(decision) else None
        self._open, self._true = here
        return size

    def decide(self, decision: Decision) -> bool:
        self._clock.check()
        var, value = decision
        return self._restrict(var.index, {value}) and self._settle()

    def alternatives(self) -> list[Decision]:
        undecided = self._open & ~self._true
        for var in self._unmet:
            if undecided >> var.index & 1:
                return [(var, 0), (var, 1)]
        sizes = ((mask & self._open).bit_count() for mask in self._masks)
        fewest, place = min(((size, place) for place, size in enumerate(sizes) if size > 1), default=(0, 0))
        if not fewest:
            return []
        return [(literal.var, 1) for literal in self._choices[place] if self._open >> literal.var.index & 1]

    def size(self) -> float:
        undecided = self._open & ~self._true
        unmet = sum(float(undecided >> var.index & 1) for var in self._unmet)
        return sum((log2((mask & self._open).bit_count()) for mask in self._masks), unmet)

    def _restrict(self, place: int, values: Set[int]) -> bool:
        bit = 1 << place
        if 1 not in values:
            self._open &= ~bit
            return 0 in values and not self._true & bit
        return 0 in values or self._choose(place)

    def _choose(self, place: int) -> bool:
        self._open &= ~self._rivals[place]
        self._true |= 1 << place
        return self._true & self._open == self._true

    def _settle(self) -> bool:
        before = None
        while before != self._true:
            before = self._true
            for mask in self._masks:
                left = mask & self._open
                if (
                    not left & (left - 1)
                    and not left & self._true
                    and not (left and self._choose(left.bit_length() - 1))
                ):
                    return False
        return True


def is_plain_cover(model: Model) -> bool:
    """Whether a model has 0-1 variables, all part of an answer, of which one in a group is true, or at most one."""
    return (
        len(model.projection) == len(model.variables)
        and all(var.domain[0] == 0 and var.domain[-1] == 1 for var in model.variables)
        and all(
            isinstance(constraint, ExactlyOne | AtMostOne)
            and not constraint.condition
            and all(literal.values == {1} for literal in constraint.literals)
            and len({literal.var.index for literal in constraint.literals}) == len(constraint.literals)
            for constraint in model.constraints
        )
    )


def tree_of(model: Model, givens: Givens, assumptions: Sequence[Literal], clock: Clock) -> Tree | CoverTree:
    return (CoverTree if is_plain_cover(model) else Tree)(model, givens, assumptions, clock)


def _mask(literals: Sequence[Literal]) -> int:
    return sum(1 << literal.var.index for literal in literals)
