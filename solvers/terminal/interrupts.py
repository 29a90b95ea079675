"""Which moments must Ctrl-C not split? Those in which something is done and noted down, or neither.

What ends a program politely (``kill``, or a terminal that is closed) is treated like Ctrl-C.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager

ENDINGS = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name))
"""The signals that ask a program to end, as far as this system has them."""


class DeferredInterrupts:
    """A context, to be entered again and again: a Ctrl-C that comes while in it takes effect at its end."""

    def __init__(self) -> None:
        self._within = False
        self._pending = False

    def __enter__(self) -> None:
        self._within = True

    def __exit__(self, *_: object) -> None:
        self._within = False
        if self._pending:
            self._pending = False
            raise KeyboardInterrupt

    def interrupt(self, *_: object) -> None:
        """Ctrl-C has come: what the signal calls."""
        if not self._within:
            raise KeyboardInterrupt
        self._pending = True


@contextmanager
def defer_interrupts() -> Iterator[DeferredInterrupts]:
    """Within it, Ctrl-C leaves the moments whole that are marked ``with deferred:``.

    Outside the main thread, which alone hears of Ctrl-C, and where Ctrl-C is ignored, nothing is changed.
    """
    deferred = DeferredInterrupts()
    with _handled(signal.default_int_handler, deferred.interrupt):
        yield deferred


@contextmanager
def end_politely() -> Iterator[None]:
    """Within it, being asked to end (``kill``, a closed terminal) is a KeyboardInterrupt, as Ctrl-C is.

    A signal that is ignored, as under ``nohup``, stays ignored.
    """
    with _handled(signal.SIG_DFL, signal.default_int_handler):
        yield


@contextmanager
def _handled(usual: object, handler: object) -> Iterator[None]:
    """Give the signals that are treated in the ``usual`` way to ``handler``, for a while."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = {ending: signal.getsignal(ending) for ending in ENDINGS}
    ours = [ending for ending, treatment in before.items() if treatment is usual or treatment == usual]
    try:
        for ending in ours:
            signal.signal(ending, handler)  # type: ignore[arg-type]  # a handler is what it is
        yield
    finally:
        for ending in ours:
            signal.signal(ending, before[ending])
