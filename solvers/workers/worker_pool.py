"""Work on a worker of a cluster: child processes of the worker that do it, for as long as it is wanted.

A worker of Dask has threads, and a solver that brings its process down would take the worker along. So each thread
hands its piece to a child process and waits. A piece that nobody wants any more costs no more than its child.
"""

from __future__ import annotations

import pickle
from functools import cache, partial
from typing import Any

from models.errors import PuzzlebenchError
from solvers.cli.version import version
from solvers.kernel import VERSION
from solvers.workers import arrival
from solvers.workers.worker_process import GIVEN_UP, TICK, TRIES, TaskResult, WorkerLost, WorkerProcess

ENDING = ("closing", "stopping", "closed", "failed")
"""What Dask calls a worker that is about to end."""


class OtherVersion(PuzzlebenchError):
    """A worker has another version of Puzzlebench."""


@cache
def edition() -> str:
    """Which Puzzlebench this is; two that say the same can work on one thing together."""
    return f"Puzzlebench {version()} (kernel {VERSION})"


class ChildPool:
    """Children that do one kind of work, kept between its pieces; they end when this is no longer there.

    Dask holds this as the result of a task, sends it to whatever worker needs it, and drops it when nobody does.

    Args:
        work: what is done with each piece, as a pickle, which only the children open.
        edition: the Puzzlebench of whoever sends it.
    """

    def __init__(self, work: bytes, edition: str) -> None:
        self._work = work
        self._edition = edition
        self._idle: list[WorkerProcess] = []

    def __reduce__(self) -> tuple[Any, ...]:
        return arrival.child_pool, (self._work, self._edition)

    def __sizeof__(self) -> int:
        return len(self._work)

    def __call__(self, piece: bytes) -> bytes:
        """A pickle of what becomes of a pickled piece, its value once more a pickle; empty where nobody wants it."""
        from distributed import get_worker  # where this is called there is one

        worker = get_worker()
        name, key = str(worker.name), worker.get_current_task()
        if edition() != self._edition:
            raise OtherVersion(f"worker {name} has {edition()}, and this is {self._edition}")
        for _ in range(TRIES):
            child = self._child(name)
            child.send(piece)
            while not child.is_heard(TICK):
                if _is_unwanted(worker, key):
                    child.end()
                    return b""
            result = child.receive()
            if result is not None:
                self._idle.append(child)
                return pickle.dumps(TaskResult(result.value, result.error, result.seconds, name))
            child.end()
        return pickle.dumps(TaskResult(error=WorkerLost(GIVEN_UP), worker=name))

    def _child(self, name: str) -> WorkerProcess:
        try:
            return self._idle.pop()  # other threads may take one at the very moment
        except IndexError:
            return WorkerProcess(partial(_perform, _Packed(self._work)), worker=name)

    def __del__(self) -> None:
        for child in self._idle:
            child.end()


class _Packed:
    """Something that is sent as the pickle it is, and arrives as what was pickled."""

    def __init__(self, data: bytes) -> None:
        self._data = data

    def __reduce__(self) -> tuple[Any, ...]:
        return pickle.loads, (self._data,)


def _perform(work: Any, piece: bytes) -> bytes:
    """Do a piece, in a child; what is pickled is opened where it is used, and nowhere on the way."""
    return pickle.dumps(work(pickle.loads(piece)))


def _is_unwanted(worker: Any, key: object) -> bool:
    """Whether a task that this worker is at has been cancelled, or the worker is about to end."""
    task = worker.state.tasks.get(key)
    return task is None or task.state == "cancelled" or worker.status.name in ENDING
