"""How far a search is, told to a function every so often."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from time import monotonic
from typing import Any

from solvers.core.backend import Outcome, Solutions

PROGRESS_SECONDS = 0.5  # between two times that a function is told how far a search is


@dataclass(frozen=True)
class SearchProgress:
    """How far a search is: ``found`` answers so far, the best with this ``objective``, after so much ``effort``."""

    seconds: float
    backend: str
    found: int
    objective: float | None
    effort: Mapping[str, int]

    def __str__(self) -> str:
        from solvers.cli.progress import line_of  # who prints none needs no words for it

        return line_of(self.backend, Outcome(self.found, effort=self.effort), self.objective, self.seconds)


class Watch:
    """What a search calls whenever it looks at the clock, and ``tell`` hears of every so often.

    What ``tell`` raises is kept as well: a solver that looks at the clock in a thread of its own may lose it.
    """

    def __init__(self, tell: Callable[[SearchProgress], object]) -> None:
        self._tell = tell
        self._started = self._latest = monotonic()
        self.found: Solutions[Any] | None = None
        self.error: BaseException | None = None

    def __call__(self) -> None:
        now, found = monotonic(), self.found
        if found is None or now - self._latest < PROGRESS_SECONDS:
            return
        self._latest = now
        outcome, best = found.outcome, found.objective_value
        try:
            self._tell(SearchProgress(now - self._started, found.search.word, outcome.found, best, outcome.effort))
        except BaseException as error:
            self.error = error
            raise
