"""Boards for new Sudokus: shuffled valid grids, the families of Sudokus with holes in them, random regions."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from random import Random

from models.errors import InputError
from models.generation import Family
from models.sudoku.board import BOXES, BoardLayout, BoardShape, Box, boxed
from models.sudoku.instance import Sudoku
from models.sudoku.variants.planting import ASIDE

EXCHANGES_PER_CELL = 60
"""How often cells are exchanged between regions."""


def planted(size: int, seed: int) -> Sudoku:
    """A Sudoku of order ``size`` with half of its cells empty; it may have further answers."""
    if size not in BOXES:
        orders = ", ".join(map(str, BOXES))
        raise InputError(f"the size of family sudoku is {size}; an order is expected: {orders}")
    return planted_holes(size, round(size * size / 2), seed)


def planted_holes(order: int, holes: int, seed: int) -> Sudoku:
    """A Sudoku of ``order`` with so many ``holes``; of one seed, each keeps the holes of those with fewer."""
    cells = order * order
    if not 0 <= holes <= cells:
        expected = f"a number of holes from 0 to {cells} is expected"
        raise InputError(f"the size of family sudoku-{order} is {holes}; {expected}")
    random = Random(f"sudoku {order} {seed}")
    grid = shuffled_grid(BOXES[order], random)
    for cell in random.sample(range(cells), cells)[:holes]:
        grid[cell] = 0
    return Sudoku(tuple(grid), BOXES[order], f"planted sudoku {order} with {holes} holes seed {seed}")


def shuffled_grid(box: Box, random: Random) -> list[int]:
    """A valid grid, shuffled by bands, rows, stacks, columns and digits, which keeps it valid.

    Before that, each row is the one above shifted by the width of a box, and each band of boxes by one digit more.
    """
    box_rows, box_columns = box
    order = box_rows * box_columns
    cells = [row % box_rows * box_columns + row // box_rows + column for row in range(order) for column in range(order)]
    return turned_about([cell % order + 1 for cell in cells], box, random)


def turned_about(cells: Sequence[int], box: Box, random: Random) -> list[int]:
    """A grid with its bands, rows, stacks, columns and digits in a random order; empty cells, 0, stay so."""
    box_rows, box_columns = box
    order = box_rows * box_columns

    def in_groups(groups: int, size: int) -> list[int]:
        """0, 1, 2, … in ``groups`` of ``size``: the groups in a random order, and the numbers in each."""
        shuffled = random.sample(range(groups), groups)
        return [group * size + place for group in shuffled for place in random.sample(range(size), size)]

    rows, columns = in_groups(box_columns, box_rows), in_groups(box_rows, box_columns)
    digits = [0, *random.sample(range(1, order + 1), order)]
    return [digits[cells[row * order + column]] for row in rows for column in columns]


def regions(order: int, random: Random) -> tuple[int, ...]:
    """A square cut into as many connected regions, numbered as they come on the page.

    Rows are the regions at first; then cells at the borders are exchanged, as long as both regions stay in one piece.
    """
    layout = BoardLayout((1, order))
    region = [row for row, _ in layout.positions]
    members = [list(range(row * order, (row + 1) * order)) for row in range(order)]
    near = [layout.beside(cell, ASIDE) for cell in range(order * order)]
    for _ in range(EXCHANGES_PER_CELL * order * order):
        one = random.randrange(order * order)
        here, there = region[one], region[random.choice(near[one])]
        if here == there:
            continue
        other = random.choice([cell for cell in members[there] if any(region[beside] == here for beside in near[cell])])
        exchanged = [
            [*(cell for cell in members[here] if cell != one), other],
            [*(cell for cell in members[there] if cell != other), one],
        ]
        if all(_in_one_piece(cells, near) for cells in exchanged):
            region[one], region[other] = there, here
            members[here], members[there] = exchanged
    numbers = {old: new for new, old in enumerate(dict.fromkeys(region))}
    return tuple(numbers[each] for each in region)


def samurai(box: Box) -> BoardShape:
    """Five squares, the middle one sharing its corner boxes with the others."""
    order = box[0] * box[1]
    down, right = order - box[0], order - box[1]
    corners = [(0, 0), (0, 2 * right), (down, right), (2 * down, 0), (2 * down, 2 * right)]
    return BoardShape(tuple(boxed(box, corner) for corner in corners))


def _in_one_piece(cells: Sequence[int], near: Sequence[Sequence[int]]) -> bool:
    left, reached = set(cells[1:]), [cells[0]]
    for cell in reached:  # grows meanwhile
        joined = [other for other in near[cell] if other in left]
        left.difference_update(joined)
        reached += joined
    return not left


FAMILIES = {"sudoku": Family(planted, "the order, half of the cells empty")} | {
    f"sudoku-{order}": Family(partial(planted_holes, order), f"holes in a grid of order {order}")
    for order in (9, 16, 25)
}
