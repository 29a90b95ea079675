"""Backends of other packages in a process of their own, which is ended when they do not keep a time limit.

A plug-in is told how much time it has. One that is still at work a few seconds later is killed; what it found before
is kept, and the next search begins in a new process. Ctrl-C ends it at once.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from importlib.metadata import EntryPoint

from models.language.model import Model
from solvers.backends.shared.apart import ApartSearch
from solvers.core.backend import Backend, Search, Settings
from solvers.core.limits import NotStopped

GRACE_SECONDS = 2.0  # how long a backend may go on after its time is up, before its process is ended

MAX_CALL_SECONDS = 60.0
"""How long loading a model may take, or what is asked besides a search, where no time limit says so."""


class Stoppable(Backend):
    """Another package's backend, found at ``module:NAME``, in a process that can be ended."""

    name = "stoppable"
    summary = "another package's backend in a process of its own"

    def __init__(self, inner: Backend, place: str) -> None:
        self._inner, self._place = inner, place
        self.name, self.summary = inner.name, inner.summary  # type: ignore[misc] # people see who searches
        self.is_stateful = inner.is_stateful

    @property
    def variants(self) -> tuple[str, ...]:
        return self._inner.variants

    def unsupported_reason(self, model: Model) -> str | None:
        return self._inner.unsupported_reason(model)

    def _load(self, model: Model, settings: Settings) -> Search:
        if settings.clock.remaining() is None:
            settings = replace(settings, clock=settings.clock.within(MAX_CALL_SECONDS))
        return StoppableSearch(self.name, model, settings, self._place)

    def version(self, variant: str = "") -> str:
        return self._inner.version(variant)

    def missing(self) -> str:
        return self._inner.missing()

    def remark(self) -> str:
        return self._inner.remark()


class StoppableSearch(ApartSearch):
    grace_seconds, max_call_seconds = GRACE_SECONDS, MAX_CALL_SECONDS

    def __init__(self, name: str, model: Model, settings: Settings, place: str) -> None:
        self._name = name
        super().__init__(model, settings, partial(_load, place), place)

    def _cut_short(self) -> bool:
        how = f"its process was ended {self.grace_seconds:g} s later"
        raise NotStopped(f"backend {self._name} did not stop when its time was up; {how}")


def _load(place: str, model: Model, settings: Settings) -> Search:
    backend: Backend = EntryPoint("backend", place, "").load()
    return backend.load(model, settings)
