"""Exact cover in general: choose options so that every item is met exactly once.

An *option* meets some *items*. *Primary* items must be met exactly once, *secondary* ones at most once.
An option that meets no primary item is never needed to meet one, so no answer takes it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import ClassVar

from models.drawing import Drawing
from models.errors import InputError
from models.kit.notebook import Shown
from models.language.model import Assignment, IntVar, Literal, Model
from models.mistakes import Copying
from models.puzzle import Formulation, Puzzle


@dataclass(frozen=True)
class Option:
    """Something that can be chosen, and the items it meets."""

    name: str
    items: tuple[str, ...]


@dataclass(frozen=True)
class Cover(Shown):
    """An exact cover problem.

    Attributes:
        name: what it is called.
        primary: the items to be met exactly once.
        secondary: the items that may be met once.
        options: the options, each with a name of its own.
        source: where the problem comes from.
    """

    puzzle_name: ClassVar = "cover"

    name: str
    primary: tuple[str, ...]
    secondary: tuple[str, ...]
    options: tuple[Option, ...]
    source: str = ""

    @cached_property
    def takers(self) -> dict[str, list[int]]:
        """For each item the options, by number from 0, that meet it and could be part of an answer."""
        primary = frozenset(self.primary)
        takers: dict[str, list[int]] = {item: [] for item in (*self.primary, *self.secondary)}
        for number, option in enumerate(self.options):
            if not primary.isdisjoint(option.items):
                for item in option.items:
                    takers[item].append(number)
        return takers

    @cached_property
    def places(self) -> dict[str, int]:
        """Where each option stands, by name."""
        return {option.name: number for number, option in enumerate(self.options)}


Chosen = tuple[str, ...]
"""An answer: the names of the chosen options, in the order of the instance."""


class OptionsModel(Formulation[Cover, Chosen]):
    """A 0-1 variable for every option: is it chosen?"""

    def __init__(self, instance: Cover, objective: str | None = None) -> None:
        self.model = model = Model(f"cover {instance.name}")
        useful = sorted({number for item in instance.primary for number in instance.takers[item]})
        self.is_chosen = {number: model.new_bool_var(instance.options[number].name) for number in useful}
        for place, item in enumerate(instance.primary):
            takers = [self.is_chosen[number] for number in instance.takers[item]]
            model.add_exactly_one(takers, because=f"{item} is met exactly once", key=("item", place))
        for place, item in enumerate(instance.secondary, len(instance.primary)):
            takers = [self.is_chosen[number] for number in instance.takers[item]]
            model.add_at_most_one(takers, because=f"{item} is met at most once", key=("item", place))
        model.project_on(self.is_chosen.values())

    def decode(self, instance: Cover, assignment: Assignment) -> Chosen:
        return tuple(instance.options[number].name for number, var in self.is_chosen.items() if assignment[var])


class ChoiceModel(Formulation[Cover, Chosen]):
    """A variable for every primary item: which option meets it? An option meets all of its items or none."""

    def __init__(self, instance: Cover, objective: str | None = None) -> None:
        self.model = model = Model(f"cover {instance.name}, by choice for each item")
        self.met_by: dict[str, IntVar] = {}
        for place, item in enumerate(instance.primary):
            if instance.takers[item]:
                self.met_by[item] = model.new_int_var_from_values(instance.takers[item], f"what meets {item}")
            else:
                model.add_bool_or([], because=f"{item} is met exactly once", key=("item", place))
        chosen: dict[int, Literal] = {}
        for number, option in enumerate(instance.options):
            met = [self.met_by[item] == number for item in option.items if item in self.met_by]
            if met:
                chosen[number] = met[0]
            # Round the items and back to the first, so that each test implies all others.
            for one, following in zip(met, met[1:] + met[:1], strict=True):
                if one is not following:
                    because = f"{option.name} meets all of its items or none"
                    model.add_implication(one, following, because=because, key=("option", number))
        for place, item in enumerate(instance.secondary, len(instance.primary)):
            takers = [chosen[number] for number in instance.takers[item]]
            model.add_at_most_one(takers, because=f"{item} is met at most once", key=("item", place))
        model.project_on(self.met_by.values())

    def decode(self, instance: Cover, assignment: Assignment) -> Chosen:
        chosen = {assignment[var] for var in self.met_by.values()}
        return tuple(option.name for number, option in enumerate(instance.options) if number in chosen)


class CoverPuzzle(Puzzle[Cover, Chosen]):
    """Any exact cover problem, from a list of options."""

    name = "cover"
    title = "Exact cover"
    summary = "Choose some of the options so that each item is met exactly once."
    formulations: ClassVar = {"options": OptionsModel, "choice": ChoiceModel}
    default_instance = "wildwood"

    def read(self, path: Path) -> Iterator[Cover | InputError]:
        from models.cover.reading import read_cover

        try:
            yield read_cover(path)
        except InputError as error:
            yield error

    def check(self, instance: Cover, answer: Chosen) -> str | None:
        met_by: dict[str, str] = {}
        items_of = {option.name: option.items for option in instance.options}
        for name in answer:
            if name not in items_of:
                return f"there is no option {name}"
            for item in items_of[name]:
                if item in met_by:
                    return f"{item} is met twice, by {met_by[item]} and by {name}"
                met_by[item] = name
            if not set(items_of[name]).intersection(instance.primary):
                return f"{name} meets no primary item, so that nothing needs it"
        return next((f"{item} is not met" for item in instance.primary if item not in met_by), None)

    def rank(self, instance: Cover, answer: Chosen) -> tuple[int, ...]:
        return tuple(instance.places[name] for name in answer)

    def render(self, instance: Cover, answer: Chosen | None = None) -> str:
        from models.cover.text import choice, problem

        return problem(instance) if answer is None else choice(instance, answer)

    @property
    def drawing(self) -> Drawing[Cover, Chosen]:
        from models.cover.drawing import CoverDrawing  # most runs draw nothing

        return CoverDrawing()

    @property
    def copying(self) -> Copying[Cover, Chosen]:
        from models.cover.mistakes import UnmetItems  # only a diagnosis asks for it

        return Copying(UnmetItems)

    def as_json(self, instance: Cover, answer: Chosen) -> object:
        items_of = {option.name: option.items for option in instance.options}
        return [{"option": name, "items": list(items_of[name])} for name in answer]

    def clash(self, instance: Cover) -> str | None:
        unmet = next((item for item in instance.primary if not instance.takers[item]), None)
        if unmet is not None:
            return f"no option meets {unmet}"
        needed: dict[int, str] = {}  # options that are the only ones to meet some item
        met_by: dict[str, int] = {}
        for item in instance.primary:
            number = instance.takers[item][0]
            if len(instance.takers[item]) > 1 or number in needed:
                continue
            needed[number] = item
            for shared in instance.options[number].items:
                other = met_by.setdefault(shared, number)
                if other != number:
                    return (
                        f"only {instance.options[other].name} meets {needed[other]} and only "
                        f"{instance.options[number].name} meets {item}, but both meet {shared}"
                    )
        return None

    def compact(self, instance: Cover, answer: Chosen) -> str | None:
        return "; ".join(answer)


PUZZLE = CoverPuzzle()
