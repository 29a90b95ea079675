"""Pools of workers: processes of this machine or of a cluster, which do pieces of work behind one interface."""

from __future__ import annotations

import os
from collections import Counter, deque
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing, contextmanager
from typing import Any

from solvers.core.system import CAN_START_OTHERS
from solvers.workers.base import Pool, Results, Tasks
from solvers.workers.worker_process import GIVEN_UP, MAX_TRIES, TaskResult, WorkerLost, WorkerProcess, heard


class ProcessPool(Pool):
    """Processes of this machine, started as there are pieces for them."""

    def __init__(self, workers: int) -> None:
        self.workers = workers

    def _tasks(self, work: Callable[[Any], object]) -> Tasks:
        return _ProcessTasks(work, self.workers)


class _ProcessTasks:
    def __init__(self, work: Callable[[Any], object], workers: int) -> None:
        self._work, self._workers = work, workers
        self._waiting: deque[tuple[int, Any]] = deque()  # read, or given back by a worker that is gone
        self._busy: dict[WorkerProcess, tuple[int, Any]] = {}
        self._idle: list[WorkerProcess] = []
        self._losses: Counter[int] = Counter()

    def __len__(self) -> int:
        return len(self._waiting) + len(self._busy)

    def submit(self, pieces: Iterable[tuple[int, Any]]) -> None:
        self._waiting.extend(pieces)
        while self._waiting and len(self._busy) < self._workers:
            process = self._idle.pop() if self._idle else WorkerProcess(self._work)
            self._busy[process] = self._waiting.popleft()
            process.send(self._busy[process][1])

    def done(self, seconds: float | None) -> dict[int, TaskResult]:
        results: dict[int, TaskResult] = {}
        for process in heard(self._busy, seconds):
            number, _ = piece = self._busy.pop(process)
            result = process.receive()
            if result is not None:
                results[number] = result
                self._idle.append(process)
                continue
            process.end()
            self._losses[number] += 1
            if self._losses[number] < MAX_TRIES:
                self._waiting.appendleft(piece)
            else:
                results[number] = TaskResult(error=WorkerLost(GIVEN_UP))
        return results

    def close(self) -> None:
        for process in [*self._busy, *self._idle]:
            process.end()


class LocalPool(Pool):
    """This process alone, which does one piece after the other."""

    workers = 1

    def _tasks(self, work: Callable[[Any], object]) -> Tasks:
        return _LocalTasks(work)


class _LocalTasks:
    def __init__(self, work: Callable[[Any], object]) -> None:
        self._work = work
        self._waiting: deque[tuple[int, Any]] = deque()

    def __len__(self) -> int:
        return len(self._waiting)

    def submit(self, pieces: Iterable[tuple[int, Any]]) -> None:
        self._waiting.extend(pieces)

    def done(self, seconds: float | None) -> dict[int, TaskResult]:
        number, piece = self._waiting.popleft()
        try:
            return {number: TaskResult(self._work(piece))}
        except Exception as error:
            return {number: TaskResult(error=error)}

    def close(self) -> None:
        self._waiting.clear()


@contextmanager
def open_pool(on: str | None, workers: int = 0) -> Iterator[Pool]:
    """The workers that ``--on`` names (None: processes of our own), so many, or all that there are for 0."""
    if on is None:
        yield ProcessPool(workers or os.cpu_count() or 1) if CAN_START_OTHERS else LocalPool()
        return
    from solvers.workers.dask_pool import open_dask_pool  # most work is done here

    with open_dask_pool(on, workers) as pool:
        yield pool


def values(results: Results) -> Generator[Any, None, None]:
    """What each piece came to, as ``results`` come, which this closes; what a piece raised is raised in its turn."""
    with closing(results):
        for _, result in results:
            if result.error is not None:
                raise result.error
            yield result.value
