"""Searches for answers to a model or to a puzzle's instance, as the front door hands them out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from models.language.model import Model
from solvers.api.answer import Answer, puzzle_of
from solvers.api.arguments import check_search
from solvers.core.backend import Solutions
from solvers.core.limits import Asked, Limits, Outcome, OutOfTime, Settings, Status, status_of
from solvers.core.registry import backend_for, load


class FrontSearch(Iterator[Any]):
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
        settings = replace(settings, variant=variant)
        clock = limits.clock()  # loading counts
        self._found: Solutions[Any] | None = None  # without the time to load it
        self._failure = ""
        try:
            if puzzle is None:
                search = load(taker, what, replace(settings, clock=clock))
                self._found = search.solutions(limits=replace(limits, seconds=clock.remaining()))
            else:
                from solvers.core.solver import Solver  # a model of one's own does without

                self._found = Solver(puzzle, formulation, taker, "", settings, minimize).answers(what, limits, clock)
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
        if self._found is not None:
            self._found.count_remaining()

    @property
    def outcome(self) -> Outcome:
        return Outcome(stopped_by="time", failure=self._failure) if self._found is None else self._found.outcome

    def answer(self, found: Any) -> Answer:
        """What was found as an answer, or None as that there is none."""
        status = Status.SOLVED if found is not None else status_of(self.outcome)
        value = self._found.objective_value if self._found is not None else None
        if isinstance(self._what, Model):
            return Answer(status, value, self.outcome, self._what, found)
        model = self._found.search.model if self._found is not None else None
        return Answer(status, value, self.outcome, model, None, self._what, found)
