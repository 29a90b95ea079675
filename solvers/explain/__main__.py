"""``python -m solvers.explain PUZZLE``: the way to the answer one deduction at a time, or why there is none."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from models.errors import InputError
from models.puzzle import Puzzle
from solvers.cli.exits import guarded
from solvers.cli.files import each
from solvers.cli.options import parse
from solvers.cli.text import in_lines, show, show_json
from solvers.core.backend import Clock
from solvers.core.registry import load_puzzle, puzzle_meant
from solvers.core.request import nth_instance, open_work
from solvers.explain.record import NO_ANSWER, Explanation, Hint, hint_record, record
from solvers.explain.request import ExplainRequest
from solvers.explain.techniques import chosen_techniques, technique_lines, technique_page, technique_records
from solvers.explain.text import BRIEF, FULL, USUAL, ExplanationPrinter, hint_pieces
from solvers.explain.work import explain, write_proofs

EPILOG = """\
exit codes: 0 explained, 1 there is no answer (and why), or none with what --from says, 2 bad input or usage,
3 the time limit came first, 70 an internal error

examples:
  python -m solvers.explain sudoku --instance norvig_easy50 --number 7
  python -m solvers.explain cubes --instance csun-mid8 --smallest
  python -m solvers.explain sudoku --instance mine.txt --from half-filled.txt --hint
  python -m solvers.explain sudoku --instance inkala --why-not "R1C2 = 5"
  python -m solvers.explain sudoku --techniques --html techniques.html
  python -m solvers.explain sudoku --only singles,subsets,fish --without swordfish
  python -m solvers.explain cover --from "Bible Study, not Moonshine" --hint see
"""


def main(arguments: list[str]) -> int:
    """Carry out one command line; returns the exit code."""
    description = "The way to the answer one deduction at a time, or why there is none."
    request = parse(ExplainRequest, arguments, description, EPILOG, find=puzzle_meant)
    _check(request)
    clock = Clock(request.time_limit)
    puzzle = load_puzzle(request.puzzle, request.time_limit)
    if request.techniques:
        return _list_techniques(puzzle, request)
    chosen = chosen_techniques(puzzle, request.only, request.without)
    work = open_work(puzzle, request)
    instance = nth_instance(work, request.number or 1)
    if request.why_not is not None:
        return _show_why_not(puzzle, instance, request.why_not, request, work.path, clock.remaining())
    # A page is still to be written when standard output takes no more.
    printer = ExplanationPrinter(_detail(request), keeps_errors=request.html is not None)
    found = explain(
        puzzle,
        instance,
        request.formulation,
        file=work.path,
        so_far=request.so_far,
        effort=request.effort,
        seconds=clock.remaining(),
        smallest=request.smallest,
        every=request.all_conflicts,
        most=request.limit,
        only=1 if request.hint else None,
        techniques=chosen,
        on_progress=(lambda found: None) if request.json or request.hint else printer,
    )
    if found.stopped_by:
        count, what = (len(found.conflicts), "conflict") if found.status == NO_ANSWER else (len(found.steps), "step")
        when = "" if found.status else " before anything was known"
        reason = "interrupted" if found.stopped_by == "interrupt" else "the time limit came"
        print(f"stopped: {reason}{when} after {count} {what}{'' if count == 1 else 's'}", file=sys.stderr)
    if found.status:
        _show(Hint(found, request.hint) if request.hint else found, request)
    if printer.error:
        raise printer.error
    if request.proof:
        for sentence in write_proofs(found, request):
            print(sentence, file=sys.stderr if request.json else sys.stdout)
    return found.exit_code


def _list_techniques(puzzle: Puzzle[Any, Any], request: ExplainRequest) -> int:
    if request.json:
        show_json(json.dumps(technique_records(puzzle), ensure_ascii=False))
    else:
        show(in_lines(technique_lines(puzzle)))
    if request.html:
        from solvers.render.html.html import write_page  # quicker without, where no page is asked for

        write_page(technique_page(puzzle, request.command), request.html)
    return 0


def _show_why_not(
    puzzle: Puzzle[Any, Any],
    instance: Any,
    supposed: str,
    request: ExplainRequest,
    file: Path | None,
    seconds: float | None,
) -> int:
    from solvers.explain.why_not import why_not  # as most requests are about all of the way

    effort = None if request.smallest else request.effort
    found = why_not(puzzle, instance, supposed, request.formulation, file=file, seconds=seconds, effort=effort)
    if found.stopped_by:
        reason = "interrupted" if found.stopped_by == "interrupt" else "the time limit came"
        known = "; no smaller reason was found by then" if found.reason else " before a reason was found"
        print(f"stopped: {reason}{known}", file=sys.stderr)
    if request.json:
        show_json(json.dumps(found.record(), ensure_ascii=False))
    else:
        show(in_lines(found.lines()))
    return found.exit_code


def _detail(request: ExplainRequest) -> str:
    return BRIEF if request.brief else FULL if request.full else USUAL


def _check(request: ExplainRequest) -> None:
    """Refuse what cannot be done, before reasoning that may take long."""
    if not request.puzzle:
        raise InputError("name a puzzle to explain, for example: python -m solvers.explain sudoku")
    if request.techniques:
        names = "why_not", "hint", "so_far", "only", "without", "all_conflicts", "full", "proof"
        _refuse(request, names, "--techniques, which lists what there is")
    if request.why_not is not None:
        others = "hint", "so_far", "only", "without", "limit", "all_conflicts", "full", "html", "proof"
        _refuse(request, others, "--why-not, which asks about some facts alone")
    if request.limit and not request.all_conflicts:
        raise InputError("--limit bounds how many conflicts --all-conflicts shows; --hint gives the next step alone")
    if request.proof and (request.hint or request.so_far):
        raise InputError("--proof proves the puzzle as it is given; it does not go with --hint or --from")
    if request.html:
        from solvers.render.html.html import check_page  # quicker without, where no page is asked for

        check_page(request.html)
    if request.proof:
        from solvers.proofs.certifying import check_asked  # as above, where no proof is asked for

        check_asked(request)


def _refuse(request: ExplainRequest, names: Sequence[str], beside: str) -> None:
    """Refuse options that are of no use beside another."""
    for name in names:
        if getattr(request, name):
            option = "from" if name == "so_far" else name.replace("_", "-")
            raise InputError(f"--{option} is of no use beside {beside}")


def _show(found: Explanation[Any, Any] | Hint[Any, Any], request: ExplainRequest) -> None:
    """Print the JSON, or the hint, and write the page, each if it is asked for."""

    def print_it() -> None:
        if request.json:
            values = record(found) if isinstance(found, Explanation) else hint_record(found)
            show_json(json.dumps(values, ensure_ascii=False))
        elif isinstance(found, Hint):
            for pieces in hint_pieces(found, _detail(request)):
                show(pieces)

    def write() -> None:
        if request.html:
            from solvers.explain.page import hint_page, page  # quicker without, where no page is asked for
            from solvers.render.html.html import write_page

            how = request.command, request.full
            write_page(page(found, *how) if isinstance(found, Explanation) else hint_page(found, *how), request.html)

    each(print_it, write)


if __name__ == "__main__":
    sys.exit(guarded(main, sys.argv[1:]))
