"""The portfolio: backends side by side, the first to settle it counts, and no process outlives the search."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from time import sleep

import pytest

from models.language.model import Model
from solvers.backends.best.backend import Portfolio
from solvers.core.backend import Limits, Settings, WrongAnswer
from tests.patience import soon, wait_until
from tests.third_party import ROOT, is_running

WORDS = ("backtracking", "kernel")


@pytest.fixture(scope="module")
def square() -> Portfolio:
    """Latin squares of order 4: 576 answers."""
    model = Model("latin")
    cells = [[model.new_int_var(1, 4) for _ in range(4)] for _ in range(4)]
    for line in [*cells, *map(list, zip(*cells, strict=True))]:
        model.add_all_different(line)
    return Portfolio(model, Settings(), WORDS, "others")


def test_all_answers_come_once_however_many_find_them(square: Portfolio) -> None:
    answers = square.solutions()
    assert len({tuple(answer.values()) for answer in answers}) == 576
    assert (answers.outcome.found, answers.outcome.complete) == (576, True)
    assert square.why.startswith("backtracking and kernel searched side by side; ")
    assert square.backend is not None
    assert f"{square.backend.name} settled it first, after" in square.why
    assert square.size()


def test_they_are_counted_without_being_handed_over(square: Portfolio) -> None:
    outcome = square.count()
    assert (outcome.found, outcome.complete) == (576, True)
    outcome = square.count(limits=Limits(solutions=50))
    assert (outcome.found, outcome.complete, outcome.stopped_by) == (50, False, "solutions")


def test_one_answer_is_enough_where_one_is_asked_for(square: Portfolio) -> None:
    answers = square.solutions(limits=Limits(solutions=1))
    assert len(list(answers)) == 1
    assert "answered first" in square.why


def test_givens_without_an_answer_are_settled_and_have_a_core(square: Portfolio) -> None:
    first, second, *_, last = square.model.variables
    assumed = (first == 1, last == 4, second == 1)
    assert list(square.solutions(assumptions=assumed)) == []
    assert set(square.core()) == {first == 1, second == 1}


def test_the_best_is_the_best_and_each_answer_is_better_than_the_one_before() -> None:
    model = Model("knapsack")
    taken = [model.new_bool_var() for _ in range(6)]
    model.add(sum((place + 2) * var for place, var in enumerate(taken)) <= 11)
    gain = sum((3 * place + 4) * var for place, var in enumerate(taken))
    model.maximize(gain)
    answers = Portfolio(model, Settings(), WORDS, "best").solutions()
    gains = [gain.value(answer) for answer in answers]
    assert gains == sorted(set(gains))
    assert (gains[-1], answers.outcome.complete) == (29, True)


def test_who_claims_to_be_through_and_missed_something_is_not_believed(square: Portfolio) -> None:
    next(square.solutions())
    (member, *_) = square._members or [None]
    with pytest.raises(WrongAnswer, match="claims to have found everything, but others found more"):
        square._settle(member or type("Racer", (), {"word": "sat"})(), {(1, 2)})


PROGRAM = """
from models.language.model import Model
from solvers.core.backend import Settings
from solvers.backends.best.backend import Portfolio
from tests.solvers.backends.hard_models import market_split
search = Portfolio(market_split(), Settings(), ("backtracking", "kernel"), "others")
print(*[member.remote._process._process.pid for member in search._members], flush=True)
answers = search.solutions()
print(next(answers, None), answers.outcome.stopped_by, flush=True)
"""


@pytest.fixture
def racing() -> Iterator[tuple[subprocess.Popen[str], list[int]]]:
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    asker = subprocess.Popen(
        [sys.executable, "-c", PROGRAM], env=environment, cwd=ROOT, stdout=subprocess.PIPE, text=True
    )
    try:
        assert asker.stdout is not None
        children = [int(word) for word in asker.stdout.readline().split()]
        assert len(children) == 2
        assert all(map(is_running, children))
        yield asker, children
    finally:
        asker.kill()
        asker.wait()


@pytest.mark.skipif(sys.platform != "linux", reason="processes are looked up where Linux lists them")
@pytest.mark.parametrize("ending", [signal.SIGINT, signal.SIGKILL])
def test_no_process_is_left_behind(ending: signal.Signals, racing: tuple[subprocess.Popen[str], list[int]]) -> None:
    asker, children = racing
    sleep(0.5)  # the search has begun by then
    with soon():
        asker.send_signal(ending)
        wait_until(lambda: not any(map(is_running, children)))
    if ending is signal.SIGINT:
        assert asker.stdout is not None
        assert asker.stdout.read() == "None interrupt\n"
