"""How is a file of many puzzles solved? One line of output each, in the input's order, killed and resumed at will.

The work is cut into chunks by position alone, and where a backend learns from puzzle to puzzle, every chunk
begins with a freshly loaded solver. So what is written for a puzzle depends on its place in the file and
on nothing else: not on the number of workers, nor on where an earlier run was killed.
"""

from __future__ import annotations

import sys
from argparse import Namespace
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import islice
from pathlib import Path
from time import monotonic
from typing import Any

from models.errors import InputError
from models.registry import load_puzzle
from solvers.backend import Settings
from solvers.exits import ANSWERED, BAD_INPUT, IMPOSSIBLE, STOPPED
from solvers.interrupts import DeferredInterrupts, defer_interrupts
from solvers.journal import Journal
from solvers.pool import map_in_order
from solvers.progress import progress
from solvers.records import answer_record, write_record
from solvers.registry import load_backend
from solvers.results import Question, Result, resolve_loaded
from solvers.solving import Solver
from solvers.work import Work

BAD = "bad input"

FLUSH_EVERY = 0.5
"""Seconds: a person watching the output is not kept waiting longer."""

CHUNK = 8
"""Puzzles of a chunk, where nothing is learnt from one to the next."""

FIRST_CHUNK, GROWTH, LONGEST_CHUNK = 32, 4, 1_000
"""Puzzles of the first chunk otherwise, how many times longer each next one is, and the most there can be.

Loading afresh costs as much as solving dozens of easy puzzles, so that short chunks are dear; long ones leave
workers idle, and more to do again after a kill.
"""

ELSEWHERE = frozenset(
    {"asked", "backend", "html", "instance", "list", "model", "output", "resume", "stats", "svg", "workers"}
)
"""Options that do not change what is written, or that ``_asked`` names in its own way."""


@dataclass(frozen=True)
class Task:
    """What is asked of every puzzle of a file, small enough to send to a worker process.

    Attributes:
        backend: the word on the command line, with the variant.
        as_json: whether a line is a JSON record, or just the answer.
        verdicts: whether a line that is just the answer ends with how many there are.
        file: where the puzzles come from.
    """

    puzzle: str
    formulation: str
    backend: str
    settings: Settings
    objective: str | None
    question: Question
    as_json: bool
    verdicts: bool
    file: Path | None


@dataclass(frozen=True)
class Line:
    """What is written for one puzzle, what became of it, and what is to be complained of."""

    text: str
    status: str
    complaint: str = ""


def run_bulk(work: Work, options: Namespace, backend: str) -> int:
    """Solve everything in ``work`` with the backend named; returns the exit code of the worst that happened."""
    for option in ("model", "stats"):
        if getattr(options, option):
            raise InputError(f"--{option} is about one puzzle, and a file of many is solved here")
    task = make_task(work, options, backend)
    learns = load_backend(backend)[0].learns
    journal = Journal.open(options.output, _asked(work, options, backend), resume=options.resume)
    if journal.finished:
        print(f"{options.output} is complete already", file=sys.stderr)
        return ANSWERED
    before, started = journal.tally.total(), monotonic()
    written = Counter(journal.tally)
    rest = islice(work.instances, before, None)
    interrupted = False
    streams = options.output is None
    with (
        defer_interrupts() as deferred,
        journal,
        closing(_solved(task, rest, chunk_sizes(learns, before), options.workers)) as chunks,
        progress(work, before, streams) as advance,
    ):
        try:
            for chunk in chunks:
                tally = _write(journal, chunk, written, deferred, advance)
                with deferred:
                    journal.checkpoint(tally)
            with deferred:
                journal.finish()
        except KeyboardInterrupt:
            interrupted = True
    print(_summary(written, before, monotonic() - started), file=sys.stderr)
    if interrupted:
        goes_on = "" if streams else f"; --resume goes on after the first {journal.tally.total():,}"
        print(f"interrupted{goes_on}", file=sys.stderr)
        return STOPPED
    return _exit_code(written)


def make_task(work: Work, options: Namespace, backend: str) -> Task:
    """What ``options`` ask of every puzzle: by default one answer, without asking whether there are others."""
    keeps_many = options.all or (options.limit or 1) > 1
    objective = getattr(options, "minimize", None)
    many = options.all or options.count or objective is not None
    return Task(
        puzzle=work.puzzle.name,
        formulation=options.formulation,
        backend=backend,
        settings=Settings(seed=options.seed),
        objective=objective,
        question=Question(
            answers=None if many else 2 if options.unique else options.limit or 1,
            keep=keeps_many,
            seconds=options.time_limit,
        ),
        as_json=options.json or keeps_many,
        verdicts=options.unique or options.count,
        file=work.path,
    )


def chunk_sizes(learns: bool, position: int = 0) -> Iterator[int]:
    """The sizes of the chunks from ``position`` on, where a chunk begins."""
    size, longest = (FIRST_CHUNK, LONGEST_CHUNK) if learns else (CHUNK, CHUNK)
    start = 0
    while start < position:
        start += size
        size = min(GROWTH * size, longest)
    while True:
        yield size
        size = min(GROWTH * size, longest)


def solve_chunk(task: Task, items: list[Any]) -> list[Line]:
    """The lines of consecutive puzzles, in a process of its own."""
    return list(_lines(task, items))


def _solved(
    task: Task, items: Iterator[Any], sizes: Iterator[int], workers: int
) -> Generator[Iterable[Line], None, None]:
    """The chunks, each as its lines; with one worker they come while the chunk is solved."""
    chunks = _cut(items, sizes)
    if workers == 1:
        for chunk in chunks:
            yield _lines(task, chunk)
    else:
        yield from map_in_order(partial(solve_chunk, task), chunks, workers)


def _cut(items: Iterator[Any], sizes: Iterator[int]) -> Iterator[list[Any]]:
    for size in sizes:
        chunk = list(islice(items, size))
        if not chunk:
            return
        yield chunk


def _lines(task: Task, items: list[Any]) -> Iterator[Line]:
    solver = _solver(task)
    solver.renew()
    for item in items:
        if isinstance(item, InputError):
            yield Line(_bad_line(task, item), BAD, str(item))
            continue
        result = resolve_loaded(solver, item, task.question)
        if result.outcome.stopped_by == "interrupt":
            raise KeyboardInterrupt
        yield Line(_line(task, solver, result), result.status)


@lru_cache(maxsize=1)
def _solver(task: Task) -> Solver[Any, Any]:
    """The solver of this process: one structure declared, for as long as the puzzles share it."""
    puzzle = load_puzzle(task.puzzle)
    return Solver(puzzle, task.formulation, *load_backend(task.backend), task.settings, task.objective)


def _line(task: Task, solver: Solver[Any, Any], result: Result[Any, Any]) -> str:
    if not task.as_json:
        if not result.answers:
            return f"# {result.instance.name}: {result.verdict}"
        text = solver.puzzle.compact(result.instance, result.answers[0])
        if text is not None:
            return f"{text} {result.verdict}" if task.verdicts else text
    return write_record(answer_record(solver, result, task.file))


def _bad_line(task: Task, error: InputError) -> str:
    if task.as_json:
        return write_record(
            {"puzzle": task.puzzle, "file": str(task.file), "line": error.line, "status": BAD, "error": error.sentence}
        )
    return f"# line {error.line}: {error.sentence}"


def _write(
    journal: Journal,
    lines: Iterable[Line],
    written: Counter[str],
    deferred: DeferredInterrupts,
    advance: Callable[[], None],
) -> Counter[str]:
    """Write a chunk; returns what became of its puzzles, having counted them in ``written`` too."""
    tally: Counter[str] = Counter()
    flushed = monotonic()
    for line in lines:
        with deferred:
            journal.write(line.text)
            tally[line.status] += 1
            written[line.status] += 1
        if line.complaint:
            print(f"error: {line.complaint}", file=sys.stderr)
        if monotonic() - flushed > FLUSH_EVERY:
            journal.flush()
            flushed = monotonic()
        advance()
    return tally


def _asked(work: Work, options: Namespace, backend: str) -> dict[str, str]:
    """What must be the same for a run to go on with another's file."""
    asked = {name: repr(value) for name, value in vars(options).items() if name not in ELSEWHERE}
    asked |= {"backend": backend, "instance": str(work.path)}
    if work.path is not None and options.output is not None:
        from hashlib import file_digest

        with work.path.open("rb") as file:
            asked["content of the input"] = file_digest(file, "sha256").hexdigest()
    return asked


def _summary(tally: Counter[str], before: int, seconds: float) -> str:
    total = tally.total()
    parts = [f"{tally[status]:,} {status}" for status in ("answered", "impossible", "stopped", BAD) if tally[status]]
    resumed = f", {before:,} of them by an earlier run" if before else ""
    rate = (total - before) / seconds if seconds else 0.0
    return f"{total:,} puzzles: {', '.join(parts) or 'none'}{resumed}; {seconds:.1f} s, {_rate(rate)} a second"


def _rate(rate: float) -> str:
    return f"{rate:,.0f}" if rate >= 10 else f"{rate:.2g}"


def _exit_code(tally: Counter[str]) -> int:
    if tally[BAD]:
        return BAD_INPUT
    if tally["stopped"]:
        return STOPPED
    return IMPOSSIBLE if tally["impossible"] else ANSWERED
