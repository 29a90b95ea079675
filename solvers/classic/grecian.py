"""The published programs for rotating dials, on the bare numbers: dials of rings of columns, None for a hole.

- ``odometer``: the numpy program that clicks one dial at a time, like the wheels of a mileage counter.
- ``nested_loops``: one loop a dial, the bottom one included, over all positions.
- ``all_at_once``: what the odometer could have been: all positions of the dials as one numpy array.
- ``ring_by_ring``: nested loops that give up as soon as some column is out of reach.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache, reduce
from itertools import product
from typing import Any

from models.grecian.instance import Dials, Turns
from solvers.classic.programs import Answers, Figures, PublishedProgram
from solvers.workers.native import importing

Ring = Sequence[int | None]
Face = list[list[int | None]]

MAX_POSITIONS_AT_ONCE = 2**20
"""Positions that ``all_at_once`` holds in one array at most, whatever the stack: it bounds the memory."""

MAX_AXES = 24  # axes of that array at most; numpy has a limit of its own


def odometer(stack: Dials, figures: Figures, story: object = None) -> Answers:
    """Click the top dial round and round, the dials below carrying, until all columns are right.

    Each digit counts the clicks of its dial and runs 0 … n, n being the number of columns, before it
    carries: at n the dial is back where it began, its digit starts again from 0, and the dial below is
    clicked once (and carries in turn when that brings it to n). Every click of a dial is one turn,
    and the columns are added up after each. Dial 0 stays put: when it would be clicked, all is tried.
    """
    columns = len(stack.targets)
    dials = [[list(ring) for ring in dial] for dial in stack.dials]
    digits = [0] * len(dials)
    top = len(dials) - 1
    dial = top
    figures["turns"] = 0
    while not _solved(reduce(lambda below, dial: _laid_on(dial, below), dials, _table(stack)), stack.targets):
        if digits[dial] == columns:
            digits[dial] = 0
            dial -= 1
        else:
            dial = top
        if dial == 0:
            return
        dials[dial] = _turned(dials[dial], 1)
        digits[dial] += 1
        figures["turns"] += 1
    yield tuple(digit % columns for digit in digits)


def nested_loops(stack: Dials) -> Iterator[tuple[int, ...]]:
    """Every right position among all n^D, the bottom dial turned like the others.

    Turning the whole stack changes no column sum where all targets are alike: then each answer comes
    n times.
    """
    orientations = _orientations(stack)

    def loop(dial: int, below: Face, turns: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        if dial == len(orientations):
            if _solved(below, stack.targets):
                yield turns
            return
        last = dial == len(orientations) - 1
        for steps, rings in enumerate(orientations[dial]):
            # The innermost loop runs most: it adds up the first column before it lays the whole dial on.
            if not last or _column(rings, below, 0) == stack.targets[0]:
                yield from loop(dial + 1, _laid_on(rings, below), (*turns, steps))

    yield from loop(0, _table(stack), ())


def all_at_once(stack: Dials) -> Iterator[Turns]:
    """Every right position among all n^D, added up column by column for all of them together.

    Each dial is an axis of the arrays, and the place on it is how far that dial is turned. Where the stack has
    more than ``MAX_POSITIONS_AT_ONCE`` positions, the upper dials are laid in all their positions on one position of
    the lower ones after another. The answers come in the order of the nested loops.
    """
    with importing("classic:numpy", "numpy", "numpy"):
        import numpy
    orientations = _orientations(stack)
    columns, dials = stack.columns, len(stack.dials)
    axes = min(dials, MAX_AXES)
    while axes > 1 and columns**axes > MAX_POSITIONS_AT_ONCE:
        axes -= 1
    largest = max(abs(number or 0) for dial in stack.dials for ring in dial for number in ring)
    least = -max(1, stack.rings * largest, *map(abs, stack.targets))
    integers = numpy.promote_types(numpy.min_scalar_type(least), numpy.int16)  # with fewer bits numpy is slower

    @cache
    def brought(dial: int, ring: int, column: int) -> tuple[Any, Any]:
        """Along the axis of ``dial``: whether a hole comes to the place, and which number where none does."""
        numbers = stack.coming_to(dial, ring, column)
        shape = (columns, *(1,) * (dials - 1 - dial))
        holes = numpy.array([number is None for number in numbers]).reshape(shape)
        return holes, numpy.array([number or 0 for number in numbers], integers).reshape(shape)

    for lower in product(range(columns), repeat=dials - axes):
        face = _table(stack)
        for rings, steps in zip(orientations, lower, strict=False):
            face = _laid_on(rings[steps], face)
        right = numpy.ones((columns,) * axes, bool)
        for column, target in enumerate(stack.targets):
            total: Any = 0
            for ring in range(stack.rings):
                shown: Any = face[ring][column] or 0
                for dial in range(dials - axes, dials):
                    holes, numbers = brought(dial, ring, column)
                    if not holes.all():
                        shown = numpy.where(holes, shown, numbers)
                total = total + shown
            right &= total == target
            if not right.any():
                break
        yield from ((*lower, *upper) for upper in numpy.argwhere(right).tolist())


def ring_by_ring(stack: Dials, figures: Figures | None = None, story: object = None) -> Answers:
    """Every right position with dial 0 at rest, giving up as soon as a column is out of reach.

    Dials are laid down from the bottom up. What shows in a ring so far can still be covered by the
    numbers that the dials above print in that ring, and by nothing else; where a dial above has no
    hole there, it will be covered. So each column has a least and a greatest sum it can still reach.
    A node is a dial laid down on the bottom one.
    """
    figures = {} if figures is None else figures
    figures["nodes"] = 0
    orientations = _orientations(stack)
    covers = [_covers(stack, dial) for dial in range(len(stack.dials))]

    def within_reach(face: Face, dial: int) -> bool:
        for column, target in enumerate(stack.targets):
            lowest = highest = 0
            for ring, (numbers, certain) in zip(face, covers[dial], strict=True):
                open_to = numbers if certain else [*numbers, ring[column] or 0]
                lowest += min(open_to)
                highest += max(open_to)
            if not lowest <= target <= highest:
                return False
        return True

    def lay(dial: int, below: Face, turns: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        if dial == len(orientations):
            yield turns
            return
        for steps, rings in enumerate(orientations[dial] if dial else orientations[dial][:1]):
            figures["nodes"] += dial > 0
            face = _laid_on(rings, below)
            if within_reach(face, dial):
                yield from lay(dial + 1, face, (*turns, steps))

    yield from lay(0, _table(stack), ())


def _covers(stack: Dials, dial: int) -> list[tuple[list[int], bool]]:
    """For each ring, the least and greatest number above ``dial`` that may come to cover it, and whether one must."""
    found = []
    for ring in range(len(stack.dials[0])):
        numbers: list[int] = []
        certain = False
        for above in stack.dials[:dial:-1]:
            numbers += [number for number in above[ring] if number is not None]
            certain = None not in above[ring]
            if certain:
                break
        found.append(([min(numbers), max(numbers)] if numbers else [], certain))
    return found


def _orientations(stack: Dials) -> list[list[list[list[int | None]]]]:
    return [[_turned(dial, steps) for steps in range(len(stack.targets))] for dial in stack.dials]


def _turned(dial: Sequence[Ring], steps: int) -> list[list[int | None]]:
    return [[*ring[len(ring) - steps :], *ring[: len(ring) - steps]] for ring in dial]


def _table(stack: Dials) -> Face:
    return [[None] * len(stack.targets) for _ in stack.dials[0]]


def _laid_on(rings: Sequence[Ring], below: Face) -> Face:
    return [
        [under if number is None else number for number, under in zip(ring, ring_below, strict=True)]
        for ring, ring_below in zip(rings, below, strict=True)
    ]


def _column(rings: Sequence[Ring], below: Face, column: int) -> int:
    total = 0
    for ring, ring_below in zip(rings, below, strict=True):
        number = ring[column]
        total += (ring_below[column] or 0) if number is None else number
    return total


def _solved(face: Face, targets: Sequence[int]) -> bool:
    sums = (sum(number or 0 for number in column) for column in zip(*face, strict=True))
    return all(total == target for total, target in zip(sums, targets, strict=True))


def _counted(every: Callable[[Dials], Iterator[Turns]]) -> Callable[[Dials, Figures, list[str]], Answers]:

    def answers(instance: Dials, figures: Figures, story: list[str]) -> Answers:
        figures["positions"] = instance.columns ** len(instance.dials)
        figures["unturned answers"] = 0
        seen = set()
        for turns in every(instance):
            # Turning the whole stack turns every dial by as much: count what is left when dial 0 is turned back.
            seen.add(tuple((steps - turns[0]) % instance.columns for steps in turns))
            figures["unturned answers"] = len(seen)
            yield turns

    return answers


PROGRAMS = {
    "odometer": PublishedProgram(
        "turn the top dial, the dials below carrying, until all columns are right", odometer, ends_at_first=True
    ),
    "loops": PublishedProgram("one loop for each dial, the bottom one too, over all positions", _counted(nested_loops)),
    "numpy": PublishedProgram(
        "all positions of the dials at once, as numpy arrays", _counted(all_at_once), as_published=False
    ),
    "rings": PublishedProgram("nested loops that give up when a column is out of reach", ring_by_ring),
}
