"""A Dask cluster of this machine's own: a scheduler and workers, each a child process, behind a certificate of the run.

They listen on loopback alone, where every account of the machine can knock. Whoever has not the certificate is turned
away. It lies in a folder that only this user can read, and goes with it. The processes are children as others are
(``solvers.workers.worker_process``), which end at once at any moment, with this one and without a word.
"""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from functools import partial
from importlib.util import find_spec
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread
from typing import Any

from models.errors import PuzzlebenchError
from solvers.cli.exits import uninterrupted
from solvers.workers.worker_process import WorkerProcess, heard

HOST = "127.0.0.1"

FEW_MESSAGES = {"distributed.admin.low-level-log-length": 10}
"""What Dask keeps of the messages that were sent, for whoever looks for a mistake in it. It would keep a thousand, some
with chunks of puzzles."""

NEEDED = ("distributed", "cryptography")

LOGGERS = ("distributed", "distributed.client", "distributed.gc", "tornado", "tornado.application", "bokeh", "asyncio")
"""Loggers of Dask that tell of connections, of workers that come and go, and of tasks that fail: sentences of ours tell
what people have to know."""

SILENT = logging.CRITICAL + 1


@contextmanager
def quiet() -> Iterator[None]:
    before = [(logger, logger.level) for logger in map(logging.getLogger, LOGGERS)]
    try:
        for logger, _ in before:
            logger.setLevel(SILENT)
        yield
    finally:
        for logger, level in before:
            logger.setLevel(level)


@contextmanager
def local_cluster(workers: int) -> Iterator[LocalCluster]:
    """A cluster with so many workers, for as long as it is needed."""
    missing = [name for name in NEEDED if find_spec(name) is None]
    if missing:
        raise PuzzlebenchError(f"--on local needs {' and '.join(missing)}: pip install 'puzzlebench[cluster]'")
    with TemporaryDirectory(prefix="puzzlebench-", ignore_cleanup_errors=True) as folder:
        cluster = LocalCluster(Path(folder))
        try:
            cluster.begin(workers)
            yield cluster
        finally:
            cluster.end()


class LocalCluster:
    """A scheduler, which listens at ``address``, and its workers."""

    def __init__(self, folder: Path) -> None:
        self.address = ""
        self._folder = folder
        self._numbers = count()
        self._scheduler = WorkerProcess(_schedule)
        self._workers: list[WorkerProcess] = []

    def begin(self, workers: int) -> None:
        self._scheduler.send(self._folder)
        for _ in range(workers):  # they import Dask meanwhile
            self._workers.append(self._worker())
        with uninterrupted():  # some of its modules lose an interrupt that comes while they are imported
            import distributed  # noqa: F401  # as this process does, which will need it

        self.address = _answer(self._scheduler)
        for worker in self._workers:
            worker.send(self.address)
        for worker in self._workers:
            _answer(worker)

    def refill(self) -> None:
        """Start a worker for each that is gone, or did not start."""
        for place, worker in enumerate(self._workers):
            if worker.is_heard(0) and ((result := worker.receive()) is None or result.error is not None):
                worker.end()
                self._workers[place] = self._worker()
                self._workers[place].send(self.address)

    def security(self) -> Any:
        return _security(self._folder)

    def end(self) -> None:
        for process in [*self._workers, self._scheduler]:
            process.end()

    def _worker(self) -> WorkerProcess:
        name = str(next(self._numbers))
        return WorkerProcess(partial(_work, self._folder, name), worker=name)


def _answer(process: WorkerProcess) -> Any:
    heard([process])
    result = process.receive()
    if result is None:
        raise PuzzlebenchError("the cluster of this machine did not start: one of its processes was killed")
    if result.error is not None:
        raise result.error
    return result.value


# In the children


def _schedule(folder: Path) -> str:
    """Be a scheduler from now on; returns its address."""
    from distributed import Scheduler, Security  # heavy, and an extra

    made = Security.temporary()
    with open(os.open(_certificate(folder), os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:  # noqa: PTH123
        file.write(made.tls_ca_file + made.tls_client_key)
    address: str = _served(partial(_without_pages(Scheduler), dashboard=False), folder)
    return address


def _work(folder: Path, name: str, address: str) -> str:
    """Be a worker from now on; returns its address."""
    from distributed import Worker  # heavy, and an extra

    # There is no limit of memory: it would be that of this process, and not of the child that does the work.
    worker = partial(_without_pages(Worker), address, name=name, nthreads=1, memory_limit=0, dashboard=False)
    started: str = _served(worker, folder)
    return started


def _without_pages(kind: Any) -> Any:
    """Return the class of a server that opens no HTTP port, which every account of the machine could read."""
    return type(kind.__name__, (kind,), {"start_http_server": lambda self, *_, **__: None})


def _served(server: Callable[..., Any], folder: Path) -> Any:
    """The address of a server that is started, and goes on in a thread; when it ends, so does this process."""
    from dask import config  # as above

    for name in LOGGERS:
        logging.getLogger(name).setLevel(SILENT)
    config.set({**FEW_MESSAGES, "temporary-directory": str(folder)})
    started: Future[Any] = Future()

    async def serve() -> None:
        async with server(host=HOST, protocol="tls://", security=_security(folder)) as running:
            started.set_result(running.address)
            await running.finished()

    Thread(target=_run, args=(serve(), started), daemon=True).start()
    return started.result()


def _run(serving: Coroutine[Any, Any, None], started: Future[Any]) -> None:
    try:
        asyncio.run(serving)
    except Exception as error:
        if not started.done():
            started.set_exception(error)
            return
    os._exit(1)


def _security(folder: Path) -> Any:
    from distributed import Security  # there by now

    certificate = str(_certificate(folder))
    parts = (f"tls_{role}_{part}" for role in ("client", "scheduler", "worker") for part in ("cert", "key"))
    return Security(require_encryption=True, tls_ca_file=certificate, **dict.fromkeys(parts, certificate))


def _certificate(folder: Path) -> Path:
    return folder / "certificate.pem"
