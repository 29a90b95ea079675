"""The dealing trick with pencil and paper: divide and keep the remainder; backwards, multiply and add."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product


def leftovers_of(cards: int, stacks: int) -> list[int]:
    """Divide by the number of stacks, keep the remainder, go on with the quotient until it is 0."""
    leftovers = []
    while cards > 0:
        leftovers.append(cards % stacks)
        cards = cards // stacks
    return leftovers


def cards_of(leftovers: Sequence[int], stacks: int) -> int:
    """From the last leftover to the first: as many stacks as there are, of what there was, and the leftover."""
    cards = 0
    for leftover in reversed(leftovers):
        cards = stacks * cards + leftover
    return cards


def fitting(leftovers: Sequence[int | None], stacks: int, at_most: int | None = None) -> Iterator[list[int]]:
    """Every way to fill in the unknown leftovers (None) of a pack of at most so many cards, smallest packs first.

    The last leftover is never 0: there would have been a stack to deal again.
    """
    # Written from the most significant digit on, the ways come in the order of the numbers they make.
    choices = [range(stacks) if leftover is None else (leftover,) for leftover in reversed(leftovers)]
    for digits in product(*choices):
        way = list(reversed(digits))
        if at_most is not None and cards_of(way, stacks) > at_most:
            return
        if not way or way[-1] != 0:
            yield way
