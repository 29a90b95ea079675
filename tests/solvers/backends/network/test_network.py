"""The backend that proposes: what it finds is right, and what it does not find it says nothing of."""

from __future__ import annotations

import tomllib
from fnmatch import fnmatch
from pathlib import Path

import pytest
from hypothesis import assume, given

from models.errors import InputError
from models.language.model import Model
from models.registry import instance_files, load_puzzle
from solvers.core.backend import Limits, MissingLibrary
from solvers.core.limits import Status, status_of
from solvers.core.registry import load_backend
from solvers.core.solver import Solver
from solvers.run.request import RunRequest
from solvers.run.work import solve, solver_for
from tests.random_models import brute_force, decisions_of, models
from tests.solvers.backends.everyone import drawing, latin, pair, trying

pytest.importorskip("numpy")

from solvers.network.inference import WEIGHTS

BACKEND = load_backend("network")[0]


def test_it_solves_what_newspapers_print() -> None:
    puzzle = load_puzzle("sudoku")
    solver = Solver(puzzle, "cells", BACKEND)
    for instance in puzzle.read(instance_files(puzzle)["norvig_easy50"]):
        assert solver.solve(instance, Limits(solutions=1)).answers


@pytest.mark.parametrize(
    ("puzzle", "instance", "formulation"),
    [
        ("sudoku", "order_6", "cells"),
        ("sudoku", "order_4", "cover"),
        ("cubes", "parker-jaap", "cover"),
        ("cover", "wildwood", "options"),
    ],
)
def test_one_network_serves_every_exact_cover(puzzle: str, instance: str, formulation: str) -> None:
    (found, *_) = load_puzzle(puzzle).read(instance_files(load_puzzle(puzzle))[instance])
    assert Solver(load_puzzle(puzzle), formulation, BACKEND).solve(found, Limits(solutions=1)).answers


@trying("network", 60)
@given(drawing)
def test_what_it_finds_is_an_answer_and_it_never_claims_that_there_is_no_other(data) -> None:  # type: ignore[no-untyped-def]
    model = data.draw(models(max_vars=4, max_constraints=4))
    assume(BACKEND.unsupported_reason(model) is None)
    answers = BACKEND.load(model).solutions()
    assert {decisions_of(model, answer) for answer in answers} <= brute_force(model)
    assert answers.outcome.found <= 1
    assert not answers.outcome.complete
    assert answers.outcome.stopped_by == "unproved"


def test_where_there_is_no_answer_nothing_is_known() -> None:
    model = Model("three pigeons in two holes")
    model.add_all_different(model.new_int_var(1, 2, name) for name in "xyz")
    solutions = BACKEND.load(model).solutions()
    assert list(solutions) == []
    assert status_of(solutions.outcome) is Status.UNKNOWN
    assert solutions.outcome.failure == "none of the 49 proposals that the network made is an answer"


def test_givens_and_assumptions_are_kept() -> None:
    search = BACKEND.load(pair())
    x, y = search.model.variables
    (answer,) = search.solutions({x: 2}, assumptions=[y >= 3])
    assert (answer[x], answer[y]) == (2, 3)
    assert list(search.solutions({x: 2}, assumptions=[y == 2])) == []


def test_the_same_question_has_the_same_answer() -> None:
    search = BACKEND.load(latin(4))
    assert [*search.solutions()] == [*search.solutions()] != []


def test_a_time_limit_is_kept() -> None:
    solutions = BACKEND.load(latin(30)).solutions(limits=Limits(seconds=0.0))
    assert list(solutions) == []
    assert solutions.outcome.stopped_by == "time"


@pytest.mark.parametrize("asked", ["all", "count", "common"])
def test_it_is_asked_for_no_more_than_one_answer(asked: str) -> None:
    with pytest.raises(InputError, match="backend network finds one answer at most: ask it for no more, nor for the"):
        solver_for(RunRequest(puzzle="sudoku", backend="network", **{asked: True}))


def test_it_tells_what_it_believes_before_the_first_pass_and_after_each() -> None:
    search = BACKEND.load(latin(4))
    givens = {search.model.variables[0]: 2}
    assert [*search.solutions(givens)]
    moments = [*search.beliefs()]
    assert moments[0].best.keys() == givens.keys()  # of all others several values are believed alike
    for moment in moments:
        assert all(sum(shares.values()) == pytest.approx(1) for shares in moment.shares.values())
        assert all(
            shares[moment.best[var]] == max(shares.values())
            for var, shares in moment.shares.items()
            if var in moment.best
        )
        assert moment.shares[search.model.variables[0]] == {2: 1}
        assert 2 not in moment.shares[search.model.variables[1]]  # in the row of the given
    assert [moment.is_answer for moment in moments[:-1]] == [False] * (len(moments) - 1)
    if moments[-1].is_answer:
        assert not search.model.first_violation(moments[-1].best, givens)


def test_options_that_are_so_or_not_are_believed_against_their_strongest_rival() -> None:
    model = Model("the middle one, or both others")
    x, y, z = (model.new_bool_var(name) for name in "xyz")
    model.add_exactly_one([x, y])
    model.add_exactly_one([y, z])
    search = BACKEND.load(model)
    assert [*search.solutions()]
    before, *moments = search.beliefs()
    assert before.best == {}
    assert before.shares == {var: {0: 0.5, 1: 0.5} for var in (x, y, z)}
    for moment in moments:
        chances = {var: shares[1] for var, shares in moment.shares.items()}
        assert chances[x] == pytest.approx(chances[z])
        assert chances[y] == pytest.approx(1 - chances[x])
        assert moment.best == {var: int(chance > 0.5) for var, chance in chances.items()}


def test_choices_that_meet_an_item_together_are_wrong() -> None:
    model = Model("three pigeons in two holes")
    pigeons = [model.new_int_var(1, 2, name) for name in "xyz"]
    model.add_all_different(pigeons)
    for pigeon in pigeons:
        model.add(pigeon != 2)
    search = BACKEND.load(model)
    assert [*search.solutions()] == []
    assert all(moment.wrong == frozenset(moment.best) for moment in search.beliefs())


def test_where_nothing_is_left_open_there_is_nothing_to_believe() -> None:
    search = BACKEND.load(pair())
    x, y = search.model.variables
    assert len([*search.solutions({x: 2, y: 3})]) == 1
    assert [*search.beliefs()] == []
    assert [*search.solutions({x: 2}, assumptions=[y == 2])] == []
    assert [*search.beliefs()] == []


def test_passes_are_told_of_as_far_as_memory_is_set_aside(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("solvers.backends.network.backend.MAX_KEPT_SHARES", 2 * 16**3)
    search = BACKEND.load(latin(16))
    assert not [*search.solutions(limits=Limits(seconds=0.0))]
    assert len([*search.beliefs()]) == 3


def test_a_run_says_that_nothing_is_proved() -> None:
    puzzle = load_puzzle("sudoku")
    (instance, *_) = puzzle.read(instance_files(puzzle)["norvig_easy50"])
    result = solve(RunRequest(puzzle="sudoku", backend="network"), instance)
    assert (len(result.answers), result.unique) == (1, None)


def test_without_numpy_it_says_what_it_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "numpy", None)
    with pytest.raises(MissingLibrary, match=r"backend network needs numpy, .*puzzlebench\[numpy\]"):
        BACKEND.version()


def test_the_weights_come_with_the_package() -> None:
    settings = tomllib.loads((Path(__file__).parents[4] / "pyproject.toml").read_text(encoding="utf-8"))
    kept = settings["tool"]["setuptools"]["package-data"]["*"]
    assert WEIGHTS.is_file()
    assert any(fnmatch(WEIGHTS.name, pattern) for pattern in kept)
