from __future__ import annotations

import subprocess
import sys

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from models.errors import PuzzlebenchError
from models.language.model import Model
from solvers.backend import CannotTake, Limits, Settings
from solvers.registry import load_backend
from tests.patience import soon
from tests.random_models import answers_of, brute_force, decisions_of, givens_for, models
from tests.solvers.backends.hard_models import many_answers, market_split
from tests.solvers.backends.interrupting import interrupt

pytest.importorskip("ortools")
CPSAT, _ = load_backend("cpsat")


@settings(max_examples=80, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.data())
def test_its_answers_are_those_of_brute_force(data: st.DataObject) -> None:
    model = data.draw(models())
    givens = data.draw(givens_for(model))
    search = CPSAT.load(model)
    assert answers_of(search, givens) == brute_force(model, givens)
    assert answers_of(search) == brute_force(model)  # the givens have left no trace


@settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck))
@given(models())
def test_several_workers_find_the_same_answers(model: Model) -> None:
    assert answers_of(CPSAT.load(model, Settings(workers=2))) == brute_force(model)


@pytest.mark.parametrize("kind", ["all different", "element", "linear", "table", "at most one", "exactly one"])
@settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_each_kind_of_constraint_by_itself(kind: str, data: st.DataObject) -> None:
    model = data.draw(models(kinds=(kind,)))
    assert answers_of(CPSAT.load(model)) == brute_force(model)


def test_free_variables_do_not_multiply_answers() -> None:
    model = many_answers(40)
    model.project_on(model.variables[:3])
    assert len(answers_of(CPSAT.load(model))) == 8


def test_no_decisions_make_one_answer() -> None:
    model = many_answers(10)
    model.project_on([])
    assert answers_of(CPSAT.load(model)) == {()}


def test_an_empty_model_has_one_answer() -> None:
    assert answers_of(CPSAT.load(Model())) == {()}


def test_the_same_seed_gives_the_same_order() -> None:
    model = many_answers(6)
    runs = [
        [decisions_of(model, answer) for answer in CPSAT.load(model, Settings(seed=7)).solutions()] for _ in range(2)
    ]
    assert runs[0] == runs[1]


def test_a_limit_gives_the_beginning_of_all_answers() -> None:
    search = CPSAT.load(many_answers(6))
    everything = [decisions_of(search.model, answer) for answer in search.solutions()]
    two = [decisions_of(search.model, answer) for answer in search.solutions(limits=Limits(solutions=2))]
    assert two == everything[:2]


@pytest.mark.parametrize("sense", ["minimize", "maximize"])
@pytest.mark.parametrize("workers", [1, 2])
def test_each_solution_is_better_than_the_one_before(sense: str, workers: int) -> None:
    model = Model()
    x, y, z = (model.new_int_var(-9, 9, name) for name in "xyz")
    model.add_all_different([x, y, z])
    model.add(x + y + z == 4)
    cost = 3 * x - 2 * y + z
    model.minimize(cost) if sense == "minimize" else model.maximize(cost)
    solutions = CPSAT.load(model, Settings(workers=workers)).solutions()
    costs = [cost.value(answer) for answer in solutions]
    assert solutions.outcome.complete
    assert costs == sorted(set(costs), reverse=sense == "minimize")
    reached = {(cost.value(answer)) for answer in _all(model)}
    assert costs[-1] == (min(reached) if sense == "minimize" else max(reached))


def _all(model: Model) -> list[dict]:
    x, y, z = model.variables
    span = range(-9, 10)
    triples = ({x: a, y: b, z: 4 - a - b} for a in span for b in span)
    return [triple for triple in triples if model.first_violation(triple) is None]


@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize("declare", [market_split, many_answers])
def test_a_time_limit_is_kept(declare, workers: int) -> None:
    search = CPSAT.load(declare(), Settings(workers=workers))
    solutions = search.solutions(limits=Limits(seconds=0.3))
    with soon():
        for _ in solutions:
            pass
    assert solutions.outcome.stopped_by == "time"


@pytest.mark.parametrize("model", ["market_split", "many_answers"])
def test_ctrl_c_ends_it_within_a_second(model: str) -> None:
    assert interrupt("cpsat", model, after=0.5) == "incomplete"


def test_a_program_may_end_in_the_middle_of_a_search() -> None:
    program = (
        "from solvers.registry import load_backend; from tests.solvers.backends.hard_models import many_answers;"
        "solutions = load_backend('cpsat')[0].load(many_answers()).solutions(); next(solutions)"
    )
    assert subprocess.run([sys.executable, "-c", program], check=False, capture_output=True).returncode == 0


def test_closing_and_starting_anew() -> None:
    search = CPSAT.load(many_answers())
    first = search.solutions()
    next(first)
    second = search.solutions()
    next(second)
    second.close()
    with pytest.raises(PuzzlebenchError, match="was ended by a later one"):
        next(first)
    assert search.effort()["branches"] > 0


def test_numbers_beyond_64_bits_are_refused_in_a_sentence() -> None:
    model = Model("big")
    x = model.new_int_var(0, 9, "x")
    model.add(2**62 * x <= 2**65)
    with pytest.raises(CannotTake, match=r"a sum that reaches beyond 2\^60"):
        CPSAT.load(model)


def test_numbers_just_within_bounds_are_taken() -> None:
    model = Model("large")
    x, y = model.new_int_var(0, 3, "x"), model.new_int_var(0, 3, "y")
    model.add(2**57 * x + 2**56 * y == 2**58)
    assert answers_of(CPSAT.load(model)) == {(2, 0), (1, 2)}


def test_it_imports_no_pandas() -> None:
    program = (
        "import sys; from models.language.model import Model; from solvers.registry import load_backend;"
        "next(load_backend('cpsat')[0].load(Model()).solutions()); assert 'pandas' not in sys.modules"
    )
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0


def test_it_names_its_solver() -> None:
    assert CPSAT.version().startswith("OR-Tools CP-SAT 9.")
