"""Which options does ``run`` have, and which of them make no sense together?"""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path
from typing import Any

from models.errors import InputError
from models.puzzle import Puzzle
from solvers.terminal.arguments import Parser, at_least, seconds, whole
from solvers.work import add_work_arguments

EPILOG = """\
exit codes: 0 answered, 1 proved to have no answer, 2 bad input or usage,
3 a limit came before an answer, 4 a wrong answer was caught

examples:
  python -m solvers.run grecian --backend cpsat
  python -m solvers.run sudoku --instance norvig_easy50 --backend sat
  python -m solvers.run cubes --instance my-cubes.txt --all
  python -m solvers.run --list

"""

HOW_MANY = ("all", "count", "limit", "unique")

SENSELESS = {
    "list": ("only lists what there is", ("json", "stats", "svg", "html", "model", "output", *HOW_MANY)),
    "model": (
        "prints the formal model and looks for no answer",
        ("json", "stats", "svg", "html", "output", *HOW_MANY),
    ),
    "minimize": ("asks for the best answer, of which one is enough", HOW_MANY),
    "number": ("takes one puzzle out of a file", ("output",)),
    "output": ("writes one line for each puzzle", ("svg", "html", "model", "stats")),
}
"""For an option what it does, and those that are of no use beside it."""


def make_parser(puzzle: Puzzle[Any, Any] | None = None, add_help: bool = True) -> Parser:
    """The options of ``run``, those of ``puzzle`` included."""
    description = puzzle.summary if puzzle else "Solve a puzzle with the backend of your choice."
    parser = Parser("run", description, _epilog, add_help)
    add_work_arguments(parser, puzzle)
    parser.add_argument("--number", metavar="N", type=at_least(1), help="only the puzzle number N of a file of many")
    parser.add_argument(
        "--formulation", metavar="F", default="", help="which formulation (default: the first that fits)"
    )
    parser.add_argument(
        "--backend",
        metavar="B",
        default="",
        help="who solves it; sat:glucose4 chooses the solver too; classic: the published program",
    )
    many = parser.add_mutually_exclusive_group()
    many.add_argument("--all", action="store_true", help="show every answer")
    many.add_argument("--count", action="store_true", help="count the answers")
    many.add_argument("--limit", metavar="K", type=at_least(1), help="show at most K answers")
    many.add_argument("--unique", action="store_true", help="one answer, and whether it is the only one")
    if puzzle is None or puzzle.objectives:
        what = "; ".join(f"{name}: {text}" for name, text in puzzle.objectives.items()) if puzzle else "see the puzzle"
        parser.add_argument("--minimize", metavar="WHAT", help=f"ask for the best answer ({what})")
    parser.add_argument("--time-limit", metavar="S", type=seconds, help="stop after S seconds")
    parser.add_argument("--seed", metavar="N", type=whole, default=0, help="fixes every random choice (default 0)")
    parser.add_argument("--workers", metavar="N", type=at_least(1), default=1, help="threads, or processes for a file")
    parser.add_argument("--json", action="store_true", help="one JSON object for each instance, and nothing else")
    parser.add_argument("--stats", action="store_true", help="sizes and search effort")
    parser.add_argument(
        "--svg", metavar="FILE", type=Path, help="draw the answer, or the puzzle where there is none (.svg or .png)"
    )
    parser.add_argument("--html", metavar="FILE", type=Path, help="the answer, the model and the figures as a web page")
    parser.add_argument("--model", action="store_true", help="print the formal model and stop")
    parser.add_argument("--list", action="store_true", help="say which instances, formulations and backends there are")
    parser.add_argument("--output", metavar="FILE", type=Path, help="write one line for each instance to FILE")
    parser.add_argument("--resume", action="store_true", help="go on where an interrupted --output stopped")
    return parser


def check_options(options: Namespace) -> None:
    """Whether every option given has an effect beside the others.

    Raises:
        InputError: when one would be passed over in silence.
    """
    given = {name for name, value in vars(options).items() if value is not None and value is not False}
    for one, (what, others) in SENSELESS.items():
        for other in others:
            if one in given and other in given:
                raise InputError(f"--{other} is of no use beside --{one}, which {what}")
    if options.resume and not options.output:
        raise InputError("--resume needs --output FILE to know where to go on")
    if is_classic(options):
        for option in ("formulation", "minimize", "model"):
            if getattr(options, option, None):
                raise InputError(f"--{option} is about models, and a published program (classic) takes none")


def check_options_for_many(options: Namespace) -> None:
    """Whether every option given makes sense for a file of many puzzles.

    Raises:
        InputError: when one is about a single puzzle.
    """
    for option in ("svg", "html", "model", "stats"):
        if getattr(options, option):
            raise InputError(f"--{option} is about one puzzle, and this is a file of many: name one with --number N")
    if is_classic(options):
        raise InputError("a published program solves one puzzle, and this is a file of many: name one with --number N")


def is_classic(options: Namespace) -> bool:
    """Whether a published program is asked for."""
    return bool(options.backend.partition(":")[0] == "classic")


def _epilog() -> str:
    from solvers.render.json import keys_for_people

    return EPILOG + keys_for_people()
