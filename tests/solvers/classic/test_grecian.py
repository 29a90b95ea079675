"""The published programs for the dials, and the figures they reported."""

import sys
import tracemalloc

import pytest

from models.grecian.generator import planted
from models.grecian.instance import Dials
from models.registry import find_instance, load_puzzle
from solvers.classic import grecian
from solvers.classic.grecian import PROGRAMS, all_at_once, nested_loops, odometer, ring_by_ring
from solvers.core.backend import MissingLibrary
from tests.tables import rows

PUZZLE = load_puzzle("grecian")


def instance(name):
    (found,) = PUZZLE.read(find_instance(PUZZLE, name))
    return found


def test_an_odometer_that_finds_nothing_ends_after_a_full_round():
    # Columns can never be right: 3 columns, 2 dials that turn, so 9 clicks of the top one and 3 of the other.
    hopeless = Dials("hopeless", (9, 9, 9), (((1, 1, 1),), ((2, None, 2),), ((None, 3, 3),)))
    figures = {}
    assert list(odometer(hopeless, figures)) == []
    assert figures == {"turns": 3 * 3 + 3}


@rows(
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


@rows(
    ("name", "positions", "turns"),
    [
        ("grecian", 248_832, (0, 5, 9, 2, 7)),
        ("safecracker-40", 65_536, (0, 4, 12, 7)),
        ("safecracker-50", 1_048_576, (0, 6, 13, 0, 14)),
    ],
)
def test_all_positions_at_once_hold_one_answer_up_to_turning_the_whole(name, positions, turns):
    pytest.importorskip("numpy")
    stack, figures = instance(name), {}
    found = list(PROGRAMS["numpy"].answers(stack, figures, []))
    assert figures == {"positions": positions, "unturned answers": 1}
    assert found == [tuple((turn + steps) % stack.columns for turn in turns) for steps in range(stack.columns)]
    assert found[:1] == list(odometer(stack, {}))


@pytest.mark.parametrize("at_once", [grecian.MAX_POSITIONS_AT_ONCE, 30, 1])
def test_positions_at_once_are_right_as_they_are_one_by_one(at_once, monkeypatch):
    pytest.importorskip("numpy")
    monkeypatch.setattr(grecian, "MAX_POSITIONS_AT_ONCE", at_once)
    stacks = [planted(size, seed) for size in ((1, 2, 4), (2, 1, 3), (3, 2, 5), (4, 3, 4)) for seed in range(5)]
    own_targets = Dials("own targets", (1, 300, 7), (((1, 1, 1),), ((None, 300, None),), ((7, None, None),)))
    for stack in [*stacks, own_targets, Dials("one column", (999_999,), (((999_999,),), ((None,),)))]:
        found = list(all_at_once(stack))
        assert found == list(nested_loops(stack))
        assert found


def test_the_memory_for_all_positions_has_a_bound(monkeypatch):
    pytest.importorskip("numpy")
    monkeypatch.setattr(grecian, "MAX_POSITIONS_AT_ONCE", 2_000)
    tracemalloc.start()
    assert len(list(all_at_once(instance("grecian")))) == 12
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 1_000_000


def test_without_numpy_one_sentence_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "numpy", None)
    with pytest.raises(MissingLibrary, match=r"classic:numpy needs numpy, .* pip install 'puzzlebench\[numpy\]'"):
        next(all_at_once(instance("toy")))
