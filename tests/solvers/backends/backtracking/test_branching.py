"""Decision strategies: which cell they choose, which part of it comes first, and that no answer is lost."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from models.language.model import CHOOSE, SELECT, Choose, Model, ModelError, Select
from solvers.backends.backtracking.backend import BacktrackingSearch
from solvers.backends.backtracking.value_index import half_towards
from solvers.core.registry import load_backend
from tests.examples import examples
from tests.random_models import answers_of, brute_force, models


@pytest.mark.parametrize(
    ("choose", "branched_on"),
    [
        ("first", "p"),
        ("min_domain_size", "q"),
        ("max_domain_size", "r"),
        ("lowest_min", "s"),
        ("highest_max", "r"),
        ("max_regret", "q"),
        ("max_degree", "p"),
        ("min_domain_max_degree", "s"),
        ("max_weighted_degree", "s"),  # p and s failed together: 14 / 3 and 12 / 2
    ],
)
def test_the_next_cell_is_the_one_that_comes_out_highest(choose: Choose, branched_on: str) -> None:
    model = Model()
    domains = {"p": (2, 3, 4), "q": (3, 8), "r": (5, 6, 7, 8, 9), "s": (0, 2)}
    p, q, r, s = (model.new_int_var_from_values(values, name) for name, values in domains.items())
    for less in (1, 2):  # than these come to at most
        model.add(p + r <= 13 - less)
        model.add(p + s <= 6 - less)
    model.add_decision_strategy([p, q, r, s], choose, "min_value")
    search = BacktrackingSearch(model)
    for var in (p, s):
        search._store.failures[var.index] = 10
    cell, brancher = search._open_cell()
    assert cell is not None
    assert brancher is not None
    assert model.variables[cell].name == branched_on


@pytest.mark.parametrize("backend", ["backtracking", "kernel"])
@pytest.mark.parametrize(
    ("select", "order"),
    [
        ("min_value", [1, 2, 4, 9]),
        ("max_value", [9, 4, 2, 1]),
        ("median_value", [2, 4, 1, 9]),
        ("lower_half", [1, 2, 4, 9]),
        ("upper_half", [9, 4, 2, 1]),
    ],
)
def test_values_are_tried_in_the_order_that_was_asked_for(backend: str, select: Select, order: list[int]) -> None:
    model = Model()
    x = model.new_int_var_from_values([1, 2, 4, 9])
    model.add_decision_strategy([x], "first", select)
    assert [answer[x] for answer in load_backend(backend)[0].load(model).solutions()] == order


def test_any_value_may_come_first_and_the_seed_says_which() -> None:
    model = Model()
    row = [model.new_int_var(0, 99) for _ in range(6)]
    model.add_decision_strategy(row, "first", "random_value")
    for name in ("backtracking", "kernel"):
        firsts = [tuple(next(load_backend(name)[0].load(model).solutions()).values()) for _ in range(2)]
        assert firsts[0] == firsts[1] != (0,) * 6, name


@settings(max_examples=examples(40), deadline=None, suppress_health_check=list(HealthCheck))
@given(models(max_vars=4, max_constraints=3), st.data())
def test_no_answer_is_lost(model: Model, data: st.DataObject) -> None:
    for _ in range(data.draw(st.integers(1, 2))):
        named = data.draw(st.lists(st.sampled_from(model.variables), unique_by=id, min_size=1))
        model.add_decision_strategy(named, data.draw(st.sampled_from(CHOOSE)), data.draw(st.sampled_from(SELECT)))
    answers = brute_force(model)
    for name in ("backtracking", "kernel"):
        assert answers_of(load_backend(name)[0].load(model)) == answers, name


def test_where_nobody_says_how_numbers_come_before_booleans_but_what_is_optimised_does_not() -> None:
    model = Model()
    flag, cost = model.new_bool_var("flag"), model.new_int_var(0, 1_000, "cost")
    wide, narrow = model.new_int_var(0, 9, "wide"), model.new_int_var(0, 4, "narrow")
    model.add(cost == 3 * wide + 5 * narrow - flag)
    model.minimize(cost)
    search = BacktrackingSearch(model)
    assert search._open_cell()[0] == narrow.index
    search._store.failures[wide.index] = 9
    assert search._open_cell()[0] == wide.index


def test_the_boolean_that_failed_last_is_decided_next() -> None:
    model = Model()
    flags = model.new_bool_vars("abc")
    search = BacktrackingSearch(model)
    assert search._open_cell() == (flags[0].index, None)
    search._store.failures[flags[1].index] = 1
    assert search._open_cell() == (flags[1].index, None)
    search._last_conflict = flags[2].index
    assert search._open_cell() == (flags[2].index, None)


@pytest.mark.parametrize("backend", ["backtracking", "kernel"])
def test_a_hundred_queens_are_placed_almost_without_a_mistake(backend: str) -> None:
    """Gecode takes 137 nodes; with sums by bounds alone a million are not enough."""
    model = Model()
    rows = [model.new_int_var(1, 100) for _ in range(100)]
    for sign in (0, 1, -1):
        model.add_all_different(row + sign * column for column, row in enumerate(rows))
    solutions = load_backend(backend)[0].load(model).solutions()
    next(solutions)
    assert solutions.search.effort()["nodes"] < 200


def test_a_strategy_of_no_kind_is_refused() -> None:
    model = Model("m")
    x = model.new_bool_var("x")
    with pytest.raises(ModelError, match="'last', 'min_value'"):
        model.add_decision_strategy([x], "last")  # type: ignore[arg-type]
    with pytest.raises(ModelError, match="to be branched on in model 'm'"):
        model.add_decision_strategy([Model().new_bool_var("y")])


@pytest.mark.parametrize(
    ("place", "half"),
    [(0, 0b11), (1, 0b11), (4, 0b11), (5, 0b1100000), (9, 0b1100000)],  # 4 is not in the set
)
def test_a_set_is_halved_towards_a_place(place: int, half: int) -> None:
    assert half_towards(1 << place, 0b1100011) == half
