"""Whole-instance errors of a stack of dials: the target, the order of dials or rings, the direction of a ring.

Each spoils nearly every column and is one mistake all the same. Where all columns share one target, the direction of
all dials together is none: read the other way round, the dials have the mirrored answer.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import combinations, pairwise, product
from typing import TypeVar

from models.grecian.instance import Dials, Ring, Turns, column_sums, reach
from models.grecian.model import ElementModel
from models.language.model import Assignment, Key
from models.mistakes import Correction, Mistake, Mistakes

P = TypeVar("P")
Rings = tuple[Ring, ...]  # the rings of one dial
COMMON_ERRORS = 5  # of the mistakes about an order


class WrongTarget(Mistakes[Dials, Turns]):
    """Turns with which every column comes to one sum, whichever that is; or where each has its own, all but one."""

    def __init__(self, instance: Dials) -> None:
        self._instance = instance
        self._stated = ElementModel(instance)
        self.model = model = self._stated.model
        sums = [posted for posted in model.posted() if posted.constraint.key[:1] == ("column",)]
        wrong = [model.new_bool_var(f"the target of column {column} is wrong") for column in range(1, len(sums) + 1)]
        for posted, is_wrong in zip(sums, wrong, strict=True):
            posted.only_enforce_if(~is_wrong)
        if instance.goal is None:
            model.add_exactly_one(wrong, because="one target is wrong", key=("wrong",))
        else:
            for is_wrong in wrong:
                model.add_bool_or([is_wrong], because="the target is wrong", key=("wrong",))
            target = model.new_int_var(*reach(instance), "the target")
            for column, in_column in enumerate(self._stated.sums):
                because = f"column {column + 1} sums to the target"
                model.add(in_column == target, because=because, key=("alike", column))
        model.project_on([*self._stated.turns.values(), *wrong])

    def corrections(self, assignment: Assignment) -> Iterator[Correction[Dials, Turns]]:
        instance = self._instance
        turns = self._stated.decode(instance, assignment)
        meant = tuple(column_sums(instance, turns))
        wrong = [column for column, pair in enumerate(zip(meant, instance.targets, strict=True)) if pair[0] != pair[1]]
        if not wrong:
            return
        column, own = wrong[0], instance.goal is None
        where = f"the target of column {column + 1}" if own else "the target"
        key: Key = ("target", column) if own else ("target",)
        mistake = Mistake(f"{where} is {instance.targets[column]}", str(meant[column]), key, meant[column])
        yield Correction((mistake,), replace(instance, targets=meant), turns)


def whole_instance_errors(instance: Dials) -> Iterator[Correction[Dials, Turns] | Mistakes[Dials, Turns]]:
    seen = {instance}
    for place, (mistake, meant) in enumerate(_rewritten(instance)):
        if place == COMMON_ERRORS:
            yield WrongTarget(instance)  # which takes longer
        if meant not in seen:
            seen.add(meant)
            yield Correction((mistake,), meant, unlikely=0 if place < COMMON_ERRORS else 2)


def _rewritten(instance: Dials) -> Iterator[tuple[Mistake, Dials]]:
    """Every mistake with the instance that would be meant; some may be the same as ``instance``."""
    dials = instance.dials

    def all_dials(where: str, instead: str, key: Key, meant: Iterable[Rings]) -> tuple[Mistake, Dials]:
        return Mistake(where, instead, key), replace(instance, dials=tuple(meant))

    def one_dial(dial: int, where: str, instead: str, key: Key, rings: Rings) -> tuple[Mistake, Dials]:
        return all_dials(where, instead, key, (*dials[:dial], rings, *dials[dial + 1 :]))

    inwards, backwards = "from the outermost in", "read anticlockwise"
    yield all_dials("the dials are listed from the top down", "from the bottom up", ("order", "dials"), dials[::-1])
    where = "the rings are listed from the innermost out"
    for turned in (_printed_reversed, lambda rings: rings[::-1]):
        yield all_dials(where, inwards, ("order", "rings"), map(turned, dials))
    holes = (tuple(tuple(number or None for number in ring) for ring in rings) for rings in dials)
    yield all_dials("0 is taken for a number", "a hole", ("zeros",), holes)
    where = "the rings that a smaller dial lacks are written inside of those it has"
    yield all_dials(where, "outside of them", ("reach",), map(_innermost, dials))
    if instance.goal is None:
        yield from _other_ways_round(instance)
    for one, other in combinations(range(len(dials)), 2):
        where = f"dial {one} stands where dial {other} belongs"
        yield all_dials(where, "the two swapped", ("swapped", one, other), _swapped(dials, one, other))
    for dial, rings in enumerate(dials):
        where = f"the rings of dial {dial} are listed from the innermost out"
        yield one_dial(dial, where, inwards, ("order", "rings", dial), _printed_reversed(rings))
        printed = instance.printed_rings(dial)
        for one, other in pairwise(printed):
            where = f"dial {dial} ring {one + 1} stands where ring {other + 1} belongs"
            yield one_dial(dial, where, "the two swapped", ("swapped rings", dial, one), _swapped(rings, one, other))
        for ring, first in product(printed if len(printed) > 1 else (), (0, -1)):
            where = f"dial {dial} ring {ring + 1} is written the wrong way round"
            yield one_dial(dial, where, backwards, ("reversed", dial, ring), _one_reversed(rings, ring, first))
    for ring, first in product(range(instance.rings), (0, -1)):
        where = f"ring {ring + 1} of every dial is written the wrong way round"
        meant = (_one_reversed(rings, ring, first) for rings in dials)
        yield all_dials(where, backwards, ("reversed", "ring", ring), meant)


def _other_ways_round(instance: Dials) -> Iterator[tuple[Mistake, Dials]]:
    """Where each column has its own target: all dials read the other way round, or the targets begun elsewhere."""
    where, targets = "all dials are read anticlockwise", instance.targets
    backwards = tuple(tuple(ring[::-1] for ring in dial) for dial in instance.dials)
    yield Mistake(where, "clockwise", ("direction",)), replace(instance, dials=backwards)
    where, key = "the targets are read anticlockwise", ("direction", "targets")
    yield Mistake(where, "clockwise", key), replace(instance, targets=targets[::-1])
    for steps in range(1, instance.columns):
        where = f"the targets begin at column {steps + 1}"
        moved = targets[-steps:] + targets[:-steps]
        yield Mistake(where, "at column 1", ("shift", "targets"), steps), replace(instance, targets=moved)


def _swapped(parts: tuple[P, ...], one: int, other: int) -> tuple[P, ...]:
    changed = list(parts)
    changed[one], changed[other] = parts[other], parts[one]
    return tuple(changed)


def _printed(rings: Rings) -> list[int]:
    return [ring for ring, numbers in enumerate(rings) if any(number is not None for number in numbers)]


def _printed_reversed(rings: Rings) -> Rings:
    """The rings that have numbers in the other order, in the same places."""
    printed = _printed(rings)
    swapped = dict(zip(printed, (rings[ring] for ring in reversed(printed)), strict=True))
    return tuple(swapped.get(ring, numbers) for ring, numbers in enumerate(rings))


def _innermost(rings: Rings) -> Rings:
    """The rings without numbers first, so that the others are the innermost."""
    printed = _printed(rings)
    return tuple(rings[ring] for ring in range(len(rings)) if ring not in printed) + tuple(rings[r] for r in printed)


def _one_reversed(rings: Rings, ring: int, first: int) -> Rings:
    """The rings, one of them read the other way round from its ``first`` place on; -1 is the last, as written."""
    numbers = rings[ring][::-1]
    if first == 0:
        numbers = numbers[-1:] + numbers[:-1]
    return (*rings[:ring], numbers, *rings[ring + 1 :])
