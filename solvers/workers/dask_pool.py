"""Workers of a Dask cluster: one of this machine's own, or one that is running somewhere.

Dask decides which worker does which piece, and has those of lost workers done again. A piece travels as data, and what
is done with the pieces goes once to each worker (``solvers.workers.dask_worker``). What is sent names code and holds
none.
"""

from __future__ import annotations

import asyncio
import json
import operator
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from importlib.util import find_spec
from math import inf
from pathlib import Path
from time import monotonic
from typing import Any
from urllib.parse import urlsplit

from models.errors import InputError, PuzzlebenchError
from models.kit.names import listed
from models.plugins import in_one_line
from solvers.cli.exits import uninterrupted
from solvers.workers.base import Pool, PoolLost, Results
from solvers.workers.dask_tasks import DaskTasks, Lost, begun
from solvers.workers.dask_worker import OtherVersion, edition
from solvers.workers.local_cluster import FEW_MESSAGES, local_cluster, quiet
from solvers.workers.worker_process import POLL_SECONDS

LOCAL = "local"

ANSWER_SECONDS = 5.0
REFRESH_SECONDS = 1.0
WORKERLESS_SECONDS = 3.0
QUIET_SECONDS, SILENT_SECONDS, REMIND_SECONDS = 3.0, 6.0, 600.0
"""Seconds without a result until workers are watched, of a watched worker without a sign of life until it is told of,
and until it is told of again."""

PLAIN_PAGE = "info/main/workers.html"
"""What a scheduler shows in a browser where Bokeh is missing, which draws the dashboard."""


@contextmanager
def open_dask_pool(on: str, workers: int) -> Iterator[DaskPool]:
    """The cluster that ``on`` names, given so many pieces at a time at most; 0 for all its cores or workers."""
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
            with uninterrupted():  # some of its modules lose an interrupt that comes while they are imported
                from distributed import Security  # heavy, and an extra

            check_scheduler(address, ANSWER_SECONDS)
            security = Security()
        from dask import config  # as above
        from distributed import Client

        stack.enter_context(quiet())  # once more: importing Dask has set the levels of its loggers
        stack.enter_context(config.set(FEW_MESSAGES))
        with uninterrupted():  # half connected, it would be closed by its destructor, once its scheduler is gone
            client = Client(address, timeout=ANSWER_SECONDS, set_as_default=False, security=security)
            stack.enter_context(client)
        found = DaskPool(client, workers, refill)
        found.check()
        if on != LOCAL:  # that opens no port for browsers, which other accounts could read
            print(f"dashboard: {found.dashboard()}", file=sys.stderr, flush=True)
        yield found


class DaskPool(Pool):
    """The workers of a Dask cluster, which is given ``most`` pieces at a time; 0 for as many as it can do.

    ``refill`` has the workers started again that are gone of a cluster of our own.
    """

    def __init__(
        self,
        client: Any,
        most: int = 0,
        refill: Callable[[], object] | None = None,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self._client = client
        self._clock = clock
        self._most = most
        self._refill = refill
        self._address = client.scheduler.address
        self._threads = 0
        self._known: set[str] = set()  # addresses of workers that can work here
        self._strangers: dict[str, str] = {}  # and of those that cannot, each with a sentence
        self._looking: Future[dict[str, int]] | None = None
        self._asked: set[str] = set()  # strangers that were known when that was asked
        self._looked = self._had_workers = self._heard = clock()
        self._is_alone = False
        self._came = 0  # results by the time ``_heard``
        self._beats: dict[str, tuple[float, float]] = {}  # of watched workers, the last sign of life, and since when
        self._silent: dict[str, tuple[str, list[Any]]] = {}  # without one for long, each with its name and its tasks
        self._are_idle = False  # whether all others have nothing to do
        self._told: dict[str, float] = {}  # when it was told of a silent one
        self._passed_over: set[str] = set()  # silent ones whose pieces were given to others
        self._names_workers = False  # whether pieces are given to workers by their addresses

    @property
    def workers(self) -> int:  # type: ignore[override]
        return min(self._threads, self._most or self._threads)

    def check(self) -> None:
        """See that there are workers, and that they have the Puzzlebench that is at work here."""
        with suppress(TimeoutError):  # a cluster that grows by need has workers once there is something to do
            self._client.submit(operator.index, 0, pure=False).result(ANSWER_SECONDS)
        there = self._client.sync(self._counted)
        self._threads = sum(there.values())
        if not there and self._strangers:
            raise InputError(next(iter(self._strangers.values())))
        self._tell_of(self._strangers)
        if not there:
            some = f"start some: dask worker {self._address}"
            raise InputError(f"the scheduler at {self._address} has no workers; {some}")

    async def _counted(self) -> dict[str, int]:
        threads: dict[str, int] = await self._client.scheduler.ncores()
        new = [worker for worker in threads if worker not in self._known and worker not in self._strangers]
        for worker, answer in zip(new, await asyncio.gather(*map(self._edition, new)), strict=True):
            if answer is None or isinstance(answer, OSError):
                continue  # it is gone again
            if isinstance(answer, Exception):
                self._strangers[worker] = f"worker {worker} has no Puzzlebench like this one: {in_one_line(answer)}"
            elif answer != edition():
                self._strangers[worker] = f"worker {worker} has {answer}, and this is {edition()}"
            else:
                self._known.add(worker)
        self._strangers = {worker: why for worker, why in self._strangers.items() if worker in threads}
        if self._passed_over or self._clock() > self._heard + QUIET_SECONDS:
            await self._watch()
        else:
            self._beats, self._silent = {}, {}
        return {worker: number for worker, number in threads.items() if worker in self._known}

    async def _edition(self, worker: str) -> object:
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                return (await self._client.run(edition, workers=[worker], on_error="return"))[worker]
        except (TimeoutError, KeyError):  # it is stopped, or gone again
            return None

    async def _watch(self) -> None:
        """Note which workers have given no sign of life for long, and whether the others are idle."""
        now, workers = self._clock(), (await self._client.scheduler.identity())["workers"]
        seen = {worker: about["last_seen"] for worker, about in workers.items()}
        self._beats = {
            worker: self._beats[worker] if self._beats.get(worker, (None,))[0] == beat else (beat, now)
            for worker, beat in seen.items()
        }
        longest = SILENT_SECONDS + len(workers) / 100  # of many, each gives a sign more rarely
        silent = [worker for worker, (_, since) in self._beats.items() if now > since + longest]
        tasks = await self._client.scheduler.processing() if silent else {}
        self._silent = {worker: (str(workers[worker]["name"]), tasks.get(worker, [])) for worker in silent}
        self._are_idle = not any(keys for worker, keys in tasks.items() if worker not in self._silent)

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
        work: Callable[[Any], object],
        pieces: Iterable[Any],
        in_order: bool = True,
        watch: Callable[[], object] | None = None,
    ) -> Results:
        try:
            yield from super().imap(work, pieces, in_order, watch)
        except OtherVersion as error:
            raise InputError(str(error)) from None
        except Exception as error:
            if isinstance(error, PuzzlebenchError) or (self._client.status == "running" and type(error) is not Lost):
                raise
            raise self._lost(error) from None

    def _tasks(self, work: Callable[[Any], object]) -> DaskTasks:
        self._came, self._heard = 0, self._clock()
        return DaskTasks(self._client, work, self._only(self._known), self._look)

    def _only(self, there: Iterable[str]) -> frozenset[str] | None:
        """Return the workers that pieces are given to; None for all there are."""
        self._names_workers = self._names_workers or bool(self._passed_over)
        return frozenset(there) - self._passed_over if self._strangers or self._names_workers else None

    def _room(self, under_way: int, waiting: int) -> int:
        room = super()._room(under_way, waiting)
        return max(0, min(room, self._most - under_way)) if 0 < self._most < self._threads else room

    def _look(self, tasks: DaskTasks) -> None:
        """Note every now and then which workers there are, and tell once where there are none for long."""
        if self._client.status != "running":
            raise self._lost()
        now = self._clock()
        if tasks.came != self._came:
            self._came, self._heard = tasks.came, now
        if self._looking is None and now > self._looked + (POLL_SECONDS if tasks.refused else REFRESH_SECONDS):
            self._looked = now
            self._asked = {*self._strangers}
            self._looking = begun(self._client, self._counted())
        elif self._looking is not None and self._looking.done():
            if self._looking.exception() is None:
                there = self._looking.result()
                self._threads = sum(there.values())
                self._tell_of([worker for worker in self._strangers if worker not in self._asked])
                self._tell_of_silent(tasks, there, now)
                tasks.give_to(self._only(there))
            if self._refill is not None and self._threads < self._most:
                self._refill()
            self._looking = None
        if self._threads:
            self._had_workers, self._is_alone = now, False
        elif now > self._had_workers + WORKERLESS_SECONDS and not self._is_alone:
            self._is_alone = True
            print(f"no worker is left at {self._address}; waiting for one", file=sys.stderr, flush=True)

    def _tell_of_silent(self, tasks: DaskTasks, there: Iterable[str], now: float) -> None:
        """Tell which workers are silent with which pieces, and pass them over where others have nothing to do."""
        self._passed_over &= self._silent.keys()
        if self._are_idle and not self._silent.keys() >= {*there}:
            self._passed_over |= self._silent.keys()
        for worker, (name, keys) in self._silent.items():
            pieces = tasks.among(keys)
            if pieces and now >= self._told.get(worker, -inf) + REMIND_SECONDS:
                self._told[worker] = now
                numbers = listed(f"{number + 1:,}" for number in pieces)
                what, since = "piece" if len(pieces) == 1 else "pieces", self._beats[worker][1]
                says = f"worker {name} at {worker} has given no sign of life for {now - since:.0f} s, and has {what}"
                instead = "; others do that now" if worker in self._passed_over else ""
                print(f"{says} {numbers}{instead}", file=sys.stderr, flush=True)

    def _lost(self, error: Exception | None = None) -> PoolLost:
        # That the connection is closed is told by what fails; that the client knows of it may take another moment.
        what = str(error) if type(error) is Lost and self._client.status == "running" else "is gone"
        return PoolLost(f"the scheduler at {self._address} {what}")


def address_of(on: str) -> str:
    """The scheduler's address in Dask's terms; InputError when ``on`` names no cluster."""
    if on.endswith(".json"):
        try:
            found = json.loads(Path(on).read_text(encoding="utf-8"))["address"]
        except OSError as error:
            raise InputError(f"cannot be read: {error.strerror}", on) from None
        except (ValueError, KeyError, TypeError):
            found = None
        if not isinstance(found, str):
            raise InputError("is no scheduler file of Dask, which has an address in JSON", on)
        return found
    try:
        parts = urlsplit(on)
        whole = bool(parts.hostname and parts.port) and on == f"{parts.scheme}://{parts.netloc}" and "@" not in on
    except ValueError:  # a port that is none
        whole = False
    if not whole or parts.scheme not in ("dask", "tcp", "tls"):
        raise InputError(f"--on takes local, dask://HOST:PORT, tls://HOST:PORT or a scheduler's FILE.json, not {on}")
    return f"{'tls' if parts.scheme == 'tls' else 'tcp'}://{parts.netloc}"


def check_scheduler(address: str, seconds: float) -> None:
    """See that a scheduler answers within so many seconds, whatever else listens there; InputError when none does."""
    from distributed import Security, rpc  # heavy, and an extra

    async def ask() -> Any:
        async with asyncio.timeout(seconds):
            arguments = Security().get_connection_args("client")
            async with rpc(address, timeout=seconds, connection_args=arguments) as there:
                return await there.identity()

    try:
        with ThreadPoolExecutor(1) as thread:  # where this runs, in a notebook, there may be a loop already
            kind = thread.submit(asyncio.run, ask()).result()["type"]
    except (OSError, ValueError) as error:
        why = "" if isinstance(error, TimeoutError) else f": {in_one_line(error)}"
        raise InputError(f"no scheduler of Dask answers at {address}{why}") from None
    except TypeError:
        needs = "needs certificates, which Dask's configuration names: distributed.comm.tls"
        raise InputError(f"{address} {needs}") from None
    if kind != "Scheduler":
        raise InputError(f"at {address} answers no scheduler of Dask, but its {kind.lower()}")
