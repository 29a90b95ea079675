"""Planted Sudokus of any order: holes are punched into a valid grid that was shuffled.

Each has at least the answer it was punched from, known to nobody; with many holes there may be others.
"""

from __future__ import annotations

from functools import partial
from random import Random

from models.errors import InputError
from models.generation import Family
from models.sudoku.instance import BOXES, Box, Sudoku

HOLES = 0.5
"""The share of the cells that is empty in the family that grows with the order."""


def planted(size: int, seed: int) -> Sudoku:
    """A Sudoku of order ``size`` with half of its cells empty."""
    if size not in BOXES:
        orders = ", ".join(map(str, BOXES))
        raise InputError(f"the size of family sudoku is {size}; an order is expected: {orders}")
    return planted_holes(size, round(HOLES * size * size), seed)


def planted_holes(order: int, holes: int, seed: int) -> Sudoku:
    """A Sudoku of ``order`` with so many ``holes``; of one seed, each keeps the holes of those with fewer.

    Raises:
        InputError: when there are not so many cells.
    """
    cells = order * order
    if not 0 <= holes <= cells:
        raise InputError(
            f"the size of family sudoku-{order} is {holes}; a number of holes from 0 to {cells} is expected"
        )
    random = Random(f"sudoku {order} {seed}")
    grid = shuffled_grid(BOXES[order], random)
    for cell in random.sample(range(cells), cells)[:holes]:
        grid[cell] = 0
    return Sudoku(tuple(grid), BOXES[order], f"planted sudoku {order} with {holes} holes seed {seed}")


def shuffled_grid(box: Box, random: Random) -> list[int]:
    """A valid grid, row by row: one made by a rule, then shuffled in every way that keeps it valid.

    By the rule, each row is the one above shifted by the width of a box, and each band of boxes by one
    digit more. Validity survives another order of the bands, of the rows within a band, of the stacks,
    of the columns within a stack, and of the digits.
    """
    box_rows, box_columns = box
    order = box_rows * box_columns

    def in_groups(groups: int, size: int) -> list[int]:
        """0, 1, 2, … in ``groups`` of ``size``: the groups in a random order, and the numbers in each."""
        shuffled = random.sample(range(groups), groups)
        return [group * size + place for group in shuffled for place in random.sample(range(size), size)]

    rows, columns = in_groups(box_columns, box_rows), in_groups(box_rows, box_columns)
    digits = random.sample(range(1, order + 1), order)
    return [
        digits[(row % box_rows * box_columns + row // box_rows + column) % order] for row in rows for column in columns
    ]


FAMILIES = {"sudoku": Family(planted, "the order, half of the cells empty")} | {
    f"sudoku-{order}": Family(partial(planted_holes, order), f"holes in a grid of order {order}")
    for order in (9, 16, 25)
}
