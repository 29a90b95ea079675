"""Diagnoses: whether an instance has one answer, and if not, the fewest corrections or extra givens that make it so."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from html import escape
from itertools import islice
from time import perf_counter
from typing import Any, Generic

from models.formulation import A, I
from models.language.model import Assignment, Givens
from models.mistakes import Mistakes
from models.puzzle import Puzzle
from solvers.backends.default.choice import quickest_learner
from solvers.cli.interrupts import lost_interrupts_come_again
from solvers.core.backend import Clock, Limits, OutOfTime, Search, Settings
from solvers.core.limits import ANSWERED, IMPOSSIBLE, STOPPED
from solvers.core.registry import load_backend
from solvers.core.solver import Loaded, Solver
from solvers.diagnose.hints import fewest_hints
from solvers.diagnose.optimum import Optimiser, pass_interrupt_on
from solvers.diagnose.repair import Repair, repair, sweep

WELL_POSED, AMBIGUOUS, IMPOSSIBLE_AS_IT_STANDS, UNSETTLED = "well posed", "ambiguous", "impossible", "unsettled"

HINTING = 20.0
"""Seconds spent on the fewest extra givens, unless a shorter time limit is set."""


@dataclass(frozen=True, repr=False)
class Diagnosis(Generic[I, A]):
    """What was found out about one instance.

    Attributes:
        puzzle: the puzzle.
        instance: the instance.
        backend: the word for who found the optimum.
        verdict: ``well posed``, ``ambiguous``, ``impossible``, or ``unsettled`` when time ran out first.
        clash: a contradiction that is plain without a search, or empty.
        remarks: what else is amiss or worth a warning, a sentence each.
        answers: the only answer, or two of several.
        differences: for an ambiguous instance, the facts in which the two answers differ, as each has them.
        nearest: for an impossible one, how close it comes to an answer, or empty.
        repair: for an impossible one, its smallest corrections.
        hints: for an ambiguous one, extra givens that leave one answer; None when none were found in time.
        hints_proved: what is proved of their number, see ``solvers.diagnose.hints``.
        hinted: the answer that the hints leave.
        stopped_by: ``time`` or ``interrupt`` when that ended the inquiry early.
        seconds: wall time.
    """

    puzzle: Puzzle[I, A]
    instance: I
    backend: str
    verdict: str = UNSETTLED
    contradiction: str = ""
    warnings: tuple[str, ...] = ()
    answers: tuple[A, ...] = ()
    differences: tuple[tuple[str, str], ...] = ()
    nearest: str = ""
    repair: Repair[I, A] | None = None
    hints: tuple[str, ...] | None = None
    hints_proved: str = ""
    hinted: A | None = None
    stopped_by: str = ""
    seconds: float = 0.0

    @property
    def exit_code(self) -> int:
        """0: nothing is wrong, or something puts it right; 1: nothing puts it right; 3: a limit came first."""
        if self.verdict in (WELL_POSED, AMBIGUOUS):
            return ANSWERED
        if self.repair is not None and self.repair.groups:
            return ANSWERED
        return IMPOSSIBLE if self.repair is not None and self.repair.proved else STOPPED

    def _told(self) -> Iterator[str]:
        """The verdict, and what would put it right, a line each."""
        yield f"{self.verdict}: {self.contradiction}" if self.contradiction else self.verdict
        yield from self.warnings
        if self.hints is not None:
            yield f"would leave one answer: {', '.join(self.hints)}"
        for group in self.repair.groups if self.repair else ():
            yield from ("; ".join(map(str, correction.mistakes)) for correction in group)

    def __repr__(self) -> str:
        return f"<{'; '.join(islice(self._told(), 3))}>"

    def _repr_html_(self) -> str:
        """What a notebook shows."""
        items = "".join(f"<li>{escape(line)}</li>" for line in self._told())
        return f"<p>{escape(f'{self.puzzle.title}: {self.instance.name}')}</p>\n<ul>{items}</ul>"


def diagnose(
    puzzle: Puzzle[I, A],
    instance: I,
    backend: str = "",
    *,
    show: int = 30,
    further: int = 0,
    seed: int = 0,
    workers: int = 1,
    seconds: float | None = None,
) -> Diagnosis[I, A]:
    """Find out what is the matter with ``instance``; Ctrl-C and the time limit end it with what is known by then.

    Answers are enumerated by the quickest backend that is installed, whoever finds the optimum.

    Args:
        backend: who finds the optimum: ``maxsat``, ``cpsat`` …; empty for the quickest installed.
        show: so many corrections are wanted; those that differ only in what is put instead count as one.
        further: also corrections of up to so many mistakes more than the fewest.
        seed: fixes every random choice.
        workers: threads for the optimum.
        seconds: the time limit.

    Raises:
        InputError: when there is no such backend.
        CannotTake: when it cannot take the model of the mistakes, or gets nowhere with it.
    """
    started, clock = perf_counter(), Clock(seconds)
    quickest = quickest_learner()
    word = backend or ("maxsat" if quickest == "sat" else quickest)
    best, variant = load_backend(word, seconds is not None)
    optimiser = Optimiser(best, Settings(seed=seed, workers=workers, variant=variant))
    read = next(iter(puzzle.formulations))  # the facts in which answers differ are told in its words
    solver = Solver(puzzle, read, load_backend(quickest)[0], settings=Settings(seed=seed))
    found = Diagnosis(puzzle, instance, word)
    stopped_by = ""
    try:
        with lost_interrupts_come_again():
            for more in _findings(instance, solver, optimiser, clock, show, further):
                found = replace(found, **more)
        stopped_by = "time" if clock.expired() else ""
    except KeyboardInterrupt:
        stopped_by = "interrupt"
    return replace(found, stopped_by=stopped_by, seconds=perf_counter() - started)


def _findings(
    instance: Any, solver: Solver[Any, Any], optimiser: Optimiser, clock: Clock, show: int, further: int
) -> Iterator[dict[str, Any]]:
    """What is found out question by question, as attributes of a diagnosis."""
    error_model = solver.puzzle.error_model
    contradiction, warnings = (
        solver.puzzle.contradiction(instance) or "",
        list(error_model.mistakes(instance).warnings()),
    )
    yield {"contradiction": contradiction, "warnings": tuple(warnings)}
    assignments: list[Assignment] = []
    if not contradiction:
        try:
            loaded = solver.load(instance, clock)
        except OutOfTime:
            return
        stated, search, givens = loaded.stated, loaded.search, loaded.stated.givens(instance)
        solutions = search.solutions(givens, Limits(seconds=clock.remaining(), solutions=2))
        assignments += solutions
        pass_interrupt_on(solutions.outcome)
        if not assignments and not solutions.outcome.complete:
            return
    if not assignments:
        yield {"verdict": IMPOSSIBLE_AS_IT_STANDS}
        optimiser.demand(error_model.mistakes(instance).model)  # before a search that would be in vain
        swept = sweep(solver, instance, clock)
        if not swept.found:
            yield from _nearest(error_model.mistakes(instance), optimiser, clock)
        yield {"repair": repair(solver, instance, swept, optimiser, clock, show, further)}
        return
    answers = tuple(stated.decode(instance, assignment) for assignment in assignments)
    verdict = AMBIGUOUS if len(answers) > 1 else WELL_POSED if solutions.outcome.complete else UNSETTLED
    yield {"answers": answers, "verdict": verdict}
    if verdict == AMBIGUOUS:
        yield from _told_apart(instance, loaded, assignments, optimiser, clock)
    warnings += filter(None, [error_model.untested(instance, answers[0])])
    yield {"warnings": tuple(warnings)}
    if verdict != UNSETTLED:
        warnings += filter(None, [_never_used(search, givens, assignments, clock)])
        yield {"warnings": tuple(warnings)}


def _nearest(mistakes: Mistakes[Any, Any], optimiser: Optimiser, clock: Clock) -> Iterator[dict[str, Any]]:
    """How close an impossible instance comes to an answer, where its puzzle can say."""
    nearest = mistakes.nearest()
    if nearest is not None:
        best, proved = optimiser.best(nearest.model, clock)
        if best is not None:
            yield {"nearest": nearest.sentence(best) + ("" if proved else " (not proved to be the closest)")}


def _told_apart(
    instance: Any, loaded: Loaded[Any, Any], assignments: list[Assignment], optimiser: Optimiser, clock: Clock
) -> Iterator[dict[str, Any]]:
    """Where two answers differ, and what would leave one."""
    stated, (one, other) = loaded.stated, assignments
    differing = [var for var in stated.model.projection if one[var] != other[var]]
    yield {"differences": tuple((stated.fact(var == one[var]), stated.fact(var == other[var])) for var in differing)}
    hints = fewest_hints(loaded.search, stated.givens(instance), optimiser, clock.within(HINTING), one)
    if hints is not None:
        facts = tuple(stated.fact(var == value) for var, value in hints.facts.items())
        yield {"hints": facts, "hints_proved": hints.proved, "hinted": stated.decode(instance, hints.answer)}


def _never_used(search: Search, givens: Givens, assignments: list[Assignment], clock: Clock) -> str | None:
    """Where answers choose things or not: those that no answer chooses, in a sentence."""
    choices = search.model.projection
    if not choices or not all(var.is_boolean for var in choices):
        return None
    used = {var for var in choices if any(assignment[var] for assignment in assignments)}
    never = []
    for var in choices:
        if var in used:
            continue
        solutions = search.solutions({**givens, var: 1}, Limits(seconds=clock.remaining(), solutions=1))
        for assignment in solutions:
            used.update(other for other in choices if assignment[other])
        pass_interrupt_on(solutions.outcome)
        if var not in used and not solutions.outcome.complete:
            return None
        if var not in used:
            never.append(var.name)
    return f"never used in any answer: {', '.join(never)}" if never else None
