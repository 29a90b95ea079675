"""The smallest corrections of an instance that has no answer.

First mistakes about all of it at once, such as a wrong order of rows, are tried: where one of them explains it, no
fewer mistakes can. Else two questions to the model of single slips: the fewest with which there is an answer, an
optimisation; then, with their number fixed, every answer, projected on the variables that say which they are.
Each correction is then tried as an instance of its own, so that none is named that does not help.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import chain
from typing import Any, Generic

from models.language.base import Key
from models.language.model import Assignment
from models.mistakes import Correction, Mistake, Mistakes
from models.puzzle import A, I, Puzzle
from solvers.core.backend import Clock, Limits, OutOfTime, WrongAnswer
from solvers.core.solver import Solver
from solvers.diagnose.optimum import Optimiser, pass_interrupt_on, value_of

MAX_CORRECTIONS = 20_000
"""So many are looked at; the likeliest of them are shown."""

SWEEP_SECONDS, GATHER_SECONDS, JUDGE_SECONDS = 15.0, 4.0, 4.0
"""For mistakes about all of an instance at once, for single slips once the fewest are known, and for trying them."""

SWEEP_EACH_SECONDS, MAX_SWEPT_SOLUTIONS = 4.0, 50
"""For one mistake about all of an instance, and the solutions looked at of a model of them."""


@dataclass(frozen=True, repr=False)
class Repair(Generic[I, A]):
    """The corrections of one instance.

    Attributes:
        nouns: what is counted, one and several.
        fewest: the fewest mistakes found with which there is an answer; None when there is no such number.
        proved: whether there is no smaller number (with none: whether no mistakes of these kinds explain it).
        groups: the likeliest corrections, those of fewest mistakes first; each group has its mistakes in the
            same places and says, in order of likelihood, what could stand there instead.
        places: how many such groups there are in all.
        known: how many corrections there are in all of them.
        complete: whether there are no others of as many mistakes as were asked for.
    """

    nouns: tuple[str, str]
    fewest: int | None
    proved: bool
    groups: tuple[tuple[Correction[I, A], ...], ...] = ()
    places: int = 0
    known: int = 0
    complete: bool = False

    def __repr__(self) -> str:
        many = "nothing helps" if self.fewest is None else f"{self.fewest} {self.nouns[self.fewest != 1]}"
        return f"<{many}: {' or '.join(', '.join(map(str, one.mistakes)) for one in self.corrections[:2])}>"

    @property
    def corrections(self) -> tuple[Correction[I, A], ...]:
        """The corrections of all groups, the likeliest first."""
        return tuple(chain.from_iterable(self.groups))


@dataclass(frozen=True)
class Swept(Generic[I, A]):
    """A correction for each mistake about all of an instance that explains it; ``complete`` if all were looked at."""

    found: tuple[Correction[I, A], ...]
    complete: bool


def sweep(solver: Solver[I, A], instance: I, clock: Clock) -> Swept[I, A]:
    """The mistakes about all of ``instance`` at once that explain why it has no answer."""
    found: dict[frozenset[Mistake], Correction[I, A]] = {}
    budget = clock.within(SWEEP_SECONDS)
    complete = True
    for one in solver.puzzle.error_model.whole_instance_errors(instance):
        if budget.expired():
            return Swept(tuple(found.values()), complete=False)
        if isinstance(one, Mistakes):
            own = budget.within(SWEEP_EACH_SECONDS)
            try:
                search = solver.backend.load(one.model, replace(solver.settings, clock=own))
            except OutOfTime:
                complete = False
                continue
            solutions = search.solutions(limits=Limits(own.remaining(), MAX_SWEPT_SOLUTIONS))
            for correction in chain.from_iterable(map(one.corrections, solutions)):
                found.setdefault(frozenset(correction.mistakes), correction)
            complete = complete and solutions.outcome.complete
            pass_interrupt_on(solutions.outcome)
        elif one.instance is not None and not solver.puzzle.contradiction(one.instance):
            tried = _tried(one, solver, budget.within(SWEEP_EACH_SECONDS), budget)
            complete = complete and tried.unique is not None
            if tried.answer is not None:
                found[frozenset(one.mistakes)] = tried
    # A puzzle as it was meant has one answer; with hundreds of such mistakes, some leave several by chance.
    settled = [_tried(correction, solver, budget.within(SWEEP_EACH_SECONDS), budget) for correction in found.values()]
    telling = [correction for correction in settled if correction.unique is not False]
    return Swept(tuple(telling or settled), complete)


def repair(
    solver: Solver[I, A],
    instance: I,
    swept: Swept[I, A],
    optimiser: Optimiser,
    clock: Clock,
    show: int = 30,
    further: int = 0,
) -> Repair[I, A]:
    """The smallest corrections of ``instance``; an interrupt is left to the caller.

    ``solver`` enumerates them and solves the corrected instances, ``optimiser`` finds the fewest mistakes, ``swept`` is
    what ``sweep`` found; ``show`` and ``further`` are as in ``diagnose``.
    """
    mistakes = solver.puzzle.error_model.mistakes(instance)
    best: Assignment | None = None
    fewest: int | None = 1
    found, complete = list(swept.found), swept.complete
    if not found:
        best, proved = optimiser.best(mistakes.model, clock)
        fewest = None if best is None else value_of(mistakes.model, best)
        if fewest is None or not proved:
            return Repair(mistakes.nouns, fewest, proved)
    assert fewest is not None
    budget = clock.within(GATHER_SECONDS)
    for count in range(fewest, fewest + further + 1):
        complete = _gather(solver.puzzle.error_model.mistakes(instance), count, found, solver, budget) and complete
    if best is not None and not found:  # time was up before the first of them
        found += mistakes.corrections(best)
    complete = complete and not any(correction.others_left_out for correction in found)
    budget = clock.within(JUDGE_SECONDS)
    tried = [_tried(correction, solver, clock, budget) for correction in sorted(found, key=_by_likelihood)]
    for correction in tried:
        if correction.unique is False and correction.answer is None:
            raise _not_helping(correction, "there is still no answer")
    groups: dict[tuple[Key, ...], list[Correction[I, A]]] = {}
    for correction in sorted(tried, key=_by_likelihood):
        groups.setdefault(tuple(mistake.place for mistake in correction.mistakes), []).append(correction)
    shown = tuple(map(tuple, groups.values()))[:show]
    for correction in chain.from_iterable(shown):
        _check(correction, solver.puzzle)
    nouns = Mistakes.nouns if swept.found else mistakes.nouns
    return Repair(nouns, fewest, True, shown, len(groups), len(found), complete)


def _gather(
    mistakes: Mistakes[I, A], count: int, found: list[Correction[I, A]], solver: Solver[I, A], clock: Clock
) -> bool:
    """Add every correction of ``count`` mistakes that does not contain an earlier one; whether that was all."""
    model, earlier = mistakes.model, [frozenset(correction.mistakes) for correction in found]
    assert model.objective is not None
    # The number of mistakes is no longer asked for but demanded.
    model.add(model.objective.expression == count, because=f"{count} mistakes are corrected", key=("fewest",))
    model.objective = None
    try:
        search = solver.backend.load(model, replace(solver.settings, clock=clock))
    except OutOfTime:
        return False
    solutions = search.solutions(limits=Limits(seconds=clock.remaining()))
    seen: set[frozenset[Mistake]] = set()  # there may be many answers with the same mistakes
    for correction in chain.from_iterable(map(mistakes.corrections, solutions)):
        what = frozenset(correction.mistakes)
        if what in seen:
            continue
        seen.add(what)
        if len(found) == MAX_CORRECTIONS or clock.expired():
            return False
        if not any(smaller <= what for smaller in earlier):
            found.append(correction)
    pass_interrupt_on(solutions.outcome)
    return solutions.outcome.complete


def _by_likelihood(correction: Correction[Any, Any]) -> tuple[int, bool, int]:
    """The likelier first: a puzzle as it was meant has one answer, so what is known to leave several comes late."""
    return len(correction.mistakes), correction.unique is False, correction.unlikely


def _tried(correction: Correction[I, A], solver: Solver[I, A], clock: Clock, budget: Clock) -> Correction[I, A]:
    """``correction`` with an answer of the instance it leads to, if any, and whether that is the only one."""
    if correction.instance is None or correction.unique is not None or budget.expired():
        return correction
    try:
        answers = solver.answers(correction.instance, Limits(solutions=2), clock)
    except OutOfTime:
        return correction
    found = list(answers)
    pass_interrupt_on(answers.outcome)
    settled = len(found) > 1 or answers.outcome.complete
    return replace(correction, answer=[*found, correction.answer][0], unique=len(found) == 1 if settled else None)


def _check(correction: Correction[I, A], puzzle: Puzzle[I, A]) -> None:
    """See to it that the answer named is one, where the corrected instance was not solved anew."""
    if correction.instance is not None and correction.answer is not None:
        complaint = puzzle.check(correction.instance, correction.answer)
        if complaint:
            raise _not_helping(correction, complaint)


def _not_helping(correction: Correction[Any, Any], complaint: str) -> WrongAnswer:
    return WrongAnswer(f"this correction does not help: {', '.join(map(str, correction.mistakes))}: {complaint}")
