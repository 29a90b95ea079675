"""Random places for variants on a board: cages that cut it up, and lines that wind over it.

What is drawn depends on the random numbers alone, and on no order of a set.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise
from random import Random

from models.sudoku.board import BoardLayout, Position

ASIDE: tuple[Position, ...] = ((-1, 0), (0, -1), (0, 1), (1, 0))
AROUND: tuple[Position, ...] = (*ASIDE, (-1, -1), (-1, 1), (1, -1), (1, 1))

Cells = tuple[int, ...]


def shuffled(cells: Sequence[int], random: Random) -> list[int]:
    return random.sample(cells, len(cells))


def cages(
    board: BoardLayout,
    random: Random,
    sizes: Sequence[int],
    fits: Callable[[Cells], bool] = lambda cells: True,
    free: Iterable[int] | None = None,
) -> list[Cells]:
    """The free cells, or all, cut into connected cages; each is of one of ``sizes``, or smaller where no more fit."""
    free = set(range(len(board.positions)) if free is None else free)
    found: list[Cells] = []
    for start in shuffled(sorted(free), random):
        if start not in free:
            continue
        cage: Cells = (start,)
        size = random.choice(sizes)
        while len(cage) < size:
            around = dict.fromkeys(other for cell in cage for other in board.beside(cell, ASIDE))
            joining = [other for other in around if other in free and other not in cage and fits((*cage, other))]
            if not joining:
                break
            cage = (*cage, random.choice(joining))
        free.difference_update(cage)
        found.append(tuple(sorted(cage)))
    return sorted(found)


class LinePlanter:
    """Lines that step from a cell to any of the eight around it; no two share a cell or cross."""

    def __init__(self, board: BoardLayout, random: Random) -> None:
        self._board, self._random = board, random
        self._cells = range(len(board.positions))
        self._taken: set[int] = set()
        self._corners: set[Position] = set()  # where two cells that touch there are joined by a line

    def plant(self, grow: Callable[[int], Sequence[int]], most: int) -> Iterator[Cells]:
        """At most so many lines of three cells or more, grown from free cells in a random order."""
        found = 0
        for start in self.starts():
            line = grow(start)
            if len(line) > 2 and found < most:
                found += 1
                self.take(line)
                yield tuple(line)

    def starts(self) -> Iterator[int]:
        """The cells in a random order, each if it is free when its turn comes."""
        yield from (cell for cell in shuffled(self._cells, self._random) if cell not in self._taken)

    def after(self, line: Sequence[int], cell: int) -> list[int]:
        """The cells to which ``line`` may go on from its ``cell``, in a random order."""
        used = self._corners.union(self.corners(line))
        there = self._board.beside(cell, AROUND)
        free = [other for other in there if other not in self._taken and other not in line]
        return shuffled([other for other in free if self._corner(cell, other) not in used], self._random)

    def grow(self, start: int, longest: int, fits: Callable[[Sequence[int]], bool]) -> list[int]:
        """A line from ``start`` of at most so many cells, step by step as long as what there is of it fits."""
        line = [start]
        while len(line) < longest:
            onwards = next((other for other in self.after(line, line[-1]) if fits([*line, other])), None)
            if onwards is None:
                break
            line.append(onwards)
        return line

    def take(self, line: Sequence[int]) -> None:
        """Let no other line have its cells, or cross it."""
        self._taken.update(line)
        self._corners.update(self.corners(line))

    def corners(self, line: Sequence[int]) -> list[Position]:
        steps = (self._corner(one, other) for one, other in pairwise(line))
        return [corner for corner in steps if corner is not None]

    def _corner(self, one: int, other: int) -> Position | None:
        (row, column), (next_row, next_column) = self._board.positions[one], self._board.positions[other]
        aslant = row != next_row and column != next_column
        return (min(row, next_row), min(column, next_column)) if aslant else None
