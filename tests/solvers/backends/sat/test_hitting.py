"""Minimum hitting sets: the first of the smallest, as brute force finds it, after every set that comes."""

from __future__ import annotations

from itertools import combinations

from hypothesis import given, settings
from hypothesis import strategies as st

from solvers.backends.sat.hitting import HittingSets
from solvers.backends.sat.incremental import solver_for_many_questions
from solvers.core.backend import ENDLESS
from tests.examples import examples

COUNT = 9


def first_of_the_smallest(sets: list[set[int]]) -> list[int]:
    sizes = (combinations(range(1, COUNT + 1), size) for size in range(COUNT + 1))
    return list(next(chosen for several in sizes for chosen in several if all(map(set(chosen).intersection, sets))))


@settings(max_examples=examples(100), deadline=None)
@given(st.lists(st.sets(st.integers(1, COUNT), min_size=1, max_size=4), max_size=12))
def test_the_first_of_the_smallest_hitting_sets_is_given(sets: list[set[int]]) -> None:
    hitting = HittingSets(COUNT, solver_for_many_questions(), ENDLESS)
    for count, one in enumerate([*sets, {1}]):
        assert hitting.first() == first_of_the_smallest(sets[:count])
        hitting.hit(one)
    hitting.close()


def test_many_disjoint_sets_are_no_work() -> None:
    hitting = HittingSets(120, solver_for_many_questions(), ENDLESS)
    for start in range(1, 121, 3):
        hitting.hit(range(start, start + 3))
    assert hitting.first() == list(range(1, 121, 3))
    hitting.close()
