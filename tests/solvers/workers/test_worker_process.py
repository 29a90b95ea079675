"""Work spread over processes: in order, and none of it lost with a worker."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Generator, Iterable, Iterator
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from models.errors import InputError, PuzzlebenchError
from solvers.core.backend import CannotTake, WrongAnswer
from solvers.workers.base import MAX_AHEAD
from solvers.workers.pool import ProcessPool, values
from solvers.workers.worker_process import WorkerLost
from tests.patience import soon, wait_until
from tests.third_party import ROOT


def map_in_order(work: Callable[[Any], object], pieces: Iterable[Any], workers: int) -> Generator[Any, None, None]:
    return values(ProcessPool(workers).imap(work, pieces))


def square(number: int) -> int:
    time.sleep(0.01 * (number % 3))  # the first is not the first to be ready
    return number * number


def process(number: int) -> int:
    return os.getpid()


def die_at(number: int, marks: str, times: int) -> int:
    """Bring the worker down at 3, so many times."""
    died = [mark for mark in Path(marks).iterdir() if mark.name.startswith(f"{number}-")]
    if number == 3 and len(died) < times:
        (Path(marks) / f"{number}-{len(died)}").touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return number


ERRORS = {
    "wrong": WrongAnswer("1 is wrong"),
    "input": InputError("found 1", "file", 7),
    "refusal": CannotTake("dlx", "the sum"),
    "other": ZeroDivisionError("0"),
}


def fail_at(number: int, error: str) -> int:
    if number == 2:
        raise ERRORS[error]
    return number


def test_results_come_in_the_order_of_the_pieces() -> None:
    assert list(map_in_order(square, range(20), 2)) == [number * number for number in range(20)]


def test_no_pieces_no_results() -> None:
    assert list(map_in_order(square, [], 2)) == []


def test_the_work_is_done_by_as_many_other_processes() -> None:
    processes = set(map_in_order(process, range(40), 2))
    assert 1 <= len(processes) <= 2
    assert os.getpid() not in processes


def test_pieces_are_read_only_a_little_ahead() -> None:
    read: list[int] = []

    def pieces() -> Iterator[int]:
        for number in range(1000):
            read.append(number)
            yield number

    results = map_in_order(square, pieces(), 2)
    assert list(islice(results, 10)) == [number * number for number in range(10)]
    assert len(read) <= 10 + 2 * MAX_AHEAD
    results.close()


def wait_for_the_eighth(number: int, mark: str) -> int:
    """Let the first piece last until the eighth is done."""
    if number == 7:
        Path(mark).touch()
    if number == 0:
        wait_until(Path(mark).exists)
    return number


def test_while_the_first_piece_lasts_only_so_many_others_are_read_and_kept(tmp_path: Path) -> None:
    read: list[int] = []

    def pieces() -> Iterator[int]:
        for number in range(1000):
            read.append(number)
            yield number

    results = map_in_order(partial(wait_for_the_eighth, mark=str(tmp_path / "mark")), pieces(), 2)
    assert next(results) == 0
    assert len(read) == 2 * MAX_AHEAD == 8
    results.close()


def test_a_worker_that_is_out_of_memory_is_lost_and_a_fresh_one_tries_again(tmp_path: Path) -> None:
    work = partial(starve_once, mark=tmp_path / "mark")
    assert list(map_in_order(work, range(10), 2)) == list(range(10))
    assert (tmp_path / "mark").exists()


def starve_once(number: int, mark: Path) -> int:
    if number == 3 and not mark.exists():
        mark.touch()
        raise MemoryError
    return number


@pytest.mark.parametrize("times", [1, 2])
def test_a_killed_worker_loses_nothing(times: int, tmp_path: Path) -> None:
    work = partial(die_at, marks=str(tmp_path), times=times)
    assert list(map_in_order(work, range(10), 2)) == list(range(10))


def test_a_piece_that_kills_every_worker_is_given_up_in_its_turn(tmp_path: Path) -> None:
    results = map_in_order(partial(die_at, marks=str(tmp_path), times=99), range(10), 2)
    assert [next(results) for _ in range(3)] == [0, 1, 2]
    with pytest.raises(WorkerLost, match="killed 3 times at the same place"):
        next(results)


@pytest.mark.parametrize(
    ("error", "arrives_as"),
    [("wrong", WrongAnswer), ("input", InputError), ("refusal", PuzzlebenchError), ("other", ZeroDivisionError)],
)
def test_an_error_arrives_in_its_turn(error: str, arrives_as: type[Exception]) -> None:
    results = map_in_order(partial(fail_at, error=error), range(10), 2)
    assert [next(results), next(results)] == [0, 1]
    with pytest.raises(arrives_as) as raised:
        next(results)
    assert str(raised.value) == str(ERRORS[error])


def test_closing_ends_the_workers_at_once() -> None:
    results = map_in_order(process, range(100), 2)
    worker = next(results)
    with soon():
        results.close()
    with pytest.raises(ProcessLookupError):
        os.kill(worker, 0)


ORPHANS = """
import os, sys, time
from tests.solvers.workers.test_worker_process import map_in_order, tell_and_compute

results = map_in_order(tell_and_compute, [sys.argv[1]] * 2, 2)
next(results)
"""


def tell_and_compute(folder: str) -> None:
    (Path(folder) / str(os.getpid())).touch()
    started = time.monotonic()
    while time.monotonic() - started < 60:
        pass


def test_a_killed_parent_takes_its_workers_along(tmp_path: Path) -> None:
    parent = subprocess.Popen([sys.executable, "-c", ORPHANS, str(tmp_path)], cwd=ROOT)
    wait_until(lambda: len(list(tmp_path.iterdir())) == 2)
    workers = [int(mark.name) for mark in tmp_path.iterdir()]
    parent.kill()
    parent.wait()
    wait_until(lambda: not any(map(is_running, workers)))


def is_running(process: int) -> bool:
    """Whether there is such a process; one that has ended and waits for nobody to ask is none."""
    try:
        os.kill(process, 0)
        state = Path(f"/proc/{process}/stat")
        return not (state.exists() and state.read_text().rpartition(")")[2].split()[0] == "Z")
    except (ProcessLookupError, FileNotFoundError):
        return False
