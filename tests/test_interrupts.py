"""Ctrl-C in the middle of what must be done whole, and elsewhere."""

from __future__ import annotations

import signal
from collections.abc import Callable
from contextlib import suppress

import pytest

from solvers.interrupts import defer_interrupts


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


def test_where_ctrl_c_is_ignored_it_stays_so() -> None:
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        with defer_interrupts() as deferred, deferred:
            signal.raise_signal(signal.SIGINT)
    finally:
        signal.signal(signal.SIGINT, before)
