"""The dials in words and in JSON."""

from itertools import product

import pytest

from tests.models.grecian.stacks import ODD_ONES, PUZZLE, instance


def test_the_turns_are_told_both_ways_round():
    text = PUZZLE.render(instance("grecian"), (0, 5, 9, 2, 7))
    assert "dial 0 (bottom): stays put" in text
    assert "dial 1: 5 clockwise or 7 anticlockwise" in text
    assert "dial 2: 9 clockwise or 3 anticlockwise" in text
    assert "83 of the 131 printed numbers lie hidden" in text
    assert text.splitlines()[12].split() == ["sum", *["42"] * 12]


def test_half_a_round_is_the_same_either_way():
    assert "dial 1: 6 either way" in PUZZLE.render(instance("grecian"), (0, 6, 9, 2, 7))


def test_a_wrong_position_says_how_many_columns_are_right():
    assert "1 of 3 columns right" in PUZZLE.render(instance("toy"), (0, 0, 1))


@pytest.mark.parametrize("dials", ODD_ONES, ids=lambda dials: dials.name)
def test_whatever_is_printed_can_be_drawn(dials):
    assert PUZZLE.render(dials)
    for turns in product(range(dials.columns), repeat=len(dials.dials)):
        assert "sum" in PUZZLE.render(dials, turns)


def test_the_answer_for_machines():
    toy = instance("toy")
    assert PUZZLE.as_json(toy, (0, 2, 1)) == {
        "clockwise": [0, 2, 1],
        "face": [[7, 8, 6], [7, 2, 3], [1, 5, 6]],
        "column_sums": [15, 15, 15],
    }
    assert PUZZLE.compact(toy, (0, 2, 1)) == "0 2 1"
