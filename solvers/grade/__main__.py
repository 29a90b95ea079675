"""``python -m solvers.grade FILE``: how hard each puzzle of a file is, and by which steps."""

from __future__ import annotations

import os
import sys

from models.errors import InputError
from solvers.cli.exits import guarded
from solvers.cli.options import parse
from solvers.core.registry import load_puzzle, puzzle_meant
from solvers.core.request import open_work
from solvers.grade.grading import GradeTask
from solvers.grade.request import GradeRequest
from solvers.run.bulk.run import run_bulk
from solvers.run.request import RunRequest

EPILOG = """\
A line says the grade in a word, the number of the hardest step on the scale of Sudoku Explainer where it has one, its
technique, and how many steps each technique takes. Tables and --json have these apart: grade, rating, technique, steps.

exit codes: 0 graded, 1 some have no answer, 2 bad input or usage, 3 a time limit came first, 70 an internal error

examples:
  python -m solvers.grade sudoku norvig_easy50
  python -m solvers.grade top1465.txt --output grades.csv
  python -m solvers.grade cubes csun-mid8 --json
"""


def main(arguments: list[str]) -> int:
    """Carry out one command line; returns the exit code."""
    request = parse(
        GradeRequest, arguments, "How hard each puzzle of a file is, and by which steps.", EPILOG, find=puzzle_meant
    )
    if not request.puzzle:
        raise InputError("name what is to be graded, for example: python -m solvers.grade sudoku norvig_easy50")
    if request.resume and not request.output:
        raise InputError("--resume needs --output FILE to know where to go on")
    work = open_work(load_puzzle(request.puzzle, request.time_limit), request)
    cores = 0 if request.on is not None else len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else 1
    asked = RunRequest(
        puzzle=request.puzzle,
        instances=request.instances,
        formulation=request.formulation,
        time_limit=request.time_limit,
        workers=request.workers or (cores if work.is_bulk else 1),
        on=request.on,
        json=request.json,
        output=request.output,
        resume=request.resume,
        own=request.own,
        command=request.command,
    )
    return run_bulk(work, asked, GradeTask)


if __name__ == "__main__":
    sys.exit(guarded(main, sys.argv[1:]))
