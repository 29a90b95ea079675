from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from models.language.model import Model
from solvers.backend import CannotTake, Limits, Settings
from solvers.registry import load_backend
from tests.patience import soon
from tests.random_models import answers_of, brute_force, decisions_of, givens_for, models
from tests.solvers.backends.hard_models import many_answers, market_split
from tests.solvers.backends.interrupting import interrupt

pytest.importorskip("ortools")
MIP, _ = load_backend("mip")
KINDS = ("all different", "element", "linear", "table", "clause", "at most one", "exactly one")


@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.data())
def test_its_answers_are_those_of_brute_force(data: st.DataObject) -> None:
    model = data.draw(models(max_vars=4, max_constraints=4))
    givens = data.draw(givens_for(model))
    search = MIP.load(model)
    assert answers_of(search, givens) == brute_force(model, givens)
    assert answers_of(search) == brute_force(model)  # the givens have left no trace


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_each_kind_of_constraint_by_itself(kind: str, data: st.DataObject) -> None:
    model = data.draw(models(kinds=(kind,), max_vars=4))
    assert answers_of(MIP.load(model)) == brute_force(model)


def test_sums_over_wide_domains_need_no_column_for_each_value() -> None:
    model = Model("remainders")
    cards, stack, left = (
        model.new_int_var(0, top, name) for top, name in ((2000, "cards"), (500, "stack"), (3, "left"))
    )
    model.add(cards == 4 * stack + left)
    model.add(left == 3)
    model.add(cards >= 1990)
    search = MIP.load(model)
    assert search.size()["columns"] < 10
    assert {cards for cards, _, _ in answers_of(search)} == {1991, 1995, 1999}


def test_a_difference_over_wide_domains() -> None:
    model = Model("apart")
    x, y = model.new_int_var(0, 300, "x"), model.new_int_var(298, 600, "y")
    model.add(x != y)
    model.add(x >= 298)
    model.add(y <= 300)
    assert len(answers_of(MIP.load(model))) == 6


def test_free_variables_do_not_multiply_answers() -> None:
    model = many_answers(40)
    model.project_on(model.variables[:3])
    assert len(answers_of(MIP.load(model))) == 8


def test_no_decisions_make_one_answer() -> None:
    model = many_answers(10)
    model.project_on([])
    assert answers_of(MIP.load(model)) == {()}


def test_an_empty_model_has_one_answer() -> None:
    assert answers_of(MIP.load(Model())) == {()}


def test_a_search_leaves_no_trace_when_closed_early() -> None:
    search = MIP.load(many_answers(4))
    size = search.size()
    solutions = search.solutions({search.model.variables[0]: 1})
    next(solutions)
    next(solutions)
    solutions.close()
    assert search.size() == size
    assert len(answers_of(search)) == 16


def test_the_same_seed_gives_the_same_order() -> None:
    model = many_answers(4)
    runs = [[decisions_of(model, answer) for answer in MIP.load(model, Settings(seed=7)).solutions()] for _ in range(2)]
    assert runs[0] == runs[1]


@pytest.mark.parametrize("sense", ["minimize", "maximize"])
def test_the_last_solution_is_the_best(sense: str) -> None:
    model = Model()
    x, y, z = (model.new_int_var(-4, 4, name) for name in "xyz")
    model.add_all_different([x, y, z])
    model.add(x + y + z == 4)
    cost = 3 * x - 2 * y + z
    model.minimize(cost) if sense == "minimize" else model.maximize(cost)
    search = MIP.load(model)
    reached = {3 * a - 2 * b + c for a, b, c in brute_force(model)}
    for _ in range(2):  # the objective is taken back and set anew
        solutions = search.solutions()
        costs = [cost.value(answer) for answer in solutions]
        assert solutions.outcome.complete
        assert costs == sorted(set(costs), reverse=sense == "minimize")
        assert costs[-1] == (min(reached) if sense == "minimize" else max(reached))


@pytest.mark.parametrize("declare", [market_split, many_answers])
def test_a_time_limit_is_kept(declare) -> None:
    search = MIP.load(declare())
    solutions = search.solutions(limits=Limits(seconds=0.3))
    with soon():
        for _ in solutions:
            pass
    assert solutions.outcome.stopped_by == "time"


@pytest.mark.parametrize("model", ["market_split", "many_answers"])
def test_ctrl_c_ends_it_within_a_second(model: str) -> None:
    assert interrupt("mip", model, after=0.5) == "incomplete"


def test_too_many_values_are_refused_in_a_sentence() -> None:
    model = Model("wide")
    x, y = model.new_int_var(0, 10**6, "x"), model.new_bool_var("y")
    model.add_bool_or([x == 3, y])
    with pytest.raises(CannotTake, match=r"x, which is tested for single values and has 1,000,001 of them"):
        MIP.load(model)


def test_too_large_numbers_are_refused_in_a_sentence() -> None:
    model = Model("large")
    x, y = model.new_int_var(0, 9, "x"), model.new_bool_var("y")
    model.add(10**7 * x <= 5).only_enforce_if(y)
    with pytest.raises(CannotTake, match=r"a sum that reaches beyond 1,000,000: y ⇒ 10000000·x ≤ 5"):
        MIP.load(model)


def test_it_names_its_solver() -> None:
    assert MIP.version().startswith("HiGHS in OR-Tools MathOpt 9.")


def test_a_search_that_leaves_a_solve_behind_writes_nothing_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    """Writing all rows again takes seconds for a large model, and whoever pressed Ctrl-C is waiting."""
    from solvers.backends.mip import backend as mip

    model = Model()
    model.add_all_different([model.new_int_var(1, 3, name) for name in "abc"])
    search = load_backend("mip")[0].load(model)
    written = []
    program = mip.Program
    monkeypatch.setattr(mip, "Program", lambda *rows: written.append(rows) or program(*rows))
    answers = search.solutions()
    next(answers)
    monkeypatch.setattr(search._program, "in_use", True)
    answers.close()
    assert not written
    monkeypatch.undo()
    assert len(list(search.solutions())) == 6
