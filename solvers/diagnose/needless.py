"""Needless parts of a puzzle that has one answer: givens and rules that can be left out, each by itself.

A part is needless when the others still leave no other answer. It goes by SAT with a selector for each part.
"""

from __future__ import annotations

from collections.abc import Iterator

from models.deductions import Parts, PuzzlePart
from models.formulation import A, I
from models.puzzle import Puzzle
from solvers.backends.sat.incremental import solver_for_hard_questions
from solvers.backends.sat.rules import EncodedRules, Reasoner
from solvers.core.backend import Clock


def needless_parts(puzzle: Puzzle[I, A], instance: I, taken: Parts, clock: Clock) -> Iterator[PuzzlePart]:
    """The parts that are not needed for the only answer, each while all others are there; none without an answer.

    Raises:
        OutOfTime: when the clock is up before all parts are asked about.
    """
    members = {member for part in taken.parts for member in part.members}
    background = {constraint.rule for constraint in taken.model.constraints} - members
    solver = solver_for_hard_questions(len(var.domain) for var in taken.model.variables)
    reasoner = Reasoner(EncodedRules(taken.model, clock), background, clock, solver)
    selectors = [reasoner.together(part.members) for part in taken.parts]
    if not reasoner.holds(selectors):
        return
    answer = reasoner.solution()
    values = [literal for var in taken.model.projection for literal in reasoner.values(var).values()]
    another = reasoner.either([-literal for literal in values if literal in answer])
    never_spared = puzzle.never_spared(instance)
    for place, part in enumerate(taken.parts):
        if part.key not in never_spared and not reasoner.holds([*selectors[:place], *selectors[place + 1 :], another]):
            yield part
