"""A Sudoku with a wrong clue: the clue is among the smallest corrections, and nothing smaller would do."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from operator import ne
from pathlib import Path
from random import Random

import pytest

from models.registry import instance_files, load_puzzle
from models.sudoku.instance import Sudoku
from models.sudoku.reading.table import as_toml, sudoku_from
from models.sudoku.variants.cages import Cage
from solvers.core.registry import load_backend
from solvers.core.solver import Solver
from solvers.diagnose.record import AMBIGUOUS, WELL_POSED
from tests.solvers.diagnose.spoiling import diagnosed, has_answer, instance_of, repaired, with_one_wrong_clue
from tests.tables import rows

SUDOKU = load_puzzle("sudoku")


def sample(name: str, count: int) -> list[Sudoku]:
    return Random(name).sample(list(SUDOKU.read(instance_files(SUDOKU)[name])), count)


@rows("seed", range(5))
def test_one_wrong_clue_is_among_the_smallest_corrections(seed: int) -> None:
    (instance,) = sample("norvig_easy50", 1) if seed % 2 else [instance_of("sudoku", "inkala")]
    expect_the_original(instance, with_one_wrong_clue(instance, Random(seed)))


@pytest.mark.slow
@pytest.mark.parametrize("name", ["norvig_easy50", "royle_17", "hardest_1106"])
def test_one_wrong_clue_in_many_puzzles(name: str) -> None:
    for place, instance in enumerate(sample(name, 40)):
        expect_the_original(instance, with_one_wrong_clue(instance, Random(place)))


def expect_the_original(instance: Sudoku, spoilt: Sudoku) -> None:
    repair, corrections = repaired("sudoku", spoilt, show=30)
    assert (repair.fewest, repair.proved, repair.complete) == (1, True, True)
    assert instance in [tried.instance for tried in corrections]
    assert not any(SUDOKU.check(tried.instance, tried.answer) for tried in corrections)


def small(random: Random) -> Sudoku:
    """Random clues in a 4×4 grid, mostly too many of them to agree."""
    clues = [0] * 16
    for cell in random.sample(range(16), 8):
        clues[cell] = random.randrange(1, 5)
    return Sudoku(tuple(clues), (2, 2), "small")


@rows("seed", range(8))
@rows("backend", ["maxsat", "cpsat", "backtracking"])
def test_fewest_clues_by_brute_force(seed: int, backend: str) -> None:
    spoilt = small(Random(seed))
    fewest, solutions = by_brute_force(spoilt)
    if fewest == 0:
        assert diagnosed("sudoku", spoilt, backend).verdict in (WELL_POSED, AMBIGUOUS)
        return
    repair, corrections = repaired("sudoku", spoilt, backend)
    assert repair.fewest == fewest
    assert {tried.instance for tried in corrections} == solutions


def by_brute_force(instance: Sudoku) -> tuple[int, set[Sudoku]]:
    """The fewest clues to change, and every way to change so many."""
    given = instance.clues
    meant = {tuple(digit if clue else 0 for clue, digit in zip(given, grid, strict=True)) for grid in all_grids()}
    count = {clues: sum(map(ne, given, clues)) for clues in meant}
    fewest = min(count.values())
    return fewest, {replace(instance, clues=clues) for clues in meant if count[clues] == fewest}


def all_grids() -> list[tuple[int, ...]]:
    """The 288 grids of order 4."""
    empty = Sudoku((0,) * 16, (2, 2))
    return [grid.cells for grid in Solver(SUDOKU, "", load_backend("backtracking")[0]).answers(empty)]


def test_two_equal_clues_in_a_row_are_named_and_corrected() -> None:
    clash = instance_of("sudoku", "clash")
    assert diagnosed("sudoku", clash).contradiction == "row 4 has two 3s, at R4C6 and R4C8"
    assert repaired("sudoku", clash)[0].fewest == 1


def test_several_answers_differ_somewhere_and_one_clue_more_leaves_one() -> None:
    instance = instance_of("sudoku", "several_answers")
    found = diagnosed("sudoku", instance)
    assert found.verdict == AMBIGUOUS
    one, other = found.answers
    assert len(found.differences) == sum(a != b for a, b in zip(one.cells, other.cells, strict=True))
    assert found.hints is not None
    assert (len(found.hints), found.hints_proved) == (1, "any")


@rows("seed", range(5))
def test_fewest_extra_clues_by_brute_force(seed: int) -> None:
    random = Random(seed)
    grids = all_grids()
    grid = random.choice(grids)
    shown = random.sample(range(16), random.randrange(0, 4))
    instance = Sudoku(tuple(grid[cell] if cell in shown else 0 for cell in range(16)), (2, 2), "few")
    answers = [other for other in grids if all(other[cell] == grid[cell] for cell in shown)]
    found = diagnosed("sudoku", instance)
    assert found.hints is not None
    assert found.hinted is not None
    possible = {"any": answers, "this": [found.hinted.cells]}[found.hints_proved]
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


SMALL = sudoku_from(
    "small",
    {
        "order": 4,
        "diagonals": True,
        "cage": [{"cells": "r1c1 r1c2", "sum": 3}, {"cells": "r2c1 r2c2 r3c2", "sum": 8}, {"cells": "r4c4", "sum": 2}],
    },
)


"""A variant with cages."""


def test_a_sum_misread_is_put_right() -> None:
    cage = SMALL.variants[2]
    assert isinstance(cage, Cage)
    spoilt = replace(SMALL, variants=(*SMALL.variants[:2], replace(cage, sum=7), *SMALL.variants[3:]))
    repair, corrections = repaired("sudoku", spoilt, show=30)
    assert repair.fewest == 1
    assert SMALL in [tried.instance for tried in corrections]
    places = {mistake.where for tried in corrections for mistake in tried.mistakes}
    assert "the sum of the cage of R1C1 and R1C2 reads 7" in places


def test_a_digit_copied_wrongly_is_put_right_under_the_variants_rules() -> None:
    clued, spoilt = (replace(SMALL, clues=(digit, *SMALL.clues[1:])) for digit in (1, 4))
    repair, corrections = repaired("sudoku", spoilt, show=30)
    assert repair.fewest == 1
    assert clued in [tried.instance for tried in corrections]


def test_a_mistake_is_told_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "small.toml"
    path.write_text(as_toml(replace(SMALL, clues=(1, *SMALL.clues[1:]))))
    (instance,) = SUDOKU.read(path)
    lines = path.read_text().splitlines()
    keys = {("cell", 0): '"1..."', ("number", *SMALL.variants[3].key): "[[cage]]"}
    for key, text in keys.items():
        line = SUDOKU.error_model.line(path, instance, key)
        assert line is not None
        assert text in lines[line - 1]
    assert "r2c1" in lines[line]
