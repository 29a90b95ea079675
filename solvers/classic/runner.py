"""``run PUZZLE --backend classic[:PROGRAM]``: a published program on a puzzle of today, with its figures."""

from __future__ import annotations

import signal
from argparse import Namespace
from collections.abc import Iterator
from contextlib import contextmanager
from time import perf_counter
from types import FrameType
from typing import Any

from solvers.backend import WrongAnswer
from solvers.classic.programs import Figures, program_for
from solvers.exits import ANSWERED, IMPOSSIBLE, STOPPED
from solvers.work import Work

LONGEST_STORY = 40
"""Lines of a trace that are shown."""


class _TimeUp(Exception):
    """The time limit came while a program was running."""


def run_classic(work: Work, instance: Any, options: Namespace, name: str) -> int:
    """Run a program on ``instance``, print what came of it, and return the exit code."""
    puzzle = work.puzzle
    name, program = program_for(puzzle.name, name)
    wanted = None if options.all or options.count else options.limit
    figures: Figures = {}
    story: list[str] = []
    answers: list[Any] = []
    stopped_by = ""
    started = perf_counter()
    try:
        with _alarm(options.time_limit):
            for answer in program.answers(instance, figures, story):
                complaint = puzzle.check(instance, answer)
                if complaint:
                    raise WrongAnswer(f"{instance.name}: the answer {answer!r} is wrong: {complaint}")
                answers.append(answer)
                if len(answers) == wanted:
                    stopped_by = "solutions"
                    break
    except _TimeUp:
        stopped_by = "time"
    except KeyboardInterrupt:
        stopped_by = "interrupt"
    complete = not stopped_by and not (program.ends_at_first and answers)
    span = perf_counter() - started
    if options.json:
        import json

        record = {
            "puzzle": puzzle.name,
            "instance": instance.name,
            "backend": f"classic:{name}",
            "status": "answered" if answers else "impossible" if complete else "stopped",
            "found": len(answers),
            "complete": complete,
            "stopped_by": stopped_by or None,
            "answers": [] if options.count else [puzzle.as_json(instance, answer) for answer in answers],
            "figures": figures,
            "seconds": {"search": round(span, 6)},
        }
        print(json.dumps(record, ensure_ascii=False))
    else:
        print(f"{puzzle.title}: {instance.name}")
        print(f"published program {name}: {program.about}")
        print(_verdict(len(answers), complete, stopped_by, program.ends_at_first))
        print(f"time: {span:.2f} s")
        for what, count in figures.items():
            print(f"{what}: {count:,}")
        for line in story[:LONGEST_STORY]:
            print(f"  {line}")
        if len(story) > LONGEST_STORY:
            print(f"  … {len(story) - LONGEST_STORY:,} lines more")
        for answer in [] if options.count else answers if options.all or options.limit else answers[:1]:
            print()
            print(puzzle.render(instance, answer))
    return ANSWERED if answers else IMPOSSIBLE if complete else STOPPED


def _verdict(found: int, complete: bool, stopped_by: str, ends_at_first: bool) -> str:
    number = f"{found:,} answer{'' if found == 1 else 's'}"
    if complete:
        return f"{number}, all there are" if found else "proved to have no answer"
    if stopped_by:
        reason = {"solutions": "limit reached", "time": "time limit reached", "interrupt": "interrupted"}[stopped_by]
        return f"{number} so far ({reason})"
    return f"{number}; the program stops at the first" if ends_at_first else number


@contextmanager
def _alarm(seconds: float | None) -> Iterator[None]:
    """Break into pure Python after so many seconds."""

    def ring(signum: int, frame: FrameType | None) -> None:
        raise _TimeUp

    if seconds is None:
        yield
        return
    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
