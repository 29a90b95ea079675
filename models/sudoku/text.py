"""Sudokus in characters: a grid with rules round its boxes, and the answer beside it."""

from __future__ import annotations

from collections.abc import Sequence

from models.sudoku.instance import SYMBOLS, Box, Grid, Sudoku

WIDEST = 100
"""Characters a line may have."""


def render(instance: Sudoku, answer: Grid | None = None) -> str:
    """The clues; with an answer, beside them (or below, where that is too wide) the filled grid."""
    puzzle = _grid(instance.clues, instance.box)
    if answer is None:
        return "\n".join(puzzle)
    filled = _grid(answer.cells, instance.box)
    if 2 * len(puzzle[0]) + 3 > WIDEST:
        return "\n".join([*puzzle, "", *filled])
    return "\n".join(f"{left}   {right}" for left, right in zip(puzzle, filled, strict=True))


def _grid(cells: Sequence[int], box: Box) -> list[str]:
    box_rows, box_columns = box
    order = box_rows * box_columns
    lines = [rule := "+" + ("-" * (2 * box_columns + 1) + "+") * box_rows]
    for row in range(order):
        symbols = [SYMBOLS[cell] for cell in cells[row * order : (row + 1) * order]]
        groups = [" ".join(symbols[start : start + box_columns]) for start in range(0, order, box_columns)]
        lines.append(f"| {' | '.join(groups)} |")
        if (row + 1) % box_rows == 0:
            lines.append(rule)
    return lines
