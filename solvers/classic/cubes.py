"""The published programs for coloured cubes: paths of loops pruned by colour counts, then turning each cube.

A cube shows one of three loops on the sides of the tower, so n cubes have 3^n *paths*. Every colour is seen four times,
so a path along which some colour would be seen more often is given up at once. Only along the others are the cubes
turned, eight ways each but the first, so that no colour comes twice on a side. Everything is lazy.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from models.cubes.instance import Cubes
from solvers.classic.programs import Answers, Figures, PublishedProgram

T = TypeVar("T")

Places = tuple[int, int, int, int]
"""The places in a cube's six characters, from 0, that are in front, on the right, behind and on the left."""

LOOPS: tuple[Places, ...] = ((0, 1, 3, 4), (0, 2, 3, 5), (1, 2, 4, 5))
"""The places that go round a cube's sides, in three ways."""

Sides = tuple[str, str, str, str]  # the colours a cube shows in front, on the right, behind and on the left


@dataclass
class Paths:
    """What a search has met so far.

    Attributes:
        after: for each number of cubes, the paths over so many cubes that no colour forbids.
        stackings: the orientations of all cubes that solve the puzzle, the tower itself unturned.
    """

    after: list[int] = field(default_factory=list)
    stackings: int = 0

    @property
    def complete(self) -> int:
        return self.after[-1] if self.after else 0


def paths(cubes: Sequence[Sequence[str]], seen: Paths | None = None) -> Iterator[tuple[int, ...]]:
    """For each path that no colour forbids, the loop (0 to 2) of each cube."""
    seen = seen if seen is not None else Paths()
    seen.after = [1] + [0] * len(cubes)
    counts: Counter[str] = Counter()

    def extend(path: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        if len(path) == len(cubes):
            yield path
            return
        cube = cubes[len(path)]
        for number, loop in enumerate(LOOPS):
            shown = [cube[place] for place in loop]
            counts.update(shown)
            if all(counts[colour] <= 4 for colour in shown):
                seen.after[len(path) + 1] += 1
                yield from extend((*path, number))
            counts.subtract(shown)

    yield from extend(())


def turnings(cubes: Sequence[Sequence[str]], path: Sequence[int]) -> Iterator[tuple[Places, ...]]:
    """The ways to turn the cubes, each within its loop of ``path``, so that no colour comes twice on a side."""
    choices = [
        [(places, shown(cube, places)) for places in ways] for cube, ways in zip(cubes, _ways(path), strict=True)
    ]

    def lay(standing: tuple[Places, ...], tower: tuple[Sides, ...]) -> Iterator[tuple[Places, ...]]:
        if len(tower) == len(cubes):
            yield standing
            return
        for places, sides in choices[len(tower)]:
            if all(sides[side] != below[side] for below in tower for side in range(4)):
                yield from lay((*standing, places), (*tower, sides))

    yield from lay((), ())


def shown(cube: Sequence[str], places: Places) -> Sides:
    a, b, c, d = places
    return cube[a], cube[b], cube[c], cube[d]


def eight_ways(sides: tuple[T, T, T, T]) -> Iterator[tuple[T, T, T, T]]:
    for loop in (sides, sides[::-1]):
        for turn in range(4):
            a, b, c, d = (*loop[turn:], *loop[:turn])
            yield (a, b, c, d)


def stackings(cubes: Sequence[Sequence[str]], seen: Paths | None = None) -> Iterator[tuple[Places, ...]]:
    """Every stacking by the places of each cube that go to the sides, the first cube unturned."""
    seen = seen if seen is not None else Paths()
    for path in paths(cubes, seen):
        for standing in turnings(cubes, path):
            seen.stackings += 1
            yield standing


def pictures(cubes: Sequence[Sequence[str]], seen: Paths | None = None) -> Iterator[frozenset[tuple[Sides, ...]]]:
    """Every stacking that looks different from those before: the eight ways a tower looks from outside, as a set."""
    known: set[frozenset[tuple[Sides, ...]]] = set()
    for standing in stackings(cubes, seen):
        tower = map(shown, cubes, standing)
        picture = frozenset(zip(*(eight_ways(sides) for sides in tower), strict=True))
        if picture not in known:
            known.add(picture)
            yield picture


def _ways(path: Sequence[int]) -> list[list[Places]]:
    loops = [LOOPS[number] for number in path]
    return [[loop] if cube == 0 else list(eight_ways(loop)) for cube, loop in enumerate(loops)]


def _by_paths(instance: Cubes, figures: Figures, story: list[str]) -> Answers:
    seen = Paths()
    towers: Iterable[Any]
    if instance.orientations:  # stackings in which a cube stands differently, even where they look alike
        found = stackings(instance.cubes, seen)
        towers = ([tuple(place + 1 for place in places) for places in standing] for standing in found)
    else:  # of the eight ways to see a tower, one in which the first cube is unturned, as in our answers
        unturned = {instance.shown(0, way) for way in instance.first_ways}
        towers = (min(way for way in picture if way[0] in unturned) for picture in pictures(instance.cubes, seen))
    try:
        for tower in towers:
            yield instance.stacking([instance.views[cube][sides] for cube, sides in enumerate(tower)])
    finally:
        figures |= {"paths": seen.complete, "stackings": seen.stackings}
        story += [f"over {number} of the cubes: {count:,} paths" for number, count in enumerate(seen.after) if number]


PROGRAMS = {
    "paths": PublishedProgram("three loops for each cube, paths pruned by colour counts, then turned", _by_paths)
}
