"""A Dask cluster of this machine's own: beside own processes, and as many workers as a larger one would have.

Tasks that sleep stand for work, so that 16 workers have room on two cores, and what is left is what it takes to hand
out pieces; ``README.md`` says what follows for larger clusters.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager, redirect_stderr, suppress
from functools import partial
from io import StringIO
from operator import sub
from pathlib import Path
from random import Random
from runpy import run_module
from tempfile import TemporaryDirectory
from time import perf_counter, process_time
from typing import Any, NamedTuple

from models.errors import InputError
from models.registry import load_puzzle
from solvers.bench.figures import Figure, Samples, absent, left_out, sudoku_file
from solvers.bench.workers import FULL_FILE, QUICK_FILE
from solvers.run.bulk.chunks import chunk_sizes, cut
from solvers.run.bulk.lines import Task, solve_chunk
from solvers.run.request import RunRequest
from solvers.workers.base import Pool
from solvers.workers.pool import open_pool, values
from solvers.workers.worker_process import WorkerProcess

AT_LEAST = 0.85  # of the work of as many own processes
MIN_OF_IDEAL = 0.9  # of the work of so many workers whom nobody has to hand anything
SIZES = (2, 4, 8, 16)  # workers of the simulated cluster
MEAN_TASK_SECONDS = 0.1  # some tasks take nine times as long as others
MAX_GROWTH_MB = 5.0  # of the client's memory between a tenth of its tasks and the last
TASKS = 10_000  # of all these clusters together; each has as many for each of its workers
START_SECONDS = 60.0  # for the first worker to come
EMPTY_TASKS = 3_000  # in which nothing is done, to see what it takes to hand them out
MEGABYTE = 1_000_000

CALM = {
    "DASK_DISTRIBUTED__WORKER__PROFILE__ENABLED": "False",
    "DASK_DISTRIBUTED__ADMIN__TICK__INTERVAL": "1s",
    "DASK_DISTRIBUTED__ADMIN__SYSTEM_MONITOR__INTERVAL": "5s",
}
"""Settings of Dask under which workers watch themselves less: as a rule they do not share two cores with 15 others."""


def cluster(samples: Samples) -> Iterator[Figure]:
    """Dask's local cluster, and then a cluster of 2, 4, 8 and 16 workers in processes apart."""
    if why := absent("distributed", "pysat"):
        yield left_out("cluster", "everything", f"{why}: pip install 'puzzlebench[cluster,sat]'")
        return
    full = samples.name == "full"
    with TemporaryDirectory() as folder:
        yield _local(samples, Path(folder), full)
        yield from _simulated(Path(folder), full)


# Dask's local cluster beside own processes, in which the same chunks are solved


def _local(samples: Samples, folder: Path, full: bool) -> Figure:
    size = FULL_FILE if full else QUICK_FILE
    task = Task(RunRequest(puzzle="sudoku", backend="sat", unique=True))
    file, _ = sudoku_file(folder, "royle_17", size)

    def solve(pool: Pool) -> float:
        started = perf_counter()
        chunks = cut(load_puzzle("sudoku").read(file), chunk_sizes(is_stateful=True), lambda puzzle: 1)
        with closing(values(pool.imap(partial(solve_chunk, task), chunks))) as solved:
            assert sum(line.puzzles for lines in solved for line in lines) == size
        return perf_counter() - started

    with open_pool("", 2) as own, _quietly("local", 2) as dask:
        times = [[solve(pool) for pool in (own, dask)] for _ in range(samples.rounds)]
    mine, others = (min(side) for side in zip(*times, strict=True))
    note = f"Dask's local cluster of two workers, wall time; {size:,} puzzles in chunks of 1,000"
    title, against = "Sudokus of 17 clues, sat", "two own processes"
    return Figure("cluster", title, size / others, size / mine, "/s", note, against, AT_LEAST)


# A cluster of many workers that sleep


class Spent(NamedTuple):
    """What a run took from the tenth part of its tasks on, when all workers have started what they need."""

    tasks: list[int]  # the numbers of those done then
    seconds: float  # of wall time
    each: list[float]  # milliseconds of processor for a task: of the client, of the scheduler, and of a worker
    grown: float  # bytes by which the memory of this process grew


class Simulated:
    """A scheduler and workers in processes apart, all on the loopback; ``stack`` ends them."""

    def __init__(self, folder: Path, stack: ExitStack) -> None:
        self.file = folder / "scheduler.json"
        self._folder = folder
        self._stack = stack
        self._output = stack.enter_context((folder / "output").open("wb"))
        self._scheduler = self._begun("scheduler", "--port", "0", "--scheduler-file", str(self.file))
        self._workers: list[Any] = []
        while not self.file.exists():
            assert self._scheduler.is_running(), "the scheduler has not started"
            time.sleep(0.1)

    def grow(self, size: int) -> None:
        place = ("--scheduler-file", str(self.file), "--local-directory", str(self._folder))
        alone = ("--nthreads", "1", "--no-nanny", "--memory-limit", "0")
        while len(self._workers) < size:
            self._workers.append(self._begun("worker", *place, *alone))

    def run(self, pool: Pool, work: Callable[[Any], object], pieces: Sequence[Any]) -> Spent:
        late: list[int] = []
        with closing(pool.imap(work, pieces, in_order=False)) as results:
            for done, (number, result) in enumerate(results, 1):
                assert result.error is None, result.error
                if done > len(pieces) // 10:
                    late.append(number)
                elif done == len(pieces) // 10:
                    before = self._so_far()
            seconds, *processors, grown = map(sub, self._so_far(), before)
        return Spent(late, seconds, [1000 * spent / len(late) for spent in processors], grown)

    def _begun(self, *words: str) -> Any:
        from psutil import Process  # comes with Dask

        before = {*Process().children()}
        child = WorkerProcess(_run_dask, self._output)  # which ends when this process does
        self._stack.callback(child.end)
        child.send((*words, "--host", "127.0.0.1", "--no-dashboard"))
        return ({*Process().children()} - before).pop()

    def _so_far(self) -> tuple[float, ...]:
        """The time, the processor seconds of the client, the scheduler and all workers, and the client's memory."""
        from psutil import Process  # comes with Dask

        spent = [_processor_seconds(process) for process in (self._scheduler, *self._workers)]
        return perf_counter(), process_time(), spent[0], sum(spent[1:]), Process().memory_info().rss


def _run_dask(words: tuple[str, ...]) -> None:
    """Run a command of Dask's in a process that is there for nothing else."""
    os.environ.update(CALM)
    sys.argv[:] = ["dask", *words]
    run_module("dask", run_name="__main__")


def _simulated(folder: Path, full: bool) -> Iterator[Figure]:
    random = Random(0)
    with ExitStack() as stack:
        simulated = Simulated(folder, stack)
        for size in SIZES if full else SIZES[:2]:
            simulated.grow(size)
            with ExitStack() as hiring:
                pool = _all_of(simulated, size, hiring)
                many = (TASKS if full else TASKS // 10) * size // sum(SIZES)
                tasks = [random.uniform(0.2, 1.8) * MEAN_TASK_SECONDS for _ in range(many)]
                spent = simulated.run(pool, time.sleep, tasks)
                speed_up = sum(tasks[number] for number in spent.tasks) / spent.seconds
                note = (
                    f"times one; {many:,} tasks that sleep {1000 * MEAN_TASK_SECONDS:.0f} ms in the mean; of "
                    "processors client {:.1f}, scheduler {:.1f} and worker {:.1f} ms for each".format(*spent.each)
                )
                yield Figure("cluster", f"{size} workers", speed_up, size, "times", note, "the ideal", MIN_OF_IDEAL)
                note = f"by which the client grows from the tenth part of {many:,} tasks to the last"
                grown = spent.grown / 1e6
                yield Figure("cluster", f"{size} workers: memory", grown, None, "MB", note, at_most=MAX_GROWTH_MB)
        with _quietly(str(simulated.file)) as pool:
            yield from _costs(simulated, pool, EMPTY_TASKS if full else EMPTY_TASKS // 10)


def _costs(simulated: Simulated, pool: Pool, many: int) -> Iterator[Figure]:
    """What it takes to have nothing done, and to send a megabyte for it."""
    bare = simulated.run(pool, len, [b""] * many).each
    note = "of processors: client {:.2f}, scheduler {:.2f}, worker {:.2f} ms".format(*bare)
    yield Figure("cluster", "a task", sum(bare), None, "ms", note)
    note = "the client or the scheduler is busy all the time with shorter ones"
    for size in (100, 10_000):
        yield Figure("cluster", f"shortest tasks for {size:,} workers", max(bare[:2]) * size, None, "ms", note)
    laden = simulated.run(pool, len, [bytes(MEGABYTE)] * (many // 10)).each
    each = [1e6 * (more - less) / MEGABYTE for more, less in zip(laden, bare, strict=True)]
    note = "of processors: client {:.1f}, scheduler {:.1f}, worker {:.1f} ns".format(*each)
    yield Figure("cluster", "a byte", sum(each), None, "ns", note)


def _processor_seconds(process: Any) -> float:
    """Those of a process and of its children, also of those that are ended."""
    from psutil import NoSuchProcess  # comes with Dask

    seconds = sum(process.cpu_times()[:4])
    for child in process.children(recursive=True):
        with suppress(NoSuchProcess):
            seconds += sum(child.cpu_times()[:4])
    return float(seconds)


def _all_of(simulated: Simulated, size: int, stack: ExitStack) -> Pool:
    """The workers of a cluster, once there are so many: on two cores they take their time to start."""
    deadline = perf_counter() + START_SECONDS
    while True:
        try:
            pool = stack.enter_context(_quietly(str(simulated.file)))
            break
        except InputError:  # there are none yet
            if perf_counter() > deadline:
                raise
    while pool.workers < size:
        with closing(pool.imap(time.sleep, [1.1])) as waiting:
            list(waiting)
    return pool


@contextmanager
def _quietly(on: str, workers: int = 0) -> Iterator[Pool]:
    """A pool, opened without a word of where its dashboard is."""
    with redirect_stderr(StringIO()), open_pool(on, workers) as pool:
        yield pool
