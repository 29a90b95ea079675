"""Does every backend find all answers of the wooden dials, and how many nodes does the reference need?"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from models.registry import find_instance, load_puzzle
from solvers.backend import CannotTake, Limits
from solvers.bench.figures import Effort, Figure, in_turns
from solvers.registry import BACKENDS, load_backend
from solvers.solving import Solver

INSTANCES = ("grecian", "safecracker-40", "safecracker-50")

MOST_NODES = 2_500
"""Plain enumeration of the Grecian visits 22,620; bounds per ring on what can still appear make 792 possible."""


def figures(effort: Effort) -> Iterator[Figure]:
    """Complete searches of every formulation on every backend that takes it."""
    puzzle = load_puzzle("grecian")
    for name in INSTANCES:
        instance: Any = next(puzzle.read(find_instance(puzzle, name)))
        for formulation in puzzle.formulations:
            for backend in BACKENDS:
                try:
                    yield from _complete(name, instance, formulation, backend, effort.patience)
                except CannotTake:
                    continue


def _complete(name: str, instance: Any, formulation: str, backend: str, patience: float) -> Iterator[Figure]:
    solver = Solver(load_puzzle("grecian"), formulation, *load_backend(backend))
    answers: Any = None
    found: list[Any] = []

    def solve() -> None:
        nonlocal answers
        answers = solver.answers(instance, Limits(seconds=patience))
        found[:] = answers

    (seconds,) = in_turns(1, solve)
    outcome = answers.outcome
    ended = f"complete, {outcome.found} answer" if outcome.complete else f"not complete, {outcome.stopped_by} limit"
    yield Figure("dials", f"{name}, {formulation}, {backend}", seconds * 1000, None, "ms", "", ended)
    if name == "grecian" and backend == "backtracking":
        nodes = outcome.effort["nodes"]
        label = f"{name}, {formulation}, {backend}: nodes"
        yield Figure("dials", label, nodes, None, "nodes", f"≤ {MOST_NODES}" if formulation == "element" else "")
