"""The kinds of value that options of the command line take, each with its own sentence when it is wrong."""

from __future__ import annotations

import sys
from argparse import SUPPRESS, Action, ArgumentParser, ArgumentTypeError, RawDescriptionHelpFormatter
from collections.abc import Callable, Sequence
from functools import partial
from itertools import pairwise
from math import isfinite
from typing import Any, NoReturn

from models.kit.names import shortened
from solvers.cli.exits import Ended
from solvers.core.exit_codes import BAD_INPUT

MOST_DIGITS = 18
"""Digits of a number on the command line; with so many, it fits wherever a solver puts it."""

LONGEST_WORD = 60
"""Characters of a word that a sentence repeats."""


UNMEASURED = partial(RawDescriptionHelpFormatter, width=80)
"""Every option is tried with a formatter when it is declared; this one does not measure the terminal each time."""


class Parser(ArgumentParser):
    """A command line whose mistakes are met with one sentence, like every other bad input.

    Args:
        verb: the verb, as in ``puzzlebench verb``.
        usage: what is named on its command line.
        epilog: exit codes and examples, printed as they stand; written when they are asked for.
        typed: the words of the command line, of which a complaint repeats no long one in full.
    """

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
        """Take no option called so any longer."""
        self._option_string_actions.pop(written).help = SUPPRESS

    def format_help(self) -> str:
        self.formatter_class = RawDescriptionHelpFormatter
        self.epilog = self._write_epilog() if callable(self._write_epilog) else self._write_epilog
        return super().format_help()

    @property
    def option_words(self) -> list[str]:
        """Every option as it is typed."""
        return [*self._option_string_actions]

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> tuple[Any, list[str]]:
        """As ever, but a word that is none of its choices does not belong to an option that may stand alone."""
        words = list(args)
        for place, (word, after) in enumerate(pairwise(words)):
            action = self._option_string_actions.get(word)
            if action is not None and action.nargs == "?" and action.choices and after not in action.choices:
                words[place] = f"{word}={action.const}"
        return super().parse_known_args(words, namespace)

    def error(self, message: str) -> NoReturn:
        for word in (part for typed in self.typed for part in (typed, typed.partition("=")[2])):
            if len(word) > LONGEST_WORD:
                message = message.replace(word, shortened(word, LONGEST_WORD))
        print(f"error: {message} ({self.prog} --help says more)", file=sys.stderr)
        raise Ended(BAD_INPUT)

    def exit(self, status: int = 0, message: str | None = None) -> NoReturn:
        raise Ended(status)


class Version(Action):
    """An option that says which version this is, and ends everything."""

    def __call__(self, parser: ArgumentParser, *_: Any) -> None:
        from solvers.cli.version import versions  # only who asks for it waits for it

        print(versions())
        parser.exit()


def whole(text: str) -> int:
    """An argparse type: a whole number, of whatever sign."""
    if not text.removeprefix("-").isdecimal() or len(text) > MOST_DIGITS:
        raise ArgumentTypeError(f"{shortened(text)!r} is no whole number of at most {MOST_DIGITS} digits")
    return int(text)


def at_least(lowest: int) -> Callable[[str], int]:
    """An argparse type: a whole number from ``lowest`` up."""

    def whole_number(text: str) -> int:
        if not text.isdecimal() or len(text) > MOST_DIGITS or int(text) < lowest:
            raise ArgumentTypeError(f"{shortened(text)!r} is no whole number from {lowest} up")
        return int(text)

    return whole_number


def seconds(text: str) -> float:
    """An argparse type: a time span in seconds, more than 0."""
    try:
        span = float(text)
    except ValueError:
        span = 0.0
    if span <= 0 or not isfinite(span):
        raise ArgumentTypeError(f"{shortened(text)!r} is no number of seconds above 0")
    return span
