"""Needless parts of a puzzle that has one answer: givens and rules that can be left out, each by itself.

A part is needless when the others still leave no other answer. It goes by SAT with a selector for each part.
"""

from __future__ import annotations

from models.deductions import Parts, PuzzlePart
from models.formulation import A, Formulation, I
from models.puzzle import Puzzle
from solvers.backends.sat.incremental import solver_for_hard_questions
from solvers.backends.sat.rules import EncodedRules, Reasoner
from solvers.core.backend import Clock


def needless_parts(
    puzzle: Puzzle[I, A], instance: I, stated: Formulation[I, A], clock: Clock
) -> tuple[PuzzlePart, ...]:
    """The parts that are not needed for the only answer, each while all others are there.

    Raises:
        OutOfTime: when the clock is up before all parts are asked about.
    """
    taken: Parts = puzzle.parts(instance, stated)
    members = {member for part in taken.parts for member in part.members}
    background = {constraint.rule for constraint in taken.model.constraints} - members
    reasoner = Reasoner(EncodedRules(taken.model, clock), background, clock, solver_for_hard_questions())
    selectors = [reasoner.together(part.members) for part in taken.parts]
    reasoner.holds(selectors)
    answer = reasoner.solution()
    values = [literal for var in taken.model.projection for literal in reasoner.values(var).values()]
    another = reasoner.either([-literal for literal in values if literal in answer])
    asked = [place for place, part in enumerate(taken.parts) if part.key not in puzzle.never_spared(instance)]
    return tuple(
        taken.parts[place]
        for place in asked
        if not reasoner.holds([*selectors[:place], *selectors[place + 1 :], another])
    )
