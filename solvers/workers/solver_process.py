"""A loaded model in a process of its own, asked for its answers one by one, and killed when nobody waits for it.

Many libraries compute without letting anybody break in, and some bring their process down. Elsewhere they do no harm:
a limit or Ctrl-C kills the process, a crash is a sentence. Answers come as they are found, and no more are looked for
than were asked for.

The protocol. A request is ``(number, what, *parts)``: requests are numbered from 1, ``what`` is a method of
``_Visited``, and requests are answered in order. A reply is ``(number, what, value)`` with the number of its request:

- ``found`` with the value of each variable, and ``counted`` with how many more answers there are, come any number of
  times;
- ``over`` comes once, last, with the result and the effort so far. Of ``search``, ``more``, ``count`` and
  ``count_all`` the result is True or False as the search was complete, and None where it can go on; of ``load`` it is
  the size, of ``core`` the places of assumptions, of ``reset`` whether that was done;
- an exception may come instead of ``over``, after which the process is not used again.

A process is at rest when each request has had its ``over``. One that is not at rest when its search ends, whatever
ended it, is killed and never asked again; so a reply meets no request but its own, and the numbers make sure of it.
"""

from __future__ import annotations

import atexit
import os
from collections import deque
from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from importlib import import_module
from signal import Signals
from tempfile import TemporaryFile
from time import monotonic
from typing import Any

from models.errors import Breakdown, PuzzlebenchError
from models.language.model import Assignment, Givens, Literal, Model
from solvers.core.limits import ENDLESS, Clock, Settings, SolverFailed
from solvers.workers.worker_process import WorkerProcess, tail

POLL_SECONDS = 0.05

Loader = Callable[[Model, Settings], Any]
"""What loads a model there: a :class:`~solvers.core.backend.Search` comes of it."""


class SolverProcess:
    """A process in which one model at a time is loaded, for one search at a time.

    ``size`` is that of the loaded model, in the solver's own terms, ``effort`` the work of the latest search so far.
    """

    def __init__(self) -> None:
        self._stderr = TemporaryFile()  # noqa: SIM115 — it lives as long as the process
        self._process = WorkerProcess(_visit, self._stderr, streams=True)
        self._asker = os.getpid()
        self._asked = 0
        self._unanswered: deque[int] = deque()
        self.size: Mapping[str, int] = {}
        self.effort: Mapping[str, int] = {}

    @property
    def at_rest(self) -> bool:
        return not self._unanswered

    def fileno(self) -> int:
        return self._process.fileno()

    def is_there(self) -> bool:
        return self._process.is_there()

    def ask(self, what: str, *parts: Any) -> None:
        """Send a request: have a method of ``_Visited`` called there."""
        if os.getpid() != self._asker:
            raise SolverFailed("the process of the solver belongs to the process that forked this one")
        self._asked += 1
        self._unanswered.append(self._asked)  # first of all: an interrupt may come while it is sent
        self._process.send((self._asked, what, *parts))

    def load(self, loader: Loader, model: Model, settings: Settings, seconds: float | None = None) -> None:
        self.ask("load", loader, model, replace(settings, clock=ENDLESS), seconds)  # no clock travels

    def search(
        self,
        givens: Givens,
        assumptions: Sequence[Literal],
        seconds: float | None = None,
        wanted: int | None = None,
    ) -> None:
        self.ask("search", *self._begun(givens, assumptions), seconds, wanted)

    def count_all(self, givens: Givens, assumptions: Sequence[Literal], most: int | None) -> None:
        self.ask("count_all", *self._begun(givens, assumptions), most)

    def _begun(self, givens: Givens, assumptions: Sequence[Literal]) -> tuple[Any, Any]:
        self.effort = {}
        given = {var.index: value for var, value in givens.items()}
        return given, [(literal.var.index, literal.values) for literal in assumptions]

    def receive(self) -> tuple[str, Any]:
        """The next reply; what was raised there is raised here, and SolverFailed when the process is gone."""
        result = self._process.receive()
        if result is None:
            raise SolverFailed(self._last_words())
        if isinstance(result.error, PuzzlebenchError) and not isinstance(result.error, Breakdown):
            raise result.error
        if result.error is not None:
            raise SolverFailed(f"the solver failed: {result.error}")
        what: str
        number, what, value = result.value
        if not self._unanswered or number != self._unanswered[0]:
            raise SolverFailed(f"the process of the solver is out of step: it answers request {number}")
        if what == "over":
            value, self.effort = value
            self._unanswered.popleft()
        return what, value

    def replies(self, clock: Clock) -> Generator[tuple[str, Any], None, bool]:
        """The replies until it is at rest; returns whether it came to that before the clock was up."""
        while not self.at_rest:
            while not self._process.is_heard(POLL_SECONDS):
                if clock.expired():
                    return False
            yield self.receive()
            if clock.expired():
                return self.at_rest
        return True

    def answer(self, clock: Clock) -> Any:
        """The result of the request, or None when the clock is up first."""
        replies = list(self.replies(clock))
        return replies[-1][1] if replies and self.at_rest else None

    def end(self) -> None:
        self._process.end()
        self._stderr.close()

    def _last_words(self) -> str:
        code = self._process.end()
        lines = tail(self._stderr).split("\n")
        last = next((line.strip() for line in reversed(lines) if line.strip()), "") if code >= 0 else ""
        how = f"was ended by {Signals(-code).name}" if code < 0 else f"ended with exit code {code}"
        return f"the process of the solver {how}" + (f": {last}" if last else "")


def solver_process(kind: str = "") -> SolverProcess:
    """A process, fresh or one of the same ``kind`` that is out of work."""
    held = _spare.pop(kind, None)
    if held is not None and held.is_there():
        return held
    if held is not None:  # it was killed meanwhile, for its memory or by a person
        held.end()
    return SolverProcess()


def release(held: SolverProcess, kind: str = "") -> None:
    """Nobody needs the process any more; one at rest is kept for the next of its ``kind``, if it has one."""
    if not (kind and held.at_rest and _spare.setdefault(kind, held) is held):
        held.end()


_spare: dict[str, SolverProcess] = {}
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

Send = Callable[[str, Any], None]


class _Visited:
    """What is loaded in this process, and the search that is under way."""

    loaded: Any = None
    answers: Generator[Assignment, None, bool] | None = None

    def load(self, send: Send, loader: Loader, model: Model, settings: Settings, seconds: float | None) -> None:
        self.close()
        self.loaded = None  # two large models at a time would be too many
        self.loaded = loader(model, replace(settings, clock=Clock(seconds)))
        self.over(send, dict(self.loaded.size()))

    def search(
        self,
        send: Send,
        givens: dict[int, int],
        assumed: list[tuple[int, Any]],
        seconds: float | None,
        wanted: int | None,
    ) -> None:
        self.begin(givens, assumed, Clock(seconds, wanted=wanted))
        self.more(send, 1)

    def begin(self, givens: dict[int, int], assumed: list[tuple[int, Any]], clock: Clock) -> None:
        self.close()
        variables = self.loaded.model.variables
        self.clock = clock
        self.assumptions = [Literal(variables[index], values) for index, values in assumed]
        given = {variables[index]: value for index, value in givens.items()}
        self.answers = self.loaded._assuming(given, self.assumptions, clock)

    def more(self, send: Send, number: int) -> None:
        """Send so many answers; over is the search with True or False, as it was complete, and not yet with None."""
        assert self.answers is not None
        complete = None
        try:
            for _ in range(number):
                assignment = next(self.answers)
                send("found", tuple([assignment[var] for var in self.loaded.model.variables]))
        except StopIteration as end:
            complete = bool(end.value)
        self.over(send, complete)

    def count(self, send: Send, most: int | None) -> None:
        """Count what is left after the first answer; over is it with None where the search can only list."""
        self.over(send, self.loaded._count_remaining(self.clock, most, lambda more: send("counted", more)))

    def count_all(self, send: Send, givens: dict[int, int], assumed: list[tuple[int, Any]], most: int | None) -> None:
        self.begin(givens, assumed, ENDLESS)
        assert self.answers is not None
        counted, unsent, last = 0, 0, monotonic()
        complete: bool | None = None
        try:
            next(self.answers)
            complete = self.loaded._count_remaining(ENDLESS, most, lambda more: send("counted", more))
            while complete is None:
                if most is not None and counted >= most:
                    complete = False
                    break
                next(self.answers)
                counted, unsent = counted + 1, unsent + 1
                if monotonic() > last + POLL_SECONDS:
                    send("counted", unsent)
                    unsent, last = 0, monotonic()
        except StopIteration as end:
            complete = bool(end.value)
        if unsent:
            send("counted", unsent)
        self.over(send, complete)

    def core(self, send: Send) -> None:
        core = self.loaded._core(self.assumptions)
        self.over(send, None if core is None else [self.assumptions.index(literal) for literal in core])

    def reset(self, send: Send) -> None:
        self.close()
        self.over(send, self.loaded._reset())

    def close(self) -> None:
        if self.answers is not None:
            self.answers.close()
            self.answers = None

    def over(self, send: Send, result: Any) -> None:
        effort = {} if self.answers is None else dict(self.loaded.effort())
        send("over", (result, effort))


_visited = _Visited()


def _visit(request: tuple[Any, ...], send: Callable[[Any], None]) -> None:
    number, what, *parts = request

    def reply(what: str, value: Any) -> None:
        send((number, what, value))

    getattr(_visited, what)(reply, *parts)
