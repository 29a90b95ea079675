"""Critical sections for Ctrl-C: moments it does not split, destructors it is not lost in, and polite endings like it.

All three contexts change nothing outside the main thread, which alone hears of Ctrl-C, and where it is ignored.
"""

from __future__ import annotations

import _thread
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

ENDINGS = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name))
"""The signals that ask a program to end, as far as this system has them: Ctrl-C, ``kill``, a closed terminal."""

A_MOMENT = 0.02
"""Seconds after which an interrupt that was lost comes again; should another destructor be at work, a third time."""


class DeferredInterrupts:
    """A context, to be entered again and again: a Ctrl-C that comes while in it takes effect at its outermost end."""

    def __init__(self) -> None:
        self._depth = 0
        self._pending = False

    def __enter__(self) -> None:
        self._depth += 1

    def __exit__(self, *_: object) -> None:
        self._depth -= 1
        if self._pending and not self._depth:
            self._pending = False
            raise KeyboardInterrupt

    def interrupt(self, *_: object) -> None:
        if not self._depth:
            raise KeyboardInterrupt
        self._pending = True


@contextmanager
def defer_interrupts() -> Iterator[DeferredInterrupts]:
    """Within it, Ctrl-C leaves the moments whole that are marked ``with deferred:``."""
    if threading.current_thread() is threading.main_thread():
        outer = getattr(signal.getsignal(signal.SIGINT), "__self__", None)
        if isinstance(outer, DeferredInterrupts):  # whoever calls us has moments of that kind too
            yield outer
            return
    deferred = DeferredInterrupts()
    with _handled(signal.default_int_handler, deferred.interrupt):
        yield deferred


@contextmanager
def uninterrupted() -> Iterator[None]:
    """One such moment: for what must not be split, such as a library's making and deleting of what is not Python's."""
    with defer_interrupts() as deferred, deferred:
        yield


@contextmanager
def end_politely() -> Iterator[None]:
    """Within it, being asked to end is a KeyboardInterrupt, as Ctrl-C is; a signal that is ignored stays so (nohup)."""
    with _handled(signal.SIG_DFL, signal.default_int_handler):
        yield


@contextmanager
def lost_interrupts_come_again() -> Iterator[None]:
    """Within it, no KeyboardInterrupt is lost in a destructor.

    Python can raise nothing there: it reports the interrupt as ignored and goes on. So it is sent again a moment later.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = sys.unraisablehook
    again = threading.Timer(A_MOMENT, _thread.interrupt_main)

    def unraisable(report: Any) -> None:
        nonlocal again
        if not issubclass(report.exc_type, KeyboardInterrupt):
            before(report)
            return
        again = threading.Timer(A_MOMENT, _thread.interrupt_main)
        again.daemon = True
        again.start()

    sys.unraisablehook = unraisable
    try:
        yield
    finally:
        sys.unraisablehook = before
        if again.is_alive():  # what was to come after the end comes now
            again.cancel()
            raise KeyboardInterrupt


@contextmanager
def _handled(usual: object, handler: Any) -> Iterator[None]:
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = {ending: signal.getsignal(ending) for ending in ENDINGS}
    ours = [ending for ending, treatment in before.items() if treatment == usual]
    try:
        for ending in ours:
            signal.signal(ending, handler)
        yield
    finally:
        for ending in ours:
            signal.signal(ending, before[ending])
