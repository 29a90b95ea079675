"""Searches for answers to a model or to a puzzle's instance, as the front door hands them out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from models.language.model import Model
from solvers.api.answer import Answer, puzzle_of
from solvers.api.arguments import check_search
from solvers.backends.default.choice import Asked, backend_for
from solvers.core.backend import Limits, Outcome, OutOfTime, Settings
from solvers.core.record import Status, status_of
from solvers.core.registry import load
from solvers.core.solver import Answers, Solver


class FrontSearch(Iterator[Any]):
    """A search for answers to a model or an instance."""

    def __init__(
        self,
        what: Any,
        limits: Limits,
        backend: str,
        settings: Settings,
        formulation: str = "",
        minimize: str | None = None,
        asked: Asked = "unique",
    ) -> None:
        self._what = what
        check_search(what, backend, limits, settings, formulation, minimize)
        puzzle = None if isinstance(what, Model) else puzzle_of(what)
        taker, variant = backend_for(backend, limits.seconds is not None, asked)
        how = replace(settings, variant=variant)
        clock = limits.clock()  # loading counts
        self._found: Any = None  # without the time to load it
        self._failure = ""
        try:
            if puzzle is None:
                search = load(taker, what, replace(how, clock=clock))
                self._found = search.solutions(limits=replace(limits, seconds=clock.remaining()))
            else:
                self._found = Solver(puzzle, formulation, taker, "", how, minimize).answers(what, limits, clock)
        except OutOfTime as late:
            self._failure = late.failure

    def __next__(self) -> Any:
        if self._found is None:
            raise StopIteration
        try:
            return next(self._found)
        except StopIteration:
            if self._found.outcome.stopped_by == "interrupt":  # a script is not asked what it has by now
                raise KeyboardInterrupt from None
            raise

    def count_remaining(self) -> None:
        """After the first answer, count the others without listing them where that is possible."""
        self._found.count_remaining()

    @property
    def outcome(self) -> Outcome:
        if self._found is None:
            return Outcome(stopped_by="time", failure=self._failure)
        found: Outcome = self._found.outcome
        return found

    def answer(self, found: Any) -> Answer:
        """What was found as an answer, or None as that there is none."""
        status = Status.SOLVED if found is not None else status_of(self.outcome)
        if isinstance(self._found, Answers):
            value = self._found.objective_value
            return Answer(status, value, self.outcome, self._found.model, None, self._what, found)
        if not isinstance(self._what, Model):
            return Answer(status, None, self.outcome, None, None, self._what)
        model = self._what
        value = None
        if found is not None and model.objective is not None:
            value = model.objective.expression.value(found)
        return Answer(status, value, self.outcome, model, found)
