"""Dancing links find every exact cover, and leave the structure as it was."""

from __future__ import annotations

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from solvers.backends.dlx import dancing
from solvers.backends.dlx.dancing import CoverEffort, ExactCover

Cover = frozenset[int]


@st.composite
def problems(draw: st.DrawFn) -> tuple[int, int, list[list[int]]]:
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


@given(problems())
def test_every_cover_comes_once(problem: tuple[int, int, list[list[int]]]) -> None:
    primary, secondary, options = problem
    found = [frozenset(cover) for cover in ExactCover(primary, secondary, options).covers()]
    assert len(set(found)) == len(found)
    assert set(found) == every_cover(primary, options)


@given(problems(), st.data())
def test_options_can_be_chosen_and_removed_in_advance(
    problem: tuple[int, int, list[list[int]]], data: st.DataObject
) -> None:
    primary, secondary, options = problem
    some = st.lists(st.sampled_from(range(len(options))), max_size=2) if options else st.just([])
    links = ExactCover(primary, secondary, options)
    for _ in range(3):
        chosen, removed = data.draw(some), data.draw(some)
        found = {frozenset(cover) for cover in links.covers(chosen, removed)}
        assert found == {
            cover for cover in every_cover(primary, options, frozenset(chosen)) if cover.isdisjoint(removed)
        }


@given(problems(), st.data())
def test_late_items_are_completed_in_one_way_for_each_choice_of_the_others(
    problem: tuple[int, int, list[list[int]]], data: st.DataObject
) -> None:
    primary, secondary, options = problem
    late = data.draw(st.sets(st.sampled_from(range(primary)))) if primary else set()

    def early(cover: Cover) -> Cover:
        return frozenset(number for number in cover if any(i < primary and i not in late for i in options[number]))

    found = [frozenset(cover) for cover in ExactCover(primary, secondary, options, late).covers()]
    everything = every_cover(primary, options)
    assert set(found) <= everything
    assert sorted(map(sorted, map(early, found))) == sorted(map(sorted, set(map(early, everything))))


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
    options = [[0, 1], [0, 2], [0, 1, 2]]
    assert list(ExactCover(3, 0, options).covers()) == [[2]]
    effort = CoverEffort()
    list(ExactCover(3, 0, options).covers(effort=effort))
    assert effort.nodes == 2, "options 0 and 2 of item 1"
    assert effort.dead_ends == 1, "after option 0, item 2 has none left"


def test_long_options_are_hidden_like_short_ones() -> None:
    width = dancing.MAX_LISTED_SIBLINGS + 10
    whole, odd, even = list(range(width)), list(range(1, width, 2)), list(range(0, width, 2))
    assert list(ExactCover(width, 0, [whole, odd, even]).covers()) == [[0], [2, 1]]


def test_a_search_stops_when_told() -> None:
    options = [[item] for item in range(200) for _ in range(2)]
    search = ExactCover(200, 0, options).covers(stop=lambda: True)
    assert next(search, "none") == "none"


def test_depth_is_no_limit() -> None:
    size = 5000
    assert len(next(ExactCover(size, 0, [[item] for item in range(size)]).covers())) == size
