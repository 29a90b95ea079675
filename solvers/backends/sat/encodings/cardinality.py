"""How does "at most one of these literals" become clauses?

==========  ====================  =====================================  =====================
encoding    clauses               auxiliary variables                    used for
==========  ====================  =====================================  =====================
pairwise    n (n − 1) / 2         0                                      up to ``PAIRWISE``
product     2 n + 4 √n + O(n¼)    2 √n + O(n¼)                           more
==========  ====================  =====================================  =====================

Product: J.-C. Chen, "A new SAT encoding of the at-most-one constraint" (ModRef 2010). Both keep
unit propagation complete: once a literal is true, all others are found false.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from math import isqrt

from solvers.backends.sat.encodings.clauses import Clauses, Unless

PAIRWISE = 30
"""Up to so many literals pairwise clauses solve no slower, and add no variables for the search to branch on."""


def at_most_one(literals: Sequence[int], clauses: Clauses, unless: Unless = ()) -> None:
    """No two of ``literals`` are true, unless one of ``unless`` is."""
    if len(literals) <= PAIRWISE:
        _pairwise(literals, clauses, unless)
    else:
        _product(literals, clauses, unless)


def exactly_one(literals: Sequence[int], clauses: Clauses, unless: Unless = ()) -> None:
    """One of ``literals`` is true and no other, unless one of ``unless`` is."""
    clauses.list.append((*literals, *unless))
    at_most_one(literals, clauses, unless)


def _pairwise(literals: Sequence[int], clauses: Clauses, unless: Unless) -> None:
    """¬a ∨ ¬b for every two literals."""
    pairs = combinations([-literal for literal in literals], 2)
    if unless:
        clauses.list += [pair + unless for pair in pairs]
    else:
        clauses.list += pairs


def _product(literals: Sequence[int], clauses: Clauses, unless: Unless) -> None:
    """The literals fill a rectangle row by row: at most one row and at most one column is in use.

    A literal uses its row and its column: that is a definition and needs no condition.
    """
    width = isqrt(len(literals) - 1) + 1
    columns = clauses.new_variables(width)
    rows = clauses.new_variables(-(-len(literals) // width))
    for place, literal in enumerate(literals):
        row, column = divmod(place, width)
        clauses.list += [(-literal, rows[row]), (-literal, columns[column])]
    at_most_one(rows, clauses, unless)
    at_most_one(columns, clauses, unless)
