"""The published programs for Sudoku: cell by cell and back, and Algorithm X on the table of 0s and 1s.

The naive program visits the empty cells row by row and puts down the least digit that row, column and box do not have
yet; a cell with no digit left sends it back to the one before. The table of order 9 has 729 rows R1C1#1 … R9C9#9 by 324
columns: R2C4 (the cell is filled), R2#1, C4#1 and B2#1 (row, column, box have their 1). Clues are chosen in advance.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from models.errors import InputError
from models.sudoku.instance import Grid, Sudoku
from solvers.classic.cover import AlgorithmX, count_steps, incidence
from solvers.classic.programs import Answers, Figures, PublishedProgram


class RowByRow(Iterator[tuple[int, ...]]):
    """Every answer of a puzzle, lazily, in the order of their digits; a clue is 0 where a cell is empty.

    ``placements`` counts how often a digit was put into an empty cell so far. Not counted are the clues, the digits
    that the row, column or box has already, which are never put down, and taking a digit back.
    """

    def __init__(self, clues: Sequence[int], box: tuple[int, int] = (3, 3)) -> None:
        rows, columns = box
        self._order = order = rows * columns
        if len(clues) != order * order:
            raise ValueError(f"{len(clues)} clues for {order * order} cells")
        self.placements = 0
        self._grid = list(clues)
        self._groups = [
            (row, order + column, 2 * order + row // rows * rows + column // columns)
            for row in range(order)
            for column in range(order)
        ]
        self._taken = [[False] * (order + 1) for _ in range(3 * order)]  # by row, column or box, then digit
        self._search = self._answers()

    def __next__(self) -> tuple[int, ...]:
        return next(self._search)

    def _answers(self) -> Iterator[tuple[int, ...]]:
        grid = self._grid
        empty = [cell for cell, digit in enumerate(grid) if not digit]
        for cell, digit in enumerate(grid):
            if digit and not self._is_free(cell, digit):
                return
            self._mark(cell, digit, True)
        place = 0
        while place >= 0:
            if place == len(empty):
                yield tuple(grid)
                place -= 1
                continue
            cell = empty[place]
            tried = grid[cell]
            self._mark(cell, tried, False)
            digit = next((digit for digit in range(tried + 1, self._order + 1) if self._is_free(cell, digit)), 0)
            grid[cell] = digit
            self._mark(cell, digit, True)
            if digit:
                self.placements += 1
                place += 1
            else:
                place -= 1

    def _is_free(self, cell: int, digit: int) -> bool:
        return not any(self._taken[group][digit] for group in self._groups[cell])

    def _mark(self, cell: int, digit: int, taken: bool) -> None:
        for group in self._groups[cell]:
            self._taken[group][digit] = taken


@dataclass(frozen=True)
class IncidenceTable:
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    matrix: Sequence[Sequence[int]]


def incidence_table(box: tuple[int, int] = (3, 3)) -> IncidenceTable:
    ones = range(1, box[0] * box[1] + 1)
    meets = {
        f"R{row}C{column}#{digit}": (
            f"R{row}C{column}",
            f"R{row}#{digit}",
            f"C{column}#{digit}",
            f"B{(row - 1) // box[0] * box[0] + (column - 1) // box[1] + 1}#{digit}",
        )
        for row, column, digit in product(ones, ones, ones)
    }
    columns = [f"R{row}C{column}" for row, column in product(ones, ones)]
    columns += [f"{kind}{number}#{digit}" for kind, number, digit in product("RCB", ones, ones)]
    return IncidenceTable(tuple(meets), tuple(columns), incidence(meets.values(), columns))


def algorithm_x(clues: Sequence[int], table: IncidenceTable) -> AlgorithmX:
    """The search for the rows that complete ``clues``: the digit in each cell, row by row, 0 where it is empty."""
    order = round(len(clues) ** 0.5)
    return AlgorithmX(table.matrix, [cell * order + clue - 1 for cell, clue in enumerate(clues) if clue])


def grid_of(rows: Iterable[int], order: int) -> tuple[int, ...]:
    return tuple(row % order + 1 for row in sorted(rows))


def _row_by_row(instance: Sudoku, figures: Figures, story: list[str]) -> Answers:
    _require_plain(instance)
    search = RowByRow(instance.clues, instance.box)
    try:
        yield from map(Grid, search)
    finally:
        figures["placements"] = search.placements


def _matrix(instance: Sudoku, figures: Figures, story: list[str]) -> Answers:
    _require_plain(instance)
    table = incidence_table(instance.box)
    figures |= {"rows": len(table.rows), "columns": len(table.columns)}
    search = algorithm_x(instance.clues, table)
    try:
        for rows in search:
            yield Grid(grid_of(rows, instance.order))
    finally:
        count_steps(figures, search)


def _require_plain(instance: Sudoku) -> None:
    if not instance.is_plain:
        raise InputError(
            f"the published programs know rows, columns and boxes alone, and {instance.name} has other rules"
        )


PROGRAMS = {
    "rows": PublishedProgram("cell by cell, row by row, digit by digit, and back", _row_by_row),
    "matrix": PublishedProgram("Algorithm X on the 0/1 table of placements and requirements", _matrix),
}
