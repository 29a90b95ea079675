"""Diagnoses: whether an instance has one answer, and if not, the fewest corrections or extra givens that make it so."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from time import perf_counter
from typing import Any

from models.formulation import A, I
from models.language.model import Assignment, Givens
from models.mistakes import Mistakes
from models.puzzle import Puzzle
from solvers.backends.default.choice import quickest_learner
from solvers.cli.exits import lost_interrupts_come_again
from solvers.core.backend import CannotTake, Clock, Limits, OutOfTime, Search, Settings
from solvers.core.registry import backend_for, load_backend
from solvers.core.solver import Loaded, Solver
from solvers.diagnose.hints import fewest_hints
from solvers.diagnose.needless import needless_parts
from solvers.diagnose.optimum import Optimiser, pass_interrupt_on
from solvers.diagnose.record import AMBIGUOUS, IMPOSSIBLE_AS_IT_STANDS, UNSETTLED, WELL_POSED, Diagnosis
from solvers.diagnose.repair import repair, sweep

MAX_HINTING_SECONDS = 20.0
"""For the fewest extra givens, unless a shorter time limit is set."""


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
    only_repairs: bool = False,
    needless: bool = False,
) -> Diagnosis[I, A]:
    """Find out what is the matter with ``instance``; Ctrl-C and the time limit end it with what is known by then.

    Args:
        backend: who finds the optimum: ``maxsat``, ``cpsat`` …; empty for the quickest installed. Answers are
            enumerated by the quickest that is installed.
        show: so many corrections are wanted; those that differ only in what is put instead count as one.
        further: also corrections of up to so many mistakes more than the fewest.
        workers: threads for the optimum.
        only_repairs: whether an instance that has an answer is left at that.
        needless: whether to find out what could be left out of an instance that has one answer.

    Raises:
        CannotTake: when ``backend`` cannot take the model of the mistakes, or gets nowhere with it.
    """
    started, clock = perf_counter(), Clock(seconds)
    quickest = quickest_learner()
    has_maxsat = quickest == "sat" and not load_backend("maxsat")[0].missing()
    read = next(iter(puzzle.formulations))  # the facts in which answers differ are told in its words

    def diagnosed(word: str, searching: str) -> Diagnosis[I, A]:
        best, variant = backend_for(word, seconds is not None, "best")
        optimiser = Optimiser(best, Settings(seed=seed, workers=workers, variant=variant))
        solver = Solver(puzzle, read, backend_for(searching)[0], settings=Settings(seed=seed))
        found = Diagnosis(puzzle, instance, word or best.name)
        stopped_by = ""
        try:
            with lost_interrupts_come_again():
                for more in _findings(instance, solver, optimiser, clock, show, further, needless):
                    found = replace(found, **more)
                    if only_repairs and found.answers:
                        break
            stopped_by = "time" if clock.expired() else ""
        except KeyboardInterrupt:
            stopped_by = "interrupt"
        return replace(found, stopped_by=stopped_by, seconds=perf_counter() - started)

    try:
        return diagnosed(backend or ("maxsat" if has_maxsat else quickest), quickest)
    except CannotTake:
        if backend:
            raise
        return diagnosed("", "")  # it is too large for SAT: whoever is chosen for each model


def _findings(
    instance: Any, solver: Solver[Any, Any], optimiser: Optimiser, clock: Clock, show: int, further: int, needless: bool
) -> Iterator[dict[str, Any]]:
    """What is found out question by question, as attributes of a diagnosis."""
    error_model = solver.puzzle.error_model
    contradiction = solver.puzzle.contradiction(instance) or ""
    warnings = list(error_model.mistakes(instance).warnings())
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
    elif verdict == WELL_POSED and needless:
        with suppress(OutOfTime):
            taken = solver.puzzle.parts(instance, stated)
            yield {"needless": tuple(part.name for part in needless_parts(solver.puzzle, instance, taken, clock))}
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
    hints = fewest_hints(loaded.search, stated.givens(instance), optimiser, clock.within(MAX_HINTING_SECONDS), one)
    if hints is not None:
        facts = tuple(var == value for var, value in hints.facts.items())
        yield {"hints": tuple(map(stated.fact, facts)), "hint_facts": facts}
        yield {"hints_proved": hints.proved, "hinted": stated.decode(instance, hints.answer)}


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
        if givens.get(var) == 0 or 1 not in var.domain:  # it is no choice
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
