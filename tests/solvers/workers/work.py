"""What workers are given to do in these tests: to say where they are, to wait for each other, to bring them down."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from functools import partial
from pathlib import Path

from models.errors import InputError
from solvers.core.backend import CannotTake, WrongAnswer
from solvers.workers.usage import worker
from tests.patience import wait_until


def hang() -> None:
    """Wait for what ends this process."""
    while True:
        signal.pause()


def squared(number: int) -> int:
    return sum(number for _ in range(number)) if number < 100 else number * number


def process(number: int) -> int:
    return os.getpid()


def whose(number: int) -> tuple[str, int]:
    """Which worker of a cluster this is, and the process of Dask that leads it."""
    return worker(), os.getppid()


def wait_at_first(number: int, mark: str, until: int | None = None) -> int:
    """Let the first piece last until the mark is there, which the one with the other number sets."""
    if number == until:
        Path(mark).touch()
    if number == 0:
        wait_until(Path(mark).exists)
    return number


def meet(number: int, folder: str) -> int:
    """Wait for the other piece, which must be on another worker."""
    (Path(folder) / str(number)).touch()
    wait_until(lambda: len([*Path(folder).iterdir()]) == 2)
    return number


def tell_and(number: int, folder: str, then: Callable[[], object] = hang) -> None:
    """Tell which process this is, and go on until it is ended."""
    (Path(folder) / str(os.getpid())).touch()
    then()


compute: Callable[[], object] = partial(sum, range(10**11))
"""What no thread of Python can interrupt, and nobody waits for."""


def die_at(number: int, marks: str, times: int) -> int:
    """Bring the worker down at 3, so many times."""
    died = [mark for mark in Path(marks).iterdir() if mark.name.startswith(f"{number}-")]
    if number == 3 and len(died) < times:
        (Path(marks) / f"{number}-{len(died)}").touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def starve_once(number: int, mark: Path) -> int:
    if number == 3 and not mark.exists():
        mark.touch()
        raise MemoryError
    return number


def signal_the_leader(number: int, mark: str, ending: int) -> int:
    """Kill or stop Dask's own process, the first time that somebody is at 3; its number is left as ``mark``."""
    if number == 3 and not Path(mark).exists():
        Path(mark).write_text(str(os.getppid()))
        os.kill(os.getppid(), ending)
        hang()
    return number


def kill_the_leader_when_done_again(number: int, mark: str) -> int:
    """Bring down Dask's own process each time but the first."""
    if Path(mark).exists():
        os.kill(os.getppid(), signal.SIGKILL)
        hang()
    Path(mark).touch()
    return number


ERRORS = {
    "wrong": WrongAnswer("1 is wrong"),
    "input": InputError("found 1", "file", 7),
    "refusal": CannotTake("dlx", "the sum"),
    "other": ZeroDivisionError("0"),
}


def fail_with(error: str) -> int:
    raise ERRORS[error]
