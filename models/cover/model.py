"""Exact cover as a model: a 0-1 variable for every option, or the option that meets each item."""

from __future__ import annotations

from models.cover.instance import Chosen, Cover
from models.formulation import Formulation
from models.language.model import Assignment, IntVar, Literal, Model


class CoverFormulation(Formulation[Cover, Chosen]):
    """A formulation with ``tests`` of each option, by number, whether it is chosen; each implies the others."""

    tests: dict[int, list[Literal]]


class OptionsModel(CoverFormulation):
    """A 0-1 variable for every option: is it chosen?"""

    def __init__(self, instance: Cover, objective: str | None = None) -> None:
        self.model = model = Model(f"cover {instance.name}")
        self._is_chosen = {number: model.new_bool_var(instance.options[number].name) for number in instance.useful}
        self.tests = {number: [var == 1] for number, var in self._is_chosen.items()}
        for place, item in enumerate(instance.items):
            takers = [self._is_chosen[number] for number in instance.takers[item]]
            if place < len(instance.primary):
                model.add_exactly_one(takers, because=f"{item} is met exactly once", key=("item", place))
            else:
                model.add_at_most_one(takers, because=f"{item} is met at most once", key=("item", place))
        model.project_on(self._is_chosen.values())

    def decode(self, instance: Cover, assignment: Assignment) -> Chosen:
        return tuple(instance.options[number].name for number, var in self._is_chosen.items() if assignment[var])


class ChoiceModel(CoverFormulation):
    """A variable for every primary item: which option meets it? An option meets all of its items or none."""

    def __init__(self, instance: Cover, objective: str | None = None) -> None:
        self.model = model = Model(f"cover {instance.name}, by choice for each item")
        self._met_by: dict[str, IntVar] = {}
        for place, item in enumerate(instance.primary):
            if instance.takers[item]:
                self._met_by[item] = model.new_int_var_from_values(instance.takers[item], f"what meets {item}")
            else:
                model.add_bool_or([], because=f"{item} is met exactly once", key=("item", place))
        self.tests = {}
        for number, option in enumerate(instance.options):
            met = [self._met_by[item] == number for item in option.items if item in self._met_by]
            if met:
                self.tests[number] = met
            # Round the items and back to the first, so that each test implies all others.
            because = f"{option.name} meets all of its items or none"
            for one, following in zip(met, met[1:] + met[:1], strict=True):
                if one is not following:
                    model.add_implication(one, following, because=because, key=("option", number))
        for place, item in enumerate(instance.secondary, len(instance.primary)):
            takers = [self.tests[number][0] for number in instance.takers[item]]
            model.add_at_most_one(takers, because=f"{item} is met at most once", key=("item", place))
        model.project_on(self._met_by.values())

    def decode(self, instance: Cover, assignment: Assignment) -> Chosen:
        chosen = {assignment[var] for var in self._met_by.values()}
        return tuple(option.name for number, option in enumerate(instance.options) if number in chosen)
