"""The totals of an objective as literals, so that any bound on it is one assumption.

A best answer is found by bounding the objective again and again. So its sum is encoded once, with a
literal "the sum is at least t" for each total t it may come to; a bound from above is the negation of
one of them. This is the generalised totalizer of Joshi, Martins and Manquinho (CP 2015), adding one
variable after another, and with only those of its clauses that a bound from above needs:

- the sum so far is at least s, and x = v ⇒ the next sum is at least s + v; without ``x = v`` for the
  smallest v, which is always reached
- at least a total ⇒ at least the next smaller one

With s partial sums before a variable of d values, that makes up to s·d clauses and one more for each
partial sum after it.
"""

from __future__ import annotations

from bisect import bisect_left
from itertools import pairwise

from models.language.model import Assignment, Objective
from solvers.lowering.sat.linear import columns_of
from solvers.lowering.sat.variables import Integers


class Totals:
    """What an objective may come to, as something to minimise, in literals; ``values`` has the totals, ascending."""

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
                clauses.look()
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
        """Where among the values the total of ``assignment`` stands."""
        return bisect_left(self.values, sum(coefficient * assignment[var] for coefficient, var in self._terms))

    def at_most(self, place: int) -> int:
        """The SAT literal that keeps the total at ``values[place]`` or below, for any place but the last."""
        return -self._at_least[place]
