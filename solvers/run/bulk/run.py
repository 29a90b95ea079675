"""Solving a file of many puzzles: one line of output each, in the input's order, killed and resumed at will.

What is written for a puzzle depends on its place in the file and on nothing else: not on the number of workers, nor on
where an earlier run was killed. ``solvers.run.bulk.chunks`` says how.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from itertools import chain, repeat
from os.path import sameopenfile
from pathlib import Path
from time import monotonic
from typing import Any, Literal

from models.errors import InputError
from models.kit.names import count
from models.kit.source import identity, is_pipe, is_rereadable
from models.registry import many_in
from solvers.backends.default.choice import there_are
from solvers.cli.exits import DeferredInterrupts, defer_interrupts
from solvers.cli.progress import progress
from solvers.core.limits import STOPPED
from solvers.core.request import Work
from solvers.core.system import CAN_START_OTHERS
from solvers.run.bulk.blocks import BLOCK_ROWS, in_rows, skipped, weight
from solvers.run.bulk.chunks import Scales, Trace, after, chunk_sizes, cut, flowing
from solvers.run.bulk.forms import check_output, complete, lines_of, remove_lines
from solvers.run.bulk.isolation import solve_chunks
from solvers.run.bulk.lines import Line, Task, solve_lines, solver_of, without_first
from solvers.run.bulk.statuses import BAD, ENDLESS, MAX_COUNTED, exit_code, summed_up
from solvers.run.journal import Journal, Unwritable
from solvers.run.request import RunRequest, resume_key
from solvers.workers.base import PoolLost
from solvers.workers.pool import open_pool

FLUSH_SECONDS = 0.5  # a person watching the output is not kept waiting longer

MAX_COMPLAINTS = 20
"""Puzzles that could not be read and are told of on standard error; of more, only how many. The output has them all."""


@dataclass(frozen=True)
class Policy:
    """How an input is read and cut into chunks; what is written does not depend on it.

    Attributes:
        reading: instances one by one; in rows, where a file can be read so; or in batches, where the search takes rows
            at once as well.
        depends: whether an answer may depend on the puzzles before it, so that a resumed run cuts where an
            uninterrupted one does, and begins with the chunk in which it was stopped.
        traced: whether the input cannot be read again, so that a digest tells what of it was done.
        flows: whether a chunk is begun before all of it is read, as whoever writes a pipe may wait for answers.
    """

    reading: Literal["one by one", "rows", "batches"]
    depends: bool
    traced: bool
    flows: bool

    @classmethod
    def of(cls, task: Task, work: Work, keeps_note: bool) -> Policy:
        depends, has_pool = solver_of(task).backend.is_stateful, task.request.has_pool
        again = _comes_again(work.path)
        traced = keeps_note and not again
        reading: Literal["one by one", "rows", "batches"] = "one by one"
        if not traced and not depends:
            reading = "batches"
        elif again and has_pool:  # rows are light to send
            reading = "rows"
        return cls(reading, depends, traced, flows=not (keeps_note or again or has_pool))

    def items(self, task: Task, work: Work) -> Iterator[Any]:
        if self.reading == "one by one" or work.path is None or not task.takes_rows:
            return work.instances
        if not (_comes_again(work.path) or is_pipe(work.path)):  # which is read from its start again
            return work.instances
        assert work.path is not None
        rows = many_in(work.puzzle, work.path)
        return rows if self.reading == "rows" else in_rows(solver_of(task), rows)

    def chunks(self, task: Task, items: Iterator[Any], before: int) -> tuple[Iterator[Iterable[Any]], int]:
        """The chunks behind the first ``before`` puzzles, and how many of those begin the first chunk."""
        if not self.depends:
            chunked = flowing if self.flows else cut
            return chunked(skipped(items, before), repeat(BLOCK_ROWS), weight), 0
        sizes, weigh = chunk_sizes(is_stateful=True), Scales(solver_of(task))
        return (flowing(items, sizes, weigh), 0) if self.flows else after(cut(items, sizes, weigh, True), before)


def run_bulk(work: Work, request: RunRequest, kind: type[Task] = Task) -> int:
    """Do everything in ``work`` as ``request`` asks; returns the exit code of the worst that happened."""
    task = kind(request, work.path, "" if request.on is None else str(Path.cwd()))
    if not task.proves:
        return _run(task, work, request)
    from solvers.proofs.certifying import folder_of_proofs, named_apart  # most runs prove nothing

    if request.proof is not None:
        work = replace(work, instances=named_apart(work.instances))
    with folder_of_proofs(request):
        return _run(task, work, request)


def _run(task: Task, work: Work, request: RunRequest) -> int:
    solver_of(task)  # a mistake in what is asked must not cost the file that --output names
    if request.output:
        check_output(request.output, request.json, request.resume, work.path)
    journal = Journal.open(request.output and lines_of(request.output), _asked(task), request.resume, work.path)
    if journal.finished and request.output:
        return _nothing_left(task, work, journal, request.output)
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
        closing(_solved(task, chunks)) as solved,
        progress(work, before, streams) as advance,
    ):
        try:
            try:
                texts = _written(journal, solved, done, deferred, advance, complains, at_once)
                complete(request.output, task.columns, journal.lines(), texts)
            finally:
                with deferred:  # before anything else is ended, which may take a moment
                    journal.checkpoint()
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
    if complains and written[BAD] > MAX_COMPLAINTS:
        print(f"error: {written[BAD] - MAX_COMPLAINTS:,} more could not be read", file=sys.stderr)
    print(_summary(written, before, monotonic() - started), file=sys.stderr)
    _say_bound(written)
    if ended:
        where = "with the cubes that are done" if request.split else f"after the first {journal.noted:,}"
        goes_on = "" if streams else f"; --resume goes on {where}"
        print(f"{ended}{goes_on}", file=sys.stderr)
        return STOPPED
    return exit_code(written)


def _rest(task: Task, work: Work, journal: Journal) -> tuple[Iterator[Iterable[Any]], int]:
    """The chunks that are left to do, and how many puzzles of the first are written already."""
    policy, before = Policy.of(task, work, journal.keeps_note), journal.tally.total()
    items = policy.items(task, work)
    if policy.traced:
        trace = Trace(before)
        items, journal.mark_of = trace.along(items), trace.mark
    try:
        chunks = policy.chunks(task, items, before)
    except ValueError:
        chunks = None
    if chunks is None or (before and journal.mark_of(before) != journal.mark):
        raise _other_input(before, work)
    return chunks


def _other_input(before: int, work: Work) -> InputError:
    return InputError(f"the first {before:,} puzzles are not those that the unfinished run had read", work.path)


def _solved(task: Task, chunks: Iterator[Iterable[Any]]) -> Generator[Iterable[Line], None, None]:
    """The lines of each chunk; where this process does the work itself they come while the chunk is solved."""
    request = task.request
    if request.split or not request.has_pool:
        for chunk in chunks:
            yield solve_lines(task, chunk)
        return
    may_wait = request.on is not None or request.time_limit is not None or solver_of(task).backend.is_stateful
    if CAN_START_OTHERS and not may_wait:
        from solvers.run.bulk.ahead import solve_ahead  # most runs have one worker

        left = yield from solve_ahead(task, chunks, request.pool_size)
        if left is None:
            return
        chunks = chain([left], chunks)
    with open_pool(request.on, request.pool_size) as pool, closing(solve_chunks(task, pool, chunks)) as solved:
        yield from solved


def _nothing_left(task: Task, work: Work, journal: Journal, output: Path) -> int:
    """An earlier run has written everything; returns its exit code."""
    tally = journal.tally
    if not _comes_again(work.path):
        trace = Trace(tally.total())
        if sum(1 for _ in trace.along(work.instances)) != tally.total() or trace.mark(tally.total()) != journal.mark:
            raise _other_input(tally.total(), work)
    complete(output, task.columns, journal.lines(), ())
    remove_lines(output)
    print(f"{output} is complete already: {summed_up(tally)}", file=sys.stderr)
    _say_bound(tally)
    return exit_code(tally)


def _written(
    journal: Journal,
    solved: Iterable[Iterable[Line]],
    done: int,
    deferred: DeferredInterrupts,
    advance: Callable[[int], None],
    complains: bool,
    at_once: bool,
) -> Iterator[str]:
    """Write the chunks but for the ``done`` first puzzles, and tell what is written.

    Where it ``complains``, it says what could not be read; ``at_once`` hands over each line.
    """
    flushed = monotonic()
    for line in without_first(chain.from_iterable(solved), done):
        with deferred:
            journal.write(line.text, line.status, line.puzzles)
        if complains and line.complaint and journal.tally[BAD] <= MAX_COMPLAINTS:
            print(f"error: {line.complaint}", file=sys.stderr)
        if at_once or line.waits or monotonic() - flushed > FLUSH_SECONDS:
            journal.flush()
            flushed = monotonic()
        advance(line.puzzles)
        yield line.text


def _are_shown_together() -> bool:
    """Whether standard output and standard error go to the same place, where what is said on both is seen twice."""
    try:
        return sameopenfile(sys.stdout.fileno(), sys.stderr.fileno())
    except (OSError, ValueError):  # in a notebook they are no files
        return False


def _asked(task: Task) -> dict[str, str]:
    """What must be the same for a run to go on with another's file: what decides what is written, and the input."""
    asked = resume_key(task.request) | {"instance": str(task.file)} | task.asked
    if not task.request.backend:
        asked["backends there are"] = there_are()
    if task.columns:
        asked["columns of the table"] = ", ".join(task.columns)
    if task.request.output is not None and task.file is not None and is_rereadable(task.file):
        asked["content of the input"] = identity(task.file)
    return asked


def _comes_again(path: Path | None) -> bool:
    return path is not None and is_rereadable(path)


def _summary(tally: Counter[str], before: int, seconds: float) -> str:
    resumed = f", {before:,} of them by an earlier run" if before else ""
    rate = (tally.total() - before) / seconds if seconds else 0.0
    return f"{summed_up(tally)}{resumed}; {seconds:.1f} s, {_rate(rate)} a second"


def _say_bound(tally: Counter[str]) -> None:
    if many := tally[ENDLESS]:
        which = f"{count(many, 'puzzle')} {'has' if many == 1 else 'have'}"
        bound = f"at least {MAX_COUNTED:,} answers, and no more of one puzzle are looked for"
        print(f"{which} {bound}: --limit K changes that", file=sys.stderr)


def _rate(rate: float) -> str:
    return f"{rate:,.0f}" if rate >= 10 else f"{rate:.2g}"
