"""New dealings: a random pack is dealt, and leftovers are withheld as long as one number of cards fits a bound."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice, takewhile
from random import Random
from typing import ClassVar

from models.dealing.instance import MAX_CARDS, Dealing, Dealt, digits
from models.dealing.packs import Packs
from models.errors import InputError
from models.generation import Candidate, Family, Generator, Specification, UniquenessOracle
from models.kit.names import count
from models.kit.specifications import THREE_GRADES, commented, graded, number_of, size_of
from models.options import PuzzleOption, Values

MAX_SIZE_CARDS = MAX_CARDS // 10
MAX_FAMILY_CARDS = MAX_CARDS // 100

MAX_DRAWN_STACKS = 10  # more can be asked for
MAX_STACKS = 1_000

GRADE_WAYS = (10, 100)
"""From so many ways to fill in what is withheld on, a dealing is medium, and hard."""


def planted(size: int | tuple[int, int], seed: int) -> Dealing:
    """A pack of so many to twice as many cards, and how many of its leftovers are withheld: half, unless it is said.

    All dealings of one seed are dealt into as many stacks, so that they differ in nothing but their size.
    """
    least, unknown = (size, None) if isinstance(size, int) else size
    if not 1 <= least <= MAX_FAMILY_CARDS:
        raise InputError(f"the size of family dealing is {least}; cards from 1 to {MAX_FAMILY_CARDS:,} are expected")
    stacks = Random(f"dealing {seed}").randint(2, MAX_DRAWN_STACKS)
    random = Random(f"dealing {least} {seed}")
    cards = random.randint(least, 2 * least)
    leftovers = digits(cards, stacks)
    rounds = len(leftovers)
    if unknown is None:
        unknown = (rounds + 1) // 2
    elif unknown > rounds:
        raise InputError(
            f"the size of family dealing is {least}x{unknown}; {cards:,} cards in {stacks} stacks leave something over "
            f"{rounds} times, so that 0 to {rounds} unknown leftovers are expected"
        )
    known = _known(leftovers, random.sample(range(rounds), rounds)[unknown:])
    return Dealing(f"planted dealing {least} with {unknown} unknown seed {seed}", stacks, known, goes_on=False)


def _known(leftovers: Sequence[int], places: Sequence[int]) -> tuple[int | None, ...]:
    return tuple(leftover if place in places else None for place, leftover in enumerate(leftovers))


@dataclass(frozen=True)
class DealingSpecification(Specification[Dealing, Dealt]):
    """What is wanted of a dealing: ``size`` to twice as many cards, and at least so many leftovers withheld."""

    size: int
    stacks: int | None
    at_most: int | None
    withheld: int

    def candidate(
        self, name: str, random: Random, ask: UniquenessOracle[Dealing, Dealt]
    ) -> Candidate[Dealing, Dealt] | str:
        stacks = self.stacks or random.randint(2, MAX_DRAWN_STACKS)
        most = min(2 * self.size, self.at_most or 2 * self.size)
        cards = random.randint(self.size, most)
        bound = self.at_most or random.randint(cards, 2 * self.size)
        leftovers = digits(cards, stacks)

        def known(places: Sequence[int]) -> Dealing:
            return Dealing(name, stacks, _known(leftovers, places), goes_on=False, at_most=bound)

        kept = random.sample(range(len(leftovers)), len(leftovers))
        for place in [*kept]:
            fewer = [other for other in kept if other != place]
            if fits_one(known(fewer)):
                kept = fewer
        withheld = len(leftovers) - len(kept)
        if withheld < self.withheld:
            return f"have more than one answer where {count(self.withheld, 'leftover')} or more are withheld"
        instance = known(kept)
        answer = ask.only(instance)
        if answer is None:
            return "have more than one answer"
        return Candidate(instance, answer, (f"{withheld} of {count(len(leftovers), 'leftover')} withheld",))


def fits_one(dealing: Dealing) -> bool:
    """Whether one number of cards leaves such leftovers, up to the bound and dealt as often."""
    most = MAX_CARDS if dealing.at_most is None else dealing.at_most
    return len([*islice(takewhile(lambda cards: cards <= most, Packs(dealing).upwards(0)), 2)]) == 1


class DealingGenerator(Generator[Dealing, Dealt]):
    options = (
        PuzzleOption("stacks", "B", f"deal into B stacks (default: 2 to {MAX_DRAWN_STACKS}, drawn)"),
        PuzzleOption("at-most", "N", "tell that there are at most N cards (default: up to twice the size, drawn)"),
        PuzzleOption("withheld", "N", "withhold N leftovers at least (default 1); as many as can be are"),
    )
    sizes = "the fewest cards; up to twice as many are drawn (default 1000)"
    suffix = ".toml"
    grades = THREE_GRADES
    families: ClassVar = {
        "dealing": Family(planted, "cards, half of the leftovers unknown; or NxU for U unknown ones", 2)
    }

    def specification(self, size: str, values: Values) -> DealingSpecification:
        cards, *more = size_of(size or "1000", "a number of cards is expected, such as 1000")
        if more or not 1 <= cards <= MAX_SIZE_CARDS:
            raise InputError(f"--size {size} is no size; cards from 1 to {MAX_SIZE_CARDS:,} are expected")
        stacks, bound = number_of(values, "stacks"), number_of(values, "at-most")
        withheld = number_of(values, "withheld", 1) or 0
        if stacks is not None and not 2 <= stacks <= MAX_STACKS:
            why = "one stack is the pack again, and never ends" if stacks < 2 else "nobody deals more"
            raise InputError(f"--stacks is {stacks}; 2 to {MAX_STACKS:,} are expected: {why}")
        if bound is not None and not cards <= bound <= MAX_CARDS:
            reason = f"the size makes {cards:,} cards or more" if bound < cards else "packs are no larger"
            raise InputError(f"--at-most is {bound:,}; {cards:,} to {MAX_CARDS:,} are expected: {reason}")
        rounds = len(digits(2 * cards, stacks or 2))
        if withheld > rounds:
            raise InputError(f"--withheld is {withheld}; up to {2 * cards:,} cards are dealt {rounds} times at most")
        return DealingSpecification(cards, stacks, bound, withheld)

    def grade(self, instance: Dealing) -> str:
        ways = instance.stacks ** instance.leftovers.count(None)
        return f"{graded(ways, GRADE_WAYS)}: {ways:,} ways to fill in what is withheld"

    def write(self, instance: Dealing, comments: Sequence[str]) -> str:
        lines = [*commented(comments), f'name = "{instance.name}"', f"stacks = {instance.stacks}"]
        return "\n".join([*lines, f'leftovers = "{" ".join(instance.noted)}"', f"at_most = {instance.at_most}", ""])


GENERATOR = DealingGenerator()
