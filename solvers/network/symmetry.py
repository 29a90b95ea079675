"""Sudoku grids up to symmetry: fingerprints that grids share where one is the other, turned, moved or renumbered.

Two rows of a grid are a permutation: which digit of the second stands below which of the first. Renumbering digits
and moving columns leave the lengths of its cycles as they are. So these lengths, for all pairs of rows within a band
and across bands, and the same of columns, are a fingerprint. Grids that really differ seldom share one.
"""

from __future__ import annotations

from itertools import combinations

import numpy as np

from solvers.network.graph import Numbers

ORDER, BAND = 9, 3
PAIRS = np.array([*combinations(range(ORDER), 2)])
IN_A_BAND = PAIRS[:, 0] // BAND == PAIRS[:, 1] // BAND


def fingerprints(grids: Numbers) -> list[bytes]:
    """One for each grid of order 9, given as rows of 81 digits from 1 to 9."""
    squares = np.asarray(grids, dtype=np.int64).reshape(-1, ORDER, ORDER) - 1
    sides = _of_rows(squares), _of_rows(squares.transpose(0, 2, 1))
    return [b"".join(sorted((rows.tobytes(), columns.tobytes()))) for rows, columns in zip(*sides, strict=True)]


def _of_rows(squares: Numbers) -> Numbers:
    """For each grid, the cycles of pairs within each band, the bands in order of these, then those across bands."""
    upper, lower = squares[:, PAIRS[:, 0]], squares[:, PAIRS[:, 1]]
    below = np.empty_like(lower)
    np.put_along_axis(below, upper, lower, axis=2)
    cycles = np.zeros(below.shape[:2], dtype=np.int64)
    power = below
    for _ in range(ORDER - 1):  # how many digits each power leaves where they are tells the lengths of all cycles
        power = np.take_along_axis(below, power, axis=2)
        cycles = cycles * (ORDER + 1) + (power == np.arange(ORDER)).sum(axis=2)
    bands = np.sort(cycles[:, IN_A_BAND].reshape(-1, BAND, BAND), axis=2)
    order = np.lexsort(bands.transpose(2, 0, 1), axis=1)
    bands = np.take_along_axis(bands, order[:, :, None], axis=1)
    return np.concatenate([bands.reshape(len(bands), -1), np.sort(cycles[:, ~IN_A_BAND], axis=1)], axis=1)
