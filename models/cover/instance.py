"""Exact cover problems: options that meet items, a choice of options, and what makes a choice right.

An *option* meets some *items*. *Primary* items must be met exactly once, *secondary* ones at most once.
An option that meets no primary item is never needed to meet one, so no answer takes it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from models.kit.notebook import Shown

Cell = tuple[int, int]
"""A cell of a grid: its row, counted from the top, and its column, counted from the left."""


@dataclass(frozen=True)
class Option:
    """Something that can be chosen, and the items it meets.

    Attributes:
        name: what it is called.
        items: the items that it meets.
        cells: where it lies on a board, if the file says so; only pictures ask.
    """

    name: str
    items: tuple[str, ...]
    cells: tuple[Cell, ...] = ()


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

    puzzle_name = "cover"

    name: str
    primary: tuple[str, ...]
    secondary: tuple[str, ...]
    options: tuple[Option, ...]
    source: str = ""

    @property
    def items(self) -> tuple[str, ...]:
        """All items, the primary ones first."""
        return self.primary + self.secondary

    @cached_property
    def takers(self) -> dict[str, list[int]]:
        """For each item the options, by number from 0, that meet it and could be part of an answer."""
        primary = frozenset(self.primary)
        takers: dict[str, list[int]] = {item: [] for item in self.items}
        for number, option in enumerate(self.options):
            if not primary.isdisjoint(option.items):
                for item in option.items:
                    takers[item].append(number)
        return takers

    @property
    def useful(self) -> list[int]:
        """The options, by number, that could be part of an answer."""
        return sorted({number for item in self.primary for number in self.takers[item]})

    @cached_property
    def places(self) -> dict[str, int]:
        """Where each option stands, by name."""
        return {option.name: number for number, option in enumerate(self.options)}


Chosen = tuple[str, ...]
"""An answer: the names of the chosen options, in the order of the instance."""


def check(instance: Cover, answer: Chosen) -> str | None:
    """What is wrong with ``answer``, in a sentence; None when it is right."""
    met_by: dict[str, str] = {}
    for name in answer:
        if name not in instance.places:
            return f"there is no option {name}"
        items = instance.options[instance.places[name]].items
        for item in items:
            if item in met_by:
                return f"{item} is met twice, by {met_by[item]} and by {name}"
            met_by[item] = name
        if not set(items).intersection(instance.primary):
            return f"{name} meets no primary item, so that nothing needs it"
    return next((f"{item} is not met" for item in instance.primary if item not in met_by), None)


def contradiction(instance: Cover) -> str | None:
    """An item that no option meets, or two options that are both needed and meet the same item; or None."""
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
