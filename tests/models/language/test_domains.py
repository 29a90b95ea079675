"""Sets kept as runs are the same sets."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from models.language import domains as spans
from models.language.base import Domain, as_domain
from models.language.domains import IntervalSet, among, between, complement, lie_in, runs_of, united
from models.language.model import Model, ModelError
from tests.tables import rows

DOMAINS = st.one_of(
    st.tuples(st.integers(-9, 9), st.integers(0, 20)).map(lambda pair: range(pair[0], sum(pair) + 1)),
    st.sets(st.integers(-9, 20), min_size=1).map(lambda values: tuple(sorted(values))),
)


@pytest.fixture(autouse=True, scope="module")
def _runs_from_four_values_on() -> Iterator[None]:
    usual, spans.MAX_SET_VALUES = spans.MAX_SET_VALUES, 3
    yield
    spans.MAX_SET_VALUES = usual


@given(st.sets(st.integers(-9, 20)))
def test_runs_tell_the_whole_set(values: set[int]) -> None:
    runs = runs_of(values)
    assert [value for run in runs for value in run] == sorted(values)
    assert all(left.stop < right.start for left, right in pairwise(runs))
    kept = IntervalSet(runs)
    assert kept == values
    assert len(kept) == len(values)
    assert [value in kept for value in range(-12, 24)] == [value in values for value in range(-12, 24)]
    assert kept - {0} == values - {0}


@given(st.sets(st.integers(-9, 20)), st.sets(st.integers(-9, 20)))
def test_what_two_sets_have_in_common(one: set[int], other: set[int]) -> None:
    common = IntervalSet(runs_of(one)) & IntervalSet(runs_of(other))
    assert common == one & other
    assert hash(common) == hash(complement(range(-9, 21), frozenset(range(-9, 21)) - common))


@given(DOMAINS, st.integers(-12, 24), st.integers(-12, 24))
def test_the_values_between(domain: range | tuple[int, ...], least: int, greatest: int) -> None:
    assert between(domain, least, greatest) == {value for value in domain if least <= value <= greatest}


@given(st.lists(DOMAINS))
def test_domains_together_are_their_values_in_the_fewest_runs(domains: list[range | tuple[int, ...]]) -> None:
    together = united(domains)
    assert together == set().union(*domains)
    assert all(left.stop < right.start for left, right in pairwise(runs_of(together)))


@given(DOMAINS, st.sets(st.integers(-12, 24)))
def test_a_part_and_the_rest(domain: range | tuple[int, ...], values: set[int]) -> None:
    part = among(domain, frozenset(values))
    assert part == values & set(domain)
    assert all(runs_of(part)), "no run is empty"
    rest = complement(domain, part)
    assert rest == set(domain) - values
    assert complement(domain, rest) == part
    assert hash(complement(domain, rest)) == hash(part)


def test_runs_beside_the_domain_leave_nothing_behind() -> None:
    values = frozenset([-5, -4, 0, 1, 2, 3, 4, 12])
    assert [*runs_of(among(range(9), values))] == [range(5)]


@rows("domain", [range(3, 9), as_domain([-4, 0, 3, 8])])
@rows("values", [set(), {3}, {3, 8}, {0, 8}, {-4, 9}, {9}])
def test_values_lie_in_a_domain_when_each_does(domain: Domain, values: set[int]) -> None:
    assert lie_in(domain, values) == all(value in tuple(domain) for value in values)
    assert [value in domain for value in sorted(values)] == [value in list(domain) for value in sorted(values)]


def test_a_range_that_would_have_to_be_listed_is_refused_where_it_is_huge() -> None:
    model = Model()
    w = model.new_int_var_from_values(range(10**12), "w")
    assert w.domain == range(10**12)
    assert w.is_in(range(3, 9, 2)).values == {3, 5, 7}
    assert len(w.is_in(range(5, 10**11)).values) == 10**11 - 5
    for steps in (range(0, 10**12, 2), range(10**12, 0, -1), range(-(10**18), 10**18, 7)):
        with pytest.raises(ModelError, match="would all have to be listed"):
            w.is_in(steps)
        with pytest.raises(ModelError, match="would all have to be listed"):
            model.new_int_var_from_values(steps, "v")
