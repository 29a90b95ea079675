"""Worker processes that answer the page's questions, so many at a time, each of which can be cut short.

A worker that ran somebody's Python answers from then on questions with the same Python alone.
"""

from __future__ import annotations

import asyncio
import json
import os
import tempfile
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from functools import partial
from time import monotonic
from typing import Any

from models.errors import PuzzlebenchError
from solvers.cli.own_code import own_sentence
from solvers.serve.ask import Question, Record, ask
from solvers.workers.worker_process import WorkerProcess

MAX_WAITING_QUESTIONS = 64
"""So many wait for a worker of a lane; whoever comes then is told to come again."""

MAX_WORKER_BYTES = 3 << 30
"""The memory that a worker may have, and each process that it starts."""

SHORT = frozenset(["open", "board", "table", "gallery"])
"""Questions that search nothing. They have a lane of their own, unless there is somebody's Python in them."""

POLL_SECONDS = 0.05


class TooBusy(PuzzlebenchError):
    """As many questions wait as may wait."""


def code_of(question: Question) -> str:
    """Return the Python that a question and the documents in it bring along, as one text; empty where there is none."""
    listed = question.get("documents")
    documents = [question, question.get("document"), *(listed if isinstance(listed, list) else ())]
    codes = [(one.get("source"), one.get("rules")) for one in documents if isinstance(one, Mapping)]
    return json.dumps([code for code in codes if any(code)]) if any(map(any, codes)) else ""


def answer(folder: str, question: Question, send: Callable[..., None]) -> None:
    """Answer one question in a worker process: record by record, and nothing where it is done."""
    if tempfile.tempdir != folder:
        tempfile.tempdir = os.environ["TMPDIR"] = folder
        _limit_memory()
    for record in ask(question):
        send(record)
    send(None)


def _limit_memory() -> None:
    with suppress(ImportError, ValueError, OSError):  # where the system has no such limit
        import resource  # not there on every system

        _, most = resource.getrlimit(resource.RLIMIT_DATA)
        limit = MAX_WORKER_BYTES if most == resource.RLIM_INFINITY else min(most, MAX_WORKER_BYTES)
        resource.setrlimit(resource.RLIMIT_DATA, (limit, most))


class Lane:
    """Turns for so many questions at once, in the order in which they came."""

    def __init__(self, width: int) -> None:
        self._free = asyncio.Semaphore(width)
        self._waiting = 0

    @asynccontextmanager
    async def turn(self, is_wanted: Callable[[], Awaitable[bool]]) -> AsyncIterator[bool]:
        """Wait for a turn; False comes instead where nobody wants the answer any more.

        Raises:
            TooBusy: when too many wait already.
        """
        if self._waiting >= MAX_WAITING_QUESTIONS:
            raise TooBusy("too many questions are waiting; ask again in a moment")
        self._waiting += 1
        turn = asyncio.ensure_future(self._free.acquire())
        try:
            while not turn.done() and await is_wanted():
                await asyncio.wait([turn], timeout=POLL_SECONDS)
        except BaseException:
            self._give_back(turn)
            raise
        finally:
            self._waiting -= 1
        try:
            yield turn.done()
        finally:
            self._give_back(turn)

    def _give_back(self, turn: asyncio.Future[Any]) -> None:
        if not turn.cancel():
            self._free.release()


class Answerers:
    """Warm worker processes; a question that takes too long, or that nobody waits for any more, costs its worker.

    Args:
        folder: where the workers put what is temporary.
    """

    def __init__(self, workers: int, seconds: float, folder: str) -> None:
        self._seconds, self._folder = seconds, folder
        self._long, self._short = Lane(workers), Lane((workers + 1) // 2)
        self._most_idle = workers + (workers + 1) // 2
        self._all: set[WorkerProcess] = set()
        self._idle: list[tuple[str, WorkerProcess]] = []  # with the code that they ran, those used last at the end

    async def records(
        self, question: Question, is_wanted: Callable[[], Awaitable[bool]]
    ) -> AsyncGenerator[Record, None]:
        """Yield the records that answer ``question``, for as long as ``is_wanted()`` says so.

        Raises:
            TooBusy: when too many wait already.
        """
        code = code_of(question)
        lane = self._short if question.get("ask") in SHORT and not code else self._long
        async with lane.turn(is_wanted) as has_turn:
            if not has_turn:
                return
            worker = self._taken(code)
            if worker is None:
                worker = await asyncio.to_thread(self._started)
            deadline, finished = monotonic() + self._seconds, False
            try:
                await asyncio.to_thread(worker.send, question)
                while not finished:
                    if not await asyncio.to_thread(worker.is_heard, POLL_SECONDS):
                        if monotonic() > deadline:
                            yield {"error": f"this took longer than {self._seconds:g} s and was cut short"}
                            return
                        if not await is_wanted():
                            return
                        continue
                    result = await asyncio.to_thread(worker.receive)
                    if result is None:
                        yield {"error": "the search ended unexpectedly, perhaps for want of memory; ask again"}
                        return
                    if result.error is not None:
                        yield {"error": _sentence(result.error)}
                        return
                    if result.value is None:
                        finished = True
                    else:
                        yield result.value
            finally:
                if finished:
                    self._put_back(code, worker)
                else:
                    self._end(worker)

    def _taken(self, code: str) -> WorkerProcess | None:
        """Take an idle worker that ran this code, or else one that ran none; None where there is none."""
        for wanted in (code, ""):
            for place, (ran, worker) in enumerate(self._idle):
                if ran == wanted:
                    del self._idle[place]
                    return worker
        return None

    def _put_back(self, code: str, worker: WorkerProcess) -> None:
        self._idle.append((code, worker))
        if len(self._idle) > self._most_idle:
            place = next((at for at, (ran, _) in enumerate(self._idle) if ran), 0)
            self._end(self._idle.pop(place)[1])

    def _started(self) -> WorkerProcess:
        worker = WorkerProcess(partial(answer, self._folder), streams=True)
        self._all.add(worker)
        return worker

    def _end(self, worker: WorkerProcess) -> None:
        if worker in self._all:
            self._all.remove(worker)
            worker.end()

    def close(self) -> None:
        """End every worker, whatever it is at."""
        for worker in tuple(self._all):
            self._end(worker)


def _sentence(error: Exception) -> str:
    if isinstance(error, MemoryError):
        return f"this needs more than the {MAX_WORKER_BYTES >> 30} GB of memory that a question may have"
    return own_sentence(error) or str(error) or type(error).__name__
