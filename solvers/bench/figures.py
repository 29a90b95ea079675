"""Figures of the benchmark, how much effort goes into them, and how two sides are timed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from time import process_time


@dataclass(frozen=True)
class Figure:
    """One thing measured, where there is one beside hand-written code for the same.

    Attributes:
        group: what it belongs to.
        name: what was measured.
        ours: what it came to.
        peer: what the hand-written code came to; None where there is none.
        unit: of both: ``/s``, ``ms``, ``nodes`` …
        bound: what must hold: ``≥ 0.75`` and ``≤ 2`` of the ratio, or of ``ours`` where there is no peer.
        note: anything else worth knowing.
    """

    group: str
    name: str
    ours: float
    peer: float | None = None
    unit: str = "ms"
    bound: str = ""
    note: str = ""

    @property
    def ratio(self) -> float | None:
        """Ours to the peer's."""
        return self.ours / self.peer if self.peer else None

    @property
    def holds(self) -> bool | None:
        """Whether the bound holds; None without one."""
        if not self.bound:
            return None
        relation, limit = self.bound.split()
        value = self.ours if self.ratio is None else self.ratio
        return value >= float(limit) if relation == "≥" else value <= float(limit)


@dataclass(frozen=True)
class Effort:
    """How much is measured.

    Attributes:
        rounds: how often each side has its turn.
        puzzles: how many Sudokus each backend is given.
        hardest: how many of the hardest Sudokus.
        cubes: for each number of cubes, how many planted sets.
        patience: seconds for a search that may not come to an end.
        starts: how often a process is started.
    """

    name: str
    rounds: int
    puzzles: dict[str, int]
    hardest: int
    cubes: dict[int, int]
    patience: float
    starts: int


FULL = Effort(
    name="full",
    rounds=3,
    puzzles={"sat": 2000, "cpsat": 150, "dlx": 300, "backtracking": 300},
    hardest=375,
    cubes={26: 9, 50: 5, 60: 5},
    patience=60,
    starts=15,
)

QUICK = Effort(
    name="quick",
    rounds=2,
    puzzles={"sat": 500, "cpsat": 20, "dlx": 40, "backtracking": 40},
    hardest=40,
    cubes={26: 3, 50: 1},
    patience=10,
    starts=5,
)


def in_turns(rounds: int, *sides: Callable[[], object]) -> list[float]:
    """The least processor seconds of each side, which take turns: what a noisy neighbour adds is left out."""
    least = [float("inf")] * len(sides)
    for _ in range(rounds):
        for place, side in enumerate(sides):
            started = process_time()
            side()
            least[place] = min(least[place], process_time() - started)
    return least
