"""Figures of the benchmark, how much effort goes into them, and how two sides are timed."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from importlib.util import find_spec
from itertools import cycle, islice
from pathlib import Path
from time import process_time
from typing import NamedTuple

from models.registry import find_instance, load_puzzle


@dataclass(frozen=True)
class Figure:
    """One thing measured, where there is one beside a peer that does the same work.

    Attributes:
        ours: what it came to; None where it was left out, for which the note says why.
        peer: what the peer came to, who is ``against``; None where there is none.
        note: what both sides do, and anything else worth knowing.
        at_least: what the ratio, or ``ours`` where there is no peer, must not fall below; None promises nothing.
        at_most: what it must not exceed; None likewise.
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
        return self.ours / self.peer if self.peer and self.ours is not None else None

    @property
    def bound(self) -> str:
        """What is promised, in words; empty where nothing is."""
        unit = "" if self.peer is not None else self.unit if self.unit.startswith("/") else f" {self.unit}"
        sign, limit = ("≥", self.at_least) if self.at_least is not None else ("≤", self.at_most)
        return "" if limit is None else f"{sign} {limit:g}{unit}"

    @property
    def holds(self) -> bool | None:
        value = self.ours if self.ratio is None else self.ratio
        if value is None or self.at_least is self.at_most is None:
            return None
        return value >= self.at_least if self.at_least is not None else value <= (self.at_most or 0)


@dataclass(frozen=True)
class Samples:
    name: str
    rounds: int  # how often each side has its turn
    puzzles: dict[str, int]  # Sudokus, by the backend that is given them
    hardest: int  # of the hardest Sudokus
    cubes: dict[int, int]  # planted sets, by the number of cubes
    time_limit: float  # seconds for a search that may not come to an end
    starts: int  # of a process
    peers: tuple[Path, ...] = ()  # folders of programs to measure the kernel against
    lines: int = 80_000  # of a file that is read


FULL_SUDOKUS = {"sat": 2000, "cpsat": 150, "dlx": 300, "backtracking": 300}  # how many are solved by each backend
QUICK_SUDOKUS = {"sat": 500, "cpsat": 20, "dlx": 40, "backtracking": 40}

FULL = Samples(
    "full", 3, FULL_SUDOKUS, hardest=375, cubes={26: 9, 50: 5, 60: 5}, time_limit=60, starts=15, lines=400_000
)
QUICK = Samples("quick", 2, QUICK_SUDOKUS, hardest=40, cubes={26: 3, 50: 1}, time_limit=10, starts=5)


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
    return Figure(group, name, None, note=f"left out: {why}")


RUN = """
import sys, time
from solvers.run.__main__ import main
started = time.perf_counter()
main(sys.argv[1:])
print(time.perf_counter() - started, time.process_time(), file=sys.stderr)
"""
"""A run that says how long it took."""


class TimedRun(NamedTuple):
    """A run in a process of its own: seconds of wall time without the imports, of processor with them, its output."""

    wall: float
    processor: float
    output: str


def timed_run(*words: str) -> TimedRun:
    command = [sys.executable, "-c", RUN, *words]
    ended = subprocess.run(command, check=True, capture_output=True, text=True, env=environment())
    wall, processor = map(float, ended.stderr.split()[-2:])
    return TimedRun(wall, processor, ended.stdout)


def sudoku_file(folder: Path, instance: str, size: int | None = None) -> tuple[Path, list[str]]:
    """A file of so many Sudokus of an instance file, over again where there are no more, and its lines."""
    given = find_instance(load_puzzle("sudoku"), instance).read_text(encoding="utf-8").splitlines()
    there = [line[:81] for line in given if line and line[0] != "#"]
    lines = list(islice(cycle(there), len(there) if size is None else size))
    file = folder / "puzzles.txt"
    file.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return file, lines


def environment() -> dict[str, str]:
    """That of a process that finds the same packages and, as where they are installed, compiles nothing anew."""
    written = {"PYTHONDONTWRITEBYTECODE": "", "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    return {**os.environ, **written}
