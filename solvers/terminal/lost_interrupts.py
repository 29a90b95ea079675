"""What becomes of a Ctrl-C that comes while an object is being destroyed?

Python can raise nothing in a destructor: it reports the interrupt as ignored and goes on as if nobody had
pressed anything. An inquiry that makes and destroys hundreds of solvers meets this sooner or later. So
the interrupt is sent again a moment later, when the destructor is done.
"""

from __future__ import annotations

import _thread
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

A_MOMENT = 0.02
"""Seconds; should another destructor be at work by then, it comes a third time."""


@contextmanager
def lost_interrupts_come_again() -> Iterator[None]:
    """Within it, no KeyboardInterrupt is lost in a destructor.

    Outside the main thread, which alone hears of Ctrl-C, nothing is changed.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before, again = sys.unraisablehook, _Again(sys.unraisablehook)
    sys.unraisablehook = again.unraisable
    try:
        yield
    finally:
        sys.unraisablehook = before
        again.before_it_is_too_late()


class _Again:
    def __init__(self, hook: Any) -> None:
        self._hook = hook
        self._timer: threading.Timer | None = None

    def unraisable(self, report: Any) -> None:
        """Something was raised where nothing can be raised: what Python calls."""
        if not issubclass(report.exc_type, KeyboardInterrupt):
            self._hook(report)
            return
        self._timer = threading.Timer(A_MOMENT, _thread.interrupt_main)
        self._timer.daemon = True
        self._timer.start()

    def before_it_is_too_late(self) -> None:
        """Raise now what was to come after the end."""
        if self._timer is not None and self._timer.is_alive():
            self._timer.cancel()
            raise KeyboardInterrupt
