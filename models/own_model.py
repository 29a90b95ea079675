"""Models of one's own as a puzzle, so that every verb treats them as it treats puzzles."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import ClassVar

from models.errors import InputError
from models.formulation import Formulation
from models.language.model import Assignment, Givens, IntVar, Model
from models.mistakes import ErrorModel
from models.puzzle import Puzzle

OBJECTIVE = "objective"  # what the objective of a model of one's own is called


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
        return NamedValues((var.name, assignment[var]) for var in self.model.projection)


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
        from models.kit.relaxed import RelaxedRules  # only a diagnosis asks for it

        def relaxed(instance: ModelInstance) -> RelaxedRules[ModelInstance, NamedValues]:
            own = instance.copy()
            return RelaxedRules(own, self.state(own))

        return ErrorModel(relaxed)

    def render(self, instance: ModelInstance, answer: NamedValues | None = None) -> str:
        return ", ".join(f"{name} = {value}" for name, value in (answer or {}).items())

    def as_json(self, instance: ModelInstance, answer: NamedValues) -> dict[str, int]:
        return dict(answer)


class _OfFile(_Itself):
    def __init__(self, instance: ModelInstance, objective: str | None = None) -> None:
        if objective and instance.model.objective is None:
            raise InputError(f"model {instance.name} names nothing that is to be small or large")
        unwanted = instance.model.objective is not None and not objective
        super().__init__(instance.copy() if unwanted else instance)
        if unwanted:
            self.model.objective = None

    def givens(self, instance: ModelInstance) -> Givens:
        return {self.model.variables[var.index]: value for var, value in instance.givens.items()}


class ModelInFile(OwnModel):
    """The model that a Python file declares, which is its only instance."""

    formulations: ClassVar = {"model": _OfFile}

    def __init__(self, model: Model, path: Path) -> None:
        self.name = f"{path.stem}-model"  # type: ignore[misc]
        self.title = path.stem  # type: ignore[misc]
        self.summary = f"The model in {path.name}."  # type: ignore[misc]
        self.instances = {model.name: ModelInstance(model)}  # type: ignore[misc]
        self.default_instance = model.name  # type: ignore[misc]

    def asks_for(self, instance: ModelInstance) -> str:
        return OBJECTIVE if instance.model.objective is not None else ""

    def render(self, instance: ModelInstance, answer: NamedValues | None = None) -> str:
        return str(instance.model) if answer is None else "\n".join(f"{name} = {answer[name]}" for name in answer)
