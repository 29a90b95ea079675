"""Counting what is left of a search in C without listing it, by threads that share it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from threading import Condition, Thread
from typing import Protocol

from solvers.core.backend import Clock

MAX_ANSWERS = 1 << 62  # more answers than anybody waits for
LOOK_EVERY_SECONDS = 0.05  # the clock is looked at so often while threads count


class CountingEngine(Protocol):
    """A search in C."""

    def count(self, answers: int, steps: int, /) -> tuple[int, bool]:
        """How many answers come next within so many steps, and whether these are all."""


class SharingEngine(CountingEngine, Protocol):
    """A search that another thread can help with."""

    def share(self, other: SharingEngine, /) -> bool:
        """Hand part of what is left to a search that is done; whether there was any."""


def count_remaining(
    engine: CountingEngine, steps: int, clock: Clock, most: int | None, report: Callable[[int], None]
) -> bool:
    """Count what is left of a search, ``most`` at most, looking at the clock every so many steps; whether it is all."""
    left = MAX_ANSWERS if most is None else most
    finished = False
    while left > 0 and not finished:
        found, finished = engine.count(left, steps)
        left -= found
        report(found)
        if not finished and clock.expired():
            break
    return finished


def count_together(engines: Sequence[SharingEngine], steps: int, clock: Clock, report: Callable[[int], None]) -> bool:
    """Count all that is left of the first search, a thread for each engine; the others are done, and get parts of it.

    Every answer is counted by one thread, whoever is first, so that the sum does not depend on who that was.
    """
    changed = Condition()
    idle, untold, is_over = list(engines[1:]), 0, False
    errors: list[Exception] = []

    def has_work(engine: SharingEngine) -> bool:
        with changed:
            changed.wait_for(lambda: is_over or engine not in idle)
            return not is_over

    def count(engine: SharingEngine) -> None:
        nonlocal untold, is_over
        while has_work(engine):
            found, finished = 0, True
            try:
                found, finished = engine.count(MAX_ANSWERS, steps)
            except Exception as error:
                errors.append(error)
            with changed:
                untold += found
                if finished:
                    idle.append(engine)
                else:
                    idle[:] = [other for other in idle if not engine.share(other)]
                is_over = is_over or bool(errors) or len(idle) == len(engines)
                changed.notify_all()

    def report_more() -> None:
        nonlocal untold
        with changed:
            more, untold = untold, 0
        report(more)

    def ended() -> bool:
        with changed:
            return changed.wait_for(lambda: is_over, LOOK_EVERY_SECONDS)

    threads = [Thread(target=count, args=(engine,), daemon=True) for engine in engines]
    for thread in threads:
        thread.start()
    try:
        while not ended() and not clock.expired():
            report_more()
    finally:
        with changed:
            is_over = True
            changed.notify_all()
        for thread in threads:
            thread.join()
        report_more()
    if errors:
        raise errors[0]
    return len(idle) == len(engines)
