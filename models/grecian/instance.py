"""Dials with holes: the numbers printed on them, what shows when they are turned, and the check of an answer.

Through a hole shows whatever lies below, and a hole that goes all the way to the table adds nothing. Dials are counted
from 0, the bottom one; rings and columns from 0 in the code and from 1 for people, rings from the outermost in, columns
clockwise. A dial turned ``k`` steps clockwise brings the number of column ``c - k`` to column ``c``.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import ClassVar

from models.formulation import Shown

Ring = tuple[int | None, ...]  # one ring of a dial, columns clockwise; None is a hole
Turns = tuple[int, ...]  # an answer: the steps that each dial is turned clockwise, the bottom dial first


@dataclass(frozen=True)
class Dials(Shown):
    """The numbers printed on a stack of dials, as it stands before anything is turned.

    The dials are listed from the bottom up, each with the same number of rings: where a dial does not reach, its ring
    is all holes. With ``show_hidden``, pictures list the numbers that lie covered.
    """

    puzzle_name: ClassVar = "grecian"

    name: str
    targets: tuple[int, ...]
    dials: tuple[tuple[Ring, ...], ...]
    source: str = ""
    show_hidden: bool = field(default=False, compare=False)

    @property
    def columns(self) -> int:
        return len(self.targets)

    @property
    def rings(self) -> int:
        return len(self.dials[0])

    def printed_rings(self, dial: int) -> list[int]:
        """The rings of a dial that have numbers on them."""
        return [ring for ring, numbers in enumerate(self.dials[dial]) if any(entry is not None for entry in numbers)]

    def reach(self, dial: int) -> int:
        """The outermost ring of a dial that has a number; 0 where none has."""
        return min(self.printed_rings(dial), default=0)

    @property
    def goal(self) -> int | None:
        """The sum that all columns have to reach; None where each has its own."""
        return self.targets[0] if len(set(self.targets)) == 1 else None

    @cached_property
    def printed(self) -> int:
        return sum(number is not None for dial in self.dials for ring in dial for number in ring)

    def coming_to(self, dial: int, ring: int, column: int) -> Ring:
        """What ``dial`` brings to a place when it is turned 0, 1, 2 … steps clockwise."""
        numbers = self.dials[dial][ring]
        return numbers[column::-1] + numbers[:column:-1]

    def lowest_visible(self, ring: int) -> int:
        """The topmost dial without a hole in ``ring``: whatever lies below it never shows; dial 0 if there is none."""
        full = (dial for dial in reversed(range(len(self.dials))) if None not in self.dials[dial][ring])
        return next(full, 0)


def _numbers(instance: Dials, turns: Turns) -> Iterator[tuple[int, int, int, int]]:
    """Every printed number, from the bottom dial up, after ``turns``: its dial, its ring, its column, itself."""
    for dial, (rings, steps) in enumerate(zip(instance.dials, turns, strict=True)):
        for ring, numbers in enumerate(rings):
            for home, number in enumerate(numbers):
                if number is not None:
                    yield dial, ring, (home + steps) % instance.columns, number


def face(instance: Dials, turns: Turns) -> list[list[tuple[int, int] | None]]:
    """What shows after ``turns``: for each ring and column the number and its dial; None shows the table."""
    shown: list[list[tuple[int, int] | None]] = [[None] * instance.columns for _ in range(instance.rings)]
    for dial, ring, column, number in _numbers(instance, turns):
        shown[ring][column] = (number, dial)
    return shown


def column_sums(instance: Dials, turns: Turns) -> list[int]:
    return [sum(seen[0] for seen in column if seen) for column in zip(*face(instance, turns), strict=True)]


def wrong_columns(instance: Dials, turns: Turns) -> list[tuple[int, int, int]]:
    """The columns that do not reach their target after ``turns``: column, sum and target."""
    sums = zip(column_sums(instance, turns), instance.targets, strict=True)
    return [(column, total, target) for column, (total, target) in enumerate(sums) if total != target]


def hidden_numbers(instance: Dials, turns: Turns) -> list[tuple[int, int, dict[int, int]]]:
    """The numbers that do not show after ``turns``: dial, ring and numbers by column, in the starting order."""
    shown = face(instance, turns)
    hidden: dict[tuple[int, int], dict[int, int]] = {}
    for dial, ring, column, number in _numbers(instance, turns):
        if shown[ring][column] != (number, dial):
            hidden.setdefault((dial, ring), {})[column] = number
    return [(*place, numbers) for place, numbers in hidden.items()]


def lying_hidden(instance: Dials, turns: Turns) -> str:
    hidden = sum(len(numbers) for _, _, numbers in hidden_numbers(instance, turns))
    return f"{hidden} of the {instance.printed} printed numbers {'lies' if hidden == 1 else 'lie'} hidden"


def check(instance: Dials, answer: Turns) -> str | None:
    if len(answer) != len(instance.dials):
        return f"there are {len(instance.dials)} dials, but the answer turns {len(answer)}"
    for dial, steps in enumerate(answer):
        if not 0 <= steps < instance.columns:
            return f"dial {dial} is turned {steps} steps; 0 to {instance.columns - 1} are expected"
    wrong = wrong_columns(instance, answer)
    return f"column {wrong[0][0] + 1} sums to {wrong[0][1]}, not {wrong[0][2]}" if wrong else None


def reach(instance: Dials) -> tuple[int, int]:
    """The least and the most that a column can show, ring by ring, whatever the other rings do."""
    lowest, highest = zip(*(_ring_reach(instance, ring) for ring in range(instance.rings)), strict=True)
    return sum(lowest), sum(highest)


def misfits(instance: Dials) -> Iterator[tuple[int, int, int]]:
    """The numbers that can never be part of a sum, for it misses every target: dial, ring and place, from 0."""
    lowest, highest = reach(instance)
    for ring in range(instance.rings):
        least, most = _ring_reach(instance, ring)
        above, below = max(instance.targets) - (lowest - least), min(instance.targets) - (highest - most)
        for dial in range(instance.lowest_visible(ring), len(instance.dials)):
            for place, number in enumerate(instance.dials[dial][ring]):
                if number is not None and not below <= number <= above:
                    yield dial, ring, place


def _ring_reach(instance: Dials, ring: int) -> tuple[int, int]:
    """The least and the most that a ring can show in a column."""
    above = instance.dials[instance.lowest_visible(ring) :]
    numbers = {number for dial in above for number in dial[ring] if number is not None}
    if None in above[0][ring]:
        numbers.add(0)  # no dial is full here, so the table may show
    return min(numbers), max(numbers)


def contradiction(instance: Dials) -> str | None:
    """A target above or below everything that the rings can show together; None where there is none such."""
    lowest, highest = reach(instance)
    for column, target in enumerate(instance.targets):
        if not lowest <= target <= highest:
            bound = f"at most {highest}" if target > highest else f"at least {lowest}"
            return f"column {column + 1} must sum to {target}, but whatever shows in a column comes to {bound}"
    return None


def warnings(instance: Dials) -> tuple[str, ...]:
    """What was probably copied down wrongly, as is seen without turning a dial: a sentence each, without its stop."""
    total = "the sum of any column" if instance.goal is None else f"a sum of {instance.goal}"
    found = [
        f"dial {dial} ring {ring + 1} place {place + 1} reads {instance.dials[dial][ring][place]}, "
        f"which can never be part of {total}"
        for dial, ring, place in misfits(instance)
    ]
    rings = {(dial, ring): numbers for dial, rings in enumerate(instance.dials) for ring, numbers in enumerate(rings)}
    has_holes = any(None in numbers and set(numbers) != {None} for numbers in rings.values())
    if not has_holes or not any(0 in numbers and None not in numbers for numbers in rings.values()):
        zero = "has a 0, which is an ordinary number; a dot is a hole"
        found += [f"dial {dial} ring {ring + 1} {zero}" for (dial, ring), numbers in rings.items() if 0 in numbers]
    return tuple(found)
