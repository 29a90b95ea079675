"""Recognising a finished file: one with no note beside it that this very run writes from beginning to end.

Only then has ``--resume`` nothing left to do. Nothing but the file is there to tell. So each of its lines
is compared with what this run could write for its puzzle, and the first puzzle is solved again.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import product, zip_longest
from pathlib import Path
from typing import Any

from models.errors import InputError
from solvers.core.backend import Outcome
from solvers.core.record import Result
from solvers.run.bulk.lines import Task, bad_line, line_of, solver_of
from solvers.run.bulk.statuses import BAD, COUNTED, FATES, LOST, SEVERAL, SOLVED, fate, fate_of

PATIENCE = 2.0
"""Seconds for solving the first puzzle again; if it takes longer, its line is believed."""


@dataclass(frozen=True)
class Ended:
    """What a line says became of its puzzle.

    Attributes:
        fate: what that is, one of ``FATES``.
        by_time: whether the time limit ended the search, or may have.
    """

    fate: str
    by_time: bool = False


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
        ended = _ended(task, item, line)
        if ended is not None and ended.fate not in (BAD, LOST) and not solved_again:
            solved_again = True
            ended = ended if _is_again(task, item, line, ended) else None
        if ended is None:
            raise _something_else(f"line {number} is not what this run writes for puzzle {number}", path)
        tally[ended.fate] += 1
    return tally


def _lines(path: Path) -> Iterator[str]:
    try:
        with path.open("rb") as file:
            for line in file:
                yield line.removesuffix(b"\n").decode(errors="replace")
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}", path) from None


def _ended(task: Task, item: Any, line: str) -> Ended | None:
    """What became of ``item`` if ``line`` was written for it; None when it was not, by its looks."""
    if isinstance(item, InputError):
        return Ended(BAD) if line == bad_line(task, item) else None
    if line.startswith("{"):
        return _in_record(task, item, line)
    if task.as_json:
        return None
    if line.startswith("# "):
        unanswered = (Outcome(complete=True), *(Outcome(stopped_by=why) for why in ("time", "failure", "killed", "")))
        possible = _possible(task, item, unanswered, solver_of(task).puzzle.contradiction(item) or "")
        return next((ended for result, ended in possible if line == line_of(task, result)), None)
    stops = (Outcome(stopped_by=why) for why in ("solutions", "time", "failure"))
    endings = product((1, 2, COUNTED), (Outcome(complete=True), *stops))
    answered = [replace(outcome, found=found) for found, outcome in endings]
    for result, ended in _possible(task, item, answered):
        if line.endswith(f" {result.verdict}"):
            return ended
    if task.request.count:
        return Ended(SEVERAL, by_time=True)  # any number of them
    return None if task.verdicts else Ended(SOLVED)


def _possible(
    task: Task, item: Any, outcomes: Iterable[Outcome], contradiction: str = ""
) -> Iterator[tuple[Result[Any, Any], Ended]]:
    """What may have come of a puzzle, for each way in which its search may have ended."""
    for outcome in outcomes:
        result = Result(solver_of(task), item, "", (), outcome, contradiction=contradiction if outcome.complete else "")
        yield result, Ended(fate(result, task.request), outcome.stopped_by == "time")


def _in_record(task: Task, item: Any, line: str) -> Ended | None:
    try:
        record = json.loads(line)
        if task.columns:
            is_ours = (record["name"], record["puzzle"]) == (task.called(item), solver_of(task).puzzle.given(item))
        else:
            is_ours = (record["puzzle"], record["instance"]) == (task.request.puzzle, item.name)
            is_ours &= task.request.backend in ("", record["backend"])
        word = fate_of(record["status"], record["found"], record["unique"], record["stopped_by"], task.request)
        ended = Ended(word, record["stopped_by"] == "time")
    except (ValueError, KeyError, TypeError):
        return None
    return ended if is_ours and ended.fate in FATES else None


def _is_again(task: Task, item: Any, line: str, ended: Ended) -> bool:
    """Whether ``item``, solved again, comes out like this; so it is believed where time decides what comes out."""
    if task.limits.seconds is not None and ended.by_time:
        return True
    result = solver_of(task).solve(item, replace(task.limits, seconds=PATIENCE), task.keeps_many, in_bulk=True)
    if result.outcome.stopped_by == "interrupt":
        raise KeyboardInterrupt
    return result.outcome.stopped_by == "time" or _bare(line) == _bare(line_of(task, result))


def _bare(line: str) -> Any:
    """What a line says, whoever of a cluster wrote it."""
    return json.loads(line) | {"worker": None} if line.startswith("{") else line


def _something_else(why: str, path: Path) -> InputError:
    return InputError(f"is neither this run unfinished nor finished: {why}; leave out --resume to overwrite it", path)
