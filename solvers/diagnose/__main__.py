"""``python -m solvers.diagnose PUZZLE``: what is the matter with an instance, and what would put it right."""

from __future__ import annotations

import json
import sys
from functools import partial
from itertools import islice
from typing import Any

from models.errors import InputError
from solvers.cli.exits import guarded
from solvers.cli.files import each
from solvers.cli.options import parse
from solvers.cli.text import show_json
from solvers.core.backend import Clock
from solvers.core.limits import ANSWERED, BAD_INPUT
from solvers.core.registry import load_puzzle, puzzle_meant
from solvers.core.request import Work, open_work
from solvers.diagnose.record import Diagnosis, record
from solvers.diagnose.request import DiagnoseRequest
from solvers.diagnose.text import WAYS, text
from solvers.diagnose.work import diagnose

EPILOG = """\
exit codes: 0 well posed, or something was found that puts it right; 1 no answer, and nothing known puts it right;
2 bad input or usage; 3 a limit came first; 70 an internal error. Of a file of many, the highest.

examples:
  python -m solvers.diagnose grecian --instance broken-safecracker
  python -m solvers.diagnose sudoku --instance my.sdk --backend cpsat
  python -m solvers.diagnose sudoku --instance variants/killer --needless
  python -m solvers.diagnose cubes --instance csun-mid8 --json
"""


def main(arguments: list[str]) -> int:
    """Carry out one command line; returns the exit code."""
    description = "What is the matter with an instance, and what would put it right?"
    request = parse(DiagnoseRequest, arguments, description, EPILOG, find=puzzle_meant)
    if not request.puzzle:
        raise InputError("name a puzzle to diagnose, for example: python -m solvers.diagnose sudoku")
    clock = Clock(request.time_limit)
    puzzle = load_puzzle(request.puzzle, request.time_limit)
    work = open_work(puzzle, request)
    if request.svg or request.html:
        _check_targets(request, work)
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
        found = diagnose(
            puzzle,
            instance,
            request.backend,
            show=request.limit or 0,
            further=request.further,
            seed=request.seed,
            workers=request.worker_count,
            needless=request.needless,
            seconds=request.time_limit if work.is_bulk else clock.remaining(),
        )
        each(partial(_show, found, request, work), partial(_draw, found, request, work))
        worst = max(worst, found.exit_code)
        if found.stopped_by == "interrupt":
            break
    return worst


def _check_targets(request: DiagnoseRequest, work: Work) -> None:
    """Whether the files asked for could be written, before a search that may take long."""
    if work.is_bulk and request.number is None:
        raise InputError("--svg and --html are for one instance; --number says which of the file", work.path)
    if request.svg:
        from solvers.render.pictures import check_picture  # most diagnoses draw nothing

        check_picture(request.svg)
    if request.html:
        from solvers.render.html.html import check_page  # as above

        check_page(request.html)


def _show(found: Diagnosis[Any, Any], request: DiagnoseRequest, work: Work) -> None:
    if request.json:
        show_json(json.dumps(record(found, work.path), ensure_ascii=False))
    else:
        print(text(found, work.path, request.limit or WAYS), flush=True)


def _draw(found: Diagnosis[Any, Any], request: DiagnoseRequest, work: Work) -> None:
    if not (request.svg or request.html):
        return
    from solvers.diagnose.page import likeliest_picture, page  # most diagnoses draw nothing
    from solvers.render.html.html import write_page  # as above
    from solvers.render.pictures import write_picture  # as above

    if request.svg:
        write_picture(likeliest_picture(found), request.svg)
    if request.html:
        write_page(page(found, request.command, work.path, request.limit or WAYS), request.html)


if __name__ == "__main__":
    sys.exit(guarded(main, sys.argv[1:]))
