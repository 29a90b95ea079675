"""A fallback chain: one backend searches a model within a step budget, then another finds what is left.

What a backend does between two looks at the clock is a step. As the engines in C look at it after so many nodes, and
not after so many seconds, where the one hands over to the other depends on the model and the seed alone.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence, Sized
from contextlib import closing
from math import inf

from models.language.model import Givens, Literal, Model
from solvers.core.backend import Assignments, Clock, Search
from solvers.core.limits import Distinct

ANSWERS_TO_STAY = 32  # who has found so many answers goes on alone: they come as fast as anybody can list them


class StepBudget(Clock):
    """A clock that is up, besides, after so many looks at it, unless many answers were ``found`` by then."""

    def __init__(self, clock: Clock, steps: float, found: Sized) -> None:
        super().__init__(None)
        self._clock = clock
        self._found = found
        self.left = steps

    def remaining(self) -> float | None:
        return self._clock.remaining()

    def expired(self) -> bool:
        if len(self._found) < ANSWERS_TO_STAY:
            self.left -= 1
        return self._clock.expired() or self.is_spent

    @property
    def is_spent(self) -> bool:
        return self.left < 0


class FallbackChain(Search):
    """A model loaded into one backend, which is not stateful, and into the next when the first has spent its budget.

    The budget is of so many ``steps`` in each search; ``load_next`` loads the model into the next, while there is time.
    """

    def __init__(self, model: Model, first: Search, steps: float, load_next: Callable[[Clock], Search]) -> None:
        super().__init__(model)
        self._first = first
        self._next: Search | None = None
        self._steps = steps
        self._load_next = load_next
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
        budget = StepBudget(clock, self._steps, found)
        self._under_way = givens, assumptions, budget
        complete = yield from found.among(self._first._assuming(givens, assumptions, budget))
        if complete or not budget.is_spent or clock.expired():
            return complete
        return (yield from found.among(self._by_next(givens, assumptions, clock)))

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
        # The next lists all answers: the first and those counted are told of already.
        listed, reported = 0, counted
        with closing(Distinct(self.model).among(self._by_next(givens, assumptions, clock))) as answers:
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

    def _by_next(self, givens: Givens, assumptions: Sequence[Literal], clock: Clock) -> Assignments:
        if self._next is None or not self._next.reset():  # what it learnt from earlier givens would show
            self._next = self._load_next(clock)
        self._hand_over(self._next)
        return (yield from self._next._assuming(givens, assumptions, clock))

    def _hand_over(self, search: Search) -> None:
        self._current = search
        self.backend, self.variant = search.backend, search.variant
