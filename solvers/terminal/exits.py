"""What the program's exit codes mean, and how an error a person caused becomes one sentence."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from contextlib import suppress

from models.errors import PuzzlebenchError
from solvers.backend import WrongAnswer
from solvers.terminal.interrupts import end_politely

ANSWERED = 0
IMPOSSIBLE = 1
BAD_INPUT = 2
STOPPED = 3
DISAGREEMENT = 4


def guarded(verb: Callable[[list[str]], int], arguments: list[str]) -> int:
    """Run a verb of the command line; an error of ours is one sentence on standard error, and exit 2.

    So is standard output that cannot be written; a reader of it that has gone (``… | head``) is no error.
    """
    if sys.stderr is None:  # closed by whoever started us (2>&-); what is said there is for nobody
        sys.stderr = open(os.devnull, "w")  # noqa: SIM115, PTH123 - it stays open to the end
    if sys.stdout is None:
        return _complain("standard output is closed; send it to /dev/null if nobody wants it")
    with end_politely():
        try:
            return _run(verb, arguments)
        except PuzzlebenchError as error:
            return _complain(str(error), DISAGREEMENT if isinstance(error, WrongAnswer) else BAD_INPUT)
        except KeyboardInterrupt:
            return _complain("interrupted before there was anything to show", STOPPED, "")
        except BrokenPipeError:
            _discard_output()  # nobody is left to tell anything
            return ANSWERED
        except OSError as error:
            place = "standard output" if error.filename is None else error.filename
            return _complain(f"{place}: cannot be written: {error.strerror or error}")


def _run(verb: Callable[[list[str]], int], arguments: list[str]) -> int:
    """Run ``verb``, and see to it that all it said is said before it is called done."""
    try:
        code = verb(arguments)
    except SystemExit:  # --help has been shown
        sys.stdout.flush()
        raise
    sys.stdout.flush()
    return code


def _complain(sentence: str, code: int = BAD_INPUT, begins: str = "error: ") -> int:
    """Say what is wrong, after whatever was said before it; returns the exit code."""
    try:
        if sys.stdout is not None:
            sys.stdout.flush()
    except OSError:
        _discard_output()
    print(f"{begins}{sentence}", file=sys.stderr)
    return code


def _discard_output() -> None:
    """What waits to be written on standard output cannot be; without this Python would try once more at its end."""
    with suppress(OSError, ValueError):  # in a notebook it is no file
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
