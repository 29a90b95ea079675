"""Pools of workers: processes of this machine or of a cluster, which do pieces of work behind one interface."""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, Protocol, TypeVar

from solvers.workers.worker_process import TaskResult, imap

T = TypeVar("T")


class Pool(Protocol):
    """Workers, who are given pieces of work as they have done others."""

    @property
    def workers(self) -> int:
        """How many pieces are worked on at a time; of a cluster that grows or shrinks, as many as there are now."""

    def imap(
        self,
        work: Callable[[T], object],
        pieces: Iterable[T],
        in_order: bool = True,
        watch: Callable[[], object] | None = None,
    ) -> Generator[tuple[int, TaskResult], None, None]:
        """The number of each piece, from 0, and what ``work`` came to with it.

        Pieces are read only a few ahead of what was yielded. The piece of a worker that was killed is given to another;
        where that has happened three times, the result is the error ``WorkerLost``. Closing the generator cancels
        all that is under way.

        Args:
            work: what is done with each piece: a function of a module, perhaps a partial one, since it travels.
            pieces: what it is done with.
            in_order: whether results come in the order of the pieces; otherwise each as soon as it is there.
            watch: called many times a second while this waits; what it raises ends everything.

        Raises:
            PoolLost: when nobody leads the workers any more.
        """


class ProcessPool:
    """Processes of this machine, started as there are pieces for them.

    Args:
        workers: how many.
    """

    def __init__(self, workers: int) -> None:
        self.workers = workers

    def imap(
        self,
        work: Callable[[T], object],
        pieces: Iterable[T],
        in_order: bool = True,
        watch: Callable[[], object] | None = None,
    ) -> Generator[tuple[int, TaskResult], None, None]:
        return imap(work, pieces, self.workers, in_order, watch)


@contextmanager
def open_pool(on: str | None, workers: int = 0) -> Iterator[Pool]:
    """The workers that ``--on`` names, for as long as they are needed.

    Args:
        on: ``local``, the address of a Dask scheduler, or its file; None for processes of our own.
        workers: how many; 0 for as many as there are, which are the cores of this machine or those of the cluster.

    Raises:
        InputError: when there are none of that name.
    """
    if on is None:
        yield ProcessPool(workers or os.cpu_count() or 1)
        return
    from solvers.workers.cluster import cluster  # most work is done here

    with cluster(on, workers) as pool:
        yield pool


def values(results: Generator[tuple[int, TaskResult], None, None]) -> Generator[Any, None, None]:
    """What each piece came to, as ``results`` come; closing this closes them.

    Raises:
        Exception: whatever a piece raised, when its turn has come.
    """
    try:
        for _, result in results:
            if result.error is not None:
                raise result.error
            yield result.value
    finally:
        results.close()
