"""``load``: one model, asked again and again under givens and assumptions, says what brute force says."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from models.errors import ModelError, PuzzlebenchError
from models.language.model import Model
from solvers import api as pb
from solvers.api import asking, watching
from solvers.core.limits import OutOfTime
from solvers.core.registry import BACKENDS
from tests.random_models import brute_force, givens_for, literals_for, models
from tests.solvers.api.test_api import best_of_two, magic_square
from tests.tables import rows


@pytest.mark.parametrize("backend", ["", "backtracking"])
@settings(max_examples=25, deadline=None)
@given(data=st.data())
def test_every_question_is_answered_as_by_brute_force(backend: str, data: st.DataObject) -> None:
    model = data.draw(models())
    with pb.load(model, backend=backend) as search:
        for _ in range(3):
            givens, assumptions = data.draw(givens_for(model)), data.draw(literals_for(model))
            expected = brute_force(model, givens, assumptions)
            by_name = {var.name: value for var, value in givens.items()}
            found = list(search.solutions(givens=by_name, assumptions=assumptions))
            assert {tuple(answer.value.values()) for answer in found} == expected
            assert search.count(givens=givens, assumptions=assumptions) == len(expected) == len(found)
            answer = search.solve(givens=givens, assumptions=assumptions)
            assert bool(answer) == bool(expected)
            assert pb.count(model, backend=backend, givens=by_name, assumptions=assumptions) == len(expected)
            if not answer:
                core = search.core()
                assert set(core) <= set(assumptions)
                assert not brute_force(model, givens, core)


@rows("backend", [name for name in BACKENDS if name not in ("dlx", "sat")])
def test_what_is_asked_of_a_loaded_model_leaves_no_trace(backend: str) -> None:
    model, x, y = best_of_two()
    with pb.load(model, backend=backend) as search:
        assert search.solve(givens={x: 4})["y"] == 0
        assert not search.solve(assumptions=[x == 4, y == 1])
        assert set(search.core()) == {x == 4, y == 1}
        assert search.solve(assumptions=[x == 0])[y] in range(6)
    assert pb.solve(model, backend=backend, givens={"x": 4}).objective == 16


def test_a_new_question_ends_the_one_before() -> None:
    model, _ = magic_square()
    search = pb.load(model)
    one = search.solutions()
    assert next(one)["cell 4"] == 5
    assert search.count() == 8
    with pytest.raises(PuzzlebenchError, match="ended by a later one on the same loaded model"):
        next(one)


def test_a_model_that_was_changed_or_given_back_is_to_be_loaded_again() -> None:
    model, cells = magic_square()
    with pb.load(model) as search:
        model.add(cells[0] == 2)
        with pytest.raises(ModelError, match="changed after it had been loaded"):
            search.solve()
    with pytest.raises(PuzzlebenchError, match="the with statement that this model was loaded for has ended"):
        search.count()


def test_an_instance_is_loaded_with_its_own_givens_and_asked_under_more() -> None:
    with pb.load(pb.puzzle("sudoku").typed("53" + 79 * "."), backend="kernel") as search:
        assert search.solve(givens={"R1C3": 4}).value.cells[:3] == (5, 3, 4)
        assert not search.solve(givens={"R1C3": 5})
        assert not search.solve(givens={"R1C1": 6})  # where 5 is given
        assert search.solve(assumptions=[search.model.variable("R1C3") == 4])


@rows("backend", ["", "cpsat", "kernel", "backtracking", "maxsat"])
def test_every_better_answer_is_told_and_the_last_is_the_best(backend: str) -> None:
    model, *_ = best_of_two()
    told: list[pb.Answer] = []
    best = pb.solve(model, backend=backend, on_solution=told.append)
    objectives = [answer.objective for answer in told]
    assert objectives == sorted(set(objectives), key=lambda value: value or 0)
    assert (best.objective, best.value, told[-1] == best, best.proved) == (17, {"x": 2, "y": 3}, True, True)
    assert [answer.value for answer in pb.solutions(model, backend=backend)][-1] == best.value
    assert pb.optimum(model, backend=backend).value == best.value


def test_what_a_listener_raises_ends_the_search() -> None:
    class EnoughError(Exception):
        pass

    def stop(answer: pb.Answer) -> None:
        raise EnoughError

    with pytest.raises(EnoughError):
        pb.solve(magic_square()[0], on_solution=stop)


@pytest.mark.parametrize(("hint", "known"), [(9, 9), (3, None), (None, None)])
def test_a_hint_that_is_an_answer_is_one_where_the_time_was_up_before_the_search(
    hint: int | None, known: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    def late(*parts: object) -> None:
        raise OutOfTime("the time is up")

    monkeypatch.setattr(asking, "LoadedModel", late)
    model = Model("late")
    x = model.new_int_var(0, 9, "x")
    model.add(x >= 5)
    model.minimize(x)
    if hint is not None:
        model.add_hint(x, hint)
    best = pb.solve(model, seconds=1)
    assert (best.objective, best.proved, best.outcome.stopped_by) == (known, False, "time")


def pigeons() -> Model:
    model = Model("pigeons")
    holes = [model.new_int_var(1, 6, f"pigeon {place}") for place in range(7)]
    for one in range(7):
        for other in range(one):
            model.add(holes[one] != holes[other])
    return model


def test_a_search_tells_how_far_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watching, "PROGRESS_SECONDS", 0)
    told: list[watching.SearchProgress] = []
    assert not pb.solve(pigeons(), backend="backtracking", progress=told.append)
    efforts = [sum(one.effort.values()) for one in told]
    assert efforts == sorted(efforts)
    assert efforts[-1] > 0
    assert re.match(r"\d+ s, backtracking: ", str(told[-1]))


def test_what_its_listener_raises_ends_it_even_where_the_solver_loses_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(watching, "PROGRESS_SECONDS", 0)
    with pytest.raises(ZeroDivisionError):
        pb.solve(pigeons(), backend="backtracking", progress=lambda told: 1 // 0)
    with pb.load(pigeons(), backend="backtracking") as search:
        answers = search.answers(progress=print)
        watch = answers._watch
        assert watch is not None
        watch.found, watch.error = None, ZeroDivisionError()  # as a thread of the solver's leaves it
        with pytest.raises(ZeroDivisionError):
            answers.last()
