"""Internal errors in one sentence: what happened, whose fault it is, and what to do about it."""

from __future__ import annotations

import traceback as library

from models import registry as puzzles
from models.errors import Breakdown
from models.kit.names import printable
from models.plugins import in_one_line, plugins
from solvers.core import registry as backends


def sentence(error: BaseException) -> str:
    """What is to be said of ``error``."""
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


def traceback(error: BaseException) -> str:
    """Where ``error`` happened, with what workers said of it."""
    return "".join(library.format_exception(error)).rstrip()


def _in_plugins(error: BaseException) -> str:
    """The last place in another package's puzzle or backend that led to ``error``; empty when none did."""
    entries = [*plugins(puzzles.ENTRY_POINTS).items(), *plugins(backends.ENTRY_POINTS).items()]
    roots = {entry.module.partition(".")[0]: name for name, entry in entries}
    places = [
        f"{roots[root]} ({frame.f_code.co_filename}:{line})"
        for frame, line in library.walk_tb(error.__traceback__)
        if (root := str(frame.f_globals.get("__name__", "")).partition(".")[0]) in roots
    ]
    return printable(places[-1]) if places else ""
