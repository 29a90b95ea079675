"""What is the best solution of a model, and is it proved to be?"""

from __future__ import annotations

from dataclasses import dataclass, field

from models.csp import Assignment, Model
from solvers.backend import Backend, Clock, Limits, Settings, Solutions
from solvers.solving import refusal


@dataclass(frozen=True)
class Optimiser:
    """A backend that is asked for the best.

    Attributes:
        backend: the backend.
        settings: seed and workers.
    """

    backend: Backend
    settings: Settings = field(default_factory=Settings)

    def best(self, model: Model, clock: Clock) -> tuple[Assignment | None, bool]:
        """The best solution found in time, and whether it is proved best (with none: that there is none).

        Raises:
            CannotTake: when the backend cannot take the model.
            KeyboardInterrupt: when that came meanwhile.
        """
        objection = self.backend.objection(model)
        if objection is not None:
            raise refusal(self.backend, model, objection)
        solutions = self.backend.load(model, self.settings).solutions(limits=Limits(seconds=clock.remaining()))
        best = None
        for assignment in solutions:
            best = assignment
        pass_interrupt_on(solutions)
        return best, solutions.outcome.complete


def value_of(model: Model, assignment: Assignment) -> int:
    """What the objective of ``model`` comes to."""
    assert model.objective is not None
    return model.objective.expression.value(assignment)


def pass_interrupt_on(solutions: Solutions) -> None:
    """A search takes Ctrl-C as a limit; where several make up one inquiry, it ends all of it."""
    if solutions.outcome.stopped_by == "interrupt":
        raise KeyboardInterrupt
