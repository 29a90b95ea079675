"""How is work spread over processes in order, so that a killed worker costs nothing but time?

Every worker has a pipe of its own and one piece of work at a time. When a worker is gone, exactly that
piece is given to a new one. When the parent is gone, a thread in each worker notices, and the worker goes
too, in the middle of its piece.
"""

from __future__ import annotations

import os
import pickle
import signal
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from threading import Thread
from typing import Any, Generic, TypeVar

from models.errors import PuzzlebenchError

T = TypeVar("T")
R = TypeVar("R")

TRIES = 3
"""How often a piece of work may bring its worker down before it is given up."""

GIVEN_UP = (
    f"a worker process was killed {TRIES} times at the same place; it may be short of memory: try fewer --workers"
)

AHEAD = 4
"""Pieces under way or waiting for their turn to be yielded, for each worker."""


class WorkerLost(PuzzlebenchError):
    """A piece of work killed every worker that tried it."""


def map_in_order(work: Callable[[T], R], pieces: Iterable[T], workers: int) -> Generator[R, None, None]:
    """``work`` of each piece in the order of ``pieces``, done by ``workers`` processes.

    Pieces are read only a few ahead of what was yielded, so memory does not grow with their number.
    Closing the generator ends the workers at once.

    Raises:
        WorkerLost: when the same piece has lost its worker three times.
        Exception: whatever ``work`` raised, when that piece's turn has come.
    """
    team = _Team(work, workers)
    numbered = enumerate(pieces)
    results: dict[int, _Result] = {}
    turn = 0
    try:
        while True:
            while len(results) + team.pending < AHEAD * workers:
                piece = next(numbered, None)
                if piece is None:
                    break
                team.waiting.append(piece)
            if not results and not team.pending:
                return
            team.assign()
            if turn not in results:
                results.update(team.collect())
            while turn in results:
                result = results.pop(turn)
                turn += 1
                if result.error is not None:
                    raise result.error
                yield result.value
    finally:
        team.dismiss()


@dataclass(frozen=True)
class _Result:
    """What a piece of work returned, or raised."""

    value: Any = None
    error: Exception | None = None


@dataclass
class _Worker(Generic[T]):
    """A process, this end of its pipe, and the piece it is at."""

    process: BaseProcess
    pipe: Connection
    piece: tuple[int, T] | None = None


class _Team(Generic[T, R]):
    """The workers and the pieces they are to do.

    Attributes:
        waiting: pieces that nobody is at yet, numbered.
    """

    def __init__(self, work: Callable[[T], R], workers: int) -> None:
        self.waiting: deque[tuple[int, T]] = deque()
        self._work = work
        self._size = workers
        self._workers: list[_Worker[T]] = []
        self._losses: dict[int, int] = {}

    @property
    def pending(self) -> int:
        """How many pieces are waiting or under way."""
        return len(self.waiting) + sum(worker.piece is not None for worker in self._workers)

    def assign(self) -> None:
        """Give every idle worker a piece; hire where there are too few."""
        while self.waiting:
            worker = next((worker for worker in self._workers if worker.piece is None), None)
            if worker is None:
                if len(self._workers) == self._size:
                    return
                worker = self._hire()
            worker.piece = self.waiting.popleft()
            with suppress(OSError):  # a worker that is gone is noticed where its result is awaited
                worker.pipe.send(worker.piece[1])

    def collect(self) -> Iterator[tuple[int, _Result]]:
        """Wait for results; the piece of a worker that is gone waits again, before all others, a few times."""
        busy = {worker.pipe: worker for worker in self._workers if worker.piece is not None}
        for pipe in wait(list(busy)):
            worker = busy[pipe]  # type: ignore[index]  # only connections were waited for
            assert worker.piece is not None
            piece, number = worker.piece, worker.piece[0]
            try:
                result: _Result = worker.pipe.recv()
            except (EOFError, OSError, pickle.UnpicklingError):
                self._replace(worker)
                self._losses[number] = self._losses.get(number, 0) + 1
                if self._losses[number] < TRIES:
                    self.waiting.appendleft(piece)
                else:
                    yield number, _Result(error=WorkerLost(GIVEN_UP))
            else:
                worker.piece = None
                yield number, result

    def dismiss(self) -> None:
        """End all workers, whatever they are at."""
        for worker in self._workers:
            worker.process.kill()
        for worker in self._workers:
            worker.process.join()
            worker.pipe.close()

    def _replace(self, worker: _Worker[T]) -> None:
        """Take a worker that is gone out of the team; another is hired where one is needed."""
        self._workers.remove(worker)
        worker.process.kill()
        worker.process.join()
        worker.pipe.close()

    def _hire(self) -> _Worker[T]:
        """A fresh interpreter rather than a fork: a solver's threads do not survive a fork."""
        context = get_context("spawn")
        here, there = context.Pipe()
        process = context.Process(target=_serve, args=(there, self._work), daemon=True)
        with _interrupts_held_back():
            process.start()
        there.close()
        worker: _Worker[T] = _Worker(process, here)
        self._workers.append(worker)
        return worker


def _serve(pipe: Connection, work: Callable[[Any], Any]) -> None:
    """A worker's life: take a piece, do it, send the result, until there is nobody to take from."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the parent's, who ends the workers
    Thread(target=_go_with_the_parent, daemon=True).start()
    with suppress(EOFError, OSError):
        while True:
            piece = pipe.recv()
            try:
                result = _Result(work(piece))
            except Exception as error:
                result = _Result(error=_sendable(error))
            pipe.send(result)


def _go_with_the_parent() -> None:
    """Wait for the parent's end, then end this process at once: nobody is left to take its result."""
    parent = parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)


def _sendable(error: Exception) -> Exception:
    """``error`` itself where it survives the way to the parent, else what it says."""
    try:
        copy = pickle.loads(pickle.dumps(error))
    except Exception:
        copy = None
    if isinstance(copy, type(error)) and str(copy) == str(error):
        return error
    return PuzzlebenchError(f"{error}" if isinstance(error, PuzzlebenchError) else f"{type(error).__name__}: {error}")


@contextmanager
def _interrupts_held_back() -> Iterator[None]:
    """A process started in here is deaf to Ctrl-C from its first moment; this one hears it afterwards."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
