"""Propagators for linear constraints: by bounds; sums over small domains exactly; equality bit by bit."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from operator import neg

from solvers.backends.backtracking.store import Propagator, Store

Term = tuple[int, Sequence[int]]  # a cell, and what each of its bits adds to the sum: ascending or descending


class EqualPropagator(Propagator):
    """The left cell holds the value at the place of the right one, or ``shift`` places further on: left = right + c.

    Wakes when either shrinks. Domain consistent. O(1) a run, a shift of the whole mask.
    """

    __slots__ = ("left", "right", "shift")

    def __init__(self, left: int, right: int, shift: int = 0) -> None:
        super().__init__((left, right), idempotent=True)
        self.left = left
        self.right = right
        self.shift = shift

    def propagate(self, store: Store) -> bool:
        common = store.domains[self.left] & shifted(store.domains[self.right], self.shift)
        return (
            bool(common) and store.narrow(self.left, common) and store.narrow(self.right, shifted(common, -self.shift))
        )


class BoundsPropagator(Propagator):
    """The terms add up to at most ``highest`` and at least ``lowest``; None for no such bound.

    Wakes when a cell shrinks. Bounds consistent: each term keeps what fits with the least and the
    most the others can add. O(terms) a run, and a binary search for each term that is cut.

    Attributes:
        lowest: the bound below; may be changed between runs, while nothing is propagated.
        highest: the bound above; lowered during a search to what beats the best objective so far.
    """

    __slots__ = ("summands", "lowest", "highest")

    def __init__(self, terms: Sequence[Term], lowest: int | None, highest: int | None) -> None:
        super().__init__(tuple(cell for cell, _ in terms))
        self.summands = tuple((cell, adds, len(adds) > 1 and adds[0] > adds[1]) for cell, adds in terms)
        self.lowest = lowest
        self.highest = highest

    def propagate(self, store: Store) -> bool:
        domains = store.domains
        least = most = 0
        spans = []
        for cell, adds, descending in self.summands:
            mask = domains[cell]
            low, high = adds[(mask & -mask).bit_length() - 1], adds[mask.bit_length() - 1]
            if descending:
                low, high = high, low
            least += low
            most += high
            spans.append((low, high))
        if self.highest is not None:
            room = self.highest - least
            if room < 0:
                return False
            if most > self.highest:
                for (cell, adds, descending), (low, high) in zip(self.summands, spans, strict=True):
                    if high - low > room and not store.narrow(cell, at_most(adds, descending, low + room)):
                        return False
        if self.lowest is not None:
            room = most - self.lowest
            if room < 0:
                return False
            if least < self.lowest:
                for (cell, adds, descending), (low, high) in zip(self.summands, spans, strict=True):
                    if high - low > room and not store.narrow(cell, at_least(adds, descending, high - room)):
                        return False
        return True


class SumPropagator(Propagator):
    """The terms add up to exactly ``total``; for sums that range over few numbers.

    Wakes when a cell shrinks. Domain consistent, by dynamic programming over the sums of the first i
    terms (M. Trick, "A dynamic programming approach for consistency and propagation for knapsack
    constraints", Annals of Operations Research 118, 2003): going back from the total, the sums from
    which it can still be reached; then forward, the sums that are reached and lead there. A set of
    sums is an int, and adding a value to all of them is one shift: O(values left) shifts a run.
    """

    __slots__ = ("terms", "total")

    def __init__(self, terms: Sequence[Term], total: int) -> None:
        super().__init__(tuple(cell for cell, _ in terms), idempotent=True)
        # Every term is counted from the least it adds, so that no partial sum is negative.
        least = [min(adds[0], adds[-1]) for _, adds in terms]
        self.terms = tuple(
            (cell, tuple(add - low for add in adds) if low else tuple(adds))
            for (cell, adds), low in zip(terms, least, strict=True)
        )
        reach = sum(max(adds) for _, adds in self.terms)
        self.total = total - sum(least) if 0 <= total - sum(least) <= reach else -1

    def propagate(self, store: Store) -> bool:
        if self.total < 0:
            return False
        domains = store.domains
        leads = 1 << self.total
        later = []
        for cell, adds in reversed(self.terms):
            later.append(leads)
            rest, before = domains[cell], 0
            while rest:
                place = rest.bit_length() - 1
                rest ^= 1 << place
                before |= leads >> adds[place]
            leads = before
        if not leads & 1:
            return False
        reached = 1
        for cell, adds in self.terms:
            leads = later.pop()
            mask = rest = domains[cell]
            kept = following = 0
            while rest:
                place = rest.bit_length() - 1
                bit = 1 << place
                rest ^= bit
                sums = reached << adds[place] & leads
                if sums:
                    kept |= bit
                    following |= sums
            if kept != mask and not store.narrow(cell, kept):
                return False
            reached = following
        return True


class UnequalPropagator(Propagator):
    """The terms do not add up to ``total``.

    Wakes when a cell shrinks. Domain consistent: prunes once all cells but one are fixed. O(terms).
    """

    __slots__ = ("terms", "total")

    def __init__(self, terms: Sequence[Term], total: int) -> None:
        super().__init__(tuple(cell for cell, _ in terms), idempotent=True)
        self.terms = tuple(terms)
        self.total = total

    def propagate(self, store: Store) -> bool:
        domains = store.domains
        missing = self.total
        open_term: Term | None = None
        for cell, adds in self.terms:
            mask = domains[cell]
            if mask & (mask - 1):
                if open_term is not None:
                    return True
                open_term = cell, adds
            else:
                missing -= adds[mask.bit_length() - 1]
        if open_term is None:
            return missing != 0
        cell, adds = open_term
        return missing not in adds or store.narrow(cell, ~(1 << adds.index(missing)))


def shifted(mask: int, by: int) -> int:
    return mask << by if by >= 0 else mask >> -by


def at_most(adds: Sequence[int], descending: bool, limit: int) -> int:
    if descending:
        return -1 << bisect_left(adds, -limit, key=neg)
    return (1 << bisect_right(adds, limit)) - 1


def at_least(adds: Sequence[int], descending: bool, limit: int) -> int:
    if descending:
        return (1 << bisect_right(adds, -limit, key=neg)) - 1
    return -1 << bisect_left(adds, limit)
