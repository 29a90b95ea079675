"""``python -m solvers.run PUZZLE``: solve a puzzle, show the answer, say whether it is the only one."""

from __future__ import annotations

import sys
from dataclasses import replace
from time import perf_counter
from typing import Any

from models.puzzle import Puzzle
from models.registry import load_puzzle
from solvers.backend import Settings
from solvers.registry import default_backend, load_backend
from solvers.request import Request, Work, nth_instance, open_work
from solvers.results import Answerer, Question, Result, resolve
from solvers.solving import Solver
from solvers.terminal.exits import ANSWERED, BAD_INPUT, guarded
from solvers.terminal.options import check_options, check_options_for_many, is_classic, parse

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
    request = parse("run", arguments, "Solve a puzzle with the backend of your choice.", epilog)
    if not request.puzzle:
        return _without_puzzle(request)
    puzzle = load_puzzle(request.puzzle)
    if request.list:
        check_options(request)
        from solvers.render.listing import list_puzzle

        print(list_puzzle(puzzle))
        return ANSWERED
    check_options(request)
    started = perf_counter()
    work = open_work(puzzle, request)
    if request.number is None and (work.is_bulk or request.output):
        check_options_for_many(request)
        from solvers.bulk.run import run_bulk

        return run_bulk(work, request, request.backend or default_backend())
    instance = nth_instance(work, request.number or 1)
    return _solve_one(work, instance, request, perf_counter() - started)


def epilog() -> str:
    """What ``--help`` ends with."""
    from solvers.render.json import keys_for_people

    return EPILOG + keys_for_people()


def make_solver(puzzle: Puzzle[Any, Any], request: Request) -> Solver[Any, Any]:
    """The solver that ``request`` ask for; without a backend named, the first installed one that fits."""
    backend, variant = load_backend(request.backend or default_backend())
    settings = Settings(seed=request.seed, workers=request.workers)
    return Solver(puzzle, request.formulation, backend, variant, settings, request.minimize)


def question_of(request: Request) -> Question:
    """How many answers ``request`` ask for: by default two, enough to know whether the first is the only one."""
    if request.minimize:
        return Question(answers=None, seconds=request.time_limit)
    wanted = None if request.all or request.count else request.limit or 2
    return Question(answers=wanted, keep=not request.count, seconds=request.time_limit)


def _solve_one(work: Work, instance: Any, request: Request, reading: float) -> int:
    if request.svg:
        from solvers.render.pictures import check_picture, write_picture

        check_picture(request.svg)  # before a search that may take long
    if request.html:
        from solvers.render.html.html import check_page, write_page

        check_page(request.html)
    if request.model:
        print(make_solver(work.puzzle, request).stated(instance).model)
        return ANSWERED
    solver, result = _asked(work.puzzle, instance, request)
    if request.svg:
        write_picture(result.svg(), request.svg)
    if request.html:
        from solvers.render.html.run_page import run_page

        write_page(run_page(solver, result, request, work.path, reading), request.html)
    if request.json:
        from solvers.render.json import record, write_record

        print(write_record(record(solver, result, path=work.path, reading=reading)))
    else:
        from solvers.render.text import report
        from solvers.terminal.colour import show

        show(report(solver, result, request, path=work.path, reading=reading))
    return result.exit_code


def _asked(puzzle: Puzzle[Any, Any], instance: Any, request: Request) -> tuple[Answerer[Any, Any], Result[Any, Any]]:
    """Who was asked for the answers, and what came out."""
    question = question_of(request)
    if not is_classic(request):
        solver = make_solver(puzzle, request)
        return solver, resolve(solver, instance, question)
    from solvers.classic.runner import published, run_program

    program = published(puzzle, request.backend.partition(":")[2], request.seed)
    # A program runs as it always did, to the end unless it is stopped.
    return program, run_program(program, instance, replace(question, answers=request.limit))


def _without_puzzle(request: Request) -> int:
    """``run --list``, or a forgotten puzzle."""
    if request.list:
        check_options(request)
    from solvers.render.listing import list_all

    print(list_all(), file=sys.stdout if request.list else sys.stderr)
    if not request.list:
        print("error: no puzzle was named; say for example: python -m solvers.run grecian", file=sys.stderr)
    return ANSWERED if request.list else BAD_INPUT


if __name__ == "__main__":
    sys.exit(guarded(main, sys.argv[1:]))
