"""``python -m solvers.explain PUZZLE``: the way to the answer one deduction at a time, or why there is none."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from itertools import count
from typing import Any

from models.errors import InputError
from solvers.cli.exits import guarded
from solvers.cli.files import each
from solvers.cli.options import parse
from solvers.cli.text import show, show_json
from solvers.core.backend import Clock, OutOfTime
from solvers.core.record import Proof
from solvers.core.request import nth_instance, open_work
from solvers.explain import hint_text as hints
from solvers.explain.explanation import NO_ANSWER, Explanation, explain
from solvers.explain.hint import Hint
from solvers.explain.request import ExplainRequest
from solvers.explain.text import Telling, record
from solvers.formats.puzzles import load_puzzle, puzzle_meant

Tell = Callable[[Explanation[Any, Any]], None]
"""What prints of an explanation what is new in it."""

EPILOG = """\
exit codes: 0 explained, 1 there is no answer (and why), or none with what --from says, 2 bad input or usage,
3 the time limit came first, 70 an internal error

examples:
  python -m solvers.explain sudoku --instance norvig_easy50 --number 7
  python -m solvers.explain cubes --instance csun-mid8 --smallest
  python -m solvers.explain sudoku --instance mine.txt --from half-filled.txt --hint
  python -m solvers.explain cover --from "Bible Study, not Moonshine" --hint see
"""


def main(arguments: list[str]) -> int:
    """Carry out one command line; returns the exit code."""
    description = "The way to the answer one deduction at a time, or why there is none."
    request = parse(ExplainRequest, arguments, description, EPILOG, find=puzzle_meant)
    if not request.puzzle:
        raise InputError("name a puzzle to explain, for example: python -m solvers.explain sudoku")
    if request.limit and not request.all_conflicts:
        raise InputError("--limit bounds how many conflicts --all-conflicts shows; --hint gives the next step alone")
    if request.proof and (request.hint or request.so_far):
        raise InputError("--proof is of the puzzle as it is given, and of no use beside --hint or --from")
    if request.html:
        from solvers.render.html.html import check_page  # quicker without, where no page is asked for

        check_page(request.html)  # before reasoning that may take long
    if request.proof:
        from solvers.proofs.certifying import check_asked  # as above, where no proof is asked for

        check_asked(request)
    clock = Clock(request.time_limit)
    puzzle = load_puzzle(request.puzzle, request.time_limit)
    work = open_work(puzzle, request)
    instance = nth_instance(work, request.number or 1)
    deaf: list[OSError] = []
    telling = Telling(request.full)
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
        tell=_silent if request.json or request.hint else _while_heard(telling, deaf) if request.html else telling,
    )
    if found.stopped_by:
        count, what = (len(found.conflicts), "conflict") if found.status == NO_ANSWER else (len(found.steps), "step")
        when = "" if found.status else " before anything was known"
        reason = "interrupted" if found.stopped_by == "interrupt" else "the time limit came"
        print(f"stopped: {reason}{when} after {count} {what}{'' if count == 1 else 's'}", file=sys.stderr)
    if found.status:
        _give(Hint(found, request.hint) if request.hint else found, request)
    if deaf:
        raise deaf[0]
    if request.proof:
        for sentence in _proved(found, request):
            print(sentence, file=sys.stderr if request.json else sys.stdout)
    return found.exit_code


def _silent(found: Explanation[Any, Any]) -> None:
    """Tell nothing on the way."""


def _while_heard(tell: Tell, deaf: list[OSError]) -> Tell:
    """``tell`` until standard output takes no more, which is left in ``deaf``: a page is still to be written."""

    def told(found: Explanation[Any, Any]) -> None:
        if not deaf:
            try:
                tell(found)
            except OSError as error:
                deaf.append(error)

    return told


def _give(found: Explanation[Any, Any] | Hint[Any, Any], request: ExplainRequest) -> None:
    """Print the JSON, or the hint, and write the page, each if it is asked for."""

    def say() -> None:
        if request.json:
            values = record(found) if isinstance(found, Explanation) else hints.record(found)
            show_json(json.dumps(values, ensure_ascii=False))
        elif isinstance(found, Hint):
            for told in hints.told(found, request.full):
                show(told)

    def write() -> None:
        if request.html:
            from solvers.explain import hint_page  # quicker without, where no page is asked for
            from solvers.explain import page as explain_page  # quicker without, where no page is asked for
            from solvers.render.html.html import write_page

            how = request.command, request.full
            page = explain_page.page(found, *how) if isinstance(found, Explanation) else hint_page.page(found, *how)
            write_page(page, request.html)

    each(say, write)


def _proved(found: Explanation[Any, Any], request: ExplainRequest) -> Iterator[str]:
    """Write the proof of how many answers there are, or of each conflict that was shown; what is said of it."""
    from solvers.core.registry import backend_for  # as above
    from solvers.core.solver import Solver  # as above
    from solvers.proofs.certificate import numbered, remove  # most explanations are not proved
    from solvers.proofs.certifying import certify_conflict, origin_in, proved  # as above

    assert request.proof is not None
    removed = remove(request.proof)
    if found.stopped_by:
        yield Proof(unfinished=True, removed=removed).sentence
    elif found.conflicts:
        formulation = request.formulation or next(iter(found.puzzle.formulations))
        origin = origin_in(request, found.puzzle, found.instance, formulation)
        clock = Clock(request.time_limit)
        numbers = count(2)
        while remove(numbered(request.proof, next(numbers))):  # those of an earlier run
            pass
        for number, conflict in enumerate(found.conflicts, 1):
            name = request.proof if number == 1 else numbered(request.proof, number)
            try:
                certificate = certify_conflict(found.puzzle, found.instance, origin, conflict, clock)
            except (OutOfTime, KeyboardInterrupt):
                yield Proof(unfinished=True).sentence
                return
            certificate.write(name)
            yield Proof(steps=certificate.steps, files=certificate.paths(name)).sentence
    else:
        solver = Solver(found.puzzle, request.formulation, *backend_for(), keeps_found=True)
        result, whole = proved(solver.solve(found.instance), request)
        assert result.proof is not None
        if whole is not None:
            whole.write(request.proof)
        yield result.proof.sentence


if __name__ == "__main__":
    sys.exit(guarded(main, sys.argv[1:]))
