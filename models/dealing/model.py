"""The dealing trick: what do the leftovers say about a pack that is dealt again and again into equal stacks?

Deal a pack into ``b`` equal stacks and put what is left over aside (a chip, if nothing is). Keep one
stack and deal it again; go on until nothing is left to deal. The leftovers, in the order in which
they were put aside, are the digits of the number of cards in base ``b``, the least significant first.

Any of it may be unknown: the cards, some leftovers, how often was dealt. The last leftover is never
nothing, or else there would be a stack to deal; and an empty pack is not dealt at all.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import zip_longest
from pathlib import Path
from typing import ClassVar

from models.deductions import Parts
from models.drawing import Drawing
from models.errors import InputError
from models.kit.notebook import Shown
from models.language.model import Assignment, Givens, IntVar, LinearExpr, Model
from models.mistakes import Copying
from models.options import Option, Values
from models.puzzle import Family, Formulation, Puzzle

MOST_CARDS = 10**15
"""The largest pack; up to here the numbers of every backend are exact."""

SHARED = 4095
"""Packs of up to so many cards, dealt as often into as many stacks, share one structure."""


@dataclass(frozen=True)
class Dealing(Shown):
    """What is known of a pack and its leftovers.

    Attributes:
        name: what it is called.
        stacks: how many stacks are dealt each time, two at least.
        leftovers: what was left over in each round, None where that is not known.
        goes_on: whether there may have been further rounds, of which nothing is known; then the cards or a bound are.
        cards: how many cards there were, or None.
        at_most: an upper bound on the cards, or None.
        source: where it comes from.
    """

    puzzle_name: ClassVar = "dealing"

    name: str
    stacks: int
    leftovers: tuple[int | None, ...] = ()
    goes_on: bool = True
    cards: int | None = None
    at_most: int | None = None
    source: str = ""

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
        return Span(base, rounds, *((lowest, highest) if highest <= SHARED else fitting))

    def _fitting(self, lowest: int, highest: int) -> tuple[int, int]:
        """The narrowest bounds on the cards that follow from the leftovers one by one."""
        known = sum((left or 0) * self.stacks**place for place, left in enumerate(self.leftovers))
        if not self.goes_on:
            free = sum(self.stacks**place for place, left in enumerate(self.leftovers) if left is None)
            highest = min(highest, known + (self.stacks - 1) * free)
        lowest = max(lowest, known)
        return (lowest, highest) if self.cards is None else (max(lowest, self.cards), min(highest, self.cards))


@dataclass(frozen=True)
class Span:
    """The structure of a dealing: so many stacks, at most so many rounds, a pack of ``lowest`` to ``highest`` cards.

    Where packs are small, the bounds come from the number of rounds alone, and whatever else is known goes
    into the givens; for large packs they are as narrow as all that is known makes them.
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


def digits(cards: int, stacks: int) -> list[int]:
    """What is left over in each round when so many cards are dealt."""
    leftovers = []
    while cards:
        cards, leftover = divmod(cards, stacks)
        leftovers.append(leftover)
    return leftovers


class _DealingModel(Formulation[Dealing, Dealt]):
    """What both formulations share: leftovers as decisions, known ones as givens.

    A round that was not dealt any more leaves 0 over.

    Attributes:
        leftovers: what is left over in each round there can be.
        cards: the number of cards, where it is a variable.
    """

    leftovers: list[IntVar]
    cards: IntVar | None

    def givens(self, instance: Dealing) -> Givens:
        if instance.span == NOTHING_FITS:
            return {}
        pairs = zip(self.leftovers, instance.leftovers, strict=False)
        known = {var: leftover for var, leftover in pairs if leftover is not None}
        if self.cards is not None and instance.cards is not None:
            known[self.cards] = instance.cards
        return known

    def decode(self, instance: Dealing, assignment: Assignment) -> Dealt:
        values = [assignment[leftover] for leftover in self.leftovers]
        while values and not values[-1]:
            values.pop()
        return Dealt(sum(value * instance.stacks**place for place, value in enumerate(values)), tuple(values))

    def _declare_leftovers(self, span: Span) -> None:
        self.leftovers = [
            self.model.new_int_var(0, min(span.stacks - 1, span.highest // span.stacks**place), f"leftover {place + 1}")
            for place in range(span.rounds)
        ]
        if span.lowest > span.highest:
            self.model.add_bool_or([], because="no number of cards fits all that is known")
        self.model.project_on(self.leftovers)


class RoundsModel(_DealingModel):
    """Round by round: the cards dealt are ``stacks`` times the cards of one stack and the leftover."""

    def __init__(self, instance: Dealing, objective: str | None = None) -> None:
        span = instance.span
        self.model = model = Model(f"{instance.name}, rounds")
        self._declare_leftovers(span)
        highest = max(span.lowest, span.highest)
        cards = [
            model.new_int_var(span.lowest // stands_for, highest // stands_for, f"cards in round {place + 1}")
            for place, stands_for in _powers(span.stacks, span.rounds + 1)
        ]
        for place, leftover in enumerate(self.leftovers):
            because = f"round {place + 1} deals its cards into {span.stacks} equal stacks and leaves the rest over"
            model.add(cards[place] == span.stacks * cards[place + 1] + leftover, because=because)
        self.cards = cards[0]
        self.waypoints = cards
        if objective == "cards":
            model.minimize(self.cards)


class DigitsModel(_DealingModel):
    """In one sum: each leftover counts as many cards as one card of it stands for."""

    def __init__(self, instance: Dealing, objective: str | None = None) -> None:
        span = instance.span
        self.model = model = Model(f"{instance.name}, digits")
        self._declare_leftovers(span)
        powers = _powers(span.stacks, span.rounds)
        total = LinearExpr({self.leftovers[place]: stands_for for place, stands_for in powers}, 0)
        self.cards = None
        if 0 <= span.highest - span.lowest <= SHARED:
            self.cards = model.new_int_var(span.lowest, span.highest, "cards")
            model.add(self.cards == total, because="the leftovers are the digits of the number of cards")
        elif span.lowest <= span.highest:
            # A variable for the cards would have more values than many a solver can spell out.
            model.add(total >= span.lowest, because=f"there are at least {span.lowest:,} cards")
            model.add(total <= span.highest, because=f"there are at most {span.highest:,} cards")
        if objective == "cards":
            model.minimize(total)


def _powers(stacks: int, rounds: int) -> list[tuple[int, int]]:
    """Each round (from 0) with what one leftover card of it stands for."""
    return [(place, stacks**place) for place in range(rounds)]


class DealingPuzzle(Puzzle[Dealing, Dealt]):
    """A number from its remainders, either way round."""

    name = "dealing"
    title = "The dealing trick"
    summary = "Find the number of cards from the leftovers of dealing into equal stacks, or the other way round."
    formulations: ClassVar = {"rounds": RoundsModel, "digits": DigitsModel}
    default_instance = "four-stacks"
    objectives: ClassVar = {"cards": "the fewest cards that fit"}

    def read(self, path: Path) -> Iterator[Dealing | InputError]:
        from models.dealing.reading import read_dealing

        return read_dealing(path)

    def check(self, instance: Dealing, answer: Dealt) -> str | None:
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

    def render(self, instance: Dealing, answer: Dealt | None = None) -> str:
        from models.dealing.text import question, rounds

        return question(instance) if answer is None else rounds(instance, answer)

    @property
    def drawing(self) -> Drawing[Dealing, Dealt]:
        from models.dealing.drawing import DealingDrawing  # most runs draw nothing

        return DealingDrawing()

    @property
    def copying(self) -> Copying[Dealing, Dealt]:
        from models.dealing.mistakes import WrongNumbers  # only a diagnosis asks for it

        return Copying(WrongNumbers)

    @property
    def families(self) -> Mapping[str, Family]:
        from models.dealing.family import FAMILIES  # only where a family is asked for

        return FAMILIES

    def as_json(self, instance: Dealing, answer: Dealt) -> object:
        powers = _powers(instance.stacks, len(answer.leftovers))
        return {
            "cards": answer.cards,
            "leftovers": list(answer.leftovers),
            "rounds": [
                {
                    "cards": answer.cards // stands_for,
                    "stack": answer.cards // stands_for // instance.stacks,
                    "leftover": leftover,
                    "stands_for": stands_for,
                }
                for (_, stands_for), leftover in zip(powers, answer.leftovers, strict=True)
            ],
        }

    def shape(self, instance: Dealing) -> Hashable:
        return instance.span

    def clash(self, instance: Dealing) -> str | None:
        if instance.cards is not None:
            return _contradiction(instance, Dealt(instance.cards, tuple(digits(instance.cards, instance.stacks))))
        if instance.leftovers and not instance.goes_on and instance.leftovers[-1] == 0:
            return "the last leftover is 0, but then a stack was left and would have been dealt again"
        fewest = _fewest(instance)
        if instance.at_most is not None and fewest > instance.at_most:
            return f"such leftovers need {fewest} cards at least, and there are at most {instance.at_most}"
        return None

    def parts(self, instance: Dealing, stated: Formulation[Dealing, Dealt]) -> Parts:
        from models.dealing.parts import known_parts

        return known_parts(instance)

    @property
    def options(self) -> tuple[Option, ...]:
        told = 'what was left over, round by round, such as "0 1 ? 1"; ? is not known, "0 1 ..." may go on'
        return (
            Option("stacks", "B", "deal into B stacks"),
            Option("leftovers", "TEXT", told),
            Option("cards", "N", "there are N cards"),
            Option("at-most", "N", "there are at most N cards"),
        )

    def typed(self, values: Values) -> Dealing | None:
        from models.dealing.reading import known, typed_numbers

        numbers = typed_numbers(values)
        if "stacks" not in numbers:
            return None
        cards, at_most = numbers.get("cards"), numbers.get("at-most")
        return known("as typed", numbers["stacks"], values.get("leftovers"), cards, at_most)

    def arrange(self, instance: Dealing, values: Values) -> Dealing:
        """Cards or leftovers typed take the place of both in the file; a bound is typed in addition."""
        from models.dealing.reading import known, typed_numbers

        if "stacks" in values or not values:
            return instance
        numbers = typed_numbers(values)
        leftovers: object = values.get("leftovers")
        cards, at_most = numbers.get("cards"), numbers.get("at-most")
        if leftovers is None and cards is None:
            leftovers, cards = _told(instance), instance.cards
        if at_most is None:
            at_most = instance.at_most
        return known(instance.name, instance.stacks, leftovers, cards, at_most, instance.source)

    def compact(self, instance: Dealing, answer: Dealt) -> str | None:
        return f"{answer.cards} cards, leftovers {' '.join(map(str, answer.leftovers)) or 'none'}"


def _fewest(instance: Dealing) -> int:
    """The smallest pack with such leftovers: nothing over where it is not known, but something in the last round."""
    least = [leftover or 0 for leftover in instance.leftovers]
    if least and instance.leftovers[-1] is None:
        least[-1] = 1
    elif least and not least[-1]:
        least.append(1)  # a leftover of 0 is not the last one
    return sum(leftover * instance.stacks**place for place, leftover in enumerate(least))


def _told(instance: Dealing) -> list[object]:
    """The leftovers as they would be written down."""
    told: list[object] = ["?" if leftover is None else leftover for leftover in instance.leftovers]
    return [*told, "..."] if instance.goes_on else told


def _contradiction(instance: Dealing, answer: Dealt) -> str | None:
    """Where a well-dealt ``answer`` is not what ``instance`` says, in a sentence; or None."""
    cards = "1 card" if answer.cards == 1 else f"{answer.cards} cards"
    if instance.cards is not None and answer.cards != instance.cards:
        return f"there {'is' if instance.cards == 1 else 'are'} {instance.cards}, not {cards}"
    if instance.at_most is not None and answer.cards > instance.at_most:
        return f"there are at most {instance.at_most}, not {cards}"
    dealt, told = len(answer.leftovers), len(instance.leftovers)
    if dealt < told or (dealt > told and not instance.goes_on):
        return f"{cards} in {instance.stacks} stacks can be dealt {_times(dealt)}, not {_times(told)}"
    for number, (leftover, known) in enumerate(zip_longest(answer.leftovers, instance.leftovers), 1):
        if known is not None and leftover != known:
            return f"{cards} leave{'s' * (answer.cards == 1)} {leftover} over in round {number}, not {known}"
    return None


def _times(count: int) -> str:
    return {1: "once", 2: "twice"}.get(count, f"{count} times")


PUZZLE = DealingPuzzle()
