"""Models at the edge of what backends take: too many values, huge domains, gains outside the projection."""

from __future__ import annotations

import pytest

from models.language.model import Givens, Model
from solvers.core.backend import Assignments, CannotTake, Clock, Limits, Search
from solvers.core.registry import BACKENDS, load_backend

ANY_ANSWER = [name for name in BACKENDS if name != "maxsat"]  # that one asks for an objective


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


class OneGiven(Search):
    """As little as a search can be: it answers when every variable is given."""

    def size(self) -> dict[str, int]:
        return {}

    def effort(self) -> dict[str, int]:
        return {}

    def _assignments(self, givens: Givens, clock: Clock) -> Assignments:
        clock.check()
        yield dict(givens)
        return True


def test_assumptions_of_very_many_values_are_given_one_by_one() -> None:
    model = Model()
    v, w = model.new_int_var(0, 10**15, "v"), model.new_int_var(0, 10**15, "w")
    search, limits = OneGiven(model), Limits(solutions=3)
    answers = search.solutions(limits=limits, assumptions=[v >= 10**14, w <= 10**12])
    assert [(answer[v], answer[w]) for answer in answers] == [(10**14, 0), (10**14, 1), (10**14, 2)]


@pytest.mark.parametrize("name", ["exact", "z3", "clingo"])
def test_wide_assumptions_are_rows(name: str) -> None:
    backend, _ = load_backend(name)
    if backend.missing():
        pytest.skip(backend.missing())
    model = Model()
    w, x = model.new_int_var(0, 10**12, "w"), model.new_int_var(0, 2, "x")
    model.add(w + x == 10**12)
    search = backend.load(model)
    assert {answer[x] for answer in search.solutions(assumptions=[w != 10**12 - 1])} == {0, 2}
    assert [answer[x] for answer in search.solutions(assumptions=[w <= 10**12 - 2])] == [2]
    assert not list(search.solutions(assumptions=[w <= 10**12 - 2, x <= 1]))
