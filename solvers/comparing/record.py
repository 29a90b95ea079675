"""Comparison: the record of the same work on several formulations and backends, which all tables are made from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from statistics import median
from typing import Any

from models.puzzle import Puzzle

PARTS = ("model", "load", "search")
"""What a run consists of: declaring the model, loading it into the solver, searching; together its total."""


@dataclass(frozen=True)
class Measurement:
    """What came of an entry.

    Attributes:
        status: ``answered``, ``impossible``, ``stopped`` (the limit came first), or what went wrong: ``wrong answer``,
            ``crashed``, ``killed``, ``out of memory``, ``cannot take``, ``missing``, ``not run``.
        note: the sentence that goes with the status.
        solver: the solver underneath, with its version.
        found: how many distinct answers were found.
        complete: whether there are no others.
        answers: the answers; None when there were too many to send.
        digest: a number that is the same for the same set of answers, whatever their order.
        wall: wall seconds of ``model``, ``load`` and ``search``, and of the search up to the ``first`` answer;
            answers are decoded and checked within the search.
        cpu: processor seconds of the same, of all threads.
        memory: the process's peak memory in bytes.
        size: what the solver was given.
        effort: the search's own counts.
        objective: the best value found, where there is an objective.
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
    objective: int | None = None

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
        """Processor seconds of declaring, loading and searching."""
        return sum(self.cpu.get(part, 0.0) for part in PARTS)


@dataclass(frozen=True)
class Rules:
    """What is measured, and how often.

    Attributes:
        answers: how many answers are looked for; None for all.
        seconds: the time limit of each run: of declaring, loading and searching together.
        repeat: how many times each run is done.
        give_up: after so many instances in a row that a pair did not settle, it is not run on the rest; 0 for never.
    """

    answers: int | None
    seconds: float | None
    repeat: int = 1
    seed: int = 0
    workers: int = 1
    objective: str | None = None
    give_up: int = 0


@dataclass(frozen=True)
class Row:
    """One formulation on one backend on one instance, measured once or several times.

    Attributes:
        backend: the word on the command line, with the variant.
        runs: the measurements, in the order they were made.
    """

    instance: Any
    formulation: str
    backend: str
    runs: tuple[Measurement, ...]

    @property
    def name(self) -> str:
        """What the row is called: ``cells × sat``."""
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
    """A pair that was not run, and why."""

    formulation: str
    backend: str
    reason: str


@dataclass(frozen=True)
class Comparison:
    """Everything that came out of a contest, as tables and files show it.

    Attributes:
        disagreements: every contradiction, in words.
        sizes: the sizes of a family's instances, in their order, as numbers or in words such as ``5x4x12``;
            None when they are no family.
    """

    puzzle: Puzzle[Any, Any]
    rows: Sequence[Row]
    left_out: Sequence[LeftOut]
    rules: Rules
    disagreements: Sequence[str] = ()
    sizes: Sequence[int | str] | None = None

    @property
    def instances(self) -> list[Any]:
        """The instances, each once."""
        return list(self.by_instance())

    def by_instance(self) -> dict[Any, list[Row]]:
        """The rows of each instance."""
        found: dict[Any, list[Row]] = {}
        for row in self.rows:
            found.setdefault(row.instance, []).append(row)
        return found

    def of_pairs(self) -> dict[tuple[str, str], list[Row]]:
        """The rows of each pair of formulation and backend."""
        pairs: dict[tuple[str, str], list[Row]] = {}
        for row in self.rows:
            pairs.setdefault((row.formulation, row.backend), []).append(row)
        return pairs


def par2(rows: Sequence[Row], seconds: float) -> float:
    """The score of solver competitions: mean seconds, where what was not solved counts as twice the limit."""
    return sum(2 * seconds if row.total is None else row.total for row in rows) / len(rows)
