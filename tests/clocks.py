"""Clocks that a test moves: a limit is up because somebody said so, and never because the machine was busy."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from solvers.core import limits
from solvers.core.limits import Clock, Limits


class MovedClock:
    """The time of day of ``solvers.core.limits``, which stands still until it is moved."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 0.0
        monkeypatch.setattr(limits, "monotonic", lambda: self.now)

    def move(self, seconds: float) -> None:
        self.now += seconds


class Looks(Clock):
    """A clock that is up once it was looked at so many times; what sleeps instead of looking never sees its end.

    Attributes:
        looks: how many times it was looked at so far.
    """

    def __init__(self, budget: int, wanted: int | None = None) -> None:
        super().__init__(1e9, wanted=wanted)
        self.budget, self.looks = budget, 0

    def remaining(self) -> float:
        return 0.0 if self.looks > self.budget else 1e9

    def within(self, seconds: float) -> Looks:
        return self

    def later(self, seconds: float) -> Looks:
        return self

    def expired(self) -> bool:
        self.looks += 1
        return self.looks > self.budget


@dataclass(frozen=True)
class LimitOfLooks(Limits):
    """Limits of a search whose clock is up after ``budget`` looks."""

    budget: int = 0

    def clock(self) -> Clock:
        return Looks(self.budget, self.solutions)
