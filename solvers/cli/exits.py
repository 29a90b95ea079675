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
    try:
        code = verb(arguments)
    except Ended:  # --help has been shown
        sys.stdout.flush()
        raise
    sys.stdout.flush()
    return code


def _break_down(error: BaseException) -> int:
    try:
        if os.environ.get(DEBUG):
            from traceback import format_exception  # as rare as it should be

            said = f"{''.join(format_exception(error)).rstrip()}\n{internal_error(error)}"
        else:
            said = f"{internal_error(error)} ({DEBUG}=1 in the environment shows the traceback)"
    except Exception:  # what broke it may still be at hand: memory that ran out, a package that is half there
        said = f"internal error: {type(error).__name__}"
    return _complain(said, BROKEN, "")


def internal_error(error: BaseException) -> str:
    """What is said of one: what happened, whose fault it is, and what to do about it."""
    from models.plugins import in_one_line  # as above

    if isinstance(error, Breakdown):
        return f"internal error: {error}"
    if isinstance(error, MemoryError):
        return "internal error: memory ran out; what was asked needs more of it than there is"
    what = printable(in_one_line(error))
    if isinstance(error, RecursionError):
        what = "RecursionError: something is nested too deeply"
    theirs = _in_plugins(error)
    if theirs:
        return f"internal error: {what}. The fault is in {theirs}, which is not Puzzlebench's: please tell its makers"
    if hasattr(error, "__notes__"):  # what a worker process adds; whose code it was in is not seen from here
        return f"internal error: {what}, in a worker process; please report it with what you typed"
    return f"internal error: {what}. The fault is Puzzlebench's, not yours: please report it with what you typed"


def _in_plugins(error: BaseException) -> str:
    """The last place in another package's puzzle or backend that led to ``error``; empty when none did."""
    from traceback import walk_tb  # as above

    from models import registry as puzzles  # as above
    from models.plugins import plugins  # as above
    from solvers.core import registry as backends  # as above

    entries = [*plugins(puzzles.ENTRY_POINTS).items(), *plugins(backends.ENTRY_POINTS).items()]
    roots = {entry.module.partition(".")[0]: name for name, entry in entries}
    places = [
        f"{roots[root]} ({frame.f_code.co_filename}:{line})"
        for frame, line in walk_tb(error.__traceback__)
        if (root := str(frame.f_globals.get("__name__", "")).partition(".")[0]) in roots
    ]
    return printable(places[-1]) if places else ""


def _complain(sentence: str, code: int = BAD_INPUT, begins: str = "error: ") -> int:
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
