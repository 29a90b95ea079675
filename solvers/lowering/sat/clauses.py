"""Clauses in the making, the one pool all their SAT variables come from, and at most one of some literals.

Every encoding takes its auxiliary variables from the same pool: two pools that count from the same
place would give two meanings to one variable, and wrong refutations.

At most one of n literals:

==========  ====================  =====================================  =====================
encoding    clauses               auxiliary variables                    used for
==========  ====================  =====================================  =====================
pairwise    n (n − 1) / 2         0                                      up to ``MAX_PAIRWISE_LITERALS``
product     2 n + 4 √n + O(n¼)    2 √n + O(n¼)                           more
==========  ====================  =====================================  =====================

Product: J.-C. Chen, "A new SAT encoding of the at-most-one constraint" (ModRef 2010). Both keep
unit propagation complete: once a literal is true, all others are found false.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from math import isqrt

from solvers.core.backend import ENDLESS, Clock

SatClause = Sequence[int]
"""SAT literals of which at least one is true: ``v`` for a variable, ``-v`` for its negation."""

Unless = tuple[int, ...]
"""SAT literals that free a constraint when one of them is true: its condition, negated."""

MAX_PAIRWISE_LITERALS = 30
"""Up to so many literals pairwise clauses solve no slower, and add no variables for the search to branch on."""


CLAUSES_PER_CHECK = 4_096
"""Clauses and calls of ``check_clock`` between two looks at the clock: some milliseconds."""


class ClauseList(list[SatClause]):
    """A growing conjunction of clauses; ``top`` is the highest SAT variable so far, counted from 1."""

    top = 0

    def __init__(self, clock: Clock = ENDLESS) -> None:
        super().__init__()
        self._clock = clock
        self._calls = 0
        self._next_check = CLAUSES_PER_CHECK

    def check_clock(self) -> None:
        """Whoever writes many clauses calls this now and then; ``OutOfTime`` is raised when the clock is up."""
        self._calls += 1
        if len(self) + self._calls >= self._next_check:
            self._next_check = len(self) + self._calls + CLAUSES_PER_CHECK
            self._clock.check()

    def new_variable(self) -> int:
        self.top += 1
        return self.top

    def new_variables(self, count: int) -> range:
        first = self.top + 1
        self.top += count
        return range(first, self.top + 1)


def at_most_one(literals: Sequence[int], clauses: ClauseList, unless: Unless = ()) -> None:
    if len(literals) > MAX_PAIRWISE_LITERALS:
        _product(literals, clauses, unless)
        return
    pairs = combinations([-literal for literal in literals], 2)
    clauses += [pair + unless for pair in pairs] if unless else pairs


def exactly_one(literals: Sequence[int], clauses: ClauseList, unless: Unless = ()) -> None:
    clauses.append((*literals, *unless))
    at_most_one(literals, clauses, unless)


def _product(literals: Sequence[int], clauses: ClauseList, unless: Unless) -> None:
    """The literals fill a rectangle row by row: at most one row and at most one column is in use.

    A literal uses its row and its column: that is a definition and needs no condition.
    """
    width = isqrt(len(literals) - 1) + 1
    columns = clauses.new_variables(width)
    rows = clauses.new_variables(-(-len(literals) // width))
    for place, literal in enumerate(literals):
        row, column = divmod(place, width)
        if not column:
            clauses.check_clock()
        clauses += [(-literal, rows[row]), (-literal, columns[column])]
    at_most_one(rows, clauses, unless)
    at_most_one(columns, clauses, unless)
