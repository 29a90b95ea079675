"""Isolation of puzzles that kill their workers: a chunk nobody survives is taken apart, and only those in it are lost.

A worker is killed from outside, runs out of memory, or is brought down by a library that crashes. Whoever does the work
gives the chunk to another worker, but not for ever. Then its puzzles are tried one by one, each from a fresh state.
What is written for the others is what would be written if those that are lost had never been searched.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing
from functools import partial
from itertools import chain
from typing import Any

from models.formulation import Rows
from solvers.core.backend import Outcome
from solvers.core.record import Result
from solvers.run.bulk.lines import Line, Task, line_for, solve_chunk, solve_each, solver_of
from solvers.workers.pool import Pool
from solvers.workers.worker_process import GIVEN_UP, WorkerLost

Lines = list[Line]
Work = Callable[[Iterable[Any]], Lines]


def solve_chunks(task: Task, pool: Pool, chunks: Iterable[Iterable[Any]]) -> Generator[Lines, None, None]:
    """The lines of each chunk in turn, whatever becomes of the workers; closing this ends them.

    Raises:
        Exception: whatever else than the loss of its worker came of a chunk, when its turn has come.
    """
    under_way: deque[Iterable[Any]] = deque()  # a few for each worker, as the pool reads no further ahead

    def given_out() -> Iterator[Iterable[Any]]:
        for chunk in chunks:
            under_way.append(chunk)
            yield chunk

    with closing(_tried(partial(solve_chunk, task), pool, given_out())) as tried:
        for lines in tried:
            chunk = under_way.popleft()
            yield _one_by_one(task, pool, chunk) if lines is None else lines


def _tried(work: Work, pool: Pool, chunks: Iterable[Iterable[Any]]) -> Generator[Lines | None, None, None]:
    """The lines of each chunk in turn, or None where it is given up with its workers."""
    with closing(pool.imap(work, chunks)) as results:
        for _, result in results:
            if isinstance(result.error, WorkerLost):
                yield None
            elif result.error is not None:
                raise result.error
            else:
                yield result.value


def _one_by_one(task: Task, pool: Pool, chunk: Iterable[Any]) -> Lines:
    """The lines of a chunk that was given up."""
    puzzles = [*chain.from_iterable(_puzzles(item) for item in chunk)]
    work = partial(solve_each, task)
    alone: list[Lines | None] = [None]
    if len(puzzles) > 1:
        alone = [*_tried(work, pool, ([puzzle] for puzzle in puzzles))]
    if solver_of(task).backend.is_stateful:
        # What is written depends on the puzzles before, so the sound ones are done again, one after the other.
        sound = [puzzle for puzzle, lines in zip(puzzles, alone, strict=True) if lines is not None]
        [together] = _tried(work, pool, [sound])
        if together is not None:
            rest = iter(together)
            alone = [lines and [next(rest)] for lines in alone]
    both = zip(puzzles, alone, strict=True)
    return [*chain.from_iterable([_lost(task, puzzle)] if lines is None else lines for puzzle, lines in both)]


def _puzzles(item: Any) -> Iterable[Any]:
    return map(item.__getitem__, range(len(item))) if isinstance(item, Rows) else (item,)


def _lost(task: Task, puzzle: Any) -> Line:
    """What is written for a puzzle that killed every worker."""
    outcome = Outcome(stopped_by="killed", failure=GIVEN_UP)
    return line_for(task, Result(solver_of(task), puzzle, "", (), outcome))
