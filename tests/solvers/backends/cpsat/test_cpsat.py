"""CP-SAT in particular: several workers, large numbers, and what it imports."""

from __future__ import annotations

import subprocess
import sys

import pytest
from hypothesis import HealthCheck, given, settings

from models.language.model import Model
from solvers.core.backend import CannotTake, Limits, Settings
from solvers.core.registry import load_backend
from tests.examples import examples
from tests.patience import soon
from tests.random_models import answers_of, brute_force, models
from tests.solvers.backends.hard_models import many_answers, market_split

pytest.importorskip("ortools")
CPSAT, _ = load_backend("cpsat")


@settings(max_examples=examples(15), deadline=None, suppress_health_check=list(HealthCheck))
@given(models())
def test_several_workers_find_the_same_answers(model: Model) -> None:
    assert answers_of(CPSAT.load(model, Settings(workers=2))) == brute_force(model)


def test_an_entry_that_differs_from_the_target_by_a_constant_is_not_the_target() -> None:
    """Given such an array, CP-SAT 9.15 takes both places for right; in larger ones it aborts."""
    model = Model()
    place, target = (model.new_int_var(0, 1, name) for name in ("place", "target"))
    model.add_element(place, [0, target - 1], target)
    assert answers_of(CPSAT.load(model)) == brute_force(model)


@pytest.mark.parametrize("sense", ["minimize", "maximize"])
def test_several_workers_find_better_and_better_solutions(sense: str) -> None:
    model = Model()
    x, y, z = (model.new_int_var(-9, 9, name) for name in "xyz")
    model.add_all_different([x, y, z])
    model.add(x + y + z == 4)
    cost = 3 * x - 2 * y + z
    model.minimize(cost) if sense == "minimize" else model.maximize(cost)
    solutions = CPSAT.load(model, Settings(workers=2)).solutions()
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


@pytest.mark.parametrize("declare", [market_split, many_answers])
def test_several_workers_keep_a_time_limit(declare) -> None:
    search = CPSAT.load(declare(), Settings(workers=2))
    solutions = search.solutions(limits=Limits(seconds=0.3))
    with soon():
        for _ in solutions:
            pass
    assert solutions.outcome.stopped_by == "time"


def test_a_program_may_end_in_the_middle_of_a_search() -> None:
    program = (
        "from solvers.core.registry import load_backend; from tests.solvers.backends.hard_models import many_answers;"
        "solutions = load_backend('cpsat')[0].load(many_answers()).solutions(); next(solutions)"
    )
    assert subprocess.run([sys.executable, "-c", program], check=False, capture_output=True).returncode == 0


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
        "import sys; from models.language.model import Model; from solvers.core.registry import load_backend;"
        "next(load_backend('cpsat')[0].load(Model()).solutions()); assert 'pandas' not in sys.modules"
    )
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0
