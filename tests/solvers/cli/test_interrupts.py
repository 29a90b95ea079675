"""Ctrl-C in the middle of what must be done whole, in destructors, and elsewhere."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Callable
from contextlib import nullcontext, suppress
from time import monotonic, sleep

import pytest

from solvers.cli.exits import (
    ENDINGS,
    defer_interrupts,
    end_politely,
    guarded,
    lost_interrupts_come_again,
    uninterrupted,
)
from solvers.core.limits import STOPPED
from tests.patience import PATIENCE_SECONDS, soon


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


@pytest.mark.parametrize("whole", [True, False])
def test_a_moment_ends_with_the_ctrl_c_that_came_in_it_unless_it_is_within_another(whole: bool) -> None:
    found = []
    with suppress(KeyboardInterrupt), defer_interrupts() as deferred, deferred if whole else nullcontext():
        with uninterrupted():
            press()
            found.append("the inner")
        found.append("the outer")
    assert found == ["the inner", *["the outer"] * whole]


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


@pytest.mark.parametrize("ending", ENDINGS)
def test_what_is_ignored_stays_so(ending: signal.Signals) -> None:
    """As a closed terminal is under ``nohup``."""
    before = signal.signal(ending, signal.SIG_IGN)
    try:
        with end_politely(), defer_interrupts() as deferred, deferred:
            signal.raise_signal(ending)
    finally:
        signal.signal(ending, before)


class Interrupted:
    """Something that meets a Ctrl-C as it is destroyed."""

    def __del__(self) -> None:
        signal.raise_signal(signal.SIGINT)


def drop_and_work_long(things: list[object]) -> None:
    """Drop a thing, and go on for longer than a test may take, in short steps."""
    things.pop()
    began = monotonic()
    while monotonic() - began < PATIENCE_SECONDS:
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


class Pressing:
    """Part of a class; Ctrl-C is pressed while it learns its name."""

    def __set_name__(self, *_: object) -> None:
        press()


def make_a_class(_: list[str]) -> int:
    type("Made", (), {"part": Pressing()})
    return 0


def break_after_one_was_lost(_: list[str]) -> int:
    Interrupted()
    raise AssertionError


@pytest.mark.parametrize("verb", [make_a_class, break_after_one_was_lost])
def test_a_verb_whose_interrupt_becomes_another_error_is_interrupted(
    verb: Callable[[list[str]], int], capsys: pytest.CaptureFixture[str]
) -> None:
    assert guarded(verb, []) == STOPPED
    assert capsys.readouterr().err == "interrupted before there was anything to show\n"
