"""A sign of life: after a second, one line on the terminal that tells how far a long search is, and vanishes."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from shutil import get_terminal_size
from time import monotonic
from typing import TYPE_CHECKING, Any

from solvers.core.limits import Outcome, Progress

if TYPE_CHECKING:  # what is searched is known to others first
    from solvers.core.backend import Solutions

QUIET_SECONDS = 1.0
REFRESH_SECONDS = 0.2
TELLING = ("nodes", "conflicts", "branches", "cores", "solves")
"""Of the counts of a search, the one that is told is the first of these that it has."""

ERASED = "\r\x1b[K"


class Life:
    """What a search calls whenever it looks at the clock, in the thread that searches: no figure is read halfway."""

    def __init__(self, write: Callable[[str], object], width: int, clock: Callable[[], float] = monotonic) -> None:
        self._write = write
        self._width = width
        self._clock = clock
        self._started = clock()
        self._next = self._started + QUIET_SECONDS
        self._answers: Solutions[Any] | None = None
        self._shown = False

    def follow(self, answers: Solutions[Any]) -> None:
        self._answers = answers

    def __call__(self) -> None:
        now = self._clock()
        if now < self._next or self._answers is None:
            return
        self._next = now + REFRESH_SECONDS
        answers = self._answers
        line = line_of(
            answers.search.word,
            answers.outcome,
            answers.objective_value,
            now - self._started,
            answers.search.progress(),
        )
        self._write(ERASED + line[: self._width - 1])
        self._shown = True

    def end(self) -> None:
        if self._shown:
            self._write(ERASED)


def line_of(backend: str, outcome: Outcome, best: int | None, seconds: float, progress: Progress | None = None) -> str:
    """Such as ``12 s, kernel: 1,204,000 nodes, best so far 14``; ``best`` is what the objective comes to, if any.

    Of a search in pieces it says how many of these are done instead, and how long the rest may take.
    """
    if progress is None:
        said = [f"{outcome.effort[name]:,} {name}" for name in TELLING if outcome.effort.get(name)][:1]
    else:
        said = [f"{progress.done:,} of {progress.pieces:,} cubes, {100 * progress.share:.0f} % of the tree"]
        if progress.seconds is not None:
            said.append(f"about {progress.seconds:,.0f} s left")
        if outcome.found and best is None and 0 < progress.share < 1:
            said.append(f"about {outcome.found / progress.share:,.0f} answers in all")
    if best is not None:
        said.append(f"best so far {best:,}")
    elif outcome.found:
        said.append(f"{outcome.found:,} answer{'s' if outcome.found > 1 else ''} so far")
    return f"{seconds:.0f} s, {backend}" + (": " + ", ".join(said) if said else "")


@contextmanager
def sign_of_life() -> Iterator[Life]:
    """A watch for a search while a person looks at standard error."""

    def write(text: str) -> None:
        sys.stderr.write(text)
        sys.stderr.flush()

    life = Life(write, get_terminal_size().columns)
    try:
        yield life
    finally:
        life.end()
