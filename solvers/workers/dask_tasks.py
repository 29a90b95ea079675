"""Pieces of work as tasks of Dask: given to its scheduler, done again where they were lost, collected as they end."""

from __future__ import annotations

import asyncio
import operator
import pickle
import warnings
from collections import Counter
from collections.abc import Callable, Coroutine, Iterable
from concurrent.futures import Future
from contextlib import suppress
from queue import Empty, SimpleQueue
from typing import Any, TypeVar
from uuid import uuid4

from models.plugins import in_one_line
from solvers.workers.dask_worker import OtherVersion, WorkerProcesses, edition
from solvers.workers.worker_process import MAX_TRIES, POLL_SECONDS, TaskResult, WorkerLost

R = TypeVar("R")


class Lost(Exception):
    """What became of the scheduler, as the end of a sentence."""


class DaskTasks:
    """The pieces of one kind of work that are under way.

    ``refused`` are the numbers of those that were given to a worker with another Puzzlebench; ``give_to`` gives them to
    others. ``came`` counts what has come back. ``only`` these workers, by their addresses, can do it (None: all);
    ``look`` is called before results are waited for.
    """

    def __init__(
        self,
        client: Any,
        work: Callable[[Any], object],
        only: frozenset[str] | None,
        look: Callable[[DaskTasks], object],
    ) -> None:
        self.refused: set[int] = set()
        self.came = 0
        self._client, self._only, self._look = client, only, look
        self._pieces: dict[int, bytes] = {}
        self._refusals: Counter[int] = Counter()
        self._numbers: dict[Any, int] = {}  # of the pieces, by Dask's keys
        self._futures: dict[Any, Any] = {}
        self._ended: SimpleQueue[Any] = SimpleQueue()  # tasks, and then their results on the way here
        self._work = pickle.dumps(WorkerProcesses(pickle.dumps(work), edition()))
        self._send_work()

    def __len__(self) -> int:
        return len(self._pieces)

    def submit(self, pieces: Iterable[tuple[int, Any]]) -> None:
        fresh = {number: pickle.dumps(piece) for number, piece in pieces}
        self._pieces |= fresh
        self._submit(fresh)

    def among(self, keys: Iterable[Any]) -> list[int]:
        """Return the numbers of the pieces under way whose keys of Dask's are among ``keys``."""
        return sorted(self._numbers[key] for key in keys if key in self._numbers)

    def give_to(self, only: frozenset[str] | None) -> None:
        """Have the pieces done by these workers alone, or by all there are; what others may have got is done anew."""
        if only == self._only and not self.refused:
            return
        more = bool(only and self._only and only > self._only)
        if only != self._only:
            self._refusals.clear()
        self._only = only
        if more and not self.refused:
            return
        self.close()
        self.refused.clear()
        self._numbers.clear()
        self._futures.clear()
        if only != frozenset():  # otherwise there is nobody to give them to for now
            self._send_work()
            self._submit(self._pieces)

    def done(self, seconds: float | None) -> dict[int, TaskResult]:
        self._look(self)
        ended = []
        with suppress(Empty):
            ended.append(self._ended.get(timeout=POLL_SECONDS))
            while True:
                ended.append(self._ended.get_nowait())
        self.came += len(ended)
        results: dict[int, TaskResult] = {}
        whole = []
        for each in ended:
            if isinstance(each, Future):
                try:
                    values = each.result()
                except OSError:
                    raise Lost("is gone") from None
                for key, value in values.items():
                    if key in self._numbers:
                        results |= self._failed(key) if value is None else {self._over(key): _opened(value)}
            elif each.key not in self._numbers:
                pass  # it has been given to others since
            elif each.status in ("error", "cancelled"):
                results |= self._failed(each.key)
            else:  # finished, or lost again meanwhile with its worker, and then it is waited for
                whole.append(each)
        if whole:
            begun(self._client, _fetched(self._client, whole)).add_done_callback(self._ended.put)
        return results

    def close(self) -> None:
        with suppress(Exception):  # of a scheduler that is gone
            self._client.cancel([*self._futures.values(), self._pool])

    def _restriction(self) -> dict[str, Any]:
        return {} if self._only is None else {"workers": [*self._only], "allow_other_workers": False}

    def _send_work(self) -> None:
        self._name = f"puzzlebench-{uuid4().hex}"
        # Only names of the standard library are seen by the scheduler, which needs no Puzzlebench.
        self._pool = self._client.submit(
            pickle.loads, self._work, key=f"work-{self._name}", pure=False, **self._restriction()
        )

    def _submit(self, pieces: dict[int, bytes]) -> None:
        if not pieces or self._only == frozenset():
            return
        from dask._task_spec import Alias, Task  # heavy, and there by now

        tasks = {}
        for number, piece in pieces.items():
            key = (self._name, number)
            # Called the producer of data, it waits at the scheduler for any worker that is free. Otherwise Dask would
            # keep it for the few workers that have the pool already.
            tasks[key] = Task(key, operator.call, Alias(self._pool.key), piece, _data_producer=True)
            self._numbers[key] = number
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of pieces that are large together
            futures = self._client.get(tasks, [*tasks], sync=False, fifo_timeout="100ms", **self._restriction())
        for future in futures:
            self._futures[future.key] = future
            future.add_done_callback(self._ended.put)

    def _failed(self, key: Any) -> dict[int, TaskResult]:
        """What is said of a task without a value; nothing where others are to try it."""
        future = self._futures[key]
        if future.status != "error":
            raise Lost("has dropped the work")
        number = self._numbers[key]
        try:
            result = TaskResult(error=_error_of(future.exception()))
        except OtherVersion:
            self._refusals[number] += 1
            if self._refusals[number] >= MAX_TRIES:
                raise
            self.refused.add(number)
            return {}
        return {self._over(key): result}

    def _over(self, key: Any) -> int:
        number = self._numbers.pop(key)
        del self._futures[key], self._pieces[number]
        return number


def begun(client: Any, asked: Coroutine[Any, Any, R]) -> Future[R]:
    return asyncio.run_coroutine_threadsafe(asked, client.loop.asyncio_loop)


async def _fetched(client: Any, futures: list[Any]) -> dict[Any, bytes | None]:
    wanted = {future.key: future for future in futures}
    values: dict[Any, bytes | None] = await client.gather(wanted, errors="skip", asynchronous=True)
    return values


def _opened(data: bytes) -> TaskResult:
    result: TaskResult = pickle.loads(data)
    return result if result.error else TaskResult(pickle.loads(result.value), None, result.seconds, result.worker)


def _error_of(error: BaseException) -> Exception:
    from distributed import KilledWorker  # is there where there are tasks

    if isinstance(error, OtherVersion):
        raise error
    if isinstance(error, KilledWorker):
        return WorkerLost(f"the workers that tried it were lost, {error.last_worker.address} as the last")
    if isinstance(error, ImportError | AttributeError):
        raise OtherVersion(f"a worker has no Puzzlebench like this one: {in_one_line(error)}")
    return error if isinstance(error, Exception) else WorkerLost(in_one_line(error))
