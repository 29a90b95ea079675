"""Models of one's own as a puzzle, so that every verb treats them as it treats puzzles."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar

from models.errors import InputError, PuzzlebenchError
from models.formulation import Formulation, NamedInstance
from models.kit.relaxed import RelaxedRules
from models.language.model import Assignment, Givens, IntVar, Literal, Model
from models.mistakes import ErrorModel
from models.puzzle import Puzzle
from solvers.api.answer import puzzle_of
from solvers.api.arguments import ONE_FORMULATION
from solvers.api.search import Given, named
from solvers.core.backend import NO_GIVENS, check_givens

OBJECTIVE = "objective"  # what the objective of a model of one's own is called

Askable = Model | NamedInstance
"""What the front door takes: a model, or an instance of a puzzle."""


class NamedValues(dict[str, int]):
    """An answer to a model: the values of its projection by their names. Nobody changes it; it can be kept in a set."""

    def __hash__(self) -> int:  # type: ignore[override]
        return hash(frozenset(self.items()))


@dataclass(frozen=True, eq=False)
class ModelInstance:
    """A model with values that are fixed in advance."""

    model: Model
    givens: Givens = field(default_factory=dict)

    @property
    def name(self) -> str:
        return self.model.name

    def copy(self) -> ModelInstance:
        """One with a model of its own, that may be changed."""
        model = self.model.__copy__()
        return replace(self, model=model, givens={model.variables[var.index]: v for var, v in self.givens.items()})


class _Itself(Formulation[ModelInstance, NamedValues]):
    """The model as it was declared; people know each of its variables by its name, auxiliary ones aside."""

    gathers = True  # sums take values away by the dozen

    def __init__(self, instance: ModelInstance, objective: str | None = None) -> None:
        self.model = instance.model

    @cached_property
    def landmarks(self) -> tuple[IntVar, ...]:  # type: ignore[override]
        unnamed = {*self.model.auxiliaries, *self.model.projection}
        return tuple(var for var in self.model.variables if var not in unnamed)

    def givens(self, instance: ModelInstance) -> Givens:
        return instance.givens

    def decode(self, instance: ModelInstance, assignment: Assignment) -> NamedValues:
        return NamedValues((var.name, assignment[var]) for var in instance.model.projection)


class OwnModel(Puzzle[ModelInstance, NamedValues]):
    """Models of one's own as a puzzle, of which the model itself judges every answer."""

    name, title, summary = "model", "model", "A model of one's own."
    formulations: ClassVar = {"model": _Itself}
    objectives: ClassVar = {OBJECTIVE: "what the model says is to be as small or as large as possible"}
    default_instance = ""

    def read(self, path: Path) -> Iterator[ModelInstance | InputError]:
        yield InputError("a model of one's own is in no file", path)

    def check(self, instance: ModelInstance, answer: NamedValues) -> str | None:
        return None

    def shape(self, instance: ModelInstance) -> Model:
        return instance.model

    @property
    def error_model(self) -> ErrorModel[ModelInstance, NamedValues]:
        def relaxed(instance: ModelInstance) -> RelaxedRules[ModelInstance, NamedValues]:
            own = instance.copy()
            return RelaxedRules(own, self.state(own))

        return ErrorModel(relaxed)

    def render(self, instance: ModelInstance, answer: NamedValues | None = None) -> str:
        return ", ".join(f"{name} = {value}" for name, value in (answer or {}).items())

    def as_json(self, instance: ModelInstance, answer: NamedValues) -> dict[str, int]:
        return dict(answer)

    def half_filled(self, instance: ModelInstance, so_far: object) -> ModelInstance | None:
        """``so_far`` as values by their variables or names, or as a literal such as ``x == 3``."""
        if isinstance(so_far, Literal) and len(so_far.values) == 1:
            so_far = {so_far.var: next(iter(so_far.values))}
        return subject_of(instance.model, so_far)[1] if isinstance(so_far, Mapping) else None


OWN_MODEL = OwnModel()


def subject_of(what: Askable, givens: Given = NO_GIVENS, formulation: str = "") -> tuple[Puzzle[Any, Any], Any]:
    """A model or an instance as a puzzle and an instance of it, for verbs that are written for puzzles.

    Raises:
        PuzzlebenchError: when ``what`` is neither, or a model is to have another formulation or an instance givens.
    """
    if not isinstance(what, Model):
        if givens:
            raise PuzzlebenchError("givens are values of a model's variables; an instance of a puzzle has its own")
        return puzzle_of(what), what
    if formulation:
        raise PuzzlebenchError(ONE_FORMULATION)
    known = named(what, givens)
    check_givens(what, known)
    return OWN_MODEL, ModelInstance(what, known)
