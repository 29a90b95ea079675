"""Pools of workers: processes of this machine or of a cluster, which do pieces of work behind one interface."""

from __future__ import annotations

import os
from abc import ABC, abstractmethod
from collections import Counter, deque
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing, contextmanager
from itertools import islice
from typing import Any, Protocol

from models.errors import Unfinished
from solvers.workers.worker_process import (
    GIVEN_UP,
    MAX_TRIES,
    POLL_SECONDS,
    TaskResult,
    WorkerLost,
    WorkerProcess,
    heard,
)

MAX_AHEAD = 4
"""Pieces under way or waiting for their turn to be yielded, for each worker."""

Results = Generator[tuple[int, TaskResult], None, None]


class PoolLost(Unfinished):
    """Whoever led the workers is gone, and what they were at is lost with it."""


class Tasks(Protocol):
    """The pieces of one kind of work that are under way."""

    def __len__(self) -> int: ...

    def submit(self, pieces: Iterable[tuple[int, Any]]) -> None:
        """Have more pieces done, each with its number."""

    def done(self, seconds: float | None) -> dict[int, TaskResult]:
        """The results that have come; waits for one, at most so long."""

    def close(self) -> None:
        """Want nothing more: end what is under way."""


class Pool(ABC):
    """Workers, who are given pieces of work as they have done others."""

    workers: int
    """How many pieces are worked on at a time; of a cluster that grows or shrinks, as many as there are now."""

    def imap(
        self,
        work: Callable[[Any], object],
        pieces: Iterable[Any],
        in_order: bool = True,
        watch: Callable[[], object] | None = None,
    ) -> Results:
        """The number of each piece, from 0, and what ``work`` came to with it.

        Pieces are read only a few ahead of what was yielded. The piece of a worker that was killed is given to another;
        where that has happened three times, the result is the error ``WorkerLost``. Closing the generator cancels
        all that is under way.

        Args:
            work: a function of a module, perhaps a partial one, since it travels.
            in_order: whether results come in the order of the pieces; otherwise each as soon as it is there.
            watch: called many times a second while this waits; what it raises ends everything.

        Raises:
            PoolLost: when nobody leads the workers any more.
        """
        numbered = enumerate(pieces)
        results: dict[int, TaskResult] = {}
        turn = 0
        with closing(self._tasks(work)) as tasks:
            while True:
                tasks.submit(islice(numbered, self._room(len(tasks), len(results))))
                if not results and not tasks:
                    return
                if watch is not None:
                    watch()
                if turn not in results:
                    results |= tasks.done(None if watch is None else POLL_SECONDS)
                if not in_order:
                    turn = next(iter(results), turn)
                while turn in results:
                    yield turn, results.pop(turn)
                    turn = turn + 1 if in_order else next(iter(results), turn)

    def _room(self, under_way: int, waiting: int) -> int:
        return max(0, MAX_AHEAD * max(1, self.workers) - under_way - waiting)

    @abstractmethod
    def _tasks(self, work: Callable[[Any], object]) -> Tasks: ...


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


@contextmanager
def open_pool(on: str | None, workers: int = 0) -> Iterator[Pool]:
    """The workers that ``--on`` names, for as long as they are needed.

    Args:
        on: ``local``, the address of a Dask scheduler, or its file; None for processes of our own.
        workers: how many; 0 for as many as there are, which are the cores of this machine or those of the cluster.

    Raises:
        InputError: when there are none of that name.
    """
    if on is None:
        yield ProcessPool(workers or os.cpu_count() or 1)
        return
    from solvers.workers.dask_pool import open_dask_pool  # most work is done here

    with open_dask_pool(on, workers) as pool:
        yield pool


def values(results: Results) -> Generator[Any, None, None]:
    """What each piece came to, as ``results`` come; closing this closes them.

    Raises:
        Exception: whatever a piece raised, when its turn has come.
    """
    with closing(results):
        for _, result in results:
            if result.error is not None:
                raise result.error
            yield result.value
