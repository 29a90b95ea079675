"""How a file of many puzzles is solved: one line of output each, in the input's order, killed and resumed at will.

The work is cut into chunks by position alone, and every chunk begins with a freshly loaded solver.
So what is written for a puzzle depends on its place in the file and on nothing else: not on the
number of workers, nor on where an earlier run was killed.
"""

from __future__ import annotations

import sys
from argparse import Namespace
from collections import Counter
from collections.abc import Generator, Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from functools import partial
from hashlib import sha256
from itertools import islice
from pathlib import Path
from time import monotonic, perf_counter
from typing import Any

from models.errors import InputError
from models.registry import load_puzzle
from solvers.backend import Settings
from solvers.exits import ANSWERED, BAD_INPUT, IMPOSSIBLE, STOPPED
from solvers.journal import Journal
from solvers.pool import map_in_order
from solvers.progress import progress
from solvers.records import answer_record, write_record
from solvers.registry import load_backend
from solvers.results import Question, Result, resolve
from solvers.solving import Solver
from solvers.work import Work

BAD = "bad input"
FLUSH_EVERY = 0.5  # seconds: a person watching the output is not kept waiting longer


@dataclass(frozen=True)
class Task:
    """What is asked of every puzzle of a file, small enough to send to a worker process.

    Attributes:
        backend: the word on the command line, with the variant.
        as_json: whether a line is a JSON record, or just the answer.
        verdicts: whether a line that is just the answer ends with how many there are.
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

    def solver(self) -> Solver[Any, Any]:
        """A fresh solver for the task."""
        return Solver(
            load_puzzle(self.puzzle),
            self.formulation,
            *load_backend(self.backend),
            settings=self.settings,
            objective=self.objective,
        )


@dataclass(frozen=True)
class Line:
    """What is written for one puzzle, what became of it, and what is to be complained of."""

    text: str
    status: str
    complaint: str = ""


def run_bulk(work: Work, options: Namespace, backend: str) -> int:
    """Solve everything in ``work`` with the backend named; returns the exit code of the worst that happened."""
    task = make_task(work, options, backend)
    journal = Journal.open(options.output, _fingerprint(task), resume=options.resume)
    if journal.finished:
        print(f"{options.output} is complete already", file=sys.stderr)
        return ANSWERED
    before, started = journal.tally.total(), perf_counter()
    rest = islice(work.instances, before, None)
    interrupted = False
    with journal, closing(_solved(task, rest, before, options.workers)) as chunks, progress(work, before) as advance:
        try:
            for chunk in chunks:
                tally = _write(journal, chunk, advance)
                journal.tally.update(tally)
                journal.checkpoint()
            journal.finish()
        except KeyboardInterrupt:
            interrupted = True
    print(_summary(journal.tally, before, perf_counter() - started), file=sys.stderr)
    if interrupted:
        print("interrupted" + ("; --resume goes on from here" if options.output else ""), file=sys.stderr)
        return STOPPED
    return _exit_code(journal.tally)


def make_task(work: Work, options: Namespace, backend: str) -> Task:
    """What ``options`` ask of every puzzle: by default one answer, without asking whether there are others."""
    keeps_many = options.all or (options.limit or 1) > 1
    return Task(
        puzzle=work.puzzle.name,
        formulation=options.formulation,
        backend=backend,
        settings=Settings(seed=options.seed),
        objective=getattr(options, "minimize", None),
        question=Question(
            answers=None if options.all or options.count else 2 if options.unique else options.limit or 1,
            keep=keeps_many,
            seconds=options.time_limit,
        ),
        as_json=options.json or keeps_many,
        verdicts=options.unique or options.count,
        file=work.path,
    )


def chunk_sizes(position: int = 0) -> Iterator[int]:
    """The sizes of the chunks from ``position`` on: small at first, so that a short file keeps many workers busy."""
    size, start = 8, 0
    while start < position:
        start += size
        size = min(2 * size, 256)
    while True:
        yield size
        size = min(2 * size, 256)


def solve_chunk(task: Task, items: list[Any]) -> list[Line]:
    """The lines of consecutive puzzles, in a process of its own."""
    return list(_solve_items(task, items))


def _solved(task: Task, items: Iterator[Any], position: int, workers: int) -> Generator[Iterable[Line], None, None]:
    """The chunks from ``position`` on, each as its lines; with one worker they come while the chunk is solved."""
    chunks = _cut(items, chunk_sizes(position))
    if workers == 1:
        yield from (_solve_items(task, chunk) for chunk in chunks)
    else:
        yield from map_in_order(partial(solve_chunk, task), chunks, workers)


def _cut(items: Iterator[Any], sizes: Iterator[int]) -> Iterator[list[Any]]:
    for size in sizes:
        chunk = list(islice(items, size))
        if not chunk:
            return
        yield chunk


def _solve_items(task: Task, items: list[Any]) -> Iterator[Line]:
    solver = task.solver()
    for item in items:
        if isinstance(item, InputError):
            yield Line(_bad_line(task, item), BAD, str(item))
        else:
            result = resolve(solver, item, task.question)
            yield Line(_line(task, solver, result), result.status)
            if result.outcome.stopped_by == "interrupt":
                raise KeyboardInterrupt


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


def _write(journal: Journal, lines: Iterable[Line], advance: Any) -> Counter[str]:
    tally: Counter[str] = Counter()
    flushed = monotonic()
    for line in lines:
        journal.write(line.text)
        tally[line.status] += 1
        if line.complaint:
            print(f"error: {line.complaint}", file=sys.stderr)
        if monotonic() - flushed > FLUSH_EVERY:
            journal.flush()
            flushed = monotonic()
        advance()
    return tally


def _fingerprint(task: Task) -> dict[str, str]:
    """What must be the same for a run to go on with another's file; the path to the input may change."""
    content = sha256(task.file.read_bytes()).hexdigest() if task.file else ""
    return {"input": content, "question": repr(replace(task, file=None))}


def _summary(tally: Counter[str], before: int, seconds: float) -> str:
    total = tally.total()
    parts = [f"{tally[status]:,} {status}" for status in ("answered", "impossible", "stopped", BAD) if tally[status]]
    rate = (total - before) / seconds if seconds else 0.0
    resumed = f", {before:,} of them by an earlier run" if before else ""
    return f"{total:,} puzzles: {', '.join(parts) or 'none'}{resumed}; {seconds:.1f} s, {rate:,.0f} a second"


def _exit_code(tally: Counter[str]) -> int:
    if tally[BAD]:
        return BAD_INPUT
    if tally["stopped"]:
        return STOPPED
    return IMPOSSIBLE if tally["impossible"] else ANSWERED
