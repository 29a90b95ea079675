"""Answers are counted without being listed, by one thread or several, and none twice or not at all."""

from __future__ import annotations

from array import array
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from models.registry import instance_files, load_puzzle
from models.sudoku.instance import Sudoku
from solvers.backends.kernel.backend import BACKEND
from solvers.backends.kernel.covers import count_together
from solvers.core.backend import Clock, Limits, Settings
from solvers.core.registry import load_backend
from solvers.core.solver import Solver
from tests.random_models import answers_of, models
from tests.solvers.backends.dlx.test_dancing import every_cover, problems
from tests.solvers.backends.everyone import latin
from tests.solvers.kernel.built import kernel, patient
from tests.solvers.kernel.test_units import System, brute_force, engine_for, systems

KERNEL = kernel()


def by_turns(engines: list[Any], steps: int) -> int:
    """What engines count that take turns, the first giving of what it has to every other that is done."""
    total, waiting = 0, engines[1:]
    working = engines[:1]
    while working:
        engine = working.pop(0)
        found, finished = engine.count(1 << 40, steps)
        total += found
        if finished:
            waiting.append(engine)
            continue
        given_to = [other for other in waiting if engine.share(other)]
        waiting = [other for other in waiting if other not in given_to]
        working += [*given_to, engine]
    return total


@patient
@given(system=systems(), steps=st.sampled_from([1, 2, 5]))
def test_units_that_are_shared_lose_and_double_nothing(system: System, steps: int) -> None:
    values, domains, _ = system
    engines: list[Any] = [engine_for(system) for _ in range(3)]
    engines[0].begin(array("Q", [(1 << values) - 1] * len(domains)))
    assert by_turns(engines, steps) == len(brute_force(system))


@patient
@given(problem=problems(), steps=st.sampled_from([1, 2, 5]))
def test_covers_that_are_shared_lose_and_double_nothing(problem: tuple[int, int, list[list[int]]], steps: int) -> None:
    primary, secondary, options = problem
    flat = array("i", (number for option in options for number in (len(option), *option)))
    engines: list[Any] = [KERNEL.ExactCoverEngine(primary, secondary, flat, bytes(primary), False) for _ in range(3)]
    nothing = array("i", (number for number, option in enumerate(options) if not option))
    engines[0].begin(array("i"), nothing)
    assert by_turns(engines, steps) == len(every_cover(primary, options))


def test_only_engines_of_the_very_same_problem_share() -> None:
    def units(values: int) -> Any:
        engine = KERNEL.AllDifferentEngine(3, values, array("Q", [7, 7, 7]), array("i", [2, 0, 1]))
        engine.begin(array("Q", [7, 7, 7]))
        return engine

    one, other = units(3), units(4)
    one.count(1 << 40, 2)
    while not other.count(1 << 40, 100)[1]:
        pass
    assert one.share(other) is False
    assert one.share(units(3)) is False  # it is not done
    with pytest.raises(ValueError, match="itself"):
        one.share(one)
    with pytest.raises(TypeError):
        one.share(KERNEL.ExactCoverEngine(1, 0, array("i", [1, 0]), bytes(1), False))


@pytest.mark.parametrize("workers", [1, 2, 3])
def test_all_grids_of_order_four_are_counted(workers: int) -> None:
    sudoku = load_puzzle("sudoku")
    for formulation in ("cells", "cover"):
        model = sudoku.state(Sudoku((0,) * 16, (2, 2)), formulation).model
        outcome = BACKEND.load(model, Settings(workers=workers)).count()
        assert (outcome.found, outcome.complete) == (288, True)
        assert outcome.effort["nodes"] > 0


@patient
@given(model=models())
def test_a_count_is_how_many_answers_are_listed(model: Any) -> None:
    expected = len(answers_of(BACKEND.load(model)))
    for workers in (1, 2):
        outcome = BACKEND.load(model, Settings(workers=workers)).count()
        assert (outcome.found, outcome.complete) == (expected, True)


def test_a_count_keeps_to_its_limits() -> None:
    model = latin(4)
    assert BACKEND.load(model).count(limits=Limits(solutions=10)).stopped_by == "solutions"
    assert BACKEND.load(model).count(limits=Limits(solutions=10)).found == 10
    assert BACKEND.load(model).count({model.variables[0]: 1}).found == 144
    for workers in (1, 2):
        outcome = BACKEND.load(latin(9), Settings(workers=workers)).count(limits=Limits(seconds=0.2))
        assert outcome.stopped_by == "time"
        assert outcome.found > 1_000


@pytest.mark.needs_processes
def test_threads_end_when_one_of_them_fails() -> None:
    class Failing:
        def count(self, answers: int, steps: int) -> tuple[int, bool]:
            raise MemoryError

        def share(self, other: object) -> bool:
            return False

    with pytest.raises(MemoryError):
        count_together([Failing(), Failing()], 1, Clock(None), lambda more: None)


def test_of_a_count_one_answer_is_shown_and_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    cover = load_puzzle("cover")
    instance = next(iter(cover.read(instance_files(cover)["queens-8"])))
    checked: list[object] = []
    check = cover.check

    def counted(instance: Any, answer: Any) -> str | None:
        checked.append(answer)
        return check(instance, answer)

    monkeypatch.setattr(type(cover), "check", staticmethod(counted))
    found = Solver(cover, "", *load_backend("kernel")).solve(instance, Limits(), keep=False)
    assert found.outcome.found == 92
    assert len(checked) == len(found.answers) == 1
