"""Backends whose library works in a process of its own, where nothing it does can hurt.

Such a backend says where its :class:`~solvers.core.backend.Search` is to be found, which is imported there alone.
It need not care for the clock or for Ctrl-C: the process is killed, and the next search begins in a new one.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import replace
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from typing import Any, ClassVar
from weakref import finalize

from models.language.model import Assignment, Givens, Literal, Model
from solvers.core.backend import (
    ENDLESS,
    Assignments,
    Backend,
    Clock,
    MissingLibrary,
    OutOfTime,
    Search,
    Settings,
    SolverFailed,
)
from solvers.workers.solver_process import Loader, SolverProcess, from_module, release, solver_process

ANSWERS_ONE_BY_ONE = 32
"""So many answers are asked for one at a time, and then ever more together: few ask for so many and no more."""

MAX_ANSWERS_AT_ONCE = 4_096

MAX_IDLE_PROCESSES = 3
"""So many processes of one backend keep a model that nobody is searching; of one more, the one that is idle longest
is let go."""


class ApartBackend(Backend):
    """A backend in a process of its own, where its search is at ``module:name``; ``library`` is the solver's module."""

    place: ClassVar[str]
    solver: ClassVar[str]
    library: ClassVar[str]
    distribution: ClassVar[str]

    def _load(self, model: Model, settings: Settings) -> Search:
        self.version()
        return ApartSearch(model, settings, from_module(self.place), self.place)

    def version(self, variant: str = "") -> str:
        try:
            if find_spec(self.library) is not None:
                return f"{self.solver} {version(self.distribution)}"
        except PackageNotFoundError:  # a module of that name which is something else
            pass
        raise MissingLibrary(self.name, self.distribution, self.name)

    def remark(self) -> str:
        return self.missing().partition(", which is ")[2]


class ApartSearch(Search):
    """A model in a process of its own, loaded there by ``loader``.

    An open search has a process to itself until it ends. Between searches the process that holds the model waits in a
    slot, a list of at most one. Who takes it out has it alone: the next search, or another model of the same kind.
    """

    grace_seconds: ClassVar[float | None] = None
    """How long after its time is up a process that looks at the clock is ended; one that does not is ended at once."""

    max_call_seconds: ClassVar[float | None] = None
    """How long anything besides a search may take."""

    def __init__(self, model: Model, settings: Settings, loader: Loader, kind: str) -> None:
        super().__init__(model)
        self._loader, self._kind = loader, kind
        self._settings = replace(settings, clock=ENDLESS)
        self._slot: list[SolverProcess] = []
        self._finalizer = finalize(self, _let_go, self._slot, kind)
        self._at_work: SolverProcess | None = None
        self._effort: dict[str, int] = {}
        there = self._process(settings.clock)
        self._size = dict(there.size)
        self._put_back(there)

    def size(self) -> dict[str, int]:
        return dict(self._size)

    def effort(self) -> dict[str, int]:
        return dict(self._effort)

    def _reset(self) -> bool:
        there = _taken(self._slot)
        return there is None or bool(self._asked(there, "reset"))

    def _assuming(self, givens: Givens, assumptions: Sequence[Literal], clock: Clock) -> Assignments:
        self._effort = {}
        there = self._process(clock)
        try:
            self._at_work = there
            there.search(givens, assumptions, self._seconds(clock), clock.wanted)
            number, asked = 0, 1
            while True:
                complete: bool | None = None
                last: Assignment | None = None  # it is kept until all that was asked for is over
                for what, value in there.replies(self._deadline(clock)):
                    if what == "found":
                        number += 1
                        if last is not None:
                            yield last
                        last = self._assignment(value)
                    else:
                        complete, self._effort = value, dict(there.effort)
                if last is not None:
                    yield last
                if complete is not None:
                    return complete
                if not there.at_rest:
                    return self._cut_short()
                asked = 1 if number < ANSWERS_ONE_BY_ONE else min(2 * asked, MAX_ANSWERS_AT_ONCE)
                there.ask("more", asked)
        finally:
            self._at_work = None
            self._put_back(there)

    def _count_remaining(self, clock: Clock, most: int | None, report: Callable[[int], None]) -> bool | None:
        there = self._at_work
        if there is None or not there.at_rest:  # the time was up before the first answer was followed by more
            return self._cut_short()
        there.ask("count", most)
        complete: bool | None = None
        for what, value in there.replies(self._deadline(clock)):
            if what == "counted":
                report(value)
            else:
                complete, self._effort = value, dict(there.effort)
        return complete if there.at_rest else self._cut_short()

    def _core(self, assumptions: Sequence[Literal]) -> tuple[Literal, ...] | None:
        there = _taken(self._slot)
        places = None if there is None else self._asked(there, "core")
        return None if places is None else tuple(assumptions[place] for place in places)

    def _assignment(self, values: Sequence[int]) -> Assignment:
        return dict(zip(self.model.variables, values, strict=True))

    def _seconds(self, clock: Clock) -> float | None:
        """What the process is told of ``clock``."""
        return None if self.grace_seconds is None else clock.remaining()

    def _deadline(self, clock: Clock) -> Clock:
        """When a process that is to answer by ``clock`` is ended."""
        return clock if self.grace_seconds is None else clock.later(self.grace_seconds)

    def _cut_short(self) -> bool:
        """What a search comes to whose process did not answer in time: it is not complete."""
        return False

    # Whose a process is

    def _process(self, clock: Clock) -> SolverProcess:
        """A process with the model in it, taken out of the slot or loaded by the time that ``clock`` is up."""
        there = _taken(self._slot)
        if there is not None and there.is_there():
            return there
        if there is not None:  # it was killed meanwhile, for its memory or by a person
            there.end()
        there = solver_process(self._kind)
        try:
            there.load(self._loader, self.model, self._settings, self._seconds(clock))
            size = there.answer(self._deadline(clock))
            if size is None:
                self._cut_short()
                raise OutOfTime("the time is up")
        except BaseException:
            there.end()
            raise
        there.size = size
        return there

    def _asked(self, there: SolverProcess, what: str) -> Any:
        try:
            there.ask(what)
            return there.answer(Clock(self.max_call_seconds))
        except SolverFailed:
            return None
        finally:
            self._put_back(there)

    def _put_back(self, there: SolverProcess) -> None:
        """Let a process wait for the next search, or end it where it is not at rest."""
        if not there.at_rest:
            there.end()
        elif not self._finalizer.alive:  # it was an open search that kept the process, and the search is no more
            release(there, self._kind)
        else:
            self._slot.append(there)
            _make_room(self._slot, self._kind)


_slots: dict[str, list[list[SolverProcess]]] = {}
"""By kind, the slots into which a process was put, the latest at the end; from some it was taken again."""


def _make_room(slot: list[SolverProcess], kind: str) -> None:
    """A process was put into ``slot``: let go of those that have been idle longest, where there are too many."""
    slots = _slots.setdefault(kind, [])
    slots[:] = [*(other for other in slots if other and other is not slot), slot]
    while len(slots) > MAX_IDLE_PROCESSES:
        _let_go(slots.pop(0), kind)


def _let_go(slot: list[SolverProcess], kind: str) -> None:
    there = _taken(slot)
    if there is not None:
        release(there, kind)


def _taken(slot: list[SolverProcess]) -> SolverProcess | None:
    """The process in a slot, which is then whoever's took it; threads and destructors may try at the same time."""
    try:
        return slot.pop()
    except IndexError:
        return None


def _leave_to_the_parent() -> None:
    for slots in _slots.values():
        for slot in slots:
            slot.clear()
    _slots.clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_leave_to_the_parent)
