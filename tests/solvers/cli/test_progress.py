"""The sign of life of a long search: a line that begins after a second, tells how far it is, and vanishes."""

from __future__ import annotations

import os
import pty
import sys
from collections.abc import Iterator
from itertools import count

import pytest

import solvers
from models.registry import load_puzzle
from solvers.cli.progress import ERASED, StatusLine, line_of, status_line
from solvers.core.backend import Limits, Progress
from solvers.core.limits import Outcome
from solvers.core.registry import load_backend
from solvers.core.solver import Solver


def watched(backend: str, puzzle: str, name: str, step: float, objective: str | None = None) -> tuple[list[str], str]:
    """What is written while every look at the clock is ``step`` seconds after the one before, and the verdict."""
    written: list[str] = []
    ticks: Iterator[float] = count(0.0, step)  # type: ignore[assignment]
    life = StatusLine(written.append, 80, lambda: next(ticks))
    solver = Solver(load_puzzle(puzzle), "", *load_backend(backend), objective=objective)
    instance = solvers.puzzle(puzzle).load(name)
    wanted = None if objective else 1_000
    result = solver.solve(instance, Limits(None, wanted, life), keep=False, begun=life.follow)
    life.end()
    return written, result.verdict


@pytest.mark.parametrize(
    ("backend", "puzzle", "name", "told"),
    [
        ("kernel", "cover", "pentominoes-6x10", "nodes"),
        ("dlx", "cover", "queens-8", "nodes"),
        ("sat", "cover", "langford-8", "conflicts"),
        ("backtracking", "grecian", "safecracker-50", "nodes"),
    ],
)
def test_a_long_search_tells_time_work_and_answers(backend: str, puzzle: str, name: str, told: str) -> None:
    written, _ = watched(backend, puzzle, name, 2.0)
    assert written
    assert all(text.startswith(ERASED) for text in written)
    assert any(f" s, {backend}: " in text and told in text for text in written)
    assert backend != "kernel" or any("answers so far" in text for text in written)
    assert written[-1] == ERASED, "it vanishes"


def test_before_the_first_cube_is_done_nobody_knows_how_long_it_takes() -> None:
    told = line_of("sat", Outcome(), None, 3, Progress(0, 400, 0.0, None))
    assert told == "3 s, sat: 0 of 400 cubes, 0 % of the tree"
    later = line_of("sat", Outcome(found=10), None, 3, Progress(100, 400, 0.25, 9.0)).partition("cubes, ")[2]
    assert later == "25 % of the tree, about 9 s left, about 40 answers in all, 10 answers so far"


def test_the_best_so_far_is_told() -> None:
    written, verdict = watched("backtracking", "grecian", "grecian", 2.0, "turns")
    assert verdict.startswith("14 ")
    assert any("best so far" in text for text in written)


def test_a_short_search_says_nothing() -> None:
    written, _ = watched("backtracking", "grecian", "grecian", 0.0)
    assert written == []


def test_a_line_fits_the_terminal() -> None:
    written: list[str] = []
    life = StatusLine(written.append, 12, iter([0.0, 5.0, 6.0]).__next__)
    solver = Solver(load_puzzle("sudoku"), "", *load_backend("sat"))
    life.follow(solver.answers(solvers.puzzle("sudoku").load("inkala")))
    life()
    assert written == [ERASED + "5 s, sat"]
    told = line_of("kernel", Outcome(1, effort={"nodes": 5_000}), None, 9.6)
    assert told == "10 s, kernel: 5,000 nodes, 1 answer so far"


def test_on_a_terminal_it_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    master, slave = pty.openpty()
    with os.fdopen(slave, "w") as terminal:
        monkeypatch.setattr(sys, "stderr", terminal)
        with status_line() as life:
            assert life is not None
    os.close(master)
