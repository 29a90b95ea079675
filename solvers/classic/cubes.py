"""How did the published programs solve the coloured cubes? By paths of loops, then by turning each cube.

A cube shows one of three loops on the sides of the tower, so n cubes have 3^n *paths*. On the four sides
together every colour is seen four times, so a path along which some colour would be seen more often is
given up at once. Only along the paths that remain are the cubes turned, eight ways each (the first
cube is left as it is), so that no colour comes twice on a side.

The number of paths grows exponentially: everything here is lazy, and a search can be left at any moment.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

LOOPS = ((0, 1, 3, 4), (0, 2, 3, 5), (1, 2, 4, 5))
"""The places in a cube's six characters that go round its sides."""

Sides = tuple[str, str, str, str]
"""The colours a cube shows in front, on the right, behind and on the left."""


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
        """The paths over all the cubes."""
        return self.after[-1]


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


def turnings(cubes: Sequence[Sequence[str]], path: Sequence[int]) -> Iterator[tuple[Sides, ...]]:
    """The ways to turn the cubes, each within its loop of ``path``, so that no colour comes twice on a side."""

    def lay(tower: tuple[Sides, ...]) -> Iterator[tuple[Sides, ...]]:
        if len(tower) == len(cubes):
            yield tower
            return
        cube = cubes[len(tower)]
        a, b, c, d = (cube[place] for place in LOOPS[path[len(tower)]])
        for sides in eight_ways((a, b, c, d)) if tower else [(a, b, c, d)]:
            if all(sides[side] != below[side] for below in tower for side in range(4)):
                yield from lay((*tower, sides))

    yield from lay(())


def eight_ways(sides: Sides) -> Iterator[Sides]:
    """Four quarter turns, and four upside down."""
    for loop in (sides, sides[::-1]):
        for turn in range(4):
            a, b, c, d = (*loop[turn:], *loop[:turn])
            yield (a, b, c, d)


def stackings(cubes: Sequence[Sequence[str]], seen: Paths | None = None) -> Iterator[tuple[Sides, ...]]:
    """Every stacking by the sides it shows; the same sides come again for cubes that show them in another way."""
    seen = seen if seen is not None else Paths()
    for path in paths(cubes, seen):
        for tower in turnings(cubes, path):
            seen.stackings += 1
            yield tower


def pictures(cubes: Sequence[Sequence[str]], seen: Paths | None = None) -> Iterator[frozenset[tuple[Sides, ...]]]:
    """Every stacking that looks different from those before: the eight ways a tower looks from outside, as a set."""
    known: set[frozenset[tuple[Sides, ...]]] = set()
    for tower in stackings(cubes, seen):
        picture = frozenset(zip(*(eight_ways(sides) for sides in tower), strict=True))
        if picture not in known:
            known.add(picture)
            yield picture
