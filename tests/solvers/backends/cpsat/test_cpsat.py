"""CP-SAT in particular: several workers, large numbers, and what it imports."""

from __future__ import annotations

import subprocess
import sys
from itertools import islice

import pytest

from models.language.model import Model
from solvers.backends.default.fallback import StepBudget
from solvers.core.backend import Clock, Limits, Settings
from solvers.core.registry import load_backend
from tests.patience import soon
from tests.solvers.backends.hard_models import many_answers, market_split, pigeons

pytest.importorskip("ortools")
CPSAT, _ = load_backend("cpsat")


@pytest.mark.parametrize("declare", [market_split, many_answers])
def test_several_workers_keep_a_time_limit(declare) -> None:
    search = CPSAT.load(declare(), Settings(workers=2))
    solutions = search.solutions(limits=Limits(seconds=0.3))
    with soon():
        for _ in solutions:
            pass
    assert solutions.outcome.stopped_by == "time"


@pytest.mark.parametrize("wanted", [1, 2, 5, None])
@pytest.mark.parametrize("holes", [11, 19])
def test_whatever_is_asked_symmetries_show_that_pigeons_do_not_fit(holes: int, wanted: int | None) -> None:
    budget = StepBudget(Clock(None, wanted=wanted), 1_000, ())  # by enumerating, 12 of them take tens of thousands
    answers = CPSAT.load(pigeons(holes))._assuming({}, (), budget)
    with pytest.raises(StopIteration) as end:
        next(answers)
    assert end.value.value is True


@pytest.mark.parametrize(
    ("wanted", "asked", "rounds"),
    [
        (1, 1, ["one"]),
        (2, 2, ["all"]),
        (None, 6, ["all"]),
        (1, 6, ["one", "all"]),  # more than were wanted
    ],
)
def test_one_answer_is_asked_for_as_one(monkeypatch, wanted: int | None, asked: int, rounds: list[str]) -> None:
    search, kinds = CPSAT.load(three_in_a_row()), []
    parameters = search._parameters

    def noted(*parts, enumerate_all: bool):
        kinds.append("all" if enumerate_all else "one")
        return parameters(*parts, enumerate_all=enumerate_all)

    monkeypatch.setattr(search, "_parameters", noted)
    found = list(islice(search._assuming({}, (), Clock(None, wanted=wanted)), asked))
    assert (len({tuple(one.values()) for one in found}), kinds) == (asked, rounds)


def three_in_a_row() -> Model:
    model = Model()
    model.add_all_different([model.new_int_var(1, 3, name) for name in "xyz"])
    return model


def test_a_program_may_end_in_the_middle_of_a_search() -> None:
    program = (
        "from solvers.core.registry import load_backend; from tests.solvers.backends.hard_models import many_answers;"
        "solutions = load_backend('cpsat')[0].load(many_answers()).solutions(); next(solutions)"
    )
    assert subprocess.run([sys.executable, "-c", program], check=False, capture_output=True).returncode == 0


def test_it_imports_no_pandas() -> None:
    program = (
        "import sys; from models.language.model import Model; from solvers.core.registry import load_backend;"
        "next(load_backend('cpsat')[0].load(Model()).solutions()); assert 'pandas' not in sys.modules"
    )
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0
