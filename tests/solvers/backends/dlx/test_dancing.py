"""Every exact cover is found once, by links in Python and by bitsets and links in C, and no search leaves a trace."""

from __future__ import annotations

from functools import partial
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solvers.backends.dlx import dancing
from solvers.backends.dlx.dancing import CoverEffort, ExactCover
from solvers.backends.kernel.covers import CompiledCover
from solvers.core.backend import Clock
from solvers.kernel import compiled
from tests.solvers.kernel.built import patient

Cover = frozenset[int]

Problem = tuple[int, int, list[list[int]]]
"""How many primary and secondary items, and the options."""

needs_kernel = pytest.mark.skipif(compiled() is None, reason="no compiled kernel")
BITSETS = pytest.param(CompiledCover, id="bitsets", marks=needs_kernel)
LINKS = pytest.param(partial(CompiledCover, links=True), id="links", marks=needs_kernel)
in_c = pytest.mark.parametrize("engine", [BITSETS, LINKS])
every_engine = pytest.mark.parametrize("engine", [pytest.param(ExactCover, id="Python"), BITSETS, LINKS])


@st.composite
def problems(draw: st.DrawFn) -> Problem:
    """Some primary items, some secondary ones, and up to nine options over both."""
    primary, secondary = draw(st.integers(0, 5)), draw(st.integers(0, 3))
    items = st.sampled_from(range(primary + secondary)) if primary + secondary else st.nothing()
    option = st.lists(items, unique=True, max_size=4 if primary + secondary else 0)
    return primary, secondary, draw(st.lists(option, max_size=9))


def every_cover(primary: int, options: list[list[int]], given: Cover = frozenset()) -> set[Cover]:
    """By trying every set of options; one without primary items is taken only when given."""
    useful = [number for number, option in enumerate(options) if min(option, default=primary) < primary]
    found = set()
    for count in range(len(useful) + 1):
        for others in combinations(useful, count):
            chosen = given | set(others)
            met = [item for number in chosen for item in options[number]]
            if len(set(met)) == len(met) and set(range(primary)) <= set(met):
                found.add(frozenset(chosen))
    return found


@every_engine
@patient
@given(problem=problems(), data=st.data())
def test_every_cover_comes_once_whatever_is_chosen_or_removed(
    engine: Any, problem: Problem, data: st.DataObject
) -> None:
    primary, secondary, options = problem
    some = st.lists(st.sampled_from(range(len(options))), max_size=2) if options else st.just([])
    links = engine(primary, secondary, options)
    for chosen, removed in (([], []), *((data.draw(some), data.draw(some)) for _ in range(2))):
        found = [frozenset(cover) for cover in links.covers(chosen, removed)]
        assert len(found) == len(set(found))
        assert set(found) == {
            one for one in every_cover(primary, options, frozenset(chosen)) if one.isdisjoint(removed)
        }
        if engine is not ExactCover:
            assert links.count(chosen, removed) == links.count(chosen, removed, workers=2) == len(found)


@every_engine
@patient
@given(problem=problems(), data=st.data())
def test_late_items_are_completed_in_one_way(engine: Any, problem: Problem, data: st.DataObject) -> None:
    """Each choice of the others comes once in Python; in C once or a few times, but no more often than as covers."""
    primary, secondary, options = problem
    late = data.draw(st.sets(st.sampled_from(range(primary)))) if primary else set()

    def early(cover: Cover) -> Cover:
        return frozenset(number for number in cover if any(i < primary and i not in late for i in options[number]))

    whole = every_cover(primary, options)
    found = [frozenset(cover) for cover in engine(primary, secondary, options, late).covers()]
    assert set(found) <= whole
    assert set(map(early, found)) == set(map(early, whole))
    assert len(found) <= (len(set(map(early, whole))) if engine is ExactCover else max(len(whole), 1))


def test_an_abandoned_search_leaves_no_trace() -> None:
    links = ExactCover(4, 0, [[0, 1], [2, 3], [0, 2], [1, 3], [0], [1, 2, 3]])
    all_covers = list(links.covers())
    search = links.covers()
    next(search)
    search.close()
    assert list(links.covers()) == all_covers
    interleaved = links.covers()
    assert [next(interleaved), *links.covers(), *interleaved] == [all_covers[0], *all_covers, *all_covers[1:]]


def test_the_item_with_fewest_options_comes_first_and_ties_go_by_order() -> None:
    # item 1 and item 2 have two options each, item 0 three
    effort = CoverEffort()
    assert list(ExactCover(3, 0, [[0, 1], [0, 2], [0, 1, 2]]).covers(effort=effort)) == [[2]]
    assert effort.nodes == 2, "options 0 and 2 of item 1"
    assert effort.dead_ends == 1, "after option 0, item 2 has none left"


@every_engine
def test_long_options_are_hidden_like_short_ones(engine: Any) -> None:
    width = dancing.MAX_LISTED_SIBLINGS + 10
    whole, odd, even = list(range(width)), list(range(1, width, 2)), list(range(0, width, 2))
    assert sorted(map(sorted, engine(width, 0, [whole, odd, even]).covers())) == [[0], [1, 2]]


@every_engine
def test_depth_is_no_limit_and_a_search_stops_when_told(engine: Any) -> None:
    size = 5_000
    assert len(next(engine(size, 0, [[item] for item in range(size)]).covers())) == size
    pairs = [[row, 13 + column] for row in range(13) for column in range(13)]
    search = engine(26, 0, pairs).covers(stop=lambda: True)
    assert sum(1 for _ in search) < 100_000


@in_c
def test_many_options_are_covered(engine: Any) -> None:
    """Pairs out of 90 items, ten of them already met: 80 items in order, each with its neighbour or the next."""
    options = [[i, i + 1] for i in range(89)] + [[i] for i in range(10)]
    found = [sorted(one) for one in engine(90, 0, options).covers(chosen=[89, 90], removed=[0, 1])]
    assert all(sorted(item for number in one for item in options[number]) == list(range(90)) for one in found)
    assert len(found) == len(list(ExactCover(90, 0, options).covers([89, 90], [0, 1]))) > 0


@in_c
def test_a_count_stops_when_told_and_another_search_can_be_begun(engine: Any) -> None:
    size, effort = 13, CoverEffort()
    cover = engine(2 * size, 0, [[row, size + column] for row in range(size) for column in range(size)])
    cover.begin()
    assert cover.count_remaining(Clock(0), None, lambda more: None, effort) is False
    assert 0 < effort.nodes < 100_000
    assert len(list(cover.covers(chosen=[row * size + row for row in range(size - 2)]))) == 2
