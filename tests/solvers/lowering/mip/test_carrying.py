"""Rows that double precision carries: as many solutions as the row they stand for, whatever its numbers."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solvers.core.backend import CannotTake
from solvers.lowering.mip.carrying import MAX_ACTIVITY, IntegerRow, Span, carried

NUMBERS = st.one_of(
    st.integers(-20, 20), st.integers(-(10**7), 10**7), st.sampled_from([10**6, 999_999, -(2**31), 10**12])
)


@given(
    st.lists(st.tuples(NUMBERS.filter(bool), st.integers(-3, 1), st.integers(1, 4)), min_size=1, max_size=4), st.data()
)
def test_small_rows_hold_together_exactly_where_the_large_row_does(
    drawn: list[tuple[int, int, int]], data: st.DataObject
) -> None:
    terms = {column: coefficient for column, (coefficient, _, _) in enumerate(drawn)}
    columns: list[Span] = [(least, least + more) for _, least, more in drawn]
    points = list(product(*(range(least, most + 1) for least, most in columns)))
    near = sum(c * value for c, value in zip(terms.values(), data.draw(st.sampled_from(points)), strict=True))
    bounds = st.one_of(st.none(), st.integers(near - 3, near + 3), NUMBERS)
    least, most = data.draw(st.one_of(st.just((near, near)), st.tuples(bounds, bounds)))
    given_columns = len(columns)
    rows = carried(terms, least, most, columns)
    for row in rows or ():
        assert sum(abs(c) * max(map(abs, columns[column])) for column, c in row.terms.items()) <= MAX_ACTIVITY
    for point in points:
        holds = IntegerRow(terms, least, most).holds(point)
        assert holds == (rows is not None and can_hold(rows, list(point), columns[given_columns:]))


def can_hold(rows: list[IntegerRow], values: list[int], carries: list[Span]) -> bool:
    """Whether the carries, one after the other, have values with which all rows hold."""
    if not carries:
        return all(row.holds(values) for row in rows)
    place = len(values)
    (defining,) = (row for row in rows if row.terms.get(place, 0) < -1)
    total = sum(c * values[column] for column, c in defining.terms.items() if column != place)
    assert defining.most is not None
    carry = -((defining.most - total) // -defining.terms[place])  # the least that will do
    fits = carries[0][0] <= carry <= carries[0][1]
    return fits and can_hold(rows, [*values, carry], carries[1:])


def test_a_row_that_is_carried_is_left_whole_but_for_a_common_divisor() -> None:
    assert carried({0: 6, 1: -4}, None, 7, [(0, 9), (0, 9)]) == [IntegerRow({0: 3, 1: -2}, None, 3)]
    assert carried({0: 2}, 1, 1, [(0, 9)]) is None
    assert carried({0: 1}, 0, 9, [(0, 9)]) == []


def test_too_many_terms_are_not_carried() -> None:
    columns = [(0, 1_000)] * 2_000
    with pytest.raises(CannotTake):
        carried(dict.fromkeys(range(2_000), 7) | {0: 5}, 1, 1, columns)
