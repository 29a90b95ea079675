"""The published programs for the dials, and the figures they reported."""

import pytest

from models.grecian.instance import Dials
from models.registry import find_instance, load_puzzle
from solvers.classic.grecian import nested_loops, odometer, ring_by_ring

PUZZLE = load_puzzle("grecian")


def instance(name):
    (found,) = PUZZLE.read(find_instance(PUZZLE, name))
    return found


def test_the_odometer_stops_at_the_answer_after_10871_turns():
    figures = {}
    assert list(odometer(instance("grecian"), figures)) == [(0, 5, 9, 2, 7)]
    assert figures == {"turns": 10_871}


def test_an_odometer_that_finds_nothing_ends_after_a_full_round():
    # Columns can never be right: 3 columns, 2 dials that turn, so 9 clicks of the top one and 3 of the other.
    hopeless = Dials("hopeless", (9, 9, 9), (((1, 1, 1),), ((2, None, 2),), ((None, 3, 3),)))
    figures = {}
    assert list(odometer(hopeless, figures)) == []
    assert figures == {"turns": 3 * 3 + 3}


def test_the_nested_loops_find_12_answers_one_up_to_turning_the_whole():
    found = list(nested_loops(instance("grecian")))
    assert len(found) == 12
    assert {tuple((turn - turns[0]) % 12 for turn in turns) for turns in found} == {(0, 5, 9, 2, 7)}


@pytest.mark.parametrize(
    ("name", "answers", "nodes"),
    [
        ("grecian", [(0, 5, 9, 2, 7)], 792),
        ("safecracker-40", [(0, 4, 12, 7)], 112),
        ("safecracker-50", [(0, 6, 13, 0, 14)], 1888),
        ("broken-safecracker", [], 96),
    ],
)
def test_bounds_for_each_ring_leave_few_nodes(name, answers, nodes):
    figures = {}
    assert list(ring_by_ring(instance(name), figures)) == answers
    assert figures == {"nodes": nodes}
