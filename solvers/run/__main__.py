"""``python -m solvers.run PUZZLE``: solve a puzzle, show the answer, say whether it is the only one."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from time import perf_counter
from typing import Any

from models.errors import InputError
from solvers.cli.exits import guarded
from solvers.cli.options import HELP_ALL, parse
from solvers.cli.text import show
from solvers.core.limits import ANSWERED, BAD_INPUT, Clock, OutOfTime
from solvers.core.record import Result
from solvers.core.registry import load_puzzle, puzzle_meant
from solvers.core.request import Work, nth_instance, open_work
from solvers.run.request import HOW_MANY, RunRequest, check_options, check_options_for_many, shared
from solvers.run.work import solve, solver_for

EPILOG = """\
exit codes: 0 answered, 1 proved to have no answer, 2 bad input or usage,
3 a limit came before an answer, 4 a wrong answer was caught, 70 an internal error

examples:
  python -m solvers.run grecian --backend cpsat
  python -m solvers.run sudoku --instance norvig_easy50 --backend sat
  python -m solvers.run cubes --instance my-cubes.txt --all
"""

DETAILS = """
--output writes .txt; .jsonl, .json (every key); .csv, .xlsx, .parquet (number, name, puzzle, status, answer, unique,
found, verdict); packed: .txt.gz, .csv.zst …

"""


def main(arguments: list[str]) -> int:
    end = epilog if HELP_ALL in arguments else EPILOG
    request = parse(RunRequest, arguments, "Solve a puzzle with the backend of your choice.", end, find=puzzle_meant)
    if not request.puzzle:
        return _without_puzzle(request)
    clock = Clock(request.time_limit)
    puzzle = load_puzzle(request.puzzle, request.time_limit)
    if request.list:
        check_options(request)
        from solvers.run.listing import list_puzzle  # imports what it lists

        print(list_puzzle(puzzle))
        return ANSWERED
    check_options(request)
    started = perf_counter()
    work = open_work(puzzle, request)
    if request.sheet:
        return _draw(work, request, request.sheet)
    is_bulk = work.is_bulk and request.number is None
    if request.on is not None and not is_bulk and not request.split:
        request = shared(request)
    if is_bulk or (request.output and request.number is None):
        check_options_for_many(request)
        if request.split and is_bulk:
            raise InputError("--split is about one puzzle, and this is a file of many: name one with --number N")
        from solvers.run.bulk.run import run_bulk  # one puzzle does without

        return run_bulk(work, request)
    instance = nth_instance(work, request.number or 1)
    if not any(getattr(request, option) for option in ("minimize", *HOW_MANY)):
        request = replace(request, minimize=puzzle.asks_for(instance) or None)
    # Of the time for one puzzle, what is left after reading it.
    return _solve_one(work, instance, replace(request, time_limit=clock.remaining()), perf_counter() - started)


def epilog() -> str:
    from solvers.render.json import keys_for_people  # only --help-all tells of them

    return EPILOG + DETAILS + keys_for_people()


def _draw(work: Work, request: RunRequest, path: Path) -> int:
    from solvers.render.html.html import SUFFIXES, write_page  # most runs draw nothing
    from solvers.render.html.sheet_page import puzzles_for, sheet_page  # as above
    from solvers.render.pictures import check_picture, write_picture  # as above

    is_page = path.suffix.lower() in SUFFIXES
    if not is_page:
        check_picture(path)
    instances = puzzles_for(work, request)
    if is_page:
        write_page(sheet_page(work.puzzle, instances), path)
    elif len(instances) > 1:
        raise InputError("a picture shows one puzzle, and this is a file of many: name one with --number N")
    else:
        write_picture(work.puzzle.drawing.sheet(instances[0]), path)
    return ANSWERED


def _solve_one(work: Work, instance: Any, request: RunRequest, reading: float) -> int:
    _check_targets(request)  # before a search that may take long
    if request.model:
        print(solver_for(request).stated(instance).model)
        return ANSWERED
    if request.estimate:
        return _estimate(instance, request)
    if request.common:
        from solvers.run.common import show_common  # most runs look for an answer

        return show_common(instance, request, work.path)
    result, certificate = replace(solve(request, instance), file=work.path, reading=reading), None
    if request.proof or request.verified:
        from solvers.proofs.certifying import proved  # most runs prove nothing

        result, certificate = proved(result, request)
    if not (certificate or request.svg or request.html):
        _show(result, request)
        return result.exit_code
    from solvers.cli.files import each  # most runs write nothing

    outputs: list[Callable[[], None]] = [lambda: _show(result, request)]
    if certificate is not None and (name := request.proof):
        outputs.append(lambda: certificate.write(name))
    if picture := request.svg:
        from solvers.render.pictures import write_picture  # as above

        outputs.append(lambda: write_picture(result.svg(), picture))
    if page := request.html:
        from solvers.render.html.html import write_page  # as above
        from solvers.run.page import run_page  # as above

        outputs.append(lambda: write_page(run_page(result, request), page))
    each(*outputs)
    return result.exit_code


def _check_targets(request: RunRequest) -> None:
    if request.svg:
        from solvers.render.pictures import check_picture  # most runs draw nothing

        check_picture(request.svg)
    if request.html:
        from solvers.render.html.html import check_page  # most runs write no page

        check_page(request.html)
    if request.proof or request.verified:
        from solvers.proofs.certifying import check_asked  # most runs prove nothing

        check_asked(request)


def _estimate(instance: Any, request: RunRequest) -> int:
    from solvers.run.splitting.estimate import estimate  # most runs search
    from solvers.run.text import estimate_record, estimate_sentences  # as above

    loaded, _ = solver_for(request).cached(instance)
    try:
        estimated = estimate(loaded.search, loaded.stated.givens(instance), request.seed, request.time_limit)
    except OutOfTime:
        raise InputError("--time-limit is too short for an estimate: nothing was known of the root by then") from None
    if request.json:
        _show_json(estimate_record(load_puzzle(request.puzzle).name, instance.name, estimated))
    else:
        show(estimate_sentences(instance.name, estimated))
    return ANSWERED


def _show(result: Result[Any, Any], request: RunRequest) -> None:
    if request.json:
        from solvers.render.json import record  # one form is enough

        _show_json(record(result))
    else:
        from solvers.run.text import report  # one form is enough

        show(report(result, request))


def _show_json(record: dict[str, Any]) -> None:
    from solvers.cli.text import show_json  # one form is enough
    from solvers.render.json import write_record  # as above

    show_json(write_record(record))


def _without_puzzle(request: RunRequest) -> int:
    if request.list:
        check_options(request)
    from solvers.run.listing import list_all  # imports what it lists

    print(list_all(), file=sys.stdout if request.list else sys.stderr)
    if not request.list:
        print("error: no puzzle was named; say for example: python -m solvers.run grecian", file=sys.stderr)
    return ANSWERED if request.list else BAD_INPUT


if __name__ == "__main__":
    sys.exit(guarded(main, sys.argv[1:]))
