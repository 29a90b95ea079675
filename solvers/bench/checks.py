"""Checks of the peers' answers, as one would write them for one puzzle: ours are checked too, inside the timing."""

from __future__ import annotations

from collections.abc import Sequence

PLACES = range(9)

UNITS = [[9 * row + column for column in PLACES] for row in PLACES]
UNITS += [[9 * row + column for row in PLACES] for column in PLACES]
UNITS += [[27 * (box // 3) + 3 * (box % 3) + 9 * (cell // 3) + cell % 3 for cell in PLACES] for box in PLACES]
"""The cells of each row, column and box."""

Dial = Sequence[Sequence[int | None]]  # the numbers of each ring, from the outermost; None is a hole


def checked_grid(line: str, grid: str) -> str:
    """``grid``, after a look at the clues of ``line`` and at every row, column and box."""
    assert all(clue in (".", "0", digit) for clue, digit in zip(line, grid, strict=False)), "a clue has changed"
    assert all(len({grid[cell] for cell in unit}) == 9 for unit in UNITS), "a digit stands twice in a unit"
    return grid


def checked_dials(dials: Sequence[Dial], target: int, offsets: list[int]) -> list[int]:
    """``offsets``, after the dials were laid on one another and every column was added up."""
    rings, columns = len(dials[0]), len(dials[0][0])
    for column in range(columns):
        total = 0
        for ring in range(rings):
            coming = (dial[ring][(column - offset) % columns] for dial, offset in zip(dials, offsets, strict=True))
            total += [number for number in coming if number is not None][-1]
        assert total == target, f"column {column} adds up to {total}"
    return offsets


def checked_tower(cubes: Sequence[Sequence[str]], shown: Sequence[Sequence[int]]) -> None:
    """Look whether every colour is once on each side, where each cube shows these faces on the four sides."""
    for side in zip(*shown, strict=True):
        colours = {cube[face] for cube, face in zip(cubes, side, strict=True)}
        assert len(colours) == len(cubes), "a side shows a colour twice"
