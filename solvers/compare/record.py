"""Comparison: the record of the same work on several formulations and backends, which all tables are made from."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import median
from typing import Any, TypeVar

from models.puzzle import Puzzle
from solvers.compare.request import CompareRequest

K = TypeVar("K")

PARTS = ("model", "load", "search")
"""What a run consists of: declaring the model, loading it into the solver, searching; together its total."""

MAX_UNSETTLED_IN_A_ROW = 2
"""Of a family, a pair that did not settle so many sizes in a row is not run on the larger ones."""


def answers_wanted(request: CompareRequest) -> int | None:
    """How many answers are looked for; None for all, or for the best."""
    return None if request.minimize else {"first": 1, "unique": 2}.get(request.mode or "unique")


@dataclass(frozen=True)
class Measurement:
    """What came of one run.

    Attributes:
        status: ``answered``, ``impossible``, ``stopped`` (the limit came first), or what went wrong: ``wrong answer``,
            ``crashed``, ``killed``, ``out of memory``, ``cannot take``, ``missing``, ``not run``.
        answers: the answers; None when there were too many to send.
        digest: a number that is the same for the same set of answers, whatever their order.
        wall: seconds of ``model``, ``load`` and ``search`` (decoding and checking too), and up to the ``first`` answer.
        cpu: processor seconds of the same, of all threads.
        memory: the process's peak memory in bytes; 0 where that is not known.
        worker: the cluster's worker that did it; empty where this machine did.
    """

    status: str
    note: str = ""
    solver: str = ""
    found: int = 0
    complete: bool = False
    answers: frozenset[Any] | None = frozenset()
    digest: int = 0
    wall: Mapping[str, float] = field(default_factory=dict)
    cpu: Mapping[str, float] = field(default_factory=dict)
    memory: int = 0
    size: Mapping[str, int] = field(default_factory=dict)
    effort: Mapping[str, int] = field(default_factory=dict)
    objective: float | None = None
    worker: str = ""

    @property
    def solved(self) -> bool:
        """Whether the question was settled: answers found as wanted, or none proved."""
        return self.status in ("answered", "impossible")

    @property
    def total(self) -> float:
        """Wall seconds of declaring, loading and searching; what the time limit is for."""
        return sum(self.wall.get(part, 0.0) for part in PARTS)

    @property
    def total_cpu(self) -> float:
        return sum(self.cpu.get(part, 0.0) for part in PARTS)


@dataclass(frozen=True)
class ComparisonRow:
    """One formulation on one backend (with its variant) on one instance, measured once or several times."""

    instance: Any
    formulation: str
    backend: str
    runs: tuple[Measurement, ...]

    @property
    def name(self) -> str:
        """``cells × sat``."""
        return f"{self.formulation} × {self.backend}"

    @property
    def run(self) -> Measurement:
        """The measurement that stands for the row: the first that went wrong, else the first."""
        return next((run for run in self.runs if not run.solved and run.status != "stopped"), self.runs[0])

    @property
    def totals(self) -> list[float]:
        """Wall seconds of declaring, loading and searching in each run that settled the question."""
        return [run.total for run in self.runs if run.solved]

    def times(self, clock: str, part: str) -> list[float]:
        """The seconds of ``part`` by ``clock`` (``wall`` or ``cpu``) in each run that has them."""
        return [spans[part] for run in self.runs if part in (spans := getattr(run, clock))]

    @property
    def total(self) -> float | None:
        """The median of ``totals``; None unless every run settled the question."""
        return median(self.totals) if len(self.totals) == len(self.runs) else None


@dataclass(frozen=True)
class LeftOut:
    formulation: str
    backend: str
    reason: str


@dataclass(frozen=True)
class Comparison:
    """What came of a comparison, as far as it was measured when it was not ``finished``.

    ``sizes`` are those of a family's instances, in their order, as numbers or in words such as ``5x4x12``.
    """

    puzzle: Puzzle[Any, Any]
    request: CompareRequest
    rows: Sequence[ComparisonRow]
    left_out: Sequence[LeftOut] = ()
    disagreements: Sequence[str] = ()
    sizes: Sequence[int | str] | None = None
    finished: bool = True

    def by_instance(self) -> dict[Any, list[ComparisonRow]]:
        return _grouped(self.rows, lambda row: row.instance)

    def by_pair(self) -> dict[tuple[str, str], list[ComparisonRow]]:
        return _grouped(self.rows, lambda row: (row.formulation, row.backend))

    def par2(self, rows: Sequence[ComparisonRow]) -> float:
        """The score of solver competitions: mean seconds, where what was not solved counts as twice the limit."""
        limit = self.request.time_limit or 0.0
        return sum(2 * limit if row.total is None else row.total for row in rows) / len(rows)


def _grouped(rows: Sequence[ComparisonRow], key: Callable[[ComparisonRow], K]) -> dict[K, list[ComparisonRow]]:
    groups: dict[K, list[ComparisonRow]] = {}
    for row in rows:
        groups.setdefault(key(row), []).append(row)
    return groups
