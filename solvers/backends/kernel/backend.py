"""The backend ``kernel``: each model goes to the engine in C that fits it, and to its Python twin where none is built.

1. A model that says AllDifferent and nothing else goes to the units engine.
2. A model whose constraints count true tests, an exact cover at heart, goes to the cover engine.
3. Every other goes to the store, which does what the backend ``backtracking`` does, node by node.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from models.language.expressions import Literal
from models.language.model import Givens, IntVar, Model
from solvers.backend import NO_GIVENS, Assignments, Backend, Clock, Limits, Search, Settings, values_left
from solvers.backends.backtracking.backend import BacktrackingSearch
from solvers.backends.dlx.backend import CoverSearch, shuffled
from solvers.backends.dlx.covering import Covering, covering, is_cover
from solvers.backends.dlx.dancing import Effort
from solvers.kernel import VERSION, compiled, missing
from solvers.kernel.covers import CompiledCover
from solvers.kernel.flatten import compiled_store
from solvers.kernel.recognise import UnitSystem, units_of

NODES = 4_000
"""States propagated in one call of the units engine: some milliseconds."""

PROPAGATIONS = 20_000
"""Propagators run in one call of the store: some milliseconds, after which the clock is looked at."""

MOST = 1 << 62
"""More answers than anybody waits for."""


class Kernel(Backend):
    """Compiled propagation and search, or its Python twin."""

    name = "kernel"
    summary = "own propagation and search, exact covers and all-different units, compiled from C"
    learns = False

    def objection(self, model: Model) -> str | None:
        return None

    def _load(self, model: Model, settings: Settings) -> Search:
        built = compiled() is not None
        units = units_of(model, settings.seed) if built else None
        if units is not None:
            return UnitsSearch(model, units)
        if is_cover(model):
            problem = covering(model)
            problem = shuffled(problem, settings.seed) if settings.seed else problem
            return CompiledCoverSearch(model, problem) if built else CoverSearch(model, problem)
        return StoreSearch(model, settings) if built else BacktrackingSearch(model, settings)

    def version(self, variant: str = "") -> str:
        why_not = missing()
        return f"Puzzlebench kernel in Python ({why_not})" if why_not else f"Puzzlebench kernel {VERSION} in C"


class StoreSearch(BacktrackingSearch):
    """A model in the compiled store; what that has no form of is searched in Python."""

    def __init__(self, model: Model, settings: Settings = Settings()) -> None:
        super().__init__(model, settings)
        posted = self._posted
        own = len(posted.store.domains) - sum(1 for _ in ())
        self._shown = own
        self._engine = compiled_store(posted, self._deciding, self._others, self._seed, own)
        self._in_python = self._engine is None

    def effort(self) -> dict[str, int]:
        if self._engine is None or self._in_python:
            return super().effort()
        return self._engine.effort()

    def _assuming(self, givens: Givens, assumptions: Sequence[Literal], clock: Clock) -> Assignments:
        engine = self._engine
        restrictions = None if engine is None else self._restrictions(givens, assumptions)
        self._in_python = restrictions is None
        if engine is None or restrictions is None:
            return (yield from super()._assuming(givens, assumptions, clock))
        engine.begin(restrictions)
        finished = False
        while not finished:
            answers, finished = engine.more(1, PROPAGATIONS)
            if answers:
                places = memoryview(answers).cast("i") if isinstance(answers, bytes) else ()
                yield self._posted.assignment_at(places)
            if not finished and clock.expired():
                return False
        return True

    def count(self, givens: Givens = NO_GIVENS, limits: Limits = Limits()) -> tuple[int, bool]:
        """How many answers there are, without listing them, and whether these are all."""
        return counted(self, givens, limits)

    def _restrictions(self, givens: Givens, assumptions: Sequence[Literal]) -> array[int] | None:
        return self._posted.restrictions(values_left(givens, assumptions))


class UnitsSearch(Search):
    """A model of AllDifferent in the units engine."""

    def __init__(self, model: Model, system: UnitSystem) -> None:
        super().__init__(model)
        kernel = compiled()
        assert kernel is not None
        self._system = system
        self._engine = kernel.Units(len(system.variables), len(system.values), system.domains, system.units)
        self._bits = {value: 1 << place for place, value in enumerate(system.values)}
        self._number = {var: place for place, var in enumerate(system.variables)}
        self._value_at = (None, *system.values).__getitem__

    def size(self) -> dict[str, int]:
        return {"variables": len(self.model.variables), "constraints": len(self.model.constraints)}

    def effort(self) -> dict[str, int]:
        return self._engine.effort()

    def _assuming(self, givens: Givens, assumptions: Sequence[Literal], clock: Clock) -> Assignments:
        engine, variables, value_at = self._engine, self._system.variables, self._value_at
        self._begin(givens, assumptions)
        finished = False
        while not finished:
            answers, finished = engine.more(1, NODES)
            if answers:
                yield dict(zip(variables, map(value_at, answers), strict=True))
            if not finished and clock.expired():
                return False
        return True

    def _begin(self, givens: Givens, assumptions: Sequence[Literal]) -> None:
        allowed = self._system.domains[:]
        for var, values in values_left(givens, assumptions).items():
            allowed[self._number[var]] = sum(map(self._bits.__getitem__, values))
        self._engine.begin(allowed)


class CompiledCoverSearch(CoverSearch):
    """A model as items and options, covered in C."""

    linked = CompiledCover


BACKEND = Kernel()
