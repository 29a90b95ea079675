"""Counting exact covers without listing them, by a memo over the items still to be met.

What is left to do depends only on which items are open, so each such set is counted once: the sum, over the options
that meet its first open primary item and nothing already met, of the counts of what they leave. Where pieces repeat,
few sets occur (Nishino, Yasuda, Minato, Nagata: "Dancing with decision diagrams", AAAI 2017); a bound on their number
ends the attempt. Two orders of the items are tried: as given, and along the longest stretch of the problem, by the
Fiedler vector of the graph whose edges are options (Barnard, Pothen, Simon: "A spectral algorithm for envelope
reduction of sparse matrices", 1995).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

MAX_SETS = (10_000, 100_000, 400_000)
"""How many sets are tried, in each order in turn, before the attempt is given up; the last take some seconds."""

ITERATIONS = 400  # steps of the power iteration: the order is a heuristic, and need not be sharp

HUB_SHARE = 0.75
"""An item that shares options with so many of the others says nothing of the problem's shape, and comes last."""

SETS_BETWEEN_LOOKS = 1024


@dataclass(frozen=True)
class CountTable:
    """All sets of open items that occur, with the number of ways to meet their primary items, the others at most once.

    ``order`` has the items as bits of a set, the first being bit 0; ``whole`` is the set of all.
    """

    order: tuple[int, ...]
    whole: int
    counts: dict[int, int]

    @property
    def total(self) -> int:
        return self.counts[self.whole]


def tabulate(
    primary: Sequence[int],
    secondary: Sequence[int],
    options: Sequence[Sequence[int]],
    budgets: Sequence[int] = MAX_SETS,
    stop: Callable[[], bool] = lambda: False,
) -> CountTable | None:
    """The table of the problem whose ``options`` meet items by number; None where it would be too long, or on ``stop``.

    The budgets are the most sets, attempt by attempt.
    """
    orders = [list(primary), along(primary, options)]
    for budget in budgets:
        for order in orders:
            table = _count((*order, *secondary), len(primary), options, budget, stop)
            if table is not None or stop():
                return table
    return None


def _count(
    order: tuple[int, ...], primary: int, options: Sequence[Sequence[int]], most: int, stop: Callable[[], bool]
) -> CountTable | None:
    bit = {item: place for place, item in enumerate(order)}
    by_first: list[list[int]] = [[] for _ in range(primary)]
    for option in options:
        first = min(bit[item] for item in option)
        if first < primary:
            by_first[first].append(sum(1 << bit[item] for item in option))
    whole, open_items = (1 << len(order)) - 1, (1 << primary) - 1
    counts: dict[int, int] = {}
    waiting = [whole]
    while waiting:
        state = waiting[-1]
        if state in counts:
            waiting.pop()
            continue
        left = state & open_items
        if not left:
            counts[state] = 1
            continue
        first = (left & -left).bit_length() - 1
        leaving = [state ^ option for option in by_first[first] if option & state == option]
        unknown = [rest for rest in leaving if rest not in counts]
        if unknown:
            waiting += unknown
            continue
        counts[state] = sum([counts[rest] for rest in leaving])
        if len(counts) >= most or (len(counts) % SETS_BETWEEN_LOOKS == 0 and stop()):
            return None
    return CountTable(order, whole, counts)


def along(items: Sequence[int], options: Sequence[Sequence[int]]) -> list[int]:
    """The items in the order of the Fiedler vector of their graph, those that touch most others last."""
    places = {item: place for place, item in enumerate(items)}
    near: list[dict[int, int]] = [{} for _ in items]
    for option in options:
        members = [places[item] for item in option if item in places]
        for one in members:
            for other in members:
                if one != other:
                    near[one][other] = near[one].get(other, 0) + 1
    hubs = {place for place, others in enumerate(near) if len(others) >= HUB_SHARE * len(items)}
    rest = [place for place in range(len(items)) if place not in hubs]
    edges = [(one, [(other, weight) for other, weight in near[one].items() if other not in hubs]) for one in rest]
    degrees = {one: sum(weight for _, weight in others) for one, others in edges}
    # Power iteration on a multiple of the identity less the Laplacian, kept at right angles to the constant vector.
    shift = 2 * max(degrees.values(), default=0) + 1
    vector = {one: (place * 0.754877666) % 1 for place, one in enumerate(rest)}
    for _ in range(ITERATIONS if len(rest) > 2 else 0):
        mean = sum(vector.values()) / len(rest)
        vector = {one: value - mean for one, value in vector.items()}
        vector = {
            one: (shift - degrees[one]) * vector[one] + sum([weight * vector[other] for other, weight in others])
            for one, others in edges
        }
        largest = max(map(abs, vector.values())) or 1.0
        vector = {one: value / largest for one, value in vector.items()}
    return [items[place] for place in (*sorted(rest, key=lambda one: (vector[one], one)), *sorted(hubs))]
