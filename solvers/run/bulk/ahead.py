"""Rows searched ahead by threads: for searches in C that leave Python to others meanwhile, and need no process for it.

A thread costs nothing to start, and rows, answers and lines need not travel. Each block begins on an engine of its own,
for as long as a pause; whoever writes its lines goes on with what is left. What is written is what one thread writes.
"""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Generator, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

from models.errors import InputError
from models.formulation import Rows
from solvers.run.bulk.blocks import Block, in_rows
from solvers.run.bulk.lines import Line, Task, solve_lines, solver_of

SWITCH_SECONDS = 0.0005  # a thread waits for Python's lock, a tenth of what is usual, as it searches without it
BLOCKS_A_THREAD = 3  # begun before their lines are asked for, so that no thread has to wait

Begun = list[tuple[Any, "Future[None] | None"]]


def solve_ahead(
    task: Task, chunks: Iterable[Iterable[Any]], threads: int
) -> Generator[Iterable[Line], None, list[Any] | None]:
    """The lines of each chunk in turn while chunks are of rows that are searched at once; returns the first other."""
    solver, limits = solver_of(task), task.limits
    under_way: deque[Begun] = deque()
    other = None
    executor, usual = ThreadPoolExecutor(threads), sys.getswitchinterval()
    try:
        sys.setswitchinterval(SWITCH_SECONDS)
        for chunk in chunks:
            read = [*chunk]
            items = [*in_rows(solver, read)]
            if not all(isinstance(item, Rows | InputError) for item in items):
                other = read
                break
            blocks = [Block(solver, item, limits) if isinstance(item, Rows) else item for item in items]
            under_way.append(
                [(item, executor.submit(item.begin) if isinstance(item, Block) else None) for item in blocks]
            )
            if len(under_way) > BLOCKS_A_THREAD * threads:
                yield solve_lines(task, _ready(under_way.popleft()))
        while under_way:
            yield solve_lines(task, _ready(under_way.popleft()))
    finally:
        executor.shutdown(cancel_futures=True)
        sys.setswitchinterval(usual)
    return other


def _ready(begun: Begun) -> Iterator[Any]:
    for item, future in begun:
        if future is not None:
            future.result()
        yield item
