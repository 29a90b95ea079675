"""``python -m solvers.diagnose PUZZLE``: what is the matter with an instance, and what would put it right?"""

from __future__ import annotations

import json
import sys
from argparse import Namespace
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
from solvers.terminal.arguments import Parser, at_least, seconds
from solvers.terminal.exits import ANSWERED, BAD_INPUT, guarded
from solvers.work import add_work_arguments, open_work, puzzle_word

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
    word = puzzle_word(make_parser(add_help=False), arguments)
    puzzle = load_puzzle(word) if word else None
    options = make_parser(puzzle).parse_args(arguments)
    if puzzle is None:
        raise InputError("name a puzzle to diagnose, for example: python -m solvers.diagnose sudoku")
    work = open_work(puzzle, options)
    first = (options.number or 1) - 1
    instances = list(islice(work.instances, first, first + 1)) if options.number else work.instances
    if not instances:
        raise InputError(f"there is no instance number {options.number} in it", work.path)
    worst = ANSWERED
    for place, instance in enumerate(instances):
        if isinstance(instance, InputError):
            if not work.is_bulk:
                raise instance
            print(f"error: {instance}", file=sys.stderr)
            worst = max(worst, BAD_INPUT)
            continue
        if place and not options.json:
            print()
        code, interrupted = _diagnose_one(puzzle, instance, options, work.path)
        worst = max(worst, code)
        if interrupted:
            break
    return worst


def make_parser(puzzle: Puzzle[Any, Any] | None = None, add_help: bool = True) -> Parser:
    """The options of ``diagnose``, those of ``puzzle`` included."""
    description = "What is the matter with an instance, and what would put it right?"
    parser = Parser("diagnose", description, EPILOG, add_help)
    add_work_arguments(parser, puzzle)
    parser.add_argument("--number", metavar="N", type=at_least(1), help="only the Nth instance of a file of many")
    parser.add_argument("--backend", metavar="B", default="", help="who finds the optimum: maxsat (default) or cpsat")
    parser.add_argument("--limit", metavar="K", type=at_least(1), default=30, help="show K corrections (default 30)")
    parser.add_argument(
        "--further",
        metavar="N",
        type=at_least(0),
        default=0,
        help="also those of N mistakes more than the fewest",
    )
    parser.add_argument("--time-limit", metavar="S", type=seconds, help="stop after S seconds, for each instance")
    parser.add_argument("--seed", metavar="N", type=int, default=0, help="fixes every random choice (default 0)")
    parser.add_argument("--workers", metavar="N", type=at_least(1), default=1, help="threads for the optimum (cpsat)")
    parser.add_argument("--json", action="store_true", help="one JSON object for each instance, and nothing else")
    return parser


def make_effort(options: Namespace) -> tuple[Effort, str]:
    """The backends that ``options`` ask for, and the word for the one that optimises.

    Answers are enumerated by the quickest backend that is installed, whoever finds the optimum.
    """
    quickest = default_backend()
    word = options.backend or ("maxsat" if quickest == "sat" else quickest)
    optimiser, variant = load_backend(word)
    solver, _ = load_backend(quickest)
    settings = Settings(seed=options.seed, workers=options.workers, variant=variant)
    effort = Effort(Optimiser(optimiser, settings), solver, Settings(seed=options.seed), options.limit, options.further)
    return effort, word


def _diagnose_one(puzzle: Puzzle[Any, Any], instance: Any, options: Namespace, path: Path | None) -> tuple[int, bool]:
    """Print what is found; the exit code, and whether it was interrupted."""
    effort, word = make_effort(options)
    started = perf_counter()
    found = diagnose(puzzle, instance, effort, Clock(options.time_limit))
    if options.json:
        print(json.dumps(record(puzzle, found, path, word, perf_counter() - started), ensure_ascii=False), flush=True)
    else:
        print(text(puzzle, found, path), flush=True)
    return found.exit_code, found.stopped_by == "interrupt"


if __name__ == "__main__":
    sys.exit(guarded(main, sys.argv[1:]))
