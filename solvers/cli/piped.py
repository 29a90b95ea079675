"""Puzzles that are piped in: when standard input is taken for the instance that nobody has named."""

from __future__ import annotations

import os
import sys
from dataclasses import replace
from io import BufferedReader
from stat import S_ISFIFO, S_ISREG, S_ISSOCK
from typing import Any, TypeVar, cast

from models.errors import InputError
from models.kit.names import shortened
from models.puzzle import Puzzle
from solvers.core.request import Request

QUIET, PATIENCE = 1.0, 10.0
"""Seconds that an open pipe may keep silent: before a person is told what is waited for, and before it is given up."""

R = TypeVar("R", bound=Request)

STDIN = "-"
"""What names standard input."""


def with_piped(request: R, puzzle: Puzzle[Any, Any]) -> R:
    """``request``, with standard input as its instance where none is named and something is piped in.

    A terminal, the null device, and standard input that is closed or empty stand for nothing.

    Raises:
        InputError: when a pipe stays open without a byte.
    """
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
    """Whether something comes on standard input, for whoever has named no puzzle either."""
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
    """Whether there is a byte to read; a pipe that is open is waited for."""
    if os.name != "nt":  # where only sockets can be waited for
        from select import select  # only a pipe needs it

        stream = [sys.stdin.fileno()]
        if not select(stream, [], [], QUIET)[0]:
            told = "waiting for a puzzle on standard input; name an instance to do without"
            print(told, file=sys.stderr, flush=True)
            if not select(stream, [], [], PATIENCE - QUIET)[0]:
                raise InputError(
                    f"standard input is open, but nothing has come for {PATIENCE:.0f} s; name an instance, "
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
