"""Searches that take a SAT solver a minute or more: how many are settled by splitting, and how many without.

Both sides have the same seconds of processor for each search, those of the workers added up. So two workers that do as
much as one in half the time are as good as one, and not better.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from models.generation import Size
from models.registry import family, load_puzzle, puzzle_of, write_size
from solvers.bench.figures import Figure, Samples, absent, left_out
from solvers.core.backend import Backend, Limits, OutOfTime
from solvers.core.registry import load_backend
from solvers.core.solver import Solver
from solvers.run.splitting.search import Split, SplitPlan
from solvers.workers.usage import processor_seconds

SEARCHES: dict[str, list[tuple[str, Size, tuple[int, ...]]]] = {
    "full": [("cubes", 100, (0, 1)), ("dials", (8, 6, 24), (0, 1, 3, 4))],
    "quick": [("cubes", 60, (1, 4)), ("dials", (7, 6, 20), (0, 1))],
}
"""Families, sizes and seeds."""


def hard(samples: Samples) -> Iterator[Figure]:
    """Whether there is one answer, and only one: told by two workers who share a search, and by one who does not."""
    if why := absent("pysat"):
        yield left_out("hard", "everything", why)
        return
    plain = load_backend("sat")[0]
    sides: dict[str, Backend] = {"split": Split(plain, SplitPlan(most=2, workers=2)), "plain": plain}
    settled, taken, searches = dict.fromkeys(sides, 0), dict.fromkeys(sides, 0.0), []
    for name, size, seeds in SEARCHES[samples.name]:
        for seed in seeds:
            seconds = {side: _seconds(name, size, seed, backend, samples.time_limit) for side, backend in sides.items()}
            for side, needed in seconds.items():
                settled[side] += needed is not None
                taken[side] += samples.time_limit if needed is None else needed
            printed = "/".join("—" if needed is None else f"{needed:.1f}" for needed in seconds.values())
            searches.append(f"{name} {write_size(size)} seed {seed} {printed} s")
    note = f"sat, each in {samples.time_limit:g} s of processor; two workers/one: {', '.join(searches)}"
    yield Figure(
        "hard", f"settled of {len(searches)}", settled["split"], settled["plain"], "", note, "one worker", at_least=1
    )
    note = "of processor in all, those that were not settled with all they had"
    yield Figure("hard", "seconds", taken["split"], taken["plain"], "s", note, "one worker")


def _seconds(name: str, size: Size, seed: int, backend: Backend, time_limit: float) -> float | None:
    """The seconds of processor until it is known whether there is an answer besides the first; None where too many."""
    started = processor_seconds()

    def watch() -> None:
        if processor_seconds() - started > time_limit:
            raise OutOfTime("the time is up")

    make: Any = family(name)
    solver = Solver(load_puzzle(puzzle_of(name)), "", backend)
    answers = solver.answers(make(size, seed), Limits(solutions=2, watch=watch))
    for _ in answers:
        pass
    ended = answers.outcome.complete or answers.outcome.stopped_by == "solutions"
    return processor_seconds() - started if ended else None
