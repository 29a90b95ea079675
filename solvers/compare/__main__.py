"""``python -m solvers.compare PUZZLE``: the same work on every formulation and backend, side by side."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from models.errors import InputError
from models.kit.names import shown
from models.puzzle import Puzzle
from models.registry import families, is_puzzle_file, puzzle_of
from solvers.cli.exits import guarded
from solvers.cli.files import each
from solvers.cli.options import parse
from solvers.cli.text import console, show_json
from solvers.compare import text as tables
from solvers.compare.page import compare_page
from solvers.compare.plots import check_plot, plot
from solvers.compare.record import Comparison
from solvers.compare.request import CompareRequest
from solvers.compare.work import Announce, compare
from solvers.core.limits import ANSWERED, DISAGREEMENT, STOPPED
from solvers.core.registry import load_puzzle, puzzle_meant
from solvers.render.html.html import check_page, write_page

EPILOG = """\
exit codes: 0 all that was settled agrees, 2 bad input or usage, 3 interrupted, or nothing was settled,
4 two backends disagree or an answer is wrong, 70 an internal error

examples:
  python -m solvers.compare grecian
  python -m solvers.compare sudoku --instance norvig_easy50 --backends sat,dlx --mode unique
  python -m solvers.compare --family cubes --sizes 4,8,12,20,26 --plot growth.svg
  python -m solvers.compare --family dials --sizes 4x3x12,5x4x12,6x5x12

families, and what their sizes are:
"""


def main(arguments: list[str]) -> int:
    """Carry out one command line; returns the exit code."""
    description = "The same work on every formulation and backend, side by side."
    request = parse(CompareRequest, arguments, description, _epilog, find=puzzle_meant)
    in_file = is_puzzle_file(request.puzzle)
    word = puzzle_of(request.family) if request.family and not in_file else request.puzzle
    if not word:
        raise InputError("name a puzzle or a --family to compare the backends on")
    puzzle = load_puzzle(word)
    _refuse_what_would_be_ignored(puzzle, request)
    if request.plot:
        check_plot(request.plot)  # before a comparison that may take long
    if request.html:
        check_page(request.html)
    comparison = compare(puzzle, replace(request, puzzle=word), _progress)
    each(lambda: _show(comparison), lambda: _write_plot(comparison), lambda: _write_page(comparison))
    if comparison.disagreements:
        return DISAGREEMENT
    rows = comparison.rows
    if not comparison.finished:
        print("interrupted; shown is what was measured by then" if rows else "interrupted", file=sys.stderr)
        return STOPPED
    if not rows:
        raise InputError("none of the backends takes any of the formulations")
    if not any(run.solved for row in rows for run in row.runs):
        print("nothing was settled", file=sys.stderr)
        return STOPPED
    return ANSWERED


def _epilog() -> str:
    return EPILOG + "\n".join(f"  {name:12} {family.about}" for name, family in families().items())


def _refuse_what_would_be_ignored(puzzle: Puzzle[Any, Any], request: CompareRequest) -> None:
    """Two options of which one would say nothing are a mistake of whoever gave them."""
    typed = puzzle.typed(request.own_values) is not None
    if request.family:
        if request.family not in puzzle.families:  # it is in a file, and was not found by its family
            known = ", ".join(puzzle.families) or "none"
            raise InputError(f"{puzzle.name} has no family {shown(request.family)}; it has {known}")
        is_its = is_puzzle_file(request.puzzle) or request.puzzle in ("", puzzle.name)
        if not is_its or request.instances or typed:
            raise InputError(
                f"--family {request.family} makes its own instances of {puzzle.name}; you can name no other"
            )
        if request.first:
            raise InputError("--first is for files of many; --sizes chooses the instances of a family")
    elif request.sizes is not None:
        raise InputError(f"--sizes {request.sizes} are sizes of a family's instances, and no --family is named")
    if typed and request.first:
        raise InputError("--first is for files of many, and the instance is typed in full")
    if request.minimize and request.mode:
        raise InputError(f"--minimize asks for the best answer, and --mode {request.mode} for something else")


def _show(comparison: Comparison) -> None:
    try:
        if comparison.request.json:
            show_json(tables.as_json(comparison))
        elif comparison.request.csv:
            print(tables.as_csv(comparison), end="", flush=True)
        else:
            tables.show(comparison)
    finally:
        for reason in comparison.disagreements:
            print(f"DISAGREEMENT {reason}", file=sys.stderr)


def _write_plot(comparison: Comparison) -> None:
    if comparison.request.plot and comparison.rows:
        plot(comparison, comparison.request.plot)


def _write_page(comparison: Comparison) -> None:
    if comparison.request.html:
        write_page(compare_page(comparison), comparison.request.html)


@contextmanager
def _progress(total: int) -> Iterator[Announce]:
    if not sys.stderr.isatty():
        yield lambda name: None
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TextColumn("{task.description}", markup=False))
    with Progress(*columns, console=console(errors=True), transient=True) as bar:
        task = bar.add_task("", total=total, completed=-1)
        yield lambda name: bar.update(task, advance=1, description=name)


if __name__ == "__main__":
    sys.exit(guarded(main, sys.argv[1:]))
