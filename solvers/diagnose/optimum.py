"""The best solution of a model, as far as a backend gets with it in time."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from models.language.model import Assignment, Model
from solvers.core.backend import Backend, CannotTake, Clock, Limits, Outcome, OutOfTime, Settings
from solvers.core.registry import load, takers

MAX_VALUES = {"mip": 1_500}
"""Backends that get nowhere with larger models: HiGHS, asked which of the dials were copied wrongly, spent minutes."""

QUICKEST = ("maxsat", "cpsat")
"""Those that can be asked instead."""


@dataclass(frozen=True)
class Optimiser:
    """A backend that is asked for the best."""

    backend: Backend
    settings: Settings = field(default_factory=Settings)

    def best(self, model: Model, clock: Clock) -> tuple[Assignment | None, bool]:
        """The best solution found in time, and whether it is proved best (with none: that there is none).

        Raises:
            CannotTake: see ``demand``.
            KeyboardInterrupt: when that came meanwhile.
        """
        if clock.expired():
            return None, False
        self._demand_reach(model)
        try:
            search = load(self.backend, model, replace(self.settings, only_best=True, clock=clock))
        except OutOfTime:
            return None, False
        solutions = search.solutions(limits=Limits(seconds=clock.remaining()))
        best = None
        for assignment in solutions:
            best = assignment
        pass_interrupt_on(solutions.outcome)
        return best, solutions.outcome.complete

    def demand(self, model: Model) -> None:
        """Raise ``CannotTake`` unless the backend takes ``model`` and can be expected to get somewhere with it."""
        reason = self.backend.unsupported_reason(model)
        if reason is not None:
            raise CannotTake(self.backend.name, f"{reason}; {', '.join(takers(model)) or 'no backend'} can")
        self._demand_reach(model)

    def _demand_reach(self, model: Model) -> None:
        most, values = MAX_VALUES.get(self.backend.name), sum(len(var.domain) for var in model.variables)
        if most is not None and values > most:
            what = f"so large a question of the best: {values:,} values of variables, where {most:,} are in its reach"
            raise CannotTake(self.backend.name, f"{what}; {', '.join(QUICKEST)} can")


def value_of(model: Model, assignment: Assignment) -> int:
    assert model.objective is not None
    return model.objective.expression.value(assignment)


def pass_interrupt_on(outcome: Outcome) -> None:
    """A search takes Ctrl-C as a limit; where several make up one inquiry, it ends all of it."""
    if outcome.stopped_by == "interrupt":
        raise KeyboardInterrupt
