"""Dealings of any size: a random pack is dealt, and some of its leftovers are forgotten.

Each leftover that is not known multiplies the answers by the number of stacks, or nearly.
"""

from __future__ import annotations

from random import Random

from models.dealing.instance import MOST_CARDS, Dealing, digits
from models.errors import InputError
from models.puzzle import Family

MOST_STACKS = 10

LARGEST = MOST_CARDS // 100
"""Cards."""


def planted(size: int | tuple[int, int], seed: int) -> Dealing:
    """A pack of so many to twice as many cards, and how many of its leftovers are forgotten.

    Of one number, half of them are, rounded up. All dealings of one seed are dealt into as many stacks,
    so that they differ in nothing but their size.

    Raises:
        InputError: when there are no cards or too many, or fewer leftovers than are to be forgotten.
    """
    least, unknown = (size, None) if isinstance(size, int) else size
    if not 1 <= least <= LARGEST:
        raise InputError(f"the size of family dealing is {least}; cards from 1 to {LARGEST:,} are expected")
    stacks = Random(f"dealing {seed}").randint(2, MOST_STACKS)
    random = Random(f"dealing {least} {seed}")
    cards = random.randint(least, 2 * least)
    leftovers: list[int | None] = [*digits(cards, stacks)]
    if unknown is None:
        unknown = (len(leftovers) + 1) // 2
    elif unknown > len(leftovers):
        raise InputError(
            f"the size of family dealing is {least}x{unknown}; {cards:,} cards in {stacks} stacks leave something over "
            f"{len(leftovers)} times, so that 0 to {len(leftovers)} unknown leftovers are expected"
        )
    for place in random.sample(range(len(leftovers)), len(leftovers))[:unknown]:
        leftovers[place] = None
    named = f"{least} with {unknown} unknown"
    return Dealing(f"planted dealing {named} seed {seed}", stacks, tuple(leftovers), goes_on=False)


FAMILIES = {
    "dealing": Family(planted, "cards, half of the leftovers unknown; or NxU for U unknown ones", 2),
}
