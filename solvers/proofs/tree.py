"""Proofs by a search tree: branch, propagate by the statement's own lines, and learn that a failed branch fails.

The simplest producer there is, and independent of every solver: a branch on which unit propagation fails gives the
clause "not all of these decisions", and once all values of a variable have failed, so has the branch above. Each is a
step that the checker sees by the same propagation. Branching is on the fewest possibilities left, as in Knuth's
Algorithm X: of the variables of the statement and of the lines that ask for one of several.
"""

from __future__ import annotations

from collections.abc import Sequence, Set

from solvers.core.backend import Clock, WrongAnswer
from solvers.proofs.constraints import PBConstraint
from solvers.proofs.propagation import UnitPropagator
from solvers.proofs.script import Script


class TreeTooLong(Exception):
    """The refutation has more steps than were wanted."""


def refute(script: Script, known: Sequence[PBConstraint], clock: Clock, most: int | None = None) -> None:
    """Write the steps that refute the ``known`` constraints: the statement, what it was translated to, the answers.

    Raises:
        WrongAnswer: when there is a solution.
        OutOfTime: when ``clock`` runs out.
        TreeTooLong: when it would take more than ``most`` steps.
    """
    propagator = UnitPropagator()
    propagator.reach(len(script.formula.names.numbers))
    for constraint in known:
        propagator.add(constraint)
    groups = [list(constraint.terms) for constraint in known if constraint.degree > 0 and constraint.is_clause]
    branches: list[list[int]] = [[]]  # from the root to where the search is, the decisions taken
    while branches:
        clock.check()
        if most is not None and len(script.clauses) > most:
            raise TreeTooLong
        decisions = branches[-1]
        true = propagator.consequences(decisions)
        if true is None:
            clause = [literal ^ 1 for literal in decisions]
            script.clause(clause)
            propagator.add(PBConstraint(dict.fromkeys(clause, 1), 1))
            branches.pop()  # and the branch above goes on without this value
        else:
            branches.append([*decisions, _open_literal(groups, set(true), len(script.formula.names.numbers))])


def _open_literal(groups: Sequence[Sequence[int]], true: Set[int], booleans: int) -> int:
    """A literal of the group with the fewest that are open; where every group has a true one, any that is open."""
    fewest: list[int] = []
    for group in groups:
        if true.isdisjoint(group):
            left = [literal for literal in group if literal ^ 1 not in true]
            if not fewest or len(left) < len(fewest):
                fewest = left
                if len(left) == 2:
                    break
    for literal in fewest or range(0, 2 * booleans, 2):
        if literal not in true and literal ^ 1 not in true:
            return literal
    raise WrongAnswer("there is an answer that was not found, so nothing can be proved")
