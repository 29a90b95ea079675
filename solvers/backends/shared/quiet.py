"""How is what a native library prints for its developers kept off standard output, where the answers go?

Such lines do not pass through Python: they go to the file descriptor. So that leads elsewhere meanwhile.
"""

from __future__ import annotations

import ctypes
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

STANDARD_OUTPUT = 1


@contextmanager
def native_prints_hidden() -> Iterator[None]:
    """Within it, whatever is written to standard output is lost; nothing that was written before is."""
    _flush()
    try:
        kept = os.dup(STANDARD_OUTPUT)
    except OSError:  # it is closed
        yield
        return
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, STANDARD_OUTPUT)
    os.close(nowhere)
    try:
        yield
    finally:
        _flush()
        os.dup2(kept, STANDARD_OUTPUT)
        os.close(kept)


def _flush() -> None:
    """Write out what waits in Python's buffer, and in that of the C library."""
    if sys.stdout is not None and not sys.stdout.closed:
        sys.stdout.flush()
    try:
        ctypes.CDLL(None).fflush(None)
    except (AttributeError, OSError, TypeError):  # no such library to be had, as on Windows
        return
