"""The progress of a long run: a bar with rate and time left on standard error, where a person is watching."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from threading import Thread
from time import monotonic

from models.rows import Rows
from solvers.request import Work
from solvers.terminal.colour import console

REFRESH = 0.1
"""Seconds between two updates of the bar."""


@contextmanager
def progress(work: Work, done: int, streams: bool) -> Iterator[Callable[[int], None]]:
    """A function to tell how many more puzzles of ``work`` are solved.

    Args:
        work: what is being solved.
        done: how many of its puzzles were solved by an earlier run.
        streams: whether the answers go to standard output; on a terminal they show how far it is themselves.
    """
    if not sys.stderr.isatty() or work.path is None or (streams and sys.stdout.isatty()):
        yield lambda more: None
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (BarColumn(), MofNCompleteColumn(), TextColumn("{task.fields[rate]}"), TimeRemainingColumn())
    screen = console(errors=True)
    with Progress(*columns, console=screen, transient=True, refresh_per_second=5, redirect_stdout=False) as bar:
        task = bar.add_task("", total=None, completed=done, rate="")

        def count() -> None:
            with suppress(Exception):  # it is read once more to be solved, and what is wrong with it is said then
                bar.update(
                    task, total=sum(len(item) if isinstance(item, Rows) else 1 for item in work.puzzle.read_many(path))
                )

        path = work.path
        if path.is_file():  # the puzzles in a pipe come once, and are not there to be counted
            Thread(target=count, daemon=True).start()
        started = shown = monotonic()
        solved = 0

        def advance(more: int) -> None:
            nonlocal solved, shown
            solved += more
            now = monotonic()
            if now - shown > REFRESH:
                shown = now
                bar.update(task, completed=done + solved, rate=f"{solved / (now - started):,.0f}/s")

        yield advance
        bar.update(task, completed=done + solved)
