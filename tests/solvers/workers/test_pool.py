"""What every pool promises, own processes and a Dask cluster alike: results in order, and none lost with a worker."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from functools import partial
from itertools import islice
from pathlib import Path

import pytest

from solvers.core.backend import WrongAnswer
from solvers.workers.base import MAX_AHEAD, Pool
from solvers.workers.pool import ProcessPool, open_pool, values
from solvers.workers.worker_process import WorkerLost
from tests.patience import wait_until
from tests.solvers.workers.work import ERRORS, die_at, fail_with, process, squared, starve_once, tell_and, wait_at_first
from tests.third_party import ROOT, is_running

pytestmark = pytest.mark.needs_processes


@pytest.fixture(scope="module", params=[None, pytest.param("local", marks=pytest.mark.slow)], ids=["own", "dask"])
def pool(request: pytest.FixtureRequest) -> Iterator[Pool]:
    if request.param:
        pytest.importorskip("distributed", reason="Dask is not installed")
    with open_pool(request.param, 2) as pool:
        yield pool


def test_results_come_in_order_or_as_soon_as_they_are_there(pool: Pool, tmp_path: Path) -> None:
    numbers: list[int] = []
    work = partial(wait_at_first, mark=str(tmp_path / "mark"))
    for number, _ in pool.imap(work, range(5), in_order=False):
        numbers.append(number)
        if len(numbers) == 4:
            (tmp_path / "mark").touch()
    assert (sorted(numbers), numbers[-1]) == ([*range(5)], 0)
    assert list(values(pool.imap(squared, range(20)))) == [number**2 for number in range(20)]
    assert list(pool.imap(process, [])) == []


def test_pieces_are_read_only_a_little_ahead_and_while_the_first_lasts_no_more(pool: Pool, tmp_path: Path) -> None:
    read: list[int] = []
    pieces = (read.append(number) or number for number in range(1000))  # type: ignore[func-returns-value]
    with closing(pool.imap(partial(wait_at_first, mark=str(tmp_path / "mark"), until=7), pieces)) as results:
        assert next(results)[0] == 0
        assert len(read) == pool.workers * MAX_AHEAD == 8
        assert [number for number, _ in islice(results, 9)] == list(range(1, 10))
        assert len(read) <= 10 + pool.workers * MAX_AHEAD


def test_the_work_is_done_by_as_many_other_processes_which_end_with_it(pool: Pool) -> None:
    processes = set(values(pool.imap(process, range(40))))
    assert os.getpid() not in processes
    assert len(processes) <= 2 or not isinstance(pool, ProcessPool)  # Dask may let some end and start others
    wait_until(lambda: not any(map(is_running, processes)))


def test_errors_arrive_as_what_they_are(pool: Pool) -> None:
    errors = [result.error for _, result in pool.imap(fail_with, ERRORS)]
    assert list(map(repr, errors)) == list(map(repr, ERRORS.values()))
    with pytest.raises(WrongAnswer, match="1 is wrong"):
        list(values(pool.imap(fail_with, ERRORS)))


def test_a_process_that_is_killed_or_out_of_memory_loses_nothing(pool: Pool, tmp_path: Path) -> None:
    assert list(values(pool.imap(partial(starve_once, mark=tmp_path / "mark"), range(10)))) == list(range(10))
    assert (tmp_path / "mark").exists()
    work = partial(die_at, marks=str(tmp_path), times=2)
    assert list(values(pool.imap(work, range(10)))) == list(range(10))


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
        list(pool.imap(partial(tell_and, folder=str(tmp_path)), range(100), watch=watch))
    wait_until(lambda: not any(is_running(int(mark.name)) for mark in tmp_path.iterdir()))
    assert len(list(pool.imap(process, range(4)))) == 4


ORPHANS = """
import sys
from functools import partial
from solvers.workers.pool import open_pool
from tests.solvers.workers.work import compute, tell_and

with open_pool(None, 2) as pool:
    next(pool.imap(partial(tell_and, folder=sys.argv[1], then=compute), range(2)))
"""


def test_a_killed_parent_takes_its_processes_along(tmp_path: Path) -> None:
    parent = subprocess.Popen([sys.executable, "-c", ORPHANS, str(tmp_path)], cwd=ROOT)
    wait_until(lambda: len(list(tmp_path.iterdir())) == 2)
    workers = [int(mark.name) for mark in tmp_path.iterdir()]
    parent.kill()
    parent.wait()
    wait_until(lambda: not any(map(is_running, workers)))
