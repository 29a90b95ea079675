"""Stacks of dials of any size: random numbers and holes, planted so that there is an answer.

The shape is that of the wooden ones: the bottom dial is full, each dial above is smaller, its outermost
ring has a notch at every second place and the rings within have a hole here and there.
"""

from __future__ import annotations

from itertools import pairwise
from random import Random

from models.errors import InputError
from models.grecian.instance import Dials
from models.puzzle import Family

MEAN_NUMBER = 10.5
"""What a visible number comes to on average: on the Grecian Computer four rings sum to 42."""

HOLES = 0.15
"""How often a place inside a dial is a hole."""


LARGEST = 50
"""Dials, rings and columns, each."""


def planted(size: int | tuple[int, int, int], seed: int) -> Dials:
    """So many dials, rings and columns; of one number, so many dials of 12 columns and one ring fewer, two at least.

    5 makes the size of the Grecian.

    Raises:
        InputError: when there are none of one of them, or too many.
    """
    dials, rings, columns = (size, max(2, size - 1), 12) if isinstance(size, int) else size
    if not all(1 <= measure <= LARGEST for measure in (dials, rings, columns)):
        told = size if isinstance(size, int) else "x".join(map(str, size))
        expected = (
            f"dials, rings and columns from 1 to {LARGEST}" if isinstance(size, tuple) else f"1 to {LARGEST} dials"
        )
        raise InputError(f"the size of family dials is {told}; {expected} are expected")
    return planted_dials(dials, rings, columns, seed)


def planted_dials(dials: int, rings: int, columns: int, seed: int) -> Dials:
    """A stack of ``dials`` with ``rings`` and ``columns`` that has at least one answer, known to nobody.

    The turns are drawn first. The numbers that show after them are drawn column by column so that they
    sum to the target; all other numbers are like them but free.

    Raises:
        ValueError: when one of the three sizes is not positive.
    """
    if min(dials, rings, columns) < 1:
        raise ValueError(f"{dials} dials, {rings} rings and {columns} columns: each must be at least 1")
    random = Random(f"dials {dials} {rings} {columns} {seed}")
    target = round(MEAN_NUMBER * rings)
    solid = [
        [_solid_places(dials, rings, columns, dial, ring, random) for ring in range(rings)] for dial in range(dials)
    ]
    turns = [0] + [random.randrange(columns) for _ in range(dials - 1)]

    numbers: list[list[list[int | None]]] = [
        [[_parts(target, rings, random)[0] if here else None for here in ring] for ring in dial] for dial in solid
    ]
    for column in range(columns):
        for ring, part in enumerate(_parts(target, rings, random)):
            # The topmost dial without a hole here shows; its number is the one that counts.
            shown = max(dial for dial in range(dials) if solid[dial][ring][(column - turns[dial]) % columns])
            numbers[shown][ring][(column - turns[shown]) % columns] = part

    return Dials(
        name=f"planted dials {dials}x{rings}x{columns} seed {seed}",
        targets=(target,) * columns,
        dials=tuple(tuple(tuple(ring) for ring in dial) for dial in numbers),
        source="planted at random",
    )


def _solid_places(dials: int, rings: int, columns: int, dial: int, ring: int, random: Random) -> list[bool]:
    """Where a ring of a dial is wood rather than a hole."""
    if dial == 0:
        return [True] * columns
    # Dial 1 reaches every ring, the top dial the innermost only.
    outermost = (dial - 1) * (rings - 1) // max(1, dials - 2)
    if ring < outermost:
        return [False] * columns
    if ring == outermost:
        return [place % 2 == 0 for place in range(columns)]
    return [random.random() >= HOLES for _ in range(columns)]


def _parts(target: int, rings: int, random: Random) -> list[int]:
    """``rings`` positive numbers that sum to ``target``, every choice equally likely."""
    cuts = [0, *sorted(random.sample(range(1, target), rings - 1)), target]
    return [after - before for before, after in pairwise(cuts)]


FAMILIES = {
    "dials": Family(planted, "dials, or DxRxN for D dials of R rings and N columns", 3),
}
