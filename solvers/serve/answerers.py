"""Worker processes that answer the page's questions, so many at a time, each of which can be cut short.

Once a worker has run Python from a document, it only answers questions about that same Python. What it sends is not
trusted: lines of JSON of a bounded length, ``true`` at the end of an answer, ``false`` where the worker is done for.
"""

from __future__ import annotations

import asyncio
import json
import os
import tempfile
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from functools import partial
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp
from threading import Thread
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

MAX_RECORD_BYTES = 1 << 25
"""The longest record that a worker may send."""

MAX_ERROR_LETTERS = 2_000
MAX_PRINTED_BYTES = 1 << 16  # by one worker; what it prints after that is lost

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


def answer(folder: str, question: Question, send: Callable[[bytes], None]) -> None:
    """Answer one question in a worker process, a line for each record."""
    is_fit = True
    try:
        if tempfile.tempdir != folder:
            tempfile.tempdir = os.environ["TMPDIR"] = folder
            _limit_memory()
        Path(folder).mkdir(0o700, parents=True, exist_ok=True)  # some Python may have removed it
        for record in ask(question):
            send(_line(record))
    except Exception as error:
        is_fit = False
        send(_line({"error": _sentence(error)}))
    send(_line(is_fit))


def _line(said: Record | bool) -> bytes:
    return json.dumps(said, ensure_ascii=False).encode(errors="replace") + b"\n"


def _said(line: bytes) -> Record | bool:
    """Return what a worker said, in a form that can be sent on.

    Raises:
        ValueError: when it is neither a record nor true or false.
        RecursionError: when it is too deep.
    """
    said = json.loads(line)
    json.dumps(said, ensure_ascii=False).encode()  # half a letter cannot be sent
    if isinstance(said, dict):
        error = said.get("error")
        if isinstance(error, str) and len(error) > MAX_ERROR_LETTERS:
            said["error"] = error[:MAX_ERROR_LETTERS] + " …"
        return said
    if isinstance(said, bool):
        return said
    raise ValueError("neither an object nor a truth value")


def _limit_memory() -> None:
    """Bound this process's data, and not its address space, of which threads reserve much and take nothing."""
    with suppress(ImportError, ValueError, OSError):  # where the system has no such limit
        import resource  # not there on every system

        _, most = resource.getrlimit(resource.RLIMIT_DATA)
        limit = MAX_WORKER_BYTES if most == resource.RLIM_INFINITY else min(most, MAX_WORKER_BYTES)
        resource.setrlimit(resource.RLIMIT_DATA, (limit, limit))


def _pass_on(descriptor: int) -> None:
    """Print what a worker prints, as far as it may, and read the rest so that the worker does not wait."""
    left = MAX_PRINTED_BYTES
    with suppress(OSError), os.fdopen(descriptor, "rb", buffering=0) as printed:
        while piece := printed.read(1 << 16):
            if left:
                os.write(2, piece[:left])
                left = max(0, left - len(piece))


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
        folder: where each worker has a folder for what is temporary.
    """

    def __init__(self, workers: int, seconds: float, folder: str) -> None:
        self._seconds, self._folder = seconds, folder
        self._long, self._short = Lane(workers), Lane((workers + 1) // 2)
        self._most_idle = workers + (workers + 1) // 2
        self._all: dict[WorkerProcess, str] = {}  # with their folders
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
                sending = asyncio.create_task(asyncio.to_thread(worker.send, question))
                await asyncio.wait([sending], timeout=self._seconds)  # one that takes no question may be sent none
                while not finished:
                    if monotonic() > deadline:
                        yield {"error": f"this took longer than {self._seconds:g} s and was cut short"}
                        return
                    if not await asyncio.to_thread(worker.is_heard, POLL_SECONDS):
                        if not await is_wanted():
                            return
                        continue
                    try:
                        lines = worker.lines(MAX_RECORD_BYTES)
                        said = None if lines is None else [_said(line) for line in lines]
                    except (ValueError, RecursionError):
                        yield {"error": "the answer is malformed or too long, and so the search was ended"}
                        return
                    if said is None:
                        yield {"error": "the search ended unexpectedly, perhaps for want of memory; ask again"}
                        return
                    for record in said:
                        if record is False:
                            return
                        if record is True:
                            finished = True
                            break
                        sent = monotonic()
                        yield record
                        deadline += monotonic() - sent  # the time that the asker takes to read is not the worker's
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
        Path(self._folder).mkdir(0o700, parents=True, exist_ok=True)  # some Python may have removed it
        folder = mkdtemp(dir=self._folder)
        ours, theirs = os.pipe()
        Thread(target=_pass_on, args=[ours], daemon=True).start()
        with os.fdopen(theirs, "wb") as printed:
            worker = WorkerProcess(partial(answer, folder), printed, streams=True, lines=True)
        self._all[worker] = folder
        return worker

    def _end(self, worker: WorkerProcess) -> None:
        folder = self._all.pop(worker, None)
        if folder is not None:
            worker.end()
            Thread(target=rmtree, args=[folder, True]).start()  # there may be much in it, and others ask meanwhile

    def close(self) -> None:
        """End every worker, whatever it is at."""
        for worker in tuple(self._all):
            self._end(worker)


def _sentence(error: Exception) -> str:
    if isinstance(error, MemoryError):
        return f"this needs more than the {MAX_WORKER_BYTES >> 30} GB of memory that a question may have"
    return own_sentence(error) or str(error) or type(error).__name__
