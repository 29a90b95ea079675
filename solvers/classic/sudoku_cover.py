"""How is a Sudoku solved on a table of 0s and 1s? Each digit in each cell is a row, and Algorithm X picks the rows.

The table of order 9 has 729 rows R1C1#1 … R9C9#9 by 324 columns: R2C4 (the cell is filled), R2#1, C4#1 and
B2#1 (the row, the column, the box has its 1). A clue's row is chosen in advance. On the bare numbers, without
the modelling language.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from solvers.classic.cover import AlgorithmX


@dataclass(frozen=True)
class Table:
    """The 0/1 incidence matrix: which row meets which column, and what they are called."""

    rows: tuple[str, ...]
    columns: tuple[str, ...]
    matrix: tuple[tuple[int, ...], ...]


def incidence_table(box: tuple[int, int] = (3, 3)) -> Table:
    """The table for grids with boxes of one shape (rows, columns)."""
    meets = {
        f"R{row + 1}C{column + 1}#{digit}": (
            f"R{row + 1}C{column + 1}",
            f"R{row + 1}#{digit}",
            f"C{column + 1}#{digit}",
            f"B{row // box[0] * box[0] + column // box[1] + 1}#{digit}",
        )
        for row, column, digit in _placements(box[0] * box[1])
    }
    columns = tuple(sorted({column for met in meets.values() for column in met}, key=_by_kind))
    matrix = tuple(tuple(int(column in met) for column in columns) for met in meets.values())
    return Table(tuple(meets), columns, matrix)


def algorithm_x(clues: Sequence[int], table: Table) -> AlgorithmX:
    """The search for the rows that complete ``clues``: the digit in each cell, row by row, 0 where it is empty."""
    order = round(len(clues) ** 0.5)
    return AlgorithmX(table.matrix, [cell * order + clue - 1 for cell, clue in enumerate(clues) if clue])


def grid_of(rows: Iterable[int], order: int) -> tuple[int, ...]:
    """The grid that chosen rows fill, read cell by cell."""
    return tuple(row % order + 1 for row in sorted(rows))


def _placements(order: int) -> Iterator[tuple[int, int, int]]:
    for row in range(order):
        for column in range(order):
            for digit in range(1, order + 1):
                yield row, column, digit


def _by_kind(column: str) -> tuple[int, list[int]]:
    """Cells first, then rows, columns and boxes with their digits, each in order."""
    kind = 0 if "#" not in column else "RCB".index(column[0]) + 1
    return kind, [int(number) for number in column[1:].replace("#", "C").split("C")]
