"""Workers of a Dask cluster: one of this machine's own, or one that is running somewhere.

Dask decides which worker does which piece, and has those of lost workers done again. A piece travels as data, and what
is done with the pieces goes once to each worker (``solvers.processes.child_pool``). What is sent names code and holds
none.
"""

from __future__ import annotations

import asyncio
import logging
import operator
import os
import pickle
import signal
import sys
import warnings
from collections.abc import Callable, Coroutine, Generator, Iterable, Iterator
from concurrent.futures import Future
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from itertools import islice
from multiprocessing.resource_tracker import ensure_running
from queue import Empty, SimpleQueue
from tempfile import TemporaryDirectory
from time import monotonic
from typing import Any, TypeVar
from uuid import uuid4

from models.errors import InputError, PuzzlebenchError
from models.plugins import in_one_line
from solvers.processes import arrival
from solvers.processes.child_pool import ChildPool, OtherVersion, edition
from solvers.processes.children import AHEAD, TICK, CrewLost, Result, WorkerLost
from solvers.processes.scheduler import address_of, check_scheduler

T = TypeVar("T")
R = TypeVar("R")

LOCAL = "local"

PATIENCE = 5.0
"""Seconds for a scheduler to answer, and for a first worker to come."""

REFRESH = 1.0
"""Seconds between two looks at how many workers there are."""

LONELY = 3.0
"""Seconds without any worker before that is told."""

MESSAGES = 10
"""Kept of those that were sent, for whoever looks for a mistake in Dask. It would keep a thousand, some with chunks of
puzzles."""

LOUD = ("distributed", "distributed.client", "distributed.gc", "tornado", "tornado.application", "bokeh", "asyncio")
"""Loggers that tell of connections, of workers that come and go, and of tasks that fail; here sentences do."""


PLAIN_PAGE = "info/main/workers.html"
"""What a scheduler shows in a browser where Bokeh is missing, which draws the dashboard."""


@contextmanager
def cluster(on: str, workers: int) -> Iterator[Cluster]:
    """The cluster that ``on`` names: ``local``, ``dask://HOST:PORT``, ``tls://HOST:PORT`` or a scheduler's FILE.json.

    Args:
        on: its name.
        workers: how many processes a local one has, and how many pieces another is given at a time at most; 0 for as
            many as there are cores, or workers.

    Raises:
        InputError: when that names none, or one that does not answer, has no workers, or has strange ones.
    """
    address = "" if on == LOCAL else address_of(on)
    try:
        from dask import config  # heavy, and an extra
        from distributed import Client, LocalCluster, Security
    except ImportError:
        raise PuzzlebenchError("a cluster needs Dask: pip install 'puzzlebench[cluster]'") from None
    refill: Callable[[], object] | None = None
    with _quiet(), config.set({"distributed.admin.low-level-log-length": MESSAGES}), ExitStack() as stack:
        if address:
            check_scheduler(address, PATIENCE)
            client = stack.enter_context(Client(address, timeout=PATIENCE, set_as_default=False, security=Security()))
        else:
            workers = workers or os.cpu_count() or 1
            scratch = stack.enter_context(TemporaryDirectory(prefix="puzzlebench-", ignore_cleanup_errors=True))
            with _deaf():
                try:
                    local = LocalCluster(
                        n_workers=workers,
                        threads_per_worker=1,
                        host="127.0.0.1",
                        dashboard_address="127.0.0.1:0",
                        local_directory=scratch,
                        memory_limit=0,  # it would be that of Dask's process, and not of the child that does the work
                        silence_logs=logging.CRITICAL,
                    )
                except RuntimeError:
                    raise PuzzlebenchError(
                        "the workers did not start; a script that asks for them has to say so, as they read it too: "
                        'if __name__ == "__main__"'
                    ) from None
            client = stack.enter_context(Client(stack.enter_context(local), set_as_default=False))
            refill = partial(local.scale, workers)
        found = Cluster(client, workers, refill)
        found.check()
        print(f"dashboard: {found.dashboard()}", file=sys.stderr, flush=True)
        yield found


class Cluster:
    """A Dask cluster at work.

    Args:
        client: the connection to its scheduler.
        most: how many pieces it is given at a time at most; 0 for as many as it can do.
        refill: what has the workers started that are missing of a cluster of our own: one that is killed before it has
            quite begun is given up by Dask, and would not come back.
    """

    def __init__(self, client: Any, most: int = 0, refill: Callable[[], object] | None = None) -> None:
        self._client = client
        self._most = most
        self._refill = refill
        self._address = client.scheduler.address
        self._threads = 0
        self._known: set[str] = set()  # addresses of workers that can work here
        self._looking: Future[Any] | None = None
        self._looked = self._manned = monotonic()
        self._lonely = False

    @property
    def workers(self) -> int:
        """How many pieces it does at a time, as it is now; it may grow and shrink."""
        return min(self._threads, self._most or self._threads)

    def check(self) -> None:
        """See that there are workers, and that they have the Puzzlebench that is at work here."""
        with suppress(TimeoutError):  # a cluster that grows by need has workers once there is something to do
            self._client.submit(operator.index, 0, pure=False).result(PATIENCE)
        self._threads = self._client.sync(self._counted)
        if not self._threads:
            raise InputError(
                f"the scheduler at {self._address} has no workers; start some: dask worker {self._address}"
            )

    async def _counted(self) -> int:
        """How many threads the workers have; those that are new are asked what they are.

        Raises:
            InputError: when one is no worker that could do anything here.
        """
        threads: dict[str, int] = await self._client.scheduler.ncores()
        new = [worker for worker in threads if worker not in self._known]
        answers = await self._client.run(arrival.edition, workers=new, on_error="return") if new else {}
        for worker, answer in answers.items():
            if isinstance(answer, OSError):
                continue  # it is gone again
            if isinstance(answer, Exception):
                raise InputError(f"worker {worker} has no Puzzlebench like this one: {in_one_line(answer)}")
            if answer != edition():
                raise InputError(f"worker {worker} has {answer}, and this is {edition()}")
            self._known.add(worker)
        return sum(threads.values())

    def dashboard(self) -> str:
        """Where a browser sees the cluster at work; the scheduler's address where it shows nothing."""
        from importlib import metadata  # only a cluster has a dashboard

        try:
            link = str(self._client.dashboard_link or "")
        except KeyError:
            link = ""
        if not link:
            return f"none, for the scheduler at {self._address} was started without"
        try:
            self._client.run_on_scheduler(metadata.version, "bokeh")
        except Exception:
            link = link.removesuffix("status") + PLAIN_PAGE
        return link

    def spread(
        self,
        work: Callable[[T], R],
        pieces: Iterable[T],
        in_order: bool = True,
        watch: Callable[[], object] | None = None,
    ) -> Generator[tuple[int, Result], None, None]:
        """The number of each piece, from 0, and what ``work`` came to with it, done by the workers of the cluster.

        Pieces are read only a few ahead of what was yielded. Where the workers that tried a piece were lost again and
        again, the result is the error ``WorkerLost``. Closing the generator frees the cluster.

        Args:
            work: what is done with each piece, of a module that the workers have too.
            pieces: what it is done with.
            in_order: whether results come in the order of the pieces; otherwise each as soon as it is there.
            watch: called many times a second while this waits; what it raises ends everything.

        Raises:
            CrewLost: when the scheduler is gone.
            PuzzlebenchError: when a worker has another Puzzlebench.
        """
        numbered = enumerate(pieces)
        tasks = _Tasks(self._client, work)
        results: dict[int, Result] = {}
        turn = 0
        try:
            while True:
                tasks.begin(list(islice(numbered, self._room(len(tasks), len(results)))))
                if not results and not tasks:
                    return
                if watch is not None:
                    watch()
                self._look()
                if turn not in results:
                    results.update(tasks.done())
                if not in_order:
                    turn = next(iter(results), turn)
                while turn in results:
                    yield turn, results.pop(turn)
                    turn = turn + 1 if in_order else next(iter(results), turn)
        except OtherVersion as error:
            raise InputError(str(error)) from None
        except Exception as error:
            if isinstance(error, PuzzlebenchError) or (self._client.status == "running" and type(error) is not _Lost):
                raise
            raise self._lost(error) from None
        finally:
            tasks.drop()

    def _room(self, under_way: int, waiting: int) -> int:
        """How many more pieces are read."""
        room = AHEAD * max(1, self.workers) - under_way - waiting
        return max(0, min(room, self._most - under_way) if self._most < self._threads and self._most else room)

    def _look(self) -> None:
        """Note every now and then how many workers there are, and tell once where there are none for long."""
        if self._client.status != "running":
            raise self._lost()
        now = monotonic()
        if self._looking is None and now > self._looked + REFRESH:
            self._looked = now
            self._looking = _begun(self._client, self._counted())
        elif self._looking is not None and self._looking.done():
            error = self._looking.exception()
            if isinstance(error, InputError):
                raise error
            self._threads = self._threads if error else self._looking.result()
            if self._refill is not None and self._threads < self._most:
                self._refill()
            self._looking = None
        if self._threads:
            self._manned, self._lonely = now, False
        elif now > self._manned + LONELY and not self._lonely:
            self._lonely = True
            print(f"no worker is left at {self._address}; waiting for one", file=sys.stderr, flush=True)

    def _lost(self, error: Exception | None = None) -> CrewLost:
        # That the connection is closed is told by what fails; that the client knows of it may take another moment.
        what = str(error) if type(error) is _Lost and self._client.status == "running" else "is gone"
        return CrewLost(f"the scheduler at {self._address} {what}")


class _Lost(Exception):
    """What became of the scheduler, as the end of a sentence."""


class _Tasks:
    """The pieces of one kind of work that are under way.

    Args:
        client: the connection to the scheduler.
        work: what is done with each piece.
    """

    def __init__(self, client: Any, work: Callable[[Any], object]) -> None:
        self._client = client
        self._name = f"puzzlebench-{uuid4().hex}"
        self._numbers: dict[Any, int] = {}  # of the pieces, by Dask's keys
        self._futures: dict[Any, Any] = {}
        self._ended: SimpleQueue[Any] = SimpleQueue()  # tasks, and then their results on the way here
        pool = pickle.dumps(ChildPool(pickle.dumps(work), edition()))
        # Only names of the standard library are seen by the scheduler, which needs no Puzzlebench.
        self._pool = client.submit(pickle.loads, pool, key=f"work-{self._name}", pure=False)

    def __len__(self) -> int:
        return len(self._numbers)

    def begin(self, pieces: list[tuple[int, Any]]) -> None:
        """Have more pieces done."""
        if not pieces:
            return
        from dask._task_spec import Alias, Task  # heavy, and there by now

        tasks = {}
        for number, piece in pieces:
            key = (self._name, number)
            # Called the producer of data, it waits at the scheduler for any worker that is free. Otherwise Dask would
            # keep it for the few workers that have the pool already.
            tasks[key] = Task(key, operator.call, Alias(self._pool.key), pickle.dumps(piece), _data_producer=True)
            self._numbers[key] = number
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of pieces that are large together
            futures = self._client.get(tasks, list(tasks), sync=False, fifo_timeout="100ms")
        for future in futures:
            self._futures[future.key] = future
            future.add_done_callback(self._ended.put)

    def done(self) -> dict[int, Result]:
        """The results that have come, once something happens or a short while is over."""
        ended = []
        with suppress(Empty):
            ended.append(self._ended.get(timeout=TICK))
            while True:
                ended.append(self._ended.get_nowait())
        results: dict[int, Result] = {}
        whole = []
        for each in ended:
            if isinstance(each, Future):
                try:
                    values = each.result()
                except OSError:
                    raise _Lost("is gone") from None
                for key, value in values.items():
                    future = self._futures[key]
                    results[self._over(key)] = self._failed(future) if value is None else _opened(value)
            elif each.status in ("error", "cancelled"):
                results[self._over(each.key)] = self._failed(each)
            else:  # finished, or lost again meanwhile with its worker, and then it is waited for
                whole.append(each)
        if whole:
            _begun(self._client, _fetched(self._client, whole)).add_done_callback(self._ended.put)
        return results

    @staticmethod
    def _failed(future: Any) -> Result:
        """What is said of a task without a value."""
        if future.status != "error":
            raise _Lost("has dropped the work")
        return Result(error=_told(future.exception()))

    def drop(self) -> None:
        """Want nothing more of it."""
        with suppress(Exception):  # of a scheduler that is gone
            self._client.cancel([*self._futures.values(), self._pool])

    def _over(self, key: Any) -> int:
        del self._futures[key]
        return self._numbers.pop(key)


async def _fetched(client: Any, futures: list[Any]) -> dict[Any, bytes | None]:
    """The values of tasks by their keys, done again where a worker was lost with them; None where that fails."""
    wanted = {future.key: future for future in futures}
    values: dict[Any, bytes | None] = await client.gather(wanted, errors="skip", asynchronous=True)
    return values


def _opened(data: bytes) -> Result:
    result: Result = pickle.loads(data)
    return result if result.error else Result(pickle.loads(result.value), None, result.seconds, result.worker)


def _told(error: BaseException) -> Exception:
    """What is said of a task that failed on the way to the child that was to do it."""
    from distributed import KilledWorker  # is there where there are tasks

    if isinstance(error, OtherVersion):
        raise error
    if isinstance(error, KilledWorker):
        return WorkerLost(f"the workers that tried it were lost, {error.last_worker.address} as the last")
    if isinstance(error, ImportError | AttributeError):
        raise OtherVersion(f"a worker has no Puzzlebench like this one: {in_one_line(error)}")
    return error if isinstance(error, Exception) else WorkerLost(in_one_line(error))


def _begun(client: Any, asked: Coroutine[Any, Any, R]) -> Future[R]:
    return asyncio.run_coroutine_threadsafe(asked, client.loop.asyncio_loop)


@contextmanager
def _quiet() -> Iterator[None]:
    """Let Dask say nothing here, until the cluster is left."""
    before = [(logger, logger.level) for logger in map(logging.getLogger, LOUD)]
    try:
        for logger, _ in before:
            logger.setLevel(logging.CRITICAL + 1)
        yield
    finally:
        for logger, level in before:
            logger.setLevel(level)


@contextmanager
def _deaf() -> Iterator[None]:
    """Have processes and threads started that do not hear Ctrl-C: it is for this process to end them."""
    if not hasattr(signal, "pthread_sigmask"):  # not there on every system
        yield
        return
    ensure_running()  # which would have them hear again
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
