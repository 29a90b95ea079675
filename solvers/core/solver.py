"""A solver: a puzzle, a formulation and a backend at work, structures loaded once, every answer checked.

solver = Solver(load_puzzle("sudoku"), "cells", *load_backend("sat"))
for instance in puzzle.read(path):
    answers = solver.answers(instance)
    first = next(answers, None)
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, replace
from functools import partial
from time import perf_counter
from typing import Generic

from models.language.model import Assignment, Model
from models.puzzle import A, Formulation, I, Puzzle
from solvers.core.backend import (
    ENDLESS,
    Backend,
    CannotTake,
    Clock,
    Limits,
    Outcome,
    OutOfTime,
    Search,
    Settings,
    Solutions,
    WrongAnswer,
)
from solvers.core.record import Evidence, Result, Times
from solvers.core.registry import load

UNIQUE = Limits(solutions=2)  # two answers are enough to know whether the first is the only one
MAX_LOADED = 8  # structures that stay loaded at most, those used last: a file's instances mostly share one or a few

MAX_LOADED_VALUES = 50_000
"""Values in the domains of all of them together; a 9×9 Sudoku has 729 and a 25×25 one 15,625. It bounds the memory,
but for one structure that is larger by itself."""


class Solver(Generic[I, A]):
    """Answers instances of one puzzle with one backend and one formulation, empty for the quickest that it takes.

    With ``keeps_found`` results keep every answer in the model's own terms, for a proof.
    """

    def __init__(
        self,
        puzzle: Puzzle[I, A],
        formulation: str,
        backend: Backend,
        variant: str = "",
        settings: Settings = Settings(),
        objective: str | None = None,
        keeps_found: bool = False,
    ) -> None:
        puzzle.require(formulation, objective)
        self.keeps_found = keeps_found
        self.puzzle = puzzle
        self.backend = backend
        self.objective = objective
        self.settings = replace(settings, variant=variant) if variant else settings
        self.formulation = formulation
        self._loaded: dict[Hashable, Loaded[I, A]] = {}  # those used last at the end
        self._renewable: set[Hashable] = set()

    def answers(self, instance: I, limits: Limits = Limits(), clock: Clock | None = None) -> Solutions[A]:
        """The answers of ``instance``, lazily; with a ``clock``, loading and searching together have its time."""
        loaded, _ = self.cached(instance, clock or ENDLESS)
        if clock is not None:
            limits = replace(limits, seconds=clock.remaining())
        return answers_of(self.puzzle, instance, loaded.stated, loaded.search, limits)

    def solve(
        self,
        instance: I,
        limits: Limits = UNIQUE,
        keep: bool = True,
        begun: Callable[[Solutions[A]], None] | None = None,
        in_bulk: bool = False,
    ) -> Result[I, A]:
        """What comes of ``instance``; of answers that are not to be kept (``keep``), the first stands for all.

        A plain contradiction makes a search unnecessary, and the time limit holds for declaring, loading and searching.
        ``in_bulk`` the model is mostly loaded: the limit is for the search alone, and a contradiction is only looked
        for where nothing was found. ``begun`` is given the search before it begins, and may look at it whenever
        ``limits.watch`` is called. Ctrl-C ends the search like a limit: what was found by then is in the result. The
        order in which answers were found says nothing; they are put into the puzzle's own.
        """
        if not in_bulk and (contradiction := self.puzzle.contradiction(instance)):
            return Result(self, instance, "", (), Outcome(complete=True), contradiction=contradiction)
        started, clock = perf_counter(), ENDLESS if in_bulk else limits.clock()
        try:
            loaded, times = self.cached(instance, clock)
        except OutOfTime as late:
            times = Times(load=perf_counter() - started)
            outcome = Outcome(stopped_by="time", failure=late.failure)
            return Result(self, instance, self.formulation, (), outcome, times)
        if not in_bulk:
            limits = replace(limits, seconds=clock.remaining())
        answers = answers_of(self.puzzle, instance, loaded.stated, loaded.search, limits)
        if begun is not None:
            begun(answers)
        kept: list[A] = []
        assignments: list[Assignment] = []
        interrupted = False
        try:
            for answer in answers:
                if self.objective is not None:
                    kept = [answer]
                elif keep or not kept:
                    kept.append(answer)
                    if not keep and not self.keeps_found:
                        answers.count_remaining()
                if self.keeps_found:
                    assignments.append(answers.assignment)
        except KeyboardInterrupt:
            interrupted = True
            answers.close()
        outcome = answers.outcome
        if interrupted:
            outcome = replace(outcome, complete=False, stopped_by="interrupt")
        if len(kept) > 1:
            kept.sort(key=partial(self.puzzle.sort_key, instance))
        impossible = in_bulk and outcome.complete and not outcome.found
        return Result(
            self,
            instance,
            loaded.formulation,
            tuple(kept),
            outcome,
            Times(times.model, times.load, answers.first, answers.seconds),
            contradiction=self.puzzle.contradiction(instance) or "" if impossible else "",
            value=answers.objective_value,
            searched=loaded.search,
            found=Evidence(loaded.formulation, loaded.stated.model, answers.givens, tuple(assignments)),
        )

    def cached(self, instance: I, clock: Clock = ENDLESS) -> tuple[Loaded[I, A], Times]:
        """The structure of ``instance``, loaded already or now, while there is time, and the time that took."""
        shape = self.puzzle.shape(instance)
        loaded = self._loaded.pop(shape, None)
        times = Times()
        if loaded is None:
            loaded = self.load(instance, clock)
            times = loaded.times
        elif shape in self._renewable and not loaded.search.reset():
            loaded = replace(loaded, search=self.backend.load(loaded.stated.model, self._settings(clock)))
        self._renewable.discard(shape)
        self._loaded[shape] = loaded
        return loaded, times

    def renew(self) -> None:
        """Load again what is loaded and learns: what comes next depends on nothing that came before.

        What is dropped meanwhile does not either: the structures not used since are the first to go.
        """
        self._renewable = {shape for shape, loaded in self._loaded.items() if loaded.search.is_stateful}

    def stated(self, instance: I) -> Formulation[I, A]:
        return self.puzzle.state(instance, self.formulation or self.puzzle.by_speed[0], self.objective)

    def version(self) -> str:
        return self.backend.version(self.settings.variant)

    def _make_room(self, values: int) -> None:
        """Drop what was not used for longest, until the rest and a structure of so many ``values`` fit."""
        total = values + sum(loaded.values for loaded in self._loaded.values())
        while self._loaded and (total > MAX_LOADED_VALUES or len(self._loaded) >= MAX_LOADED):
            oldest = next(iter(self._loaded))
            total -= self._loaded.pop(oldest).values

    def load(self, instance: I, clock: Clock = ENDLESS) -> Loaded[I, A]:
        """Declare and load the formulation asked for, or else the quickest that the backend takes.

        Raises:
            CannotTake: when no formulation asked for fits the backend.
            OutOfTime: when the clock is up first.
        """
        names = [self.formulation] if self.formulation else self.puzzle.by_speed
        first_refusal: CannotTake | None = None
        for name in names:
            started = perf_counter()
            stated = self.puzzle.state(instance, name, self.objective)
            declared = perf_counter()
            clock.check()
            self._make_room(values_of(stated.model))
            try:
                search = load(self.backend, stated.model, self._settings(clock))
            except CannotTake as refusal:
                first_refusal = first_refusal or refusal
                continue
            times = Times(model=declared - started, load=perf_counter() - declared)
            return Loaded(name, stated, search, times)
        assert first_refusal is not None
        raise first_refusal

    def _settings(self, clock: Clock) -> Settings:
        return replace(self.settings, clock=clock) if clock is not ENDLESS else self.settings


def values_of(model: Model) -> int:
    return sum(len(var.domain) for var in model.variables)


@dataclass(frozen=True)
class Loaded(Generic[I, A]):
    formulation: str
    stated: Formulation[I, A]
    search: Search
    times: Times

    @property
    def values(self) -> int:
        """How large the structure is, for any backend: the values in the domains of its variables together."""
        return values_of(self.stated.model)


def answers_of(
    puzzle: Puzzle[I, A], instance: I, stated: Formulation[I, A], search: Search, limits: Limits
) -> Solutions[A]:
    """The answers of ``instance``, whose formulation is loaded, each judged by the puzzle's own checker."""
    return search.decoded(partial(judged, puzzle, instance, stated), stated.givens(instance), limits, ())


def judged(puzzle: Puzzle[I, A], instance: I, stated: Formulation[I, A], assignment: Assignment) -> A:
    """``assignment`` in the terms of the puzzle, whose own checker has found nothing wrong with it."""
    answer = stated.decode(instance, assignment)
    if complaint := puzzle.check(instance, answer):
        raise WrongAnswer(f"{instance.name}: the answer {in_brief(puzzle, instance, answer)} is wrong: {complaint}")
    return answer


def in_brief(puzzle: Puzzle[I, A], instance: I, answer: A) -> str:
    """``answer`` in one line: as the puzzle writes it in files of many, or else as JSON."""
    from json import dumps  # wrong answers are rare

    try:
        return puzzle.compact(instance, answer) or dumps(puzzle.as_json(instance, answer), ensure_ascii=False)
    except Exception:  # it may be no answer at all, and must be shown all the same
        return repr(answer)
