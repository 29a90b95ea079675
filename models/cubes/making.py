"""New sets of cubes: a tower is planted, the hidden faces are drawn, and the paths are counted that colours allow.

Each cube shows one of its three *loops*, so that n cubes have 3^n *paths*. A path on which some colour would be seen
more than four times on the four sides together fails by counting; of the others all but those of the answer have to
be tried, and fail. How many there are is how hard the set is with pencil and paper.

From front to back, the cubes of a tower make circles in the graph of colours, and so they do from right to left. A
circle turned the other way round by itself would make another tower, so each is planted as one circle, but for cubes
that show the same colour twice. The hidden faces of some pairs of cubes show as often what others would: they swap ends
of an edge of one circle and of one of the other. Then counting allows the path that hides those instead, and it fails.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from models.cubes.family import letters
from models.cubes.instance import Cubes, Stacking
from models.cubes.towers import OPPOSITE, ORIENTATIONS
from models.errors import InputError
from models.generation import Candidate, Maker, Oracle, Plan
from models.kit.names import count
from models.kit.wishes import size_of
from models.options import Values

MOST_CUBES = 30
"""The largest sets that are known have 32."""

FEW_CUBES, PAINTS = 10, "RBGYWOPKSN"
"""Up to so many cubes have the letters of paints that people name."""

MOST_ALIKE = 2
"""At most so many cubes show the same colour in front and behind, and so many on the right and the left."""

GRADED = (4, 12)
"""From so many paths on, a set is medium, and hard; Instant Insanity has 5."""

Edge = tuple[str, str]
"""The colours of two opposite faces."""


@dataclass(frozen=True)
class CubesWish(Plan[Cubes, Stacking]):
    """What is wanted of a set: so many cubes, and as many colours."""

    size: int

    def candidate(self, name: str, random: Random, ask: Oracle[Cubes, Stacking]) -> Candidate[Cubes, Stacking] | str:
        instance = planted(self.size, name, random)
        answer = ask.only(instance)
        return "have more than one tower" if answer is None else Candidate(instance, answer)


class CubesMaker(Maker[Cubes, Stacking]):
    """Sets with as many colours as cubes."""

    sizes = f"how many cubes, and so many colours; 2 to {MOST_CUBES} (default 4)"
    suffix = ".txt"
    grades = ("easy", "medium", "hard")

    def plan(self, size: str, values: Values) -> CubesWish:
        cubes, *colours = size_of(size or "4", "a number of cubes is expected, such as 8")
        if len(colours) > 1:
            raise InputError(f"--size {size} has too many numbers; a number of cubes is expected, such as 8")
        if not 2 <= cubes <= MOST_CUBES:
            why = "one alone is a tower however it stands" if cubes < 2 else "the largest known sets have 32"
            raise InputError(f"--size {size} is {count(cubes, 'cube')}; 2 to {MOST_CUBES} are expected: {why}")
        if colours and colours[0] < cubes:
            said = f"{cubes} cubes in {count(colours[0], 'colour')} have no tower"
            raise InputError(f"--size {size}: {said}, for each side would show a colour twice; {cubes} are expected")
        if colours and colours[0] > cubes:
            said = f"with {colours[0]} colours on {cubes} cubes no side can show every colour"
            raise InputError(f"--size {size}: {said}; {cubes} are expected")
        return CubesWish(cubes)

    def grade(self, instance: Cubes) -> str:
        number = paths(instance.cubes)
        every = f"{3 ** len(instance.cubes):,}"
        grade = self.grades[sum(number >= bound for bound in GRADED)]
        return f"{grade}: counting colours leaves {number:,} of {every} paths to be tried"

    def told(self, instance: Cubes, answer: Stacking) -> str:
        shown = " ".join("".join(placement.colours) for placement in answer)
        return f"{shown}, each cube's colours in front, on the right, behind and on the left"

    def write(self, instance: Cubes, comments: Sequence[str]) -> str:
        lines = [*(f"# {comment}" for comment in comments), f"# name: {instance.name}"]
        lines.append("# one cube a line, its faces as they lie in the unfolding: 1 over 2 of the row 6-2-3, then 4, 5")
        return "\n".join([*lines, *map("".join, instance.cubes), ""])


def planted(size: int, name: str, random: Random) -> Cubes:
    """A set with a tower, of which nobody knows yet whether it is the only one."""
    colours = [*PAINTS[:size]] if size <= FEW_CUBES else letters(size)
    ahead, across = _circle(colours, random), _circle(colours, random)
    hidden = [(random.choice(colours), random.choice(colours)) for _ in range(size)]
    mixed = random.sample(range(size), size)
    for one, other in [*zip(mixed[::2], mixed[1::2], strict=False)][: random.randint(0, size // 2)]:
        ends = [*ahead[one], *across[other]]
        if random.random() < 0.5:
            random.shuffle(ends)
        hidden[other], hidden[one] = (ends[0], ends[1]), (ends[2], ends[3])
    cubes = []
    for (front, back), (right, left), ends_hidden in zip(ahead, across, hidden, strict=True):
        way = random.choice(ORIENTATIONS)
        faces = dict(zip(way.sides, (front, right, back, left), strict=True))
        faces |= dict(zip((way.top, OPPOSITE[way.top]), ends_hidden, strict=True))
        cubes.append(tuple(faces[face] for face in range(1, 7)))
    return Cubes(name, tuple(random.sample(cubes, size)))


def _circle(colours: Sequence[str], random: Random) -> list[Edge]:
    """An edge for each cube: one circle through all colours, but for a few that are joined with themselves."""
    order = random.sample(colours, len(colours))
    alike = random.randint(0, min(MOST_ALIKE, len(order) // 4))
    round_ = order[alike:]
    edges = [(colour, colour) for colour in order[:alike]]
    edges += zip(round_, round_[1:] + round_[:1], strict=True)
    return random.sample(edges, len(edges))


def paths(cubes: Sequence[Sequence[str]]) -> int:
    """How many ways to choose a loop for each cube show no colour more than four times.

    Cube by cube, ways that have hidden each colour as often are counted together. With as many colours as cubes, each
    colour is shown four times exactly, so that no more of it can be hidden than what is left.
    """
    order = sorted({colour for cube in cubes for colour in cube})
    place = {colour: number for number, colour in enumerate(order)}
    faces = [[place[colour] for colour in cube] for cube in cubes]
    total = Counter(colour for cube in faces for colour in cube)
    most = [total[colour] - 4 if len(order) == len(cubes) else 2 * len(cubes) for colour in range(len(order))]
    met: Counter[int] = Counter()
    ways = {(0,) * len(order): 1}
    while faces:
        # The next cube brings the fewest colours that were not met: colours are settled early, and ways are few.
        cube = min(
            faces,
            key=lambda cube: (sum(not met[colour] for colour in {*cube}), -sum(met[colour] for colour in {*cube})),
        )
        faces.remove(cube)
        met.update(cube)
        following: dict[tuple[int, ...], int] = {}
        for hidden, number in ways.items():
            for face in range(3):
                after = [*hidden]
                after[cube[face]] += 1
                after[cube[face + 3]] += 1
                if all(met[colour] - 4 <= after[colour] <= most[colour] for colour in cube):
                    now = tuple(after)
                    following[now] = following.get(now, 0) + number
        ways = following
    return sum(ways.values())


MAKER = CubesMaker()
