"""Tables of XCSP3: rows with stars, and long ones."""

from __future__ import annotations

import random
from io import BytesIO
from unittest import mock

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solvers.core.limits import Clock, OutOfTime
from solvers.formats.xcsp3 import constraints
from solvers.formats.xcsp3.reading import read
from tests.solvers.formats.xcsp3.instances import EVERY, answers, instance


@st.composite
def short_tables(draw: st.DrawFn) -> tuple[str, list[tuple[int | None, ...]]]:
    """Rows over x, y and b with stars, some of values that a variable cannot take."""
    columns = [st.none() | st.integers(-3, 3), st.none() | st.integers(0, 4), *2 * [st.none() | st.integers(0, 2)]]
    rows = draw(st.lists(st.tuples(*columns), min_size=1, max_size=6))
    text = "".join(f"({','.join('*' if value is None else str(value) for value in row)})" for row in rows)
    return text, rows


@pytest.mark.parametrize("most_pairs", [0, 10_000])
@settings(max_examples=25, deadline=None)
@given(table=short_tables())
def test_a_short_table_means_its_rows(most_pairs: int, table: tuple[str, list[tuple[int | None, ...]]]) -> None:
    text, rows = table

    def is_met(one: tuple[int, ...]) -> bool:
        return any(all(want in (None, value) for want, value in zip(row, one, strict=True)) for row in rows)

    for tag in ("supports", "conflicts"):
        with mock.patch.object(constraints, "MAX_TABLE_PAIRS", most_pairs):
            found = answers(f"<extension> <list> x y b[] </list> <{tag}> {text} </{tag}> </extension>")
        assert found == {one for one in EVERY if is_met(one) is (tag == "supports")}


def test_a_long_short_table_is_read_in_time_and_room_linear_in_its_length() -> None:
    """It took some n² before: 20,000 rows more than a minute."""
    chance = random.Random(0)
    rows = "".join(f"({chance.randrange(50)},*,{chance.randrange(50)})" for _ in range(20_000))
    text = instance(f"<extension> <list> z[] </list> <supports> {rows} </supports> </extension>")
    model = read(
        BytesIO(text.replace("</variables>", '<array id="z" size="[3]"> 0..99 </array></variables>').encode()), "it"
    ).model
    literals = [literal for one in model.constraints for literal in (*one.condition, *getattr(one, "literals", ()))]
    assert sum(len(literal.values) for literal in literals) < 1_000


def test_reading_a_table_stops_when_the_time_is_up() -> None:
    rows = "".join(f"({number},{number})" for number in range(5_000))
    text = instance(f"<extension> <list> x y </list> <conflicts> {rows} </conflicts> </extension>")
    with pytest.raises(OutOfTime):
        read(BytesIO(text.encode()), "it", Clock(0.0))
