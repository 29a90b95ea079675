"""Every formulation on every backend that takes it, each run in a process of its own, in fair turns."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Any

from models.errors import InputError
from models.puzzle import Puzzle
from solvers.agreement import disagreements
from solvers.measure import Entry, Measurement, measure
from solvers.registry import load_backend


@dataclass(frozen=True)
class Rules:
    """What is measured, and how often.

    Attributes:
        answers: how many answers are looked for; None for all.
        seconds: the time limit of each run.
        repeat: how many times each run is done.
    """

    answers: int | None
    seconds: float | None
    repeat: int = 1
    seed: int = 0
    workers: int = 1
    objective: str | None = None


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

    def times(self, clock: str, part: str) -> list[float]:
        """The seconds of ``part`` by ``clock`` (``wall`` or ``cpu``) in each run that has them."""
        return [spans[part] for run in self.runs if part in (spans := getattr(run, clock))]

    @property
    def total(self) -> float | None:
        """Median wall seconds of declaring, loading and searching; None where the question was not settled."""
        if not self.run.solved:
            return None
        return median(sum(run.wall.get(part, 0.0) for part in ("model", "load", "search")) for run in self.runs)


@dataclass(frozen=True)
class LeftOut:
    """A pair that was not run, and why."""

    formulation: str
    backend: str
    reason: str


def entrants(
    puzzle: Puzzle[Any, Any],
    instance: Any,
    formulations: Sequence[str],
    backends: Sequence[str],
    objective: str | None = None,
) -> tuple[list[tuple[str, str]], list[LeftOut]]:
    """The pairs of formulation and backend that fit, and those left out, each with the reason."""
    for name in formulations:
        if name not in puzzle.formulations:
            raise InputError(f"{puzzle.name} has no formulation {name!r}; it has {', '.join(puzzle.formulations)}")
    fitting: list[tuple[str, str]] = []
    left_out: list[LeftOut] = []
    for formulation in formulations or puzzle.formulations:
        model = puzzle.formulations[formulation](instance, objective).model
        for word in backends:
            backend, _ = load_backend(word)
            objection = backend.objection(model)
            if objection is None:
                fitting.append((formulation, word))
            else:
                left_out.append(LeftOut(formulation, word, f"cannot take {objection}"))
    return fitting, left_out


def contest(
    puzzle: Puzzle[Any, Any],
    instances: Sequence[Any],
    pairs: Iterable[tuple[str, str]],
    rules: Rules,
    announce: Callable[[str], None] = lambda name: None,
    run: Callable[[Entry], Measurement] = measure,
) -> list[Row]:
    """Measure each pair on each instance; repeats are interleaved, so that a noisy moment hurts all alike.

    Args:
        announce: told the name of each run before it starts.
        run: how one run is done.
    """
    keys = [(instance, formulation, backend) for instance in instances for formulation, backend in pairs]
    done: dict[int, list[Measurement]] = {place: [] for place in range(len(keys))}
    for turn in range(rules.repeat):
        for place, (instance, formulation, backend) in enumerate(keys):
            announce(f"{instance.name}: {formulation} × {backend}" + (f" ({turn + 1})" if rules.repeat > 1 else ""))
            entry = Entry(
                puzzle.name,
                instance,
                formulation,
                backend,
                rules.answers,
                rules.seconds,
                rules.seed,
                rules.workers,
                rules.objective,
            )
            done[place].append(run(entry))
    return [Row(*key, runs=tuple(done[place])) for place, key in enumerate(keys)]


def contradictions(rows: Sequence[Row]) -> list[str]:
    """Every disagreement between rows on the same instance."""
    found: list[str] = []
    for instance in dict.fromkeys(row.instance for row in rows):
        sides = [(row.name, run) for row in rows if row.instance == instance for run in row.runs]
        found += [f"{instance.name}: {reason}" for reason in disagreements(sides)]
    return list(dict.fromkeys(found))


def par2(rows: Sequence[Row], seconds: float) -> float:
    """The score of solver competitions: mean seconds, twice the limit for what was not solved."""
    return sum(2 * seconds if row.total is None else row.total for row in rows) / len(rows)
