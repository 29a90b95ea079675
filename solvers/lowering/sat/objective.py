"""An objective as literals: its totals, so that any bound on it is one assumption, and its costs, as soft clauses."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from models.language.model import Assignment, Literal, Objective
from solvers.lowering.sat.cnf import Cnf
from solvers.lowering.sat.linear import columns_of
from solvers.lowering.sat.variables import Integers


class Totals:
    """What an objective may come to, as something to minimise, in literals; ``values`` has the totals, ascending.

    The sum is encoded once, with a literal "it is at least t" for each total t; a bound from above is the negation of
    one of them. This is the generalised totalizer of Joshi, Martins and Manquinho (CP 2015), adding one variable after
    another, with only those of its clauses that a bound from above needs:

    - the sum so far is at least s, and x = v ⇒ the next is at least s + v; without ``x = v`` for the smallest v
    - at least a total ⇒ at least the next smaller one

    With s partial sums before a variable of d values, that makes up to s·d clauses, and one for each sum after it.
    """

    def __init__(self, objective: Objective, integers: Integers) -> None:
        self._terms = list(objective.cost.summands())
        clauses = integers.clauses
        sums: dict[int, tuple[int, ...]] = {0: ()}  # by sum, its literal "at least", negated; the smallest needs none
        for column in columns_of([(coefficient, var.index) for coefficient, var in self._terms], integers):
            smallest = column[0][0]
            reachable = sorted({total + added for total in sums for added, _ in column})
            reached = list(clauses.new_variables(len(reachable) - 1))
            following: dict[int, tuple[int, ...]] = {reachable[0]: ()}
            following.update(zip(reachable[1:], ((-literal,) for literal in reached), strict=True))
            for total, premise in sums.items():
                clauses.check_clock()
                for added, equal in column:
                    conclusion = following[total + added]
                    if conclusion:
                        chosen = () if added == smallest else (-equal,)
                        clauses.append((*premise, *chosen, -conclusion[0]))
            clauses += [(-higher, lower) for lower, higher in pairwise(reached)]
            sums = following
        self.values = list(sums)
        self._at_least = [-premise[0] for premise in sums.values() if premise]

    def place(self, assignment: Assignment) -> int:
        return bisect_left(self.values, sum(coefficient * assignment[var] for coefficient, var in self._terms))

    def at_most(self, place: int) -> int:
        """The SAT literal that keeps the total at ``values[place]`` or below, for any place but the last."""
        return -self._at_least[place]


@dataclass(frozen=True)
class Costs:
    """An objective as soft clauses of one literal each, ``soft``, each with what it costs to break it.

    The objective is a sum of costs, one for each variable: what it adds, less the least it can add; ``least`` is what
    the objective comes to when nothing is broken. The values of a variable with the same cost are one *level*. Each
    level but the cheapest is a soft clause "the cost stays below this level", whose weight is the step up from the
    level before. Of two levels, the upper is a literal; of more, each but the cheapest has a variable, half defined:
    x = v ⇒ at least the level of v, at least a level ⇒ at least the one before.

    Steps rather than one soft clause ``x ≠ v`` for each value: to learn that the cost is at least the k-th level then
    takes k cores of one literal, instead of k cores as wide as the domain.
    """

    soft: Sequence[tuple[int, int]]
    least: int


def costs_of(objective: Objective, cnf: Cnf) -> Costs:
    least = objective.cost.constant
    clauses = cnf.clauses
    soft: list[tuple[int, int]] = []
    for coefficient, var in objective.cost.summands():
        by_level: dict[int, list[int]] = {}
        clauses.check_clock()
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
