"""``python -m solvers.explain PUZZLE``: the way to the answer one deduction at a time, or why there is none."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from models.deductions import Conflict, Step
from models.errors import InputError
from models.puzzle import Formulation, Puzzle
from models.registry import load_puzzle
from solvers.backend import Clock
from solvers.explaining.conflicts import Blame
from solvers.explaining.reasoner import OutOfTime
from solvers.explaining.steps import Walk
from solvers.render.explanation import CLASH, conflict_text, conflicts_record, step_text, verdict_lines, walk_record
from solvers.request import Request, nth_instance, open_work
from solvers.terminal.colour import show
from solvers.terminal.exits import ANSWERED, IMPOSSIBLE, STOPPED, guarded
from solvers.terminal.interrupts import lost_interrupts_come_again
from solvers.terminal.options import parse

if TYPE_CHECKING:
    from solvers.render.html.explain_page import Story

EPILOG = """\
exit codes: 0 explained, 1 there is no answer (and why), 2 bad input or usage, 3 the time limit came first

examples:
  python -m solvers.explain sudoku --instance norvig_easy50 --number 7
  python -m solvers.explain cubes --instance csun-mid8 --smallest
"""


def main(arguments: list[str]) -> int:
    """Carry out one command line; returns the exit code."""
    description = "The way to the answer one deduction at a time, or why there is none."
    request = parse("explain", arguments, description, EPILOG)
    if not request.puzzle:
        raise InputError("name a puzzle to explain, for example: python -m solvers.explain sudoku")
    puzzle = load_puzzle(request.puzzle)
    if request.limit and not request.all_conflicts:
        raise InputError("--limit is for --all-conflicts")
    if request.html:
        from solvers.render.html.html import check_page

        check_page(request.html)  # before reasoning that may take long
    instance = nth_instance(open_work(puzzle, request), request.number or 1)
    stated = puzzle.state(instance, request.formulation)
    case = Case(puzzle, instance, stated, request, Clock(request.time_limit))
    try:
        if not request.json:
            print(f"{puzzle.title}: {instance.name}\n")
        with lost_interrupts_come_again():  # the search for a smallest conflict destroys many solvers
            blame = Blame(puzzle.parts(instance, stated), case.clock)
            return walk_to_the_answer(case) if blame.is_possible() else why_not(case, blame)
    except OutOfTime:
        return _told("the time limit came before anything was known", 0, "step", STOPPED)


@dataclass(frozen=True)
class Case:
    """One instance that is to be explained, and how."""

    puzzle: Puzzle[Any, Any]
    instance: Any
    stated: Formulation[Any, Any]
    request: Request
    clock: Clock


def walk_to_the_answer(case: Case) -> int:
    """Tell the steps one by one; returns the exit code."""
    walk = Walk(case.stated, case.stated.givens(case.instance), case.clock, case.request.effort)
    story = _story(case, walk)
    steps: list[Step] = []
    stopped = ""
    if not case.request.json and walk.from_the_start:
        print(f"From the start: {', '.join(map(case.stated.fact, walk.from_the_start))}.\n")
    try:
        for step in walk.steps():
            steps.append(step)
            if story:
                story.add(step)
            if not case.request.json:
                show(step_text(len(steps), step, case.stated))
    except OutOfTime:
        stopped = "the time limit came"
    except KeyboardInterrupt:
        stopped = "interrupted"
    if story and case.request.html:
        _write(story.page(case.request, finished=not stopped), case.request.html)
    status = "stopped" if stopped else "several answers" if walk.unsettled else "explained"
    if case.request.json:
        record = walk_record(case.puzzle, case.instance, case.stated, walk, steps, status)
        print(json.dumps(record, ensure_ascii=False))
    elif not stopped:
        print("\n" * bool(steps) + "\n".join(verdict_lines(walk, steps, case.stated)))
        if status == "explained":
            answer = case.stated.decode(case.instance, walk.answer())
            print(f"\n{case.puzzle.render(case.instance, answer)}")
    return _told(stopped, len(steps), "step", ANSWERED)


def why_not(case: Case, blame: Blame) -> int:
    """Tell which parts cannot hold together; returns the exit code."""
    found: list[Conflict] = []
    stopped = ""
    clash = case.puzzle.clash(case.instance)
    if clash and not case.request.json:
        show([(f"There is no answer: {clash}.", CLASH), "\n"])
    try:
        for conflict in _conflicts(blame, case.request):
            found.append(conflict)
            if not case.request.json:
                show(conflict_text(conflict, len(found)))
    except OutOfTime:
        stopped = "the time limit came"
    except KeyboardInterrupt:
        stopped = "interrupted"
    if case.request.html:
        from solvers.render.html.explain_page import conflicts_page

        _write(conflicts_page(case.puzzle, case.instance, case.stated, found, case.request), case.request.html)
    if case.request.json:
        print(json.dumps(conflicts_record(case.puzzle, case.instance, clash, found, bool(stopped)), ensure_ascii=False))
    return _told(stopped, len(found), "conflict", IMPOSSIBLE)


def _conflicts(blame: Blame, request: Request) -> Iterator[Conflict]:
    if request.all_conflicts:
        return islice(blame.every(), request.limit)
    return iter([blame.smallest() if request.smallest else blame.one()])


def _told(stopped: str, count: int, what: str, code: int) -> int:
    """The exit code; what came in between is said on standard error."""
    if not stopped:
        return code
    print(f"stopped: {stopped} after {count} {what}{'' if count == 1 else 's'}", file=sys.stderr)
    return STOPPED


def _story(case: Case, walk: Walk) -> Story | None:
    """Who takes notes for a page, where one is asked for."""
    if not case.request.html:
        return None
    from solvers.render.html.explain_page import Story

    return Story(case.puzzle, case.instance, case.stated, walk)


def _write(page: str, path: Path) -> None:
    from solvers.render.html.html import write_page

    write_page(page, path)


if __name__ == "__main__":
    sys.exit(guarded(main, sys.argv[1:]))
