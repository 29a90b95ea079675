"""Figures of the benchmark, how much effort goes into them, and how two sides are timed."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from time import process_time


@dataclass(frozen=True)
class Figure:
    """One thing measured, where there is one beside a peer that does the same work.

    Attributes:
        ours: what it came to; None where it was left out, for which the note says why.
        peer: what the peer came to; None where there is none.
        unit: of both: ``/s``, ``ms``, ``nodes`` …
        note: what both sides do, and anything else worth knowing.
        against: who the peer is.
        at_least: what the ratio must not fall below; None where nothing is promised.
        at_most: what the ratio, or ``ours`` where there is no peer, must not exceed; None likewise.
    """

    group: str
    name: str
    ours: float | None
    peer: float | None = None
    unit: str = "ms"
    note: str = ""
    against: str = ""
    at_least: float | None = None
    at_most: float | None = None

    @property
    def ratio(self) -> float | None:
        """Ours to the peer's."""
        return self.ours / self.peer if self.peer and self.ours is not None else None

    @property
    def bound(self) -> str:
        """What is promised, in words; empty where nothing is."""
        of = "" if self.peer is not None else self.unit if self.unit.startswith("/") else f" {self.unit}"
        if self.at_least is not None:
            return f"≥ {self.at_least:g}{of}"
        return "" if self.at_most is None else f"≤ {self.at_most:g}{of}"

    @property
    def holds(self) -> bool | None:
        """Whether what is promised is kept; None where nothing is."""
        value = self.ours if self.ratio is None else self.ratio
        if value is None:
            return None
        if self.at_least is not None:
            return value >= self.at_least
        return None if self.at_most is None else value <= self.at_most


@dataclass(frozen=True)
class Samples:
    """How much is measured.

    Attributes:
        rounds: how often each side has its turn.
        puzzles: how many Sudokus each backend is given.
        hardest: how many of the hardest Sudokus.
        cubes: for each number of cubes, how many planted sets.
        patience: seconds for a search that may not come to an end.
        starts: how often a process is started.
        peers: folders of programs to measure the kernel against.
        lines: how many lines of a file are read.
    """

    name: str
    rounds: int
    puzzles: dict[str, int]
    hardest: int
    cubes: dict[int, int]
    time_limit: float
    starts: int
    peers: tuple[Path, ...] = ()
    lines: int = 80_000


ALL = {"sat": 2000, "cpsat": 150, "dlx": 300, "backtracking": 300}
SOME = {"sat": 500, "cpsat": 20, "dlx": 40, "backtracking": 40}

FULL = Samples(
    "full", rounds=3, puzzles=ALL, hardest=375, cubes={26: 9, 50: 5, 60: 5}, time_limit=60, starts=15, lines=400_000
)
QUICK = Samples("quick", rounds=2, puzzles=SOME, hardest=40, cubes={26: 3, 50: 1}, time_limit=10, starts=5)


def in_turns(rounds: int, *sides: Callable[[], object], clock: Callable[[], float] = process_time) -> list[float]:
    """The least seconds of each side, which take turns: what a noisy neighbour adds is left out."""
    least = [float("inf")] * len(sides)
    for _ in range(rounds):
        for place, side in enumerate(sides):
            started = clock()
            side()
            least[place] = min(least[place], clock() - started)
    return least


PACKAGES = {"pysat": "python-sat", "ortools": "OR-Tools", "cpmpy": "CPMpy", "distributed": "Dask"}
"""Modules that are called otherwise than the packages that bring them."""


def absent(*modules: str) -> str:
    """Which of ``modules`` are not installed, as a sentence; empty where all are."""
    missing = [PACKAGES.get(module, module) for module in modules if find_spec(module) is None]
    return f"{' and '.join(missing)} {'is' if len(missing) == 1 else 'are'} not installed" if missing else ""


def left_out(group: str, name: str, why: str) -> Figure:
    """A figure that was not measured."""
    return Figure(group, name, None, note=f"left out: {why}")


def environment() -> dict[str, str]:
    """That of a process that finds the same packages and, as where they are installed, compiles nothing anew."""
    written = {"PYTHONDONTWRITEBYTECODE": "", "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    return {**os.environ, **written}
