"""Algorithm X: how do the options it chooses become the answers of a model?

``solvers.backends.dlx.covering`` turns the model into items and options, ``solvers.backends.dlx.dancing`` finds
the exact covers, and each cover names one choice for every group of variables. Givens take options out, or
choose one in advance; the links are made once for all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence, Set
from dataclasses import replace

from models.language.model import Givens, IntVar, Literal, Model
from solvers.backend import Assignments, Backend, Clock, Search, Settings, values_left
from solvers.backends.dlx.covering import Choice, Covering, covering, objection
from solvers.backends.dlx.dancing import Effort, ExactCover


class DancingLinks(Backend):
    """The backend ``dlx``."""

    name = "dlx"
    summary = "own Algorithm X with dancing links, for models that are exact covers at heart"
    learns = False

    def objection(self, model: Model) -> str | None:
        return objection(model)

    def _load(self, model: Model, settings: Settings) -> CoverSearch:
        problem = covering(model)
        return CoverSearch(model, _shuffled(problem, settings.seed) if settings.seed else problem)

    def version(self, variant: str = "") -> str:
        return "Puzzlebench Algorithm X"


class CoverSearch(Search):
    """A model as items and options, linked and ready to dance."""

    def __init__(self, model: Model, problem: Covering) -> None:
        super().__init__(model)
        self._problem = problem
        self._links = ExactCover(
            problem.primary, problem.secondary, [option.items for option in problem.options], problem.late
        )
        self._group_of = {var: number for number, group in enumerate(problem.groups) for var in group.members}
        self._options_of: list[list[int]] = [[] for _ in problem.groups]
        for number, option in enumerate(problem.options):
            self._options_of[option.group].append(number)
        self._values = [self._values_of(option.group, option.choices[0]) for option in problem.options]
        self._idle_values: dict[IntVar, int] = {}
        for idle in problem.idle:
            if idle is not None:
                self._idle_values.update(self._values[idle])
        self._effort = Effort()

    def size(self) -> dict[str, int]:
        problem = self._problem
        return {
            "items": problem.primary,
            "secondary items": problem.secondary,
            "options": sum(1 for option in problem.options if option.items),
            "nodes": self._links.nodes,
        }

    def effort(self) -> dict[str, int]:
        return {
            "nodes": self._effort.nodes,
            "updates": self._effort.updates,
            "dead ends": self._effort.dead_ends,
        }

    def _assuming(self, givens: Givens, assumptions: Sequence[Literal], clock: Clock) -> Assignments:
        self._effort = Effort()
        chosen: list[int] = []
        removed: list[int] = []
        instead: dict[int, dict[IntVar, int]] = {}  # values of options whose first choice breaks a given
        for group, wanted in self._wanted(values_left(givens, assumptions)).items():
            left = self._options_left(group, wanted, instead)
            if not left:
                return True
            if len(left) == 1 and self._problem.options[left[0]].items:
                chosen.append(left[0])  # covering its items hides the group's other options
            else:
                removed.extend(option for option in self._options_of[group] if option not in left)
        covers = self._links.covers(chosen, removed, clock.expired, self._effort)
        return (yield from self._decoded(covers, instead))

    def _decoded(self, covers: Generator[list[int], None, bool], instead: dict[int, dict[IntVar, int]]) -> Assignments:
        """The assignment of every cover; where covers can repeat the decisions, of the first that makes them."""
        values = self._values
        if instead:
            values = [instead.get(number, usual) for number, usual in enumerate(values)]
        idle_values = dict(self._idle_values)
        for idle in self._problem.idle:
            if idle in instead:
                idle_values.update(instead[idle])
        decisions = self.model.projection
        seen: set[tuple[int, ...]] = set()
        while True:
            try:
                cover = next(covers)
            except StopIteration as stop:
                return bool(stop.value)
            assignment = dict(idle_values)
            for number in cover:
                assignment.update(values[number])
            if not self._problem.decisive:
                decided = tuple(assignment[var] for var in decisions)
                if decided in seen:
                    continue
                seen.add(decided)
            yield assignment

    def _wanted(self, left: Mapping[IntVar, Set[int]]) -> dict[int, list[tuple[IntVar, Set[int]]]]:
        """The values left for variables, by the group they belong to."""
        wanted: dict[int, list[tuple[IntVar, Set[int]]]] = {}
        for var, values in left.items():
            wanted.setdefault(self._group_of[var], []).append((var, values))
        return wanted

    def _options_left(
        self, group: int, wanted: Sequence[tuple[IntVar, Set[int]]], instead: dict[int, dict[IntVar, int]]
    ) -> list[int]:
        """The options of a group that keep to the values left, if need be by another choice than their first."""
        left = []
        for number in self._options_of[group]:
            for choice in self._problem.options[number].choices:
                values = self._values_of(group, choice)
                if all(values[var] in allowed for var, allowed in wanted):
                    left.append(number)
                    if choice is not self._problem.options[number].choices[0]:
                        instead[number] = values
                    break
        return left

    def _values_of(self, group: int, choice: Choice) -> dict[IntVar, int]:
        return dict(zip(self._problem.groups[group].members, choice, strict=True))


def _shuffled(problem: Covering, seed: int) -> Covering:
    """The same problem with items and options in another order, so that ties fall differently."""
    from random import Random

    chance = Random(seed)
    primary = list(range(problem.primary))
    secondary = list(range(problem.primary, problem.primary + problem.secondary))
    chance.shuffle(primary)
    chance.shuffle(secondary)
    renamed = primary + secondary
    order = list(range(len(problem.options)))
    chance.shuffle(order)
    place_of: Callable[[int], int] = {option: place for place, option in enumerate(order)}.__getitem__
    return replace(
        problem,
        options=tuple(
            replace(problem.options[number], items=tuple(renamed[item] for item in problem.options[number].items))
            for number in order
        ),
        idle=tuple(None if idle is None else place_of(idle) for idle in problem.idle),
        late=frozenset(renamed[item] for item in problem.late),
    )


BACKEND = DancingLinks()
