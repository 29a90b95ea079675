"""How far a long run is: a bar with rate and time left on standard error, where a person is watching."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic

from solvers.work import Work

REFRESH = 0.1  # seconds between two updates of the bar


@contextmanager
def progress(work: Work, done: int) -> Iterator[Callable[[], None]]:
    """A function to call after each puzzle of ``work``; ``done`` of them were solved by an earlier run."""
    if not sys.stderr.isatty() or work.path is None:
        yield lambda: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (BarColumn(), MofNCompleteColumn(), TextColumn("{task.fields[rate]}"), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True, refresh_per_second=5) as bar:
        total = sum(1 for _ in work.puzzle.read(work.path))
        task = bar.add_task("", total=total, completed=done, rate="")
        started = shown = monotonic()
        count = 0

        def advance() -> None:
            nonlocal count, shown
            count += 1
            now = monotonic()
            if now - shown > REFRESH:
                shown = now
                bar.update(task, completed=done + count, rate=f"{count / (now - started):,.0f}/s")

        yield advance
        bar.update(task, completed=done + count)
