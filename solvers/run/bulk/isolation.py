"""Isolation of puzzles that kill their workers: a chunk nobody survives is taken apart, and only those in it are lost.

The pool gives the chunk of a killed worker to another one, but not for ever. Then its puzzles are tried one by one.
What is written for the others is what would be written if those that are lost had never been searched.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Generator, Iterable, Iterator
from contextlib import closing
from functools import partial
from itertools import chain
from typing import Any

from models.formulation import Rows
from solvers.core.backend import Outcome
from solvers.core.record import Result
from solvers.run.bulk.lines import Line, Task, line_for, solve_chunk, solve_each, solver_of
from solvers.workers.base import Pool
from solvers.workers.worker_process import GIVEN_UP, TaskResult, WorkerLost

Chunk = Iterable[Any]


def solve_chunks(task: Task, pool: Pool, chunks: Iterable[Chunk]) -> Generator[list[Line], None, None]:
    """The lines of each chunk in turn, whatever becomes of the workers; closing this ends them."""
    under_way: deque[Chunk] = deque()  # a few for each worker, as the pool reads no further ahead

    def submitted() -> Iterator[Chunk]:
        for chunk in chunks:
            under_way.append(chunk)
            yield chunk

    with closing(pool.imap(partial(solve_chunk, task), submitted())) as results:
        for _, result in results:
            chunk, lines = under_way.popleft(), _lines_of(result)
            yield _one_by_one(task, pool, chunk) if lines is None else lines


def _lines_of(result: TaskResult) -> list[Line] | None:
    """What came of a chunk; None where it is given up with its workers."""
    if isinstance(result.error, WorkerLost):
        return None
    if result.error is not None:
        raise result.error
    lines: list[Line] = result.value
    return lines


def _one_by_one(task: Task, pool: Pool, chunk: Chunk) -> list[Line]:
    puzzles = [*chain.from_iterable(_puzzles(item) for item in chunk)]
    work = partial(solve_each, task)
    alone: list[list[Line] | None] = [None]
    if len(puzzles) > 1:
        alone = [_lines_of(result) for _, result in pool.imap(work, ([puzzle] for puzzle in puzzles))]
    if solver_of(task).backend.is_stateful:
        # What is written depends on the puzzles before, so the sound ones are done again, one after the other.
        sound = [puzzle for puzzle, lines in zip(puzzles, alone, strict=True) if lines is not None]
        [together] = [_lines_of(result) for _, result in pool.imap(work, [sound])]
        if together is not None:
            rest = iter(together)
            alone = [lines and [next(rest)] for lines in alone]
    both = zip(puzzles, alone, strict=True)
    return [*chain.from_iterable([_lost(task, puzzle)] if lines is None else lines for puzzle, lines in both)]


def _puzzles(item: Any) -> Iterable[Any]:
    return map(item.__getitem__, range(len(item))) if isinstance(item, Rows) else (item,)


def _lost(task: Task, puzzle: Any) -> Line:
    outcome = Outcome(stopped_by="killed", failure=GIVEN_UP)
    return line_for(task, Result(solver_of(task), puzzle, "", (), outcome))
