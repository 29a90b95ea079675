"""Pools for tests that need no process: the pieces are worked on here, one after the other or the last first."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from dataclasses import dataclass
from typing import Any

from solvers.workers.worker_process import TaskResult


@dataclass
class Here:
    """Does all pieces in this process; those that need not come in order may come ``backwards``, the last first."""

    backwards: bool = False
    worker: str = ""
    workers: int = 1

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
