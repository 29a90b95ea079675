"""What became of the puzzles of a file, one by one and in sum: one answer, several, none, or not settled."""

from __future__ import annotations

from collections import Counter
from typing import Any

from solvers.core.limits import ANSWERED, BAD_INPUT, IMPOSSIBLE, STOPPED, Status
from solvers.core.record import Result
from solvers.run.request import RunRequest

MAX_COUNTED = 10_000
"""Answers of one puzzle that are looked for where all are asked for: an empty grid has more than can be counted."""

SOLVED, NONE, OPEN = (status.word for status in (Status.SOLVED, Status.IMPOSSIBLE, Status.UNKNOWN))
SEVERAL = "several answers"
ENDLESS = "more answers than are counted"
UNPROVED = "perhaps several answers"
LOST = "lost with its workers"
BAD = "bad input"
GRADED = "graded"
UNGRADED = "without a grade (no answer, or several)"


def wanted(request: RunRequest) -> int | None:
    """How many answers of one puzzle are looked for: two, to know whether the first is the only one."""
    if request.minimize is not None:
        return None
    return request.limit or (MAX_COUNTED if request.all or request.count else 2)


def status(result: Result[Any, Any], request: RunRequest) -> str:
    """What became of a puzzle that was searched; ``SOLVED`` says that its answer is the only one, if that was asked."""
    outcome = result.outcome
    if outcome.stopped_by == "killed":
        return LOST
    if result.status is not Status.SOLVED or request.minimize is not None:
        return result.status.word
    if result.unique is None:
        return SOLVED if wanted(request) == 1 else UNPROVED
    if result.unique:
        return SOLVED
    is_cut_off = outcome.found == MAX_COUNTED and request.limit is None and outcome.stopped_by == "solutions"
    return ENDLESS if is_cut_off else SEVERAL


def summed_up(tally: Counter[str]) -> str:
    answered = sum(tally[kind] for kind in (SOLVED, SEVERAL, ENDLESS, UNPROVED))
    several = tally[SEVERAL] + tally[ENDLESS]
    among = [f"{several:,} with several answers"] * bool(several)
    among += [f"{tally[UNPROVED]:,} perhaps with several"] * bool(tally[UNPROVED])
    parts = [f"{answered:,} {SOLVED}" + (f" ({', '.join(among)})" if among else "")] * bool(answered)
    parts += [f"{tally[kind]:,} {kind}" for kind in (GRADED, UNGRADED) if tally[kind]]
    parts += [f"{tally[NONE]:,} {NONE}"] * bool(tally[NONE])
    killers = f" ({tally[LOST]:,} killed every worker that tried)" if tally[LOST] else ""
    parts += [f"{tally[OPEN] + tally[LOST]:,} {OPEN}{killers}"] * bool(tally[OPEN] + tally[LOST])
    parts += [f"{tally[BAD]:,} {BAD}"] * bool(tally[BAD])
    total = tally.total()
    return f"{total:,} {'puzzle' if total == 1 else 'puzzles'}: {', '.join(parts) or 'none'}"


def exit_code(tally: Counter[str]) -> int:
    if tally[BAD]:
        return BAD_INPUT
    if tally[OPEN] or tally[LOST]:
        return STOPPED
    return IMPOSSIBLE if tally[NONE] or tally[UNGRADED] else ANSWERED
