"""Every instance × formulation × backend gives the same set of answers; generated from the registries.

A new puzzle, instance file, formulation or backend is covered without a line here, unless there is something
that it does not take. Each run is bounded: a search that ends within the bounds must have the reference's set
exactly, one that does not must have found a part of it. Where neither came to an end nothing can be compared,
and the case is skipped in so many words.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from models.errors import InputError
from models.language.model import Model
from models.registry import PUZZLES, instance_files, load_puzzle
from solvers.backend import Limits
from solvers.registry import BACKENDS, load_backend
from solvers.solving import Solver

QUICK = Limits(seconds=0.5, solutions=60)
PATIENT = Limits(seconds=20, solutions=3_000)
COMPLETE = Limits(seconds=2, solutions=3_000)
"""What the reference may take, so that whatever is found quickly can be compared with all there is."""

REFUSED = {
    ("grecian", "element", "dlx"): "some",
    ("grecian", "table", "dlx"): "some",
    ("cubes", "orientation", "dlx"): "some",
    ("cubes", "factors", "dlx"): "all",
    ("dealing", "rounds", "dlx"): "some",
    ("dealing", "digits", "dlx"): "some",
}
"""Of which formulations a backend does not take some instances, or all; everything else is taken."""

NEEDS_AN_OBJECTIVE = "maxsat"

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
                    if backend == NEEDS_AN_OBJECTIVE:
                        continue
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
    refused = REFUSED.get((puzzle, formulation, backend), "none")
    compared, why_not = False, ""
    for place, item in enumerate(sample(puzzle, instance)):
        model = solver.stated(item).model
        if limits is QUICK and formulation != next(iter(solver.puzzle.formulations)) and size(model) > LARGE:
            why_not = "large, so compared where time is given"
            continue
        objection = solver.backend.objection(model)
        if objection is not None or refused == "all":
            assert objection is not None, "it is said to take none of these"
            assert refused != "none", objection
            compared = True
            continue
        answers = solver.answers(item, limits)
        found = list(answers)
        assert len(found) == len(set(found)), "an answer came twice"
        known, known_complete = reference(puzzle, instance, place, limits)
        if known_complete:
            assert set(found) <= known
        if answers.outcome.complete:
            assert known <= set(found)
        if (known_complete and found) or (answers.outcome.complete and (known_complete or known)):
            compared = True
        else:
            why_not = f"nothing to compare: {len(found)} answers in this time, and {len(known)} known"
    if not compared:
        pytest.skip(why_not)


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
    """All answers by backtracking, or by SAT where that one is not through in time; and whether they are all."""
    item = sample(puzzle, instance)[place]
    for backend, bounds in (("backtracking", replace(COMPLETE, seconds=0.5)), ("sat", COMPLETE)):
        if limits is PATIENT:
            bounds = PATIENT
        answers = Solver(load_puzzle(puzzle), "", *load_backend(backend)).answers(item, bounds)
        found = frozenset(answers)
        if answers.outcome.complete:
            return found, True
    return found, False
