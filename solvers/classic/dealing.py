"""The dealing trick with pencil and paper: divide and keep the remainder; backwards, multiply and add."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from models.dealing.instance import Dealing, Dealt
from solvers.classic.programs import Answers, Figures, PublishedProgram


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


def _remainders(instance: Dealing, figures: Figures, story: list[str]) -> Answers:
    known = instance.leftovers
    if instance.cards is not None:
        digits = leftovers_of(instance.cards, instance.stacks)
        ways = [digits] if _fits(digits, known, instance.goes_on) else []
        ways = [way for way in ways if instance.at_most is None or instance.cards <= instance.at_most]
        yield from (Dealt(instance.cards, tuple(way)) for way in ways)
        return
    longest = instance.span.rounds if instance.goes_on else len(known)
    for rounds in range(len(known), longest + 1):
        open_ended = [*known, *[None] * (rounds - len(known))]
        for way in fitting(open_ended, instance.stacks, instance.at_most):
            yield Dealt(cards_of(way, instance.stacks), tuple(way))


def _fits(digits: list[int], known: tuple[int | None, ...], goes_on: bool) -> bool:
    long_enough = len(digits) >= len(known) if goes_on else len(digits) == len(known)
    return long_enough and all(wanted in (None, digit) for digit, wanted in zip(digits, known, strict=False))


PROGRAMS = {"remainders": PublishedProgram("divide and keep the remainder", _remainders)}
