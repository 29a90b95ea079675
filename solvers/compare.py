"""``python -m solvers.compare PUZZLE``: the same work on every formulation and backend, side by side."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from models.errors import InputError
from models.families import families, family, puzzle_of, read_size, write_size
from models.puzzle import Puzzle
from models.registry import find_instance, load_puzzle
from solvers.comparing.contest import Comparison, Rules, contest, contradictions, entrants
from solvers.registry import backend_names
from solvers.terminal.arguments import Parser, at_least, seconds
from solvers.terminal.exits import ANSWERED, DISAGREEMENT, STOPPED, guarded
from solvers.work import add_own_arguments, own_values

EPILOG = """\
exit codes: 0 all that was settled agrees, 2 bad input or usage, 3 interrupted, or nothing was settled,
4 two backends disagree or an answer is wrong

examples:
  python -m solvers.compare grecian
  python -m solvers.compare sudoku --instance norvig_easy50 --backends sat,dlx --mode unique
  python -m solvers.compare --family cubes --sizes 4,8,12,20,26 --plot growth.svg
  python -m solvers.compare --family dials --sizes 4x3x12,5x4x12,6x5x12

families, and what their sizes are:
"""

MODES = {"first": 1, "unique": 2, "all": None, "count": None}
"""What is looked for, as a number of answers."""

DEFAULT_MODE = "unique"

DEFAULT_LIMIT = 60.0
"""Seconds for each run when no time limit is given, so that one slow backend does not hold up the table."""

GIVE_UP = 2
"""Of a family, a pair that did not settle two sizes in a row is not run on the larger ones."""


def main(arguments: list[str]) -> int:
    """Carry out one command line; returns the exit code."""
    known, _ = make_parser(add_help=False).parse_known_args(arguments)
    word = puzzle_of(known.family) if known.family else known.puzzle
    puzzle = load_puzzle(word) if word else None
    options = make_parser(puzzle, named=not known.family).parse_args(arguments)
    if puzzle is None:
        raise InputError("name a puzzle or a --family to compare the backends on")
    _refuse_what_would_be_ignored(puzzle, options)
    if options.plot:
        from solvers.render.plots import check_plot

        check_plot(options.plot)  # before a comparison that may take long
    options.asked = arguments
    if options.html:
        from solvers.render.html.html import check_page

        check_page(options.html)
    if options.family:
        instances, sizes = planted(puzzle, options)
    else:
        instances, sizes = chosen_instances(puzzle, options), None
    rules = Rules(
        answers=None if options.minimize else MODES[options.mode or DEFAULT_MODE],
        seconds=options.time_limit,
        repeat=options.repeat,
        seed=options.seed,
        workers=options.workers,
        objective=options.minimize,
        give_up=GIVE_UP if sizes else 0,
    )
    formulations = _words(options.formulations)
    pairs, left_out = entrants(puzzle, instances, formulations, _backends(options), rules.objective)
    with _progress(len(pairs) * len(instances) * rules.repeat) as announce:
        rows, finished = contest(puzzle, instances, pairs, rules, announce)
    disagreeing = contradictions(puzzle, rows)
    _publish(Comparison(puzzle, rows, left_out, rules, disagreeing, sizes), options)
    for reason in disagreeing:
        print(f"DISAGREEMENT {reason}", file=sys.stderr)
    if disagreeing:
        return DISAGREEMENT
    if not finished:
        print("interrupted; shown is what was measured by then" if rows else "interrupted", file=sys.stderr)
        return STOPPED
    if not rows:
        raise InputError("none of the backends takes any of the formulations")
    if not any(run.solved for row in rows for run in row.runs):
        print("nothing was settled", file=sys.stderr)
        return STOPPED
    return ANSWERED


def make_parser(puzzle: Puzzle[Any, Any] | None = None, named: bool = True, add_help: bool = True) -> Parser:
    """The options of ``compare``, those of ``puzzle`` included."""
    parser = Parser("compare", "The same work on every formulation and backend, side by side.", _epilog, add_help)
    parser.add_argument("puzzle", metavar="PUZZLE", nargs=None if puzzle and named else "?", help="which puzzle")
    parser.add_argument(
        "--instance", metavar="NAME|FILE", action="append", default=[], help="may be given several times"
    )
    parser.add_argument("--first", metavar="N", type=at_least(1), help="of each file, only its first N instances")
    parser.add_argument("--family", metavar="NAME", help="planted instances that grow, instead of files; see below")
    parser.add_argument("--sizes", metavar="A,B,…", help="the sizes of the family's instances, such as 4,8,12")
    parser.add_argument("--backends", metavar="A,B,…", help="only these; sat:glucose4 chooses the solver too")
    parser.add_argument("--formulations", metavar="A,B,…", help="only these")
    parser.add_argument("--mode", choices=MODES, help=f"what is looked for (default: {DEFAULT_MODE})")
    parser.add_argument("--minimize", metavar="WHAT", help="compare the search for the best answer")
    parser.add_argument(
        "--time-limit",
        metavar="S",
        type=seconds,
        default=DEFAULT_LIMIT,
        help=f"for declare + load + search of each run (default {DEFAULT_LIMIT:g} s)",
    )
    parser.add_argument("--repeat", metavar="R", type=at_least(1), default=1, help="median, minimum, maximum of R runs")
    parser.add_argument("--seed", metavar="N", type=int, default=0, help="of the backends and of a family")
    parser.add_argument("--workers", metavar="N", type=at_least(1), default=1, help="threads that a backend may use")
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="the measurements as JSON")
    form.add_argument("--csv", action="store_true", help="the measurements as CSV, one line for each run")
    parser.add_argument("--plot", metavar="FILE", type=Path, help="bars, a cactus plot or growth curves (.svg, .png)")
    parser.add_argument("--html", metavar="FILE", type=Path, help="the tables and the plot as a web page")
    if puzzle is not None:
        add_own_arguments(parser, puzzle)
    return parser


def _epilog() -> str:
    return EPILOG + "\n".join(f"  {name:12} {family.about}" for name, family in families().items())


def chosen_instances(puzzle: Puzzle[Any, Any], options: Namespace) -> list[Any]:
    """The instances of all files named, or the default one.

    Raises:
        InputError: when a file is bad; a comparison is no place to skip over mistakes.
    """
    typed = puzzle.typed(own_values(puzzle, options))
    if typed is not None:
        return [puzzle.arrange(typed, own_values(puzzle, options))]
    instances: list[Any] = []
    for name in dict.fromkeys(options.instance or [puzzle.default_instance]):
        path = find_instance(puzzle, name)
        for place, item in enumerate(puzzle.read(path)):
            if place == options.first:
                break
            if isinstance(item, InputError):
                raise item
            instances.append(puzzle.arrange(item, own_values(puzzle, options)))
    if not instances:
        raise InputError(f"there is no {puzzle.name} instance to compare on")
    return list(dict.fromkeys(instances))  # two of the same name and content would be two rows of the same


def planted(puzzle: Puzzle[Any, Any], options: Namespace) -> tuple[list[Any], list[int | str]]:
    """The instances of the family that ``options`` name, the small ones first, and their sizes.

    Raises:
        InputError: when there are no such sizes.
    """
    sizes = {read_size(options.family, word) for word in _words(options.sizes)}
    if not sizes:
        raise InputError(f"--family {options.family} needs --sizes, such as --sizes 4,8,12")
    growing = sorted(sizes, key=lambda size: (size,) if isinstance(size, int) else size)
    make = family(options.family)
    instances = [puzzle.arrange(make(size, options.seed), own_values(puzzle, options)) for size in growing]
    return instances, [size if isinstance(size, int) else write_size(size) for size in growing]


def _refuse_what_would_be_ignored(puzzle: Puzzle[Any, Any], options: Namespace) -> None:
    """Two options of which one would say nothing are a mistake of whoever gave them."""
    typed = puzzle.typed(own_values(puzzle, options)) is not None
    if options.family:
        if options.puzzle not in (None, puzzle.name) or options.instance or typed:
            raise InputError(
                f"--family {options.family} makes its own instances of {puzzle.name}; no other can be named"
            )
        if options.first:
            raise InputError("--first is for files of many; of a family, --sizes says which instances there are")
    elif options.sizes is not None:
        raise InputError(f"--sizes {options.sizes} are sizes of a family's instances, and no --family is named")
    if typed and options.instance:
        raise InputError(
            f"--instance {options.instance[0]} is given beside an instance typed in full; only one can count"
        )
    if typed and options.first:
        raise InputError("--first is for files of many, and the instance is typed in full")
    if options.minimize and options.mode:
        raise InputError(f"--minimize asks for the best answer, and --mode {options.mode} for something else")


def _publish(comparison: Comparison, options: Namespace) -> None:
    from solvers.render import tables

    if options.plot and comparison.rows:
        from solvers.render.plots import plot

        plot(comparison.rows, options.plot, comparison.sizes, options.time_limit)
    if options.html:
        from solvers.render.html.compare_page import compare_page
        from solvers.render.html.html import write_page

        write_page(compare_page(comparison, options), options.html)
    if options.json:
        print(tables.as_json(comparison))
    elif options.csv:
        print(tables.as_csv(comparison.rows), end="")
    else:
        tables.show(comparison)


def _backends(options: Namespace) -> list[str]:
    return _words(options.backends) or backend_names()


def _words(text: str | None) -> list[str]:
    """The words between the commas, each once."""
    return list(dict.fromkeys(word.strip() for word in (text or "").split(",") if word.strip()))


@contextmanager
def _progress(total: int) -> Iterator[Callable[[str], None]]:
    """A function to call before each run, which shows its name and how many are done."""
    if not sys.stderr.isatty():
        yield lambda name: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TextColumn("{task.description}"))
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=total, completed=-1)

        def announce(name: str) -> None:
            bar.update(task, advance=1, description=name)

        yield announce


if __name__ == "__main__":
    sys.exit(guarded(main, sys.argv[1:]))
