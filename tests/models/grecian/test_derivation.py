"""Columns worked out by hand: does every row hold, and are all turns gone through?"""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from models.grecian.derivation import DerivationRow, Left, work_out
from models.grecian.instance import Dials, column_sums, face
from models.grecian.model import ElementModel
from tests.tables import rows


def random_stack(random: Random) -> Dials:
    """Up to four dials of up to three rings, with holes everywhere, also to the table."""
    columns, rings = random.randint(2, 5), random.randint(1, 3)
    dials = tuple(
        tuple(tuple(random.choice([None, 1, 2, 3, 5, 8]) for _ in range(columns)) for _ in range(rings))
        for _ in range(random.randint(1, 4))
    )
    return Dials("random", tuple(random.randrange(0, 16) for _ in range(columns)), dials)


def reachable(instance: Dials, column: int, left: Left) -> bool:
    """Whether the column comes to its target with some of the turns, by trying all."""
    return any(
        column_sums(instance, turns)[column] == instance.targets[column]
        for turns in product(*(left[dial] for dial in range(len(instance.dials))))
    )


@rows("seed", range(40))
def test_rows_are_true_fail_and_leave_nothing_out(seed: int) -> None:
    random = Random(seed)
    instance = random_stack(random)
    left: Left = {
        dial: sorted(random.sample(range(instance.columns), random.randint(1, instance.columns))) if dial else [0]
        for dial in range(len(instance.dials))
    }
    for column in range(instance.columns):
        if reachable(instance, column, left):
            with pytest.raises(ValueError, match="comes to its target"):
                work_out(instance, column, left)
            continue
        met = []
        for row in work_out(instance, column, left):
            assert row.fails
            standing = list(product(*({**left, **dict(row.turns)}[dial] for dial in range(len(left)))))
            expect_true(instance, column, row, standing)
            met += standing
        assert sorted(met) == sorted(product(*(left[dial] for dial in range(len(left)))))


def expect_true(instance: Dials, column: int, row: DerivationRow, standing: list[tuple[int, ...]]) -> None:
    """What a row says shows does show, what it calls missing is missing, and nothing else comes in the open places."""
    assert row.missing == instance.targets[column] - sum(filter(None, row.shows))
    for turns in standing:
        shown = [seen[0] if (seen := ring[column]) else 0 for ring in face(instance, turns)]
        assert all(number in (None, seen) for number, seen in zip(row.shows, shown, strict=True))
        assert all(sum(shown[ring] for ring in place) in values for place, values in row.open)


def test_a_table_says_what_shows_what_is_to_add_and_what_may_come() -> None:
    instance = Dials("two", (10, 10, 10), (((1, 2, 3), (4, 4, 4)), ((5, None, 6), (1, 2, 7))))
    model = ElementModel(instance)
    turn = model.turns[1]
    (table,) = model.derivations(("column", 0), (), (turn != 0,))
    assert table.about == "what shows in column 1 with dial 1 turned 0; it must be 10"
    assert table.heading == ("shows", "sum", "to add", "still open")
    assert table.rows == (("5 1", "6", "4", "–"),)
    assert model.derivations(("shows", 0, 0, 1), (), (turn != 0,)) == ()


def test_a_table_says_in_short_the_sum_that_is_left_or_why_there_is_none() -> None:
    instance = Dials(
        "three", (10, 10, 10), (((1, 2, 3), (4, 4, 4)), ((5, None, 8), (1, 2, 7)), ((None, 9, 1), (2, 3, None)))
    )
    model = ElementModel(instance)
    turn, last = model.turns[1], model.turns[2]
    (table,) = model.derivations(("column", 0), (last == 0,), (turn == 1,))
    assert table.short == "8 + 2 = 10"
    (table,) = model.derivations(("column", 0), (), (turn == 1,), (last == 0,))
    assert table.short == "8 + 2 = 10"
    (table,) = model.derivations(("column", 0), (), (turn == 1,))
    assert table.short == ""  # it depends on the last dial
    (table,) = model.derivations(("column", 0), (last == 1, turn == 0), ())
    assert table.short == "1 + 1 = 2"
    (table,) = model.derivations(("column", 1), (last == 2, turn == 0), ())
    assert table.short == "1 + 2 = 3"
