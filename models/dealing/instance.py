"""A pack dealt again and again into equal stacks: what is known of it, and the check of an answer.

Deal a pack into ``b`` equal stacks and put what is left over aside (a chip, if nothing is). Keep one
stack and deal it again; go on until nothing is left to deal. The leftovers, in the order in which
they were put aside, are the digits of the number of cards in base ``b``, the least significant first.

Any of it may be unknown: the cards, some leftovers, how often was dealt. The last leftover is never
nothing, or else there would be a stack to deal; and an empty pack is not dealt at all.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import zip_longest
from typing import ClassVar, NamedTuple

from models.formulation import Shown

MAX_CARDS = 10**15
"""The largest pack; up to here the numbers of every backend are exact."""

MAX_SHARED_CARDS = 4095
"""Packs of up to so many cards, dealt as often into as many stacks, share one structure."""


@dataclass(frozen=True)
class Dealing(Shown):
    """What is known of a pack and its leftovers.

    Attributes:
        leftovers: what was left over in each round, None where that is not known.
        goes_on: whether there may have been further rounds, of which nothing is known; then the cards or a bound are.
    """

    puzzle_name: ClassVar = "dealing"

    name: str
    stacks: int
    leftovers: tuple[int | None, ...] = ()
    goes_on: bool = True
    cards: int | None = None
    at_most: int | None = None
    source: str = ""

    @property
    def noted(self) -> list[str]:
        """The leftovers as they are typed."""
        return ["?" if leftover is None else str(leftover) for leftover in self.leftovers]

    @cached_property
    def span(self) -> Span:
        """Which structure says it: the rounds there can be, and the cards."""
        base, rounds = self.stacks, len(self.leftovers)
        lowest = base ** (rounds - 1) if rounds else 0
        bounds = [bound for bound in (self.cards, self.at_most) if bound is not None]
        if self.goes_on:
            rounds = max(rounds, len(digits(min(bounds), base)))
            if self.cards is not None:
                lowest = max(lowest, base ** (rounds - 1) if rounds else 0)
        highest = base**rounds - 1
        if self.at_most is not None:
            highest = min(highest, self.at_most)
        fitting = self._fitting(lowest, highest)
        if fitting[0] > fitting[1]:
            return NOTHING_FITS
        return Span(base, rounds, *((lowest, highest) if highest <= MAX_SHARED_CARDS else fitting))

    def _fitting(self, lowest: int, highest: int) -> tuple[int, int]:
        known = sum((left or 0) * self.stacks**place for place, left in enumerate(self.leftovers))
        if not self.goes_on:
            free = sum(self.stacks**place for place, left in enumerate(self.leftovers) if left is None)
            highest = min(highest, known + (self.stacks - 1) * free)
        lowest = max(lowest, known)
        return (lowest, highest) if self.cards is None else (max(lowest, self.cards), min(highest, self.cards))


@dataclass(frozen=True)
class Span:
    """The structure of a dealing: at most so many rounds, a pack of ``lowest`` to ``highest`` cards.

    For small packs the bounds come from the number of rounds alone, and all else goes into the givens.
    """

    stacks: int
    rounds: int
    lowest: int
    highest: int


NOTHING_FITS = Span(2, 0, 1, 0)
"""No number of cards is left: the bounds contradict each other."""


@dataclass(frozen=True)
class Dealt:
    """An answer: how many cards there were, and what was left over in each round."""

    cards: int
    leftovers: tuple[int, ...]


class Round(NamedTuple):
    """A round of dealing: the cards in it, the cards of each stack, the leftover, and what one leftover stands for."""

    cards: int
    stack: int
    leftover: int
    stands_for: int


def rounds_of(instance: Dealing, answer: Dealt) -> Iterator[Round]:
    cards = answer.cards
    for place, leftover in enumerate(answer.leftovers):
        yield Round(cards, cards // instance.stacks, leftover, instance.stacks**place)
        cards //= instance.stacks


def check(instance: Dealing, answer: Dealt) -> str | None:
    """What is wrong with ``answer``: it is not dealt so, or is not what ``instance`` says."""
    remaining = answer.cards
    if remaining < 0:
        return f"a pack has {remaining} cards"
    for number, leftover in enumerate(answer.leftovers, 1):
        if remaining == 0:
            return f"nothing is left to deal in round {number}"
        if leftover != remaining % instance.stacks:
            return f"round {number} leaves {remaining % instance.stacks} of {remaining} cards over, not {leftover}"
        remaining //= instance.stacks
    if remaining:
        return f"there are {remaining} cards left to deal after round {len(answer.leftovers)}"
    return _contradiction(instance, answer)


def contradiction(instance: Dealing) -> str | None:
    """What of all that is known contradicts itself without any search; None where nothing does."""
    if instance.cards is not None:
        return _contradiction(instance, Dealt(instance.cards, tuple(digits(instance.cards, instance.stacks))))
    if instance.leftovers and not instance.goes_on and instance.leftovers[-1] == 0:
        return "the last leftover is 0, but then a stack was left and would have been dealt again"
    fewest = _fewest(instance)
    if instance.at_most is not None and fewest > instance.at_most:
        return f"such leftovers need {fewest} cards at least, and there are at most {instance.at_most}"
    return None


def digits(cards: int, stacks: int) -> list[int]:
    """What is left over in each round when so many cards are dealt."""
    leftovers = []
    while cards:
        cards, leftover = divmod(cards, stacks)
        leftovers.append(leftover)
    return leftovers


def _fewest(instance: Dealing) -> int:
    """The smallest pack with such leftovers: nothing over where it is not known, but something in the last round."""
    least = [leftover or 0 for leftover in instance.leftovers]
    if least and instance.leftovers[-1] is None:
        least[-1] = 1
    elif least and not least[-1]:
        least.append(1)  # a leftover of 0 is not the last one
    return sum(leftover * instance.stacks**place for place, leftover in enumerate(least))


def _contradiction(instance: Dealing, answer: Dealt) -> str | None:
    """Where a well-dealt ``answer`` is not what ``instance`` says, in a sentence; or None."""
    cards = "1 card" if answer.cards == 1 else f"{answer.cards} cards"
    if instance.cards is not None and answer.cards != instance.cards:
        return f"there {'is' if instance.cards == 1 else 'are'} {instance.cards}, not {cards}"
    if instance.at_most is not None and answer.cards > instance.at_most:
        return f"there are at most {instance.at_most}, not {cards}"
    dealt, noted = len(answer.leftovers), len(instance.leftovers)
    if dealt < noted or (dealt > noted and not instance.goes_on):
        return f"{cards} in {instance.stacks} stacks can be dealt {_times(dealt)}, not {_times(noted)}"
    for number, (leftover, known) in enumerate(zip_longest(answer.leftovers, instance.leftovers), 1):
        if known is not None and leftover != known:
            return f"{cards} leave{'s' * (answer.cards == 1)} {leftover} over in round {number}, not {known}"
    return None


def _times(count: int) -> str:
    return {1: "once", 2: "twice"}.get(count, f"{count} times")
