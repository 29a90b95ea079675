"""Backends of other packages that look at no clock: their limit is kept for them, and what they found is kept too."""

from __future__ import annotations

import json
import os
import signal
import sys
from pathlib import Path
from subprocess import PIPE, Popen

import pytest

import solvers
from models.language.model import Model
from solvers.backends.shared import stoppable
from solvers.core.backend import Limits
from solvers.core.limits import ANSWERED, STOPPED, Status
from solvers.core.registry import load_backend
from tests.patience import soon, wait_until
from tests.solvers.backends.everyone import latin
from tests.solvers.run.bulk.runs import EASY
from tests.third_party import command, install, is_running, processes_in

SAID = "backend {} did not stop when its time was up; its process was ended {:g} s later"

TIME = "3"
"""Seconds in which a process starts, and finds what there is, on a machine that is busy with other things."""


@pytest.fixture
def others(tmp_path: Path) -> dict[str, str]:
    return install(tmp_path)


def left_behind(others: dict[str, str]) -> list[int]:
    """Processes in which a backend sleeps."""
    return [process for process in processes_in(Path(others["PROCESSES"])) if is_running(process)]


def test_a_run_ends_with_what_was_found_and_says_who_did_not_stop(others: dict[str, str]) -> None:
    with soon():
        done = command(others, "run", "cubes", "--backend", "never_stops", "--time-limit", TIME)
    assert done.returncode == ANSWERED
    assert "answered: at least 1 answer (time limit reached)" in done.stdout
    assert SAID.format("never_stops", stoppable.GRACE_SECONDS) in done.stdout.splitlines()
    assert "The tower, top cube first" in done.stdout
    assert processes_in(Path(others["PROCESSES"]))
    assert not left_behind(others)


def test_loading_is_limited_too(others: dict[str, str]) -> None:
    with soon():
        done = command(others, "run", "cubes", "--backend", "loads_for_ever", "--time-limit", "0.3", "--json")
    assert done.returncode == STOPPED
    record = json.loads(done.stdout)
    assert (record["status"], record["stopped_by"]) == ("stopped", "time")
    assert record["failure"] == SAID.format("loads_for_ever", stoppable.GRACE_SECONDS)
    assert not left_behind(others)


@pytest.mark.parametrize("workers", ["1", "2"])
def test_in_a_file_of_many_the_puzzle_after_it_goes_on(others: dict[str, str], tmp_path: Path, workers: str) -> None:
    file = tmp_path / "puzzles.txt"
    file.write_text("\n".join(EASY[:5]))
    options = ["--instance", file, "--backend", "never_stops", "--time-limit", TIME, "--workers", workers, "--json"]
    with soon():
        done = command(others | {"SLEEPS_AT": EASY[2].replace(".", "")}, "run", "sudoku", *options)
    assert done.returncode == ANSWERED
    records = [json.loads(line) for line in done.stdout.splitlines()]
    assert [record["unique"] for record in records] == [True, True, None, True, True]
    assert [record["failure"] is not None for record in records] == [False, False, True, False, False]
    assert all(record["answers"] for record in records)
    assert f"error: puzzles #3: {SAID.format('never_stops', stoppable.GRACE_SECONDS)}" in done.stderr.splitlines()
    assert not left_behind(others)


def test_ctrl_c_ends_it_long_before_the_limit(others: dict[str, str]) -> None:
    words = [sys.executable, "-m", "solvers.run", "cubes", "--backend", "never_stops", "--time-limit", "1000"]
    running = Popen(words, env=others, stdout=PIPE, text=True)
    try:
        wait_until(lambda: left_behind(others))
        with soon():
            running.send_signal(signal.SIGINT)
            said, _ = running.communicate(timeout=60)
        assert running.returncode == ANSWERED
        assert "at least 1 answer (interrupted)" in said
        assert not left_behind(others)
    finally:
        running.kill()
        running.wait()


@pytest.fixture
def cached(others: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """The package is found by this process."""
    monkeypatch.syspath_prepend(others["PYTHONPATH"].split(os.pathsep)[-1])
    monkeypatch.setenv("PROCESSES", others["PROCESSES"])
    monkeypatch.setattr(stoppable.StoppableSearch, "grace_seconds", 0.2)
    return others


def test_in_python_answers_come_before_the_limit_and_the_rest_is_not_known(cached: dict[str, str]) -> None:
    with soon():
        assert len(list(solvers.solutions(latin(3), backend="never_stops", seconds=float(TIME)))) == 12
    assert not left_behind(cached)
    with soon(), pytest.raises(solvers.NotKnown, match="at least 12, .*: " + SAID.format("never_stops", 0.2)):
        solvers.count(latin(3), backend="never_stops", seconds=float(TIME))
    assert solvers.solve(latin(3), backend="never_stops", seconds=30).status is Status.SOLVED, "one is enough"


def test_in_python_loading_is_limited_too(cached: dict[str, str]) -> None:
    with soon():
        answer = solvers.solve(latin(3), backend="loads_for_ever", seconds=0.3)
    assert (answer.status, answer.outcome.stopped_by) == (Status.UNKNOWN, "time")
    assert SAID.format("loads_for_ever", 0.2) in repr(answer)
    assert not left_behind(cached)


def test_one_that_looks_at_its_clock_is_left_alone(cached: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stoppable.StoppableSearch, "grace_seconds", 30.0)
    backend, _ = load_backend("keeps_the_time", limited=True)
    search = backend.load(latin(3))
    for _ in range(2):
        answers = search.solutions(limits=Limits(seconds=float(TIME) / 2))
        assert len(list(answers)) == 12
        assert (answers.outcome.stopped_by, answers.outcome.failure) == ("time", "")


def test_only_another_packages_backend_with_a_time_limit_works_elsewhere(cached: dict[str, str]) -> None:
    assert isinstance(load_backend("faithful", limited=True)[0], stoppable.Stoppable)
    for word, limited in (("faithful", False), ("backtracking", True), ("clingo", True), ("best", True)):
        assert not isinstance(load_backend(word, limited)[0], stoppable.Stoppable)


def test_it_is_the_same_backend_but_for_that(cached: dict[str, str]) -> None:
    inner, apart = load_backend("faithful")[0], load_backend("faithful", limited=True)[0]
    for name in ("name", "summary", "is_stateful", "variants"):
        assert getattr(apart, name) == getattr(inner, name)
    assert (apart.version(), apart.missing(), apart.remark()) == (inner.version(), inner.missing(), inner.remark())
    model = Model("a pair")
    x = model.new_int_var(0, 3, "x")
    model.add(x >= 1)
    search = apart.load(model)
    assert search.word == "faithful"
    assert [answer[x] for answer in search.solutions()] == [1, 2, 3]
    assert search.count({x: 2}).found == 1
    assert not list(search.solutions(assumptions=[x >= 2, x <= 1]))
    assert len(search.core()) == 2
