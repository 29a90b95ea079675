"""Is a file with no note beside it what this very run writes from beginning to end?

Only then has ``--resume`` nothing left to do. Nothing but the file is there to tell, so each of its lines
is held against its puzzle, and the first puzzle is solved again.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import zip_longest
from pathlib import Path
from typing import Any

from models.errors import InputError
from solvers.bulk.lines import BAD, Task, bad_line, line_of, no_answer, solver_of
from solvers.results import resolve_loaded

PATIENCE = 2.0
"""Seconds for solving the first puzzle again; if it takes longer, its line is believed."""

ENDINGS = {"impossible: ": "impossible", "proved to have no answer": "impossible", "no answer yet": "stopped"}
"""How a verdict on a puzzle without an answer begins, and what became of the puzzle."""


def finished_tally(task: Task, items: Iterable[Any], path: Path) -> Counter[str]:
    """What became of the puzzles, as the lines of ``path`` say.

    Raises:
        InputError: when the file is something else than this run's whole work.
    """
    tally: Counter[str] = Counter()
    solved_again = False
    for number, (item, line) in enumerate(zip_longest(items, _lines(path)), 1):
        if line is None:
            raise _something_else(f"it ends after {number - 1:,} lines, and there are more puzzles", path)
        if item is None:
            raise _something_else(f"it has more lines than there are puzzles ({number - 1:,})", path)
        status = _status(task, item, line)
        if status is not None and status != BAD and not solved_again:
            solved_again = True
            status = status if _is_again(task, item, line) else None
        if status is None:
            raise _something_else(f"line {number} is not what this run writes for puzzle {number}", path)
        tally[status] += 1
    return tally


def _lines(path: Path) -> Iterator[str]:
    try:
        with path.open("rb") as file:
            for line in file:
                yield line.removesuffix(b"\n").decode(errors="replace")
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}", path) from None


def _status(task: Task, item: Any, line: str) -> str | None:
    """What became of ``item`` if ``line`` was written for it; None when it was not, by its looks."""
    if isinstance(item, InputError):
        return BAD if line == bad_line(task, item) else None
    if line.startswith("{"):
        return _status_in_record(task, item, line)
    if task.as_json:
        return None
    if line.startswith("# "):
        verdict = line.removeprefix(no_answer(item))
        return next((status for words, status in ENDINGS.items() if verdict.startswith(words)), None)
    return "answered" if " answer" in line or not task.verdicts else None


def _status_in_record(task: Task, item: Any, line: str) -> str | None:
    try:
        record = json.loads(line)
        ours = (record["puzzle"], record["instance"], record["backend"]) == (task.puzzle, item.name, task.backend)
        status = str(record["status"])
    except (ValueError, KeyError, TypeError):
        return None
    return status if ours and status in ("answered", "impossible", "stopped") else None


def _is_again(task: Task, item: Any, line: str) -> bool:
    """Whether ``item``, solved again, comes out like this; so it is believed where time decides what comes out."""
    if task.question.seconds is not None and "time limit" in line:
        return True
    solver = solver_of(task)
    result = resolve_loaded(solver, item, replace(task.question, seconds=PATIENCE))
    if result.outcome.stopped_by == "interrupt":
        raise KeyboardInterrupt
    return result.outcome.stopped_by == "time" or line == line_of(task, solver, result)


def _something_else(why: str, path: Path) -> InputError:
    return InputError(f"is neither this run unfinished nor finished: {why}; leave out --resume to overwrite it", path)
