"""``python -m solvers.generate PUZZLE``: new puzzles, each certain to have one answer, as hard as asked."""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from pathlib import Path
from random import SystemRandom
from time import monotonic
from typing import Any

from models.errors import InputError
from solvers.cli.exits import guarded
from solvers.cli.files import each
from solvers.cli.options import parse
from solvers.cli.progress import bar
from solvers.cli.text import show_json
from solvers.core.backend import Clock, OutOfTime
from solvers.core.limits import ANSWERED, STOPPED
from solvers.core.registry import load_puzzle
from solvers.generate.files import OutputFiles, together
from solvers.generate.record import Made, Missed, record
from solvers.generate.request import GenerateRequest
from solvers.generate.text import summary
from solvers.generate.work import Workshop, made

EPILOG = """\
exit codes: 0 made, 2 bad input or usage, or a wish that cannot be; 3 a limit came first, or no candidate would do (what
is finished is written); 4 two backends differ; 70 an internal error

examples:
  python -m solvers.generate sudoku
  python -m solvers.generate sudoku --difficulty hard --symmetry half-turn --count 6 --html booklet.html
  python -m solvers.generate sudoku --clues 22 --count 100 --seed 7 --workers 2 --output mine.txt
"""

MAX_DRAWN_SEED = 1_000_000_000
"""Seeds below it are drawn where none is named."""


def main(arguments: list[str]) -> int:
    """Carry out one command line; returns the exit code."""
    description = "Make new puzzles, each with exactly one answer, as files that run reads."
    request = parse(GenerateRequest, arguments, description, EPILOG, find=load_puzzle)
    if not request.puzzle:
        raise InputError("name a puzzle to make, for example: python -m solvers.generate sudoku")
    if request.number is not None and request.puzzles > 1:
        raise InputError("--number makes one puzzle; --count is of no use beside it")
    if request.proof and not request.output:
        raise InputError("--proof needs --output: a certificate names the file that its puzzle is in")
    if request.seed is None:
        request = replace(request, seed=SystemRandom().randrange(MAX_DRAWN_SEED))
    if request.html:
        from solvers.render.html.html import check_page  # quicker without, where no page is asked for

        check_page(request.html)  # before work that may take long
    clock = Clock(request.time_limit)
    workshop = Workshop(request, clock)  # what cannot be is said before anything starts
    output = OutputFiles(request, workshop.generator, workshop.specification)
    return _make(request, clock, output)


def _make(request: GenerateRequest, clock: Clock, output: OutputFiles) -> int:
    finished: list[Made[Any, Any]] = []
    missed: list[Missed] = []
    files: list[Path] = []
    candidates, stopped, started = 0, "", monotonic()

    def rate(seconds: float) -> str:
        return f"{candidates:,} candidates, {candidates / seconds if seconds else 0:,.0f}/s"

    with bar(lambda: request.puzzles, said=rate) as advance:

        def tell(more: int) -> None:
            nonlocal candidates
            candidates += more
            advance(0)

        try:
            for outcome in made(request, clock, tell):
                if isinstance(outcome, Missed):
                    missed.append(outcome)
                    print(f"error: {outcome}", file=sys.stderr)
                else:
                    finished.append(outcome)
                    path = _show(outcome, request, output)
                    files += [] if path is None or path in files[-1:] else [path]
                advance(1)
        except OutOfTime:
            stopped = "the time limit came"
        except KeyboardInterrupt:
            stopped = "interrupted"
    each(output.close, lambda: _write_page(finished, request))
    print(summary(request, finished, candidates, monotonic() - started, stopped), file=sys.stderr)
    if request.proof and files:
        from solvers.generate.proving import prove_files  # most runs prove nothing

        done = prove_files(files, request, clock)
        print(done, file=sys.stderr)
        stopped = stopped or done.stopped
    return STOPPED if stopped or missed else ANSWERED


def _show(outcome: Made[Any, Any], request: GenerateRequest, output: OutputFiles) -> Path | None:
    """Write a puzzle where it belongs, as soon as it is there; returns its file."""
    path = output.put(outcome)
    if request.json:
        show_json(json.dumps(record(outcome, request, path), ensure_ascii=False))
    elif path is None and request.html is None:
        print(outcome.text if outcome.number == 1 else together(("", outcome.text)), end="", flush=True)
    return path


def _write_page(finished: list[Made[Any, Any]], request: GenerateRequest) -> None:
    if request.html and finished:
        from solvers.generate.page import booklet  # quicker without, where no page is asked for
        from solvers.render.html.html import write_page  # as above

        write_page(booklet(finished, request), request.html)


if __name__ == "__main__":
    sys.exit(guarded(main, sys.argv[1:]))
