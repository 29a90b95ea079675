"""The store does what the Python engine does, node by node and propagator by propagator, and finds every answer."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, islice, pairwise

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from models.errors import InputError
from models.language.model import CHOOSE, SELECT, Givens, Literal, Model
from models.registry import PUZZLES, instance_files, load_puzzle
from solvers.backends.backtracking import backend as engine
from solvers.backends.backtracking.backend import BacktrackingSearch
from solvers.backends.backtracking.learning import FIRST_CLAUSES, MORE_CLAUSES
from solvers.backends.kernel.flatten import StoreSearch
from solvers.core.backend import NO_GIVENS, Limits, Search
from tests.examples import examples
from tests.random_circuits import circuits
from tests.random_features import FEATURES, stated
from tests.random_models import brute_force, decisions_of, declared_in, givens_for, literals_for, models
from tests.random_tasks import tasks_on_a_resource
from tests.solvers.backends.hard_models import job_shop
from tests.solvers.kernel.built import kernel

kernel()

Run = tuple[list[dict[int, int]], dict[str, int]]


def run(search: Search, givens: Givens, assumptions: Sequence[Literal], most: int | None = None) -> Run:
    """Every answer in order, and the work it was."""
    answers = search.solutions(givens, Limits(solutions=most), assumptions)
    found = [{var.index: value for var, value in answer.items()} for answer in answers]
    return found, search.effort()


def agree(
    model: Model,
    givens: Givens = NO_GIVENS,
    assumptions: Sequence[Literal] = (),
    limits: Sequence[int | None] = (None,),
) -> StoreSearch:
    """See that the compiled store takes the same steps under each limit on answers, one search after the other."""
    reference, compiled = BacktrackingSearch(model), StoreSearch(model)
    assert compiled._engine is not None
    for most in limits:
        assert run(compiled, givens, assumptions, most) == run(reference, givens, assumptions, most)
    return compiled


def check_one(model: Model, data: st.DataObject) -> None:
    givens, assumptions = data.draw(givens_for(model)), data.draw(literals_for(model))
    goal = data.draw(st.integers(-2, 2))
    if data.draw(st.integers(0, 3)) == 0:
        model.minimize(sum((goal + place) * var for place, var in enumerate(model.variables)))
    search = agree(model, givens, assumptions, (None, 1, None))
    if model.objective is None:
        found = {decisions_of(model, answer) for answer in search.solutions(givens, assumptions=assumptions)}
        assert found == brute_force(model, givens, assumptions)


@settings(max_examples=examples(300), deadline=None, suppress_health_check=list(HealthCheck))
@given(models(), st.data())
def test_random_models_take_the_same_steps(model: Model, data: st.DataObject) -> None:
    check_one(model, data)


def strategies_drawn(model: Model, data: st.DataObject) -> None:
    for _ in range(data.draw(st.integers(1, 3))):
        named = data.draw(st.lists(st.sampled_from(model.variables), unique_by=id, min_size=1))
        select = data.draw(st.sampled_from([word for word in SELECT if word != "random_value"]))
        model.add_decision_strategy(named, data.draw(st.sampled_from(CHOOSE)), select)


@settings(max_examples=examples(200), deadline=None, suppress_health_check=list(HealthCheck))
@given(tasks_on_a_resource(), st.data())
def test_tasks_on_a_resource_take_the_same_steps(model: Model, data: st.DataObject) -> None:
    declared = set(declared_in(model))
    givens = {var: value for var, value in data.draw(givens_for(model)).items() if var in declared}
    if data.draw(st.booleans()):
        model.minimize(data.draw(st.sampled_from(declared_in(model))))
    search = agree(model, givens, (), (None, 1, None))
    if model.objective is None:
        assert {decisions_of(model, answer) for answer in search.solutions(givens)} == brute_force(model, givens)


@settings(max_examples=examples(200), deadline=None, suppress_health_check=list(HealthCheck))
@given(circuits(5), st.data())
def test_circuits_take_the_same_steps(model: Model, data: st.DataObject) -> None:
    declared = set(declared_in(model))
    givens = {var: value for var, value in data.draw(givens_for(model)).items() if var in declared}
    if data.draw(st.booleans()):
        model.minimize(sum(data.draw(st.integers(-2, 3)) * var for var in declared_in(model)))
    search = agree(model, givens, (), (None, 1, None))
    if model.objective is None:
        assert {decisions_of(model, answer) for answer in search.solutions(givens)} == brute_force(model, givens)


def test_a_search_that_begins_again_takes_the_same_steps() -> None:
    model = Model("ruler")
    marks = model.new_int_vars(7, 0, 30, "mark{}")
    for one, other in pairwise(marks):
        model.add(one < other)
    model.add(marks[0] == 0)
    model.add_all_different(other - one for one, other in combinations(marks, 2))
    model.minimize(marks[-1])
    assert agree(model).effort()["backtracks"] > 2 * engine.FIRST_RESTART
    model = Model("no ruler")
    marks = model.new_int_vars(7, 0, 24, "mark{}")
    model.add_all_different(marks)
    model.add_all_different(other - one for one, other in combinations(marks, 2))
    model.add(sum(marks) <= 60)
    agree(model, limits=[1, 3])


@pytest.fixture
def learning_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every search of these tests begins again at its second contradiction, and learns from each that follows."""
    monkeypatch.setattr(engine, "FIRST_RESTART", 1)


@settings(max_examples=examples(120), deadline=None, suppress_health_check=list(HealthCheck))
@given(models(max_vars=6, max_constraints=9), st.data())
def test_a_search_that_learns_takes_the_same_steps(learning_at_once: None, model: Model, data: st.DataObject) -> None:
    if data.draw(st.integers(0, 3)) == 0:
        strategies_drawn(model, data)
    check_one(model, data)


@pytest.mark.parametrize("feature", FEATURES)
@settings(max_examples=examples(12), deadline=None, suppress_health_check=list(HealthCheck))
@given(st.data())
def test_a_search_that_learns_explains_every_feature(learning_at_once: None, feature: str, data: st.DataObject) -> None:
    chosen = data.draw(stated(feature))
    search = agree(chosen.model, limits=[None, 1])
    assert {decisions_of(chosen.model, answer) for answer in search.solutions(NO_GIVENS)} == chosen.answers()


def test_a_search_that_learns_proves_the_best_and_takes_the_same_steps() -> None:
    search = agree(job_shop(jobs=9, machines=5))
    assert search.effort()["backtracks"] > 2 * engine.FIRST_RESTART


@pytest.mark.slow
def test_a_search_that_learns_forgets_and_takes_the_same_steps() -> None:
    search = agree(job_shop(jobs=10, machines=5))
    assert search.effort()["backtracks"] > FIRST_CLAUSES + MORE_CLAUSES + 1_000


@settings(max_examples=examples(60), deadline=None, suppress_health_check=list(HealthCheck))
@given(models(), st.data())
def test_decision_strategies_take_the_same_steps(model: Model, data: st.DataObject) -> None:
    strategies_drawn(model, data)
    check_one(model, data)


def test_decision_strategies_over_many_words_and_digits_take_the_same_steps() -> None:
    for choose in CHOOSE:
        for select in SELECT[:5]:
            model = Model("wide")
            x, y = model.new_int_var(-7, 150, "x"), model.new_int_var_from_values(range(3, 900, 9), "y")
            z = model.new_int_var(0, 3_000_000, "z")
            model.add(3 * x - 2 * y + z == 2_000_001)
            model.add(x != y)
            model.add(x + y <= 140)
            model.add_decision_strategy([z, y], choose, select)
            model.add_decision_strategy([x, y], choose, select)
            agree(model, limits=[3])


@pytest.mark.slow
@settings(max_examples=2000, deadline=None, suppress_health_check=list(HealthCheck))
@given(models(max_vars=6, max_constraints=8), st.data())
def test_many_random_models_take_the_same_steps(model: Model, data: st.DataObject) -> None:
    if data.draw(st.booleans()):
        strategies_drawn(model, data)
    check_one(model, data)


def test_an_element_with_a_long_index_takes_the_same_steps() -> None:
    model = Model("long")
    index, target = model.new_int_var(0, 5_000, "index"), model.new_int_var(0, 9_999, "target")
    model.add_element(index, [place * 7_919 % 10_000 for place in range(5_001)], target)
    model.add(index - 3 * target <= 7)
    search = agree(model, {}, [target <= 99])
    pairs = ((place, place * 7_919 % 10_000) for place in range(5_001))
    assert {decisions_of(model, answer) for answer in search.solutions(assumptions=[target <= 99])} == {
        (i, t) for i, t in pairs if i - 3 * t <= 7 and t <= 99
    }


@settings(max_examples=examples(60), deadline=None, suppress_health_check=list(HealthCheck))
@given(st.data())
def test_domains_of_many_words_take_the_same_steps(data: st.DataObject) -> None:
    model = Model("wide")
    top = data.draw(st.sampled_from([70, 130, 200, 700]))
    step = data.draw(st.sampled_from([1, 1, 9]))
    x, y, z = (model.new_int_var_from_values(range(-3, top * step, step), name) for name in "xyz")
    picked = model.new_int_var(0, 3, "picked")
    model.add_all_different(x, y, z)
    model.add_element(picked, [x, y, 6, z], z) if data.draw(st.booleans()) else model.add(x - y == 0 * z)
    model.add(data.draw(st.sampled_from([1, -2, 3])) * x + y - z == data.draw(st.integers(-5, top)))
    model.add(x + y <= data.draw(st.integers(0, 40))).only_enforce_if(z.is_in(range(0, top, 2)))
    model.add_bool_or(x <= 20, ~(y == 6), z >= top - 9)
    model.add(x + z != data.draw(st.integers(0, 30)))
    model.add_allowed_assignments([x, picked], [(value, value % 4) for value in range(-3, top * step, 3 * step)])
    agree(model, limits=[20])


@settings(max_examples=examples(60), deadline=None)
@given(st.data())
def test_equations_of_two_variables_of_many_words_take_the_same_steps(data: st.DataObject) -> None:
    model = Model()
    sizes = st.integers(1, 330)
    x, y = (model.new_int_var(least := data.draw(st.integers(-200, 90)), least + data.draw(sizes)) for _ in "xy")
    factor, other = (data.draw(st.sampled_from([-2, -1, 1, 1, 3])) for _ in "xy")
    posted = model.add(factor * x + other * y == data.draw(st.integers(-150, 150)))
    if data.draw(st.booleans()):
        posted.only_enforce_if(model.new_bool_var())
    agree(model, limits=(None if not posted.constraint.condition else 50,))


@pytest.mark.parametrize("assumed", [None, range(5, 2_000_000), range(7_777_777, 7_777_778)])
def test_variables_kept_in_digits_take_the_same_steps(assumed: range | None) -> None:
    model = Model("digits")
    x, y = model.new_int_var(0, 10_000_000, "x"), model.new_int_var(-9_000_000, 10_000_000, "y")
    model.add(3 * x - 2 * y == 7)
    model.add(x + y >= 11_111_111)
    literals = [] if assumed is None else [x.is_in(assumed)]
    reference, compiled = BacktrackingSearch(model), StoreSearch(model)
    assert compiled._engine is not None
    for _ in range(2):
        assert run(compiled, {}, literals, 3) == run(reference, {}, literals, 3)
        assert run(compiled, {x: 9_000_001}, [], 3) == run(reference, {x: 9_000_001}, [], 3)


def test_a_short_sum_on_a_long_scale_takes_the_same_steps() -> None:
    model = Model("a scale that others make long")
    x, y, far = model.new_int_var(0, 9, "x"), model.new_int_var(0, 9, "y"), model.new_int_var_from_values([-(10**9), 3])
    model.add_all_different(x, y, far)
    model.add(x + y == 7)
    agree(model)


def test_what_has_no_compiled_form_is_searched_in_python() -> None:
    model = Model("judged")
    x, y = model.new_int_var(0, 10_000_000, "x"), model.new_int_var(0, 3, "y")
    model.add_allowed_assignments([x, y], [(0, 3), (1, 2), (3, 1), (3, 0)]).only_enforce_if(y != 3)
    model.add(x + y == 3)
    compiled = StoreSearch(model)
    assert compiled._engine is None
    assert run(compiled, {}, []) == run(BacktrackingSearch(model), {}, [])


FEWEST_COMPARED = 50
"""Of every other file of instances, so many of the first ones at least are quick enough to be compared."""


def test_instances_take_the_same_steps() -> None:
    compared = 0
    for name in PUZZLES:
        puzzle = load_puzzle(name)
        for path in [*instance_files(puzzle).values()][::2]:
            for instance in islice(puzzle.read(path), 1):
                for formulation in puzzle.formulations:
                    try:
                        stated = puzzle.state(instance, formulation)
                    except InputError:  # an exact cover cannot say what some variants demand
                        continue
                    givens = stated.givens(instance)
                    reference = BacktrackingSearch(stated.model)
                    answers = reference.solutions(givens, Limits(seconds=0.05, solutions=20))
                    many = sum(1 for _ in answers)
                    if answers.outcome.stopped_by == "time":
                        continue
                    compiled = StoreSearch(stated.model)
                    if compiled._engine is None:
                        continue
                    assert sum(1 for _ in compiled.solutions(givens, Limits(solutions=20))) == many, path
                    assert compiled.effort() == reference.effort(), path
                    compared += 1
    assert compared >= FEWEST_COMPARED
