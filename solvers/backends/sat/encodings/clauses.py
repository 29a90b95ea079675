"""Where the clauses of an encoding are gathered, and the one pool all its SAT variables come from.

Every encoding takes its auxiliary variables from the same pool: two pools that count from the same
place would give two meanings to one variable, and wrong refutations.
"""

from __future__ import annotations

from collections.abc import Sequence

Clause = Sequence[int]
"""SAT literals of which at least one is true: ``v`` for a variable, ``-v`` for its negation."""

Unless = tuple[int, ...]
"""SAT literals that free a constraint when one of them is true: its condition, negated."""


class Clauses:
    """A growing conjunction of clauses.

    Attributes:
        list: the clauses so far.
        top: the highest SAT variable so far; variables count from 1.
    """

    __slots__ = ("list", "top")

    def __init__(self) -> None:
        self.list: list[Clause] = []
        self.top = 0

    def new_variable(self) -> int:
        """A SAT variable that nothing speaks of yet."""
        self.top += 1
        return self.top

    def new_variables(self, count: int) -> range:
        """``count`` new SAT variables in a row."""
        first = self.top + 1
        self.top += count
        return range(first, self.top + 1)
