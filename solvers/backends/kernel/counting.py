"""Counting what is left of a search in C without listing it, by threads that share it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from threading import Condition, Thread
from typing import Protocol

from solvers.core.backend import Clock

MOST = 1 << 62
"""More answers than anybody waits for."""

GLANCE = 0.05
"""Seconds between two looks at the clock while threads count."""


class Engine(Protocol):
    """A search in C; ``share`` hands part of what is left to one that is done, where the engine can do that."""

    def count(self, answers: int, steps: int, /) -> tuple[int, bool]:
        """How many answers come next within so many steps, and whether these are all."""


class Shared(Engine, Protocol):
    """A search that another thread can help with."""

    def share(self, other: Shared, /) -> bool:
        """Hand part of what is left to a search that is done; whether there was any."""


def count_remaining(engine: Engine, steps: int, clock: Clock, most: int | None, tell: Callable[[int], None]) -> bool:
    """Count what is left of a search.

    Args:
        engine: the search.
        steps: how far it goes between two looks at the clock.
        clock: when to stop early.
        most: how many answers to stop at; None for all.
        tell: told of answers as they are counted.

    Returns:
        Whether these are all.
    """
    left = MOST if most is None else most
    finished = False
    while left > 0 and not finished:
        found, finished = engine.count(left, steps)
        left -= found
        tell(found)
        if not finished and clock.expired():
            break
    return finished


def count_together(engines: Sequence[Shared], steps: int, clock: Clock, tell: Callable[[int], None]) -> bool:
    """Count all that is left of the first search, a thread for each engine; the others are done, and get parts of it.

    Every answer is counted by one thread, whoever is first, so that the sum does not depend on who that was.
    """
    work = _Work(engines, steps)
    threads = [Thread(target=work.count, args=(engine,), daemon=True) for engine in engines]
    for thread in threads:
        thread.start()
    try:
        while work.goes_on(GLANCE) and not clock.expired():
            tell(work.fresh())
    finally:
        work.stop()
        for thread in threads:
            thread.join()
        tell(work.fresh())
    if work.error is not None:
        raise work.error
    return work.finished()


class _Work:
    """What threads have in common: whose search is done, and what was counted and not told yet.

    Attributes:
        error: what went wrong in one of them.
    """

    def __init__(self, engines: Sequence[Shared], steps: int) -> None:
        self.error: Exception | None = None
        self._changed = Condition()
        self._steps = steps
        self._done = list(engines[1:])
        self._engines = len(engines)
        self._found = 0
        self._stopped = False

    def count(self, engine: Shared) -> None:
        """What a thread does with its engine until nobody has anything left."""
        while self._has_work(engine):
            try:
                found, finished = engine.count(MOST, self._steps)
            except Exception as error:
                self.error = error
                self.stop()
                return
            with self._changed:
                self._found += found
                if finished:
                    self._done.append(engine)
                else:
                    self._done = [other for other in self._done if not engine.share(other)]
                self._changed.notify_all()

    def goes_on(self, seconds: float) -> bool:
        """Wait so long or until all are done; whether they are not."""
        with self._changed:
            return not self._changed.wait_for(self._ended, seconds)

    def fresh(self) -> int:
        """How many answers were counted since this was last asked."""
        with self._changed:
            found, self._found = self._found, 0
            return found

    def stop(self) -> None:
        """Let every thread end after the steps it is at."""
        with self._changed:
            self._stopped = True
            self._changed.notify_all()

    def finished(self) -> bool:
        """Whether nobody has anything left."""
        with self._changed:
            return len(self._done) == self._engines

    def _ended(self) -> bool:
        return self._stopped or len(self._done) == self._engines

    def _has_work(self, engine: Shared) -> bool:
        """Wait until there is some for this engine; False when there never will be."""
        with self._changed:
            self._changed.wait_for(lambda: self._ended() or all(other is not engine for other in self._done))
            return not self._ended()
