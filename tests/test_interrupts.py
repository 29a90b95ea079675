"""Ctrl-C in the middle of what must be done whole, and elsewhere."""

from __future__ import annotations

import signal

import pytest

from solvers.interrupts import whole_moments


def test_a_moment_marked_whole_is_finished_before_ctrl_c_takes_effect() -> None:
    done = []
    with pytest.raises(KeyboardInterrupt), whole_moments() as whole:
        with whole:
            signal.raise_signal(signal.SIGINT)
            done.append("noted")
        done.append("gone on")
    assert done == ["noted"]


def test_between_such_moments_ctrl_c_takes_effect_at_once() -> None:
    done = []
    with pytest.raises(KeyboardInterrupt), whole_moments() as whole:
        with whole:
            done.append("noted")
        signal.raise_signal(signal.SIGINT)
        done.append("gone on")
    assert done == ["noted"]


def test_afterwards_ctrl_c_is_what_it_was() -> None:
    before = signal.getsignal(signal.SIGINT)
    with whole_moments():
        assert signal.getsignal(signal.SIGINT) is not before
    assert signal.getsignal(signal.SIGINT) is before


def test_where_ctrl_c_is_ignored_it_stays_so() -> None:
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        with whole_moments() as whole, whole:
            signal.raise_signal(signal.SIGINT)
    finally:
        signal.signal(signal.SIGINT, before)
