"""What every pool promises, own processes and a Dask cluster alike: results in order, and none lost with a worker."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from functools import partial
from itertools import islice
from pathlib import Path

import pytest

from models.errors import InputError
from solvers.core.backend import CannotTake, WrongAnswer
from solvers.workers.base import MAX_AHEAD, Pool
from solvers.workers.pool import ProcessPool, open_pool, values
from solvers.workers.worker_process import WorkerLost
from tests.patience import soon, wait_until
from tests.third_party import ROOT, is_running


@pytest.fixture(scope="module", params=[None, pytest.param("local", marks=pytest.mark.slow)], ids=["own", "dask"])
def pool(request: pytest.FixtureRequest) -> Iterator[Pool]:
    if request.param:
        pytest.importorskip("distributed", reason="Dask is not installed")
    with open_pool(request.param, 2) as pool:
        yield pool


def slowly(number: int, seconds: float) -> int:
    time.sleep(seconds * (number % 3))  # the first is not the first to be ready
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


def starve_once(number: int, mark: Path) -> int:
    if number == 3 and not mark.exists():
        mark.touch()
        raise MemoryError
    return number


def tell_and_sleep(number: int, folder: str) -> int:
    (Path(folder) / str(os.getpid())).touch()
    time.sleep(60)
    return number


ERRORS = {
    "wrong": WrongAnswer("1 is wrong"),
    "input": InputError("found 1", "file", 7),
    "refusal": CannotTake("dlx", "the sum"),
    "other": ZeroDivisionError("0"),
}


def fail_with(error: str) -> int:
    raise ERRORS[error]


def test_results_come_in_the_order_of_the_pieces_or_as_soon_as_they_are_there(pool: Pool) -> None:
    results = pool.imap(partial(slowly, seconds=0.02), range(20))
    assert [(number, result.value) for number, result in results] == [(number, number**2) for number in range(20)]
    numbers = [number for number, _ in pool.imap(partial(slowly, seconds=0.4), [2, 0, 0, 0, 0], in_order=False)]
    assert numbers[-1] == 0
    assert sorted(numbers) == list(range(5))
    assert list(pool.imap(process, [])) == []


def test_the_work_is_done_by_as_many_other_processes_which_end_with_it(pool: Pool) -> None:
    processes = set(values(pool.imap(process, range(40))))
    assert os.getpid() not in processes
    assert len(processes) <= 2 or not isinstance(pool, ProcessPool)  # Dask may let some end and start others
    wait_until(lambda: not any(map(is_running, processes)))


def wait_for_the_eighth(number: int, mark: str) -> int:
    """Let the first piece last until the eighth is done."""
    if number == 7:
        Path(mark).touch()
    if number == 0:
        wait_until(Path(mark).exists)
    return number


def test_pieces_are_read_only_a_little_ahead_and_while_the_first_lasts_no_more(pool: Pool, tmp_path: Path) -> None:
    read: list[int] = []
    pieces = (read.append(number) or number for number in range(1000))  # type: ignore[func-returns-value]
    with closing(pool.imap(partial(wait_for_the_eighth, mark=str(tmp_path / "mark")), pieces)) as results:
        assert next(results)[0] == 0
        assert len(read) == pool.workers * MAX_AHEAD == 8
        assert [number for number, _ in islice(results, 9)] == list(range(1, 10))
        assert len(read) <= 10 + pool.workers * MAX_AHEAD


def test_errors_arrive_as_what_they_are(pool: Pool) -> None:
    errors = [result.error for _, result in pool.imap(fail_with, ERRORS)]
    assert list(map(repr, errors)) == list(map(repr, ERRORS.values()))
    with pytest.raises(WrongAnswer, match="1 is wrong"):
        list(values(pool.imap(fail_with, ERRORS)))


@pytest.mark.parametrize("times", [1, 2])
def test_a_killed_process_loses_nothing(times: int, pool: Pool, tmp_path: Path) -> None:
    work = partial(die_at, marks=str(tmp_path), times=times)
    assert list(values(pool.imap(work, range(10)))) == list(range(10))


def test_a_process_that_is_out_of_memory_is_lost_and_a_fresh_one_tries_again(pool: Pool, tmp_path: Path) -> None:
    work = partial(starve_once, mark=tmp_path / "mark")
    assert list(values(pool.imap(work, range(10)))) == list(range(10))
    assert (tmp_path / "mark").exists()


def test_a_piece_that_kills_every_process_is_given_up_in_its_turn(pool: Pool, tmp_path: Path) -> None:
    results = [result for _, result in pool.imap(partial(die_at, marks=str(tmp_path), times=99), range(6))]
    assert [result.value for result in results] == [0, 1, 2, None, 4, 5]
    assert isinstance(results[3].error, WorkerLost)
    assert "killed 3 times at the same place" in str(results[3].error)


def test_closing_frees_the_workers_at_once(pool: Pool, tmp_path: Path) -> None:
    class Enough(Exception):
        """Both workers are at it."""

    def watch() -> None:
        if len([*tmp_path.iterdir()]) == 2:
            raise Enough

    with pytest.raises(Enough):
        list(pool.imap(partial(tell_and_sleep, folder=str(tmp_path)), range(100), watch=watch))
    wait_until(lambda: not any(is_running(int(mark.name)) for mark in tmp_path.iterdir()))
    with soon():
        assert len(list(pool.imap(process, range(4)))) == 4


ORPHANS = """
import sys
from tests.solvers.workers.test_pool import open_pool, tell_and_compute

with open_pool(None, 2) as pool:
    next(pool.imap(tell_and_compute, [sys.argv[1]] * 2))
"""


def tell_and_compute(folder: str) -> None:
    (Path(folder) / str(os.getpid())).touch()
    started = time.monotonic()
    while time.monotonic() - started < 60:
        pass


def test_a_killed_parent_takes_its_processes_along(tmp_path: Path) -> None:
    parent = subprocess.Popen([sys.executable, "-c", ORPHANS, str(tmp_path)], cwd=ROOT)
    wait_until(lambda: len(list(tmp_path.iterdir())) == 2)
    workers = [int(mark.name) for mark in tmp_path.iterdir()]
    parent.kill()
    parent.wait()
    wait_until(lambda: not any(map(is_running, workers)))
