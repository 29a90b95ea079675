"""The parser of the command line, which turns it into the :class:`Request` of a verb, whose fields declare the options.

Nothing of argparse leaves this module.
"""

from __future__ import annotations

import os
import re
import sys
from argparse import SUPPRESS, Action, ArgumentParser, ArgumentTypeError, Namespace, RawDescriptionHelpFormatter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from io import BufferedReader
from itertools import pairwise
from math import isfinite
from pathlib import Path
from stat import S_ISFIFO, S_ISREG, S_ISSOCK
from types import MappingProxyType
from typing import Any, NoReturn, TypeVar, cast

from models.errors import InputError
from models.kit.names import nearest, shortened, shown
from models.kit.source import STDIN, is_address, path_of
from models.puzzle import Puzzle
from models.registry import is_puzzle_file, is_puzzle_name
from solvers.cli.exits import Ended
from solvers.core.limits import BAD_INPUT
from solvers.core.request import ASKED, MACHINES, MANY, OUTPUT, SOLVER, Request, VerbOption, options_of

R = TypeVar("R", bound=Request)
HELP_ALL = "--help-all"

COMPLETION = """completion by the Tab key in bash and zsh: pip install 'puzzlebench[completion]', then
eval "$(register-python-argcomplete puzzlebench)" in the shell's start file"""

UNASKING = frozenset(("-h", "--help", HELP_ALL, "--version", "--list"))
_OPTION = re.compile("--?[A-Za-z]")
"""How an option begins, and no Sudoku, whose empty cells may be dashes."""

REMARK_SECONDS, MAX_PIPE_SECONDS = 1.0, 10.0
"""Seconds that an open pipe may keep silent: before a person is told what is waited for, and before it is given up."""

GROUPS = (ASKED, SOLVER, OUTPUT, MANY, MACHINES)

PUZZLES_OWN = "the puzzle's own words"
"""What an option takes, where no puzzle is named."""

OWN = "own:"
"""How argparse calls a puzzle's own options, which may have the names of ours: Sudoku has a ``--puzzle``."""


def parse(
    asked: type[R],
    arguments: Sequence[str],
    description: str,
    epilog: str | Callable[[], str] = "",
    choices: Mapping[str, Sequence[str]] = MappingProxyType({}),
    find: Callable[[str, float | None], Puzzle[Any, Any] | None] | None = None,
) -> R:
    """What ``arguments`` ask of a verb; ``--help`` and mistakes in them end the program.

    The puzzle is named among them, and has options of its own: it is looked for first.

    ``--help`` begins with the description (of ``run`` with a puzzle, with that puzzle's summary) and ends with the
    epilog, written when it is asked for. ``choices`` are words that options take where they are not known before;
    ``find`` finds the puzzle that a word means, in so many seconds, for a verb whose command line names one.
    """
    parser = make_parser(asked, epilog, choices, arguments)
    puzzle, family = None, None
    if find is not None:
        known, _ = parser.parse_known_args(arguments)
        family = getattr(known, "family", None)
        if asked.takes == "puzzle":
            puzzle = find(known.puzzle, None) if known.puzzle else None
        else:
            asks_nothing = not UNASKING.isdisjoint(arguments)
            if not (known.puzzle or known.instances or family or asks_nothing) and is_piped():
                arguments = [STDIN, *arguments]
                known.puzzle = STDIN
            in_file = bool(known.puzzle) and is_puzzle_file(known.puzzle)
            word = _puzzle_of(family) if family and not in_file else known.puzzle
            puzzle = find(word, getattr(known, "time_limit", None)) if word else None
    _say_what_they_mean(parser, asked, puzzle)
    if puzzle is not None:
        _add_own(parser, asked, puzzle)
    parser.description = puzzle.summary if puzzle is not None and asked.verb == "run" else description
    if HELP_ALL not in arguments and not {"-h", "--help"}.isdisjoint(arguments):
        rare = {option.name for option in options_of(asked).values() if option.is_rare}
        for action in parser._actions:
            if action.dest in rare:
                action.help = SUPPRESS
    parser.add_helps(parser.add_argument_group("more", COMPLETION if HELP_ALL in arguments else None))
    parsed, rest = parser.parse_known_args(arguments)
    request: R = _request(parser, asked, puzzle, parsed, rest, arguments)
    if puzzle is None or family or getattr(request, "list", False) or asked.takes == "puzzle":
        return request
    return with_piped(request, puzzle)


def make_parser(
    asked: type[Request],
    epilog: str | Callable[[], str] = "",
    choices: Mapping[str, Sequence[str]] = MappingProxyType({}),
    typed: Sequence[str] = (),
) -> Parser:
    usage = {"files": "FILE|FOLDER … ", "puzzle": "PUZZLE ", "instances": "PUZZLE [INSTANCE] ", "": ""}[asked.takes]
    parser = Parser(asked.verb, usage, epilog, typed)
    if asked.takes == "files":
        parser.add_argument("files", metavar="FILE", nargs="+", type=Path, help=SUPPRESS)
    if asked.takes in ("puzzle", "instances"):
        parser.add_argument("puzzle", metavar="PUZZLE", nargs="?", help=SUPPRESS)
    if asked.takes == "instances":
        parser.add_argument("words", metavar="INSTANCE", nargs="*", help=SUPPRESS)
    declared = options_of(asked).values()
    groups: dict[str, Any] = {
        name: parser.add_argument_group(name) for name in GROUPS if any(option.group == name for option in declared)
    }
    apart: dict[str, Any] = {}
    for option in declared:
        place = groups[option.group]
        if option.apart:
            if option.apart not in apart:
                apart[option.apart] = place.add_mutually_exclusive_group()
            place = apart[option.apart]
        place.add_argument(option.written, **_settings(option, choices.get(option.name, ())))
    return parser


def _add_own(parser: Parser, asked: type[Request], puzzle: Puzzle[Any, Any]) -> None:
    generator = puzzle.generator if asked.takes == "puzzle" else None
    if asked.verb in ("run", "export") and not puzzle.objectives:
        parser.drop("--minimize")
    own = puzzle.options if asked.takes == "instances" else generator.options if generator else ()
    group = parser.add_argument_group(f"only for {puzzle.name}") if own else parser
    for option in own:
        form: dict[str, Any] = {"action": "store_true"} if option.kind == "flag" else {"metavar": option.metavar}
        group.add_argument(f"--{option.name}", dest=f"{OWN}{option.name}", help=option.help.replace("%", "%%"), **form)


def _say_what_they_mean(parser: Parser, asked: type[Request], puzzle: Puzzle[Any, Any] | None) -> None:
    generator = puzzle.generator if puzzle and asked.takes == "puzzle" else None
    objectives = puzzle.objectives if puzzle else {}
    words = {"<objectives>": "; ".join(f"{name}: {text}" for name, text in objectives.items())}
    words["<sizes>"] = generator.sizes if generator else ""
    words["<grades>"] = (
        ", ".join(generator.grades) + f"; {generator.scale}" * bool(generator.scale) if generator else ""
    )
    for action in parser._actions:
        for blank, text in words.items():
            action.help = (action.help or "").replace(blank, text.replace("%", "%%") or PUZZLES_OWN)


def _puzzle_of(family: str) -> str:
    from models.registry import puzzle_of  # knows of every puzzle, and most command lines name no family

    return puzzle_of(family)


def _destination(word: str) -> Path:
    if word.startswith(("http://", "https://")):
        raise InputError("an address of the web can be read, and not be written", word)
    if is_address(word) and word.endswith("/"):
        raise InputError("this is a folder; the address of a file is expected", word)
    return path_of(word)


def _settings(option: VerbOption, choices: Sequence[str]) -> dict[str, Any]:
    choices = choices or option.choices
    settings: dict[str, Any] = {"dest": option.name, "help": option.help.replace("<choices>", ", ".join(choices))}
    if option.kind == "flag":
        return settings | {"action": "store_true"}
    settings["type"] = _destination if option.kind == "destination" else KINDS[option.kind]
    settings["default"] = [] if option.many else option.default
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
    parser: Parser,
    asked: type[R],
    puzzle: Puzzle[Any, Any] | None,
    parsed: Namespace,
    rest: Sequence[str],
    arguments: Sequence[str],
) -> R:
    unknown = [word for word in rest if _OPTION.match(word)]
    if unknown:
        near = nearest(unknown[0].partition("=")[0].strip("-"), [name.strip("-") for name in parser.option_words])
        parser.error(f"unrecognized arguments: {' '.join(unknown)}" + (f"; did you mean --{near}?" if near else ""))
    ours: Any = {name: tuple(value) if isinstance(value, list) else value for name, value in vars(parsed).items()}
    own = [(name.removeprefix(OWN), ours.pop(name)) for name in [*ours] if name.startswith(OWN)]
    given = tuple((name, value) for name, value in own if value is not None and value is not False)
    if asked.takes == "puzzle":
        if rest:
            parser.error(
                f"{shortened(rest[0])} is one word too many; generate takes a puzzle, and what is wished for it"
            )
    elif asked.takes == "instances":
        words = [*ours.pop("words"), *(word for word in rest if word != "--")]
        word = ours["puzzle"]
        if puzzle is not None and word and word != puzzle.name and not (is_puzzle_name(word) or is_puzzle_file(word)):
            words.insert(0, word)  # the instance that it was recognised by
            ours["puzzle"] = puzzle.name
        elif word and is_puzzle_file(word) and ours.get("on"):
            ours["puzzle"] = os.path.abspath(word)  # noqa: PTH100 - a cluster's workers are in another folder
        ours["instances"] += tuple(words)
        if asked.verb != "compare" and len(ours["instances"]) > 1:
            _check_words(parser, asked, ours["instances"], arguments)
            named = " and ".join(shortened(word) for word in ours["instances"])
            parser.error(f"two instances are named, {named}; {asked.verb} takes one")
    ours["puzzle"] = ours.get("puzzle") or ""
    return asked(**ours, own=given, command=tuple(arguments))


def _check_words(parser: Parser, asked: type[Request], instances: Sequence[str], arguments: Sequence[str]) -> None:
    from models.kit.names import listed  # a mistake is rare

    declared = options_of(asked).values()
    optional = {option.written: option.choices for option in declared if option.alone is not None and option.choices}
    for flag, word in pairwise(arguments):
        if flag in optional and word in instances:
            parser.error(f"{flag} takes {listed(optional[flag], 'or')}, and not {shown(word)}")


def with_piped(request: R, puzzle: Puzzle[Any, Any]) -> R:
    """The request, with standard input as its instance where none is named and something is piped in."""
    named = next(iter(request.instances), None)
    if named is None and puzzle.typed(request.own_values) is not None:
        named = "the instance typed in full"
    if named == STDIN:
        if _kind() == "terminal":
            print("reading a puzzle from the terminal; end it with Ctrl-D", file=sys.stderr)
    elif named is not None:
        if _waiting():
            print(f"standard input is left unread: {shortened(named)} is named", file=sys.stderr)
    elif _kind() == "pipe":
        if _comes():
            return replace(request, instances=(STDIN,))
        print(f"nothing came on standard input: taken is {puzzle.default_instance}", file=sys.stderr)
    return request


def is_piped() -> bool:
    return _kind() == "pipe" and _comes()


def _kind() -> str:
    """What standard input is: a terminal, a pipe (or a file, or a socket), or nothing to read from."""
    try:
        number = sys.stdin.fileno()
        if sys.stdin.isatty():
            return "terminal"
        mode = os.fstat(number).st_mode
    except (AttributeError, OSError, ValueError):  # it is closed, or something of Python's own
        return ""
    return "pipe" if S_ISREG(mode) or S_ISFIFO(mode) or S_ISSOCK(mode) else ""


def _comes() -> bool:
    if os.name != "nt":  # where only sockets can be waited for
        from select import select  # only a pipe needs it

        stream = [sys.stdin.fileno()]
        if not select(stream, [], [], REMARK_SECONDS)[0]:
            text = "waiting for a puzzle on standard input; name an instance to do without"
            print(text, file=sys.stderr, flush=True)
            if not select(stream, [], [], MAX_PIPE_SECONDS - REMARK_SECONDS)[0]:
                raise InputError(
                    f"standard input is open, but nothing has come for {MAX_PIPE_SECONDS:.0f} s; name an instance, "
                    f"or {STDIN} to wait for as long as it takes"
                )
    try:
        return bool(cast(BufferedReader, sys.stdin.buffer).peek(1))
    except OSError:
        return False


def _waiting() -> bool:
    """Whether there are bytes to read, found out without reading: they may be somebody else's."""
    if _kind() != "pipe" or os.name == "nt":
        return False
    from array import array  # as above
    from fcntl import ioctl  # as above
    from termios import FIONREAD  # as above

    waiting = array("i", [0])
    try:
        ioctl(sys.stdin.fileno(), FIONREAD, waiting)
    except OSError:
        return False
    return waiting[0] > 0


MAX_DIGITS = 18
MAX_WORD_CHARACTERS = 60


UNMEASURED = partial(RawDescriptionHelpFormatter, width=80)
"""Every option is tried with a formatter when it is declared; this one does not measure the terminal each time."""


class Parser(ArgumentParser):
    """A command line whose mistakes are met with one sentence, which repeats no long word in full."""

    def __init__(self, verb: str, usage: str, epilog: str | Callable[[], str], typed: Sequence[str]) -> None:
        super().__init__(
            prog=f"puzzlebench {verb}",
            usage=f"puzzlebench {verb} {usage}[option …]",
            formatter_class=UNMEASURED,
            add_help=False,
            allow_abbrev=False,
        )
        self.verb = verb
        self.typed = typed
        self._write_epilog = epilog

    def add_helps(self, group: Any) -> None:
        """Let ``--help``, ``--help-all`` and ``--version`` end everything, from now on."""
        group.add_argument("-h", "--help", action="help", dest=SUPPRESS, help="show this and stop")
        group.add_argument("--help-all", action="help", dest=SUPPRESS, help="show every option, and the keys of --json")
        group.add_argument("--version", action=Version, nargs=0, dest=SUPPRESS, help="show the version and stop")

    def drop(self, written: str) -> None:
        self._option_string_actions.pop(written).help = SUPPRESS

    def format_help(self) -> str:
        self.formatter_class = RawDescriptionHelpFormatter
        self.epilog = self._write_epilog() if callable(self._write_epilog) else self._write_epilog
        return super().format_help()

    @property
    def option_words(self) -> list[str]:
        return [*self._option_string_actions]

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> tuple[Any, list[str]]:
        """As ever, but a word that is none of its choices does not belong to an option that may stand alone."""
        words = list(args)
        for place, (word, after) in enumerate(pairwise(words)):
            action = self._option_string_actions.get(word)
            if action is not None and action.nargs == "?" and action.choices and after not in action.choices:
                words[place] = f"{word}={action.const}"
        return super().parse_known_args(words, namespace)

    def _print_message(self, message: str, file: Any = None) -> None:
        (file or sys.stdout).write(message)  # argparse itself passes over what cannot be written

    def error(self, message: str) -> NoReturn:
        for word in (part for typed in self.typed for part in (typed, typed.partition("=")[2])):
            if len(word) > MAX_WORD_CHARACTERS:
                message = message.replace(word, shortened(word, MAX_WORD_CHARACTERS))
        print(f"error: {message} ({self.prog} --help says more)", file=sys.stderr)
        raise Ended(BAD_INPUT)

    def exit(self, status: int = 0, message: str | None = None) -> NoReturn:
        raise Ended(status)


class Version(Action):
    def __call__(self, parser: ArgumentParser, *_: Any) -> None:
        from solvers.cli.version import versions  # only who asks for it waits for it

        print(versions())
        parser.exit()


def whole(text: str) -> int:
    if not text.removeprefix("-").isdecimal() or len(text) > MAX_DIGITS:
        raise ArgumentTypeError(f"{shortened(text)!r} is no whole number of at most {MAX_DIGITS} digits")
    return int(text)


def at_least(lowest: int) -> Callable[[str], int]:
    def whole_number(text: str) -> int:
        if not text.isdecimal() or len(text) > MAX_DIGITS or int(text) < lowest:
            raise ArgumentTypeError(f"{shortened(text)!r} is no whole number from {lowest} up")
        return int(text)

    return whole_number


def above_0(called: str) -> Callable[[str], float]:
    def number(text: str) -> float:
        try:
            found = float(text)
        except ValueError:
            found = 0.0
        if found <= 0 or not isfinite(found):
            raise ArgumentTypeError(f"{shortened(text)!r} is not a {called} above 0")
        return found

    return number


KINDS: Mapping[object, Callable[[str], object]] = {
    "whole": whole,
    "from 0": at_least(0),
    "from 1": at_least(1),
    "seconds": above_0("number of seconds"),
    "number": above_0("number"),
    str: str,
    Path: Path,
}
"""What the word of an option is turned into, by its kind."""
