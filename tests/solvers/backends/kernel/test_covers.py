"""Covers in C, by bitsets and by links: every cover once, as the dancing links in Python find them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solvers.backends.dlx.dancing import CoverEffort, ExactCover
from solvers.backends.kernel.covers import CompiledCover
from solvers.core.backend import Clock
from tests.solvers.backends.dlx.test_dancing import every_cover, problems
from tests.solvers.kernel.built import kernel, patient

kernel()

either = pytest.mark.parametrize("links", [False, True], ids=["bitsets", "links"])


@either
@patient
@given(problem=problems(), data=st.data())
def test_every_cover_comes_once(links: bool, problem: tuple[int, int, list[list[int]]], data: st.DataObject) -> None:
    primary, secondary, options = problem
    some = st.lists(st.sampled_from(range(len(options))), max_size=2) if options else st.just([])
    cover = CompiledCover(primary, secondary, options, links=links)
    for _ in range(3):
        chosen, removed = data.draw(some), data.draw(some)
        found = [frozenset(one) for one in cover.covers(chosen, removed)]
        assert len(found) == len(set(found))
        expected = {one for one in every_cover(primary, options, frozenset(chosen)) if one.isdisjoint(removed)}
        assert set(found) == expected
        assert cover.count(chosen, removed) == len(expected)
        assert cover.count(chosen, removed, workers=2) == len(expected)


@either
@patient
@given(problem=problems(), data=st.data())
def test_late_items_are_met_in_one_way(
    links: bool, problem: tuple[int, int, list[list[int]]], data: st.DataObject
) -> None:
    """What meets other items comes as often as with the links in Python: once for each way, or a few times."""
    primary, secondary, options = problem
    late = frozenset(data.draw(st.lists(st.sampled_from(range(primary)), unique=True)) if primary else [])

    def early(cover: list[int]) -> frozenset[int]:
        return frozenset(number for number in cover if any(i < primary and i not in late for i in options[number]))

    whole = every_cover(primary, options)
    found = list(CompiledCover(primary, secondary, options, late, links).covers())
    assert {frozenset(cover) for cover in found} <= whole
    assert {early(cover) for cover in found} == {early(list(cover)) for cover in whole}
    assert len(found) <= max(len(whole), len(list(ExactCover(primary, secondary, options, late).covers())))


@either
def test_many_options_are_covered(links: bool) -> None:
    """Pairs out of 90 items, ten of them already met: 80 items in order, each with its neighbour or the next."""
    options = [[i, i + 1] for i in range(89)] + [[i] for i in range(10)]
    cover = CompiledCover(90, 0, options, links=links)
    found = [sorted(one) for one in cover.covers(chosen=[89, 90], removed=[0, 1])]
    assert found
    assert all(sorted(item for number in one for item in options[number]) == list(range(90)) for one in found)
    assert len(found) == len(list(ExactCover(90, 0, options).covers([89, 90], [0, 1])))


@either
def test_a_search_stops_when_told_and_can_be_begun_anew(links: bool) -> None:
    size = 13
    options = [[row, size + column] for row in range(size) for column in range(size)]
    cover = CompiledCover(2 * size, 0, options, links=links)
    effort = CoverEffort()
    cover.begin()
    assert cover.count_remaining(Clock(0), None, lambda more: None, effort) is False
    assert 0 < effort.nodes < 100_000
    assert len(list(cover.covers(chosen=[row * size + row for row in range(size - 2)]))) == 2
