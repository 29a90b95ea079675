"""``python -m solvers.run PUZZLE``: solve a puzzle, show the answer, say whether it is the only one."""

from __future__ import annotations

import sys
from argparse import Namespace
from dataclasses import replace
from time import perf_counter
from typing import Any

from models.puzzle import Puzzle
from models.registry import load_puzzle
from solvers.backend import Settings
from solvers.registry import default_backend, load_backend
from solvers.results import Answerer, Question, Result, resolve
from solvers.solving import Solver
from solvers.terminal.exits import ANSWERED, BAD_INPUT, guarded
from solvers.terminal.run_options import check_options, check_options_for_many, is_classic, make_parser
from solvers.work import Work, nth_instance, open_work, puzzle_word


def main(arguments: list[str]) -> int:
    """Carry out one command line; returns the exit code."""
    word = puzzle_word(make_parser(add_help=False), arguments)
    if not word:
        return _without_puzzle(arguments)
    puzzle = load_puzzle(word)
    options = make_parser(puzzle).parse_args(arguments)
    if options.list:
        check_options(options)
        from solvers.render.listing import list_puzzle

        print(list_puzzle(puzzle))
        return ANSWERED
    check_options(options)
    options.asked = arguments
    started = perf_counter()
    work = open_work(puzzle, options)
    if options.number is None and (work.is_bulk or options.output):
        check_options_for_many(options)
        from solvers.bulk.run import run_bulk

        return run_bulk(work, options, options.backend or default_backend())
    instance = nth_instance(work, options.number or 1)
    return _solve_one(work, instance, options, perf_counter() - started)


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
    if options.svg:
        from solvers.render.pictures import check_picture, write_picture

        check_picture(options.svg)  # before a search that may take long
    if options.html:
        from solvers.render.html.html import check_page, write_page

        check_page(options.html)
    if options.model:
        print(make_solver(work.puzzle, options).stated(instance).model)
        return ANSWERED
    solver, result = _asked(work.puzzle, instance, options)
    if options.svg:
        write_picture(result.svg(), options.svg)
    if options.html:
        from solvers.render.html.run_page import run_page

        write_page(run_page(solver, result, options, work.path, reading), options.html)
    if options.json:
        from solvers.render.json import record, write_record

        print(write_record(record(solver, result, path=work.path, reading=reading)))
    else:
        from solvers.render.text import report
        from solvers.terminal.colour import REPORT, show

        show(report(solver, result, options, path=work.path, reading=reading), REPORT)
    return result.exit_code


def _asked(puzzle: Puzzle[Any, Any], instance: Any, options: Namespace) -> tuple[Answerer[Any, Any], Result[Any, Any]]:
    """Who was asked for the answers, and what came out."""
    question = question_of(options)
    if not is_classic(options):
        solver = make_solver(puzzle, options)
        return solver, resolve(solver, instance, question)
    from solvers.classic.runner import published, run_program

    program = published(puzzle, options.backend.partition(":")[2], options.seed)
    # A program runs as it always did, to the end unless it is stopped.
    return program, run_program(program, instance, replace(question, answers=options.limit))


def _without_puzzle(arguments: list[str]) -> int:
    """``run --list``, ``run --help`` or a forgotten puzzle."""
    options = make_parser().parse_args(arguments)
    if options.list:
        check_options(options)
    from solvers.render.listing import list_all

    print(list_all(), file=sys.stdout if options.list else sys.stderr)
    if not options.list:
        print("error: no puzzle was named; say for example: python -m solvers.run grecian", file=sys.stderr)
    return ANSWERED if options.list else BAD_INPUT


if __name__ == "__main__":
    sys.exit(guarded(main, sys.argv[1:]))
