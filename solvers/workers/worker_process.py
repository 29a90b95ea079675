"""Child processes: fresh interpreters that work for this one, end with it, and may be killed without harm to it.

A :class:`WorkerProcess` gets one function and then pieces of work for it, one at a time; everything travels as pickles.
``call`` has one piece done with a time limit, ``imap`` has many done by several processes.
"""

from __future__ import annotations

import os
import pickle
import signal
import sys
from collections import Counter, deque
from collections.abc import Callable, Collection, Generator, Iterable
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from multiprocessing.connection import Connection, Pipe, wait
from queue import SimpleQueue
from subprocess import DEVNULL, Popen, TimeoutExpired
from tempfile import TemporaryFile
from threading import Thread
from time import monotonic
from traceback import format_exc
from typing import IO, Any, NoReturn, TypeVar

from models.errors import Breakdown, PuzzlebenchError, Unfinished
from models.plugins import in_one_line
from solvers.workers import identity as here
from solvers.workers import usage

T = TypeVar("T")
R = TypeVar("R")

TAIL = 1 << 16
"""Bytes that are kept of the end of what a child said on standard error."""

TRIES = 3
"""How often a piece of work may bring its worker down before it is given up."""

GIVEN_UP = (
    f"a worker process was killed {TRIES} times at the same place; it may be short of memory: try fewer --workers"
)

AHEAD = 4
"""Pieces under way or waiting for their turn to be yielded, for each worker."""

TICK = 0.1
"""Seconds between two looks at whether a silent child is still there."""


class WorkerLost(Breakdown):
    """A piece of work killed every worker that tried it."""


class PoolLost(Unfinished):
    """Whoever led the workers is gone, and what they were at is lost with it."""


@dataclass(frozen=True)
class TaskResult:
    """What a piece of work returned, or raised.

    Attributes:
        value: what was returned.
        error: what was raised instead.
        seconds: how many of the processor its process had taken by then.
        worker: the name of the cluster's worker that did it; empty where a process of this machine did.
    """

    value: Any = None
    error: Exception | None = None
    seconds: float = 0.0
    worker: str = ""


@dataclass(frozen=True)
class Ending:
    """How a child that was asked one thing ended.

    Attributes:
        answer: what it answered; None when it ended without an answer.
        code: without an answer, its exit code, or less than 0 when a signal ended it.
        said: the end of what it said on standard error.
        overdue: whether it was killed because it took too long.
    """

    answer: Any
    code: int
    said: str
    overdue: bool


def call(work: Callable[[T], R], question: T, patience: float | None) -> Ending:
    """Have ``work(question)`` done by a fresh process; it and all that it started are gone afterwards.

    Args:
        patience: after so many seconds it is killed; None for never.

    Raises:
        Exception: whatever ``work`` raised.
    """
    with TemporaryFile() as said:
        child = WorkerProcess(work, said)
        try:
            child.send(question)
            overdue = not _heard([child], patience)
            result = None if overdue else child.receive()
        finally:
            code = child.end()
        if result is not None and result.error is not None:
            raise result.error
        said.seek(max(0, said.seek(0, os.SEEK_END) - TAIL))
        return Ending(result and result.value, code, said.read().decode(errors="replace"), overdue)


def imap(
    work: Callable[[T], R],
    pieces: Iterable[T],
    workers: int,
    in_order: bool = True,
    watch: Callable[[], object] | None = None,
) -> Generator[tuple[int, TaskResult], None, None]:
    """The number of each piece, from 0, and what ``work`` came to with it, done by ``workers`` processes.

    Pieces are read only a few ahead of what was yielded. The piece of a worker that was killed is given to a new one;
    where that has happened three times, the result is the error ``WorkerLost``. Closing the generator ends the workers.

    Args:
        work: what is done with each piece.
        pieces: what it is done with.
        workers: how many processes.
        in_order: whether results come in the order of the pieces; otherwise each as soon as it is there.
        watch: called many times a second while this waits; what it raises ends everything.
    """
    numbered = enumerate(pieces)
    waiting: deque[tuple[int, T]] = deque()  # read, or given back by a worker that is gone
    busy: dict[WorkerProcess, tuple[int, T]] = {}
    idle: list[WorkerProcess] = []
    results: dict[int, TaskResult] = {}
    losses: Counter[int] = Counter()
    turn = 0
    try:
        while True:
            waiting.extend(islice(numbered, max(0, AHEAD * workers - len(results) - len(waiting) - len(busy))))
            while waiting and len(busy) < workers:
                child = idle.pop() if idle else WorkerProcess(work)
                busy[child] = waiting.popleft()
                child.send(busy[child][1])
            if not results and not busy:
                return
            if watch is not None:
                watch()
            for child in _heard(busy, None if watch is None else TICK) if turn not in results else ():
                number, _ = piece = busy.pop(child)
                result = child.receive()
                if result is not None:
                    results[number] = result
                    idle.append(child)
                    continue
                child.end()
                losses[number] += 1
                if losses[number] < TRIES:
                    waiting.appendleft(piece)
                else:
                    results[number] = TaskResult(error=WorkerLost(GIVEN_UP))
            if not in_order:
                turn = next(iter(results), turn)
            while turn in results:
                yield turn, results.pop(turn)
                turn = turn + 1 if in_order else next(iter(results), turn)
    finally:
        for child in [*busy, *idle]:
            child.end()


class WorkerProcess:
    """A fresh interpreter that applies ``work`` to what it is sent: no fork, which a solver's threads do not survive.

    It is the leader of a session of its own, so that Ctrl-C is for this process alone, which ends the child.

    When this process ends, however it ends, the child and all that it started end too, even in the middle of native
    code that lets no other thread run: the system itself tells them that their lifeline is cut.

    Args:
        said: where what it says goes; None for this process's standard error.
        talks: whether ``work`` is given a function besides, which sends as many results as there are to a piece.
        worker: the name of the cluster's worker that it belongs to.
    """

    def __init__(
        self, work: Callable[..., object], said: IO[bytes] | None = None, talks: bool = False, worker: str = ""
    ) -> None:
        self._pipe, theirs = Pipe()
        held, self._lifeline = os.pipe()
        with theirs:
            try:
                self._process = Popen(
                    [
                        sys.executable,
                        "-P",
                        "-c",
                        f"from {__name__} import serve; serve({theirs.fileno()}, {held}, {talks})",
                    ],
                    stdin=DEVNULL,
                    stdout=2 if said is None else said,
                    stderr=said,
                    pass_fds=[theirs.fileno(), held],
                    start_new_session=True,
                    # It finds the same packages, in the same order.
                    env=os.environ
                    | {"PYTHONPATH": os.pathsep.join(path or "." for path in sys.path), here.WORKER: worker},
                )
            finally:
                os.close(held)
        usage.begin(self._process.pid)
        self.send(work)

    def fileno(self) -> int:
        """What is waited for until there is something to receive."""
        return self._pipe.fileno()

    def send(self, piece: object) -> None:
        """Give it something to do; that it is gone is noticed by who receives."""
        with suppress(OSError):
            self._pipe.send(piece)

    def is_heard(self, seconds: float) -> bool:
        """Whether it says something, or is gone, within so many seconds."""
        return bool(_heard([self], seconds))

    def receive(self) -> TaskResult | None:
        """What became of the latest piece; None when the child is gone, once that has been heard of it."""
        try:
            if self._pipe.poll() or self.is_there():
                result: TaskResult = self._pipe.recv()
                usage.note(self._process.pid, result.seconds)
                return result
        except (EOFError, OSError, pickle.UnpicklingError):
            with suppress(TimeoutExpired):
                self._process.wait(1)  # it is ending, and is not to be killed before it has said with which code
        return None

    def is_there(self) -> bool:
        """Whether the process has not ended."""
        return self._process.poll() is None

    def end(self) -> int:
        """Kill what is still there of it and of all that it started; returns its exit code."""
        usage.end(self._process.pid)
        with suppress(ProcessLookupError, PermissionError):  # nobody is left, or nothing but its remains
            os.killpg(self._process.pid, signal.SIGKILL)
        code = self._process.wait()
        self._pipe.close()
        if self._lifeline >= 0:
            os.close(self._lifeline)
            self._lifeline = -1
        return code


def _heard(children: Collection[WorkerProcess], patience: float | None = None) -> list[WorkerProcess]:
    """Wait for children that have sent something or are gone; none when ``patience`` seconds were not enough."""
    deadline = None if patience is None else monotonic() + patience
    while True:
        left = TICK if deadline is None else min(TICK, max(0.0, deadline - monotonic()))
        ready = wait([child.fileno() for child in children], left)
        # A process that a child forked may hold its pipe open; so the child itself is asked after too.
        heard = [child for child in children if child.fileno() in ready or not child.is_there()]
        if heard or (deadline is not None and monotonic() >= deadline):
            return heard


def serve(descriptor: int, lifeline: int, talks: bool) -> NoReturn:
    """Be a child: take a piece, do it, send the result, or what it ``talks`` of by itself, until the asker is gone."""
    for each in (descriptor, lifeline):
        os.set_inheritable(each, False)
    _hold(lifeline)
    pipe: Connection = Connection(descriptor)
    pieces: SimpleQueue[bytes] = SimpleQueue()
    Thread(target=_take, args=(pipe, pieces), daemon=True).start()

    def send(value: Any = None, error: Exception | None = None) -> None:
        result = pickle.dumps(TaskResult(value, error, usage.processor_seconds()))
        with suppress(OSError):
            pipe.send_bytes(result)

    work = pickle.loads(pieces.get())
    while True:
        try:
            piece = pickle.loads(pieces.get())
            if talks:
                work(piece, send)
            else:
                send(work(piece))
        except Exception as error:
            if isinstance(error, MemoryError) and not talks:
                _leave()  # what is left of this process is not to be relied on: let a fresh one try
            if not isinstance(error, PuzzlebenchError):
                error.add_note(f"in a worker process:\n{format_exc()}")
            send(error=_sendable(error))


def _hold(lifeline: int) -> None:
    """Let the system end this process group when whoever holds the other end of the pipe is gone.

    A signal does that, since a thread that waits for the end of the pipe may never have its turn.
    """
    with suppress(ImportError, AttributeError, OSError):
        import fcntl  # not there on every system

        fcntl.fcntl(lifeline, fcntl.F_SETOWN, -os.getpgrp())
        fcntl.fcntl(lifeline, fcntl.F_SETFL, os.O_ASYNC | os.O_NONBLOCK)


def _take(pipe: Connection, pieces: SimpleQueue[bytes]) -> None:
    """Take pieces as they come; when the asker is gone, end this process and all it started, whatever it is at."""
    with suppress(EOFError, OSError, MemoryError):
        while True:
            pieces.put(pipe.recv_bytes())
    _leave()


def _leave() -> NoReturn:
    """End this child and all that it started, at once and without a word."""
    os.killpg(os.getpid(), signal.SIGKILL)
    os._exit(1)  # never reached where there are such signals


def _sendable(error: Exception) -> Exception:
    """``error`` itself where it survives the way to the asker, else what it says."""
    try:
        copy = pickle.loads(pickle.dumps(error))
    except Exception:
        copy = None
    if isinstance(copy, type(error)) and str(copy) == str(error):
        return error
    return PuzzlebenchError(f"{error}") if isinstance(error, PuzzlebenchError) else Breakdown(in_one_line(error))
