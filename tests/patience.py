"""Patience: how long "at once" may last on a machine that is busy with other things.

What is stopped in these tests would go on for minutes or for ever, so that a generous bound still tells whether it
was stopped; how quickly, ``python -m solvers.bench`` measures.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from time import monotonic, sleep
from typing import Any, TypeVar

T = TypeVar("T")

PATIENCE_SECONDS = 20.0


@contextmanager
def soon() -> Iterator[None]:
    """What is done in here must not take long."""
    started = monotonic()
    yield
    took = monotonic() - started
    assert took < PATIENCE_SECONDS, f"it took {took:.1f} s"


def wait_until(condition: Callable[[], object], pause: float = 0.01) -> None:
    """Wait for what must come to pass before long, and fail where it does not."""
    deadline = monotonic() + 6 * PATIENCE_SECONDS
    while not condition():
        assert monotonic() < deadline, "it never came to pass"
        sleep(pause)


def awaited(coroutine: Coroutine[Any, Any, T]) -> T:
    """Return what ``coroutine`` comes to. A browser that another test has open keeps a loop running in this thread."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, coroutine).result()
