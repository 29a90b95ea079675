"""The argument by the graph of opposite faces: which edges a tower can hide, and the two sets that the others make.

In the graph, each colour is a vertex and each pair of opposite faces of a cube an edge. A tower hides one edge of each
cube; the others make two sets with an edge of each cube, from front to back and from right to left. In each of them at
most two ends meet a colour, so that it falls into circles and paths. Whoever walks each of these one way leaves and
enters no colour twice, so that any two such sets make a tower (F. de Carteblanche, 1947).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, combinations, groupby
from math import prod
from typing import TypeVar

from models.cubes.instance import Cubes, Stacking
from models.deductions import Conflict
from models.kit.names import count, listed

Ends = tuple[str, str]  # the colours that an edge joins; in a set that is walked, where it starts comes first
EdgeSet = tuple[Ends, ...]  # an edge of each cube
Walk = list[tuple[str, int, str]]  # the edges of a circle or a path: a colour, the place of the cube, the next colour

MAX_WAYS = 5_000  # so many choices for the cubes so far are followed
MAX_HIDINGS = 300
MAX_COLOURS = 12  # of more, not every group is counted
MAX_LISTED_HIDINGS, MAX_LISTED_SETS = 8, 6
WAYS = ("front to back", "right to left")

T = TypeVar("T")


@dataclass(frozen=True)
class Hiding:
    """An edge of each cube to be hidden, and the pairs of sets that the others make, in any order."""

    hidden: EdgeSet
    shown: tuple[tuple[Ends, Ends], ...]  # the others, two of each cube
    sharings: int  # in how many ways the others can be shared out, right or wrong
    sets: tuple[tuple[EdgeSet, EdgeSet], ...]


def argument(instance: Cubes, answer: Stacking | None = None, conflict: Conflict | None = None) -> Sequence[str]:
    """Why there is this one ``answer``, or else which there are, or why the cubes of a ``conflict`` have none.

    There is nothing to say where the cubes are too many to go through.
    """
    every = dict(enumerate(instance.cubes, 1))
    blamed = [int(part.key[1]) + 1 for part in conflict.parts if part.key[0] == "cube"] if conflict else list(every)
    cubes = {number: every[number] for number in sorted(blamed)}
    is_exact = instance.is_exact and conflict is None
    obstacle = _obstacle(cubes) if conflict else ""
    found = None if obstacle else hidings([*cubes.values()])
    if not cubes or not (answer or obstacle or found is not None):
        return ()
    lines = ["In the graph of opposite faces, each colour is a vertex and each pair of opposite faces an edge:"]
    lines += [f"  cube {number}: {', '.join(map('–'.join, _edges(faces)))}" for number, faces in cubes.items()]
    lines.append(
        "A tower hides an edge of each cube. Of the others, one goes from front to back, one from right to left."
    )
    lines.append(
        "Each side shows every colour once: so each of these two sets has two ends at every colour. A loop is two ends."
        if is_exact
        else "No side shows a colour twice: so each of these sets has at most two ends at a colour. A loop is two ends."
    )
    if obstacle:
        return (*lines, obstacle)
    if found is not None:
        lines += _counted(cubes, found, is_exact)
    if answer:
        sides = [placement.colours for placement in answer]
        lines += _described(cubes, [(view[0], view[2]) for view in sides], [(view[1], view[3]) for view in sides])
        lines.append("What an edge leaves is in front or on the right, what it enters behind or on the left.")
        if sum(towers(*sets) for hiding in found or () for sets in hiding.sets) == 1:
            lines.append("Walked the other way round, the tower is only turned: so there is no other.")
    elif not conflict:
        lines += _several([pair for hiding in found or () for pair in hiding.sets], cubes)
    return lines


def hidings(cubes: Sequence[Sequence[str]]) -> list[Hiding] | None:
    """The ways to hide an edge of each cube that show no colour more than four times; None where they are too many.

    Edges of one cube with the same colours are not told apart.
    """
    options = []
    for faces in cubes:
        shown = {hidden: _without(_edges(faces), hidden) for hidden in _edges(faces)}
        options.append([((hidden, both), (*both[0], *both[1])) for hidden, both in shown.items()])
    found = _choices(options, 4)
    if found is None or len(found) > MAX_HIDINGS:
        return None
    return [_shared_out([hidden for hidden, _ in way], [both for _, both in way]) for way in found]


def towers(one: Sequence[Ends], other: Sequence[Ends]) -> int:
    """How many towers that look different two sets make: each circle or path can be walked either way.

    All those of a set walked the other way round make the tower turned, and so do two sets that change places.
    """
    circles = [sum(start != end for start, _, end in (walk[0] for walk in walks(edges))) for edges in (one, other)]
    ahead, across = (1 << max(0, number - 1) for number in circles)
    alike = [*map(sorted, one)] == [*map(sorted, other)]
    return ahead * (ahead + 1) // 2 if alike else ahead * across


def walks(edges: Sequence[Ends]) -> list[Walk]:
    """The circles and paths of a set, each walked as its first edge is, or if it is a path from an end of it."""
    met = Counter(colour for ends in edges for colour in ends)
    left = dict(enumerate(edges))
    found = []
    while left:
        turned = [(place, (end, start)) for place, (start, end) in left.items()]
        starts = [(place, ends) for place, ends in (*left.items(), *turned) if met[ends[0]] == 1]
        place, (start, end) = (starts or [*left.items()])[0]
        walk = [(start, place, end)]
        del left[place]
        while following := [(place, ends) for place, ends in left.items() if end in ends]:
            place, ends = following[0]
            start, end = end, ends[1] if ends[0] == end else ends[0]
            walk.append((start, place, end))
            del left[place]
        found.append(walk)
    return found


def _shared_out(hidden: Sequence[Ends], shown: Sequence[tuple[Ends, Ends]]) -> Hiding:
    options = []
    is_first = True  # of the cubes whose two edges are not alike: the sets may change places
    for one, other in shown:
        ways = [(one, other), (other, one)][: 1 if one == other or is_first else 2]
        is_first &= one == other
        options.append([(way, [(side, colour) for side, ends in enumerate(way) for colour in ends]) for way in ways])
    found = _choices(options, 2) or []
    sets = tuple((tuple(ahead for ahead, _ in way), tuple(across for _, across in way)) for way in found)
    return Hiding(tuple(hidden), tuple(shown), prod(map(len, options)), sets)


def _choices(options: Sequence[Sequence[tuple[T, Sequence[Hashable]]]], most: int) -> list[tuple[T, ...]] | None:
    """An option for each cube, in all ways that have nothing of what they bring more than ``most`` times."""
    ways: list[tuple[tuple[T, ...], Counter[Hashable]]] = [((), Counter())]
    for choice in options:
        longer = ((taken, met + Counter(brought), what) for taken, met in ways for what, brought in choice)
        ways = [((*taken, what), met) for taken, met, what in longer if max(met.values()) <= most]
        if len(ways) > MAX_WAYS:
            return None
    return [taken for taken, _ in ways]


def _edges(faces: Sequence[str]) -> list[Ends]:
    return [(min(ends), max(ends)) for ends in zip(faces[:3], faces[3:], strict=True)]


def _without(edges: list[Ends], hidden: Ends) -> tuple[Ends, Ends]:
    place = edges.index(hidden)
    one, other = edges[:place] + edges[place + 1 :]
    return one, other


def _obstacle(cubes: Mapping[int, Sequence[str]]) -> str:
    """The counting that fails: colours, the fewest, at which there are more ends than both sets have room for."""
    colours = sorted({colour for faces in cubes.values() for colour in faces})
    sizes = range(1, len(colours) + 1) if len(colours) <= MAX_COLOURS else (1, 2, len(colours))
    for some in chain.from_iterable(combinations(colours, size) for size in sizes):
        ends = ([sum(colour in some for colour in edge) for edge in _edges(faces)] for faces in cubes.values())
        least = sum(sum(numbers) - max(numbers) for numbers in ends)
        if least > 4 * len(some):
            room = f"whatever is hidden, and there is room for {4 * len(some)}"
            return f"Counting fails: {least} ends or more are at {listed(some)}, {room}."
    return ""


def _counted(cubes: Mapping[int, Sequence[str]], found: Sequence[Hiding], is_exact: bool) -> Iterator[str]:
    """How many ways to hide edges the counting of ends leaves, and what becomes of each."""
    every = count(prod(len({*_edges(faces)}) for faces in cubes.values()), "way")
    fits = f"{'leaves' if len(found) == 1 else 'leave'} no colour more than four ends"
    if is_exact:
        ends = Counter(colour for faces in cubes.values() for colour in faces)
        hidden = (f"{number - 4} of {colour}" for colour, number in sorted(ends.items()) if number > 4)
        yield f"Together they have four ends at every colour, and hidden are the others: {', '.join(hidden)}."
        fits = "hides just these" if len(found) == 1 else "hide just these"
    if not found:
        yield f"Counting fails: of the {every} to hide an edge of each cube, each leaves a colour more than four ends."
        return
    yield f"Of the {every} to hide an edge of each cube, {len(found)} {fits}:"
    for hiding in found[:MAX_LISTED_HIDINGS]:
        fate = refuted([*cubes], hiding.shown) or f"none of {hiding.sharings} ways to share out the others does it"
        if hiding.sets:
            fate = "the others make two such sets" + (f" in {len(hiding.sets)} ways" if len(hiding.sets) > 1 else "")
        yield f"  {_written(cubes, hiding.hidden)}: {fate}"
    more = found[MAX_LISTED_HIDINGS:]
    if more:
        good = sum(bool(hiding.sets) for hiding in more)
        yield f"  and {len(more)} more, {good or 'none'} of which {'makes' if good < 2 else 'make'} two such sets"


def refuted(numbers: Sequence[int], shown: Sequence[tuple[Ends, Ends]]) -> str:
    """Why these edges make no two sets, where one of them forces others until one fits in neither; else empty."""
    edges = [(place, ends) for place, both in enumerate(shown) for ends in both]
    chains = filter(None, (_forced(edges, start) for start in range(len(edges))))
    chain, last = min(chains, key=lambda found: len(found[0]), default=((), 0))
    if not chain:
        return ""
    words = [f"{numbers[edges[edge][0]]} {'–'.join(edges[edge][1])}" for edge in range(len(edges))]
    runs = [(there, listed(words[edge] for edge, _ in run)) for there, run in groupby(chain, key=lambda step: step[1])]
    said = [
        f"{run} in {'the other' if there else 'one set' if not place else 'the one'}"
        for place, (there, run) in enumerate(runs)
    ]
    return f"{', so '.join(said)}, and {words[last]} fits in neither"


def _forced(edges: Sequence[tuple[int, Ends]], start: int) -> tuple[list[tuple[int, int]], int] | None:
    """The edges with their sets that follow from one at the ``start``, and one that fits in neither by these.

    An edge does not fit in a set that has the cube's other edge, or that would have more than two ends at a colour.
    """
    placed = {start: 0}
    needed: dict[int, set[int]] = {start: {start}}

    def barred(edge: int, there: int) -> list[int]:
        place, ends = edges[edge]
        inside = [other for other, side in placed.items() if side == there]
        alone = [[other] for other in inside if edges[other][0] == place]
        full = [
            met
            for colour in ends
            if (met := [other for other in inside if colour in edges[other][1]])
            and sum(edges[other][1].count(colour) for other in met) + ends.count(colour) > 2
        ]
        return min((*alone, *full), key=len, default=[])

    is_new = True
    while is_new:
        is_new = False
        for edge in range(len(edges)):
            reasons = [barred(edge, there) for there in (0, 1)] if edge not in placed else [[], []]
            behind = {edge}.union(*(needed[other] for reason in reasons for other in reason))
            if all(reasons):
                return [(other, side) for other, side in placed.items() if other in behind], edge
            if any(reasons):
                placed[edge], needed[edge], is_new = int(bool(reasons[0])), behind, True
    return None


def _several(found: Sequence[tuple[EdgeSet, EdgeSet]], cubes: Mapping[int, Sequence[str]]) -> Iterator[str]:
    for place, (ahead, across) in enumerate(found[:MAX_LISTED_SETS], 1):
        yield f"Sets {place}, {count(towers(ahead, across), 'tower')}:"
        yield from (f"  {line}" for line in _described(cubes, ahead, across))
    if len(found) > MAX_LISTED_SETS:
        yield f"and {len(found) - MAX_LISTED_SETS} more."
    yield "Where a set falls into several circles or paths, each can be walked either way."
    yield f"In all, {count(sum(towers(*sets) for sets in found), 'tower')} look different."


def _described(cubes: Mapping[int, Sequence[str]], *sets: Sequence[Ends]) -> Iterator[str]:
    """Each of two sets: its edges, which of them end at each colour, and how it is walked."""
    numbers = [*cubes]
    for way, edges in zip(WAYS, sets, strict=True):
        yield f"From {way}: {_written(cubes, edges)}"
        meeting: dict[str, list[int]] = {}
        for number, ends in zip(numbers, edges, strict=True):
            for colour in ends:
                meeting.setdefault(colour, []).append(number)
        met = ((colour, listed(at) if len({*at}) == len(at) else f"{at[0]} twice") for colour, at in meeting.items())
        yield f"  ends at {', '.join(f'{colour}: {at}' for colour, at in sorted(met))}"
        walked = (walk[0][0] + "".join(f" –{numbers[at]}→ {end}" for _, at, end in walk) for walk in walks(edges))
        yield f"  walked {'; '.join(walked)}"


def _written(cubes: Mapping[int, object], edges: Sequence[Ends]) -> str:
    return ", ".join(f"{number} {'–'.join(ends)}" for number, ends in zip(cubes, edges, strict=True))
