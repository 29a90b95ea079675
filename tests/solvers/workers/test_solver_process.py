"""Models loaded in processes of their own: asked for answers one by one, killed and ended without a trace."""

from __future__ import annotations

import ctypes
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from time import process_time

import pytest

from models.language.model import Assignment, Model
from solvers.backends.backtracking.backend import BACKEND
from solvers.backends.shared.apart import ApartBackend, ApartSearch
from solvers.core.backend import Limits, Search, Settings
from solvers.core.limits import CannotTake, Clock, SolverFailed
from solvers.workers import usage
from solvers.workers.solver_process import release, solver_process
from solvers.workers.usage import processor_seconds
from tests.patience import wait_until
from tests.third_party import ROOT, is_running


class Apart(ApartBackend):
    """The reference, elsewhere; what the search there does besides depends on the name of the model."""

    name, summary = "apart", "the reference in another process"
    place = "tests.solvers.workers.test_solver_process:load"
    solver, library, distribution = "pytest", "pytest", "pytest"

    def unsupported_reason(self, model: Model) -> str | None:
        return None


def load(model: Model, settings: Settings) -> Search:
    if model.name == "refused":
        raise CannotTake("apart", "it")
    if model.name == "broken":
        raise ZeroDivisionError("by nought")
    search = BACKEND.load(model, settings)
    if model.name in ("deaf", "dies"):
        search._assuming = deaf if model.name == "deaf" else dies  # type: ignore[method-assign,assignment]
    if model.name == "tells":
        search._assuming = partial(tells_how_many_are_wanted, model)  # type: ignore[method-assign,assignment]
    return search


def tells_how_many_are_wanted(model: Model, givens: object, assumptions: object, clock: Clock) -> Iterator[Assignment]:
    yield {model.variables[0]: clock.wanted or 0}


def deaf(*asked: object) -> Iterator[object]:
    """Wait in C without letting any other thread run, as a solver that holds Python's lock; a note tells of it."""
    note = os.environ.get("NOTE")
    tells = f"echo {os.getpid()} . > '{note}'; " if note else ""
    ctypes.PyDLL(None).system(f"{tells}exec sleep 1000".encode())
    yield {}


def dies(*asked: object) -> Iterator[object]:
    print("out of gear", file=sys.stderr, flush=True)
    os._exit(7)
    yield {}


def loaded(name: str = "digits", most: int = 9) -> ApartSearch:
    model = Model(name)
    model.new_int_var(0, most, "x")
    search = Apart().load(model)
    assert isinstance(search, ApartSearch)
    return search


def test_answers_come_as_they_are_asked_for_and_closing_early_keeps_the_process() -> None:
    search = loaded(most=99)
    answers = search.solutions()
    assert [next(answers)[search.model.variables[0]] for _ in range(3)] == [0, 1, 2]
    answers.close()
    (kept,) = search._slot
    assert search.count().found == 100
    assert search._slot == [kept]
    assert search.effort()["nodes"] > 0


def test_it_is_told_how_many_answers_are_wanted() -> None:
    search = loaded("tells")
    for limit, told in ((1, 1), (2, 2), (None, 0)):
        (answer,) = search.solutions(limits=Limits(solutions=limit))
        assert answer[search.model.variables[0]] == told


def test_what_it_takes_is_counted_as_this_processs_own() -> None:
    search = loaded()
    assert len(list(search.solutions())) == 10
    own, its = process_time(), usage._taken(search._slot[0]._process._process.pid)
    assert processor_seconds() >= own + its > own


def test_what_is_raised_there_is_raised_here() -> None:
    with pytest.raises(CannotTake, match="backend apart cannot take it"):
        loaded("refused")
    with pytest.raises(SolverFailed, match="by nought"):
        loaded("broken")


def test_a_process_that_dies_is_a_failure_of_its_solver_and_the_next_search_has_another() -> None:
    search = loaded("dies")
    for _ in range(2):
        answers = search.solutions()
        assert list(answers) == []
        assert answers.outcome.stopped_by == "failure"
        assert answers.outcome.failure == "the process of the solver ended with exit code 7: out of gear"


def test_a_process_that_was_killed_between_searches_is_replaced_and_forgets() -> None:
    search = loaded()
    for what in (search.reset, search.count):
        os.kill(search._slot[0]._process._process.pid, signal.SIGKILL)
        wait_until(lambda: not search._slot[0].is_there())
        what()
        assert search.count().found == 10


def test_a_limit_kills_a_process_that_hears_of_nothing() -> None:
    search = loaded("deaf")
    answers = search.solutions(limits=Limits(seconds=0.2))
    assert list(answers) == []
    assert answers.outcome.stopped_by == "time"
    assert search._slot == []


@pytest.mark.skipif(sys.platform != "linux", reason="the signal of a cut lifeline is tried on Linux")
def test_a_process_that_hears_of_nothing_ends_with_its_asker_however_that_ends(tmp_path: Path) -> None:
    note = tmp_path / "note"
    program = "from tests.solvers.workers.test_solver_process import *; list(loaded('deaf').solutions())"
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "NOTE": str(note)}
    asker = subprocess.Popen([sys.executable, "-c", program], env=environment, cwd=ROOT)
    try:
        wait_until(lambda: note.exists() and note.read_text().endswith(".\n"))
        child = int(note.read_text().split()[0])
        assert is_running(child)
        asker.send_signal(signal.SIGKILL)
        wait_until(lambda: not is_running(child))
    finally:
        asker.kill()
        asker.wait()


def test_a_spare_process_that_was_killed_is_not_given_out() -> None:
    first = solver_process("of this test")
    release(first, "of this test")
    os.kill(first._process._process.pid, signal.SIGKILL)
    wait_until(lambda: not first.is_there())
    second = solver_process("of this test")
    assert second.is_there()
    second.end()


def test_it_finds_the_packages_of_its_asker_and_not_those_of_the_folder_it_is_in(tmp_path: Path) -> None:
    for name in ("models", "solvers"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").write_text("raise ImportError('something else of that name')\n")
    program = "from tests.solvers.workers.test_solver_process import *; print(loaded().count().found)"
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run([sys.executable, "-P", "-c", program], env=environment, cwd=tmp_path, capture_output=True)
    assert done.stdout == b"10\n", done.stderr.decode()
