"""A Sudoku with a wrong clue: the clue is among the smallest corrections, and nothing smaller would do."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from random import Random

import pytest

from models.registry import instance_files, load_puzzle
from models.sudoku.instance import Sudoku
from solvers.diagnose.record import AMBIGUOUS, IMPOSSIBLE_AS_IT_STANDS, WELL_POSED
from tests.solvers.diagnose.spoiling import (
    corrected_instances,
    diagnosed,
    has_answer,
    instance_of,
    with_one_wrong_clue,
)


def sample(name: str, count: int) -> list[Sudoku]:
    puzzle = load_puzzle("sudoku")
    return Random(name).sample(list(puzzle.read(instance_files(puzzle)[name])), count)


@pytest.mark.parametrize("seed", range(5))
def test_one_wrong_clue_is_among_the_smallest_corrections(seed: int) -> None:
    (instance,) = sample("norvig_easy50", 1) if seed % 2 else [instance_of("sudoku", "inkala")]
    expect_the_original(instance, with_one_wrong_clue(instance, Random(seed)))


@pytest.mark.slow
@pytest.mark.parametrize("name", ["norvig_easy50", "royle_17", "hardest_1106"])
def test_one_wrong_clue_in_many_puzzles(name: str) -> None:
    for place, instance in enumerate(sample(name, 40)):
        expect_the_original(instance, with_one_wrong_clue(instance, Random(place)))


def expect_the_original(instance: Sudoku, spoilt: Sudoku) -> None:
    found = diagnosed("sudoku", spoilt, show=30)
    assert found.verdict == IMPOSSIBLE_AS_IT_STANDS
    assert found.repair is not None
    assert (found.repair.fewest, found.repair.proved, found.repair.complete) == (1, True, True)
    assert instance in corrected_instances(found)
    for group in found.repair.groups:
        for tried in group:
            assert tried.answer is not None
            assert tried.instance is not None
            assert load_puzzle("sudoku").check(tried.instance, tried.answer) is None


def small(random: Random) -> Sudoku:
    """Random clues in a 4×4 grid, mostly too many of them to agree."""
    clues = [0] * 16
    for cell in random.sample(range(16), 8):
        clues[cell] = random.randrange(1, 5)
    return Sudoku(tuple(clues), (2, 2), "small")


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("backend", ["maxsat", "cpsat", "backtracking"])
def test_fewest_clues_by_brute_force(seed: int, backend: str) -> None:
    spoilt = small(Random(seed))
    fewest, solutions = by_brute_force(spoilt)
    found = diagnosed("sudoku", spoilt, backend)
    if fewest == 0:
        assert found.verdict in (WELL_POSED, AMBIGUOUS)
        return
    assert found.repair is not None
    assert found.repair.fewest == fewest
    assert set(corrected_instances(found)) == solutions


def by_brute_force(instance: Sudoku) -> tuple[int, set[Sudoku]]:
    """The fewest clues to change, and every way to change so many."""
    grids = all_grids()
    printed = [cell for cell, clue in enumerate(instance.clues) if clue]
    changes = {tuple(grid[cell] for cell in printed) for grid in grids}
    count = {
        meant: sum(instance.clues[c] != digit for c, digit in zip(printed, meant, strict=True)) for meant in changes
    }
    fewest = min(count.values())
    solutions = set()
    for meant in changes:
        if count[meant] == fewest:
            clues = list(instance.clues)
            for cell, digit in zip(printed, meant, strict=True):
                clues[cell] = digit
            solutions.add(replace(instance, clues=tuple(clues)))
    return fewest, solutions


def all_grids() -> list[tuple[int, ...]]:
    """The 288 grids of order 4."""
    from solvers.core.registry import load_backend
    from solvers.core.solver import Solver

    empty = Sudoku((0,) * 16, (2, 2))
    return [grid.cells for grid in Solver(load_puzzle("sudoku"), "", load_backend("backtracking")[0]).answers(empty)]


def test_two_equal_clues_in_a_row_are_named_and_corrected() -> None:
    found = diagnosed("sudoku", instance_of("sudoku", "clash"))
    assert found.contradiction == "row 4 has two 3s, at R4C6 and R4C8"
    assert found.repair is not None
    assert found.repair.fewest == 1


def test_several_answers_differ_somewhere_and_one_clue_more_leaves_one() -> None:
    instance = instance_of("sudoku", "several_answers")
    found = diagnosed("sudoku", instance)
    assert found.verdict == AMBIGUOUS
    one, other = found.answers
    assert len(found.differences) == sum(a != b for a, b in zip(one.cells, other.cells, strict=True))
    assert found.hints is not None
    assert (len(found.hints), found.hints_proved) == (1, "any")


@pytest.mark.parametrize("seed", range(5))
def test_fewest_extra_clues_by_brute_force(seed: int) -> None:
    random = Random(seed)
    grids = all_grids()
    grid = random.choice(grids)
    shown = random.sample(range(16), random.randrange(0, 4))
    instance = Sudoku(tuple(grid[cell] if cell in shown else 0 for cell in range(16)), (2, 2), "few")
    answers = [other for other in grids if all(other[cell] == grid[cell] for cell in shown)]
    found = diagnosed("sudoku", instance)
    assert found.hints is not None
    if found.hints_proved == "any":
        possible = answers
    else:
        assert found.hints_proved == "this"
        assert found.hinted is not None
        possible = [found.hinted.cells]
    fewest = next(
        size
        for size in range(17)
        for answer in possible
        for cells in combinations(range(16), size)
        if sum(all(other[cell] == answer[cell] for cell in cells) for other in answers) == 1
    )
    assert len(found.hints) == fewest


def test_a_good_puzzle_is_well_posed() -> None:
    found = diagnosed("sudoku", instance_of("sudoku", "inkala"))
    assert found.verdict == WELL_POSED
    assert has_answer("sudoku", found.instance)
    assert found.exit_code == 0
