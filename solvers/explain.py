"""``python -m solvers.explain PUZZLE``: the way to the answer one deduction at a time, or why there is none."""

from __future__ import annotations

import json
import sys
from argparse import Namespace
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from models.deductions import Conflict, Step
from models.errors import InputError
from models.puzzle import Formulation, Puzzle
from models.registry import load_puzzle
from solvers.arguments import Parser, at_least, seconds
from solvers.backend import Clock
from solvers.colour import CONFLICTS, STEPS, show
from solvers.conflicts import Blame
from solvers.exits import ANSWERED, IMPOSSIBLE, STOPPED, guarded
from solvers.reasoner import OutOfTime
from solvers.steps import EFFORT, Contradiction, Walk
from solvers.wording import CASE_REASONING, fact_record, grade, reason_lines, refutation_record
from solvers.work import Work, add_work_arguments, open_work, puzzle_word

if TYPE_CHECKING:
    from solvers.page.explain_page import Story

EPILOG = """\
exit codes: 0 explained, 1 there is no answer (and why), 2 bad input or usage, 3 the time limit came first

examples:
  python -m solvers.explain sudoku --instance norvig_easy50 --number 7
  python -m solvers.explain cubes --instance csun-mid8 --smallest
"""


def main(arguments: list[str]) -> int:
    """Carry out one command line; returns the exit code."""
    word = puzzle_word(make_parser(add_help=False), arguments)
    puzzle = load_puzzle(word) if word else None
    options = make_parser(puzzle).parse_args(arguments)
    if puzzle is None:
        raise InputError("name a puzzle to explain, for example: python -m solvers.explain sudoku")
    options.asked = arguments
    if options.html:
        from solvers.page.html import check_page

        check_page(options.html)  # before reasoning that may take long
    instance = nth_instance(open_work(puzzle, options), options.number)
    stated = state(puzzle, instance, options.formulation)
    clock = Clock(options.time_limit)
    explanation = Explanation(puzzle, instance, stated, options, clock)
    try:
        return explanation.conflicts() if explanation.is_impossible() else explanation.walk()
    except OutOfTime as error:
        print(f"stopped: {error}", file=sys.stderr)
        return STOPPED


def make_parser(puzzle: Puzzle[Any, Any] | None = None, add_help: bool = True) -> Parser:
    """The options of ``explain``, those of ``puzzle`` included."""
    description = "The way to the answer one deduction at a time, or why there is none."
    parser = Parser("explain", description, EPILOG, add_help)
    add_work_arguments(parser, puzzle)
    parser.add_argument("--number", metavar="N", type=at_least(1), default=1, help="which puzzle of a file of many")
    parser.add_argument("--formulation", metavar="F", default="", help="which formulation (default: the first)")
    parser.add_argument(
        "--effort", metavar="E", type=seconds, default=EFFORT, help="how long to look for a smaller reason (default 1)"
    )
    parser.add_argument("--time-limit", metavar="S", type=seconds, help="stop after S seconds")
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--smallest", action="store_true", help="no answer: a conflict proved to have the fewest parts")
    which.add_argument("--all-conflicts", action="store_true", help="no answer: every minimal conflict")
    parser.add_argument("--limit", metavar="K", type=at_least(1), help="at most K conflicts")
    parser.add_argument("--json", action="store_true", help="one JSON object, and nothing else")
    parser.add_argument("--html", metavar="FILE", type=Path, help="the steps as a web page, forward and back")
    return parser


def nth_instance(work: Work, number: int) -> Any:
    """The instance at place ``number``, from 1.

    Raises:
        InputError: when it is bad, or there are fewer.
    """
    for instance in islice(work.instances, number - 1, number):
        if isinstance(instance, InputError):
            raise instance
        return instance
    raise InputError(f"there is no instance number {number} in it", work.path)


def state(puzzle: Puzzle[Any, Any], instance: Any, formulation: str) -> Formulation[Any, Any]:
    """``instance`` in the formulation named, or the default one.

    Raises:
        InputError: when there is no such formulation.
    """
    if formulation and formulation not in puzzle.formulations:
        choice = ", ".join(puzzle.formulations)
        raise InputError(f"{puzzle.name} has no formulation {formulation!r}; it has {choice}")
    return puzzle.formulations[formulation or next(iter(puzzle.formulations))](instance)


class Explanation:
    """One instance and what is to be said of it, as text or as JSON."""

    def __init__(
        self, puzzle: Puzzle[Any, Any], instance: Any, stated: Formulation[Any, Any], options: Namespace, clock: Clock
    ) -> None:
        self._puzzle = puzzle
        self._instance = instance
        self._stated = stated
        self._options = options
        self._clock = clock
        self._blame: Blame | None = None

    def is_impossible(self) -> bool:
        """Whether there is no answer at all."""
        self._blame = Blame(self._puzzle.parts(self._instance, self._stated), self._clock)
        return not self._blame.is_possible()

    def walk(self) -> int:
        """Print the steps; returns the exit code."""
        stated = self._stated
        givens = stated.givens(self._instance)
        walk = Walk(stated, givens, self._clock, self._options.effort)
        steps: list[Step] = []
        names: list[str] = []
        story = self._story(walk)
        if not self._options.json:
            print(f"{self._puzzle.title}: {self._instance.name}\n")
        try:
            for step in walk.steps():
                steps.append(step)
                names.append(self._name(step))
                if story:
                    story.add(step, names[-1])
                if not self._options.json:
                    reasons = "".join(f"\n       {line}" for line in reason_lines(step, names[-1], self._stated))
                    show(f"{len(steps):3}. {self._stated.fact(step.fact)}    {names[-1]}{reasons}", STEPS)
        except Contradiction:
            return self.conflicts()
        except (OutOfTime, KeyboardInterrupt):
            if story:
                self._write(story.page(self._options, [f"Stopped after {len(steps)} steps."], finished=False))
            raise
        verdict = _verdict(walk, names, steps)
        if story:
            self._write(story.page(self._options, verdict))
        if self._options.json:
            print(json.dumps(self._record(steps, names, walk, verdict), ensure_ascii=False))
        else:
            print()
            print("\n".join(verdict))
        return ANSWERED

    def _story(self, walk: Walk) -> Story | None:
        """Who takes notes for a page, where one is asked for."""
        if not self._options.html:
            return None
        from solvers.page.explain_page import Story

        return Story(self._puzzle, self._instance, self._stated, walk)

    def _write(self, page: str) -> None:
        from solvers.page.html import write_page

        write_page(page, self._options.html)

    def conflicts(self) -> int:
        """Print why there is no answer; returns the exit code."""
        found: list[Conflict] = []
        for conflict in self._conflicts():
            found.append(conflict)
            if not self._options.json:
                show("\n".join(_conflict_lines(conflict, len(found))), CONFLICTS)
        if self._options.html:
            from solvers.page.explain_page import conflicts_page

            self._write(conflicts_page(self._puzzle, self._instance, found, self._options))
        if self._options.json:
            record = {
                "puzzle": self._puzzle.name,
                "instance": self._instance.name,
                "status": "impossible",
                "conflicts": [{"parts": list(c.parts), "smallest": c.smallest} for c in found],
            }
            print(json.dumps(record, ensure_ascii=False))
        return IMPOSSIBLE

    def _conflicts(self) -> Iterator[Conflict]:
        assert self._blame is not None
        if self._options.all_conflicts:
            return islice(self._blame.every(), self._options.limit)
        return iter([self._blame.smallest() if self._options.smallest else self._blame.one()])

    def _name(self, step: Step) -> str:
        if step.name:
            return step.name
        return {0: self._stated.last_value, 1: "by one rule"}.get(len(step.rules), CASE_REASONING)

    def _record(self, steps: list[Step], names: list[str], walk: Walk, verdict: Iterable[str]) -> dict[str, Any]:
        return {
            "puzzle": self._puzzle.name,
            "instance": self._instance.name,
            "status": "several answers" if walk.unsettled else "explained",
            "grade": grade(steps),
            "verdict": " ".join(verdict),
            "unsettled": [var.name for var in walk.unsettled],
            "steps": [
                {
                    "fact": fact_record(step.fact),
                    "technique": name,
                    "rules": [rule.sentence for rule in step.rules],
                    "facts": [fact_record(fact) for fact in step.facts],
                    "fewest_rules_proved": step.smallest,
                    "refutation": step.refutation and refutation_record(step.refutation),
                }
                for step, name in zip(steps, names, strict=True)
            ],
        }


def _verdict(walk: Walk, names: list[str], steps: list[Step]) -> list[str]:
    counts = ", ".join(f"{name} × {count}" for name, count in Counter(names).most_common())
    lines = [f"{len(steps)} steps: {counts}" if steps else "Nothing follows from the givens."]
    if walk.unsettled:
        names = [var.name for var in walk.unsettled]
        shown = ", ".join(names[:8]) + (f" and {len(names) - 8} more" if len(names) > 8 else "")
        lines.append(f"There are several answers: nothing settles {shown}.")
    else:
        lines.append("This is the only answer, for every step was forced.")
    lines.append(f"difficulty: {grade(steps)}")
    return lines


def _conflict_lines(conflict: Conflict, number: int) -> Iterator[str]:
    size = len(conflict.parts)
    if not size:
        yield "There is no answer: the rules alone cannot hold together."
        return
    what = "the fewest parts that clash" if conflict.smallest else "take any one away, and the others can hold together"
    yield f"Conflict {number}: these {size} cannot all hold ({what}):"
    for part in conflict.parts:
        yield f"  {part}"


if __name__ == "__main__":
    sys.exit(guarded(main, sys.argv[1:]))
