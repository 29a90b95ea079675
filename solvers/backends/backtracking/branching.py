"""Branching as decision strategies say: which cell comes next, and which part of its domain is tried first.

The words are those of ``models.language.model``. What is tried first is followed by the rest as a whole, after
which the next cell is chosen anew, as constraint solvers do; Booleans that no strategy names go value by value.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from models.language.model import Choose, DecisionStrategy, Model, Select
from solvers.backends.backtracking.posting import PostedModel
from solvers.backends.backtracking.store import Store
from solvers.backends.backtracking.value_index import nth_bit
from solvers.backends.backtracking.wide import DIGIT_BASE

if TYPE_CHECKING:  # as for the search
    from random import Random

Key = int | tuple[int, int]
DIGIT = range(DIGIT_BASE)  # what the bits of a digit of a wide variable stand for


class Brancher:
    """A decision strategy over cells, each with what its bits stand for, ascending; ``late``: after the projection."""

    def __init__(self, values: Sequence[tuple[int, Sequence[int]]], choose: Choose, select: Select, late: bool) -> None:
        self.values = values
        self.choose, self.select, self.late = choose, select, late
        self._of = dict(values)
        self._key = _KEYS.get(choose)

    def open_cell(self, store: Store) -> int | None:
        domains = store.domains
        still_open = (cell for cell, _ in self.values if domains[cell] & (domains[cell] - 1))
        key = self._key
        if key is None:
            return next(still_open, None)
        return max(still_open, key=lambda cell: key(store, cell, domains[cell], self._of[cell]), default=None)

    def part(self, random: Random | None, cell: int, mask: int) -> int:
        """What is tried first of a cell's bits, of which there are at least two."""
        lowest, highest = mask & -mask, 1 << (mask.bit_length() - 1)
        if self.select == "min_value":
            return lowest
        if self.select == "max_value":
            return highest
        if self.select in ("median_value", "random_value"):
            count = mask.bit_count()
            skip = (count - 1) // 2 if random is None or self.select == "median_value" else random.randrange(count)
            return nth_bit(mask, skip)
        values = self._of[cell]
        least = values[lowest.bit_length() - 1]
        middle = least + (values[highest.bit_length() - 1] - least) // 2
        below = mask & ((1 << bisect_right(values, middle)) - 1)
        return below if self.select == "lower_half" else mask ^ below


def branchers(model: Model, posted: PostedModel, seed: int = 0) -> list[Brancher]:
    """The strategies of a model over its cells, those of other variables than the projection's late.

    With an objective none is late: then answers differ by what they cost, and not by their projection.
    """
    first = set(model.variables if model.objective is not None else model.projection)
    value_indexes = posted.value_indexes
    found = []
    for strategy in model.strategies or _default(model, seed):
        for late in (False, True):
            cells = [cell for var in strategy.variables if (var not in first) is late for cell in posted.cells(var)]
            if cells:
                values = [
                    (cell, value_indexes[cell].values if cell < len(value_indexes) else DIGIT)
                    for cell in dict.fromkeys(cells)
                ]
                found.append(Brancher(values, strategy.choose, strategy.select, late))
    return found


def _default(model: Model, seed: int) -> Iterator[DecisionStrategy]:
    """Where nobody says how to decide: numbers by dom/wdeg, small values first; Booleans that compare them follow."""
    costs = model.objective.expression.terms if model.objective is not None else ()
    numbers = tuple(var for var in model.variables if not var.is_boolean and var not in costs)
    if numbers:
        yield DecisionStrategy(numbers, "max_weighted_degree", "random_value" if seed else "min_value")


_KEYS: dict[Choose, Callable[[Store, int, int, Sequence[int]], Key]] = {
    "min_domain_size": lambda store, cell, mask, values: -mask.bit_count(),
    "max_domain_size": lambda store, cell, mask, values: mask.bit_count(),
    "lowest_min": lambda store, cell, mask, values: -values[(mask & -mask).bit_length() - 1],
    "highest_max": lambda store, cell, mask, values: values[mask.bit_length() - 1],
    "max_regret": lambda store, cell, mask, values: (
        values[((mask & (mask - 1)) & -(mask & (mask - 1))).bit_length() - 1] - values[(mask & -mask).bit_length() - 1]
    ),
    "max_degree": lambda store, cell, mask, values: len(store.readers(cell)),
    "min_domain_max_degree": lambda store, cell, mask, values: (-mask.bit_count(), len(store.readers(cell))),
    "max_weighted_degree": lambda store, cell, mask, values: (
        # in 2⁻⁶⁴ths, which tell any two quotients of numbers below 2³² apart
        ((len(store.readers(cell)) + store.failures[cell]) << 64) // mask.bit_count()
    ),
}
"""What each way of choosing compares, the highest first: of a cell in a store, its bits and what they stand for."""
