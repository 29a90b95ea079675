"""One run in a process of its own: what comes back, and what it cost."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from models.registry import family, find_instance, load_puzzle
from solvers.compare.measure import digest_of, measure, measure_here, peak_memory
from solvers.compare.record import Measurement
from solvers.compare.request import CompareRequest
from tests.patience import soon, wait_until
from tests.third_party import install, is_running, processes_in

GRECIAN = load_puzzle("grecian")
TOY: Any = next(GRECIAN.read(find_instance(GRECIAN, "toy")))
ALL = CompareRequest("grecian", formulation="element", backend="backtracking", mode="all", time_limit=10.0)


@pytest.fixture(scope="module")
def measured() -> Measurement:
    return measure(ALL, TOY)


def test_the_answers_travel_back(measured: Measurement) -> None:
    assert measured.status == "answered"
    assert measured.solved
    assert measured.complete
    assert measured.answers == measure_here(ALL, TOY).answers
    assert len(measured.answers or ()) == measured.found
    assert "variables" in measured.size
    assert "nodes" in measured.effort


def test_every_span_is_measured_by_wall_and_processor(measured: Measurement) -> None:
    assert set(measured.wall) == {"model", "load", "first", "search"}
    assert set(measured.cpu) == {"model", "load", "first", "search"}
    assert all(span >= 0 for span in [*measured.wall.values(), *measured.cpu.values()])
    for spans, total in ((measured.wall, measured.total), (measured.cpu, measured.total_cpu)):
        assert spans["first"] <= spans["search"]
        assert total == pytest.approx(spans["model"] + spans["load"] + spans["search"])


def test_memory_is_that_of_the_run_and_not_of_who_asked(measured: Measurement) -> None:
    ballast = bytearray(60_000_000)
    again = measure(ALL, TOY)
    assert 5e6 < again.memory < 60e6
    assert peak_memory() > len(ballast)


def test_the_same_set_has_the_same_digest_in_any_order() -> None:
    sat = measure_here(replace(ALL, formulation="table", backend="sat"), TOY)
    assert sat.digest == measure_here(ALL, TOY).digest
    assert digest_of([0, 1]) != digest_of([1, 0])


def test_of_too_many_answers_only_the_digest_travels(monkeypatch: pytest.MonkeyPatch) -> None:
    sudoku: Any = family("sudoku")(4, 0)
    whole = replace(ALL, puzzle="sudoku", formulation="cells")
    everything = measure_here(whole, sudoku)
    monkeypatch.setattr("solvers.compare.measure.MAX_SENT_ANSWERS", 1)
    digest = measure_here(whole, sudoku)
    assert everything.found > 1
    assert digest.answers is None
    assert (digest.found, digest.digest) == (everything.found, everything.digest)


def test_a_limit_before_the_question_is_settled_is_no_answer() -> None:
    cubes: Any = family("cubes")(40, 0)
    stopped = measure_here(CompareRequest("cubes", formulation="cover", backend="backtracking", time_limit=0.2), cubes)
    assert (stopped.status, stopped.note, stopped.solved) == ("stopped", "time", False)


def test_the_limit_is_for_declaring_and_loading_too(others: Path) -> None:
    late = measure_here(replace(ALL, backend="loads_slowly", time_limit=0.3), TOY)
    assert (late.status, late.note, late.found, late.solved) == ("stopped", "time", 0, False)
    assert late.wall["load"] > 0.3
    assert "search" not in late.wall


def test_what_is_settled_after_the_limit_is_not_settled(others: Path) -> None:
    late = measure_here(replace(ALL, backend="answers_slowly", time_limit=0.5), TOY)
    assert (late.status, late.solved) == ("stopped", False)
    assert late.note.startswith("time: settled after ")
    assert late.complete, "what it found still counts where sides are compared"


def test_as_many_answers_as_were_asked_for_settle_the_question() -> None:
    asked = replace(ALL, puzzle="sudoku", formulation="cells", mode="first")
    first = measure_here(asked, family("sudoku")(4, 0))
    assert (first.status, first.complete, first.solved) == ("answered", False, True)


def test_what_a_backend_cannot_take_is_said() -> None:
    refused = measure_here(replace(ALL, backend="dlx"), TOY)
    assert refused.status == "cannot take"
    assert refused.note.startswith("backend dlx cannot take")


def test_of_an_objective_only_the_best_counts() -> None:
    best = measure_here(replace(ALL, minimize="turns", mode=None), TOY)
    assert best.complete
    assert isinstance(best.objective, int)
    assert len(best.answers or ()) == 1


def test_it_works_from_any_folder(tmp_path: Path) -> None:
    before = Path.cwd()
    os.chdir(tmp_path)
    try:
        assert measure(ALL, TOY).status == "answered"
    finally:
        os.chdir(before)


# Backends that go wrong, in another package


@pytest.fixture
def others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file in which the backends of another package write which processes they have started."""
    environment = install(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setenv("PROCESSES", environment["PROCESSES"])
    return Path(environment["PROCESSES"])


def test_one_that_does_not_stop_is_killed_with_all_it_has_started(
    others: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("solvers.compare.measure.GRACE_SECONDS", 3.0)
    with soon():
        killed = measure(replace(ALL, backend="waits_for_a_helper", time_limit=0.1), TOY)
        assert killed.note == "did not stop within 3 s after its time limit"
        wait_until_gone(others)


def test_a_helper_left_behind_is_ended_and_nobody_waits_for_it(others: Path) -> None:
    with soon():
        assert measure(replace(ALL, backend="leaves_a_helper"), TOY).status == "answered"
        wait_until_gone(others)


def wait_until_gone(noted: Path) -> None:
    processes = processes_in(noted)
    assert processes
    wait_until(lambda: not any(map(is_running, processes)))
