"""New sets of cubes: a tower is planted, the hidden faces are drawn, and the paths are counted that colours allow.

Each cube shows one of its three *loops*, so that n cubes have 3^n *paths*. A path on which some colour would be seen
more than four times fails by counting; how many others there are to try is how hard the set is with pencil and paper.

From front to back, the cubes of a tower make circles in the graph of colours, and so they do from right to left. A
circle turned the other way round by itself would make another tower, so each is planted as one circle, but for cubes
that show the same colour twice. The hidden faces of some pairs of cubes show as often what others would, so that
counting allows the path that hides those instead, and it fails.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from string import ascii_letters, digits
from typing import ClassVar

from models.cubes.instance import ORIENTATIONS, Cubes, Orientation, Stacking, View
from models.errors import InputError
from models.generation import Candidate, Family, Generator, Specification, UniquenessOracle
from models.kit.names import count
from models.kit.specifications import THREE_GRADES, commented, graded, size_of
from models.options import Values

MAX_CUBES = 30  # the largest sets that are known have 32
PAINTS = "RBGYWOPKSN"  # the letters of paints that people name; no more cubes have them
MAX_ALIKE = 2  # cubes with the same colour in front and behind, and such cubes on the right and the left
MAX_FAMILY_CUBES = 1_000  # each takes a colour of one character
FACES_PER_COLOUR = 9  # how many faces of each colour are in the bag that a set of the family is drawn from
GRADE_PATHS = (4, 12)  # from so many paths on, a set is medium, and hard; Instant Insanity has 5


def planted(size: int, seed: int) -> Cubes:
    """``size`` cubes of as many colours that have a tower, each side of which shows them in a random order."""
    random, colours = _start("cubes", size, seed)
    cubes = []
    for front, right, back, left in zip(*(random.sample(colours, size) for _ in range(4)), strict=True):
        way = random.choice(ORIENTATIONS)
        cubes.append(_cube(way, (front, right, back, left), random.choices(colours, k=2)))
    random.shuffle(cubes)
    return Cubes(f"planted cubes {size} seed {seed}", tuple(cubes))


def drawn(size: int, seed: int) -> Cubes:
    """``size`` cubes whose faces are drawn from a bag with nine of each of ``size`` colours; many have no tower."""
    random, colours = _start("cubes-drawn", size, seed)
    faces = random.sample(colours * FACES_PER_COLOUR, 6 * size)
    return Cubes(f"drawn cubes {size} seed {seed}", tuple(tuple(faces[6 * k : 6 * k + 6]) for k in range(size)))


def _start(name: str, size: int, seed: int) -> tuple[Random, list[str]]:
    if not 1 <= size <= MAX_FAMILY_CUBES:
        expected = f"a number of cubes from 1 to {MAX_FAMILY_CUBES} is expected"
        raise InputError(f"the size of family {name} is {size}; {expected}")
    return Random(f"{name} {size} {seed}"), letters(size)


def letters(colours: int) -> list[str]:
    """A character for each of so many colours, ``MAX_FAMILY_CUBES`` at most."""
    more = (chr(code) for code in range(0x4E00, 0x4E00 + MAX_FAMILY_CUBES))  # characters that take no accents
    return [*ascii_letters, *digits, *more][:colours]


def _cube(way: Orientation, shown: View[str], hidden: Sequence[str]) -> tuple[str, ...]:
    """The faces of a cube that shows these colours when it stands so; ``hidden`` are those on top and below."""
    faces = dict(zip((*way.sides, way.top, way.bottom), (*shown, *hidden), strict=True))
    return tuple(faces[face] for face in range(1, 7))


@dataclass(frozen=True)
class CubesSpecification(Specification[Cubes, Stacking]):
    """What is wanted of a set: so many cubes, and as many colours."""

    size: int

    def candidate(
        self, name: str, random: Random, ask: UniquenessOracle[Cubes, Stacking]
    ) -> Candidate[Cubes, Stacking] | str:
        instance = new_set(self.size, name, random)
        answer = ask.only(instance)
        return "have more than one tower" if answer is None else Candidate(instance, answer)


class CubesGenerator(Generator[Cubes, Stacking]):
    """Sets with as many colours as cubes."""

    sizes = f"how many cubes, and so many colours; 2 to {MAX_CUBES} (default 4)"
    suffix = ".txt"
    grades = THREE_GRADES
    families: ClassVar = {
        "cubes": Family(planted, "cubes that have a tower"),
        "cubes-drawn": Family(drawn, "cubes drawn from a bag of faces, nine of each colour"),
    }

    def specification(self, size: str, values: Values) -> CubesSpecification:
        cubes, *colours = size_of(size or "4", "a number of cubes is expected, such as 8")
        if len(colours) > 1:
            raise InputError(f"--size {size} has too many numbers; a number of cubes is expected, such as 8")
        if not 2 <= cubes <= MAX_CUBES:
            why = "one alone is a tower however it stands" if cubes < 2 else "the largest known sets have 32"
            raise InputError(f"--size {size} is {count(cubes, 'cube')}; 2 to {MAX_CUBES} are expected: {why}")
        if colours and colours[0] != cubes:
            too_few = (
                f"{cubes} cubes in {count(colours[0], 'colour')} have no tower, for each side would show a colour twice"
            )
            too_many = f"with {colours[0]} colours on {cubes} cubes no side can show every colour"
            raise InputError(f"--size {size}: {too_few if colours[0] < cubes else too_many}; {cubes} are expected")
        return CubesSpecification(cubes)

    def grade(self, instance: Cubes) -> str:
        number = paths(instance.cubes)
        every = f"{3 ** len(instance.cubes):,}"
        return f"{graded(number, GRADE_PATHS)}: counting colours leaves {number:,} of {every} paths to be tried"

    def answer_line(self, instance: Cubes, answer: Stacking) -> str:
        shown = " ".join("".join(placement.colours) for placement in answer)
        return f"{shown}, each cube's colours in front, on the right, behind and on the left"

    def write(self, instance: Cubes, comments: Sequence[str]) -> str:
        lines = [*commented(comments), f"# name: {instance.name}"]
        lines.append("# one cube a line, its faces as they lie in the unfolding: 1 over 2 of the row 6-2-3, then 4, 5")
        return "\n".join([*lines, *map("".join, instance.cubes), ""])


def new_set(size: int, name: str, random: Random) -> Cubes:
    colours = [*PAINTS[:size]] if size <= len(PAINTS) else letters(size)
    ahead, across = _circle(colours, random), _circle(colours, random)
    hidden = [(random.choice(colours), random.choice(colours)) for _ in range(size)]
    mixed = random.sample(range(size), size)
    for one, other in [*zip(mixed[::2], mixed[1::2], strict=False)][: random.randint(0, size // 2)]:
        ends = [*ahead[one], *across[other]]
        if random.random() < 0.5:
            random.shuffle(ends)
        hidden[other], hidden[one] = (ends[0], ends[1]), (ends[2], ends[3])
    cubes = [
        _cube(random.choice(ORIENTATIONS), (front, right, back, left), ends)
        for (front, back), (right, left), ends in zip(ahead, across, hidden, strict=True)
    ]
    return Cubes(name, tuple(random.sample(cubes, size)))


def _circle(colours: Sequence[str], random: Random) -> list[tuple[str, str]]:
    """An edge for each cube: one circle through all colours, but for a few that are joined with themselves."""
    order = random.sample(colours, len(colours))
    alike = random.randint(0, min(MAX_ALIKE, len(order) // 4))
    round_ = order[alike:]
    edges = [(colour, colour) for colour in order[:alike]]
    edges += zip(round_, round_[1:] + round_[:1], strict=True)
    return random.sample(edges, len(edges))


def paths(cubes: Sequence[Sequence[str]]) -> int:
    """How many ways to choose a loop for each cube show no colour more than four times.

    Ways that have hidden each colour as often are counted together.
    """
    order = sorted({colour for cube in cubes for colour in cube})
    place = {colour: number for number, colour in enumerate(order)}
    faces = [[place[colour] for colour in cube] for cube in cubes]
    total = Counter(colour for cube in faces for colour in cube)
    most = [total[colour] - 4 if len(order) == len(cubes) else 2 * len(cubes) for colour in range(len(order))]
    met: Counter[int] = Counter()
    ways = Counter({(0,) * len(order): 1})
    while faces:
        # The next cube brings the fewest colours that were not met: colours are settled early, and ways are few.
        cube = min(
            faces,
            key=lambda cube: (sum(not met[colour] for colour in {*cube}), -sum(met[colour] for colour in {*cube})),
        )
        faces.remove(cube)
        met.update(cube)
        following: Counter[tuple[int, ...]] = Counter()
        for hidden, number in ways.items():
            for face in range(3):
                after = [*hidden]
                after[cube[face]] += 1
                after[cube[face + 3]] += 1
                if all(met[colour] - 4 <= after[colour] <= most[colour] for colour in cube):
                    following[tuple(after)] += number
        ways = following
    return sum(ways.values())


GENERATOR = CubesGenerator()
