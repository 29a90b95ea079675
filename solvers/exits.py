"""What the program's exit codes mean, and how an error a person caused becomes one sentence."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable

from models.errors import PuzzlebenchError
from solvers.backend import WrongAnswer

ANSWERED = 0
IMPOSSIBLE = 1
BAD_INPUT = 2
STOPPED = 3
DISAGREEMENT = 4


def guarded(verb: Callable[[list[str]], int], arguments: list[str]) -> int:
    """Run a verb of the command line; an error of ours is one sentence on standard error, and exit 2."""
    try:
        code = verb(arguments)
        sys.stdout.flush()
        return code
    except PuzzlebenchError as error:
        print(f"error: {error}", file=sys.stderr)
        return DISAGREEMENT if isinstance(error, WrongAnswer) else BAD_INPUT
    except KeyboardInterrupt:
        print("interrupted before there was anything to show", file=sys.stderr)
        return STOPPED
    except BrokenPipeError:
        # The reader of our output has gone (`… | head`): nobody is left to tell anything.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return ANSWERED
