"""Backends whose library works in a process of its own, where nothing it does can hurt.

Such a backend says where its :class:`~solvers.backend.Search` is to be found, which is imported there and only there.
It need not care for the clock or for Ctrl-C: the process is killed, and the next search begins in a new one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from typing import ClassVar
from weakref import finalize

from models.language.model import Assignment, Givens, Literal, Model
from solvers.backend import Assignments, Backend, Clock, MissingLibrary, OutOfTime, Search, Settings
from solvers.processes.remote import Remote, from_module, release, remote

ONE_BY_ONE = 32
"""So many answers are asked for one at a time, and then ever more together: few ask for so many and no more."""

MOST_AT_ONCE = 4_096

MOST_HELD = 3
"""Processes of one backend that hold a model each; for one more, the model that was used first is let go of."""


class ApartBackend(Backend):
    """A backend in a process of its own.

    Attributes:
        place: where its search is, such as ``package.module:name``.
        solver: what the solver is called.
        library: the module that must be there.
        distribution: the package in which it comes.
        lasting: whether one process may search again and again.
    """

    place: ClassVar[str]
    solver: ClassVar[str]
    library: ClassVar[str]
    distribution: ClassVar[str]
    lasting: ClassVar[bool] = True

    def _load(self, model: Model, settings: Settings) -> Search:
        self.version()
        return ApartSearch(self, model, settings)

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
    """A model loaded into a process of its own."""

    def __init__(self, backend: ApartBackend, model: Model, settings: Settings) -> None:
        super().__init__(model)
        self._kind = backend.place if backend.lasting else ""
        self._lasting = backend.lasting
        self._loader = from_module(backend.place)
        self._settings = settings
        self._held: list[Remote] = []
        finalize(self, _release_all, self._held, self._kind)
        self._size = dict(self._loaded(settings.clock).size)
        self._effort: dict[str, int] = {}

    def size(self) -> dict[str, int]:
        return dict(self._size)

    def effort(self) -> dict[str, int]:
        return dict(self._effort)

    def _forget(self) -> bool:
        """A fresh process has nothing to forget; one that is there makes its solver anew, or is left."""
        for there in self._held:
            there.ask("forget")
            if not there.answer(Clock(None)):
                self._leave()
        return True

    def _assuming(self, givens: Givens, assumptions: Sequence[Literal], clock: Clock) -> Assignments:
        self._effort = {}
        try:
            there = self._loaded(clock)
            there.begin(givens, assumptions)
            number, asked = 0, 1
            while True:
                there.ask("more", asked)
                complete = None
                last: Assignment | None = None  # it is kept until all that was asked for is over
                for what, value in there.told(clock):
                    if what == "found":
                        number += 1
                        if last is not None:
                            yield last
                        last = self._assignment(value)
                    else:
                        complete, self._effort = value, dict(there.effort)
                if last is not None:
                    yield last
                if complete is not None or not there.at_rest:
                    return bool(complete)
                asked = 1 if number < ONE_BY_ONE else min(2 * asked, MOST_AT_ONCE)
        finally:
            if not self._lasting or any(not there.at_rest for there in self._held):
                self._leave()

    def _count_on(self, clock: Clock, most: int | None, tell: Callable[[int], None]) -> bool | None:
        if not self._lasting or not self._held:
            return None
        (there,) = self._held
        there.ask("count", most)
        complete: bool | None = False
        for what, value in there.told(clock):
            if what == "counted":
                tell(value)
            else:
                complete, self._effort = value, dict(there.effort)
        return complete

    def _core(self, assumptions: Sequence[Literal]) -> tuple[Literal, ...] | None:
        if not self._lasting or not self._held:
            return None
        (there,) = self._held
        there.ask("core")
        places = there.answer(Clock(None))
        return None if places is None else tuple(assumptions[place] for place in places)

    def _assignment(self, values: Sequence[int]) -> Assignment:
        return dict(zip(self.model.variables, values, strict=True))

    def _loaded(self, clock: Clock) -> Remote:
        """The process, with the model loaded into it now if it was not before."""
        if not self._held:
            self._make_room()
            self._held.append(remote(self._kind))
            there = self._held[0]
            try:
                there.load(self._loader, self.model, self._settings)
                size = there.answer(clock)
            except BaseException:
                self._leave()
                raise
            if size is None:
                self._leave()
                raise OutOfTime("the time is up")
            there.size = size
        return self._held[0]

    def _make_room(self) -> None:
        """Take the process of another model that nobody is searching, where there are many."""
        holding = _holding.setdefault(self._kind, [])
        holding[:] = [held for held in holding if held]
        if self._kind and len(holding) >= MOST_HELD:
            free = next((held for held in holding if held[0].at_rest), None)
            if free is not None:
                _release_all(free, self._kind)
        holding.append(self._held)

    def _leave(self) -> None:
        """End the process; the next search begins in another."""
        while self._held:
            self._held.pop().end()


_holding: dict[str, list[list[Remote]]] = {}
"""By kind, what each search holds: a process, or none by now."""


def _release_all(held: list[Remote], kind: str) -> None:
    while held:
        release(held.pop(), kind)
