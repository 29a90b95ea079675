"""The parser of the command line, which turns it into a :class:`Request`: its fields declare the options of all verbs.

Nothing of argparse leaves this module.
"""

from __future__ import annotations

import re
from argparse import SUPPRESS, Namespace
from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields, replace
from itertools import pairwise
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from models.errors import InputError
from models.kit.addresses import is_address
from models.kit.files import is_there
from models.kit.names import nearest, shortened, shown
from models.kit.sources import place, source
from models.kit.standard_input import StandardInput
from models.kit.words import listed
from models.options import Option as PuzzleOption
from models.puzzle import Puzzle
from models.registry import puzzle_names, recognise, recognise_written
from solvers.cli.arguments import Parser, Version, at_least, seconds, whole
from solvers.cli.piped import STDIN, is_piped, with_piped
from solvers.core.request import Kind, Request
from solvers.formats.puzzles import load_puzzle, puzzle_of_file

RUN, COMPARE, BENCH, VERIFY, EXPORT, GENERATE = "run", "compare", "bench", "verify", "export", "generate"

PUZZLELESS = (BENCH, VERIFY)
"""Verbs whose command line names no puzzle."""

UNASKING = frozenset(("-h", "--help", "--version", "--list"))
"""Options beside which no puzzle is needed."""

_OPTION = re.compile("--?[A-Za-z]")
"""How an option begins, and no Sudoku, whose empty cells may be dashes."""

KINDS: Mapping[object, Callable[[str], object]] = {
    "whole": whole,
    "from 0": at_least(0),
    "from 1": at_least(1),
    "seconds": seconds,
    str: str,
    Path: Path,
}


class Option(NamedTuple):  # made forty times at every start, and quicker to make than a dataclass
    """One option of the command line, as its field in :class:`Request` declares it.

    Attributes:
        name: the name of the field.
        usual: what holds where it is not given, unless the verb has a default of its own.
        kind: what its word is turned into; ``flag`` for an option that is given or not.
        metavar: what stands for its word in ``--help``.
        help: what it does, for each verb that takes it.
        decides: whether what is computed or written for a puzzle depends on it, so that an unfinished run can only be
            resumed when it is the same; otherwise it says where to read or write, how fast, or how it is shown.
        flag: what is typed, where that is not the name.
        defaults: the defaults of verbs that have one of their own.
        choices: the words it takes; empty when it takes any.
        many: whether it may be given several times.
        apart: the options of this group exclude one another.
        alone: its value when it is given without a word; None when it needs one.
    """

    name: str
    usual: Any
    kind: Kind
    metavar: str
    help: Mapping[str, str]
    decides: bool = True
    flag: str = ""
    defaults: Mapping[str, Any] = MappingProxyType({})
    choices: Sequence[str] = ()
    many: bool = False
    apart: str = ""
    alone: Any = None

    @property
    def written(self) -> str:
        """As it is typed."""
        return self.flag or f"--{self.name.replace('_', '-')}"


OPTIONS = tuple(Option(entry.name, entry.default, **entry.metadata) for entry in fields(Request) if entry.metadata)
"""Every option there is, in the order in which ``--help`` tells of them."""

OWN = "own:"
"""How argparse calls a puzzle's own options, which may have the names of ours: Sudoku has a ``--puzzle``."""


def parse(
    verb: str,
    arguments: Sequence[str],
    description: str,
    epilog: str | Callable[[], str] = "",
    choices: Mapping[str, Sequence[str]] | None = None,
) -> Request:
    """What ``arguments`` ask of ``verb``; ``--help`` and mistakes in them end the program.

    The puzzle is named among them, and has options of its own: it is looked for first.

    Args:
        description: what the verb does, for ``--help``; of ``run`` with a puzzle, the puzzle's summary takes its place.
        epilog: what ``--help`` ends with; written when it is asked for.
        choices: the words that options take, where they are not known before.
    """
    puzzle, family = None, None
    if verb not in PUZZLELESS:
        finder = make_parser(verb, description, add_help=False)
        finder.typed = arguments
        known, _ = finder.parse_known_args(arguments)
        family = getattr(known, "family", None)
        if verb == GENERATE:
            puzzle = load_puzzle(known.puzzle) if known.puzzle else None
        else:
            asks_nothing = not UNASKING.isdisjoint(arguments)
            if not (known.puzzle or known.instances or family or asks_nothing) and is_piped():
                arguments = [STDIN, *arguments]
                known.puzzle = STDIN
            puzzle = load_puzzle(_puzzle_of(family)) if family else _puzzle_meant(known.puzzle)
    if puzzle is not None and verb == RUN:
        description = puzzle.summary
    parser = make_parser(verb, description, epilog, puzzle, not family, choices or {})
    parser.typed = arguments
    parsed, rest = parser.parse_known_args(arguments)
    request = _request(parser, puzzle, parsed, rest, arguments)
    if puzzle is None or family or request.list or verb == GENERATE:
        return request
    return with_piped(request, puzzle)


def make_parser(
    verb: str,
    description: str,
    epilog: str | Callable[[], str] = "",
    puzzle: Puzzle[Any, Any] | None = None,
    named: bool = True,
    choices: Mapping[str, Sequence[str]] | None = None,
    add_help: bool = True,
) -> Parser:
    """The parser of ``verb``, with the options of ``puzzle`` among its own; ``named`` says whether it must be named."""
    parser = Parser(verb, description, epilog, add_help)
    if add_help:
        parser.add_argument("--version", action=Version, nargs=0, dest=SUPPRESS, help="tell the version and stop")
    if verb == VERIFY:
        parser.add_argument("files", metavar="FILE", nargs="+", type=Path, help="a certificate, or a folder of them")
    if verb not in PUZZLELESS:
        parser.add_argument("puzzle", metavar="PUZZLE", nargs=None if puzzle and named else "?", help="which puzzle")
    if verb not in (*PUZZLELESS, GENERATE):
        parser.add_argument("words", metavar="INSTANCE", nargs="*", help="as --instance says it")
    groups: dict[str, Any] = {}
    for option in OPTIONS:
        if verb not in option.help or (option.name == "minimize" and _has_no_best(verb, puzzle)):
            continue
        place: Any = parser
        if option.apart:
            if option.apart not in groups:
                groups[option.apart] = parser.add_mutually_exclusive_group()
            place = groups[option.apart]
        place.add_argument(option.written, **_settings(option, verb, puzzle, (choices or {}).get(option.name, ())))
        if option.name in ("instances", "size") and puzzle is not None:
            for own in _own_options(verb, puzzle):
                form: dict[str, Any] = {"action": "store_true"} if own.kind == "flag" else {"metavar": own.metavar}
                parser.add_argument(f"--{own.name}", dest=f"{OWN}{own.name}", help=own.help.replace("%", "%%"), **form)
    return parser


def _own_options(verb: str, puzzle: Puzzle[Any, Any]) -> Sequence[PuzzleOption]:
    """The options that only ``puzzle`` has: of its instances, or of those that are to be made."""
    if verb != GENERATE:
        return puzzle.options
    return puzzle.making.options if puzzle.making else ()


def deciding(request: Request) -> dict[str, str]:
    """What of ``request`` decides what comes out, by the names of the options, those of the puzzle included."""
    ours = (option.name for option in OPTIONS if option.decides and request.verb in option.help)
    said = {name: repr(getattr(request, name)) for name in ours}
    return said | {"PUZZLE": repr(request.puzzle)} | {name: repr(value) for name, value in request.own}


def _puzzle_meant(word: str | None) -> Puzzle[Any, Any] | None:
    """The puzzle called ``word``; or of which ``word`` is an instance: in a file, on standard input or written out."""
    if not word:
        return None
    if word not in puzzle_names():
        if word == STDIN:
            return recognise(StandardInput())
        puzzle = puzzle_of_file(Path(word))
        if puzzle is None and is_there(word):
            return recognise(source(word))
        puzzle = puzzle or recognise_written(word)
        if puzzle is None and is_address(word):
            return recognise(source(word))
        if puzzle is not None:
            return puzzle
    return load_puzzle(word)


def _puzzle_of(family: str) -> str:
    from models.families import puzzle_of  # knows of every puzzle, and most command lines name no family

    return puzzle_of(family)


def _has_no_best(verb: str, puzzle: Puzzle[Any, Any] | None) -> bool:
    """Whether there is nothing that ``--minimize`` could be given."""
    return verb in (RUN, EXPORT) and puzzle is not None and not puzzle.objectives


def _destination(word: str) -> Path:
    """Where ``--output`` leads to: a file, or an address."""
    if word.startswith(("http://", "https://")):
        raise InputError("an address of the web can be read, and not be written", word)
    if is_address(word) and word.endswith("/"):
        raise InputError("this is a folder; the address of a file is expected", word)
    return place(word)


def _settings(option: Option, verb: str, puzzle: Puzzle[Any, Any] | None, choices: Sequence[str]) -> dict[str, Any]:
    """An option as argparse wants to be told of it."""
    about = option.help[verb]
    choices = choices or option.choices
    if option.name == "minimize":
        best = "; ".join(f"{name}: {text}" for name, text in puzzle.objectives.items()) if puzzle else "see the puzzle"
        about = about.replace("<objectives>", best)
    if option.name == "size":
        about = about.replace("<sizes>", puzzle.making.sizes if puzzle and puzzle.making else "see the puzzle")
    if option.name == "difficulty":
        maker = puzzle.making if puzzle else None
        own = ", ".join(maker.grades) + f"; {maker.scale}" * bool(maker.scale) if maker else ""
        about = about.replace("<grades>", own or "the puzzle's own words")
    settings: dict[str, Any] = {"dest": option.name, "help": about.replace("<choices>", ", ".join(choices))}
    if option.kind == "flag":
        return settings | {"action": "store_true"}
    default = [] if option.many else option.defaults.get(verb, option.usual)
    kind = _destination if option.name == "output" and verb == RUN else KINDS[option.kind]
    settings |= {"type": kind, "default": default}
    if option.metavar:
        settings["metavar"] = option.metavar
    if choices:
        settings["choices"] = choices
    if option.many:
        settings["action"] = "append"
    if option.alone is not None:
        settings |= {"nargs": "?", "const": option.alone}
    return settings


def _request(
    parser: Parser, puzzle: Puzzle[Any, Any] | None, parsed: Namespace, rest: Sequence[str], arguments: Sequence[str]
) -> Request:
    """What was parsed; ``rest`` are words behind options, and options that there are not."""
    verb = parser.verb
    unknown = [word for word in rest if _OPTION.match(word)]
    if unknown:
        near = nearest(unknown[0].partition("=")[0].strip("-"), [name.strip("-") for name in parser.option_words])
        parser.error(f"unrecognized arguments: {' '.join(unknown)}" + (f"; did you mean --{near}?" if near else ""))
    ours: Any = {name: tuple(value) if isinstance(value, list) else value for name, value in vars(parsed).items()}
    own = [(name.removeprefix(OWN), ours.pop(name)) for name in [*ours] if name.startswith(OWN)]
    given = tuple((name, value) for name, value in own if value is not None and value is not False)
    if verb == GENERATE:
        if rest:
            parser.error(
                f"{shortened(rest[0])} is one word too many; generate takes a puzzle, and what is wished for it"
            )
    elif verb not in PUZZLELESS:
        words = [*ours.pop("words"), *(word for word in rest if word != "--")]
        if puzzle is not None and ours["puzzle"] not in (None, puzzle.name, *puzzle_names()):
            words.insert(0, ours["puzzle"])  # the instance that it was recognised by
            ours["puzzle"] = puzzle.name
        ours["instances"] += tuple(words)
        if verb != COMPARE and len(ours["instances"]) > 1:
            _check_words(parser, ours["instances"], arguments)
            named = " and ".join(shortened(word) for word in ours["instances"])
            parser.error(f"two instances are named, {named}; {verb} takes one")
    ours["puzzle"] = ours.get("puzzle") or ""
    return Request(verb, **ours, own=given, command=tuple(arguments))


def _check_words(parser: Parser, instances: Sequence[str], arguments: Sequence[str]) -> None:
    """Whether none of several instances was meant as the word of an option that may stand without one."""
    optional = {option.written: option.choices for option in OPTIONS if option.alone is not None and option.choices}
    for flag, word in pairwise(arguments):
        if flag in optional and word in instances:
            parser.error(f"{flag} takes {listed(optional[flag], 'or')}, and not {shown(word)}")


# Options of ``run`` that make no sense together.

HOW_MANY = ("all", "count", "limit", "unique")

SENSELESS = {
    "list": ("only lists what there is", ("json", "why", "stats", "svg", "html", "model", "output", *HOW_MANY)),
    "model": (
        "prints the formal model and looks for no answer",
        ("json", "why", "stats", "svg", "html", "output", *HOW_MANY),
    ),
    "sheet": (
        "draws the puzzle and looks for no answer",
        ("list", "model", "json", "why", "stats", "svg", "html", "output", "proof", "verified", *HOW_MANY),
    ),
    "estimate": (
        "estimates a search and does none",
        ("list", "model", "sheet", "why", "stats", "svg", "html", "output", "proof", "verified", "split", *HOW_MANY),
    ),
    "split": ("shares one search among workers, none of whom can prove the whole", ("proof", "verified")),
    "on": ("says who works on searches", ("list", "model", "sheet", "estimate")),
    "minimize": ("asks for the best answer, of which one is enough", HOW_MANY),
    "unique": ("asks whether the first answer is the only one", ("limit",)),
    "number": ("takes one puzzle out of a file", ("output",)),
    "proof": ("proves what a search came to", ("list", "model")),
    "verified": ("proves what a search came to", ("list", "model")),
    "output": ("writes one line for each puzzle", ("svg", "html", "model", "stats", "why")),
}
"""For an option what it does, and those that are of no use beside it."""


def check_options(request: Request) -> None:
    """Whether every option given has an effect beside the others.

    Raises:
        InputError: when one would be passed over in silence.
    """
    for one, (what, others) in SENSELESS.items():
        for other in others:
            if _is_given(request, one) and _is_given(request, other):
                raise InputError(f"--{other} is of no use beside --{one}, which {what}")
    if request.resume and not request.output:
        raise InputError("--resume needs --output FILE to know where to go on")
    if is_classic(request):
        for option in ("formulation", "minimize", "model", "proof", "verified", "split", "estimate", "on"):
            if getattr(request, option):
                raise InputError(f"--{option} is about models, and a published program (classic) takes none")


def shared(request: Request) -> Request:
    """What is asked of one puzzle, as a crew does it that shares its search by cubes.

    Raises:
        InputError: when a proof is asked for too.
    """
    for option in ("proof", "verified"):
        if _is_given(request, option):
            raise InputError(
                f"--{option} is of no use beside --on, by which workers share the search of one puzzle: "
                "none of them can prove the whole"
            )
    return replace(request, split="auto")


def check_options_for_many(request: Request) -> None:
    """Whether every option given makes sense for a file of many puzzles.

    Raises:
        InputError: when one is about a single puzzle.
    """
    for option in ("svg", "html", "model", "stats", "why", "estimate"):
        if getattr(request, option):
            raise InputError(f"--{option} is about one puzzle, and this is a file of many: name one with --number N")
    if is_classic(request):
        raise InputError("a published program solves one puzzle, and this is a file of many: name one with --number N")


def is_classic(request: Request) -> bool:
    """Whether a published program is asked for."""
    return request.backend.partition(":")[0] == "classic"


def _is_given(request: Request, name: str) -> bool:
    value = getattr(request, name)
    return value is not None and value is not False
