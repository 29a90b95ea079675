"""Is an instance well posed, and if not, what is the matter with it? The findings that text and JSON are made from."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Generic

from models.language.model import Assignment, Givens
from models.puzzle import A, Formulation, I, Puzzle
from solvers.backend import Clock, Limits, Search
from solvers.diagnosing.hints import fewest_hints
from solvers.diagnosing.optimum import pass_interrupt_on
from solvers.diagnosing.repair import Effort, Repair, repair
from solvers.solving import Solver
from solvers.terminal.exits import ANSWERED, IMPOSSIBLE, STOPPED
from solvers.terminal.interrupts import lost_interrupts_come_again

WELL_POSED, AMBIGUOUS, IMPOSSIBLE_AS_IT_STANDS, UNSETTLED = "well posed", "ambiguous", "impossible", "unsettled"

HINTING = 20.0
"""Seconds spent on the fewest extra givens, unless a shorter time limit is set."""


@dataclass
class Diagnosis(Generic[I, A]):
    """What was found out about one instance, filled in as it is found.

    Attributes:
        instance: the instance.
        verdict: ``well posed``, ``ambiguous``, ``impossible``, or ``unsettled`` when time ran out first.
        clash: a contradiction that is plain without a search, or empty.
        remarks: what else is amiss or worth a warning, a sentence each.
        answers: the only answer, or two of several.
        differences: for an ambiguous instance, the decisions in which the two answers differ, as each has them.
        nearest: for an impossible one, how close it comes to an answer, or empty.
        repair: for an impossible one, its smallest corrections.
        hints: for an ambiguous one, extra givens that leave one answer; None when none were found in time.
        hints_proved: what is proved of their number, see ``solvers.diagnosing.hints``.
        hinted: the answer that the hints leave.
        stopped_by: ``time`` or ``interrupt`` when that ended the inquiry early.
    """

    instance: I
    verdict: str = UNSETTLED
    clash: str = ""
    remarks: list[str] = field(default_factory=list)
    answers: list[A] = field(default_factory=list)
    differences: list[tuple[str, str]] = field(default_factory=list)
    nearest: str = ""
    repair: Repair[I, A] | None = None
    hints: list[str] | None = None
    hints_proved: str = ""
    hinted: A | None = None
    stopped_by: str = ""

    @property
    def exit_code(self) -> int:
        """0: nothing is wrong, or something puts it right; 1: nothing puts it right; 3: a limit came first."""
        if self.verdict in (WELL_POSED, AMBIGUOUS):
            return ANSWERED
        if self.repair is not None and self.repair.groups:
            return ANSWERED
        return IMPOSSIBLE if self.repair is not None and self.repair.proved else STOPPED


def diagnose(puzzle: Puzzle[I, A], instance: I, effort: Effort, clock: Clock) -> Diagnosis[I, A]:
    """Find out what is the matter with ``instance``; Ctrl-C and the clock end it with what is known by then."""
    found: Diagnosis[I, A] = Diagnosis(instance)
    try:
        with lost_interrupts_come_again():
            _Inquiry(puzzle, found, effort, clock).run()
    except KeyboardInterrupt:
        found.stopped_by = "interrupt"
    else:
        if clock.expired():
            found.stopped_by = "time"
    return found


class _Inquiry(Generic[I, A]):
    """The questions in turn, the later ones depending on the answers to the earlier."""

    def __init__(self, puzzle: Puzzle[I, A], found: Diagnosis[I, A], effort: Effort, clock: Clock) -> None:
        self._puzzle = puzzle
        self._found = found
        self._instance = found.instance
        self._effort = effort
        self._clock = clock

    def run(self) -> None:
        found, puzzle, instance = self._found, self._puzzle, self._instance
        found.clash = puzzle.clash(instance) or ""
        found.remarks += puzzle.copying.mistakes(instance).remarks()
        if found.clash:
            self._correct()
            return
        loaded = Solver(puzzle, "", self._effort.solver, settings=self._effort.settings).load(instance)
        stated, search, givens = loaded.stated, loaded.search, loaded.stated.givens(instance)
        solutions = search.solutions(givens, Limits(seconds=self._clock.remaining(), solutions=2))
        assignments = list(solutions)
        pass_interrupt_on(solutions.outcome)
        found.answers = [stated.decode(instance, assignment) for assignment in assignments]
        if len(assignments) > 1:
            found.verdict = AMBIGUOUS
            self._tell_apart(stated, search, givens, assignments)
        elif solutions.outcome.complete and assignments:
            found.verdict = WELL_POSED
        elif solutions.outcome.complete:
            self._correct()
            return
        else:
            return
        found.remarks += filter(None, [puzzle.copying.untested(instance, found.answers[0])])
        if found.verdict != UNSETTLED:
            found.remarks += _never_used(stated, search, givens, assignments, self._clock)

    def _correct(self) -> None:
        """No answer: how close it comes, and what would put it right."""
        found = self._found
        found.verdict = IMPOSSIBLE_AS_IT_STANDS
        mistakes = self._puzzle.copying.mistakes(self._instance)
        self._effort.optimiser.demand(mistakes.model)
        nearest = mistakes.nearest()
        if nearest is not None:
            best, proved = self._effort.optimiser.best(nearest.model, self._clock)
            if best is not None:
                found.nearest = nearest.sentence(best) + ("" if proved else " (not proved to be the closest)")
        found.repair = repair(self._puzzle, self._instance, self._effort, self._clock)

    def _tell_apart(
        self, stated: Formulation[I, A], search: Search, givens: Givens, assignments: list[Assignment]
    ) -> None:
        """Several answers: where two of them differ, and what would leave one."""
        found = self._found
        one, other = assignments
        for var in stated.model.projection:
            if one[var] != other[var]:
                found.differences.append((stated.fact(var == one[var]), stated.fact(var == other[var])))
        remaining = self._clock.remaining()
        clock = Clock(HINTING if remaining is None else min(HINTING, remaining))
        hints = fewest_hints(search, givens, self._effort.optimiser, clock, one)
        if hints is not None:
            found.hints = [stated.fact(var == value) for var, value in hints.facts.items()]
            found.hints_proved = hints.proved
            found.hinted = stated.decode(self._instance, hints.answer)


def _never_used(
    stated: Formulation[Any, Any], search: Search, givens: Givens, assignments: list[Assignment], clock: Clock
) -> Iterator[str]:
    """Where the decisions are things to be chosen or not: those that no answer chooses, in a sentence."""
    decisions = stated.model.projection
    if not decisions or not all(var.is_boolean for var in decisions):
        return
    used = {var for var in decisions if any(assignment[var] for assignment in assignments)}
    never = []
    for var in decisions:
        if var in used:
            continue
        solutions = search.solutions({**givens, var: 1}, Limits(seconds=clock.remaining(), solutions=1))
        for assignment in solutions:
            used.update(other for other in decisions if assignment[other])
        pass_interrupt_on(solutions.outcome)
        if var not in used and not solutions.outcome.complete:
            return
        if var not in used:
            never.append(var.name)
    if never:
        yield f"never used in any answer: {', '.join(never)}"
