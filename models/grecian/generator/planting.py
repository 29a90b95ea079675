"""Stacks of dials planted at random: who lies where, holes that leave every dial in one piece, numbers, and decoys.

In the answer a place shows the number of one dial. By default no dial has wood below that number, so that no number
lies hidden there; with ``hidden`` the bottom dial is full and those above are carved, as the wooden ones are. A *decoy*
is another position in which all but a few columns come to the target: the positions are drawn first, then the
numbers, which are changed one by one until every column that has to comes to its target.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from random import Random

from models.generation import Candidate, Specification, UniquenessOracle
from models.grecian.instance import Dials, Turns, hidden_numbers
from models.kit.names import count

CARVED_SHARE, COVERED_SHARE = 0.3, 0.8
"""The share of holes with hidden numbers; and without, how much of the face the upper dials cover."""

NOTCHED_HOLES = 0.15  # how often a place inside a dial of a wooden stack is a hole

MAX_POSITIONS_TRIED, MAX_REPAIRS = 60, 4_000
"""So many positions are tried for a decoy, and so many numbers are changed, before a try is given up."""

NOISE_SHARE = 0.1  # how often a number is changed that does not fit best, so that the changes do not go in circles
Place = tuple[int, int]  # a ring, and a column
Cell = tuple[int, int, int]  # a dial, a ring, and the place on it where a number is printed
Wood = list[list[bool]]  # ring by ring, the places of a dial that are wood and have a number
Sum = tuple[frozenset[Cell], int]  # cells that show in one column, and what they have to come to


@dataclass(frozen=True)
class DialsSpecification(Specification[Dials, Turns]):
    """What is wanted of the dials."""

    dials: int
    rings: int
    columns: int
    targets: tuple[int, ...]
    holes: float | None = None  # their share of the places within the upper dials; None where that is all the same
    decoys: int = 0  # how many other positions bring all but a few columns to their targets
    hidden: bool = False  # whether numbers may lie below others in the answer

    @property
    def most_wrong(self) -> int:
        return max(1, self.columns // 6)

    def outermost(self, dial: int) -> int:
        """The outermost ring that ``dial`` reaches: dial 1 covers the bottom one, the top dial the innermost ring."""
        return (dial - 1) * (self.rings - 1) // max(1, self.dials - 2) if dial else 0

    @property
    def places(self) -> int:
        return sum(self.rings - self.outermost(dial) for dial in range(1, self.dials)) * self.columns

    def candidate(
        self, name: str, random: Random, ask: UniquenessOracle[Dials, Turns]
    ) -> Candidate[Dials, Turns] | str:
        made = planted(self, name, random)
        if isinstance(made, str):
            return made
        instance, turns = made
        if not ask.is_unique(instance):
            return "have more than one answer"
        covered = sum(len(numbers) for _, _, numbers in hidden_numbers(instance, turns))
        warnings = [f"{count(covered, 'number')} hidden in the answer" if covered else "no number hidden in the answer"]
        if self.decoys:
            right = f"{self.columns - self.most_wrong} of {self.columns} columns or more right"
            warnings.append(f"{count(self.decoys, 'decoy')} with {right}")
        return Candidate(instance, turns, tuple(warnings))


def planted(wanted: DialsSpecification, name: str, random: Random) -> tuple[Dials, Turns] | str:
    """Dials with an answer, of which nobody knows yet whether it is the only one; or why this try made none."""
    wood = _carved(wanted, random) if wanted.hidden else _tiled(wanted, random)
    if wood is None:
        return "do not fit together without hidden numbers"
    turns = _turns(wanted, random)
    if not any(turns):
        turns = (*turns[:-1], random.randrange(1, wanted.columns))
    if not wanted.hidden:  # what grew is the answer; here it stands as it does before anything is turned
        wood = [[ring[steps:] + ring[:steps] for ring in dial] for dial, steps in zip(wood, turns, strict=True)]
    numbers = _numbers(wanted, wood, turns, random)
    if numbers is None:
        return f"have no numbers that make {count(wanted.decoys, 'decoy')}"
    return _stack(wanted, name, numbers), turns


def planted_dials(wanted: DialsSpecification, name: str, random: Random) -> Dials:
    """Dials with an answer, known to nobody and perhaps not the only one, in the shape of the wooden ones."""
    wood = [_notched(wanted, dial, random) for dial in range(wanted.dials)]
    turns = _turns(wanted, random)
    numbers = {
        (dial, ring, place): _parts(wanted.targets[0], wanted.rings, random)[0]
        for dial, rings in enumerate(wood)
        for ring, places in enumerate(rings)
        for place, here in enumerate(places)
        if here
    }
    for cells, target in zip(_columns(wood, turns), wanted.targets, strict=True):
        numbers |= zip(sorted(cells, key=lambda cell: cell[1]), _parts(target, wanted.rings, random), strict=True)
    return _stack(wanted, name, numbers, "planted at random")


def _turns(wanted: DialsSpecification, random: Random) -> Turns:
    return (0, *(random.randrange(wanted.columns) for _ in range(wanted.dials - 1)))


def _stack(wanted: DialsSpecification, name: str, numbers: Mapping[Cell, int], source: str = "") -> Dials:
    dials = tuple(
        tuple(
            tuple(numbers.get((dial, ring, place)) for place in range(wanted.columns)) for ring in range(wanted.rings)
        )
        for dial in range(wanted.dials)
    )
    return Dials(name, wanted.targets, dials, source)


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
    yield ring, (column + 1) % columns
    yield ring, (column - 1) % columns
    if ring:
        yield ring - 1, column
    if ring + 1 < rings:
        yield ring + 1, column


# The wood


def _tiled(wanted: DialsSpecification, random: Random) -> list[Wood] | None:
    """The wood of each dial in the answer, every place belonging to one dial; None where it did not work out."""
    dials, rings, columns = wanted.dials, wanted.rings, wanted.columns
    covered = (
        round((1 - wanted.holes) * wanted.places) if wanted.holes is not None else int(COVERED_SHARE * rings * columns)
    )
    owner: dict[Place, int] = {}
    size = dict.fromkeys(range(1, dials), 0)
    starts = random.sample(range(columns), dials - 1)
    edges = {dial: [(rings - 1, column)] for dial, column in zip(size, starts, strict=True)}
    while len(owner) < covered:
        growing = [dial for dial in size if edges[dial]]
        if not growing:
            return None
        # The dial that is smallest for its rings goes first, so that none is shut in by the others early.
        dial = min(growing, key=lambda dial: (size[dial] / (rings - wanted.outermost(dial)), random.random()))
        place = edges[dial].pop(random.randrange(len(edges[dial])))
        if place not in owner:
            owner[place] = dial
            size[dial] += 1
            beside = [*_beside(*place, rings, columns), (rings - 1, random.randrange(columns))]
            edges[dial] += [next_ for next_ in beside if next_[0] >= wanted.outermost(dial)]
    wood = [
        [[owner.get((ring, column), 0) == dial for column in range(columns)] for ring in range(rings)]
        for dial in range(dials)
    ]
    return wood if all(any(wood[dial][wanted.outermost(dial)]) for dial in size) and any(map(any, wood[0])) else None


def _carved(wanted: DialsSpecification, random: Random) -> list[Wood]:
    """The wood of each dial: the bottom one is full; of the others places are cut out, those on the rim first."""
    rings, columns = wanted.rings, wanted.columns
    wood = [[[True] * columns for _ in range(rings)]]
    for dial in range(1, wanted.dials):
        outermost = wanted.outermost(dial)
        cut = [[ring >= outermost] * columns for ring in range(rings)]
        inside = [(ring, column) for ring in range(outermost, rings) for column in range(columns)]
        holes = round((CARVED_SHARE if wanted.holes is None else wanted.holes) * len(inside))
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


def _notched(wanted: DialsSpecification, dial: int, random: Random) -> Wood:
    """The wood as wooden dials have it: a notch at every second place of the rim, within it a hole here and there."""
    if dial == 0:
        return [[True] * wanted.columns for _ in range(wanted.rings)]
    wood = []
    for ring in range(wanted.rings):
        rim = wanted.outermost(dial)
        if ring <= rim:
            wood.append([ring == rim and place % 2 == 0 for place in range(wanted.columns)])
        else:
            wood.append([random.random() >= NOTCHED_HOLES for _ in range(wanted.columns)])
    return wood


# The numbers


def _numbers(wanted: DialsSpecification, wood: Sequence[Wood], turns: Turns, random: Random) -> dict[Cell, int] | None:
    """The number in each cell that has one; None where they did not come right."""
    numbers = {
        (dial, ring, place): number
        for dial, rings in enumerate(wood)
        for place in range(wanted.columns)
        for ring, number in enumerate(
            _parts(wanted.targets[(place + turns[dial]) % wanted.columns], wanted.rings, random)
        )
        if rings[ring][place]
    }
    sums: list[Sum] = [*zip(map(frozenset, _columns(wood, turns)), wanted.targets, strict=True)]
    near: list[Turns] = []
    for _ in range(wanted.decoys):
        found = _decoy(wanted, wood, (turns, *near), sums, random)
        if found is None:
            return None
        near.append(found[0])
        sums += found[1]
    if not _put_right(numbers, sums, random):
        return None
    for position in near:
        shown = zip(_columns(wood, position), wanted.targets, strict=True)
        wrong = sum(sum(map(numbers.__getitem__, cells)) != target for cells, target in shown)
        if not 1 <= wrong <= wanted.most_wrong:
            return None
    return numbers


def _columns(wood: Sequence[Wood], turns: Turns) -> list[list[Cell]]:
    columns = len(wood[0][0])
    shown: list[dict[int, Cell]] = [{} for _ in range(columns)]
    for dial, (rings, steps) in enumerate(zip(wood, turns, strict=True)):
        for ring, places in enumerate(rings):
            for place, here in enumerate(places):
                if here:
                    shown[(place + steps) % columns][ring] = (dial, ring, place)
    return [[*column.values()] for column in shown]


def _decoy(
    wanted: DialsSpecification, wood: Sequence[Wood], known: Sequence[Turns], sums: Sequence[Sum], random: Random
) -> tuple[Turns, list[Sum]] | None:
    """A position for a decoy, and the sums beside ``sums`` that have to come right there; None where none was found."""
    for _ in range(MAX_POSITIONS_TRIED):
        moved = random.sample(range(1, wanted.dials), random.randint(1, wanted.dials - 1))
        position = tuple(
            random.randrange(wanted.columns) if dial in moved else steps for dial, steps in enumerate(known[0])
        )
        if position in known:
            continue
        in_columns = [*zip(map(frozenset, _columns(wood, position)), wanted.targets, strict=True)]
        able = [one for one in in_columns if one[0] and all(_can_hold(one, other) for other in sums)]
        new = [one for one in able if one not in sums]
        if new and len(able) >= wanted.columns - wanted.most_wrong:
            spared = max(0, wanted.most_wrong - (wanted.columns - len(able)))
            return position, random.sample(new, max(0, len(new) - spared))
    return None


def _can_hold(one: Sum, other: Sum) -> bool:
    """Whether two sums can both come right, as far as can be seen: what has more cells comes to more."""
    (cells, target), (others, wanted) = one, other
    if cells <= others:
        return target == wanted if cells == others else target < wanted
    return target > wanted if cells > others else True


def _put_right(numbers: dict[Cell, int], sums: Sequence[Sum], random: Random) -> bool:
    """Change ``numbers`` one by one, those that leave the other sums best, until all come right; whether they did."""
    within: dict[Cell, list[int]] = {cell: [] for cell in numbers}
    for place, (cells, _) in enumerate(sums):
        for cell in cells:
            within[cell].append(place)
    off = [target - sum(map(numbers.__getitem__, cells)) for cells, target in sums]
    for _ in range(MAX_REPAIRS):
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
            _, _, cell, by = random.choice(changes) if random.random() < NOISE_SHARE else min(changes)
            numbers[cell] += by
            for other in within[cell]:
                off[other] -= by
    return False


def _parts(target: int, rings: int, random: Random) -> list[int]:
    """``rings`` positive numbers that sum to ``target``, every choice equally likely."""
    cuts = [0, *sorted(random.sample(range(1, target), rings - 1)), target]
    return [after - before for before, after in pairwise(cuts)]
