"""``python -m solvers.run PUZZLE``: solve a puzzle, show the answer, say whether it is the only one."""

from __future__ import annotations

import sys
from argparse import Namespace
from pathlib import Path
from time import perf_counter
from typing import Any

from models.errors import InputError
from models.puzzle import Puzzle
from models.registry import load_puzzle
from solvers.arguments import Parser, at_least, seconds
from solvers.backend import Settings
from solvers.exits import ANSWERED, BAD_INPUT, guarded
from solvers.registry import default_backend, load_backend
from solvers.results import Question, resolve
from solvers.solving import Solver
from solvers.work import Work, add_work_arguments, only_instance, open_work, puzzle_word

EPILOG = """\
exit codes: 0 answered, 1 proved to have no answer, 2 bad input or usage,
3 a limit came before an answer, 4 a wrong answer was caught

examples:
  python -m solvers.run grecian --backend cpsat
  python -m solvers.run sudoku --instance norvig_easy50 --backend sat
  python -m solvers.run cubes --instance my-cubes.txt --all
  python -m solvers.run --list
"""


def main(arguments: list[str]) -> int:
    """Carry out one command line; returns the exit code."""
    word = puzzle_word(make_parser(add_help=False), arguments)
    if not word:
        return _without_puzzle(arguments)
    puzzle = load_puzzle(word)
    options = make_parser(puzzle).parse_args(arguments)
    if options.list:
        from solvers.listing import list_puzzle

        print(list_puzzle(puzzle))
        return ANSWERED
    started = perf_counter()
    work = open_work(puzzle, options)
    options.asked = arguments
    if work.is_bulk or options.output:
        for option in ("svg", "html"):
            if getattr(options, option):
                raise InputError(f"--{option} draws one puzzle, and a file of many is solved here")
        if options.backend.partition(":")[0] == "classic":
            raise InputError("the published programs solve one puzzle at a time, and this file holds many")
        from solvers.bulk import run_bulk

        return run_bulk(work, options, options.backend or default_backend())
    instance = only_instance(work)
    return _solve_one(work, instance, options, perf_counter() - started)


def make_parser(puzzle: Puzzle[Any, Any] | None = None, add_help: bool = True) -> Parser:
    """The options of ``run``, those of ``puzzle`` included."""
    description = puzzle.summary if puzzle else "Solve a puzzle with the backend of your choice."
    parser = Parser("run", description, EPILOG, add_help)
    add_work_arguments(parser, puzzle)
    parser.add_argument(
        "--formulation", metavar="F", default="", help="which formulation (default: the first that fits)"
    )
    parser.add_argument(
        "--backend",
        metavar="B",
        default="",
        help="who solves it; sat:glucose4 chooses the solver too; classic: the published program",
    )
    many = parser.add_mutually_exclusive_group()
    many.add_argument("--all", action="store_true", help="show every answer")
    many.add_argument("--count", action="store_true", help="count the answers")
    many.add_argument("--limit", metavar="K", type=at_least(1), help="show at most K answers")
    many.add_argument("--unique", action="store_true", help="one answer, and whether it is the only one")
    if puzzle is None or puzzle.objectives:
        what = "; ".join(f"{name}: {text}" for name, text in puzzle.objectives.items()) if puzzle else "see the puzzle"
        parser.add_argument("--minimize", metavar="WHAT", help=f"ask for the best answer ({what})")
    parser.add_argument("--time-limit", metavar="S", type=seconds, help="stop after S seconds")
    parser.add_argument("--seed", metavar="N", type=int, default=0, help="fixes every random choice (default 0)")
    parser.add_argument("--workers", metavar="N", type=at_least(1), default=1, help="threads, or processes for a file")
    parser.add_argument("--json", action="store_true", help="one JSON object for each instance, and nothing else")
    parser.add_argument("--stats", action="store_true", help="sizes and search effort")
    parser.add_argument(
        "--svg", metavar="FILE", type=Path, help="draw the answer, or the puzzle where there is none (.svg or .png)"
    )
    parser.add_argument("--html", metavar="FILE", type=Path, help="the answer, the model and the figures as a web page")
    parser.add_argument("--model", action="store_true", help="print the formal model and stop")
    parser.add_argument("--list", action="store_true", help="say which instances, formulations and backends there are")
    parser.add_argument("--output", metavar="FILE", type=Path, help="write one line for each instance to FILE")
    parser.add_argument("--resume", action="store_true", help="go on where an interrupted --output stopped")
    return parser


def make_solver(puzzle: Puzzle[Any, Any], options: Namespace) -> Solver[Any, Any]:
    """The solver that ``options`` ask for; without a backend named, the first installed one that fits."""
    backend, variant = load_backend(options.backend or default_backend())
    settings = Settings(seed=options.seed, workers=options.workers)
    return Solver(puzzle, options.formulation, backend, variant, settings, getattr(options, "minimize", None))


def question_of(options: Namespace) -> Question:
    """How many answers ``options`` ask for: by default two, enough to know whether the first is the only one."""
    if getattr(options, "minimize", None):
        return Question(answers=None, seconds=options.time_limit)
    wanted = None if options.all or options.count else options.limit or 2
    return Question(answers=wanted, keep=not options.count, seconds=options.time_limit)


def _solve_one(work: Work, instance: Any, options: Namespace, reading: float) -> int:
    backend, _, program = options.backend.partition(":")
    if backend == "classic":
        from solvers.classic.runner import run_classic

        return run_classic(work, instance, options, program)
    solver = make_solver(work.puzzle, options)
    if options.svg:
        from solvers.pictures import check_picture, write_picture

        check_picture(options.svg)  # before a search that may take long
    if options.html:
        from solvers.page.html import check_page, write_page

        check_page(options.html)
    if options.model:
        for option in ("svg", "html"):
            if getattr(options, option):
                raise InputError(f"--{option} draws an answer, and with --model none is looked for")
        print(solver.stated(instance).model)
        return ANSWERED
    result = resolve(solver, instance, question_of(options))
    if options.svg:
        write_picture(result.svg(), options.svg)
    if options.html:
        from solvers.page.run_page import run_page

        write_page(run_page(solver, result, options, work.path, reading), options.html)
    if options.json:
        from solvers.records import record, write_record

        print(write_record(record(solver, result, path=work.path, reading=reading)))
    else:
        from solvers.colour import REPORT, show
        from solvers.report import report

        show(report(solver, result, options, path=work.path, reading=reading), REPORT)
    return result.exit_code


def _without_puzzle(arguments: list[str]) -> int:
    """``run --list``, ``run --help`` or a forgotten puzzle."""
    options = make_parser().parse_args(arguments)
    from solvers.listing import list_all

    print(list_all(), file=sys.stdout if options.list else sys.stderr)
    if not options.list:
        print("error: no puzzle was named; say for example: python -m solvers.run grecian", file=sys.stderr)
    return ANSWERED if options.list else BAD_INPUT


if __name__ == "__main__":
    sys.exit(guarded(main, sys.argv[1:]))
