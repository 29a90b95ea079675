"""Pictures of Sudokus: clues bold, the rest light, candidates small, the cells that are spoken of lit."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from math import hypot

from models.deductions import SO, WEAK, Conflict, Moment, Pattern, is_value, taken_away
from models.drawing import Drawing
from models.formulation import Formulation
from models.kit.svg import Markup, Picture, circle, group, line, path, point, polygon, rect, text
from models.language.model import Key, Literal
from models.mistakes import Mistake
from models.sudoku.instance import SYMBOLS, Grid, Sudoku
from models.sudoku.model import Cells

Cell = tuple[int, int]
"""Row and column, from 0."""

Candidate = tuple[Cell, int]
"""A digit in a cell."""

Marks = Mapping[Cell, Collection[int]]
"""Digits in cells."""

SIDE = 40.0
EDGE = 12.0
"""The margin, in which rows and columns are numbered; it is broader round large grids."""


class SudokuDrawing(Drawing[Sudoku, Grid]):
    """The grid as it stands, solved, with a conflict lit, and at any moment of an explanation."""

    def picture(self, instance: Sudoku, answer: Grid | None = None) -> str:
        return picture(instance, answer).svg()

    def conflict(self, instance: Sudoku, stated: Formulation[Sudoku, Grid], conflict: Conflict) -> str | None:
        """The clues of the conflict are lit, and the cells of its rules as the reason; None if it has neither."""
        order = instance.order
        cells: dict[Key, tuple[int, ...]] = {unit.rule: unit.cells for unit in instance.layout.units}
        cells |= {("cell", cell): (cell,) for cell in range(order * order)}
        clued = (cell for cell, clue in enumerate(instance.clues) if clue)
        cell_of = dict(zip(stated.givens(instance), clued, strict=True))
        lit: set[Cell] = set()
        reason: set[Cell] = set()
        for part in conflict.parts:
            lit.update(divmod(cell_of[fact.var], order) for fact in part.members if isinstance(fact, Literal))
            reason.update(divmod(cell, order) for cell in cells.get(part.key[:2], ()))
        return picture(instance, lit=lit, reason=reason).svg() if lit or reason else None

    def wrong(self, instance: Sudoku, mistakes: Sequence[Mistake]) -> str | None:
        """The cells lit that may hold a wrong clue, and the rows and columns that may be out of place."""
        order, lit = instance.order, set[Cell]()
        for kind, *numbers in (mistake.key for mistake in mistakes):
            if kind in ("shift", "swapped"):
                line, *places = numbers
                cells = ((int(place), other) for place in places for other in range(order))
                lit.update((row, column) if line == "row" else (column, row) for row, column in cells)
            elif numbers:
                lit.add(divmod(int(numbers[0]), order))
        return picture(instance, lit=lit).svg() if lit else None

    def moment(self, instance: Sudoku, stated: Formulation[Sudoku, Grid], moment: Moment) -> str | None:
        """The candidates are small, what is new is lit, and so is what it follows from."""
        if not isinstance(stated, Cells):
            return None
        place = {var: divmod(cell, instance.order) for cell, var in enumerate(stated.cells)}
        found = {place[var]: value for var, value in moment.known.items()}
        marks = {place[var]: values for var, values in moment.left.items()}
        step = moment.step
        if step is None:
            look = {place[var] for var in moment.look if var in place}
            return picture(instance, found=found, marks=marks, lit=look).svg()
        struck: dict[Cell, set[int]] = {}
        for fact in step.new:
            if is_value(fact):
                found[place[fact.var]] = step.value
            else:
                struck.setdefault(place[fact.var], set()).add(taken_away(fact))
        lit = {place[fact.var] for fact in step.new}
        seen = step.pattern or Pattern(())

        def candidate(fact: Literal) -> Candidate:
            return place[fact.var], next(iter(fact.values))

        sides = [[candidate(fact) for fact in side] for side in seen.sides]
        links = [(candidate(tie.start), candidate(tie.end), tie.kind) for tie in seen.ties]
        reason = {cell for side in sides for cell, _ in side} or {place[fact.var] for fact in step.facts} - lit
        if not reason:  # all of it is about the cell itself: where its digits went
            reason = {place[origin.var] for origin in step.origins if isinstance(origin, Literal)}
        shown = picture(
            instance, found=found, marks=marks, struck=struck, lit=lit, reason=reason, sides=sides, links=links
        )
        return replace(shown, description=" ".join((shown.description, *seen.lines))).svg()


DRAWING = SudokuDrawing()


def picture(
    instance: Sudoku,
    answer: Grid | None = None,
    *,
    found: Mapping[Cell, int] | None = None,
    marks: Marks | None = None,
    struck: Marks | None = None,
    lit: Collection[Cell] = (),
    reason: Collection[Cell] = (),
    sides: Sequence[Collection[Candidate]] = (),
    links: Collection[tuple[Candidate, Candidate, str]] = (),
) -> Picture:
    """The grid at any moment of solving it.

    Args:
        found: the digits found so far, where there is no whole answer yet.
        marks: the candidates of cells that are still empty.
        struck: candidates that are struck out.
        lit: the cells that a step is about: shaded, with a full frame.
        reason: the cells it follows from: shaded another way, with a broken frame.
        sides: the candidates it rests on: the first group on a disc, the second in a ring.
        links: the inferences between candidates: strong ones are full lines, weak ones broken, the others arrows.
    """
    order = instance.order
    clues = {divmod(cell, order): digit for cell, digit in enumerate(instance.clues) if digit}
    filled = {divmod(cell, order): digit for cell, digit in enumerate(answer.cells)} if answer else dict(found or {})
    filled = {cell: digit for cell, digit in filled.items() if cell not in clues}
    shades, frames = [], []
    for cells, class_, dashes in ((set(reason) - set(lit), "reason", "4 3"), (set(lit), "lit", None)):
        for x, y in (_corner(cell, order) for cell in sorted(cells)):
            shades.append(rect(x, y, SIDE, SIDE, class_))
            line_class, inside = f"{class_}-line", (x + 1.3, y + 1.3, SIDE - 2.6, SIDE - 2.6)
            frames.append(rect(*inside, line_class, rx=4, fill="none", stroke_width=1.6, stroke_dasharray=dashes))
    size = order * SIDE + 2 * edge(order)
    layers = {
        "paper": [rect(0, 0, size, size, "paper", rx=10)],
        "shades": shades,
        "rules": _rules(instance),
        "frames": frames,
        "numbering": _numbering(order),
        "sides": _sides(instance, sides, struck or {}),
        "links": [shape for link in links for shape in _link(instance, *link)],
        "candidates": _candidates(
            instance, {**clues, **filled}, marks or {}, struck or {}, {one for side in sides[:1] for one in side}
        ),
        "clues": [_digit(cell, order, digit, "ink", "bold") for cell, digit in clues.items()],
        "digits": [_digit(cell, order, digit, "found", None) for cell, digit in sorted(filled.items())],
    }
    body = tuple(group(shapes, class_=name) for name, shapes in layers.items() if shapes)
    title = f"{instance.name}, " + ("solved" if answer else "partly solved" if filled else "as it stands")
    return Picture(title, " ".join(_description(instance, filled, lit, reason)), size, size, body)


def edge(order: int) -> float:
    """The margin of a grid of ``order`` rows."""
    return max(EDGE, (1.5 if order > 9 else 1.0) * _numbering_size(order))


def _numbering_size(order: int) -> float:
    """The font size for the numbers of rows and columns: in a large grid they must be as legible as in a small one."""
    return max(11.7, 0.0245 * order * SIDE)


def _corner(cell: Cell, order: int) -> tuple[float, float]:
    margin = edge(order)
    return margin + cell[1] * SIDE, margin + cell[0] * SIDE


def _rules(instance: Sudoku) -> list[Markup]:
    """Thin lines between cells, thick ones round boxes or regions."""
    order, layout = instance.order, instance.layout
    margin = edge(order)
    regions = {position: layout.region_of[cell] for position, cell in layout.cell_at.items()}
    walls: dict[str, list[list[int]]] = {"hair": [], "line": []}
    for across in (True, False):  # lines from left to right, then those from top to bottom
        for place in range(order + 1):
            runs: list[tuple[str, list[int]]] = []
            for along in range(order):
                beside = ((place - 1, along), (place, along)) if across else ((along, place - 1), (along, place))
                one, other = map(regions.get, beside)
                class_ = "hair" if one == other else "line"
                if not runs or runs[-1][0] != class_:
                    runs.append((class_, [along, along]))
                runs[-1][1][1] = along + 1
            for class_, (start, end) in runs:
                walls[class_].append([start, place, end, place] if across else [place, start, place, end])
    thin, thick = (
        [
            line(((margin + x * SIDE, margin + y * SIDE), (margin + u * SIDE, margin + v * SIDE)), class_, **how)
            for x, y, u, v in walls[class_]
        ]
        for class_, how in (("hair", {"stroke_width": 1}), ("line", {"stroke_width": 2.6, "stroke_linecap": "square"}))
    )
    return thin + thick


def _numbering(order: int) -> list[Markup]:
    """The numbers of rows and columns, as people call them."""
    margin, size = edge(order), _numbering_size(order)
    words = []
    for place in range(order):
        middle = margin + (place + 0.5) * SIDE
        words.append(text(middle, margin * 0.52, place + 1, size, "soft"))
        words.append(text(margin * 0.52, middle, place + 1, size, "soft"))
    return words


def _digit(cell: Cell, order: int, digit: int, class_: str, weight: str | None) -> Markup:
    x, y = _corner(cell, order)
    return text(x + SIDE / 2, y + SIDE / 2, SYMBOLS[digit], 0.62 * SIDE, class_, font_weight=weight)


def _candidates(
    instance: Sudoku, filled: Mapping[Cell, int], marks: Marks, struck: Marks, on_discs: Collection[Candidate]
) -> list[Markup]:
    """Small digits, each always at the same spot of its cell, laid out as the boxes are."""
    size = _small(instance)
    shapes = []
    for cell in sorted({*marks, *struck} - set(filled)):
        for digit in sorted({*marks.get(cell, ()), *struck.get(cell, ())}):
            x, y = _spot(instance, (cell, digit))
            gone = digit in struck.get(cell, ())
            class_ = "wrong" if gone else "on-right" if (cell, digit) in on_discs else "soft"
            shapes.append(text(x, y, SYMBOLS[digit], size, class_))
            if gone:
                ends = ((x - 0.42 * size, y + 0.3 * size), (x + 0.42 * size, y - 0.3 * size))
                shapes.append(line(ends, "wrong-line", stroke_width=0.13 * size))
    return shapes


def _small(instance: Sudoku) -> float:
    """The font size of candidates: as much as a cell has room for, since they must be read on a phone."""
    rows, columns = instance.layout.marks
    return min(0.88 * SIDE / rows, 1.3 * SIDE / columns)


def _spot(instance: Sudoku, candidate: Candidate) -> tuple[float, float]:
    """The middle of a candidate."""
    (rows, columns), (cell, digit) = instance.layout.marks, candidate
    down, along = divmod(digit - 1, columns)
    left, top = _corner(cell, instance.order)
    return left + SIDE * (along + 0.5) / columns, top + SIDE * (down + 0.5) / rows


def _sides(instance: Sudoku, sides: Sequence[Collection[Candidate]], struck: Marks) -> list[Markup]:
    """A disc behind each candidate of the first group that is not struck out, a ring round each of the second."""
    radius = 0.56 * _small(instance)
    held = [one for side in sides[:1] for one in side if one[1] not in struck.get(one[0], ())]
    discs = [circle(*_spot(instance, one), radius, "right") for one in held]
    rings = [
        circle(*_spot(instance, one), radius, "right-line", fill="none", stroke_width=1.2)
        for side in sides[1:]
        for one in side
    ]
    return discs + rings


def _link(instance: Sudoku, start: Candidate, end: Candidate, kind: str) -> list[Markup]:
    """A line from one candidate to another, bent a little so that it does not lie on the digits between them."""
    (x, y), (to_x, to_y) = _spot(instance, start), _spot(instance, end)
    length = hypot(to_x - x, to_y - y)
    if not length:
        return []
    along_x, along_y = (to_x - x) / length, (to_y - y) / length
    bend, clear = min(0.15 * length, 9.0), min(0.6 * _small(instance), 0.4 * length)
    middle = ((x + to_x) / 2 - bend * along_y, (y + to_y) / 2 + bend * along_x)

    def towards_middle(at: tuple[float, float]) -> tuple[float, float]:
        far = hypot(middle[0] - at[0], middle[1] - at[1])
        return at[0] + (middle[0] - at[0]) * clear / far, at[1] + (middle[1] - at[1]) * clear / far

    first, last = towards_middle((x, y)), towards_middle((to_x, to_y))
    curve = f"M{point(*first)}Q{point(*middle)} {point(*last)}"
    dashes = "3 2.5" if kind == WEAK else None
    shapes = [path(curve, "found-line", fill="none", stroke_width=1.6, stroke_dasharray=dashes)]
    if kind == SO:
        far = hypot(last[0] - middle[0], last[1] - middle[1])
        ahead_x, ahead_y = (last[0] - middle[0]) / far, (last[1] - middle[1]) / far
        back_x, back_y = last[0] - 5 * ahead_x, last[1] - 5 * ahead_y
        wings = ((back_x - 2.2 * ahead_y, back_y + 2.2 * ahead_x), (back_x + 2.2 * ahead_y, back_y - 2.2 * ahead_x))
        shapes.append(polygon((last, *wings), "found"))
    return shapes


def _description(
    instance: Sudoku, filled: Mapping[Cell, int], lit: Collection[Cell], reason: Collection[Cell]
) -> Iterator[str]:
    """The picture in words."""
    order, box = instance.order, instance.layout.squares[0].box
    clues = sum(map(bool, instance.clues))
    cut = (
        "in boxes of {} by {}".format(*box)
        if box
        else "in regions"
        if instance.layout.squares[0].regions
        else "without boxes"
    )
    yield f"A Sudoku of {order} rows and {order} columns {cut}, with {clues} clues."
    for variant in instance.variants:
        yield f"Further, {variant.rule(instance.layout)}."
    if filled:
        yield f"{len(filled)} more digits are filled in, in a lighter hand."
    for row in range(order):
        clue_row = instance.clues[row * order : (row + 1) * order]
        digits = (clue or filled.get((row, column), 0) for column, clue in enumerate(clue_row))
        yield f"Row {row + 1}: {' '.join(SYMBOLS[digit] if digit else '·' for digit in digits)}."
    for cells, what in ((lit, "Lit"), (reason, "Lit as the reason")):
        if cells:
            yield f"{what}: {', '.join(f'R{row + 1}C{column + 1}' for row, column in sorted(cells))}."
