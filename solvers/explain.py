"""``python -m solvers.explain PUZZLE``: the way to the answer one deduction at a time, or why there is none."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from typing import Any

from models.errors import InputError
from solvers.explaining.explanation import NO_ANSWER, Explanation, explain
from solvers.puzzles import load_puzzle
from solvers.render.explanation import Telling, record
from solvers.request import Request, nth_instance, open_work
from solvers.terminal.encoding import show_json
from solvers.terminal.exits import guarded
from solvers.terminal.files import each
from solvers.terminal.options import parse

Tell = Callable[[Explanation[Any, Any]], None]
"""What prints of an explanation what is new in it."""

EPILOG = """\
exit codes: 0 explained, 1 there is no answer (and why), 2 bad input or usage, 3 the time limit came first,
70 an internal error

examples:
  python -m solvers.explain sudoku --instance norvig_easy50 --number 7
  python -m solvers.explain cubes --instance csun-mid8 --smallest
"""


def main(arguments: list[str]) -> int:
    """Carry out one command line; returns the exit code."""
    description = "The way to the answer one deduction at a time, or why there is none."
    request = parse("explain", arguments, description, EPILOG)
    if not request.puzzle:
        raise InputError("name a puzzle to explain, for example: python -m solvers.explain sudoku")
    if request.limit and not request.all_conflicts:
        raise InputError("--limit is for --all-conflicts")
    if request.html:
        from solvers.render.html.html import check_page  # quicker without, where no page is asked for

        check_page(request.html)  # before reasoning that may take long
    if request.proof:
        from solvers.proofs.certifying import check_asked  # as above, where no proof is asked for

        check_asked(request)
    puzzle = load_puzzle(request.puzzle)
    instance = nth_instance(open_work(puzzle, request), request.number or 1)
    deaf: list[OSError] = []
    telling = Telling(request.full)
    found = explain(
        puzzle,
        instance,
        request.formulation,
        effort=request.effort,
        seconds=request.time_limit,
        smallest=request.smallest,
        every=request.all_conflicts,
        most=request.limit,
        tell=(lambda found: None) if request.json else _while_heard(telling, deaf) if request.html else telling,
    )
    if found.stopped_by:
        count, what = (len(found.conflicts), "conflict") if found.status == NO_ANSWER else (len(found.steps), "step")
        when = "" if found.status else " before anything was known"
        reason = "interrupted" if found.stopped_by == "interrupt" else "the time limit came"
        print(f"stopped: {reason}{when} after {count} {what}{'' if count == 1 else 's'}", file=sys.stderr)
    each(lambda: _show_json(found, request), lambda: _write_page(found, request))
    if deaf:
        raise deaf[0]
    if request.proof and not found.stopped_by:
        print(_proved(instance, request), file=sys.stderr if request.json else sys.stdout)
    return found.exit_code


def _while_heard(tell: Tell, deaf: list[OSError]) -> Tell:
    """``tell`` until standard output takes no more, which is left in ``deaf``: a page is still to be written."""

    def told(found: Explanation[Any, Any]) -> None:
        if not deaf:
            try:
                tell(found)
            except OSError as error:
                deaf.append(error)

    return told


def _show_json(found: Explanation[Any, Any], request: Request) -> None:
    if request.json and found.status:
        show_json(json.dumps(record(found), ensure_ascii=False))


def _write_page(found: Explanation[Any, Any], request: Request) -> None:
    if request.html and found.status:
        from solvers.render.html.explain_page import page  # quicker without, where no page is asked for
        from solvers.render.html.html import write_page

        write_page(page(found, request.command, request.full), request.html)


def _proved(instance: Any, request: Request) -> str:
    """Write the proof of how many answers there are; what is said of it."""
    from solvers.proofs.certifying import proved  # as above
    from solvers.solving import resolve, solver_for

    result, certificate = proved(resolve(solver_for(request), instance), request)
    assert result.proof is not None
    if certificate is not None and request.proof is not None:
        certificate.write(request.proof)
    return result.proof.sentence


if __name__ == "__main__":
    sys.exit(guarded(main, sys.argv[1:]))
