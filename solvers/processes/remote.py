"""A loaded model in a process of its own, asked for its answers one by one, and killed when nobody waits for it.

Many libraries compute without letting anybody break in, and some bring their process down. Elsewhere they do no harm:
a limit or Ctrl-C kills the process, a crash is a sentence. Answers come as they are found, and no more are looked for
than were asked for.
"""

from __future__ import annotations

import atexit
import os
from collections.abc import Callable, Generator, Mapping, Sequence
from functools import partial
from importlib import import_module
from signal import Signals
from tempfile import TemporaryFile
from time import monotonic
from typing import Any

from models.errors import Breakdown, PuzzlebenchError
from models.language.model import Assignment, Givens, Literal, Model
from solvers.processes.children import TAIL, Child
from solvers.terms import ENDLESS, Clock, Settings, SolverFailed

TICK = 0.05
"""Seconds between two looks at the clock while nothing is heard."""

Loader = Callable[[Model, Settings], Any]
"""What loads a model there: a :class:`~solvers.backend.Search` comes of it."""


class Remote:
    """A process in which one model at a time is loaded.

    Attributes:
        at_rest: whether it waits to be asked.
        size: that of the loaded model, in the solver's own terms.
        effort: the work of the latest search, as far as it was told.
    """

    def __init__(self) -> None:
        self._said = TemporaryFile()  # noqa: SIM115 — it lives as long as the process
        self._child = Child(_visit, self._said, talks=True)
        self.at_rest = True
        self.size: Mapping[str, int] = {}
        self.effort: Mapping[str, int] = {}

    def fileno(self) -> int:
        """What is waited for until there is something to hear."""
        return self._child.fileno()

    def is_there(self) -> bool:
        """Whether the process has not ended."""
        return self._child.is_there()

    def ask(self, what: str, *parts: Any) -> None:
        """Have a method of ``_Visited`` called there."""
        self.at_rest = False
        self._child.send((what, *parts))

    def load(self, loader: Loader, model: Model, settings: Settings) -> None:
        """Ask for ``model`` to be loaded; heard is that it is ``over``."""
        plain = Settings(settings.seed, settings.workers, settings.variant, settings.only_best)  # no clock travels
        self.ask("load", loader, model, plain)

    def begin(self, givens: Givens, assumptions: Sequence[Literal]) -> None:
        """Begin a search, which looks for nothing before it is asked for ``more``."""
        self.effort = {}
        given = {var.index: value for var, value in givens.items()}
        self.ask("begin", given, [(literal.var.index, literal.values) for literal in assumptions])

    def waits(self, seconds: float) -> bool:
        """Wait for something to hear, at most so long; whether there is."""
        return self._child.is_heard(seconds)

    def hear(self) -> tuple[str, Any]:
        """The next thing that is said; waits for it.

        Raises:
            SolverFailed: when the process is gone, or something that is no matter of this project failed in it.
            PuzzlebenchError: what was raised there.
        """
        result = self._child.receive()
        if result is None:
            raise SolverFailed(self._last_words())
        if isinstance(result.error, PuzzlebenchError) and not isinstance(result.error, Breakdown):
            raise result.error
        if result.error is not None:
            raise SolverFailed(f"the solver failed: {result.error}")
        what: str
        what, told = result.value
        if what == "over":
            self.at_rest = True
            told, self.effort = told
        return what, told

    def told(self, clock: Clock) -> Generator[tuple[str, Any], None, bool]:
        """What is said until it is over; returns whether it came to that before the clock was up."""
        while not self.at_rest:
            while not self.waits(TICK):
                if clock.expired():
                    return False
            said = self.hear()
            yield said
            if clock.expired():
                return self.at_rest
        return True

    def answer(self, clock: Clock) -> Any:
        """What is said in the end, or None when the clock is up first."""
        said = list(self.told(clock))
        return said[-1][1] if said and self.at_rest else None

    def end(self) -> None:
        """Kill the process and all that it started."""
        self._child.end()
        self._said.close()

    def _last_words(self) -> str:
        code = self._child.end()
        self._said.seek(max(0, self._said.seek(0, os.SEEK_END) - TAIL))
        said = self._said.read().decode(errors="replace").split("\n")
        last = next((line.strip() for line in reversed(said) if line.strip()), "") if code >= 0 else ""
        how = f"was ended by {Signals(-code).name}" if code < 0 else f"ended with exit code {code}"
        return f"the process of the solver {how}" + (f": {last}" if last else "")


def remote(kind: str = "") -> Remote:
    """A process, fresh or one of the same ``kind`` that is out of work."""
    held = _spare.pop(kind, None)
    if held is not None and held.is_there():
        return held
    if held is not None:  # it was killed meanwhile, for its memory or by a person
        held.end()
    return Remote()


def release(held: Remote, kind: str = "") -> None:
    """Nobody needs the process any more; one at rest is kept for the next of its ``kind``, if it has one."""
    if kind and held.at_rest and kind not in _spare:
        _spare[kind] = held
    else:
        held.end()


_spare: dict[str, Remote] = {}
"""Processes that are out of work, one of a kind: to start one and load its library takes longer than a puzzle."""


@atexit.register
def _end_spare() -> None:
    while _spare:
        _spare.popitem()[1].end()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_spare.clear)  # they are the parent's


def from_module(place: str) -> Loader:
    """The loader that ``place``, such as ``package.module:name``, leads to, imported where it is called."""
    return partial(_load_from, place)


def _load_from(place: str, model: Model, settings: Settings) -> Any:
    module, _, name = place.partition(":")
    return getattr(import_module(module), name)(model, settings)


# The other end

Send = Callable[[Any], None]


class _Visited:
    """What is loaded in this process, and the search that is under way."""

    search: Any = None
    answers: Generator[Assignment, None, bool] | None = None

    def load(self, send: Send, loader: Loader, model: Model, settings: Settings) -> None:
        self.close()
        self.search = None  # two large models at a time would be too many
        self.search = loader(model, settings)
        self.over(send, dict(self.search.size()))

    def begin(self, send: Send, givens: dict[int, int], assumed: list[tuple[int, Any]]) -> None:
        self.close()
        variables = self.search.model.variables
        self.assumptions = [Literal(variables[index], values) for index, values in assumed]
        given = {variables[index]: value for index, value in givens.items()}
        self.answers = self.search._assuming(given, self.assumptions, ENDLESS)

    def more(self, send: Send, number: int) -> None:
        """Send so many answers; over is the search with True or False, as it was complete, and not yet with None."""
        assert self.answers is not None
        complete = None
        try:
            for _ in range(number):
                assignment = next(self.answers)
                send(("found", tuple([assignment[var] for var in self.search.model.variables])))
        except StopIteration as end:
            complete = bool(end.value)
        self.over(send, complete)

    def count(self, send: Send, most: int | None) -> None:
        """Count what is left after the first answer; over is it with None where the search can only list."""
        self.over(send, self.search._count_on(ENDLESS, most, lambda more: send(("counted", more))))

    def count_all(self, send: Send, most: int | None) -> None:
        """Count the answers after the first, ``most`` at most, which are listed here where they cannot be counted."""
        assert self.answers is not None
        told, untold, last = 0, 0, monotonic()
        complete: bool | None = None
        try:
            next(self.answers)
            complete = self.search._count_on(ENDLESS, most, lambda more: send(("counted", more)))
            while complete is None:
                if most is not None and told >= most:
                    complete = False
                    break
                next(self.answers)
                told, untold = told + 1, untold + 1
                if monotonic() > last + TICK:
                    send(("counted", untold))
                    untold, last = 0, monotonic()
        except StopIteration as end:
            complete = bool(end.value)
        if untold:
            send(("counted", untold))
        self.over(send, complete)

    def core(self, send: Send) -> None:
        core = self.search._core(self.assumptions)
        self.over(send, None if core is None else [self.assumptions.index(literal) for literal in core])

    def forget(self, send: Send) -> None:
        self.close()
        self.over(send, self.search._forget())

    def close(self) -> None:
        if self.answers is not None:
            self.answers.close()
            self.answers = None

    def over(self, send: Send, told: Any) -> None:
        effort = {} if self.answers is None else dict(self.search.effort())
        send(("over", (told, effort)))


_visited = _Visited()


def _visit(question: tuple[Any, ...], send: Send) -> None:
    what, *parts = question
    getattr(_visited, what)(send, *parts)
