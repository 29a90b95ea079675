"""Worker processes that answer the page's questions, so many at a time, each of which can be cut short."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from time import monotonic
from typing import Any

from models.errors import PuzzlebenchError
from solvers.serve.ask import Question, Record, ask
from solvers.workers.worker_process import WorkerProcess

MAX_WAITING_QUESTIONS = 64
"""So many wait for a worker; whoever comes then is told to come again."""

POLL_SECONDS = 0.05


class TooBusy(PuzzlebenchError):
    """As many questions wait as may wait."""


def answer(question: Question, send: Callable[..., None]) -> None:
    """Answer one question in a worker process: record by record, and nothing where it is done."""
    for record in ask(question):
        send(record)
    send(None)


class Answerers:
    """Warm worker processes; a question that takes too long, or that nobody waits for any more, costs its worker."""

    def __init__(self, workers: int, seconds: float) -> None:
        self._seconds = seconds
        self._free = asyncio.Semaphore(workers)
        self._idle: list[WorkerProcess] = []
        self._waiting = 0

    async def records(self, question: Question, is_wanted: Callable[[], Any]) -> AsyncGenerator[Record, None]:
        """The records that answer ``question``, for as long as ``is_wanted()``, which is awaited, says so.

        Raises:
            TooBusy: when too many wait already.
        """
        async with self._turn():
            worker = self._idle.pop() if self._idle else await asyncio.to_thread(self._started)
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
                        yield {"error": str(result.error)}
                        finished = True
                    elif result.value is None:
                        finished = True
                    else:
                        yield result.value
            finally:
                if finished:
                    self._idle.append(worker)
                else:
                    worker.end()

    @asynccontextmanager
    async def _turn(self) -> AsyncIterator[None]:
        if self._waiting >= MAX_WAITING_QUESTIONS:
            raise TooBusy("too many questions are waiting; ask again in a moment")
        self._waiting += 1
        try:
            await self._free.acquire()
        finally:
            self._waiting -= 1
        try:
            yield
        finally:
            self._free.release()

    def _started(self) -> WorkerProcess:
        return WorkerProcess(partial(answer), streams=True)

    def close(self) -> None:
        for worker in self._idle:
            worker.end()
