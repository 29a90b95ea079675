"""Oracles: backends that tell makers of puzzles how many answers there are, and others that confirm it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import Any, Generic

from models.errors import InputError
from models.formulation import A, I
from models.puzzle import Puzzle
from solvers.core.backend import Clock, Limits, OutOfTime, Settings, WrongAnswer
from solvers.core.batches import TakesBatches
from solvers.core.registry import load_backend
from solvers.core.solver import Loaded, Solver
from solvers.run.bulk.blocks import taking_batches


class BackendOracle(Generic[I, A]):
    """One backend, asked for at most two answers of each instance."""

    def __init__(self, puzzle: Puzzle[I, A], backend: str, clock: Clock) -> None:
        self.backend = backend
        self._clock = clock
        self._puzzle = puzzle
        self._known: Loaded[I, A] | None = None  # whether its search takes batches has been found out
        self._taking: TakesBatches | None = None
        self._solver = Solver(puzzle, "", *load_backend(backend), Settings())

    def counts(self, instances: Sequence[I]) -> list[int]:
        """How many answers each has, more than two counted as two."""
        if not instances:
            return []
        loaded, _ = self._solver.cached(instances[0])
        if loaded is not self._known:
            self._known, self._taking = loaded, taking_batches(loaded)
        search, first, *others = self._taking, *map(self._puzzle.shape, instances)
        if search is None or any(shape != first for shape in others):
            return [len(self._answers(instance)) for instance in instances]
        return self._together(search, loaded, instances)

    def is_unique(self, instance: I) -> bool:
        return self.counts([instance]) == [1]

    def only(self, instance: I) -> A | None:
        """The only answer; None where there is none, or more than one."""
        answers = self._answers(instance)
        return answers[0] if len(answers) == 1 else None

    def _answers(self, instance: I) -> list[A]:
        found = self._solver.answers(instance, Limits(self._clock.remaining(), 2))
        answers = list(islice(found, 2))
        if found.outcome.stopped_by == "interrupt":
            raise KeyboardInterrupt
        if found.outcome.stopped_by == "time":
            raise OutOfTime
        return answers

    def _together(self, search: TakesBatches, loaded: Loaded[I, A], instances: Sequence[I]) -> list[int]:
        # All of one shape, in one call.
        rows = b"".join(map(loaded.stated.in_row, instances))
        batch = search.batch(rows, 2, None, self._clock)
        if batch.done < len(instances):
            raise OutOfTime
        return batch.counts.tolist()


def confirm(oracle: BackendOracle[I, A], instance: I, answer: A, first: str) -> None:
    """Have ``oracle`` say that ``answer`` is the only one too, as the backend called ``first`` did.

    Raises:
        WrongAnswer: when it says something else.
    """
    only = oracle.only(instance)
    if only != answer:
        said = "another answer" if only is not None else "not exactly one answer"
        raise WrongAnswer(f"{instance.name}: {first} says that it has one answer, {oracle.backend} finds {said}")


def judges(
    puzzle: Puzzle[Any, Any], wanted: Sequence[str], clock: Clock
) -> tuple[BackendOracle[Any, Any], BackendOracle[Any, Any]]:
    """The first two of the backends ``wanted`` that are installed: one to ask, and one that confirms.

    One that is slower here than it could be, as the kernel is where it was not built, comes last.
    """
    missing = {word: load_backend(word)[0].missing() for word in wanted}
    there = [word for word in wanted if not missing[word]]
    there.sort(key=lambda word: bool(load_backend(word)[0].remark()))
    if len(there) < 2:
        lack = next(filter(None, missing.values()), "none is missing")
        raise InputError(f"two of {', '.join(wanted)} are needed, one to confirm what the other finds; {lack}")
    return BackendOracle(puzzle, there[0], clock), BackendOracle(puzzle, there[1], clock)
