"""Native libraries: how they are imported and fail, what they print, and calls of them in threads.

Ctrl-C and the clock stop such a call at once although nothing can break into it: it runs in a thread, which leaves
Python's lock free while it computes, and the caller waits in short steps. What the call finds on the way is handed over
one by one, the thread never far ahead of the one who asks.
"""

from __future__ import annotations

import atexit
import ctypes
import os
import sys
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from importlib import import_module
from queue import Empty, SimpleQueue
from threading import Event, Semaphore, Thread
from time import monotonic
from typing import Any, ClassVar, Generic, TypeVar

from models.errors import PuzzlebenchError
from solvers.cli.exits import uninterrupted
from solvers.core.backend import Clock, MissingLibrary, SolverFailed

STANDARD_OUTPUT = 1


@contextmanager
def importing(backend: str, library: str, extra: str) -> Iterator[None]:
    """A context for import statements: Ctrl-C waits until they are done, since it would make them an ImportError.

    Raises ``MissingLibrary`` when ``library`` is not installed, and another error when it cannot be imported.
    """
    with uninterrupted():
        try:
            yield
        except ImportError as error:
            if isinstance(error, ModuleNotFoundError) and error.name == library:
                raise MissingLibrary(backend, library, extra) from None
            raise PuzzlebenchError(f"backend {backend}: {library} is there, but cannot be used: {error}") from error


class FailingAloud:
    """A context for calls of a library, time and again: an exception becomes ``SolverFailed``, with its words."""

    def __init__(self, solver: str) -> None:
        self._solver = solver

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if not isinstance(error, Exception) or isinstance(error, PuzzlebenchError):
            return
        cause: BaseException = error
        while cause.__context__ is not None:  # a wrapper may stumble over the failure that it is about to report
            cause = cause.__context__
        raise SolverFailed(f"{self._solver} failed: {str(cause) or type(cause).__name__}") from error


def ortools_version(backend: str) -> str:
    """Major and minor version of OR-Tools, such as ``9.15``; quick, since it loads no solver."""
    try:
        version: str = import_module("ortools").__version__
    except ModuleNotFoundError:
        raise MissingLibrary(backend, "ortools", backend) from None
    return ".".join(version.split(".")[:2])


@contextmanager
def native_prints_hidden() -> Iterator[None]:
    """Within it, whatever is written to standard output is lost; nothing that was written before is.

    What a library prints for its developers goes to the file descriptor, which therefore leads elsewhere meanwhile.
    """
    _flush()
    try:
        kept = os.dup(STANDARD_OUTPUT)
    except OSError:  # it is closed
        yield
        return
    try:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, STANDARD_OUTPUT)
        os.close(nowhere)
        yield
    finally:
        try:
            _flush()
        finally:  # a Ctrl-C during that must not lose all that is printed from here on
            os.dup2(kept, STANDARD_OUTPUT)
            os.close(kept)


def _flush() -> None:
    if sys.stdout is not None and not sys.stdout.closed:
        sys.stdout.flush()
    try:
        ctypes.CDLL(None).fflush(None)
    except (AttributeError, OSError, TypeError):  # no such library to be had, as on Windows
        return


T = TypeVar("T")
R = TypeVar("R")

MAX_WAITING = 16
"""Findings that may wait to be taken before the call pauses."""

POLL_SECONDS = 0.05
"""Between two looks at the clock while nothing is found."""

OVERRUN_SECONDS = 0.05
"""A call may overrun the clock so long by itself before it is told to stop."""

STOP_SECONDS = 0.6
"""A call that was told to stop may take so long to return before it is left to end by itself."""

UNSTOPPABLE_SECONDS = 0.3
"""The same for a call that cannot be told: most are short enough to be over by then."""


def in_thread(
    work: Callable[[Callable[[T], bool]], R], stop: Callable[[], None] | None, clock: Clock
) -> Generator[T, None, R | None]:
    """Run ``work(hand_over)`` in a thread, yield what it hands over, and return what it returns; None if left behind.

    ``hand_over(finding)`` returns whether more findings are wanted. When the clock is up, ``stop`` is called, which
    makes the native code return soon; with None the call is left behind to end by itself.
    """
    call = _ThreadCall(work, stop)
    overdue: float | None = None
    try:
        while True:
            try:
                finding = call.findings.get(timeout=POLL_SECONDS)
            except Empty:
                if overdue is not None and monotonic() > overdue + STOP_SECONDS:
                    return None
                if overdue is None and clock.expired():
                    overdue = monotonic() + OVERRUN_SECONDS
                if stop is not None and overdue is not None and monotonic() > overdue:
                    stop()
                continue
            if finding is None:
                break
            call.room.release()
            yield finding[0]
    finally:
        call.dismiss()
    if call.error is not None:
        raise call.error
    return call.result


def call_in_thread(work: Callable[[], R], stop: Callable[[], None] | None, clock: Clock) -> R | None:
    """Run ``work()`` in a thread and return what it returns; None when it had to be left behind."""
    waiting: Generator[None, None, R | None] = in_thread(lambda hand_over: work(), stop, clock)
    try:
        next(waiting)
    except StopIteration as end:
        result: R | None = end.value
        return result
    raise AssertionError("a call that hands nothing over has handed something over")


class _ThreadCall(Generic[T, R]):
    """A call under way in a thread: its findings, each in a tuple of one, then None; its result, or its error."""

    under_way: ClassVar[set[_ThreadCall[Any, Any]]] = set()

    def __init__(self, work: Callable[[Callable[[T], bool]], R], stop: Callable[[], None] | None) -> None:
        self.findings: SimpleQueue[tuple[T] | None] = SimpleQueue()
        self.room = Semaphore(MAX_WAITING)
        self.result: R | None = None
        self.error: BaseException | None = None
        self._work = work
        self._stop = stop
        self._dismissed, self._over = Event(), Event()
        self.under_way.add(self)
        try:
            thread = _idle.pop()
        except IndexError:  # searches of other threads may have taken the last
            thread = _CallThread()
        thread.calls.put(self)

    def run(self) -> None:
        try:
            self.result = self._work(self._hand_over)
        except BaseException as error:
            self.error = error
        self._over.set()
        self.findings.put(None)

    def dismiss(self) -> None:
        """Let the call return: nothing more is wanted of it."""
        self._dismissed.set()
        deadline = monotonic() + (UNSTOPPABLE_SECONDS if self._stop is None else STOP_SECONDS)
        while not self._over.is_set() and monotonic() < deadline:
            if self._stop is not None:
                self._stop()
            self.room.release()  # for a call that waits to hand over
            self._over.wait(0.01)
        self.under_way.discard(self)

    def _hand_over(self, finding: T) -> bool:
        self.room.acquire()
        if not self._dismissed.is_set():
            self.findings.put((finding,))
        return not self._dismissed.is_set()


class _CallThread:
    """A thread that takes one call after another; to start one for every call would slow thousands of short ones."""

    def __init__(self) -> None:
        self.calls: SimpleQueue[_ThreadCall[Any, Any]] = SimpleQueue()
        Thread(target=self._take_calls, daemon=True).start()

    def _take_calls(self) -> None:
        while True:
            self.calls.get().run()
            _idle.append(self)


_idle: list[_CallThread] = []
"""Threads that wait for a call."""

if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_idle.clear)  # a forked process has none of them


@atexit.register
def _dismiss_all() -> None:
    """A program may end in the middle of a search, but not with a thread between native code and Python."""
    for call in list(_ThreadCall.under_way):
        call.dismiss()
