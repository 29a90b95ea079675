"""At most one of n: no two, whatever n, and as many clauses as documented."""

from __future__ import annotations

from itertools import combinations
from math import isqrt

import pytest

from solvers.backends.sat.incremental import IncrementalSat
from solvers.core.backend import Clock
from solvers.lowering.sat.clauses import MAX_PAIRWISE_LITERALS, ClauseList, at_most_one, exactly_one
from tests.tables import rows

SIZES = [0, 1, 2, 3, MAX_PAIRWISE_LITERALS, MAX_PAIRWISE_LITERALS + 1, 50, 1000]


def at_most_one_of(count: int, unless: tuple[int, ...] = ()) -> tuple[range, IncrementalSat, ClauseList]:
    clauses = ClauseList()
    literals = clauses.new_variables(count)
    clauses.new_variables(len(unless))
    at_most_one(literals, clauses, unless)
    return literals, IncrementalSat("glucose4", clauses), clauses


@rows("count", SIZES)
def test_a_true_literal_makes_all_others_false_by_unit_propagation(count: int) -> None:
    literals, oracle, _ = at_most_one_of(count)
    assert oracle.solve([-literal for literal in literals], Clock(None)), "none at all is fine"
    for chosen in literals[:: max(1, count // 7)]:
        fine, forced = oracle.propagate([chosen])
        assert fine
        assert {-literal for literal in literals if literal != chosen} <= set(forced)


@pytest.mark.parametrize("count", [3, MAX_PAIRWISE_LITERALS + 1])
def test_a_condition_frees_it(count: int) -> None:
    literals, oracle, _ = at_most_one_of(count, unless=(count + 1,))
    assert oracle.solve([*literals, count + 1], Clock(None))
    for pair in list(combinations(literals, 2))[::17]:
        assert not oracle.solve([*pair, -count - 1], Clock(None))


def test_up_to_the_threshold_there_are_pairs_and_no_new_variables() -> None:
    literals, _, clauses = at_most_one_of(MAX_PAIRWISE_LITERALS)
    assert len(clauses) == MAX_PAIRWISE_LITERALS * (MAX_PAIRWISE_LITERALS - 1) // 2
    assert clauses.top == len(literals)


def test_a_thousand_take_little_more_than_two_clauses_each() -> None:
    _, _, clauses = at_most_one_of(1000)
    assert len(clauses) < 2 * 1000 + 7 * 2 * isqrt(1000)
    assert clauses.top < 1000 + 3 * isqrt(1000)


@pytest.mark.parametrize("count", [0, 1, 2, 40])
def test_exactly_one_is_not_none(count: int) -> None:
    clauses = ClauseList()
    literals = clauses.new_variables(count)
    exactly_one(literals, clauses)
    oracle = IncrementalSat("minisat22", clauses)
    assert not oracle.solve([-literal for literal in literals], Clock(None))
    assert not count or oracle.solve([literals[-1]], Clock(None))


def test_a_literal_named_twice_must_be_false() -> None:
    for count in (3, MAX_PAIRWISE_LITERALS + 5):
        clauses = ClauseList()
        literals = [*clauses.new_variables(count), 1]
        at_most_one(literals, clauses)
        assert not IncrementalSat("minisat22", clauses).solve([1], Clock(None))
