"""What is written for one puzzle of a file? The answer on one line, or a record, or why there is none."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from models.errors import InputError
from models.registry import load_puzzle
from solvers.backend import Settings
from solvers.registry import load_backend
from solvers.render.json import answer_record, bad_input_record, write_record
from solvers.results import Question, Result, resolve_loaded
from solvers.solving import Solver

BAD = "bad input"


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


def solve_chunk(task: Task, items: list[Any]) -> list[Line]:
    """The lines of consecutive puzzles, in a process of its own."""
    return list(solve_lines(task, items))


def solve_lines(task: Task, items: list[Any]) -> Iterator[Line]:
    """The same, each as soon as it is there.

    Raises:
        KeyboardInterrupt: when a search was interrupted; nothing is written for half of one.
    """
    solver = solver_of(task)
    solver.renew()
    for item in items:
        if isinstance(item, InputError):
            yield Line(bad_line(task, item), BAD, str(item))
            continue
        result = resolve_loaded(solver, item, task.question)
        if result.outcome.stopped_by == "interrupt":
            raise KeyboardInterrupt
        yield Line(line_of(task, solver, result), result.status)


@lru_cache(maxsize=1)
def solver_of(task: Task) -> Solver[Any, Any]:
    """The solver of this process, with what it has loaded."""
    puzzle = load_puzzle(task.puzzle)
    return Solver(puzzle, task.formulation, *load_backend(task.backend), task.settings, task.objective)


def line_of(task: Task, solver: Solver[Any, Any], result: Result[Any, Any]) -> str:
    """What is written for a puzzle that was searched."""
    if not task.as_json:
        if not result.answers:
            return f"{no_answer(result.instance)}{result.verdict}"
        text = solver.puzzle.compact(result.instance, result.answers[0])
        if text is not None:
            return f"{text} {result.verdict}" if task.verdicts else text
    return write_record(answer_record(solver, result, task.file))


def no_answer(instance: Any) -> str:
    """How the line of a puzzle without an answer begins."""
    return f"# {instance.name}: "


def bad_line(task: Task, error: InputError) -> str:
    """What is written for a puzzle that could not be read."""
    if task.as_json:
        return write_record(bad_input_record(task.puzzle, error, task.file))
    return f"# line {error.line}: {error.sentence}"
