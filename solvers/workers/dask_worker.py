"""What runs on a worker of a Dask cluster: worker processes that do the work, for as long as it is wanted.

Dask's worker has threads, and a solver that brings its process down would take it along. So each thread hands its piece
to a process and waits. A piece that nobody wants any more costs no more than its process.

This is the first module of ours that Dask imports there. Dask's commands, as all scripts, have their own folder first
on Python's search path, where python-sat installs a script called ``models.py``; so that
folder is taken off it before anything else is imported.
"""

from __future__ import annotations

import pickle
import sys
from functools import cache, partial
from hashlib import sha256
from pathlib import Path
from typing import Any

_SCRIPT = Path(sys.argv[0]).resolve().parent
sys.path[:] = [at for at in sys.path if Path(at).resolve() != _SCRIPT or not Path(at, "models.py").is_file()]

from models.errors import PuzzlebenchError  # noqa: E402
from solvers.cli.version import version  # noqa: E402
from solvers.kernel import VERSION  # noqa: E402
from solvers.workers.worker_process import (  # noqa: E402
    GIVEN_UP,
    MAX_TRIES,
    POLL_SECONDS,
    TaskResult,
    WorkerLost,
    WorkerProcess,
)

ENDING = ("closing", "stopping", "closed", "failed")


class OtherVersion(PuzzlebenchError):
    """A worker has another version of Puzzlebench."""


@cache
def edition() -> str:
    """Return which Puzzlebench this is, its source included; two that say the same can work on one thing together."""
    root, digest = Path(__file__).parents[2], sha256()
    for package in ("models", "solvers"):
        for path in sorted((root / package).rglob("*.py"), key=lambda path: path.relative_to(root).as_posix()):
            digest.update(f"{path.relative_to(root).as_posix()}\0".encode() + path.read_bytes())
    return f"Puzzlebench {version()} (kernel {VERSION}, source {digest.hexdigest()[:12]})"


class WorkerProcesses:
    """Processes that do one kind of work, kept between its pieces; they end when this is no longer there.

    Dask holds this as the result of a task, sends it to whatever worker needs it, and drops it when nobody does. The
    work is a pickle, which only the processes open.
    """

    def __init__(self, work: bytes, edition: str) -> None:
        self._work, self._edition = work, edition
        self._idle: list[WorkerProcess] = []

    def __reduce__(self) -> tuple[Any, ...]:
        return WorkerProcesses, (self._work, self._edition)

    def __sizeof__(self) -> int:
        return len(self._work)

    def __call__(self, piece: bytes) -> bytes:
        """A pickle of what becomes of a pickled piece, its value once more a pickle; empty where nobody wants it."""
        from distributed import get_worker  # where this is called there is one

        worker = get_worker()
        name, key = str(worker.name), worker.get_current_task()
        if edition() != self._edition:
            raise OtherVersion(f"worker {name} has {edition()}, and this is {self._edition}")
        for _ in range(MAX_TRIES):
            process = self._process(name)
            process.send(piece)
            while not process.is_heard(POLL_SECONDS):
                if _is_unwanted(worker, key):
                    process.end()
                    return b""
            result = process.receive()
            if result is not None:
                self._idle.append(process)
                return pickle.dumps(TaskResult(result.value, result.error, result.seconds, name))
            process.end()
        return pickle.dumps(TaskResult(error=WorkerLost(GIVEN_UP), worker=name))

    def _process(self, name: str) -> WorkerProcess:
        try:
            return self._idle.pop()  # other threads may take one at the very moment
        except IndexError:
            return WorkerProcess(partial(_perform, _Pickled(self._work)), worker=name)

    def __del__(self) -> None:
        for process in self._idle:
            process.end()


class _Pickled:
    """Something that is sent as the pickle it is, and arrives as what was pickled."""

    def __init__(self, data: bytes) -> None:
        self._data = data

    def __reduce__(self) -> tuple[Any, ...]:
        return pickle.loads, (self._data,)


def _perform(work: Any, piece: bytes) -> bytes:
    return pickle.dumps(work(pickle.loads(piece)))


def _is_unwanted(worker: Any, key: object) -> bool:
    task = worker.state.tasks.get(key)
    return task is None or task.state == "cancelled" or worker.status.name in ENDING
