"""The progress of a long run: a bar with rate and time left on standard error, where a person is watching."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from threading import Thread
from time import monotonic

from models.formulation import Rows
from models.kit.source import is_rereadable, remote
from models.registry import many_in
from solvers.cli.text import console
from solvers.core.request import Work

REFRESH_SECONDS = 0.1


@contextmanager
def progress(work: Work, done: int, streams: bool) -> Iterator[Callable[[int], None]]:
    """A function to tell how many more puzzles of ``work`` are solved.

    ``done`` were solved by an earlier run; ``streams`` says that answers go to standard output, where on a terminal
    they show how far it is themselves.
    """
    path = work.path
    if path is None or (streams and sys.stdout.isatty()):
        yield lambda more: None
        return

    def count() -> int:
        return sum(len(item) if isinstance(item, Rows) else 1 for item in many_in(work.puzzle, path))

    # Those in a pipe come once, those at an address would be sent twice: they are not counted.
    is_near = is_rereadable(path) and not remote(path)
    with bar(count if is_near else None, done) as advance:
        yield advance


@contextmanager
def bar(
    count: Callable[[], int] | None, done: int = 0, said: Callable[[float], str] | None = None
) -> Iterator[Callable[[int], None]]:
    """A bar on standard error, where a person is watching, and a function to tell how much more is done.

    ``count`` counts how many there are, in a thread of its own; None where nobody can know. ``said`` is what stands
    beside the bar after so many seconds; by default how many are done in one.
    """
    if not sys.stderr.isatty():
        yield lambda more: None
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (BarColumn(), MofNCompleteColumn(), TextColumn("{task.fields[rate]}"), TimeRemainingColumn())
    screen = console(errors=True)
    with Progress(*columns, console=screen, transient=True, refresh_per_second=5, redirect_stdout=False) as shown:
        task = shown.add_task("", total=None, completed=done, rate="")

        def tell(counting: Callable[[], int]) -> None:
            with suppress(Exception):  # what is wrong with a file is said when it is read to be worked on
                shown.update(task, total=counting())

        if count is not None:
            Thread(target=tell, args=(count,), daemon=True).start()
        started = latest = monotonic()
        ready = 0

        def advance(more: int) -> None:
            nonlocal ready, latest
            ready += more
            now = monotonic()
            if now - latest > REFRESH_SECONDS:
                latest = now
                rate = said(now - started) if said else f"{ready / (now - started):,.0f}/s"
                shown.update(task, completed=done + ready, rate=rate)

        yield advance
        shown.update(task, completed=done + ready)
