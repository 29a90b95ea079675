"""Sudokus in characters: the board with lines round its boxes, what variants draw on it, and the answer beside it.

Cages have broken lines, ``- -`` and ``:``, with their sum in the upper left; where one goes on through the edge of a
box, that edge has a ``|`` or ``=`` in it. Between cells, ``o`` and ``*`` are white and black dots, ``③`` and
``❸`` those with a number. Thermometers, arrows and the like show as strokes from cell to cell, bulbs and circles in
brackets, cells with given pencil marks in braces; what they demand is said below.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise

from models.kit.names import listed
from models.sudoku.board import SYMBOLS, BoardLayout, Position, layout_of
from models.sudoku.instance import Grid, Sudoku
from models.sudoku.shapes import (
    Dot,
    Less,
    Outline,
    OutsideClue,
    Path,
    Plate,
    Point,
    Shape,
    SmallDigits,
    between,
    middle,
)

Side = tuple[bool, int, int]
"""A side of a cell: whether it is the upper one, its row (or column) and its place along that."""

NUMBERED_DOTS = {"white": "o①②③④⑤⑥⑦⑧⑨⑩⑪⑫⑬⑭⑮⑯⑰⑱⑲⑳", "black": "*❶❷❸❹❺❻❼❽❾❿⓫⓬⓭⓮⓯⓰⓱⓲⓳⓴"}
"""A dot without a number, and with each from 1 on."""

MAX_LINE_CHARACTERS = 100


def render(instance: Sudoku, answer: Grid | None = None) -> str:
    """The clues; with an answer, beside them (or below, where that is too wide) the filled grid; then the variants."""
    layout = instance.layout
    shapes = [shape for variant in instance.variants for shape in variant.shapes(layout)]
    canvas = _Canvas(layout, shapes) if shapes else _bare(layout)
    lines = canvas.lines(instance.clues)
    if answer is not None:
        filled = canvas.lines(answer.cells)
        if 2 * len(lines[0]) + 3 > MAX_LINE_CHARACTERS:
            lines += ["", *filled]
        else:
            lines = [f"{left}   {right}" for left, right in zip(lines, filled, strict=True)]
    return "\n".join([*map(str.rstrip, lines), *_rules(instance)])


def candidate_table(layout: BoardLayout, candidates: Sequence[Collection[int]]) -> str:
    """Each cell's digits, in columns as wide as they need, with lines where boxes end; empty where there is no cell."""
    marks = {
        place: "".join(SYMBOLS[digit] for digit in sorted(digits))
        for place, digits in zip(layout.positions, candidates, strict=True)
    }
    widths = [max(len(marks.get((row, column), "")) for row in range(layout.height)) for column in range(layout.width)]
    across, down = (
        {at for at in range(length + 1) if any(layout.wall(is_across, at, place) for place in range(other))}
        for is_across, length, other in ((True, layout.height, layout.width), (False, layout.width, layout.height))
    )
    if not layout.squares[0].box or len(layout.squares) > 1:  # walls are everywhere
        across, down = {0, layout.height}, {0, layout.width}

    def line(cells: Sequence[str], wall: str, gap: str) -> str:
        parts = [f"{wall + gap if column in down else ''}{cell}{gap}" for column, cell in enumerate(cells)]
        return "".join([*parts, wall]).rstrip()

    rule = line(["-" * width for width in widths], "+", "-")
    lines = []
    for row in range(layout.height):
        lines += [rule] if row in across else []
        lines.append(line([marks.get((row, at), "").ljust(width) for at, width in enumerate(widths)], "|", " "))
    return "\n".join([*lines, rule])


class _Canvas:
    """The characters of a board; what lies between cells has some of its own where shapes are drawn there."""

    def __init__(self, layout: BoardLayout, shapes: Sequence[Shape] = ()) -> None:
        self._layout = layout
        self._written: dict[Position, str] = {}
        self._walls = {
            (is_across, at, place): bool(layout.wall(is_across, at, place))
            for is_across in (True, False)
            for at in range((layout.height if is_across else layout.width) + 1)
            for place in range(layout.width if is_across else layout.height)
        }
        used = {(is_across, at) for (is_across, at, _), is_wall in self._walls.items() if is_wall or shapes}
        # For each half of a cell, where it is: 0 before the first cell, 0.5 within it, 1 between it and the second …
        self._row = dict(_places(layout.height, [at for is_across, at in used if is_across], 1))
        self._column = dict(_places(layout.width, [at for is_across, at in used if not is_across], 2))
        cages = [shape for shape in shapes if isinstance(shape, Outline)]
        self._lines(cages)
        for shape in shapes:
            self._draw(shape)
        for cage in cages:
            if cage.label:
                row, column = min(cage.cells)
                self._write((column + 0.5, row), cage.label, -1)

    def lines(self, cells: Sequence[int]) -> list[str]:
        written = dict(self._written)
        for (row, column), digit in zip(self._layout.positions, cells, strict=True):
            written[self._row[row + 0.5], self._column[column + 0.5]] = SYMBOLS[digit]
        rows, columns = zip(*written, strict=True)
        left, right = min(columns), max(columns)
        return [
            "".join(written.get((row, column), " ") for column in range(left, right + 1))
            for row in range(min(rows), max(rows) + 1)
        ]

    def _write(self, point: Point, words: str, start: int | None = None) -> None:
        """Write at a point; ``start`` is where the first letter stands, from there, if they are not to be centred."""
        x, y = (round(2 * part) / 2 for part in point)
        row, column = self._row[y], self._column[x] - ((len(words) - 1) // 2 if start is None else -start)
        for place, letter in enumerate(words):
            self._written[row, column + place] = letter

    def _lines(self, cages: Sequence[Outline]) -> None:
        """Walls between boxes, the edges of cages, and the corners in which these meet."""
        edges, inner = set[Side](), set[Side]()
        for cage in cages:
            inside = set(cage.cells)
            for row, column in inside:
                for other, side in (
                    ((row - 1, column), (True, row, column)),
                    ((row + 1, column), (True, row + 1, column)),
                    ((row, column - 1), (False, column, row)),
                    ((row, column + 1), (False, column + 1, row)),
                ):
                    (inner if other in inside else edges).add(side)
                    if other not in inside and not cage.dashed:
                        self._walls[side] = True
        corners: dict[Position, set[bool]] = {}
        for side, is_wall in self._walls.items():
            is_across, at, place = side
            if is_across and at in self._row and (is_wall or side in edges):
                crossed = side in inner and side not in edges
                self._write((place + 0.5, at), "-|-" if is_wall and crossed else "---" if is_wall else "- -")
            elif at in self._column and (is_wall or side in edges):
                crossed = side in inner and side not in edges
                self._write((at, place + 0.5), "=" if is_wall and crossed else "|" if is_wall else ":")
            for end in (place, place + 1) if is_wall else ():
                corners.setdefault((at, end) if is_across else (end, at), set()).add(is_across)
        for (row, column), ways in corners.items():
            if row in self._row and column in self._column:
                self._write((column, row), "+" if len(ways) > 1 else "-" if True in ways else "|")

    def _draw(self, shape: Shape) -> None:
        if isinstance(shape, Plate):
            self._bracket(shape.cell, "( )" if shape.form == "disc" else "[ ]")
        elif isinstance(shape, SmallDigits):
            self._bracket(shape.cell, "{ }")
        elif isinstance(shape, Dot):
            signs = NUMBERED_DOTS.get(shape.fill, "") if len(shape.cells) < 3 or not shape.label else ""
            number = int(shape.label) if shape.label.isdecimal() else len(signs) * bool(shape.label)
            self._write(between(shape.cells), signs[number] if number < len(signs) else shape.label)
        elif isinstance(shape, Less):
            (x, y), (small_x, small_y) = middle(shape.large), middle(shape.small)
            self._write(between((shape.small, shape.large)), _head(small_x - x, small_y - y))
        elif isinstance(shape, OutsideClue):
            (row, column), label = shape.cell, shape.label
            start = 1 - len(label) if column < 0 else 0 if column == self._layout.width else None
            self._write(middle(shape.cell), label, start)
            if shape.towards:
                down, right = shape.towards
                self._write((column + 0.5 + right / 2, row + 0.5 + down / 2), _head(right, down))
        elif isinstance(shape, Path):
            self._path(shape)

    def _path(self, shape: Path) -> None:
        for cell in shape.cells[: shape.pill] if shape.start else ():
            self._bracket(cell, "( )")
        if shape.circled_end:
            self._bracket(shape.cells[-1], "( )")
        steps = list(pairwise(shape.cells))[shape.pill - 1 :]
        for place, ((row, column), (to_row, to_column)) in enumerate(steps, 1):
            draw = _head if shape.arrow and place == len(steps) else _way
            self._write(between(((row, column), (to_row, to_column))), draw(to_column - column, to_row - row))

    def _bracket(self, cell: Position, brackets: str) -> None:
        for bracket, start in ((brackets[0], -1), (brackets[-1], 1)):
            self._write(middle(cell), bracket, start)


_bare = lru_cache(maxsize=16)(_Canvas)
"""The canvas of a board on which nothing is drawn."""


def _places(length: int, used: Sequence[int], wide: int) -> Iterator[tuple[float, int]]:
    """For each half of a cell, also of one on either side, its line (or its letter, cells being two letters wide)."""
    at = 0
    yield -0.5, -wide
    for place in range(length + 2):
        if place in used:
            at += wide - 1 if place else 0
            yield place, at
            at += 1
        at += wide - 1
        yield place + 0.5, at
        at += 1


def _way(right: float, down: float) -> str:
    if not (right and down):
        return "-" if right else "|"
    return "\\" if (right > 0) == (down > 0) else "/"


def _head(right: float, down: float) -> str:
    """The head of an arrow that goes so far to the right and down."""
    if abs(right) > 1.5 * abs(down):
        return ">" if right > 0 else "<"
    if abs(down) > 1.5 * abs(right):
        return "v" if down > 0 else "^"
    return _way(right, down)


def rules_of(instance: Sudoku) -> list[str]:
    """The rules in whole sentences, the first one that of the houses."""
    from models.sudoku.variants import descriptions  # most Sudokus have none

    layout = layout_of(instance.board or instance.box)
    houses = listed(dict.fromkeys(unit.kind for unit in layout.units))
    grids = "of each grid " * (len(layout.squares) > 1)
    digits = f"each digit from 1 to {layout.order}" if layout.order < 10 else "each digit"
    first = f"Fill the grid so that every {houses} {grids}holds {digits} once."
    return [first, *descriptions(instance.variants, layout)]


def _rules(instance: Sudoku) -> Iterator[str]:
    if not instance.variants:
        return
    from textwrap import wrap  # most Sudokus have no variants, and this brings them along

    from models.sudoku.variants import write_variants  # as above

    yield ""
    layout = instance.layout
    for word, value in write_variants(instance.variants, layout).items():
        if value is True:
            line = "; ".join(variant.rule(layout) for variant in instance.variants if variant.word == word)
        else:
            line = f"{word}: {_typed(value)}"
        yield from wrap(line, MAX_LINE_CHARACTERS, subsequent_indent="  ")


def _typed(value: object) -> str:
    if isinstance(value, dict):
        return ", ".join(_typed(part) if key == "cells" else f"{key} {_typed(part)}" for key, part in value.items())
    return "; ".join(map(_typed, value)) if isinstance(value, list) else str(value)
