"""Workers of a Dask cluster: one of this machine's own, or one that is running somewhere.

Dask decides which worker does which piece, and has those of lost workers done again. A piece travels as data, and what
is done with the pieces goes once to each worker (``solvers.workers.worker_pool``). What is sent names code and holds
none.
"""

from __future__ import annotations

import operator
import os
import sys
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Future
from contextlib import ExitStack, contextmanager, suppress
from importlib.util import find_spec
from itertools import islice
from time import monotonic
from typing import Any, TypeVar

from models.errors import InputError, PuzzlebenchError
from models.plugins import in_one_line
from solvers.workers import arrival
from solvers.workers.dask_logs import quiet
from solvers.workers.dask_tasks import Lost, Tasks, begun
from solvers.workers.local_cluster import FEW_MESSAGES, local_cluster
from solvers.workers.scheduler import address_of, check_scheduler
from solvers.workers.worker_pool import OtherVersion, edition
from solvers.workers.worker_process import AHEAD, TICK, PoolLost, TaskResult

T = TypeVar("T")
R = TypeVar("R")

LOCAL = "local"

PATIENCE = 5.0
"""Seconds for a scheduler to answer, and for a first worker to come."""

REFRESH = 1.0
"""Seconds between two looks at how many workers there are."""

LONELY = 3.0
"""Seconds without any worker before that is told."""

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
    if find_spec("distributed") is None:
        raise PuzzlebenchError("a cluster needs Dask: pip install 'puzzlebench[cluster]'")
    refill: Callable[[], object] | None = None
    with quiet(), ExitStack() as stack:
        if on == LOCAL:
            workers = workers or os.cpu_count() or 1
            local = stack.enter_context(local_cluster(workers))
            address, security, refill = local.address, local.security(), local.refill
        else:
            from distributed import Security  # heavy, and an extra

            check_scheduler(address, PATIENCE)
            security = Security()
        from dask import config  # as above
        from distributed import Client

        stack.enter_context(config.set(FEW_MESSAGES))
        client = stack.enter_context(Client(address, timeout=PATIENCE, set_as_default=False, security=security))
        found = Cluster(client, workers, refill)
        found.check()
        print(f"dashboard: {found.dashboard()}", file=sys.stderr, flush=True)
        yield found


class Cluster:
    """A Dask cluster at work.

    Args:
        client: the connection to its scheduler.
        most: how many pieces it is given at a time at most; 0 for as many as it can do.
        refill: what has the workers started again that are gone of a cluster of our own.
    """

    def __init__(self, client: Any, most: int = 0, refill: Callable[[], object] | None = None) -> None:
        self._client = client
        self._most = most
        self._refill = refill
        self._address = client.scheduler.address
        self._threads = 0
        self._known: set[str] = set()  # addresses of workers that can work here
        self._strangers: dict[str, str] = {}  # and of those that cannot, each with a sentence
        self._looking: Future[dict[str, int]] | None = None
        self._asked: set[str] = set()  # strangers that were known when that was asked
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
        there = self._client.sync(self._counted)
        self._threads = sum(there.values())
        if not there and self._strangers:
            raise InputError(next(iter(self._strangers.values())))
        self._tell_of(self._strangers)
        if not there:
            raise InputError(
                f"the scheduler at {self._address} has no workers; start some: dask worker {self._address}"
            )

    async def _counted(self) -> dict[str, int]:
        """How many threads each worker has that can work here; those that are new are asked what they are."""
        threads: dict[str, int] = await self._client.scheduler.ncores()
        new = [worker for worker in threads if worker not in self._known and worker not in self._strangers]
        answers = await self._client.run(arrival.edition, workers=new, on_error="return") if new else {}
        for worker, answer in answers.items():
            if isinstance(answer, OSError):
                continue  # it is gone again
            if isinstance(answer, Exception):
                self._strangers[worker] = f"worker {worker} has no Puzzlebench like this one: {in_one_line(answer)}"
            elif answer != edition():
                self._strangers[worker] = f"worker {worker} has {answer}, and this is {edition()}"
            else:
                self._known.add(worker)
        self._strangers = {worker: why for worker, why in self._strangers.items() if worker in threads}
        return {worker: number for worker, number in threads.items() if worker in self._known}

    def _tell_of(self, strangers: Iterable[str]) -> None:
        for worker in strangers:
            print(f"{self._strangers[worker]}; it is left out", file=sys.stderr, flush=True)

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

    def imap(
        self,
        work: Callable[[T], R],
        pieces: Iterable[T],
        in_order: bool = True,
        watch: Callable[[], object] | None = None,
    ) -> Generator[tuple[int, TaskResult], None, None]:
        """The number of each piece, from 0, and what ``work`` came to with it, done by the workers of the cluster.

        Pieces are read only a few ahead of what was yielded. Where the workers that tried a piece were lost again and
        again, the result is the error ``WorkerLost``. Closing the generator frees the cluster.

        Args:
            work: what is done with each piece, of a module that the workers have too.
            pieces: what it is done with.
            in_order: whether results come in the order of the pieces; otherwise each as soon as it is there.
            watch: called many times a second while this waits; what it raises ends everything.

        Raises:
            PoolLost: when the scheduler is gone.
            PuzzlebenchError: when the workers have another Puzzlebench.
        """
        numbered = enumerate(pieces)
        tasks = Tasks(self._client, work, frozenset(self._known) if self._strangers else None)
        results: dict[int, TaskResult] = {}
        turn = 0
        try:
            while True:
                tasks.begin(list(islice(numbered, self._room(len(tasks), len(results)))))
                if not results and not tasks:
                    return
                if watch is not None:
                    watch()
                self._look(tasks)
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
            if isinstance(error, PuzzlebenchError) or (self._client.status == "running" and type(error) is not Lost):
                raise
            raise self._lost(error) from None
        finally:
            tasks.drop()

    def _room(self, under_way: int, waiting: int) -> int:
        """How many more pieces are read."""
        room = AHEAD * max(1, self.workers) - under_way - waiting
        return max(0, min(room, self._most - under_way) if self._most < self._threads and self._most else room)

    def _look(self, tasks: Tasks) -> None:
        """Note every now and then which workers there are, and tell once where there are none for long."""
        if self._client.status != "running":
            raise self._lost()
        now = monotonic()
        if self._looking is None and now > self._looked + (TICK if tasks.refused else REFRESH):
            self._looked = now
            self._asked = {*self._strangers}
            self._looking = begun(self._client, self._counted())
        elif self._looking is not None and self._looking.done():
            if self._looking.exception() is None:
                there = self._looking.result()
                self._threads = sum(there.values())
                self._tell_of([worker for worker in self._strangers if worker not in self._asked])
                tasks.give_to(frozenset(there) if self._strangers else None)
            if self._refill is not None and self._threads < self._most:
                self._refill()
            self._looking = None
        if self._threads:
            self._manned, self._lonely = now, False
        elif now > self._manned + LONELY and not self._lonely:
            self._lonely = True
            print(f"no worker is left at {self._address}; waiting for one", file=sys.stderr, flush=True)

    def _lost(self, error: Exception | None = None) -> PoolLost:
        # That the connection is closed is told by what fails; that the client knows of it may take another moment.
        what = str(error) if type(error) is Lost and self._client.status == "running" else "is gone"
        return PoolLost(f"the scheduler at {self._address} {what}")
