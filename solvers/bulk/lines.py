"""The line that is written for one puzzle of a file: the answer, or a record, or why there is none."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from models.errors import InputError
from models.rows import Rows
from solvers.backend import Limits
from solvers.bulk.blocks import Block
from solvers.record import Result, Status
from solvers.render.json import answer_record, bad_input_record, write_record
from solvers.request import Request
from solvers.solving import Solver, resolve_loaded, solver_for

BAD = "bad input"


@dataclass(frozen=True)
class Task:
    """A request as it is made of every puzzle of a file; it travels to worker processes.

    Attributes:
        request: what is asked, the backend named.
        file: where the puzzles come from.
    """

    request: Request
    file: Path | None = None

    @property
    def keeps_many(self) -> bool:
        """Whether more than one answer is shown."""
        return self.request.all or (self.request.limit or 1) > 1

    @property
    def as_json(self) -> bool:
        """Whether every line is a JSON record."""
        return self.request.json or self.keeps_many

    @property
    def verdicts(self) -> bool:
        """Whether a line that is just the answer ends with how many there are."""
        return self.request.unique or self.request.count

    @property
    def limits(self) -> Limits:
        """When to stop: by default at the first answer, without asking whether there are others."""
        request = self.request
        all_of_them = request.all or request.count or request.minimize is not None
        return Limits(request.time_limit, None if all_of_them else 2 if request.unique else request.limit or 1)


@dataclass(frozen=True)
class Line:
    """What is written for one puzzle, or for several that follow each other and came out alike.

    Attributes:
        text: the line; of several, newlines between them.
        status: what became of the puzzle: answered, impossible, stopped or bad input.
        complaint: what is to be said on standard error.
        puzzles: how many there are.
        waits: whether the next may be long in coming, so that what is written should be handed over.
    """

    text: str
    status: str
    complaint: str = ""
    puzzles: int = 1
    waits: bool = False


def solve_chunk(task: Task, items: list[Any]) -> list[Line]:
    """The lines of consecutive puzzles, in a process of its own."""
    return list(solve_lines(task, items))


def solve_lines(task: Task, items: list[Any]) -> Iterator[Line]:
    """The lines of consecutive puzzles, each as soon as it is there.

    Raises:
        KeyboardInterrupt: when a search was interrupted; nothing is written for half of one.
    """
    solver, limits, keep = solver_of(task), task.limits, task.keeps_many
    solver.renew()
    for item in items:
        if isinstance(item, Rows):
            yield from solve_rows(task, Block(solver, item, limits))
            continue
        if isinstance(item, InputError):
            yield Line(bad_line(task, item), BAD, str(item))
            continue
        result = resolve_loaded(solver, item, limits, keep)
        if result.outcome.stopped_by == "interrupt":
            raise KeyboardInterrupt
        yield Line(line_of(task, result), result.status.word)


def solve_rows(task: Task, block: Block) -> Iterator[Line]:
    """The lines of rows that are searched at once, as they come; those that were answered together."""
    for places in block.go_on():
        texts = _answered(task, block, places)
        lines, begun = [], 0
        for end in [*(place for place, text in enumerate(texts) if not text), len(texts)]:
            if end > begun:
                lines.append(Line("\n".join(texts[begun:end]), Status.SOLVED.word, puzzles=end - begun))
            if end < len(texts):
                result = block.result(places[end])
                lines.append(Line(line_of(task, result), result.status.word))
            begun = end + 1
        lines[-1] = replace(lines[-1], waits=True)
        yield from lines


def _answered(task: Task, block: Block, places: range) -> list[str]:
    """The lines of rows whose answer is all that is written; an empty one where there is more to say."""
    if task.as_json:
        return [""] * len(places)
    texts, counts = block.written(places), block.counts(places)
    if not task.verdicts and all(counts):
        return texts
    endings = dict.fromkeys(counts, "")
    if task.verdicts:
        for found in endings:
            result: Result[Any, Any] = Result(block.solver, None, "", (), block.outcome(found))
            endings[found] = f" {result.verdict}"
    return [text + endings[found] if found else "" for text, found in zip(texts, counts, strict=True)]


@lru_cache(maxsize=1)
def solver_of(task: Task) -> Solver[Any, Any]:
    """The solver of this process, with what it has loaded; its processes are the only workers."""
    return solver_for(replace(task.request, workers=1))


def line_of(task: Task, result: Result[Any, Any]) -> str:
    """What is written for a puzzle that was searched."""
    if not task.as_json:
        if not result.answers:
            return f"# {result.instance.name}: {result.verdict}"
        text = result.puzzle.compact(result.instance, result.answers[0])
        if text is not None:
            return f"{text} {result.verdict}" if task.verdicts else text
    return write_record(answer_record(replace(result, file=task.file)))


def bad_line(task: Task, error: InputError) -> str:
    """What is written for a puzzle that could not be read."""
    if task.as_json:
        return write_record(bad_input_record(task.request.puzzle, error, task.file))
    return f"# line {error.line}: {error.sentence}"
