"""Where do dealings of any size come from? A random pack is dealt, and some of its leftovers are forgotten."""

from __future__ import annotations

from random import Random

from models.dealing import MOST_CARDS, Dealing, digits
from models.errors import InputError

FORGOTTEN = 3
"""How many leftovers are not known."""


def planted(size: int, seed: int) -> Dealing:
    """A pack of ``size`` to twice as many cards; three of its leftovers are forgotten, or all if there are fewer."""
    if not 1 <= size <= MOST_CARDS // 100:
        raise InputError(f"the size of family dealing is {size}; cards from 1 to {MOST_CARDS // 100:,} are expected")
    random = Random(f"dealing {size} {seed}")
    stacks = random.randint(2, 10)
    cards = random.randint(size, 2 * size)
    leftovers: list[int | None] = [*digits(cards, stacks)]
    for place in random.sample(range(len(leftovers)), min(FORGOTTEN, len(leftovers))):
        leftovers[place] = None
    return Dealing(f"planted dealing {size} seed {seed}", stacks, tuple(leftovers), goes_on=False)


FAMILIES = {"dealing": planted}
"""The families of this module, each a function of one size and a seed."""
