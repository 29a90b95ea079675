"""How work is spread over processes in order, and how a killed worker costs nothing but time."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from typing import TypeVar

from models.errors import PuzzlebenchError

T = TypeVar("T")
R = TypeVar("R")

TRIES = 3
"""How often a piece of work may bring its worker down before it is given up."""


class WorkerLost(PuzzlebenchError):
    """A piece of work killed every worker that tried it."""


def map_in_order(work: Callable[[T], R], pieces: Iterable[T], workers: int) -> Iterator[R]:
    """``work`` of each piece in the order of ``pieces``, done by ``workers`` processes.

    Only twice as many pieces as workers are under way at once, so memory does not grow with their
    number. When a worker is killed, the executor loses everything under way; it is replaced and
    what was under way is done again.

    Raises:
        WorkerLost: when the same piece has lost its worker three times.
    """
    waiting = iter(pieces)
    under_way: deque[tuple[T, Future[R]]] = deque()
    executor = _executor(workers)
    losses = 0
    try:
        while True:
            while len(under_way) < 2 * workers:
                try:
                    piece = next(waiting)
                except StopIteration:
                    break
                under_way.append((piece, _submit(executor, work, piece)))
            if not under_way:
                return
            try:
                done = under_way[0][1].result()
            except BrokenProcessPool:
                losses += 1
                if losses == TRIES:
                    raise WorkerLost(
                        f"a worker process was killed {TRIES} times at the same place; "
                        "it may be short of memory: try fewer --workers"
                    ) from None
                executor.shutdown(wait=False, cancel_futures=True)
                executor = _executor(workers)
                under_way = deque((piece, _submit(executor, work, piece)) for piece, _ in under_way)
                continue
            losses = 0
            under_way.popleft()
            yield done
    finally:
        executor.shutdown(wait=False, cancel_futures=True)


def _executor(workers: int) -> ProcessPoolExecutor:
    """Fresh interpreters rather than forks: a solver's threads do not survive a fork."""
    return ProcessPoolExecutor(workers, mp_context=get_context("spawn"), initializer=_leave_interrupts_to_the_parent)


def _submit(executor: ProcessPoolExecutor, work: Callable[[T], R], piece: T) -> Future[R]:
    try:
        return executor.submit(work, piece)
    except BrokenProcessPool as broken:
        failed: Future[R] = Future()
        failed.set_exception(broken)
        return failed


def _leave_interrupts_to_the_parent() -> None:
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)
