"""Every sample of ``exact-cover-samples`` has its published solutions, on Algorithm X and on a SAT solver.

A SAT solver takes a second or more for each way of filling a board with pentominoes, so of boards with
many ways it is asked for a few, and each has to be a published one.
"""

from __future__ import annotations

from typing import Any

import pytest

from models.cover.instance import Cover, Option
from models.registry import load_puzzle
from solvers.core.backend import Limits
from solvers.core.registry import load_backend

samples = pytest.importorskip("exact_cover_samples")

SOME = 3
BOARDS = {"p3x20", "p4x15", "p5x12", "p6x10", "p2x5x6", "p8x8", "p8x9"}
MANY = BOARDS - {"p3x20"}
SLOW = {"dlx": BOARDS | {"lgfd11"}, "sat": {"lgfd11", "xc550", "p3x20"}}
"""Samples that take more than two seconds; lgfd11 has 35,584 solutions."""


def cases(backend: str, wanted: set[str]) -> list[Any]:
    return [
        pytest.param(backend, name, marks=[pytest.mark.slow] if name in SLOW[backend] else [])
        for name in sorted(wanted)
    ]


EVERYTHING = cases("dlx", set(samples.problems)) + cases("sat", set(samples.problems) - MANY)


@pytest.mark.parametrize(("backend", "sample"), EVERYTHING)
def test_a_sample_has_the_published_solutions_and_no_others(backend: str, sample: str) -> None:
    problem = samples.problems[sample]()
    found, complete = solutions_of(problem, backend, Limits())
    assert complete
    assert len(set(found)) == len(found)
    assert set(found) == published(problem)


@pytest.mark.parametrize("backend", ["dlx", pytest.param("sat", marks=pytest.mark.slow)])
@pytest.mark.parametrize("sample", sorted(MANY))
def test_the_first_solutions_of_a_large_sample_are_published(backend: str, sample: str) -> None:
    problem = samples.problems[sample]()
    found, _ = solutions_of(problem, backend, Limits(solutions=SOME))
    assert len(set(found)) == len(found) == SOME
    assert set(found) <= published(problem)


def solutions_of(problem: dict[str, Any], backend: str, limits: Limits) -> tuple[list[tuple[int, ...]], bool]:
    """The numbers of the chosen rows for each solution, and whether there are no others."""
    instance = cover_of(problem["data"], problem["name"])
    stated = load_puzzle("cover").formulations["options"](instance)
    solutions = load_backend(backend)[0].load(stated.model).solutions(limits=limits)
    found = [tuple(int(name) for name in stated.decode(instance, assignment)) for assignment in solutions]
    return found, solutions.outcome.complete


def published(problem: dict[str, Any]) -> set[tuple[int, ...]]:
    return {tuple(map(int, solution)) for solution in samples.canonical(problem["solutions"])}


def cover_of(matrix: Any, name: str) -> Cover:
    """A matrix of 0s and 1s as an exact cover problem: items are its columns, options its rows, both by number."""
    rows = [tuple(f"column {column}" for column, one in enumerate(row) if one) for row in matrix.tolist()]
    columns = tuple(f"column {column}" for column in range(matrix.shape[1]))
    return Cover(name, columns, (), tuple(Option(str(number), row) for number, row in enumerate(rows)))
