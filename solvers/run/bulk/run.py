"""Solving a file of many puzzles: one line of output each, in the input's order, killed and resumed at will.

What is written for a puzzle depends on its place in the file and on nothing else: not on the number of workers, nor on
where an earlier run was killed. ``solvers.run.bulk.chunks`` says how.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing
from itertools import repeat
from os.path import sameopenfile
from pathlib import Path
from time import monotonic
from typing import Any

from models.errors import InputError
from models.kit.sources import identity, is_rereadable
from models.kit.standard_input import StandardInput
from models.registry import many_in
from solvers.backends.default.choice import there_are
from solvers.cli.interrupts import DeferredInterrupts, defer_interrupts
from solvers.cli.progress import progress
from solvers.core.limits import STOPPED
from solvers.core.request import Work
from solvers.run.bulk.blocks import BLOCK, in_rows, skipped, weight
from solvers.run.bulk.chunks import Scales, Trace, after, chunk_sizes, cut, even, flowing
from solvers.run.bulk.finished import finished_tally
from solvers.run.bulk.forms import check_output, complete, lines_of, remove_lines
from solvers.run.bulk.isolation import solve_chunks
from solvers.run.bulk.journal import Journal, Unwritable
from solvers.run.bulk.lines import Line, Task, solve_lines, solver_of, without_first
from solvers.run.bulk.statuses import BAD, COUNTED, ENDLESS, exit_code, summed_up
from solvers.run.request import RunRequest, resume_key
from solvers.workers.pool import open_pool
from solvers.workers.worker_process import PoolLost

FLUSH_EVERY = 0.5
"""Seconds: a person watching the output is not kept waiting longer."""

MOST_COMPLAINTS = 20
"""Puzzles that could not be read and are told of on standard error; of more, only how many. The output has them all."""


def run_bulk(work: Work, request: RunRequest) -> int:
    """Solve everything in ``work`` as ``request`` asks; returns the exit code of the worst that happened."""
    task = Task(request, work.path, "" if request.on is None else str(Path.cwd()))
    if not task.proves:
        return _run(task, work, request)
    from solvers.proofs.certifying import folder_of_proofs  # most runs prove nothing

    with folder_of_proofs(request):
        return _run(task, work, request)


def _run(task: Task, work: Work, request: RunRequest) -> int:
    solver_of(task)  # a mistake in what is asked must not cost the file that --output names
    if request.output:
        check_output(request.output, request.json, request.resume, work.path)
    journal = Journal.open(request.output and lines_of(request.output), _asked(task), request.resume, work.path)
    if journal.finished and request.output:
        return _nothing_left(task, work, request.output)
    try:
        return _solve_all(work, request, task, journal)
    except Unwritable as error:
        if not work.is_bulk:  # what is known of one puzzle is told all the same
            print("\n".join(journal.unsaved))
        done = journal.noted
        safe = f"; --resume goes on after the first {done:,} of the puzzles" if done else ""
        raise Unwritable(f"{error.sentence}{safe}", error.path) from None


def _solve_all(work: Work, request: RunRequest, task: Task, journal: Journal) -> int:
    before, started = journal.tally.total(), monotonic()
    ended = ""
    streams = request.output is None
    at_once = streams and not _comes_again(work.path)
    complains = not (streams and _are_shown_together())
    chunks, done = _rest(task, work, journal)
    with (
        defer_interrupts() as deferred,
        journal,
        closing(_solved(task, chunks, done)) as solved,
        progress(work, before, streams) as advance,
    ):
        try:
            try:
                for lines in solved:
                    _write(journal, lines, deferred, advance, complains, at_once)
            finally:
                with deferred:  # before anything else is ended, which may take a moment
                    journal.checkpoint()
            complete(request.output, task.columns)
            with deferred:
                journal.finish()
                remove_lines(request.output)
        except KeyboardInterrupt:
            ended = "interrupted"
        except PoolLost as lost:
            ended = str(lost)
    written = journal.tally
    if ended and not written and not request.split:
        print(f"{ended} before anything was written", file=sys.stderr)
        return STOPPED
    if complains and written[BAD] > MOST_COMPLAINTS:
        print(f"error: {written[BAD] - MOST_COMPLAINTS:,} more could not be read", file=sys.stderr)
    print(_summary(written, before, monotonic() - started), file=sys.stderr)
    _say_bound(written)
    if ended:
        where = "with the cubes that are done" if request.split else f"after the first {journal.noted:,}"
        goes_on = "" if streams else f"; --resume goes on {where}"
        print(f"{ended}{goes_on}", file=sys.stderr)
        return STOPPED
    return exit_code(written)


def _rest(task: Task, work: Work, journal: Journal) -> tuple[Iterator[Iterable[Any]], int]:
    """The chunks that are left to do, and how many puzzles of the first are written already.

    Where a backend learns from one puzzle to the next, these are solved again: what follows them depends on them.
    """
    is_stateful = solver_of(task).backend.is_stateful
    again = _comes_again(work.path)
    if not journal.keeps_note and not again:
        # Whoever writes a pipe may be slow, and waits for the answers to what is written.
        if task.request.has_pool and not is_stateful:
            return cut(_items(task, work), repeat(BLOCK), weight), 0
        weigh = Scales(solver_of(task)) if is_stateful else even
        chunked = cut if task.request.has_pool else flowing
        return chunked(work.instances if is_stateful else _items(task, work), chunk_sizes(is_stateful), weigh), 0
    before, done = journal.tally.total(), 0
    if again:
        items = (
            _items(task, work) if not is_stateful else _rows(task, work) if task.request.has_pool else work.instances
        )
    else:
        trace = Trace(before)
        items = trace.along(work.instances)
        journal.mark_of = trace.mark
    try:
        if is_stateful:  # rows are light to send
            chunks, done = after(cut(items, chunk_sizes(is_stateful), Scales(solver_of(task)), divides=True), before)
        else:  # it does not matter where an earlier run was cut
            chunks = cut(skipped(items, before), repeat(BLOCK), weight)
    except ValueError:
        chunks = None
    if chunks is None or (before and journal.mark_of(before) != journal.mark):
        raise InputError(f"the first {before:,} puzzles are not those that the unfinished run had read", work.path)
    return chunks, done


def _items(task: Task, work: Work) -> Iterator[Any]:
    """The instances of a file, in rows where they can be solved and written so."""
    return in_rows(solver_of(task), _rows(task, work))


def _rows(task: Task, work: Work) -> Iterator[Any]:
    """The instances of a file, in rows where they can be read so."""
    request = task.request
    if work.path is None or request.own or task.proves or task.keeps_many or request.minimize is not None:
        return work.instances
    if not (_comes_again(work.path) or isinstance(work.path, StandardInput)):  # which is read from its beginning again
        return work.instances
    return many_in(work.puzzle, work.path)


def _solved(task: Task, chunks: Iterator[Iterable[Any]], done: int) -> Generator[Iterable[Line], None, None]:
    """The lines of each chunk; where this process does the work itself they come while the chunk is solved.

    Args:
        task: what is asked of each puzzle.
        chunks: the chunks.
        done: how many puzzles of the first chunk are written already.
    """
    request = task.request
    if request.split or not request.has_pool:
        for chunk in chunks:
            lines: Iterable[Line] = solve_lines(task, chunk)
            yield without_first(lines, done) if done else lines
            done = 0
    else:
        with open_pool(request.on, request.pool_size) as pool:
            for lines in solve_chunks(task, pool, chunks):
                yield without_first(lines, done) if done else lines
                done = 0


def _nothing_left(task: Task, work: Work, output: Path) -> int:
    """An earlier run has written everything, or else this is bad input; returns the exit code of that run."""
    tally = finished_tally(task, work.instances, lines_of(output))
    complete(output, task.columns)
    remove_lines(output)
    print(f"{output} is complete already: {summed_up(tally)}", file=sys.stderr)
    _say_bound(tally)
    return exit_code(tally)


def _write(
    journal: Journal,
    lines: Iterable[Line],
    deferred: DeferredInterrupts,
    advance: Callable[[int], None],
    complains: bool,
    at_once: bool,
) -> None:
    """Write a chunk.

    Args:
        complains: whether what could not be read is told on standard error as well.
        at_once: whether each line is handed over as soon as it is there.
    """
    flushed = monotonic()
    for line in lines:
        with deferred:
            journal.write(line.text, line.fate, line.puzzles)
        if complains and line.complaint and journal.tally[BAD] <= MOST_COMPLAINTS:
            print(f"error: {line.complaint}", file=sys.stderr)
        if at_once or line.waits or monotonic() - flushed > FLUSH_EVERY:
            journal.flush()
            flushed = monotonic()
        advance(line.puzzles)


def _are_shown_together() -> bool:
    """Whether standard output and standard error go to the same place, where what is said on both is seen twice."""
    try:
        return sameopenfile(sys.stdout.fileno(), sys.stderr.fileno())
    except (OSError, ValueError):  # in a notebook they are no files
        return False


def _asked(task: Task) -> dict[str, str]:
    """What must be the same for a run to go on with another's file: what decides what is written, and the input."""
    asked = resume_key(task.request) | {"instance": str(task.file)}
    if not task.request.backend:
        asked["backends there are"] = there_are()
    if task.columns:
        asked["columns of the table"] = ", ".join(task.columns)
    if task.request.output is not None and task.file is not None and is_rereadable(task.file):
        asked["content of the input"] = identity(task.file)
    return asked


def _comes_again(path: Path | None) -> bool:
    """Whether the puzzles come from files that can be read twice; of a pipe every byte comes once."""
    return path is not None and is_rereadable(path)


def _summary(tally: Counter[str], before: int, seconds: float) -> str:
    resumed = f", {before:,} of them by an earlier run" if before else ""
    rate = (tally.total() - before) / seconds if seconds else 0.0
    return f"{summed_up(tally)}{resumed}; {seconds:.1f} s, {_rate(rate)} a second"


def _say_bound(tally: Counter[str]) -> None:
    """Where it cut something off: how many answers of one puzzle are looked for."""
    if tally[ENDLESS]:
        which = "1 puzzle has" if tally[ENDLESS] == 1 else f"{tally[ENDLESS]:,} puzzles have"
        print(
            f"{which} at least {COUNTED:,} answers, and no more of one puzzle are looked for: --limit K changes that",
            file=sys.stderr,
        )


def _rate(rate: float) -> str:
    return f"{rate:,.0f}" if rate >= 10 else f"{rate:.2g}"
