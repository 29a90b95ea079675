"""What a pool of workers is: pieces go to whoever is free, results come back in order or as they are there."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Iterable
from contextlib import closing
from itertools import islice
from typing import Any, Protocol

from models.errors import Unfinished
from solvers.workers.worker_process import POLL_SECONDS, TaskResult

MAX_AHEAD = 4
"""Pieces under way or waiting for their turn to be yielded, for each worker."""

Results = Generator[tuple[int, TaskResult], None, None]


class PoolLost(Unfinished):
    """Whoever led the workers is gone, and what they were at is lost with it."""


class Tasks(Protocol):
    """The pieces of one kind of work that are under way."""

    def __len__(self) -> int: ...

    def submit(self, pieces: Iterable[tuple[int, Any]]) -> None:
        """Have more pieces done, each with its number."""

    def done(self, seconds: float | None) -> dict[int, TaskResult]:
        """The results that have come; waits for one, at most so long."""

    def close(self) -> None:
        """Want nothing more: end what is under way."""


class Pool(ABC):
    """Workers, who are given pieces of work as they have done others."""

    workers: int
    """How many pieces are worked on at a time; of a cluster that grows or shrinks, as many as there are now."""

    def imap(
        self,
        work: Callable[[Any], object],
        pieces: Iterable[Any],
        in_order: bool = True,
        watch: Callable[[], object] | None = None,
    ) -> Results:
        """The number of each piece, from 0, and what ``work`` came to with it.

        Pieces are read only a few ahead of what was yielded. The piece of a worker that was killed is given to another;
        where that has happened three times, the result is the error ``WorkerLost``. Closing the generator cancels
        all that is under way.

        Args:
            work: a function of a module, perhaps a partial one, since it travels.
            in_order: whether results come in the order of the pieces; otherwise each as soon as it is there.
            watch: called many times a second while this waits; what it raises ends everything.

        Raises:
            PoolLost: when nobody leads the workers any more.
        """
        numbered = enumerate(pieces)
        results: dict[int, TaskResult] = {}
        turn = 0
        with closing(self._tasks(work)) as tasks:
            while True:
                tasks.submit(islice(numbered, self._room(len(tasks), len(results))))
                if not results and not tasks:
                    return
                if watch is not None:
                    watch()
                if turn not in results:
                    results |= tasks.done(None if watch is None else POLL_SECONDS)
                if not in_order:
                    turn = next(iter(results), turn)
                while turn in results:
                    yield turn, results.pop(turn)
                    turn = turn + 1 if in_order else next(iter(results), turn)

    def _room(self, under_way: int, waiting: int) -> int:
        return max(0, MAX_AHEAD * max(1, self.workers) - under_way - waiting)

    @abstractmethod
    def _tasks(self, work: Callable[[Any], object]) -> Tasks: ...
