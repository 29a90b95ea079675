"""Structures that stay loaded: few enough for the memory, enough for a file of mixed shapes."""

from __future__ import annotations

from typing import Any

import pytest

from models.language.model import Model
from models.registry import load_puzzle
from models.sudoku.board import BOXES
from models.sudoku.instance import Sudoku
from solvers.backends.backtracking.backend import Backtracking
from solvers.core import solver as solving
from solvers.core.backend import Limits, Search, Settings
from solvers.core.solver import Solver

SUDOKU = load_puzzle("sudoku")


class Counting(Backtracking):
    """Backtracking that says it learns, and counts what it loads by order."""

    is_stateful = True

    def __init__(self) -> None:
        self.loads: list[int] = []

    def _load(self, model: Model, settings: Settings) -> Search:
        self.loads.append(max(var.domain[-1] for var in model.variables))
        return super()._load(model, settings)


@pytest.fixture
def backend() -> Counting:
    return Counting()


def solve(solver: Solver[Any, Any], *orders: int) -> None:
    for order in orders:
        next(solver.answers(Sudoku((0,) * order**2, BOXES[order]), Limits(solutions=1)))


def test_shapes_that_take_turns_are_loaded_once(backend: Counting) -> None:
    solve(Solver(SUDOKU, "cells", backend), 4, 6, 9, 4, 6, 9, 4)
    assert backend.loads == [4, 6, 9]


@pytest.mark.parametrize(("name", "most"), [("MAX_LOADED", 2), ("MAX_LOADED_VALUES", 4**3 + 6**3 + 1)])
def test_of_too_many_the_one_not_used_for_longest_goes(
    name: str, most: int, backend: Counting, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(solving, name, most)
    solver = Solver(SUDOKU, "cells", backend)
    solve(solver, 4, 6, 4, 9 if name == "MAX_LOADED" else 6)
    backend.loads.clear()
    solve(solver, 4)
    assert backend.loads == []
    solve(solver, 9, 6, 4)
    assert backend.loads[-1] == 4


def test_one_structure_is_loaded_however_large_it_is(backend: Counting, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solving, "MAX_LOADED_VALUES", 1)
    solve(Solver(SUDOKU, "cells", backend), 4, 4, 6, 6, 4)
    assert backend.loads == [4, 6, 4]


def test_renewed_it_loads_again_what_is_needed_again(backend: Counting) -> None:
    solver = Solver(SUDOKU, "cells", backend)
    solve(solver, 4, 6, 9)
    solver.renew()
    solve(solver, 6, 6, 4)
    assert backend.loads == [4, 6, 9, 6, 4]


@pytest.mark.parametrize("before", [(), (4,), (9, 6, 4), (6, 9)])
def test_what_is_loaded_after_renewal_depends_on_nothing_before(
    before: tuple[int, ...], backend: Counting, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(solving, "MAX_LOADED", 2)
    solver = Solver(SUDOKU, "cells", backend)
    solve(solver, *before)
    solver.renew()
    backend.loads.clear()
    solve(solver, 4, 6, 4, 9, 4, 6, 9)
    assert backend.loads == [4, 6, 9, 6, 9]
