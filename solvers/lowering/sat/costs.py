"""An objective as soft clauses, each with what it costs to break it.

The objective is read as a sum of costs, one for each variable: what the variable adds to it, less the
least it can add. The values of a variable with the same cost are one *level*. Each level but the
cheapest is a soft clause "the cost stays below this level", whose weight is the step up from the
level before; so an assignment breaks soft clauses of exactly the weight that it costs.

- two levels: the soft clause is ``x`` outside the upper level, one literal
- more: a variable "at least this level" for each but the cheapest, x = v ⇒ at least the level of v,
  at least a level ⇒ at least the one before. Half a definition is enough: a cost that need not be paid
  is not paid.

Steps rather than one soft clause ``x ≠ v`` for each value: to learn that the cost is at least the k-th
level then takes k cores of one literal, instead of k cores as wide as the domain.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from models.language.model import Literal, Objective
from solvers.lowering.sat.cnf import Cnf


@dataclass(frozen=True)
class Costs:
    """Soft clauses of one literal each.

    Attributes:
        soft: SAT literals that should be true, each with the cost of its being false.
        least: what the objective, as something to minimise, comes to when nothing is broken.
    """

    soft: Sequence[tuple[int, int]]
    least: int


def costs_of(objective: Objective, cnf: Cnf) -> Costs:
    """The soft clauses for ``objective``; what they need in hard clauses is added to ``cnf``."""
    least = objective.cost.constant
    clauses = cnf.clauses
    soft: list[tuple[int, int]] = []
    for coefficient, var in objective.cost.summands():
        by_level: dict[int, list[int]] = {}
        clauses.look()
        for value in var.domain:
            by_level.setdefault(coefficient * value, []).append(value)
        levels = sorted(by_level)
        least += levels[0]
        if len(levels) == 2:
            above = cnf.literal(Literal(var, frozenset(by_level[levels[1]])))
            soft.append((-above, levels[1] - levels[0]))
            continue
        before: int | None = None
        for lower, level in pairwise(levels):
            reached = clauses.new_variable()
            clauses += [(-cnf.equals[var.index][value], reached) for value in by_level[level]]
            if before is not None:
                clauses.append((-reached, before))
            soft.append((-reached, level - lower))
            before = reached
    return Costs(soft, least)
