"""The maxsat backend: the best answer of any model with an objective, and only of such models."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from models.language.model import Givens, Model
from models.registry import instance_files, load_puzzle
from solvers.backend import CannotTake, Settings
from solvers.registry import load_backend
from solvers.solving import Solver
from tests.random_models import givens_for, models


def best_by_brute_force(model: Model, given: Givens) -> int | None:
    assert model.objective is not None
    values = []
    for combination in product(*(var.domain for var in model.variables)):
        assignment = dict(zip(model.variables, combination, strict=True))
        if model.first_violation(assignment, given) is None:
            values.append(model.objective.expression.value(assignment))
    return (min if model.objective.sense == "minimize" else max)(values, default=None)


@st.composite
def models_with_objective(draw: st.DrawFn) -> Model:
    model = draw(models(max_vars=4, max_constraints=4))
    chosen = draw(st.lists(st.sampled_from(model.variables), unique_by=id, max_size=4))
    total = sum((draw(st.integers(-3, 3)) * var for var in chosen), 0 * model.variables[0]) + draw(st.integers(-5, 5))
    model.minimize(total) if draw(st.booleans()) else model.maximize(total)
    return model


@pytest.mark.parametrize("name", ["maxsat", "maxsat:glucose4", "backtracking", "cpsat", "sat"])
@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_best_is_the_best_by_brute_force(name: str, data: st.DataObject) -> None:
    model = data.draw(models_with_objective())
    given = data.draw(givens_for(model))
    backend, variant = load_backend(name)
    search = backend.load(model, Settings(variant=variant))
    for fixed in (given, {}, given):
        solutions = search.solutions(fixed)
        assert model.objective is not None
        values = [model.objective.expression.value(solution) for solution in solutions]
        assert solutions.outcome.complete
        better = sorted(set(values), reverse=model.objective.sense == "minimize")
        assert values == better, "each must be better than the one before"
        assert (values[-1] if values else None) == best_by_brute_force(model, fixed)


def test_a_model_without_an_objective_is_refused() -> None:
    backend, _ = load_backend("maxsat")
    model = Model("aimless")
    model.new_bool_var("x")
    with pytest.raises(CannotTake, match="without an objective"):
        backend.load(model)


def test_a_wide_domain_costs_one_small_core_a_step() -> None:
    model = Model("wide")
    x = model.new_int_var(0, 3_000, "x")
    y = model.new_int_var(0, 3_000, "y")
    model.add_bool_or([x >= 200, y >= 300])
    model.minimize(3 * x + 2 * y)
    search = load_backend("maxsat")[0].load(model)
    assert [3 * solution[x] + 2 * solution[y] for solution in search.solutions()][-1] == 600


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
