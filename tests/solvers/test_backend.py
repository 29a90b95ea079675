"""What every backend owes to the protocol, whatever it does underneath."""

from __future__ import annotations

import pytest

from models.errors import PuzzlebenchError
from models.language.model import IntVar, Model, ModelError
from solvers.backend import Backend, CannotTake, Limits
from solvers.registry import BACKENDS, load_backend

ANY_ANSWER = [name for name in BACKENDS if name != "maxsat"]  # that one asks for an objective


@pytest.fixture(params=ANY_ANSWER)
def backend(request: pytest.FixtureRequest) -> Backend:
    found, _ = load_backend(request.param)
    return found


@pytest.fixture
def pair() -> Model:
    model = Model("pair")
    x, y = model.new_int_var(1, 3, "x"), model.new_int_var(1, 3, "y")
    model.add_all_different(x, y)
    return model


def test_a_model_changed_after_loading_must_be_loaded_again(backend: Backend, pair: Model) -> None:
    search = backend.load(pair)
    assert len(list(search.solutions())) == 6
    pair.new_int_var(0, 1, "z")
    with pytest.raises(ModelError, match="model 'pair' was changed after it had been loaded; load it again"):
        search.solutions()
    assert len(list(backend.load(pair).solutions())) == 12


def test_a_search_ended_by_a_later_one_says_so(backend: Backend, pair: Model) -> None:
    search = backend.load(pair)
    first = search.solutions()
    next(first)
    assert len(list(search.solutions())) == 6
    with pytest.raises(PuzzlebenchError, match="was ended by a later one on the same loaded model"):
        next(first)
    assert not first.outcome.complete


def test_a_search_that_is_over_may_be_asked_again(backend: Backend, pair: Model) -> None:
    search = backend.load(pair)
    over, limited = search.solutions(), search.solutions(limits=Limits(solutions=1))
    with pytest.raises(PuzzlebenchError):
        next(over)
    assert len(list(limited)) == 1
    search.solutions()
    assert next(limited, None) is None
    assert limited.outcome.stopped_by == "solutions"


def test_givens_are_checked(backend: Backend, pair: Model) -> None:
    search = backend.load(pair)
    x = pair.variables[0]
    with pytest.raises(ModelError, match=r"x = 7 is given, outside its domain \{1..3\}"):
        search.solutions({x: 7})
    with pytest.raises(ModelError, match=r"x is given 1\.0, a float; an int is expected"):
        search.solutions({x: 1.0})
    with pytest.raises(ModelError, match="it is no variable of model 'pair'"):
        search.solutions({Model("pair").new_int_var(1, 3, "x"): 1})


def test_answers_are_distinct_without_an_objective_and_better_with_one() -> None:
    """The decision is the same in the improving solutions: what gets better is no decision."""
    backend, _ = load_backend("backtracking")
    model = Model()
    x, y = model.new_int_var(1, 1, "x"), model.new_int_var(0, 2, "y")
    model.project_on(x)
    assert [solution[x] for solution in backend.load(model).solutions()] == [1]
    model.maximize(y)
    solutions = backend.load(model).solutions()
    assert [(solution[x], solution[y]) for solution in solutions] == [(1, 0), (1, 1), (1, 2)]
    assert solutions.outcome.found == 3


@pytest.mark.parametrize("name", ["sat", "dlx"])
def test_a_model_with_too_many_values_is_refused_at_once(name: str) -> None:
    backend, _ = load_backend(name)
    model = Model()
    model.new_int_var(0, 2 * 10**9, "wide")
    with pytest.raises(CannotTake, match="2,000,000,001 of them of wide"):
        backend.load(model)


@pytest.mark.parametrize("name", ["cpsat", "backtracking"])
def test_tests_of_a_huge_domain_are_bounds(name: str) -> None:
    backend, _ = load_backend(name)
    model = Model()
    x, b = model.new_int_var(-(10**15), 10**15, "x"), model.new_bool_var("b")
    model.add(x >= 10**12)
    model.add(x <= 10**12 + 3)
    model.add(x != 10**12 + 1)
    model.add(x > 10**12).only_enforce_if(b)
    assert {(s[x] - 10**12, s[b]) for s in backend.load(model).solutions()} == {(0, 0), (2, 0), (2, 1), (3, 0), (3, 1)}


def test_numpy_numbers_are_numbers(backend: Backend) -> None:
    numpy = pytest.importorskip("numpy")
    model = Model()
    x: IntVar = model.new_int_var_from_values(numpy.array([1, 2, 5]), "x")
    y = model.new_int_var(numpy.int64(0), 10, "y")
    model.add_allowed_assignments([x, y], numpy.array([[1, 4], [2, 3], [5, 9]]))
    model.add(y <= numpy.int64(4))
    found = [(solution[x], solution[y]) for solution in backend.load(model).solutions()]
    assert sorted(found) == [(1, 4), (2, 3)]
    assert {type(value) for pair in found for value in pair} == {int}
