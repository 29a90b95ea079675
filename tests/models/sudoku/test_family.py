"""Planted Sudokus: valid grids with holes, the same ones everywhere."""

from __future__ import annotations

from random import Random

import pytest

from models.errors import InputError
from models.registry import family, load_puzzle
from models.sudoku.board import BOXES
from models.sudoku.generator.boards import shuffled_grid
from models.sudoku.instance import Grid, Sudoku
from solvers.core.backend import Limits
from solvers.core.registry import load_backend
from solvers.core.solver import Solver

PUZZLE = load_puzzle("sudoku")


@pytest.mark.parametrize("order", BOXES)
def test_a_shuffled_grid_is_valid(order: int) -> None:
    grid = tuple(shuffled_grid(BOXES[order], Random(order)))
    assert PUZZLE.check(Sudoku((0,) * order**2, BOXES[order]), Grid(grid)) is None


def test_shuffling_moves_rows_columns_and_digits() -> None:
    grids = {tuple(shuffled_grid((3, 3), Random(seed))) for seed in range(50)}
    assert len(grids) == 50
    assert {grid[0] for grid in grids} == set(range(1, 10))


def test_the_family_grows_with_the_order() -> None:
    for order in BOXES:
        planted = family("sudoku")(order, 0)
        assert planted.order == order
        assert planted.clues.count(0) == round(order * order / 2)


def test_more_holes_of_one_seed_are_the_same_holes_and_more() -> None:
    few, many = (family("sudoku-16")(holes, 3).clues for holes in (60, 100))
    assert (few.count(0), many.count(0)) == (60, 100)
    assert all(clue in (0, before) for clue, before in zip(many, few, strict=True))


@pytest.mark.parametrize(("name", "size"), [("sudoku", 7), ("sudoku-9", 82), ("sudoku-25", -1)])
def test_a_size_there_is_not_is_one_sentence(name: str, size: int) -> None:
    with pytest.raises(InputError, match=f"the size of family {name} is {size}; "):
        family(name)(size, 0)


@pytest.mark.parametrize(("name", "size"), [("sudoku", 9), ("sudoku", 16), ("sudoku", 25), ("sudoku-9", 50)])
def test_a_planted_sudoku_has_an_answer(name: str, size: int) -> None:
    solver = Solver(PUZZLE, "", *load_backend("sat"))
    assert next(solver.answers(family(name)(size, 1), Limits(seconds=20))) is not None
