"""The backend of Algorithm X: models as exact covers, and covers back into answers.

``solvers.lowering.covering`` makes items and options of the model, ``dancing`` finds the covers, and each names one
choice for every group of variables. Givens and assumptions take options out, or choose one in advance.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence, Set
from dataclasses import replace
from itertools import count
from typing import Any, ClassVar

from models.language.model import Givens, IntVar, Literal, Model
from solvers.backends.dlx.dancing import CoverEffort, ExactCover
from solvers.backends.dlx.memo import tabulate
from solvers.core.backend import Assignments, Backend, Clock, Search, Settings, values_left
from solvers.core.limits import Distinct
from solvers.lowering.covering import Choice, Covering, covering, unsupported_reason

Values = dict[IntVar, int]  # what an option says of its group's variables


SOON_LOOKS = 100
"""Looks at the clock, some thousands of nodes, in which a count by listing is quicker than a table of counts."""


class DancingLinks(Backend):
    name = "dlx"
    summary = "own Algorithm X with dancing links, for models that are exact covers at heart"
    is_stateful = False

    def unsupported_reason(self, model: Model) -> str | None:
        return unsupported_reason(model)

    def _load(self, model: Model, settings: Settings) -> CoverSearch:
        return CoverSearch(model, settings)

    def version(self, variant: str = "") -> str:
        return "Puzzlebench Algorithm X"


class CoverSearch(Search):
    """A model as items and options, in which ``linked`` finds the covers."""

    linked: ClassVar[type[Any]] = ExactCover

    def __init__(self, model: Model, settings: Settings) -> None:
        super().__init__(model)
        problem = covering(model, settings.clock)
        self._problem = problem = shuffled(problem, settings.seed) if settings.seed else problem
        self._values = [
            self._values_of(option.group, option.choices[0]) for option in settings.clock.along(problem.options)
        ]
        self._links = self.linked(
            problem.primary, problem.secondary, [option.items for option in problem.options], problem.late
        )
        self._place_of = {
            var: (number, place)
            for number, group in enumerate(problem.groups)
            for place, var in enumerate(group.members)
        }
        self._options_of: list[list[int]] = [[] for _ in problem.groups]
        for number, option in enumerate(problem.options):
            self._options_of[option.group].append(number)
        self._idle_values = self._idle(self._values)
        self._effort = CoverEffort()
        self._asked: tuple[Sequence[int], Sequence[int]] = [], []  # options chosen in advance and taken out

    def size(self) -> dict[str, int]:
        problem = self._problem
        return {
            "items": problem.primary,
            "secondary items": problem.secondary,
            "options": sum(1 for option in problem.options if option.items),
            "nodes": self._links.nodes,
        }

    def effort(self) -> dict[str, int]:
        return {what.replace("_", " "): count for what, count in vars(self._effort).items()}

    def _assuming(self, givens: Givens, assumptions: Sequence[Literal], clock: Clock) -> Assignments:
        self._effort = CoverEffort()
        chosen: list[int] = []
        removed: list[int] = []
        instead: dict[int, Values] = {}  # of options whose first choice breaks a given
        wanted: dict[int, list[tuple[int, Set[int]]]] = {}  # by group, the values left for the member at a place
        for var, allowed in values_left(givens, assumptions).items():
            group, place = self._place_of[var]
            wanted.setdefault(group, []).append((place, allowed))
        for group, members in wanted.items():
            left = self._options_left(group, members, instead)
            if not left:
                return True
            if len(left) == 1 and self._problem.options[left[0]].items:
                chosen.append(left[0])  # covering its items hides the group's other options
            else:
                removed.extend(option for option in self._options_of[group] if option not in left)
        self._asked = chosen, removed
        covers = self._links.covers(chosen, removed, clock.expired, self._effort)
        values, idle_values = self._values, self._idle_values
        if instead:
            values = [instead.get(number, usual) for number, usual in enumerate(self._values)]
            idle_values = self._idle(values)
        answers = self._decoded(covers, values, idle_values)
        if not self._problem.decisive:  # several covers may be one answer
            answers = Distinct(self.model).among(answers)
        return (yield from answers)

    def _count_remaining(self, clock: Clock, most: int | None, report: Callable[[int], None]) -> bool | None:
        problem = self._problem
        if problem.late or not problem.decisive:
            return None
        chosen, removed = self._asked
        found = self._found_soon(chosen, removed, clock, most)
        if found is None:
            met = {item for number in chosen for item in problem.options[number].items}
            table = tabulate(
                [item for item in range(problem.primary) if item not in met],
                [item for item in range(problem.primary, problem.primary + problem.secondary) if item not in met],
                [
                    option.items
                    for number, option in enumerate(problem.options)
                    if option.items and number not in removed and met.isdisjoint(option.items)
                ],
                stop=clock.expired,
            )
            if table is None:
                return None
            found = table.total
        others = found - 1  # the first is told of already
        report(others if most is None else min(others, most))
        return most is None or others <= most

    def _found_soon(self, chosen: Sequence[int], removed: Sequence[int], clock: Clock, most: int | None) -> int | None:
        """How many covers there are, where a search is through in ``SOON_LOOKS`` looks at the clock; else None.

        More than ``most`` besides the first are not looked for.
        """
        looks = count(1)
        covers = self._links.covers(chosen, removed, lambda: next(looks) > SOON_LOOKS or clock.expired())
        found = 0
        while most is None or found <= most:
            try:
                next(covers)
            except StopIteration as stop:
                return found if stop.value else None
            found += 1
        return found

    def _decoded(
        self, covers: Generator[list[int], None, bool], values: Sequence[Values], idle_values: Values
    ) -> Assignments:
        while True:
            try:
                cover = next(covers)
            except StopIteration as stop:
                return bool(stop.value)
            assignment = dict(idle_values)
            for number in cover:
                assignment.update(values[number])
            yield assignment

    def _idle(self, values: Sequence[Values]) -> Values:
        idle = (own for option, own in zip(self._problem.options, values, strict=True) if not option.items)
        return {var: value for own in idle for var, value in own.items()}

    def _options_left(
        self, group: int, wanted: Sequence[tuple[int, Set[int]]], instead: dict[int, Values]
    ) -> list[int]:
        """The options of a group that keep to the values left, if need be by another choice than their first."""
        left = []
        for number in self._options_of[group]:
            choices = self._problem.options[number].choices
            kept = (choice for choice in choices if all(choice[place] in allowed for place, allowed in wanted))
            choice = next(kept, None)
            if choice is not None:
                left.append(number)
                if choice is not choices[0]:
                    instead[number] = self._values_of(group, choice)
        return left

    def _values_of(self, group: int, choice: Choice) -> Values:
        return dict(zip(self._problem.groups[group].members, choice, strict=True))


def shuffled(problem: Covering, seed: int) -> Covering:
    """A problem with its items and options in another order, so that ties fall differently."""
    from random import Random  # nobody needs it without a seed

    chance = Random(seed)
    primary = list(range(problem.primary))
    secondary = list(range(problem.primary, problem.primary + problem.secondary))
    chance.shuffle(primary)
    chance.shuffle(secondary)
    renamed = primary + secondary
    options = [replace(o, items=tuple(renamed[item] for item in o.items)) for o in problem.options]
    chance.shuffle(options)
    return replace(problem, options=tuple(options), late=frozenset(renamed[item] for item in problem.late))


BACKEND = DancingLinks()
