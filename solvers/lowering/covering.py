"""A model as items and options, ready for exact covering.

1. Variables that hang together through Elements over numbers form a *group*: the index decides its targets.
   A variable of no Element is a group by itself. A *choice* of a group gives all its variables a value.
2. A constraint inside one group strikes out the choices that break it.
3. A constraint that counts true tests becomes items. ExactlyOne is a primary item and AtMostOne a secondary
   one, met by every choice under which one of its tests is true; a choice under which two are true is struck
   out. AllDifferent is such a count for each value: at most one variable takes it, exactly one when there are
   no more values than variables. A sum of 0-1 variables that comes to 1 counts in the same way.
4. Any other constraint between two groups becomes secondary items: one for each choice of the first, shared
   with the choices of the second that it rules out. Two choices that rule out the same share an item.
5. Every group is a primary item met by each of its options, so that exactly one is taken. A group of two
   options, of which one meets nothing and the other some primary item, needs none: what is not taken is idle.

Choices that meet the same items and agree on the projection are one option: they would only repeat an answer.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import compress
from operator import itemgetter
from typing import Any

from models.kit.names import shortened
from models.language.constraints import AllDifferent, AtMostOne, Clause, Element, ExactlyOne
from models.language.expressions import Constraint, IntVar, Linear
from models.language.model import Model
from solvers.core.backend import ENDLESS, Clock
from solvers.lowering.plain import beside_numbers, in_brief, plain, reads_numbers_only, too_many_values

MAX_MODEL_VALUES = 1_000_000
"""The values that the variables of a model may have in all; so many make some seconds of work and a gigabyte."""

MAX_GROUP_CHOICES = 10_000
"""A variable of more values than this can be covered, but propagation over bounds is quicker."""

MAX_CHOICE_PAIRS = 250_000
"""Pairs of choices tried for one constraint between two groups; beyond that it is not taken."""

Choice = tuple[int, ...]
"""A value for each member of a group."""

Count = tuple[bool, Sequence[tuple[IntVar, Iterable[int]]]]
"""An item in the making: of the tests ``variable in values`` one is true (a primary item), or at most one."""

Origin = Constraint | IntVar
"""What an item stands for: the constraint that it is part of, or the first variable of a group that takes a choice."""


@dataclass(frozen=True)
class Group:
    members: tuple[IntVar, ...]
    choices: tuple[Choice, ...]


@dataclass(frozen=True)
class GroupOption:
    """Choices of a group that come to the same; where it is idle, it meets no items."""

    group: int
    choices: tuple[Choice, ...]
    items: tuple[int, ...]


@dataclass(frozen=True)
class Covering:
    """An exact cover problem that says the same as a model; each group takes one option.

    So many ``primary`` items come first; those of them that are ``late`` have no say in the projection. Where it is
    ``decisive``, different covers are different answers.
    """

    groups: tuple[Group, ...]
    options: tuple[GroupOption, ...]
    primary: int
    secondary: int
    late: frozenset[int]
    decisive: bool
    origins: tuple[Origin, ...]


def unsupported_reason(model: Model) -> str | None:
    if model.objective is not None:
        return f"the objective {in_brief(model.objective)}"
    if too_many := too_many_values(model, MAX_MODEL_VALUES, "an option"):
        return too_many
    constraints = list(plain(model.constraints))
    grouping = _Grouping(model, constraints)

    @cache
    def size(number: int) -> int:
        members = grouping.members[number]
        return len(members[0].domain) if len(members) == 1 else len(grouping.choices(number))

    for constraint in constraints:
        touched = grouping.touched(constraint)
        if len(touched) > 1 and _counts(constraint) is None:
            if len(touched) > 2:
                why = f"it connects {len(touched)} choices, and items connect at most two"
            elif size(touched[0]) * size(touched[1]) > MAX_CHOICE_PAIRS:
                ways = " × ".join(f"{size(number):,}" for number in touched)
                why = f"it connects choices in {ways} ways, and the limit is {MAX_CHOICE_PAIRS:,}"
            else:
                continue
            return f"the constraint {shortened(str(constraint), 160)}: {why}"  # of a long table its first rows
    return None


def is_cover(model: Model, clock: Clock = ENDLESS) -> bool:
    """Whether all that ties choices counts true tests, and no variable has very many values, as numbers have."""
    if model.objective is not None or too_many_values(model, MAX_MODEL_VALUES, "an option"):
        return False
    if any(len(var.domain) > MAX_GROUP_CHOICES for var in model.variables):
        return False
    elements = (one for one in clock.along(beside_numbers(model)) if isinstance(one, Element))
    decided_by = _deciding(plain(elements, split_elements=False))
    # Most models that are none are given away by one of the first.
    for constraint in plain(clock.along(model.constraints)):
        if not _counts(constraint):
            touched = {_way_up(var, decided_by)[-1] for var in constraint.scope() if len(var.domain) > 1}
            if len(touched) > 1:
                return False
    return True


def decides(model: Model) -> bool:
    projection = frozenset(var.index for var in model.projection)
    grouping = _Grouping(model, plain(model.constraints))
    for number, members in enumerate(grouping.members):
        deciding = [place for place, var in enumerate(members) if var.index in projection]
        if deciding[:1] == [0]:  # the first decides the others
            continue
        if len(members) == 1 and len(members[0].domain) > 1:
            return False
        choices = grouping.choices(number) if len(members) > 1 else ()
        if len({tuple(choice[place] for place in deciding) for choice in choices}) < len(choices):
            return False
    return True


def covering(model: Model, clock: Clock = ENDLESS) -> Covering:
    """Items and options for a model that can be said with them; ``OutOfTime`` is raised when the clock is up first."""
    constraints = list(plain(model.constraints))
    grouping = _Grouping(model, constraints)
    groups = [Group(tuple(members), grouping.choices(number)) for number, members in enumerate(grouping.members)]
    obeyed = set(map(id, grouping.decided_by.values()))  # by every choice there is
    between: list[tuple[Constraint, list[int]]] = []
    unmet: list[Constraint] = []
    for constraint in constraints:
        clock.check()
        touched = grouping.touched(constraint)
        if len(touched) > 1:
            between.append((constraint, touched))
        elif id(constraint) in obeyed:
            continue
        elif touched:
            groups[touched[0]] = _keep_within(constraint, groups[touched[0]])
        elif not constraint.holds({var: var.domain[0] for var in constraint.scope()}):
            unmet.append(constraint)
    draft = _CoveringDraft(groups, grouping.group_of, clock)
    for constraint in unmet:
        draft.count(constraint, [(True, ())])  # an item that nothing can meet
    for constraint, (first, *others) in between:
        counted = _counts(constraint)
        if counted is None:
            draft.conflicts(constraint, first, others[0])
        else:
            draft.count(constraint, counted)
    return draft.finish(model)


# 1. Groups


def _deciding(constraints: Iterable[Constraint]) -> dict[int, Element]:
    """The Elements that decide a variable, by its place among the model's; none decides itself, however far round."""
    decided_by: dict[int, Element] = {}
    for constraint in constraints:
        if isinstance(constraint, Element) and not constraint.condition and reads_numbers_only(constraint):
            target = constraint.target
            if target.index not in decided_by and target.index not in _way_up(constraint.index, decided_by):
                decided_by[target.index] = constraint
    return decided_by


def _way_up(var: IntVar, decided_by: dict[int, Element]) -> list[int]:
    way = [var.index]
    while way[-1] in decided_by:
        way.append(decided_by[way[-1]].index.index)
    return way


class _Grouping:
    """The variables of a model by what decides them: the members of each group, all behind what decides them."""

    def __init__(self, model: Model, constraints: Iterable[Constraint]) -> None:
        self.decided_by = _deciding(constraints)
        self.members, self.group_of = [[var] for var in model.variables], [*range(len(model.variables))]
        if not self.decided_by:
            return
        by_root: dict[int, list[tuple[int, IntVar]]] = {}
        for var in model.variables:
            way = _way_up(var, self.decided_by)
            by_root.setdefault(way[-1], []).append((len(way), var))
        self.members = [[var for _, var in sorted(by_root[root], key=itemgetter(0))] for root in sorted(by_root)]
        for number, members in enumerate(self.members):
            for var in members:
                self.group_of[var.index] = number

    def touched(self, constraint: Constraint) -> list[int]:
        """The groups a constraint speaks of, variables with one value left aside."""
        return list(dict.fromkeys(self.group_of[var.index] for var in constraint.scope() if len(var.domain) > 1))

    def choices(self, number: int) -> tuple[Choice, ...]:
        """What the members of a group can be together, in the order of the values of the first."""
        root, *followers = self.members[number]
        columns: dict[int, list[Any]] = {root.index: list(root.domain)}
        for var in followers:
            element = self.decided_by[var.index]
            read: list[Any] = list(map(element.array.__getitem__, columns[element.index.index]))
            columns[var.index] = read
            if any(entry not in var.domain for entry in set(read)):
                kept = [entry in var.domain for entry in read]
                columns = {index: list(compress(column, kept)) for index, column in columns.items()}
        return tuple(zip(*columns.values(), strict=True))


# 2. Constraints inside a group


def _keep_within(constraint: Constraint, group: Group) -> Group:
    assignment = {var: var.domain[0] for var in constraint.scope()}
    kept = []
    for choice in group.choices:
        assignment.update(zip(group.members, choice, strict=True))
        if constraint.holds(assignment):
            kept.append(choice)
    return Group(group.members, tuple(kept))


# 3. Constraints that count


def _counts(constraint: Constraint) -> Iterable[Count] | None:
    """What a constraint counts; None when it is no count of true tests."""
    if isinstance(constraint, Clause):
        # a ∨ b: of ¬a and ¬b, at most one is true. A condition c ⇒ a is ¬c ∨ a.
        untrue = (*constraint.condition, *(~literal for literal in constraint.literals))
        return [(False, [(literal.var, literal.values) for literal in untrue])] if len(untrue) == 2 else None
    if constraint.condition:
        return None
    if isinstance(constraint, ExactlyOne | AtMostOne):
        tests = [(literal.var, literal.values) for literal in constraint.literals]
        return [(isinstance(constraint, ExactlyOne), tests)]
    if isinstance(constraint, Linear):
        of_ones = constraint.constant == 1 and all(c == 1 and var.is_boolean for c, var in constraint.terms)
        tests = [(var, frozenset((1,))) for _, var in constraint.terms]
        return [(constraint.relation == "==", tests)] if of_ones and constraint.relation in ("==", "<=") else None
    return _takings(constraint) if isinstance(constraint, AllDifferent) else None


def _takings(constraint: AllDifferent) -> Iterator[Count]:
    takers = constraint.takers()
    if len(takers) < len(constraint.variables):  # one of them goes without
        yield True, ()
    for value in sorted(takers):
        yield len(takers) == len(constraint.variables), [(var, (value,)) for var in takers[value]]


# 4 and 5. Items and options


class _CoveringDraft:
    """Choices and the items they meet so far; items are numbered in order of making, whatever their kind."""

    def __init__(self, groups: list[Group], group_of: list[int], clock: Clock) -> None:
        self.clock = clock
        self.groups = groups
        self.group_of = group_of
        self.met: list[list[list[int]]] = [[[] for _ in group.choices] for group in groups]
        self.is_primary: list[bool] = []
        self.origins: list[Origin] = []
        self._takes: dict[int, dict[int, list[int]]] = {}

    def count(self, constraint: Constraint, counts: Iterable[Count]) -> None:
        for primary, tests in counts:
            item = self._new_item(primary, constraint)
            for var, values in tests:
                self.clock.check()
                met = self.met[self.group_of[var.index]]
                takes = self._choices_by_value(var)
                for value in values:
                    for place in takes.get(value, ()):
                        met[place].append(item)

    def conflicts(self, constraint: Constraint, first: int, second: int) -> None:
        one, other = self.groups[first], self.groups[second]
        assignment = {var: var.domain[0] for var in constraint.scope()}
        ruled_out: dict[tuple[int, ...], list[int]] = {}
        for place, choice in enumerate(one.choices):
            self.clock.check()
            assignment.update(zip(one.members, choice, strict=True))
            broken = []
            for opposite, other_choice in enumerate(other.choices):
                assignment.update(zip(other.members, other_choice, strict=True))
                if not constraint.holds(assignment):
                    broken.append(opposite)
            ruled_out.setdefault(tuple(broken), []).append(place)
        for opposites, places in ruled_out.items():
            if opposites:
                item = self._new_item(False, constraint)
                for group, members in ((first, places), (second, opposites)):
                    for place in members:
                        self.met[group][place].append(item)

    def finish(self, model: Model) -> Covering:
        projection = frozenset(var.index for var in model.projection)
        options: list[GroupOption] = []
        deciding: set[int] = set()  # groups on which the projection depends
        decisive = True
        for number in range(len(self.groups)):
            self.clock.check()
            merged = self._merge(number, projection)
            signatures = {signature for _, signature in merged}
            if len(signatures) > 1:
                deciding.add(number)
            decisive = decisive and len(signatures) == len(merged)
            idle = self._may_idle([items for items, _ in merged])
            own = () if idle else (self._new_item(True, self.groups[number].members[0]),)
            options += [GroupOption(number, tuple(choices), items + own) for (items, _), choices in merged.items()]
        order = sorted(range(len(self.is_primary)), key=lambda item: not self.is_primary[item])
        renumbered = {item: place for place, item in enumerate(order)}
        for place, option in enumerate(options):
            self.clock.check()
            items = tuple(sorted(renumbered[item] for item in option.items))
            options[place] = GroupOption(option.group, option.choices, items)
        primary = sum(self.is_primary)
        weighty = {item for option in options if option.group in deciding for item in option.items}
        late = frozenset() if decisive else frozenset(range(primary)) - weighty
        origins = tuple(self.origins[item] for item in order)
        return Covering(tuple(self.groups), tuple(options), primary, len(order) - primary, late, decisive, origins)

    def _merge(self, number: int, projection: frozenset[int]) -> dict[tuple[tuple[int, ...], Choice], list[Choice]]:
        """The group's choices by the items they meet and their part of the projection; those that meet one twice go."""
        group = self.groups[number]
        deciding = [place for place, var in enumerate(group.members) if var.index in projection]
        merged: dict[tuple[tuple[int, ...], Choice], list[Choice]] = {}
        for choice, items in zip(group.choices, self.met[number], strict=True):
            if len(set(items)) == len(items):
                signature = tuple(choice[place] for place in deciding)
                merged.setdefault((tuple(items), signature), []).append(choice)
        return merged

    def _may_idle(self, options: list[tuple[int, ...]]) -> bool:
        return (
            len(options) == 2
            and options.count(()) == 1
            and any(self.is_primary[item] for items in options for item in items)
        )

    def _choices_by_value(self, var: IntVar) -> dict[int, list[int]]:
        if var.index not in self._takes:
            group = self.groups[self.group_of[var.index]]
            column = next(place for place, member in enumerate(group.members) if member is var)
            takes: dict[int, list[int]] = {}
            for place, choice in enumerate(group.choices):
                takes.setdefault(choice[column], []).append(place)
            self._takes[var.index] = takes
        return self._takes[var.index]

    def _new_item(self, primary: bool, origin: Origin) -> int:
        self.is_primary.append(primary)
        self.origins.append(origin)
        return len(self.is_primary) - 1
