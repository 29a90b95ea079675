"""The maxsat backend: the best answer of any model with an objective, and only of such models."""

from __future__ import annotations

from collections import deque

import pytest

from models.language.model import Model
from models.registry import instance_files, load_puzzle
from solvers.core.backend import Limits
from solvers.core.registry import load_backend
from solvers.core.solver import Solver
from tests.patience import soon


def test_a_wide_domain_costs_one_small_core_a_step() -> None:
    model = Model("wide")
    x = model.new_int_var(0, 3_000, "x")
    y = model.new_int_var(0, 3_000, "y")
    model.add_bool_or([x >= 200, y >= 300])
    model.minimize(3 * x + 2 * y)
    search = load_backend("maxsat")[0].load(model)
    assert [3 * solution[x] + 2 * solution[y] for solution in search.solutions()][-1] == 600


def test_thousands_of_small_cores_are_given_up_in_time() -> None:
    model = Model("wide")
    w = model.new_int_var(0, 20_000, "w")
    model.add(w + model.new_int_var(0, 3, "x") >= 9_000)
    model.minimize(w)
    answers = load_backend("maxsat")[0].load(model).solutions(limits=Limits(seconds=0.5))
    with soon():
        deque(answers, maxlen=0)
    assert answers.outcome.stopped_by == "time"


@pytest.mark.parametrize("objective", ["turns", "dials"])
@pytest.mark.parametrize("backend", ["maxsat", "cpsat", "backtracking"])
def test_least_effort_for_the_grecian_computer(objective: str, backend: str) -> None:
    puzzle = load_puzzle("grecian")
    instance = next(puzzle.read(instance_files(puzzle)["grecian"]))
    answers = Solver(puzzle, "", *load_backend(backend), objective=objective).answers(instance)
    turns = list(answers)[-1]
    assert answers.outcome.complete
    if objective == "turns":
        assert sum(min(steps, 12 - steps) for steps in turns) == 14
    else:
        assert sum(steps != 0 for steps in turns) == 4
