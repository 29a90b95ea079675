"""How far it is, on standard error where a person is watching: of a long run a bar with rate and time left; of a long
search, after a second, one line that vanishes again."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from shutil import get_terminal_size
from threading import Thread
from time import monotonic
from typing import TYPE_CHECKING, Any

from models.formulation import Rows
from models.kit.source import is_rereadable, remote
from models.registry import many_in
from solvers.cli.text import console
from solvers.core.limits import Outcome, Progress
from solvers.core.request import Work

if TYPE_CHECKING:  # what is searched is known to others first
    from solvers.core.backend import Solutions

REFRESH_SECONDS = 0.1
QUIET_SECONDS = 1.0
LINE_SECONDS = 0.2
TELLING = ("nodes", "conflicts", "branches", "cores", "solves")
"""Of the counts of a search, the one that is told is the first of these that it has."""

ERASED = "\r\x1b[K"


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
    from rich import progress as rich

    columns = (
        rich.BarColumn(),
        rich.MofNCompleteColumn(),
        rich.TextColumn("{task.fields[rate]}"),
        rich.TimeRemainingColumn(),
    )
    screen = console(errors=True)
    with rich.Progress(*columns, console=screen, transient=True, refresh_per_second=5, redirect_stdout=False) as shown:
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


class StatusLine:
    """What a search calls whenever it looks at the clock, in the thread that searches: no figure is read halfway."""

    def __init__(self, write: Callable[[str], object], width: int, clock: Callable[[], float] = monotonic) -> None:
        self._write = write
        self._width = width
        self._clock = clock
        self._started = clock()
        self._next = self._started + QUIET_SECONDS
        self._answers: Solutions[Any] | None = None
        self._shown = False

    def follow(self, answers: Solutions[Any]) -> None:
        self._answers = answers

    def __call__(self) -> None:
        now = self._clock()
        if now < self._next or self._answers is None:
            return
        self._next = now + LINE_SECONDS
        answers = self._answers
        line = line_of(
            answers.search.word,
            answers.outcome,
            answers.objective_value,
            now - self._started,
            answers.search.progress(),
        )
        self._write(ERASED + line[: self._width - 1])
        self._shown = True

    def end(self) -> None:
        if self._shown:
            self._write(ERASED)


def line_of(
    backend: str, outcome: Outcome, best: float | None, seconds: float, progress: Progress | None = None
) -> str:
    """Such as ``12 s, kernel: 1,204,000 nodes, best so far 14``; of a search in pieces, how many are done."""
    if progress is None:
        said = [f"{outcome.effort[name]:,} {name}" for name in TELLING if outcome.effort.get(name)][:1]
    else:
        said = [f"{progress.done:,} of {progress.pieces:,} cubes, {100 * progress.share:.0f} % of the tree"]
        if progress.seconds is not None:
            said.append(f"about {progress.seconds:,.0f} s left")
        if outcome.found and best is None and 0 < progress.share < 1:
            said.append(f"about {outcome.found / progress.share:,.0f} answers in all")
    if best is not None:
        said.append(f"best so far {best:,}")
    elif outcome.found:
        said.append(f"{outcome.found:,} answer{'s' if outcome.found > 1 else ''} so far")
    return f"{seconds:.0f} s, {backend}" + (": " + ", ".join(said) if said else "")


@contextmanager
def status_line() -> Iterator[StatusLine]:
    """A watch for a search while a person looks at standard error."""

    def write(text: str) -> None:
        sys.stderr.write(text)
        sys.stderr.flush()

    life = StatusLine(write, get_terminal_size().columns)
    try:
        yield life
    finally:
        life.end()
