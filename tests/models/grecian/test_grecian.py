"""The dials: their numbers, their models, what a person is shown."""

from dataclasses import replace
from itertools import product

import pytest

from models.grecian.family import planted, planted_dials
from models.grecian.instance import Dials, column_sums, face, hidden_numbers
from models.registry import find_instance, instance_files, load_puzzle
from solvers.backend import Limits
from solvers.classic.grecian import nested_loops, ring_by_ring
from solvers.registry import load_backend

PUZZLE = load_puzzle("grecian")

ONLY_ANSWERS = {
    "grecian": (0, 5, 9, 2, 7),
    "grecian-other-start": (0, 4, 4, 11, 0),
    "safecracker-40": (0, 4, 12, 7),
    "safecracker-50": (0, 6, 13, 0, 14),
    "toy": (0, 2, 1),
}

HOLE_TO_THE_TABLE = Dials("hole to the table", (3, 4), (((3, None),), ((None, 4),)))
FULL_TOP = Dials("a full top dial hides all", (5, 6), (((1, 2), (3, 4)), ((None, 1), (9, 9)), ((4, 5), (1, 1))))
ONE_DIAL = Dials("one dial", (1, 2), (((1, 2),),))
ONE_DIAL_WRONG = Dials("one dial, wrong", (1, 1), (((1, 2),),))
ONE_COLUMN = Dials("one column", (7,), (((3,), (9,)), ((None,), (4,))))
BLANK_DIAL = Dials("a dial with nothing on it", (1, 2), (((1, 2),), ((None, None),)))
EQUAL_NUMBERS = Dials("all numbers equal", (4, 4), (((2, 2), (2, 2)), ((None, 2), (2, 2))))
NEGATIVE = Dials("negative numbers", (-1, 2), (((1, 2), (0, 0)), ((-2, None), (None, None)), ((None, None), (1, 0))))
OWN_TARGETS = Dials("a target for each column", (5, 7, 5), (((1, 2, 3), (4, 4, 4)), ((None, 3, None), (None, None, 2))))

ODD_ONES = [
    HOLE_TO_THE_TABLE,
    FULL_TOP,
    ONE_DIAL,
    ONE_DIAL_WRONG,
    ONE_COLUMN,
    BLANK_DIAL,
    EQUAL_NUMBERS,
    NEGATIVE,
    OWN_TARGETS,
]


def instance(name):
    (found,) = PUZZLE.read(find_instance(PUZZLE, name))
    return found


def answers(dials, formulation="element", backend="backtracking", objective=None):
    stated = PUZZLE.formulations[formulation](dials, objective)
    solver, _ = load_backend(backend)
    return [stated.decode(dials, found) for found in solver.load(stated.model).solutions(limits=Limits(seconds=60))]


def every_right_position(dials, base_free=False):
    """Brute force over the checker: it knows no model and no search."""
    steps = range(dials.columns)
    bases = steps if base_free else [0]
    positions = product(bases, *[steps] * (len(dials.dials) - 1))
    return [turns for turns in positions if PUZZLE.check(dials, turns) is None]


# The published puzzles


@pytest.mark.parametrize("name", ONLY_ANSWERS)
@pytest.mark.parametrize("formulation", PUZZLE.formulations)
@pytest.mark.parametrize("backend", ["backtracking", "sat"])
def test_a_published_puzzle_has_one_answer(name, formulation, backend):
    assert answers(instance(name), formulation, backend) == [ONLY_ANSWERS[name]]


@pytest.mark.parametrize("formulation", PUZZLE.formulations)
def test_a_transcription_with_a_copying_error_has_no_answer(formulation):
    assert answers(instance("broken-safecracker"), formulation) == []


def test_the_wooden_puzzles_are_among_the_instances():
    assert {*ONLY_ANSWERS, "broken-safecracker"} <= set(instance_files(PUZZLE))


def test_every_instance_names_its_source():
    assert all(instance(name).source for name in instance_files(PUZZLE))


# What shows, and what does not


def test_the_solved_grecian_shows_the_published_face():
    shown = [[number for number, _ in ring] for ring in face(instance("grecian"), (0, 5, 9, 2, 7))]
    assert shown == [
        [12, 1, 5, 9, 7, 12, 8, 6, 8, 10, 3, 10],
        [12, 22, 26, 16, 14, 9, 13, 5, 9, 10, 19, 8],
        [12, 11, 4, 14, 7, 15, 13, 21, 14, 15, 9, 9],
        [6, 8, 7, 3, 14, 6, 8, 10, 11, 7, 11, 15],
    ]


def test_83_of_the_131_numbers_of_the_grecian_lie_hidden():
    grecian = instance("grecian")
    assert grecian.printed == 131
    assert sum(len(numbers) for _, _, numbers in hidden_numbers(grecian, (0, 5, 9, 2, 7))) == 83


def test_a_hole_down_to_the_table_adds_nothing():
    assert face(HOLE_TO_THE_TABLE, (0, 1)) == [[(4, 1), None]]
    assert column_sums(HOLE_TO_THE_TABLE, (0, 1)) == [4, 0]


def test_a_turn_takes_numbers_clockwise():
    assert column_sums(instance("toy"), (0, 1, 0)) == [15, 13, 12]
    assert face(ONE_DIAL, (1,)) == [[(2, 0), (1, 0)]]


# Both formulations against brute force


@pytest.mark.parametrize("formulation", PUZZLE.formulations)
@pytest.mark.parametrize("backend", ["backtracking", "sat"])
@pytest.mark.parametrize("dials", ODD_ONES, ids=lambda dials: dials.name)
def test_odd_stacks_are_modelled_rightly(dials, formulation, backend):
    assert sorted(answers(dials, formulation, backend)) == every_right_position(dials)


@pytest.mark.parametrize("formulation", PUZZLE.formulations)
@pytest.mark.parametrize("seed", range(12))
def test_planted_stacks_are_modelled_rightly(seed, formulation):
    dials = planted_dials(3, 1 + seed % 3, 2 + seed % 5, seed)
    expected = every_right_position(dials)
    assert expected, "a planted stack has an answer"
    assert sorted(answers(dials, formulation)) == expected
    assert sorted(ring_by_ring(dials)) == expected
    assert sorted(nested_loops(dials)) == every_right_position(dials, base_free=True)


# Least effort


def fewest(dials, cost):
    return min(sum(map(cost, turns)) for turns in every_right_position(dials, base_free=True))


@pytest.mark.parametrize("formulation", PUZZLE.formulations)
@pytest.mark.parametrize("dials", [instance("toy"), OWN_TARGETS, planted_dials(3, 2, 6, 3)], ids=lambda d: d.name)
def test_the_least_effort_is_least(dials, formulation):
    def steps(turn):
        return min(turn, dials.columns - turn)

    assert sum(map(steps, answers(dials, formulation, objective="turns")[-1])) == fewest(dials, steps)
    assert sum(map(bool, answers(dials, formulation, objective="dials")[-1])) == fewest(dials, bool)


@pytest.mark.parametrize("backend", ["backtracking", "sat"])
def test_the_grecian_takes_14_steps_at_least(backend):
    def steps(turns):
        return sum(min(turn, 12 - turn) for turn in turns)

    grecian = instance("grecian")
    assert min(map(steps, nested_loops(grecian))) == 14
    assert steps(answers(grecian, "element", backend, "turns")[-1]) == 14


def test_four_dials_of_the_grecian_must_be_turned():
    assert sum(map(bool, answers(instance("grecian"), objective="dials")[-1])) == 4


# How far it is


def test_backtracking_needs_few_nodes_on_the_grecian():
    solver, _ = load_backend("backtracking")
    solutions = solver.load(PUZZLE.formulations["element"](instance("grecian")).model).solutions()
    assert len(list(solutions)) == 1
    assert solutions.outcome.effort["nodes"] <= 117


# The checker


@pytest.mark.parametrize(
    ("turns", "complaint"),
    [
        ((0, 5, 9, 2, 7), None),
        ((3, 8, 0, 5, 10), None),
        ((0, 5, 9, 2, 8), "column 1 sums to 42"),
        ((0, 5, 9, 2), "there are 5 dials, but the answer turns 4"),
        ((0, 5, 9, 2, 19), "dial 4 is turned 19 steps; 0 to 11 are expected"),
        ((0, 5, 9, 2, -5), "dial 4 is turned -5 steps; 0 to 11 are expected"),
    ],
)
def test_the_checker_judges_from_the_numbers(turns, complaint):
    verdict = PUZZLE.check(instance("grecian"), turns)
    if turns == (0, 5, 9, 2, 8):
        assert verdict is not None
        assert verdict.endswith("not 42")
    else:
        assert verdict == complaint


# A clash plain enough to be named


def test_a_target_out_of_reach_is_named():
    grecian = instance("grecian")
    far = replace(grecian, targets=(42,) * 11 + (200,))
    assert PUZZLE.clash(grecian) is None
    assert "column 12 must sum to 200" in PUZZLE.clash(far)
    assert "at least" in PUZZLE.clash(replace(grecian, targets=(1,) * 12))


@pytest.mark.parametrize("dials", ODD_ONES, ids=lambda dials: dials.name)
@pytest.mark.parametrize("shift", [-9, -1, 0, 1, 9])
def test_a_clash_is_named_only_where_there_is_no_answer(dials, shift):
    moved = replace(dials, targets=tuple(target + shift for target in dials.targets))
    if PUZZLE.clash(moved):
        assert every_right_position(moved, base_free=True) == []


# What a person reads


def test_the_turns_are_told_both_ways_round():
    text = PUZZLE.render(instance("grecian"), (0, 5, 9, 2, 7))
    assert "dial 0: stays put" in text
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


# The family


def test_a_planted_stack_is_the_same_for_the_same_seed():
    assert planted(4, 7) == planted(4, 7)
    assert planted(4, 7) != planted(4, 8)


@pytest.mark.parametrize("size", range(1, 7))
def test_planted_stacks_of_every_size_have_an_answer(size):
    assert next(ring_by_ring(planted(size, 1)), None) is not None


def test_a_family_refuses_a_size_that_is_not_positive():
    with pytest.raises(ValueError, match="at least 1"):
        planted_dials(0, 2, 12, 1)
