"""Every instance × formulation × backend gives the same set of answers; generated from the registries.

A new puzzle, instance file, formulation or backend is covered without a line here. Each run is
bounded: a search that ends within the bounds must have the reference's set exactly, one that does
not must have found a part of it.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from models.csp import Model
from models.errors import InputError
from models.registry import PUZZLES, instance_files, load_puzzle
from solvers.backend import Limits
from solvers.registry import BACKENDS, load_backend, takers
from solvers.solving import Solver

QUICK = Limits(seconds=0.5, solutions=60)
PATIENT = Limits(seconds=20, solutions=3_000)
LARGE = 8_000
"""Values in all domains together; beyond, only the default formulation is compared quickly."""

SAMPLED = 2
"""So many instances of a file of many stand for all of them."""


def cases() -> list[Any]:
    """Each instance file with each formulation and backend."""
    found = []
    for puzzle_name in PUZZLES:
        puzzle = load_puzzle(puzzle_name)
        for instance_name in instance_files(puzzle):
            for formulation in puzzle.formulations:
                for backend in BACKENDS:
                    name = f"{puzzle_name}-{instance_name}-{formulation}-{backend}"
                    found.append(pytest.param(puzzle_name, instance_name, formulation, backend, id=name))
    return found


@pytest.mark.parametrize(("puzzle", "instance", "formulation", "backend"), cases())
def test_same_answers(puzzle: str, instance: str, formulation: str, backend: str) -> None:
    agree(puzzle, instance, formulation, backend, QUICK)


@pytest.mark.slow
@pytest.mark.parametrize(("puzzle", "instance", "formulation", "backend"), cases())
def test_same_answers_given_time(puzzle: str, instance: str, formulation: str, backend: str) -> None:
    agree(puzzle, instance, formulation, backend, PATIENT)


def agree(puzzle: str, instance: str, formulation: str, backend: str, limits: Limits) -> None:
    solver = Solver(load_puzzle(puzzle), formulation, *load_backend(backend))
    for place, item in enumerate(sample(puzzle, instance)):
        model = solver.stated(item).model
        if limits is QUICK and formulation != next(iter(solver.puzzle.formulations)) and size(model) > LARGE:
            pytest.skip("large, so compared where time is given")
        if solver.backend.objection(model) is not None:
            assert takers(model), "some backend takes it"
            return
        answers = solver.answers(item, limits)
        found = list(answers)
        assert len(found) == len(set(found)), "an answer came twice"
        known, known_complete = reference(puzzle, instance, place, limits)
        if known_complete:
            assert set(found) <= known
        if answers.outcome.complete:
            assert known <= set(found)


def size(model: Model) -> int:
    return sum(len(var.domain) for var in model.variables)


@cache
def sample(puzzle: str, instance: str) -> tuple[Any, ...]:
    found = []
    for item in load_puzzle(puzzle).read(instance_files(load_puzzle(puzzle))[instance]):
        assert not isinstance(item, InputError), item
        found.append(item)
        if len(found) == SAMPLED:
            break
    return tuple(found)


@cache
def reference(puzzle: str, instance: str, place: int, limits: Limits) -> tuple[frozenset[Any], bool]:
    """The answers by the backtracking reference, or by SAT where that one is not through in time."""
    item = sample(puzzle, instance)[place]
    for backend in ("backtracking", "sat"):
        answers = Solver(load_puzzle(puzzle), "", *load_backend(backend)).answers(item, limits)
        found = frozenset(answers)
        if answers.outcome.complete:
            return found, True
    return found, False
