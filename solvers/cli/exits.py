"""What the program's exit codes mean, and how an error becomes one sentence: a person's, the disk's or our own."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Callable
from contextlib import suppress

from models.errors import Breakdown, PuzzlebenchError, Unfinished
from models.kit.names import printable
from solvers.cli.interrupts import end_politely
from solvers.cli.text import write_everything
from solvers.core.backend import WrongAnswer
from solvers.core.limits import ANSWERED, BAD_INPUT, BROKEN, DISAGREEMENT, STOPPED

DEBUG = "PUZZLEBENCH_DEBUG"
"""The environment variable that has the traceback of an internal error shown."""

UNWRITABLE = {errno.ENOSPC, errno.EFBIG, errno.EIO, errno.EBADF, errno.ENXIO, getattr(errno, "EDQUOT", errno.ENOSPC)}
"""What is said of an output that takes nothing more; without a file's name it is standard output."""


class Ended(SystemExit):
    """The parser of the command line has said all there is to say."""


def guarded(verb: Callable[[list[str]], int], arguments: list[str]) -> int:
    """Run a verb of the command line; an error of ours is one sentence on standard error, and exit 2.

    So is standard output that cannot be written; a reader of it that has gone (``… | head``) is no error. What should
    never happen has an exit code of its own.
    """
    if sys.stderr is None:  # closed by whoever started us (2>&-); what is said there is for nobody
        sys.stderr = open(os.devnull, "w")  # noqa: SIM115, PTH123 - it stays open to the end
    if sys.stdout is None:
        return _complain("standard output is closed; send it to /dev/null if nobody wants it")
    write_everything()
    with end_politely():
        try:
            return _run(verb, arguments)
        except WrongAnswer as error:
            return _complain(str(error), DISAGREEMENT)
        except Breakdown as error:
            return _break_down(error)
        except Unfinished as error:
            return _complain(str(error), STOPPED)
        except PuzzlebenchError as error:
            return _complain(str(error))
        except KeyboardInterrupt:
            return _complain("interrupted before there was anything to show", STOPPED, "")
        except BrokenPipeError:
            _discard_output()  # nobody is left to tell anything
            return ANSWERED
        except OSError as error:
            if error.filename is not None:
                return _complain(f"{printable(os.fsdecode(error.filename))}: {error.strerror or error}")
            if error.errno in UNWRITABLE:
                return _complain(f"standard output: cannot be written: {error.strerror or error}")
            return _break_down(error)
        except Ended:
            raise
        except (Exception, SystemExit) as error:
            return _break_down(error)
        finally:
            # Where Ctrl-C comes while a string is executed, a new dataclass's methods say, "python -m" ends by that
            # signal after all, whoever has dealt with it; unless another string is executed.
            exec("")


def _run(verb: Callable[[list[str]], int], arguments: list[str]) -> int:
    """Run ``verb``, and see to it that all it said is said before it is called done."""
    try:
        code = verb(arguments)
    except Ended:  # --help has been shown
        sys.stdout.flush()
        raise
    sys.stdout.flush()
    return code


def _break_down(error: BaseException) -> int:
    """Say that this was not to happen, whose fault it is and what to do; returns the exit code."""
    try:
        from solvers.cli.internal_errors import sentence, traceback  # as rare as they should be

        if os.environ.get(DEBUG):
            said = f"{traceback(error)}\n{sentence(error)}"
        else:
            said = f"{sentence(error)} ({DEBUG}=1 in the environment shows the traceback)"
    except Exception:  # what broke it may still be at hand: memory that ran out, a package that is half there
        said = f"internal error: {type(error).__name__}"
    return _complain(said, BROKEN, "")


def _complain(sentence: str, code: int = BAD_INPUT, begins: str = "error: ") -> int:
    """Say what is wrong, after whatever was said before it; returns the exit code."""
    try:
        if sys.stdout is not None:
            sys.stdout.flush()
    except OSError:
        _discard_output()
    with suppress(OSError):  # where nothing can be said, the code still tells
        print(f"{begins}{sentence}", file=sys.stderr)
    return code


def _discard_output() -> None:
    """What waits to be written on standard output cannot be; without this Python would try once more at its end."""
    with suppress(OSError, ValueError):  # in a notebook it is no file
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
