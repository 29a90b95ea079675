"""A fallback chain: several backends search a model in turn, each within a step budget, until one has settled it.

What a backend does between two looks at the clock is a step; the libraries that work without looking count their work
themselves. As neither depends on the machine, where the one hands over to the next depends on the model and the seed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence, Sized
from contextlib import closing
from math import inf
from typing import NamedTuple

from models.language.model import Givens, Literal, Model
from solvers.core.backend import Assignments, CannotTake, Clock, Search, SolverFailed
from solvers.core.limits import Distinct

ANSWERS_TO_STAY = 32  # who has found so many answers goes on alone: they come as fast as anybody can list them


class Leg(NamedTuple):
    """A part of a search: a backend, by its name, and the steps that it has."""

    backend: str
    steps: float = inf


class StepBudget(Clock):
    """A clock that is up, besides, after so many looks at it, unless many answers were ``found`` by then.

    Once a solver has asked for the steps that are left, only those count that it tells of.
    """

    def __init__(self, clock: Clock, steps: float, found: Sized) -> None:
        super().__init__(None, wanted=clock.wanted)
        self._clock = clock
        self._found = found
        self._looks_count = True
        self.left = steps

    def remaining(self) -> float | None:
        return self._clock.remaining()

    def expired(self) -> bool:
        if self._looks_count:
            self.spend(1)
        return self._clock.expired() or self.is_spent

    def steps_left(self) -> float:
        self._looks_count = False
        return inf if self._stays else self.left

    def spend(self, steps: float) -> None:
        if not self._stays:
            self.left -= steps

    @property
    def is_spent(self) -> bool:
        return self.left < 0

    @property
    def _stays(self) -> bool:
        return len(self._found) >= ANSWERS_TO_STAY


class FallbackChain(Search):
    """A model loaded into the backend of the first leg, which is not stateful, and into another when its turn comes.

    In each search the legs follow one another; ``load`` loads the model into a backend, while there is time.
    """

    def __init__(self, model: Model, first: Search, legs: Sequence[Leg], load: Callable[[str, Clock], Search]) -> None:
        super().__init__(model)
        self._first = first
        self._legs = legs
        self._load = load
        self._loaded = {legs[0].backend: first}
        self._under_way: tuple[Givens, Sequence[Literal], StepBudget] | None = None
        self._hand_over(first)

    @property
    def is_stateful(self) -> bool:
        return False

    def size(self) -> dict[str, int]:
        return self._current.size()

    def effort(self) -> dict[str, int]:
        return self._current.effort()

    def _reset(self) -> bool:
        return True

    def _assuming(self, givens: Givens, assumptions: Sequence[Literal], clock: Clock) -> Assignments:
        self._hand_over(self._first)
        found = Distinct(self.model)
        budget = StepBudget(clock, self._legs[0].steps, found)
        self._under_way = givens, assumptions, budget
        complete = yield from found.among(self._first._assuming(givens, assumptions, budget))
        if complete or not budget.is_spent or clock.expired():
            return complete
        return (yield from self._by_others(givens, assumptions, clock, found))

    def _count_remaining(self, clock: Clock, most: int | None, report: Callable[[int], None]) -> bool | None:
        if self._current is not self._first or self._under_way is None:
            return None
        givens, assumptions, budget = self._under_way
        counted = 0

        def report_on(more: int) -> None:
            nonlocal counted
            counted += more
            if counted >= ANSWERS_TO_STAY:
                budget.left = inf
            report(more)

        complete = self._first._count_remaining(budget, most, report_on)
        if complete is not False or not budget.is_spent or clock.expired():
            return complete
        # The others list all answers: the first and those counted are told of already.
        listed, reported = 0, counted
        with closing(self._by_others(givens, assumptions, clock, Distinct(self.model))) as answers:
            while most is None or reported < most:
                try:
                    next(answers)
                except StopIteration as end:
                    return bool(end.value)
                listed += 1
                if listed > 1 + counted:
                    reported += 1
                    report(1)
        return False

    def _core(self, assumptions: Sequence[Literal]) -> tuple[Literal, ...] | None:
        return self._current._core(assumptions)

    def _by_others(self, givens: Givens, assumptions: Sequence[Literal], clock: Clock, found: Distinct) -> Assignments:
        """What the legs after the first find that is new; who had a leg before goes on with what it learnt in it."""
        begun = {self._legs[0].backend}
        complete = False
        for name, steps in self._legs[1:]:
            search = self._loaded.get(name)
            keeps = search is not None and (name in begun or not search.is_stateful or search.reset())
            try:
                if search is None or not keeps:  # what it learnt from earlier givens would show
                    search = self._loaded[name] = self._load(name, clock)
                begun.add(name)
                self._hand_over(search)
                complete = yield from found.among(
                    search._assuming(givens, assumptions, StepBudget(clock, steps, found))
                )
            except (CannotTake, SolverFailed):
                if steps == inf:
                    raise
                continue
            if complete or clock.expired():
                break
        return complete

    def _hand_over(self, search: Search) -> None:
        self._current = search
        self.backend, self.variant = search.backend, search.variant
