"""A Ctrl-C in a destructor is not lost: it comes again."""

from __future__ import annotations

import signal
import subprocess
import sys
from time import monotonic, sleep

import pytest

from solvers.terminal.lost_interrupts import lost_interrupts_come_again
from tests.patience import PATIENCE, soon


class Interrupted:
    """Something that meets a Ctrl-C as it is destroyed."""

    def __del__(self) -> None:
        signal.raise_signal(signal.SIGINT)


def drop_and_work_long(things: list[object]) -> None:
    """Drop a thing, and go on for longer than a test may take, in short steps."""
    things.pop()
    began = monotonic()
    while monotonic() - began < PATIENCE:
        sleep(0.001)


def test_an_interrupt_in_a_destructor_comes_again() -> None:
    with soon(), pytest.raises(KeyboardInterrupt), lost_interrupts_come_again():
        drop_and_work_long([Interrupted()])


def test_an_interrupt_in_the_last_destructor_comes_at_the_end() -> None:
    with pytest.raises(KeyboardInterrupt), lost_interrupts_come_again():
        Interrupted()


def test_what_else_goes_wrong_in_a_destructor_is_reported_as_before() -> None:
    program = (
        "from solvers.terminal.lost_interrupts import lost_interrupts_come_again as again\n"
        "class Broken:\n"
        "    def __del__(self): raise ValueError('broken')\n"
        "with again(): Broken()\n"
    )
    done = subprocess.run([sys.executable, "-c", program], check=False, capture_output=True, text=True)
    assert done.returncode == 0
    assert "ValueError: broken" in done.stderr
