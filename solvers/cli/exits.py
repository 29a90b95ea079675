"""How the program ends: an error becomes one sentence and an exit code, and Ctrl-C splits no critical section.

The contexts for Ctrl-C change nothing outside the main thread, which alone hears of it, and where it is ignored.
"""

from __future__ import annotations

import _thread
import errno
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, TextIO

from models.errors import Breakdown, InputError, ModelError, PuzzlebenchError, Unfinished
from models.kit.names import printable
from solvers.cli.text import write_everything
from solvers.core.backend import WrongAnswer
from solvers.core.limits import ANSWERED, BAD_INPUT, BROKEN, DISAGREEMENT, STOPPED

UNWRITABLE = {errno.ENOSPC, errno.EFBIG, errno.EIO, errno.EBADF, errno.ENXIO, getattr(errno, "EDQUOT", errno.ENOSPC)}
"""The errors of an output that takes nothing more; without a file's name, it is standard output."""


ENDINGS = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name))
"""The signals that ask a program to end, as far as this system has them: Ctrl-C, ``kill``, a closed terminal."""

AGAIN_SECONDS = 0.02
"""Seconds after which an interrupt that was lost comes again; should another destructor be at work, a third time."""


class Ended(SystemExit):
    """The parser of the command line has said all there is to say."""


def guarded(verb: Callable[[list[str]], int], arguments: list[str]) -> int:
    """Run a verb of the command line; an error of ours is one sentence on standard error, and exit 2.

    The same holds where standard output cannot be written. A reader of it that has gone (``… | head``) is no error.
    What should never happen has an exit code of its own.
    """
    if sys.stderr is None:  # closed by whoever started us (2>&-); what is said there is for nobody
        sys.stderr = open(os.devnull, "w")  # noqa: SIM115, PTH123 - it stays open to the end
    if sys.stdout is None:
        return _complain("standard output is closed; send it to /dev/null if nobody wants it")
    write_everything()
    with end_politely():
        try:
            with lost_interrupts_come_again():
                return _run(verb, arguments)
        except WrongAnswer as error:
            return _complain(str(error), DISAGREEMENT)
        except Breakdown as error:
            return _break_down(error)
        except Unfinished as error:
            return _complain(str(error), STOPPED)
        except ModelError as error:
            return _complain(_in_own_code(error) or f"error: {error}", begins="")
        except PuzzlebenchError as error:
            return _complain(str(error))
        except KeyboardInterrupt:
            return _interrupted()
        except BrokenPipeError:
            _discard(sys.stdout)  # nobody is left to tell anything
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
            # Python gives an interrupt a RuntimeError around it where a class is made of parts that learn their names.
            return _interrupted() if isinstance(error.__cause__, KeyboardInterrupt) else _break_down(error)
        finally:
            # Where Ctrl-C comes while a string is executed, a new dataclass's methods say, "python -m" ends by that
            # signal after all, whoever has dealt with it; unless another string is executed.
            exec("")


def _run(verb: Callable[[list[str]], int], arguments: list[str]) -> int:
    early = getattr(signal.getsignal(signal.SIGINT), "__name__", "")
    if early == "end_at_once":  # that of the package, while it is imported
        signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        Path.cwd()
    except FileNotFoundError:
        raise InputError("the folder in which this was started has been removed; start it in another") from None
    try:
        code = verb(arguments)
    except Ended:  # --help has been shown
        sys.stdout.flush()
        raise
    sys.stdout.flush()
    return code


def _interrupted() -> int:
    return _complain("interrupted before there was anything to show", STOPPED, "")


def _in_own_code(error: BaseException) -> str:
    """What is said of an error in somebody's own puzzle; empty where it is none."""
    from solvers.cli.own_code import own_sentence, with_traceback  # as rare as it should be

    sentence = own_sentence(error)
    return with_traceback(error, f"error: {sentence}") if sentence else ""


def _break_down(error: BaseException) -> int:
    try:
        if theirs := _in_own_code(error):
            return _complain(theirs, begins="")
        from solvers.cli.own_code import DEBUG, with_traceback  # as above

        said = with_traceback(error, internal_error(error))
        if not os.environ.get(DEBUG):
            said += f" ({DEBUG}=1 in the environment shows the traceback)"
    except Exception:  # what broke it may still be at hand: memory that ran out, a package that is half there
        said = f"internal error: {type(error).__name__}"
    return _complain(said, BROKEN, "")


def internal_error(error: BaseException) -> str:
    """What is said of one: what happened, whose fault it is, and what to do about it."""
    from models.plugins import in_one_line  # as above
    from solvers.cli.own_code import open_files, plugin_place  # as above

    if isinstance(error, Breakdown):
        return f"internal error: {error}"
    if isinstance(error, MemoryError):
        return "internal error: memory ran out; what was asked needs more of it than there is"
    what = printable(in_one_line(error))
    if isinstance(error, RecursionError):
        what = "RecursionError: something is nested too deeply"
    name, file, line = plugin_place(error)
    if name:
        theirs = printable(f"{name} ({file}:{line})")
        return f"internal error: {what}. The fault is in {theirs}, which is not Puzzlebench's: please tell its makers"
    if hasattr(error, "__notes__"):  # what a worker process adds; whose code it was in is not seen from here
        return f"internal error: {what}, in a worker process; please report it with what you typed"
    if files := open_files():
        either = f"Either {files} hands over what cannot be used, or the fault is Puzzlebench's"
        return f"internal error: {what}. {either}: then please report it with what you typed"
    return f"internal error: {what}. The fault is Puzzlebench's, not yours: please report it with what you typed"


def _complain(sentence: str, code: int = BAD_INPUT, begins: str = "error: ") -> int:
    try:
        if sys.stdout is not None:
            sys.stdout.flush()
    except OSError:
        _discard(sys.stdout)
    try:
        print(f"{begins}{sentence}", file=sys.stderr, flush=True)
    except OSError:
        _discard(sys.stderr)  # where nothing can be said, the code still tells
    return code


def _discard(stream: TextIO) -> None:
    """What waits to be written there cannot be; without this Python would try once more at its end."""
    with suppress(OSError, ValueError):  # in a notebook it is no file
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


class DeferredInterrupts:
    """A context, to be entered again and again: a Ctrl-C that comes while in it takes effect at its outermost end."""

    def __init__(self) -> None:
        self._depth = 0
        self._pending = False

    def __enter__(self) -> None:
        self._depth += 1

    def __exit__(self, *_: object) -> None:
        self._depth -= 1
        if self._pending and not self._depth:
            self._pending = False
            raise KeyboardInterrupt

    def interrupt(self, *_: object) -> None:
        if not self._depth:
            raise KeyboardInterrupt
        self._pending = True


@contextmanager
def defer_interrupts() -> Iterator[DeferredInterrupts]:
    """Within it, Ctrl-C leaves the moments whole that are marked ``with deferred:``."""
    if threading.current_thread() is threading.main_thread():
        outer = getattr(signal.getsignal(signal.SIGINT), "__self__", None)
        if isinstance(outer, DeferredInterrupts):  # whoever calls us has moments of that kind too
            yield outer
            return
    deferred = DeferredInterrupts()
    with _handled(signal.default_int_handler, deferred.interrupt):
        yield deferred


@contextmanager
def uninterrupted() -> Iterator[None]:
    """One such moment: for what must not be split, such as a library's making and deleting of what is not Python's."""
    with defer_interrupts() as deferred, deferred:
        yield


@contextmanager
def end_politely() -> Iterator[None]:
    """Within it, being asked to end is a KeyboardInterrupt, as Ctrl-C is; a signal that is ignored stays so (nohup)."""
    with _handled(signal.SIG_DFL, signal.default_int_handler):
        yield


@contextmanager
def lost_interrupts_come_again() -> Iterator[None]:
    """Within it, no KeyboardInterrupt is lost in a destructor, nor in the callbacks of Python's imports.

    Python can raise nothing there: it reports the interrupt as ignored and goes on. So it is sent again a moment later.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = sys.unraisablehook
    again = threading.Timer(AGAIN_SECONDS, _thread.interrupt_main)

    def unraisable(report: Any) -> None:
        nonlocal again
        if not issubclass(report.exc_type, KeyboardInterrupt):
            before(report)
            return
        again = threading.Timer(AGAIN_SECONDS, _thread.interrupt_main)
        again.daemon = True
        again.start()

    sys.unraisablehook = unraisable
    try:
        yield
    finally:
        sys.unraisablehook = before
        if again.is_alive():  # what was to come after the end comes now
            again.cancel()
            raise KeyboardInterrupt


@contextmanager
def _handled(usual: object, handler: Any) -> Iterator[None]:
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = {ending: signal.getsignal(ending) for ending in ENDINGS}
    ours = [ending for ending, treatment in before.items() if treatment == usual]
    try:
        for ending in ours:
            signal.signal(ending, handler)
        yield
    finally:
        for ending in ours:
            signal.signal(ending, before[ending])
