"""Clause learning in Python: verdicts, models, cores and propagation agree with truth tables, and logs are proofs."""

from __future__ import annotations

import pytest

from solvers.backends.sat.cdcl import ClauseSearch, luby
from tests.examples import examples
from tests.solvers.backends.sat.clause_questions import ENDLESS, closure, conversation, flat


def test_questions_at_random_are_answered_as_truth_tables_do() -> None:
    for seed in range(examples(300)):
        list(conversation(ClauseSearch(True), seed))


def test_propagation_lists_what_follows_in_its_order() -> None:
    search = ClauseSearch(False)
    search.add([-1, 2, 0, -2, -1, 3, 0, 5, 0])
    assert search.propagate([1]) == (True, [1, 2, 3])
    assert search.propagate([4, 1]) == (True, [4, 1, 2, 3])
    assert search.propagate([-3, 1]) == (False, [-3, 1, 2])
    assert search.propagate([5]) == (True, [])  # which holds anyway
    assert search.propagate([-5]) == (False, [])


def test_a_core_of_assumptions_that_deny_each_other_is_both() -> None:
    search = ClauseSearch(False)
    assert search.solve([1, 2, -1], ENDLESS, ENDLESS) is False
    assert sorted(search.core()) == [-1, 1]
    search.add([2, 0, -2, 0])
    assert search.solve([1], ENDLESS, ENDLESS) is False
    assert search.core() == []


def test_preferred_literals_are_tried_first() -> None:
    search = ClauseSearch(False)
    search.add([1, 2, 3, 0])
    for literals in ([1, -2, 3], [-1, 2, -3]):
        search.prefer(literals)
        assert search.solve([], ENDLESS, ENDLESS)
        assert search.model() == literals


def test_lubys_sequence() -> None:
    assert [luby(run) for run in range(1, 16)] == [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]


@pytest.mark.parametrize("literals", [[1, 2], [1, 1 << 28, 0]])
def test_clauses_that_are_none_are_refused(literals: list[int]) -> None:
    with pytest.raises(ValueError, match=r"."):
        ClauseSearch(False).add(literals)


def test_the_plain_closure_is_one() -> None:
    assert closure([[1], [-1, 2], [-2, -3]], []) == {1, 2, -3}
    assert closure([[1, 2]], [-1, -2]) is None
    assert flat([[1], [2, 3]]) == [1, 0, 2, 3, 0]
