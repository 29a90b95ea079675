"""What a process takes of the machine, its child processes included, and which worker of a cluster it is part of."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path
from time import process_time

with suppress(ImportError):
    from time import clock_gettime  # not there on every system

WORKER = "PUZZLEBENCH_WORKER"
"""The environment variable with its name, for the processes that a cluster's worker starts."""

_living: dict[int, float] = {}
"""The child processes that are there, each with the processor seconds that it has told of."""

_peak_of_ended = 0


def begin(process: int) -> None:
    _living[process] = 0.0


def note(process: int, seconds: float) -> None:
    """A child process tells how many processor seconds it has taken."""
    _living[process] = seconds


def end(process: int) -> None:
    """A child process is about to be ended; what it took is from then on known to the system."""
    global _peak_of_ended
    if _living.pop(process, None) is not None:
        _peak_of_ended = max(_peak_of_ended, _peak(process))


def processor_seconds() -> float:
    """Those of this process and of its children, of which some systems know only what they have told or are ended."""
    try:
        import resource  # not there on every system
    except ImportError:
        return process_time() + sum(map(_taken, tuple(_living)))
    ended = resource.getrusage(resource.RUSAGE_CHILDREN)
    return (
        process_time() + ended.ru_utime + ended.ru_stime + sum(map(_taken, tuple(_living)))
    )  # others may begin and end some


def _taken(child: int) -> float:
    try:
        return clock_gettime(~child << 3 | 2)  # the clock of another process, on Linux
    except (OSError, NameError):
        return _living.get(child, 0.0)


def peak_memory() -> int:
    """The most bytes that this process has held so far, and its children beside it; 0 where the system does not tell.

    ``ru_maxrss`` survives ``exec`` and so may tell the parent's size; Linux's own figure does not.
    """
    own = _peak("self")
    if not own:
        try:
            import resource  # as above
        except ImportError:
            return 0
        unit = 1 if sys.platform == "darwin" else 1024
        own = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit
    return own + max(_peak_of_ended, sum(map(_peak, tuple(_living))))


def _peak(process: int | str) -> int:
    try:
        status = Path(f"/proc/{process}/status").read_text()
    except OSError:
        return 0
    return sum(int(line.split()[1]) * 1024 for line in status.splitlines() if line.startswith("VmHWM:"))


def worker() -> str:
    """The name of the cluster's worker that this process works for; empty where it works for none."""
    return os.environ.get(WORKER, "")
