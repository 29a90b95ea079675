"""Pools for tests that need no process: the pieces are worked on here, one after the other or the last first."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from typing import Any

from solvers.workers.worker_process import TaskResult


class Here:
    """Does all pieces in this process.

    Args:
        backwards: whether what need not come in order comes the last first.
        worker: its name.
        workers: how many it says it has.
    """

    def __init__(self, backwards: bool = False, worker: str = "", workers: int = 1) -> None:
        self.backwards = backwards
        self.worker = worker
        self.workers = workers

    def imap(
        self,
        work: Callable[[Any], object],
        pieces: Iterable[Any],
        in_order: bool = True,
        watch: Callable[[], object] | None = None,
    ) -> Generator[tuple[int, TaskResult], None, None]:
        numbered = enumerate(pieces)
        for number, piece in reversed([*numbered]) if self.backwards and not in_order else numbered:
            yield number, TaskResult(work(piece), worker=self.worker)
