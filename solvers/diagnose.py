"""``python -m solvers.diagnose PUZZLE``: what is the matter with an instance, and what would put it right?"""

from __future__ import annotations

import json
import sys
from itertools import islice
from pathlib import Path
from time import perf_counter
from typing import Any

from models.errors import InputError
from models.puzzle import Puzzle
from models.registry import load_puzzle
from solvers.backend import Clock, Settings
from solvers.diagnosing.diagnosis import diagnose
from solvers.diagnosing.optimum import Optimiser
from solvers.diagnosing.repair import Effort
from solvers.registry import default_backend, load_backend
from solvers.render.diagnosis import record, text
from solvers.request import Request, open_work
from solvers.terminal.exits import ANSWERED, BAD_INPUT, guarded
from solvers.terminal.options import parse

EPILOG = """\
exit codes: 0 well posed, or something was found that puts it right; 1 no answer, and nothing known puts it right;
2 bad input or usage; 3 a limit came first. Of a file of many, the highest.

examples:
  python -m solvers.diagnose grecian --instance broken-safecracker
  python -m solvers.diagnose sudoku --instance my.sdk --backend cpsat
  python -m solvers.diagnose cubes --instance csun-mid8 --json
"""


def main(arguments: list[str]) -> int:
    """Carry out one command line; returns the exit code."""
    request = parse("diagnose", arguments, "What is the matter with an instance, and what would put it right?", EPILOG)
    if not request.puzzle:
        raise InputError("name a puzzle to diagnose, for example: python -m solvers.diagnose sudoku")
    puzzle = load_puzzle(request.puzzle)
    work = open_work(puzzle, request)
    first = (request.number or 1) - 1
    instances = list(islice(work.instances, first, first + 1)) if request.number else work.instances
    if not instances:
        raise InputError(f"there is no instance number {request.number} in it", work.path)
    worst = ANSWERED
    for place, instance in enumerate(instances):
        if isinstance(instance, InputError):
            if not work.is_bulk:
                raise instance
            print(f"error: {instance}", file=sys.stderr)
            worst = max(worst, BAD_INPUT)
            continue
        if place and not request.json:
            print()
        code, interrupted = _diagnose_one(puzzle, instance, request, work.path)
        worst = max(worst, code)
        if interrupted:
            break
    return worst


def make_effort(request: Request) -> tuple[Effort, str]:
    """The backends that ``request`` ask for, and the word for the one that optimises.

    Answers are enumerated by the quickest backend that is installed, whoever finds the optimum.
    """
    quickest = default_backend()
    word = request.backend or ("maxsat" if quickest == "sat" else quickest)
    optimiser, variant = load_backend(word)
    solver, _ = load_backend(quickest)
    settings = Settings(seed=request.seed, workers=request.workers, variant=variant)
    effort = Effort(
        Optimiser(optimiser, settings), solver, Settings(seed=request.seed), request.limit or 0, request.further
    )
    return effort, word


def _diagnose_one(puzzle: Puzzle[Any, Any], instance: Any, request: Request, path: Path | None) -> tuple[int, bool]:
    """Print what is found; the exit code, and whether it was interrupted."""
    effort, word = make_effort(request)
    started = perf_counter()
    found = diagnose(puzzle, instance, effort, Clock(request.time_limit))
    if request.json:
        print(json.dumps(record(puzzle, found, path, word, perf_counter() - started), ensure_ascii=False), flush=True)
    else:
        print(text(puzzle, found, path), flush=True)
    return found.exit_code, found.stopped_by == "interrupt"


if __name__ == "__main__":
    sys.exit(guarded(main, sys.argv[1:]))
