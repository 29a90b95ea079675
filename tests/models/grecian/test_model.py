"""The models of the dials: published answers, brute force, least effort, few nodes."""

import pytest

from models.grecian.generator import planted
from models.registry import instance_files
from solvers.classic.grecian import nested_loops, ring_by_ring
from solvers.core.registry import load_backend
from tests.models.grecian.stacks import (
    ODD_ONES,
    ONLY_ANSWERS,
    OWN_TARGETS,
    PUZZLE,
    answers,
    every_right_position,
    instance,
)
from tests.tables import rows


@rows("name", ONLY_ANSWERS)
@rows("formulation", PUZZLE.formulations)
@rows("backend", ["backtracking", "sat"])
def test_a_published_puzzle_has_one_answer(name, formulation, backend):
    assert answers(instance(name), formulation, backend) == [ONLY_ANSWERS[name]]


@pytest.mark.parametrize("formulation", PUZZLE.formulations)
def test_a_transcription_with_a_copying_error_has_no_answer(formulation):
    assert answers(instance("broken-safecracker"), formulation) == []


def test_every_instance_is_listed_here_and_names_its_source():
    assert {*ONLY_ANSWERS, "broken-safecracker"} == set(instance_files(PUZZLE))
    assert all(instance(name).source for name in instance_files(PUZZLE))


@rows("formulation", PUZZLE.formulations)
@rows("backend", ["backtracking", "sat"])
@rows("dials", ODD_ONES)
def test_odd_stacks_are_modelled_rightly(dials, formulation, backend):
    assert sorted(answers(dials, formulation, backend)) == every_right_position(dials)


@rows("formulation", PUZZLE.formulations)
@rows("seed", range(12))
def test_planted_stacks_are_modelled_rightly(seed, formulation):
    dials = planted((3, 1 + seed % 3, 2 + seed % 5), seed)
    expected = every_right_position(dials)
    assert expected, "a planted stack has an answer"
    assert sorted(answers(dials, formulation)) == expected
    assert sorted(ring_by_ring(dials)) == expected
    assert sorted(nested_loops(dials)) == every_right_position(dials, base_free=True)


def fewest(dials, cost):
    return min(sum(map(cost, turns)) for turns in every_right_position(dials, base_free=True))


@rows("formulation", PUZZLE.formulations)
@rows("dials", [instance("toy"), OWN_TARGETS, planted((3, 2, 6), 3)])
def test_the_least_effort_is_least(dials, formulation):
    def steps(turn):
        return min(turn, dials.columns - turn)

    assert sum(map(steps, answers(dials, formulation, objective="turns")[-1])) == fewest(dials, steps)
    assert sum(map(bool, answers(dials, formulation, objective="dials")[-1])) == fewest(dials, bool)


@pytest.mark.parametrize("backend", ["backtracking", "sat"])
def test_the_grecian_takes_14_steps_at_least_and_four_dials(backend):
    def steps(turns):
        return sum(min(turn, 12 - turn) for turn in turns)

    grecian = instance("grecian")
    assert min(map(steps, nested_loops(grecian))) == 14
    assert steps(answers(grecian, "element", backend, "turns")[-1]) == 14
    assert sum(map(bool, answers(grecian, "element", backend, "dials")[-1])) == 4


def test_backtracking_needs_few_nodes_on_the_grecian():
    solver, _ = load_backend("backtracking")
    solutions = solver.load(PUZZLE.formulations["element"](instance("grecian")).model).solutions()
    assert len(list(solutions)) == 1
    assert solutions.outcome.effort["nodes"] <= 162
