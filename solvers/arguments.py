"""The kinds of value that options of the command line take, each with its own sentence when it is wrong."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, ArgumentTypeError, RawDescriptionHelpFormatter
from collections.abc import Callable
from math import isfinite
from typing import NoReturn

from solvers.exits import BAD_INPUT


class Parser(ArgumentParser):
    """A command line whose mistakes are met with one sentence, like every other bad input.

    Args:
        verb: the verb, as in ``puzzlebench verb``.
        description: what it does.
        epilog: exit codes and examples, printed as they stand.
        add_help: whether ``--help`` ends everything; not while only the puzzle's name is looked for.
    """

    def __init__(self, verb: str, description: str, epilog: str = "", add_help: bool = True) -> None:
        super().__init__(
            prog=f"puzzlebench {verb}",
            description=description,
            epilog=epilog,
            formatter_class=RawDescriptionHelpFormatter,
            add_help=add_help,
            allow_abbrev=False,
        )

    def error(self, message: str) -> NoReturn:
        print(f"error: {message} ({self.prog} --help says more)", file=sys.stderr)
        sys.exit(BAD_INPUT)


def at_least(lowest: int) -> Callable[[str], int]:
    """An argparse type: a whole number from ``lowest`` up."""

    def whole_number(text: str) -> int:
        if not text.isdecimal() or int(text) < lowest:
            raise ArgumentTypeError(f"{text!r} is no whole number from {lowest} up")
        return int(text)

    return whole_number


def seconds(text: str) -> float:
    """An argparse type: a time span in seconds, more than 0."""
    try:
        span = float(text)
    except ValueError:
        span = 0.0
    if span <= 0 or not isfinite(span):
        raise ArgumentTypeError(f"{text!r} is no number of seconds above 0")
    return span
