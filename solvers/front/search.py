"""A search for answers to a model or to an instance, whichever it is, on the first backend that takes it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeVar

from models.errors import PuzzlebenchError
from models.language.model import Model
from models.plugins import BrokenPlugin
from solvers.backend import Backend, CannotTake, Limits, MissingLibrary, Outcome, Settings
from solvers.front.answer import Answer, puzzle_of
from solvers.record import Status, status_of
from solvers.registry import backend_names, default_backend, load, load_backend
from solvers.solving import Answers, Solver

T = TypeVar("T")


class Asked(Iterator[Any]):
    """A search for answers to a model or an instance, loaded into the first backend that takes it."""

    def __init__(
        self,
        what: Any,
        limits: Limits,
        backend: str,
        settings: Settings,
        formulation: str = "",
        minimize: str | None = None,
    ) -> None:
        self._what = what
        if isinstance(what, Model):
            if formulation or minimize:
                raise PuzzlebenchError("a model is one formulation and says its own objective; name none")
            search = _first_that_takes(backend, settings, lambda taker, how: load(taker, what, how))
            self._found: Any = search.solutions(limits=limits)
        else:
            puzzle = puzzle_of(what)
            self._found = _first_that_takes(
                backend,
                settings,
                lambda taker, how: Solver(puzzle, formulation, taker, "", how, minimize).answers(what, limits),
            )

    def __next__(self) -> Any:
        try:
            return next(self._found)
        except StopIteration:
            if self._found.outcome.stopped_by == "interrupt":  # a script is not asked what it has by now
                raise KeyboardInterrupt from None
            raise

    @property
    def outcome(self) -> Outcome:
        found: Outcome = self._found.outcome
        return found

    def answer(self, found: Any) -> Answer:
        """What was found as an answer, or None as that there is none."""
        status = Status.SOLVED if found is not None else status_of(self.outcome)
        if isinstance(self._found, Answers):
            value = self._found.objective_value
            return Answer(status, value, self.outcome, self._found.model, None, self._what, found)
        model: Model = self._what
        value = None
        if found is not None and model.objective is not None:
            value = model.objective.expression.value(found)
        return Answer(status, value, self.outcome, model, found)


def _first_that_takes(word: str, settings: Settings, attempt: Callable[[Backend, Settings], T]) -> T:
    """What ``attempt`` makes of the backend named, or of the first that is installed and takes what it is given."""
    refusal: PuzzlebenchError | None = None
    for name in [word] if word else _by_preference():
        try:
            backend, variant = load_backend(name)
            return attempt(backend, Settings(settings.seed, settings.workers, variant, settings.only_best))
        except (CannotTake, MissingLibrary, BrokenPlugin) as error:
            refusal = refusal or error
    assert refusal is not None
    raise refusal


def _by_preference() -> Iterable[str]:
    return dict.fromkeys([default_backend(), *backend_names()])
