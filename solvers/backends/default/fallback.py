"""A relay: one backend searches a model for so many turns, then another goes on with what is left to find.

What a backend does between two looks at the clock is a turn. As the engines in C look at it after so many steps, and
not after so many seconds, where the one hands over to the other depends on the model and the seed alone.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from models.language.model import Assignment, Givens, Literal, Model
from solvers.core.backend import Assignments, Clock, Search

PLENTY = 32
"""Who has found so many answers goes on alone: they come as fast as anybody can list them."""


class StepBudget(Clock):
    """A clock that is up, besides, after so many looks at it.

    Attributes:
        left: the looks that are left; None for any number.
    """

    def __init__(self, clock: Clock, left: float) -> None:
        super().__init__(None)
        self._clock = clock
        self.left: float | None = left

    def remaining(self) -> float | None:
        return self._clock.remaining()

    def expired(self) -> bool:
        if self.left is not None:
            self.left -= 1
        return self._clock.expired() or self.over

    @property
    def over(self) -> bool:
        """Whether all turns are taken."""
        return self.left is not None and self.left < 0


class FallbackChain(Search):
    """A model loaded into one backend, and into the next when the first has had its turns.

    Args:
        model: the model.
        first: the model in the first backend, one that learns nothing.
        turns: how many it has, in each search.
        load_next: loads the model into the next, while there is time.
    """

    def __init__(self, model: Model, first: Search, turns: float, load_next: Callable[[Clock], Search]) -> None:
        super().__init__(model)
        self._first = self._current = first
        self.backend, self.variant = first.backend, first.variant
        self._next: Search | None = None
        self._turns = turns
        self._load_next = load_next
        self._under_way: tuple[Givens, Sequence[Literal], StepBudget] | None = None

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
        turns, told = StepBudget(clock, self._turns), _Told(self.model)
        self._under_way = givens, assumptions, turns
        answers = self._first._assuming(givens, assumptions, turns)
        try:
            while True:
                assignment = next(answers)
                if turns.left is not None and told.add(assignment) and len(told) == PLENTY:
                    turns.left = None
                yield assignment
        except StopIteration as end:
            if end.value or not turns.over or clock.expired():
                return bool(end.value)
        finally:
            answers.close()
        return (yield from self._go_on(givens, assumptions, clock, told))

    def _count_remaining(self, clock: Clock, most: int | None, tell: Callable[[int], None]) -> bool | None:
        if self._current is not self._first or self._under_way is None:
            return None
        givens, assumptions, turns = self._under_way
        counted = 0

        def tell_on(more: int) -> None:
            nonlocal counted
            counted += more
            if counted >= PLENTY:
                turns.left = None
            tell(more)

        complete = self._first._count_remaining(turns, most, tell_on)
        if complete is not False or not turns.over or clock.expired():
            return complete
        return self._list_on(givens, assumptions, clock, 1 + counted, most, tell)

    def _list_on(
        self,
        givens: Givens,
        assumptions: Sequence[Literal],
        clock: Clock,
        known: int,
        most: int | None,
        tell: Callable[[int], None],
    ) -> bool:
        """Let the next list all answers, of which so many are known, and tell of ``most`` others."""
        answers, listed, told = self._go_on(givens, assumptions, clock, _Told(self.model)), 0, known - 1
        try:
            while most is None or told < most:
                next(answers)
                listed += 1
                if listed > known:
                    told += 1
                    tell(1)
        except StopIteration as end:
            return bool(end.value)
        finally:
            answers.close()
        return False

    def _core(self, assumptions: Sequence[Literal]) -> tuple[Literal, ...] | None:
        return self._current._core(assumptions)

    def _go_on(self, givens: Givens, assumptions: Sequence[Literal], clock: Clock, told: _Told) -> Assignments:
        """The answers of the next backend, but for those that were told."""
        if self._next is None or not self._next.reset():  # what it learnt from earlier givens would show
            self._next = self._load_next(clock)
        self._hand_over(self._next)
        answers = self._next._assuming(givens, assumptions, clock)
        try:
            while True:
                assignment = next(answers)
                if told.add(assignment):
                    yield assignment
        except StopIteration as end:
            return bool(end.value)
        finally:
            answers.close()

    def _hand_over(self, search: Search) -> None:
        self._current = search
        self.backend, self.variant = search.backend, search.variant


class _Told:
    """What was told: answers, or with an objective how good the best of them is."""

    def __init__(self, model: Model) -> None:
        self._objective, self._projection = model.objective, model.projection
        self._answers: set[tuple[int, ...]] = set()
        self._least: int | None = None

    def __len__(self) -> int:
        return len(self._answers)

    def add(self, assignment: Assignment) -> bool:
        """Note an answer; returns whether it is worth telling."""
        if self._objective is not None:
            cost = self._objective.cost.value(assignment)
            if self._least is not None and cost >= self._least:
                return False
            self._least = cost
            return True
        answer = tuple(map(assignment.__getitem__, self._projection))
        is_new = answer not in self._answers
        self._answers.add(answer)
        return is_new
