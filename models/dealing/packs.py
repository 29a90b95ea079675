"""The packs that leave given leftovers, and those of them that are closest to a number that was noted."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice, takewhile

from models.dealing.instance import MAX_CARDS, Dealing, digits
from models.kit.misreadings import distance, one_slip_away

MAX_NEAREST = 12
"""So many numbers above and so many below are named."""


@dataclass(frozen=True)
class Packs:
    """Every number of cards that leaves the known leftovers of a dealing, whatever else is said of the cards."""

    dealing: Dealing

    def fits(self, cards: int) -> bool:
        return 0 < cards <= MAX_CARDS and self._from(cards, 1) == cards

    def upwards(self, cards: int) -> Iterator[int]:
        """Those of ``cards`` or more, ascending, as far as packs go."""
        following = self._from(max(cards, self._fewest), 1)
        while following is not None and following <= MAX_CARDS:
            yield following
            following = self._from(following + 1, 1)

    def downwards(self, cards: int) -> Iterator[int]:
        """Those of ``cards`` or fewer, descending."""
        following = self._from(cards, -1)
        while following is not None and following >= self._fewest:
            yield following
            following = self._from(following - 1, -1) if following else None

    def like(self, noted: int, most: int | None) -> tuple[list[int], bool]:
        """Those up to ``most`` that ``noted`` is likely meant to be, likeliest first, and whether there are others."""
        highest = MAX_CARDS if most is None else most
        above = takewhile(lambda cards: cards <= highest, self.upwards(noted + 1))
        below = self.downwards(min(noted - 1, highest))
        (nearest_above, more_above), (nearest_below, more_below) = _first(above), _first(below)
        slips = (cards for cards in one_slip_away(noted) if cards <= highest and self.fits(cards))
        found = {*nearest_above, *nearest_below, *slips}
        ranked = sorted(found, key=lambda cards: (distance(noted, cards), abs(cards - noted), cards))
        return ranked, more_above or more_below

    @property
    def _fewest(self) -> int:
        """The last leftover noted is that of a round that was dealt."""
        rounds = len(self.dealing.leftovers)
        return int(self.dealing.stacks ** (rounds - 1)) if rounds else 1

    def _from(self, cards: int, step: int) -> int | None:
        """The first number that fits, of ``cards`` and those above (``step`` 1) or below (-1); None without one.

        Where ``cards`` itself does not fit, its digits are kept down to some round, the digit of that
        round is moved on, and those of the rounds before are as they have to be. The earliest such
        round gives the closest number.
        """
        if cards < 0:
            return None
        base, wanted, allowed = self.dealing.stacks, digits(cards, self.dealing.stacks), self._allowed()
        if len(wanted) > len(allowed):
            if step > 0:
                return None
            wanted = [base] * len(allowed)  # above every digit
        wanted += [0] * (len(allowed) - len(wanted))
        keeps = [low <= digit <= high for digit, (low, high) in zip(wanted, allowed, strict=True)]
        if all(keeps) and (step < 0 or cards >= self._fewest):
            return cards
        for place, (low, high) in enumerate(allowed):
            moved = max(low, wanted[place] + 1) if step > 0 else min(high, wanted[place] - 1)
            if all(keeps[place + 1 :]) and low <= moved <= high:
                before = [least if step > 0 else most for least, most in allowed[:place]]
                leftovers = [*before, moved, *wanted[place + 1 :]]
                return sum(left * int(base**round_) for round_, left in enumerate(leftovers))
        return None

    def _allowed(self) -> list[tuple[int, int]]:
        """For each round there can be, the least and the greatest leftover."""
        dealing = self.dealing
        known = [(0, dealing.stacks - 1) if left is None else (left, left) for left in dealing.leftovers]
        if dealing.goes_on:
            rounds = len(digits(MAX_CARDS, dealing.stacks))
            known += [(0, dealing.stacks - 1)] * (rounds - len(known))
        return known


def _first(numbers: Iterable[int]) -> tuple[list[int], bool]:
    first = list(islice(numbers, MAX_NEAREST + 1))
    return first[:MAX_NEAREST], len(first) > MAX_NEAREST
