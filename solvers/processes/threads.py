"""How does a native call that cannot be broken into stop at once for Ctrl-C or the clock?

It runs in a worker thread, which leaves Python's lock free while it computes; the caller waits in
short steps. A KeyboardInterrupt therefore reaches the caller, who tells the native code to stop.
What the call finds on the way is handed over one by one through a short queue, so that the worker is
never far ahead of the one who asks.
"""

from __future__ import annotations

import atexit
from collections.abc import Callable, Generator
from queue import Empty, Queue
from threading import Event, Thread
from time import monotonic
from typing import Any, ClassVar, Generic, TypeVar

from solvers.backend import Clock

T = TypeVar("T")
R = TypeVar("R")

AHEAD = 16
"""How many findings may wait in the queue before the worker pauses."""

TICK = 0.05
"""Seconds between two looks at the clock while nothing is found."""

LATE = 0.05
"""Seconds that a call may overrun the clock by itself before it is told to stop."""

GRACE = 0.6
"""Seconds a call that was told to stop may take to return before it is left to end by itself."""

HOPE = 0.3
"""The same for a call that cannot be told: most are short enough to be over by then."""


def in_thread(
    work: Callable[[Callable[[T], bool]], R], stop: Callable[[], None] | None, clock: Clock
) -> Generator[T, None, R | None]:
    """Run ``work(hand_over)`` in a thread, yield what it hands over, and return what it returns.

    Args:
        work: the call; ``hand_over(finding)`` returns whether more findings are wanted.
        stop: makes the native code return soon, called from this thread; None when nothing does, so that
            the call is left behind to end by itself.
        clock: when its time is up, ``stop`` is called.

    Returns:
        What ``work`` returned; None when it had to be left behind.
    """
    worker = _Worker(work, stop)
    overdue: float | None = None
    try:
        while True:
            try:
                finding = worker.findings.get(timeout=TICK)
            except Empty:
                if overdue is not None and monotonic() > overdue + GRACE:
                    return None
                if overdue is None and clock.expired():
                    overdue = monotonic() + LATE
                if stop is not None and overdue is not None and monotonic() > overdue:
                    stop()
                continue
            if finding is None:
                worker.thread.join()
                break
            yield finding[0]
    finally:
        worker.dismiss()
    if worker.error is not None:
        raise worker.error
    return worker.result


def call_in_thread(work: Callable[[], R], stop: Callable[[], None] | None, clock: Clock) -> R | None:
    """Run ``work()`` in a thread and return what it returns; None when it had to be left behind."""
    waiting: Generator[None, None, R | None] = in_thread(lambda hand_over: work(), stop, clock)
    try:
        next(waiting)
    except StopIteration as end:
        result: R | None = end.value
        return result
    raise AssertionError("a call that hands nothing over has handed something over")


class _Worker(Generic[T, R]):
    """The thread and what it has come up with.

    Attributes:
        findings: what was handed over, each in a tuple of one; None follows the last.
        result: what the call returned.
        error: what it raised instead.
    """

    at_work: ClassVar[set[_Worker[Any, Any]]] = set()

    def __init__(self, work: Callable[[Callable[[T], bool]], R], stop: Callable[[], None] | None) -> None:
        self.findings: Queue[tuple[T] | None] = Queue(AHEAD)
        self.result: R | None = None
        self.error: BaseException | None = None
        self._work = work
        self._stop = stop
        self._dismissed = Event()
        self.thread = Thread(target=self._run, daemon=True)
        self.at_work.add(self)
        self.thread.start()

    def dismiss(self) -> None:
        """Let the call return: nothing more is wanted of it."""
        self._dismissed.set()
        deadline = monotonic() + (HOPE if self._stop is None else GRACE)
        while self.thread.is_alive() and monotonic() < deadline:
            if self._stop is not None:
                self._stop()
            while not self.findings.empty():  # make room for a worker that waits to hand over
                self.findings.get()
            self.thread.join(0.01)
        self.at_work.discard(self)

    def _run(self) -> None:
        try:
            self.result = self._work(self._hand_over)
        except BaseException as error:
            self.error = error
        finally:
            self.findings.put(None)

    def _hand_over(self, finding: T) -> bool:
        if not self._dismissed.is_set():
            self.findings.put((finding,))
        return not self._dismissed.is_set()


@atexit.register
def _dismiss_all() -> None:
    """A program may end in the middle of a search, but not with a thread between native code and Python."""
    for worker in list(_Worker.at_work):
        worker.dismiss()
