"""How much there is to look at in a stack of dials: positions of some of the dials until only the answer is left."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf

from models.grecian.instance import Dials, Ring

MAX_POSITIONS = 5_000  # so many positions are counted; whoever looks at more has a computer do it

Face = Sequence[Ring]
"""Ring by ring, what shows."""


def positions(instance: Dials) -> int:
    """In how many positions of some of the dials the columns have to be looked at until only the answer is left.

    A position is given up when what shows, and what may yet show, does not come to the target in some column. From the
    bottom up or from the top down, whichever is quicker.
    """
    dials = range(len(instance.dials))
    return _laid(instance, dials[::-1], _laid(instance, dials, MAX_POSITIONS))


def _laid(instance: Dials, order: Sequence[int], most: int) -> int:
    """The positions looked at, ``most`` at most, where the dials come in this order, from one end to the other."""
    upwards = order[0] == 0
    # Where all targets are alike, turning the whole is nothing new: the first dial stays as it is.
    fixed = 0 if instance.goal is None else order[0]
    bounds = []
    for done in range(1, len(order) + 1):
        left = sorted(order[done:], reverse=True)
        bounds.append([_may_show(instance, ring, left) for ring in range(instance.rings)])

    def within_reach(face: Face, done: int) -> bool:
        for column, target in enumerate(instance.targets):
            lowest = highest = 0.0
            for ring, (least, most, is_full) in zip(face, bounds[done], strict=True):
                number = ring[column]
                if number is not None and not upwards:
                    least = most = number  # nothing comes to lie on it
                elif not is_full:
                    least, most = min(least, number or 0), max(most, number or 0)
                lowest, highest = lowest + least, highest + most
            if not lowest <= target <= highest:
                return False
        return True

    looked = 0

    def lay(done: int, face: Face) -> None:
        nonlocal looked
        if done == len(order):
            return
        for steps in range(1 if order[done] == fixed else instance.columns):
            turned = [ring[-steps:] + ring[:-steps] if steps else ring for ring in instance.dials[order[done]]]
            upper, lower = (turned, face) if upwards else (face, turned)
            laid = [
                tuple(under if number is None else number for number, under in zip(above, below, strict=True))
                for above, below in zip(upper, lower, strict=True)
            ]
            if looked == most:
                return
            looked += 1
            if within_reach(laid, done):
                lay(done + 1, laid)

    lay(0, [(None,) * instance.columns for _ in range(instance.rings)])
    return looked


def _may_show(instance: Dials, ring: int, dials: Sequence[int]) -> tuple[float, float, bool]:
    """The least and the greatest number in a ring of some dials, from the top down, and whether one of them is full."""
    numbers: list[int] = []
    for dial in dials:
        numbers += [number for number in instance.dials[dial][ring] if number is not None]
        if None not in instance.dials[dial][ring]:
            return min(numbers), max(numbers), True
    return min(numbers, default=inf), max(numbers, default=-inf), False
