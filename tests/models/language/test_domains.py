"""Sets kept as runs are the same sets."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from models.language import domains as spans
from models.language.base import Domain, as_domain
from models.language.domains import Spans, among, between, complement, lie_in, runs_of

DOMAINS = st.one_of(
    st.tuples(st.integers(-9, 9), st.integers(0, 20)).map(lambda pair: range(pair[0], sum(pair) + 1)),
    st.sets(st.integers(-9, 20), min_size=1).map(lambda values: tuple(sorted(values))),
)


@pytest.fixture(autouse=True, scope="module")
def _runs_from_four_values_on() -> Iterator[None]:
    usual, spans.LISTED = spans.LISTED, 3
    yield
    spans.LISTED = usual


@given(st.sets(st.integers(-9, 20)))
def test_runs_tell_the_whole_set(values: set[int]) -> None:
    runs = runs_of(values)
    assert [value for run in runs for value in run] == sorted(values)
    assert all(left.stop < right.start for left, right in pairwise(runs))
    kept = Spans(runs)
    assert kept == values
    assert len(kept) == len(values)
    assert [value in kept for value in range(-12, 24)] == [value in values for value in range(-12, 24)]
    assert kept - {0} == values - {0}


@given(DOMAINS, st.integers(-12, 24), st.integers(-12, 24))
def test_the_values_between(domain: range | tuple[int, ...], least: int, greatest: int) -> None:
    assert between(domain, least, greatest) == {value for value in domain if least <= value <= greatest}


@given(DOMAINS, st.sets(st.integers(-12, 24)))
def test_a_part_and_the_rest(domain: range | tuple[int, ...], values: set[int]) -> None:
    part = among(domain, frozenset(values))
    assert part == values & set(domain)
    rest = complement(domain, part)
    assert rest == set(domain) - values
    assert complement(domain, rest) == part
    assert hash(complement(domain, rest)) == hash(part)


@pytest.mark.parametrize("domain", [range(3, 9), as_domain([-4, 0, 3, 8])])
@pytest.mark.parametrize("values", [set(), {3}, {3, 8}, {0, 8}, {-4, 9}, {9}])
def test_values_lie_in_a_domain_when_each_does(domain: Domain, values: set[int]) -> None:
    assert lie_in(domain, values) == all(value in tuple(domain) for value in values)
    assert [value in domain for value in sorted(values)] == [value in list(domain) for value in sorted(values)]
