"""Which constraints clauses of their own literals say, told by coefficients as by all sets of false literals."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations, combinations_with_replacement

import pytest

from solvers.proofs.clauses import is_plain
from solvers.proofs.formula import PBConstraint


@pytest.mark.parametrize("terms", [1, 2, 3, 4, 5])
def test_the_form_of_a_constraint_is_told_by_which_sets_of_false_literals_break_it(terms: int) -> None:
    for coefficients in combinations_with_replacement((1, 2, 3, 5), terms):
        for degree in range(sum(coefficients) + 1):

            def breaks(
                false: Iterable[int], coefficients: tuple[int, ...] = coefficients, degree: int = degree
            ) -> bool:
                return sum(coefficients) - sum(coefficients[place] for place in false) < degree

            constraint = PBConstraint({2 * place: c for place, c in enumerate(coefficients)}, degree)
            sets = [false for size in range(terms + 1) for false in combinations(range(terms), size) if breaks(false)]
            clause = not any(len(false) < terms for false in sets)
            by_two = all(any(map(breaks, combinations(false, min(2, len(false))))) for false in sets)
            assert constraint.is_clause == clause
            assert is_plain(constraint) == (clause or by_two)
            assert constraint.is_group == (set(coefficients) == {1} and degree == terms - 1)
