"""The board on paper: the margins, the lines between cells, and the shapes of variants in SVG."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import groupby
from math import hypot
from typing import Any

from models.kit.svg import Markup, circle, fitting, line, rect, text
from models.sudoku.board import BoardLayout, Position
from models.sudoku.shapes import (
    Area,
    DiagonalLine,
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

SIDE = 40.0
EDGE = 12.0  # the margin, in which rows and columns are numbered; it is broader round large grids

# Sizes in cells.
BESIDE = 0.86  # the room for clues outside the grid
CORNER = 0.25  # what stands in the corner of a cage
INSET = 0.08  # how far within its cells the line of a cage runs
EDGE_INSET = 0.06  # and that of a shaded area
HATCHING = (0.06, 0.34, 0.66, 0.94)  # where lines run through a hatched cell, between candidates
DISC = 0.37  # the radius of bulbs and circles

ROUND = {"stroke_linecap": "round", "stroke_linejoin": "round"}


class Sheet:
    """Where things lie on the paper, with room for the shapes beside the board; small digits keep clear of cages.

    ``letters`` makes numbers at the edge and sums of cages larger, for boards that are as wide as a phone.
    """

    def __init__(self, layout: BoardLayout, shapes: Sequence[Shape] = (), letters: float = 1.0) -> None:
        self.layout, self.shapes, self.letters = layout, shapes, letters
        rows, columns = layout.height, layout.width
        margin = self.margin = edge(max(rows, columns)) * min(letters, 1.1)
        beside = {shape.cell for shape in shapes if isinstance(shape, OutsideClue)}
        above, below = (any(row == there for row, _ in beside) for there in (-1, rows))
        before, after = (any(column == there for _, column in beside) for there in (-1, columns))
        self._left, self._top = margin + SIDE * BESIDE * before, margin + SIDE * BESIDE * above
        self.width = self._left + SIDE * (columns + BESIDE * after) + margin
        self.height = self._top + SIDE * (rows + BESIDE * below) + margin
        self.has_cages = any(isinstance(shape, Outline) for shape in shapes)

    def corner(self, cell: Position) -> Point:
        return self._left + cell[1] * SIDE, self._top + cell[0] * SIDE

    def at(self, point: Point) -> Point:
        """Where a point of the board, in cells, lies on the paper."""
        return self._left + point[0] * SIDE, self._top + point[1] * SIDE

    @property
    def small(self) -> float:
        """The font size of candidates: as much as a cell has room for, since they must be read on a phone."""
        rows, columns = self.layout.marks
        _, _, wide, high = self._clear
        return min((1.13 if self.has_cages else 0.88) * high / rows, 1.3 * wide / columns)

    def spot(self, cell: Position, digit: int) -> Point:
        rows, columns = self.layout.marks
        down, along = divmod(digit - 1, columns)
        left, top = self.corner(cell)
        before, above, wide, high = self._clear
        return left + before + wide * (along + 0.5) / columns, top + above + high * (down + 0.5) / rows

    @property
    def _clear(self) -> tuple[float, float, float, float]:
        """The part of a cell that is left for candidates: where it begins, how wide and how high it is."""
        if not self.has_cages:
            return 0, 0, SIDE, SIDE
        return 0.11 * SIDE, (CORNER + 0.02) * SIDE, 0.78 * SIDE, (0.88 - CORNER) * SIDE

    def numbering(self) -> list[Markup]:
        rows, columns = self.layout.height, self.layout.width
        size = numbering_size(max(rows, columns)) * min(self.letters, 1.15)
        above, beside = self.margin * 0.52, self.margin * 0.52
        along = [text(self.at((place + 0.5, 0))[0], above, place + 1, size, "soft") for place in range(columns)]
        down = [text(beside, self.at((0, place + 0.5))[1], place + 1, size, "soft") for place in range(rows)]
        return [shape for pair in zip(along, down, strict=False) for shape in pair] + along[rows:] + down[columns:]

    def rules(self) -> list[Markup]:
        thin, thick = [], []
        for ends, is_thick in borders(self.layout):
            line_ends = [self.at(end) for end in ends]
            if is_thick:
                thick.append(line(line_ends, "line", stroke_width=2.6, stroke_linecap="square"))
            else:
                thin.append(line(line_ends, "hair", stroke_width=1))
        return thin + thick

    def drawn(self, *kinds: type[Shape], hidden: Collection[Position] = ()) -> list[Markup]:
        """What variants draw of these kinds, besides what is in one of the cells ``hidden``."""
        shapes = (shape for shape in self.shapes if isinstance(shape, kinds))
        shown = (shape for shape in shapes if getattr(shape, "cell", None) not in hidden)
        return [part for shape in shown for part in PAINTERS[type(shape)](self, shape)]

    def _area(self, shape: Area) -> Iterator[Markup]:
        yield from (rect(*self.corner(cell), SIDE, SIDE, shape.tint) for cell in shape.cells)
        for row, column in shape.cells if shape.hatch else ():
            for part in HATCHING:
                ends = ((0, part), (1, part)) if shape.hatch == "across" else ((part, 0), (part, 1))
                yield line([self.at((column + x, row + y)) for x, y in ends], "hair", stroke_width=1)
        for loop in contours(shape.cells, EDGE_INSET) if shape.edge else ():
            points = [self.at(point) for point in (*loop, loop[0])]
            yield line(points, "wire", stroke_width=1.5, stroke_dasharray=shape.edge, **ROUND)

    def _plate(self, shape: Plate) -> Iterator[Markup]:
        (x, y), reach = self.at(middle(shape.cell)), DISC * SIDE
        if shape.form == "disc":
            yield circle(x, y, reach, shape.tint)
        else:
            yield rect(x - reach, y - reach, 2 * reach, 2 * reach, shape.tint)

    def _small_digits(self, shape: SmallDigits) -> Iterator[Markup]:
        (x, y), down = self.corner(shape.cell), 0.82 if self.has_cages else 0.86
        gap = 0.05 * SIDE if len(shape.label) < 5 else 0  # few would be read as one number
        size = fitting(shape.label, 0.24 * SIDE, 0.94 * SIDE - gap * len(shape.label))
        yield text(x + (SIDE + gap) / 2, y + down * SIDE, shape.label, size, letter_spacing=gap or None)

    def _diagonal(self, shape: DiagonalLine) -> Iterator[Markup]:
        (row, column), (last_row, last_column) = shape.cells[0], shape.cells[-1]
        down, right = 0.5 if last_row > row else -0.5, 0.5 if last_column > column else -0.5
        start = column + 0.5 - right, row + 0.5 - down
        end = last_column + 0.5 + right, last_row + 0.5 + down
        yield line((self.at(start), self.at(end)), "wire", stroke_width=1.5)

    def _path(self, shape: Path) -> Iterator[Markup]:
        points = [self.at(middle(cell)) for cell in shape.cells]
        first, reach = points[0], DISC * SIDE
        if shape.pill > 1:
            points = points[shape.pill - 1 :]
        reach = 1.25 * reach if shape.start == "diamond" else reach
        if shape.start in ("circle", "diamond") and len(points) > 1:  # it begins at the edge of its circle
            points[0] = _towards(points[0], points[1], reach)
        if shape.circled_end:
            yield _ending(shape, points[-1], reach)
            points[-1] = _towards(points[-1], points[-2], reach)
        if shape.broad:
            wide = SIDE * (0.3 if shape.start else 0.2)
            yield line(points, shape.tint or "band-line", stroke_width=wide, **ROUND)
            if shape.pattern:
                yield line(points, "wire", stroke_width=2.2, stroke_dasharray=shape.pattern, **ROUND)
        else:
            yield line(points, "wire", stroke_width=2, stroke_dasharray=shape.pattern or None, **ROUND)
        if shape.start == "bulb":
            yield circle(*first, reach, "band")
        elif shape.start == "diamond":
            yield _ending(shape, first, reach)
        elif shape.start == "circle":
            last = self.at(middle(shape.cells[shape.pill - 1]))
            (left, right), (top, bottom) = (sorted(ends) for ends in zip(first, last, strict=True))
            corner, size = (left - reach, top - reach), (right - left + 2 * reach, bottom - top + 2 * reach)
            yield rect(*corner, *size, "wire", rx=reach, fill="none", stroke_width=2)
        if shape.arrow:
            yield _arrowhead(points[-2], points[-1], "wire", 2)

    def _outline(self, shape: Outline) -> Iterator[Markup]:
        dashes = "4 3" if shape.dashed else None
        for loop in contours(shape.cells, INSET):
            points = [self.at(point) for point in (*loop, loop[0])]
            yield line(points, "line", stroke_width=1.2 if shape.dashed else 1.6, stroke_dasharray=dashes)
        if shape.label:
            x, y = self.corner(min(shape.cells))
            size = CORNER * SIDE * self.letters
            yield rect(x + 1.4, y + 1.4, 0.6 * size * len(shape.label) + 2, size + 0.6, "paper")
            yield text(x + 2.2, y + 1.8 + size / 2, shape.label, size, text_anchor="start")

    def _dot(self, shape: Dot) -> Iterator[Markup]:
        x, y = self.at(between(shape.cells))
        if not shape.fill:  # letters break the line that they stand on
            size = 0.34 * SIDE
            wide = 0.68 * size * len(shape.label)
            yield rect(x - wide / 2, y - 0.45 * size, wide, 0.9 * size, "paper")
            yield text(x, y, shape.label, size)
            return
        reach = SIDE * (0.14 if not shape.label else 0.2 if len(shape.cells) == 2 else 0.28)
        # By night a white dot stays white and a black one black, since that is what they mean.
        fill, ink = ("card", "card-ink") if shape.fill == "white" else ("card-ink", "card")
        yield circle(x, y, reach, fill)
        yield circle(x, y, reach, "line", fill="none", stroke_width=1.3)
        if shape.label:
            yield text(x, y, shape.label, fitting(shape.label, 1.4 * reach, 1.8 * reach), ink)

    def _less(self, shape: Less) -> Iterator[Markup]:
        (x, y), (small_x, small_y) = self.at(between((shape.small, shape.large))), self.at(middle(shape.small))
        ahead_x, ahead_y = (small_x - x) / SIDE, (small_y - y) / SIDE  # half a cell long
        far, wide = 0.2 * SIDE, 0.34 * SIDE
        back = x - far * ahead_x, y - far * ahead_y
        ends = [(back[0] - side * wide * ahead_y, back[1] + side * wide * ahead_x) for side in (-1, 1)]
        sign = (ends[0], (x + far * ahead_x, y + far * ahead_y), ends[1])
        yield line(sign, "paper-line", stroke_width=5, **ROUND)
        yield line(sign, "line", stroke_width=1.7, **ROUND)

    def _outside(self, shape: OutsideClue) -> Iterator[Markup]:
        x, y = self.at(middle(shape.cell))
        if shape.towards is None:
            yield text(x, y, shape.label, fitting(shape.label, 0.44 * SIDE, 0.9 * SIDE))
            return
        down, right = shape.towards
        yield text(x - 3.5 * right, y - 3.5 * down, shape.label, fitting(shape.label, 0.36 * SIDE, 0.7 * SIDE))
        near, far = ((x + part * SIDE * right, y + part * SIDE * down) for part in (0.24, 0.48))
        yield line((near, far), "line", stroke_width=1.3, **ROUND)
        yield _arrowhead(near, far, "line", 1.3)


PAINTERS: dict[type[Shape], Callable[[Sheet, Any], Iterator[Markup]]] = {
    Area: Sheet._area,
    Plate: Sheet._plate,
    SmallDigits: Sheet._small_digits,
    Path: Sheet._path,
    DiagonalLine: Sheet._diagonal,
    Outline: Sheet._outline,
    Dot: Sheet._dot,
    Less: Sheet._less,
    OutsideClue: Sheet._outside,
}


def edge(order: int) -> float:
    return max(EDGE, (1.5 if order > 9 else 1.0) * numbering_size(order))


def numbering_size(order: int) -> float:
    """The font size for the numbers of rows and columns: in a large grid they must be as legible as in a small one."""
    return max(11.7, 0.0245 * order * SIDE)


def borders(layout: BoardLayout) -> Iterator[tuple[tuple[Point, Point], bool]]:
    """The lines between cells and round the board, each as long as it goes on, and whether it is thick."""
    for is_across in (True, False):
        lines, length = (layout.height, layout.width) if is_across else (layout.width, layout.height)
        for at in range(lines + 1):
            place = 0
            for is_thick, run in groupby(layout.wall(is_across, at, place) for place in range(length)):
                start, place = place, place + len(list(run))
                if is_thick is not None:
                    yield ((start, at), (place, at)) if is_across else ((at, start), (at, place)), is_thick


def contours(cells: Collection[Position], inset: float) -> Iterator[list[Point]]:
    """The closed lines that run so far within the edge of some cells."""
    inside = set(cells)
    ahead: dict[Point, list[Point]] = {}
    for row, column in inside:
        middle_x, middle_y = column + 0.5, row + 0.5
        # The four sides clockwise, each by the way out of the cell; along a side one goes to the right of that way.
        for out_x, out_y in ((0, -1), (1, 0), (0, 1), (-1, 0)):
            if (row + out_y, column + out_x) in inside:
                continue
            along_x, along_y = -out_y, out_x
            ends = []
            for way in (-1, 1):
                beside = (row + way * along_y, column + way * along_x) in inside
                across = (row + way * along_y + out_y, column + way * along_x + out_x) in inside
                reach = 0.5 - inset if not beside else 0.5 + inset if across else 0.5
                x = middle_x + (0.5 - inset) * out_x + way * reach * along_x
                y = middle_y + (0.5 - inset) * out_y + way * reach * along_y
                ends.append((round(x, 6), round(y, 6)))
            ahead.setdefault(ends[0], []).append(ends[1])
    for start in sorted(ahead):
        while ahead[start]:
            loop = [start]
            while (point := ahead[loop[-1]].pop()) != start:
                loop.append(point)
            yield _corners(loop)


def _corners(loop: Sequence[Point]) -> list[Point]:
    return [
        here
        for before, here, after in zip((loop[-1], *loop), loop, (*loop[1:], loop[0]), strict=False)
        if (before[0] == here[0]) != (here[0] == after[0])
    ]


def _towards(point: Point, other: Point, far: float) -> Point:
    """The point so far from ``point`` on the way to the other."""
    part = far / hypot(other[0] - point[0], other[1] - point[1])
    return point[0] + part * (other[0] - point[0]), point[1] + part * (other[1] - point[1])


def _ending(shape: Path, at: Point, reach: float) -> Markup:
    """An empty circle, or a diamond, round the digit at an end of a line."""
    if shape.start != "diamond":
        return circle(*at, reach, "wire", fill="none", stroke_width=2)
    x, y = at
    corners = ((x - reach, y), (x, y - reach), (x + reach, y), (x, y + reach), (x - reach, y))
    return line(corners, "wire", stroke_width=2, **ROUND)


def _arrowhead(before: Point, tip: Point, class_: str, width: float) -> Markup:
    ahead_x, ahead_y = (there - here for here, there in zip(before, _towards(before, tip, 1), strict=True))
    back_x, back_y = tip[0] - 3.4 * width * ahead_x, tip[1] - 3.4 * width * ahead_y
    wings = [(back_x - side * 2.6 * width * ahead_y, back_y + side * 2.6 * width * ahead_x) for side in (-1, 1)]
    return line((wings[0], tip, wings[1]), class_, stroke_width=width, **ROUND)
