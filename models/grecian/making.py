"""New stacks of dials: who lies where in the answer, holes that leave every dial in one piece, numbers, and decoys.

In the answer a place shows the number of one dial. By default no dial has wood below that number, so that no printed
number lies hidden there; the bottom dial, which may be printed here and there, shows at the places that are left. With
``hidden`` the bottom dial is full and those above are carved, as the wooden ones are: numbers lie below numbers.

A *decoy* is another position in which all but a few columns come to the target. Which positions they are is drawn
before the numbers are; then the numbers are changed one by one until every column that has to comes to its target.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise, product
from math import ceil
from random import Random

from models.errors import InputError
from models.generation import Candidate, Maker, Oracle, Plan
from models.grecian.effort import MOST_POSITIONS, positions
from models.grecian.instance import Dials, Turns, hidden_numbers, wrong_columns
from models.kit.names import count, shown
from models.kit.wishes import number_of, share_of, size_of
from models.options import Option, Values

MEAN_NUMBER = 10.5
"""What a number that shows comes to on average: on the Grecian Computer four rings come to 42."""

MOST_DIALS, MOST_RINGS, MOST_COLUMNS = 8, 8, 24
MOST_TARGET = 9_999

CARVED, COVERED = 0.3, 0.8
"""The share of holes with hidden numbers; and without, how much of the face the upper dials cover."""

POSITIONS, REPAIRS = 60, 4_000
"""So many positions are tried for a decoy, and so many numbers are changed, before a try is given up."""

GRADED = (200, 600)
"""From so many positions to look at on, a stack is medium, and hard; the Grecian Computer has 481."""

NOISE = 0.1
"""How often a number is changed that does not fit best, so that the changes do not go in circles."""

Place = tuple[int, int]
"""A ring, and a column."""

Cell = tuple[int, int, int]
"""A dial, a ring, and the place on it where a number is printed."""

Wood = list[list[bool]]
"""Ring by ring, the places of a dial that are wood and have a number."""

Sum = tuple[frozenset[Cell], int]
"""Cells that show in one column, and what they have to come to."""


@dataclass(frozen=True)
class DialsWish(Plan[Dials, Turns]):
    """What is wanted of the dials.

    Attributes:
        dials, rings, columns: how many.
        targets: the sum of each column.
        holes: the share of the places within the upper dials that are holes; None where that is all the same.
        decoys: how many other positions bring all but a few columns to their targets.
        hidden: whether numbers may lie below others in the answer.
    """

    dials: int
    rings: int
    columns: int
    targets: tuple[int, ...]
    holes: float | None = None
    decoys: int = 0
    hidden: bool = False

    @property
    def few(self) -> int:
        """So many columns at most are wrong in a decoy; one is at least."""
        return max(1, self.columns // 6)

    def outermost(self, dial: int) -> int:
        """The outermost ring that ``dial`` reaches: dial 1 covers the bottom one, the top dial the innermost ring."""
        return (dial - 1) * (self.rings - 1) // max(1, self.dials - 2) if dial else 0

    @property
    def places(self) -> int:
        """The places within the upper dials, holes or not."""
        return sum(self.rings - self.outermost(dial) for dial in range(1, self.dials)) * self.columns

    def candidate(self, name: str, random: Random, ask: Oracle[Dials, Turns]) -> Candidate[Dials, Turns] | str:
        made = planted(self, name, random)
        if isinstance(made, str):
            return made
        instance, turns = made
        if not ask.is_unique(instance):
            return "have more than one answer"
        covered = sum(len(numbers) for _, _, numbers in hidden_numbers(instance, turns))
        remarks = [f"{count(covered, 'number')} hidden in the answer" if covered else "no number hidden in the answer"]
        if self.decoys:
            right = f"{self.columns - self.few} of {self.columns} columns or more right"
            remarks.append(f"{count(self.decoys, 'decoy')} with {right}")
        return Candidate(instance, turns, tuple(remarks))


class DialsMaker(Maker[Dials, Turns]):
    """Dials of any size that a person would turn."""

    options = (
        Option("target", "N", "the sum of every column, or one for each with commas between them"),
        Option("holes", "SHARE", "how much of the upper dials is cut out, such as 70%"),
        Option(
            "decoys", "K", "K other positions in which all but a few columns come right (a sixth of them, at least one)"
        ),
        Option("hidden", "", "numbers may lie below others in the answer, as on the wooden ones", "flag"),
    )
    sizes = "DxRxN for D dials of R rings and N columns (default 5x4x12)"
    suffix = ".toml"
    grades = ("easy", "medium", "hard")

    def plan(self, size: str, values: Values) -> DialsWish:
        expected = "dials, rings and columns are expected, such as 5x4x12"
        measures = size_of(size or "5x4x12", expected)
        if len(measures) != 3:
            raise InputError(f"--size {shown(size)} is no size; {expected}")
        dials, rings, columns = measures
        text = str(values.get("target", round(MEAN_NUMBER * rings)))
        targets = [number_of({"target": part}, "target") or 0 for part in text.split(",")]
        targets *= columns if len(targets) == 1 and columns <= MOST_COLUMNS else 1
        decoys = number_of(values, "decoys") or 0
        holes, hidden = share_of(values, "holes"), bool(values.get("hidden"))
        wish = DialsWish(dials, rings, columns, tuple(targets), holes, decoys, hidden)
        if sentence := objection(wish):
            raise InputError(sentence)
        return wish

    def grade(self, instance: Dials) -> str:
        effort = positions(instance)
        place = sum(effort >= bound for bound in GRADED)
        more = " or more" * (effort == MOST_POSITIONS)
        return f"{self.grades[place]}: {effort:,}{more} positions of some of the dials have to be looked at"

    def write(self, instance: Dials, comments: Sequence[str]) -> str:
        targets = instance.goal if instance.goal is not None else [*instance.targets]
        lines = [*(f"# {comment}" for comment in comments), f'name = "{instance.name}"', f"target = {targets}"]
        wide = max(
            len(str(number)) for dial in instance.dials for ring in dial for number in ring if number is not None
        )
        lines += ["# from the bottom up, each from the outermost ring in; a dot is a hole", "dials = ["]
        for dial in instance.dials:
            rings = [ring for ring in dial if any(number is not None for number in ring)]
            reach = instance.rings - dial.index(rings[0])
            lines.append("'''")
            for ring in dial[instance.rings - reach :]:
                lines.append(" ".join(("." if number is None else str(number)).rjust(wide) for number in ring))
            lines.append("''',")
        return "\n".join([*lines, "]", ""])


def objection(wish: DialsWish) -> str | None:
    """Why there can be no such dials, or nobody would turn them, in a sentence; None where there may be some."""
    dials, rings, columns = wish.dials, wish.rings, wish.columns
    for number, least, most, what in (
        (dials, 2, MOST_DIALS, "dial"),
        (rings, 1, MOST_RINGS, "ring"),
        (columns, 2, MOST_COLUMNS, "column"),
    ):
        if not least <= number <= most:
            why = "with fewer nothing can be turned to another place" if number < least else "nobody turns more by hand"
            return f"a size of {count(number, what)} is asked for; {least} to {most} are expected: {why}"
    if len(wish.targets) != columns:
        return (
            f"there are {len(wish.targets)} targets for {count(columns, 'column')}; one for all or one each is expected"
        )
    for target in wish.targets:
        if not rings <= target <= MOST_TARGET:
            return f"a target is {target}; {rings} to {MOST_TARGET} are expected, as each ring shows 1 at least"
    others = columns ** (dials - 1) - 1
    if wish.decoys > others:
        return f"{wish.decoys} decoys are asked for; besides the answer there are only {others:,} positions"
    if not wish.hidden and dials - 1 > columns:
        said = f"the innermost ring of {columns} columns has no place for each of {dials - 1} upper dials"
        return f"{said}, as it must where no number lies hidden; with hidden numbers (--hidden) it need not"
    if wish.holes is None:
        return None
    if not 0 <= wish.holes < 1:
        return f"the share of holes is {wish.holes:.0%}; less than 100% is expected, for every dial has a number"
    if not wish.hidden and round((1 - wish.holes) * wish.places) > rings * columns - 1:
        fewest = 1 - (rings * columns - 1) / wish.places
        said = f"with only {wish.holes:.0%} holes the dials cover one another, so that numbers lie hidden in the answer"
        return f"{said}; without that {ceil(100 * fewest)}% are needed at least, with hidden numbers (--hidden) fewer"
    return None


def planted(wish: DialsWish, name: str, random: Random) -> tuple[Dials, Turns] | str:
    """Dials with an answer, of which nobody knows yet whether it is the only one; or why this try made none."""
    wood = _carved(wish, random) if wish.hidden else _tiled(wish, random)
    if wood is None:
        return "do not fit together without hidden numbers"
    turns = (0, *(random.randrange(wish.columns) for _ in range(wish.dials - 1)))
    if not any(turns):
        turns = (*turns[:-1], random.randrange(1, wish.columns))
    if not wish.hidden:  # what grew is the answer; here it stands as it does before anything is turned
        wood = [[ring[steps:] + ring[:steps] for ring in dial] for dial, steps in zip(wood, turns, strict=True)]
    printed = _numbers(wish, wood, turns, random)
    if printed is None:
        return f"have no numbers that make {count(wish.decoys, 'decoy')}"
    dials = tuple(
        tuple(tuple(printed.get((dial, ring, place)) for place in range(wish.columns)) for ring in range(wish.rings))
        for dial in range(wish.dials)
    )
    return Dials(name, wish.targets, dials), turns


def decoys(instance: Dials, few: int) -> Iterator[Turns]:
    """Every position with the bottom dial at rest in which one to ``few`` columns do not come to their targets."""
    for turns in product((0,), *[range(instance.columns)] * (len(instance.dials) - 1)):
        if 1 <= len(wrong_columns(instance, turns)) <= few:
            yield turns


def in_one_piece(wood: Wood) -> bool:
    """Whether a dial holds together: from ring to ring, round each ring, and by its hub within the innermost."""
    rings, columns = len(wood), len(wood[0])
    reached = {(rings - 1, column) for column in range(columns) if wood[-1][column]}
    waiting = [*reached]
    while waiting:
        for ring, column in _beside(*waiting.pop(), rings, columns):
            if wood[ring][column] and (ring, column) not in reached:
                reached.add((ring, column))
                waiting.append((ring, column))
    return len(reached) == sum(map(sum, wood))


def _beside(ring: int, column: int, rings: int, columns: int) -> Iterator[Place]:
    """The places that touch a place along an edge."""
    yield ring, (column + 1) % columns
    yield ring, (column - 1) % columns
    if ring:
        yield ring - 1, column
    if ring + 1 < rings:
        yield ring + 1, column


# The wood


def _tiled(wish: DialsWish, random: Random) -> list[Wood] | None:
    """The wood of each dial in the answer, every place belonging to one dial; None where it did not work out.

    The upper dials grow from the innermost ring outwards, place by place, until they are as large together as wished.
    """
    dials, rings, columns = wish.dials, wish.rings, wish.columns
    covered = round((1 - wish.holes) * wish.places) if wish.holes is not None else int(COVERED * rings * columns)
    owner: dict[Place, int] = {}
    size = dict.fromkeys(range(1, dials), 0)
    starts = random.sample(range(columns), dials - 1)
    edges = {dial: [(rings - 1, column)] for dial, column in zip(size, starts, strict=True)}
    while len(owner) < covered:
        growing = [dial for dial in size if edges[dial]]
        if not growing:
            return None
        # The dial that is smallest for its rings goes first, so that none is shut in by the others early.
        dial = min(growing, key=lambda dial: (size[dial] / (rings - wish.outermost(dial)), random.random()))
        place = edges[dial].pop(random.randrange(len(edges[dial])))
        if place not in owner:
            owner[place] = dial
            size[dial] += 1
            beside = [*_beside(*place, rings, columns), (rings - 1, random.randrange(columns))]
            edges[dial] += [next_ for next_ in beside if next_[0] >= wish.outermost(dial)]
    wood = [
        [[owner.get((ring, column), 0) == dial for column in range(columns)] for ring in range(rings)]
        for dial in range(dials)
    ]
    return wood if all(any(wood[dial][wish.outermost(dial)]) for dial in size) and any(map(any, wood[0])) else None


def _carved(wish: DialsWish, random: Random) -> list[Wood]:
    """The wood of each dial: the bottom one is full; of the others places are cut out, those on the rim first."""
    rings, columns = wish.rings, wish.columns
    wood = [[[True] * columns for _ in range(rings)]]
    for dial in range(1, wish.dials):
        outermost = wish.outermost(dial)
        cut = [[ring >= outermost] * columns for ring in range(rings)]
        inside = [(ring, column) for ring in range(outermost, rings) for column in range(columns)]
        holes = round((CARVED if wish.holes is None else wish.holes) * len(inside))
        notches = [place for place in inside if place[0] == outermost and place[1] % 2]
        others = [place for place in inside if place not in notches]
        for ring, column in (*random.sample(notches, len(notches)), *random.sample(others, len(others))):
            if holes and (ring > outermost or sum(cut[ring]) > 1):
                cut[ring][column] = False
                if in_one_piece(cut):
                    holes -= 1
                else:
                    cut[ring][column] = True
        wood.append(cut)
    return wood


# The numbers


def _numbers(wish: DialsWish, wood: Sequence[Wood], turns: Turns, random: Random) -> dict[Cell, int] | None:
    """The number in each cell that has one; None where they did not come right."""
    numbers = {
        (dial, ring, place): number
        for dial, rings in enumerate(wood)
        for place in range(wish.columns)
        for ring, number in enumerate(_parts(wish.targets[(place + turns[dial]) % wish.columns], wish.rings, random))
        if rings[ring][place]
    }
    sums: list[Sum] = [*zip(map(frozenset, _columns(wood, turns)), wish.targets, strict=True)]
    near: list[Turns] = []
    for _ in range(wish.decoys):
        found = _decoy(wish, wood, (turns, *near), sums, random)
        if found is None:
            return None
        near.append(found[0])
        sums += found[1]
    if not _put_right(numbers, sums, random):
        return None
    for position in near:
        shown = zip(_columns(wood, position), wish.targets, strict=True)
        wrong = sum(sum(map(numbers.__getitem__, cells)) != target for cells, target in shown)
        if not 1 <= wrong <= wish.few:
            return None
    return numbers


def _columns(wood: Sequence[Wood], turns: Turns) -> list[list[Cell]]:
    """The cells that show in each column after ``turns``."""
    columns = len(wood[0][0])
    shown: list[dict[int, Cell]] = [{} for _ in range(columns)]
    for dial, (rings, steps) in enumerate(zip(wood, turns, strict=True)):
        for ring, places in enumerate(rings):
            for place, here in enumerate(places):
                if here:
                    shown[(place + steps) % columns][ring] = (dial, ring, place)
    return [[*column.values()] for column in shown]


def _decoy(
    wish: DialsWish, wood: Sequence[Wood], known: Sequence[Turns], sums: Sequence[Sum], random: Random
) -> tuple[Turns, list[Sum]] | None:
    """A position for a decoy, and the sums beside ``sums`` that have to come right there; None where none was found."""
    for _ in range(POSITIONS):
        moved = random.sample(range(1, wish.dials), random.randint(1, wish.dials - 1))
        position = tuple(
            random.randrange(wish.columns) if dial in moved else steps for dial, steps in enumerate(known[0])
        )
        if position in known:
            continue
        wanted = [*zip(map(frozenset, _columns(wood, position)), wish.targets, strict=True)]
        able = [one for one in wanted if one[0] and all(_can_hold(one, other) for other in sums)]
        new = [one for one in able if one not in sums]
        if new and len(able) >= wish.columns - wish.few:
            spared = max(0, wish.few - (wish.columns - len(able)))
            return position, random.sample(new, max(0, len(new) - spared))
    return None


def _can_hold(one: Sum, other: Sum) -> bool:
    """Whether two sums can both come right, as far as can be seen: what has more cells comes to more."""
    (cells, target), (others, wanted) = one, other
    if cells <= others:
        return target == wanted if cells == others else target < wanted
    return target > wanted if cells > others else True


def _put_right(numbers: dict[Cell, int], sums: Sequence[Sum], random: Random) -> bool:
    """Change ``numbers`` one by one until all ``sums`` come right; whether they did.

    A sum that is wrong is drawn, and of its cells the one is changed that leaves the other sums best.
    """
    within: dict[Cell, list[int]] = {cell: [] for cell in numbers}
    for place, (cells, _) in enumerate(sums):
        for cell in cells:
            within[cell].append(place)
    off = [target - sum(map(numbers.__getitem__, cells)) for cells, target in sums]
    for _ in range(REPAIRS):
        wrong = [place for place, by in enumerate(off) if by]
        if not wrong:
            return True
        place = random.choice(wrong)
        changes = []
        for cell in sorted(sums[place][0]):
            by = max(1, numbers[cell] + off[place]) - numbers[cell]
            if by:
                after = sum(abs(off[other] - by) - abs(off[other]) for other in within[cell])
                changes.append((after, random.random(), cell, by))
        if changes:
            _, _, cell, by = random.choice(changes) if random.random() < NOISE else min(changes)
            numbers[cell] += by
            for other in within[cell]:
                off[other] -= by
    return False


def _parts(target: int, rings: int, random: Random) -> list[int]:
    """``rings`` positive numbers that sum to ``target``, every choice equally likely."""
    cuts = [0, *sorted(random.sample(range(1, target), rings - 1)), target]
    return [after - before for before, after in pairwise(cuts)]


MAKER = DialsMaker()
