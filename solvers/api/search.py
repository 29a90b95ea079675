"""Loaded models: a model or a puzzle's instance, loaded once and asked again and again; every question comes here."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, Self

from models.errors import PuzzlebenchError
from models.language.base import as_int
from models.language.model import Givens, IntVar, Literal, Model
from solvers.api.answer import Answer, NotKnown, puzzle_of
from solvers.api.arguments import ONE_FORMULATION, checked
from solvers.core.backend import NO_GIVENS, Assignments, Clock, Search, Solutions
from solvers.core.limits import Asked, Limits, Outcome, OutOfTime, Settings, details_of, status_of
from solvers.core.registry import backend_for, load

if TYPE_CHECKING:  # only named here
    from solvers.api.watching import SearchProgress, Watch

Given = Mapping[IntVar, int] | Mapping[str, int]
"""Values that are fixed in advance, of variables or by their names."""

OnSolution = Callable[[Answer], object]

OnProgress = Callable[["SearchProgress"], object]


class LoadedModel:
    """A model or a puzzle's instance, loaded into a backend: what one search has learnt, the next may use.

    ``givens`` are values of variables, or of their names, that hold for one question. ``assumptions`` are literals that
    do as well; where there is no answer, ``core`` names those that are to blame. A new question ends the one before.
    """

    def __init__(
        self,
        what: object,
        backend: str = "",
        settings: Settings = Settings(),
        formulation: str = "",
        minimize: str | None = None,
        asked: Asked = "unique",
        clock: Clock | None = None,
    ) -> None:
        limited = clock is None or clock.remaining() is not None  # a limit may come with a question
        if isinstance(what, Model) and (formulation or minimize):
            raise PuzzlebenchError(ONE_FORMULATION)
        puzzle = None if isinstance(what, Model) else puzzle_of(what)
        taker, variant = backend_for(backend, limited, asked)
        settings = replace(settings, variant=variant)
        if clock is not None:
            settings = replace(settings, clock=clock)
        self._what = what
        self._givens: Givens = NO_GIVENS
        self._decode: Callable[[Any], Any] = lambda assignment: None
        self._search: Search | None
        if puzzle is None:
            self._search = load(taker, what, settings)  # type: ignore[arg-type]  # it is a model
            return
        from solvers.core.solver import Solver, judged  # a model of one's own does without

        loaded = Solver(puzzle, formulation, taker, "", settings, minimize).load(what, settings.clock)
        self._search, self._givens = loaded.search, loaded.stated.givens(what)
        self._decode = partial(judged, puzzle, what, loaded.stated)

    @property
    def search(self) -> Search:
        if self._search is None:
            raise PuzzlebenchError("the with statement that this model was loaded for has ended; load it again")
        return self._search

    @property
    def model(self) -> Model:
        """The model that is searched: of an instance, the one that it was stated as."""
        return self.search.model

    @checked
    def solve(
        self,
        *,
        givens: Given = NO_GIVENS,
        assumptions: Iterable[Literal | IntVar] = (),
        seconds: float | None = None,
        on_solution: OnSolution | None = None,
        progress: OnProgress | None = None,
    ) -> Answer:
        """An answer, with an objective the best; the arguments are those of ``pb.solve``."""
        limit = None if self.model.objective is not None else 1
        return self.answers(givens, assumptions, Limits(seconds, limit), progress).last(on_solution)

    @checked
    def solutions(
        self,
        *,
        givens: Given = NO_GIVENS,
        assumptions: Iterable[Literal | IntVar] = (),
        seconds: float | None = None,
        limit: int | None = None,
    ) -> Iterator[Answer]:
        """The answers as they are found; the arguments are those of ``pb.solutions``."""
        return self.answers(givens, assumptions, Limits(seconds, limit))

    @checked
    def count(
        self,
        *,
        givens: Given = NO_GIVENS,
        assumptions: Iterable[Literal | IntVar] = (),
        seconds: float | None = None,
        limit: int | None = None,
    ) -> int:
        """How many answers there are; the arguments are those of ``pb.count``."""
        check_countable(self.model)
        return self.answers(givens, assumptions, Limits(seconds, limit)).count()

    @checked
    def core(self, *, seconds: float | None = None) -> tuple[Literal, ...]:
        """After a question that has no answer: assumptions of it that cannot hold together, under its givens.

        There are none where there is no answer without assumptions either.
        """
        return self.search.core(seconds)

    def answers(
        self,
        givens: Given = NO_GIVENS,
        assumptions: Iterable[Literal | IntVar] = (),
        limits: Limits = Limits(),
        progress: OnProgress | None = None,
    ) -> Answers:
        watch = None
        if progress is not None:
            from solvers.api import watching  # most searches are not looked at

            watch = watching.Watch(progress)
            limits = replace(limits, watch=watch)
        known, assumed = self._givens, tuple(assumptions)
        if givens:
            more = named(self.model, givens)
            # What contradicts the instance leaves no answer; it does not take the place of what the instance says.
            assumed += tuple(var == value for var, value in more.items() if known.get(var, value) != value)
            known = {**more, **known}
        found = self.search.decoded(self._decode, known, limits, assumed)
        if watch is not None:
            watch.found = found
        return Answers(self._what, found, watch=watch)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        if self._search is not None:
            self._search.reset()
        self._search = None

    def __repr__(self) -> str:
        return (
            "<a model that was loaded>" if self._search is None else f"<{self.model!r}, loaded into {self.search.word}>"
        )


class NotLoaded(Search):
    """A model whose time was up before a backend had loaded it: the search of its hints alone."""

    def __init__(self, model: Model, late: OutOfTime) -> None:
        super().__init__(model)
        self._late = late

    def size(self) -> dict[str, int]:
        return {}

    def effort(self) -> dict[str, int]:
        return {}

    def _assuming(self, givens: Givens, assumptions: Sequence[Literal], clock: Clock) -> Assignments:
        raise self._late
        yield {}


class Answers(Iterator[Answer]):
    """The answers of one search, each when it is asked for; without one, the time was up before it could begin."""

    def __init__(
        self, what: object, found: Solutions[Any] | None, failure: str = "", watch: Watch | None = None
    ) -> None:
        self._what = what
        self._found = found
        self._failure = failure
        self._watch = watch

    @property
    def outcome(self) -> Outcome:
        return Outcome(stopped_by="time", failure=self._failure) if self._found is None else self._found.outcome

    def __next__(self) -> Answer:
        if self._found is None:
            raise StopIteration
        try:
            value = next(self._found)
        except StopIteration:
            self._raise_what_ended_it()
            raise
        return self._answer(value)

    def last(self, on_solution: OnSolution | None = None) -> Answer:
        """The last of all, which is the best where there is a best one; or that there is none."""
        last = None
        try:
            for last in self:
                if on_solution is not None:
                    on_solution(last)
        finally:
            if self._found is not None:
                self._found.close()
        return self._answer(None) if last is None else replace(last, outcome=self.outcome)

    def count(self) -> int:
        """How many there are; after the first they are counted without being listed, where that is possible."""
        if self._found is not None:
            if next(self._found, None) is not None and not self._found.assumptions:
                self._found.count_remaining()
            deque(self._found, maxlen=0)
            self._raise_what_ended_it()
        return known_count(self.outcome)

    def _answer(self, value: Any) -> Answer:
        outcome, found = self.outcome, self._found
        model, instance = (self._what, None) if isinstance(self._what, Model) else (None, self._what)
        if found is None:
            return Answer(status_of(outcome), None, outcome, model, None, instance)
        assignment = found.assignment if outcome.found else None
        best = found.objective_value
        return Answer(status_of(outcome), best, outcome, found.search.model, assignment, instance, value)

    def _raise_what_ended_it(self) -> None:
        if self._watch is not None and self._watch.error is not None:
            raise self._watch.error
        if self.outcome.stopped_by == "interrupt":  # a script is not asked what it has by now
            raise KeyboardInterrupt


def named(model: Model, givens: Given) -> Givens:
    """``givens`` with the variable of ``model`` in place of each name."""
    return {
        model.variable(var) if isinstance(var, str) else var: value if (number := as_int(value)) is None else number
        for var, value in givens.items()
    }


def check_countable(what: object) -> None:
    if isinstance(what, Model) and what.objective is not None:
        raise PuzzlebenchError(f"model {what.name!r} has an objective: ask for its optimum, or count without one")


def known_count(outcome: Outcome) -> int:
    if not outcome.complete and outcome.stopped_by != "solutions":
        raise NotKnown(f"at least {outcome.found:,}, and how many more is not known: {details_of(outcome)}")
    return outcome.found
