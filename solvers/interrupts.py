"""Which moments must Ctrl-C not split? Those in which something is done and noted down, or neither."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager


class Whole:
    """A context, to be entered again and again: a Ctrl-C that comes while in it takes effect at its end."""

    def __init__(self) -> None:
        self._within = False
        self._pressed = False

    def __enter__(self) -> None:
        self._within = True

    def __exit__(self, *_: object) -> None:
        self._within = False
        if self._pressed:
            self._pressed = False
            raise KeyboardInterrupt

    def press(self, *_: object) -> None:
        """Ctrl-C has come: what the signal calls."""
        if not self._within:
            raise KeyboardInterrupt
        self._pressed = True


@contextmanager
def whole_moments() -> Iterator[Whole]:
    """Within it, Ctrl-C leaves the moments whole that are marked ``with whole:``.

    Outside the main thread, which alone hears of Ctrl-C, and where Ctrl-C is ignored, nothing is changed.
    """
    whole = Whole()
    before = signal.getsignal(signal.SIGINT)
    if threading.current_thread() is not threading.main_thread() or before is not signal.default_int_handler:
        yield whole
        return
    signal.signal(signal.SIGINT, whole.press)
    try:
        yield whole
    finally:
        signal.signal(signal.SIGINT, before)
