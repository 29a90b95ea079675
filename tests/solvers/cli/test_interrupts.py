"""Ctrl-C in the middle of what must be done whole, in destructors, and elsewhere."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from time import monotonic, sleep

import pytest

from solvers.cli.exits import (
    ENDINGS,
    defer_interrupts,
    end_politely,
    lost_interrupts_come_again,
    uninterrupted,
)
from tests.patience import PATIENCE, soon


def press() -> None:
    signal.raise_signal(signal.SIGINT)


@pytest.mark.parametrize(
    ("within", "between", "done"),
    [
        ([press], [], ["noted"]),  # what is marked whole is finished first
        ([], [press], ["noted"]),  # elsewhere Ctrl-C takes effect at once
        ([], [], ["noted", "gone on"]),
    ],
)
def test_ctrl_c_takes_effect_where_it_splits_nothing(
    within: list[Callable[[], None]], between: list[Callable[[], None]], done: list[str]
) -> None:
    found = []
    with suppress(KeyboardInterrupt), defer_interrupts() as deferred:
        with deferred:
            for step in within:
                step()
            found.append("noted")
        for step in between:
            step()
        found.append("gone on")
    assert found == done


def test_afterwards_ctrl_c_is_what_it_was() -> None:
    before = signal.getsignal(signal.SIGINT)
    with defer_interrupts():
        assert signal.getsignal(signal.SIGINT) is not before
    assert signal.getsignal(signal.SIGINT) is before


def test_a_moment_within_a_moment_splits_neither() -> None:
    found = []
    with suppress(KeyboardInterrupt), defer_interrupts() as deferred, deferred:
        with uninterrupted():
            press()
            found.append("the inner")
        found.append("the outer")
    assert found == ["the inner", "the outer"]


def test_a_moment_ends_with_the_ctrl_c_that_came_in_it() -> None:
    found = []
    with suppress(KeyboardInterrupt), defer_interrupts():
        with uninterrupted():
            press()
            found.append("deleted")
        found.append("gone on")
    assert found == ["deleted"]


def test_where_ctrl_c_is_ignored_it_stays_so() -> None:
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        with defer_interrupts() as deferred, deferred:
            signal.raise_signal(signal.SIGINT)
    finally:
        signal.signal(signal.SIGINT, before)


@pytest.mark.parametrize("ending", ENDINGS)
def test_being_asked_to_end_is_like_ctrl_c(ending: signal.Signals) -> None:
    found = []
    with end_politely():
        with suppress(KeyboardInterrupt), defer_interrupts() as deferred:
            with deferred:
                signal.raise_signal(ending)
                found.append("noted")
            found.append("gone on")
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(ending)
    assert found == ["noted"]


def test_afterwards_being_asked_to_end_is_what_it_was() -> None:
    before = [signal.getsignal(ending) for ending in ENDINGS]
    with end_politely(), defer_interrupts():
        assert [signal.getsignal(ending) for ending in ENDINGS] != before
    assert [signal.getsignal(ending) for ending in ENDINGS] == before


@pytest.mark.skipif(not hasattr(signal, "SIGHUP"), reason="no terminal is closed here")
def test_what_nohup_ignores_stays_ignored() -> None:
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        with end_politely(), defer_interrupts():
            signal.raise_signal(signal.SIGHUP)
    finally:
        signal.signal(signal.SIGHUP, before)


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
        "from solvers.cli.exits import lost_interrupts_come_again as again\n"
        "class Broken:\n"
        "    def __del__(self): raise ValueError('broken')\n"
        "with again(): Broken()\n"
    )
    done = subprocess.run([sys.executable, "-c", program], check=False, capture_output=True, text=True)
    assert done.returncode == 0
    assert "ValueError: broken" in done.stderr
