"""The naive row-by-row program, and what it costs."""

from __future__ import annotations

import pytest

from models.registry import find_instance, load_puzzle
from solvers.classic.sudoku import RowByRow

PUZZLE = load_puzzle("sudoku")


@pytest.mark.parametrize(
    ("name", "first", "whole"), [("inkala", 49_558, None), ("order_4", 15, 30), ("order_8", 2_674, 5_687)]
)
def test_the_placements_are_counted(name: str, first: int, whole: int | None) -> None:
    (instance,) = PUZZLE.read(find_instance(PUZZLE, name))
    search = RowByRow(instance.clues, instance.box)
    next(search)
    assert search.placements == first
    if whole is not None:
        assert list(search) == []
        assert search.placements == whole


def test_an_empty_grid_is_filled_in_the_order_of_the_digits() -> None:
    search = RowByRow((0,) * 16, (2, 2))
    answers = [next(search)]
    assert answers[0] == (1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1)
    assert search.placements == 16
    answers += search
    assert len(set(answers)) == 288
    assert answers == sorted(answers)


def test_two_equal_clues_take_no_placement() -> None:
    search = RowByRow((1, 1) + (0,) * 14, (2, 2))
    assert list(search) == []
    assert search.placements == 0


def test_a_full_grid_is_its_own_answer() -> None:
    grid = (1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1)
    search = RowByRow(grid, (2, 2))
    assert list(search) == [grid]
    assert search.placements == 0


def test_clues_that_make_no_square_are_refused() -> None:
    with pytest.raises(ValueError, match="15 clues for 16 cells"):
        RowByRow((0,) * 15, (2, 2))
