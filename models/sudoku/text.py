"""Sudokus in characters: a grid with rules round its boxes, the answer beside it, and below it what else is asked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from models.sudoku.instance import SYMBOLS, Box, Grid, Layout, Sudoku

WIDEST = 100
"""Characters a line may have."""


def render(instance: Sudoku, answer: Grid | None = None) -> str:
    """The clues; with an answer, beside them (or below, where that is too wide) the filled grid; then the variants."""
    puzzle, filled = (_drawn(instance, cells) for cells in (instance.clues, answer.cells if answer else ()))
    if filled and 2 * len(puzzle[0]) + 3 > WIDEST:
        puzzle += ["", *filled]
    elif filled:
        puzzle = [f"{left}   {right}".rstrip() for left, right in zip(puzzle, filled, strict=True)]
    return "\n".join([*puzzle, *_rules(instance)])


def _drawn(instance: Sudoku, cells: Sequence[int]) -> list[str]:
    if not cells:
        return []
    return _grid(cells, instance.box) if instance.board is None else _walled(instance.layout, cells)


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


def _walled(layout: Layout, cells: Sequence[int]) -> list[str]:
    """A board with a wall wherever two neighbours lie in different regions, or one of the two is no cell."""
    regions = {position: layout.region_of[cell] for position, cell in layout.cell_at.items()}
    symbols = {position: SYMBOLS[cells[cell]] for position, cell in layout.cell_at.items()}
    corners, places = range(layout.width + 1), range(layout.width)

    def between(one: tuple[int, int], other: tuple[int, int]) -> bool:
        return regions.get(one) != regions.get(other)

    lines = []
    for row in range(layout.height + 1):
        above = [between((row - 1, column), (row, column)) for column in places]
        beside = [between((row, column - 1), (row, column)) for column in corners]
        before = [between((row - 1, column - 1), (row - 1, column)) for column in corners]
        if any(above):
            rule = ""
            for column in corners:
                across = column > 0 and above[column - 1], column < layout.width and above[column]
                upright = before[column], beside[column]
                rule += "+" if any(across) and any(upright) else "-" if any(across) else "|" if any(upright) else " "
                rule += ("---" if above[column] else "   ") if column < layout.width else ""
            lines.append(rule)
        if row < layout.height:
            walls = ["|" if wall else " " for wall in beside]
            inside = [f" {symbols.get((row, column), ' ')} " for column in places]
            lines.append("".join(wall + cell for wall, cell in zip(walls, [*inside, ""], strict=True)))
    return lines


def _rules(instance: Sudoku) -> Iterator[str]:
    """Each kind of variant with its places, as they are typed."""
    if not instance.variants:
        return
    from textwrap import wrap  # most Sudokus have no variants, and this brings them along

    from models.sudoku.variants import write_variants  # as above

    yield ""
    layout = instance.layout
    for word, value in write_variants(instance.variants, layout).items():
        said = f"{word}: {_said(value)}" if value is not True else _of_all(instance, word)
        yield from wrap(said, WIDEST, subsequent_indent="  ")


def _of_all(instance: Sudoku, word: str) -> str:
    return "; ".join(variant.rule(instance.layout) for variant in instance.variants if variant.word == word)


def _said(value: object) -> str:
    if isinstance(value, dict):
        return ", ".join(_said(part) if key == "cells" else f"{key} {_said(part)}" for key, part in value.items())
    return "; ".join(map(_said, value)) if isinstance(value, list) else str(value)
