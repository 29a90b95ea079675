"""Pictures of Sudokus: clues bold, the rest light, candidates small, the cells that are spoken of lit."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from models.deductions import Conflict, Moment
from models.drawing import Drawing
from models.formulation import Formulation
from models.kit.svg import Markup, Picture, group, line, rect, text
from models.language.model import Key, Literal
from models.sudoku.instance import SYMBOLS, Grid, Sudoku, layout_of
from models.sudoku.model import Cells

Cell = tuple[int, int]
"""Row and column, from 0."""

Marks = Mapping[Cell, Collection[int]]
"""Digits in cells."""

SIDE = 40.0
INNER = 31.0
"""The part of a cell that candidates may take, clear of frames."""
EDGE = 26.0
"""The margin, in which rows and columns are numbered; it is broader round large grids."""


class SudokuDrawing(Drawing[Sudoku, Grid]):
    """The grid as it stands, solved, with a conflict lit, and at any moment of an explanation."""

    def picture(self, instance: Sudoku, answer: Grid | None = None) -> str:
        return picture(instance, answer).svg()

    def conflict(self, instance: Sudoku, stated: Formulation[Sudoku, Grid], conflict: Conflict) -> str | None:
        """The clues of the conflict are lit, and the cells of its rules as the reason; None if it has neither."""
        order = instance.order
        cells: dict[Key, tuple[int, ...]] = {unit.rule: unit.cells for unit in layout_of(instance.box).units}
        cells |= {("cell", cell): (cell,) for cell in range(order * order)}
        clued = (cell for cell, clue in enumerate(instance.clues) if clue)
        cell_of = dict(zip(stated.givens(instance), clued, strict=True))
        lit: set[Cell] = set()
        reason: set[Cell] = set()
        for part in conflict.parts:
            lit.update(divmod(cell_of[fact.var], order) for fact in part.members if isinstance(fact, Literal))
            reason.update(divmod(cell, order) for cell in cells.get(part.key[:2], ()))
        return picture(instance, lit=lit, reason=reason).svg() if lit or reason else None

    def moment(self, instance: Sudoku, stated: Formulation[Sudoku, Grid], moment: Moment) -> str | None:
        """The candidates are small, what is new is lit, and so is what it follows from."""
        if not isinstance(stated, Cells):
            return None
        place = {var: divmod(cell, instance.order) for cell, var in enumerate(stated.cells)}
        found = {place[var]: value for var, value in moment.known.items()}
        marks = {place[var]: values for var, values in moment.left.items()}
        step = moment.step
        if step is None:
            return picture(instance, found=found, marks=marks).svg()
        here = place[step.fact.var]
        struck = {}
        if step.places:
            found[here] = step.value
        else:
            struck[here] = {step.value}
        reason = {place[fact.var] for fact in step.facts if fact.var is not step.fact.var}
        if not reason:  # all of it is about the cell itself: where its digits went
            reason = {place[origin.var] for origin in step.origins if isinstance(origin, Literal)}
        return picture(instance, found=found, marks=marks, struck=struck, lit=[here], reason=reason).svg()


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
) -> Picture:
    """The grid at any moment of solving it.

    Args:
        found: the digits found so far, where there is no whole answer yet.
        marks: the candidates of cells that are still empty.
        struck: candidates that are struck out.
        lit: the cells that a step is about: shaded, with a full frame.
        reason: the cells it follows from: shaded another way, with a broken frame.
    """
    order = instance.order
    clues = {divmod(cell, order): digit for cell, digit in enumerate(instance.clues) if digit}
    filled = {divmod(cell, order): digit for cell, digit in enumerate(answer.cells)} if answer else dict(found or {})
    filled = {cell: digit for cell, digit in filled.items() if cell not in clues}
    shades, frames = [], []
    for cells, class_, dashes in ((set(reason) - set(lit), "reason", "4 3"), (set(lit), "lit", None)):
        for x, y in (_corner(cell, order) for cell in sorted(cells)):
            shades.append(rect(x, y, SIDE, SIDE, class_))
            line_class, inside = f"{class_}-line", (x + 3, y + 3, SIDE - 6, SIDE - 6)
            frames.append(rect(*inside, line_class, rx=4, fill="none", stroke_width=2.2, stroke_dasharray=dashes))
    size = order * SIDE + 2 * edge(order)
    layers = {
        "paper": [rect(0, 0, size, size, "paper", rx=10)],
        "shades": shades,
        "rules": _rules(instance),
        "frames": frames,
        "numbering": _numbering(order),
        "candidates": _candidates(instance, {**clues, **filled}, marks or {}, struck or {}),
        "clues": [_digit(cell, order, digit, "ink", "bold") for cell, digit in clues.items()],
        "digits": [_digit(cell, order, digit, "found", None) for cell, digit in sorted(filled.items())],
    }
    body = tuple(group(shapes, class_=name) for name, shapes in layers.items() if shapes)
    title = f"{instance.name}, " + ("solved" if answer else "partly solved" if filled else "as it stands")
    return Picture(title, " ".join(_description(instance, filled, lit, reason)), size, size, body)


def edge(order: int) -> float:
    """The margin of a grid of ``order`` rows."""
    return max(EDGE, 1.5 * _numbering_size(order))


def _numbering_size(order: int) -> float:
    """The font size for the numbers of rows and columns: in a large grid they must be as legible as in a small one."""
    return max(13.0, 0.0245 * order * SIDE)


def _corner(cell: Cell, order: int) -> tuple[float, float]:
    margin = edge(order)
    return margin + cell[1] * SIDE, margin + cell[0] * SIDE


def _rules(instance: Sudoku) -> list[Markup]:
    """Thin lines between cells, thick ones round boxes."""
    order, (box_rows, box_columns) = instance.order, instance.box
    margin = edge(order)
    end = margin + order * SIDE
    thin, thick = [], []
    for place in range(order + 1):
        at = margin + place * SIDE
        across, down = ((margin, at), (end, at)), ((at, margin), (at, end))
        for ends, every in ((across, box_rows), (down, box_columns)):
            if place % every:
                thin.append(line(ends, "hair", stroke_width=1))
            else:
                thick.append(line(ends, "line", stroke_width=2.6, stroke_linecap="square"))
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


def _candidates(instance: Sudoku, filled: Mapping[Cell, int], marks: Marks, struck: Marks) -> list[Markup]:
    """Small digits, each always at the same spot of its cell, laid out as the boxes are."""
    rows, columns = instance.box
    size = min(0.84 * INNER / rows, 1.3 * INNER / columns)
    shapes = []
    for cell in sorted({*marks, *struck} - set(filled)):
        for digit in sorted({*marks.get(cell, ()), *struck.get(cell, ())}):
            down, along = divmod(digit - 1, columns)
            left, top = _corner(cell, instance.order)
            x = left + (SIDE - INNER) / 2 + INNER * (along + 0.5) / columns
            y = top + (SIDE - INNER) / 2 + INNER * (down + 0.5) / rows
            gone = digit in struck.get(cell, ())
            shapes.append(text(x, y, SYMBOLS[digit], size, "wrong" if gone else "soft"))
            if gone:
                ends = ((x - 0.42 * size, y + 0.3 * size), (x + 0.42 * size, y - 0.3 * size))
                shapes.append(line(ends, "wrong-line", stroke_width=0.13 * size))
    return shapes


def _description(
    instance: Sudoku, filled: Mapping[Cell, int], lit: Collection[Cell], reason: Collection[Cell]
) -> Iterator[str]:
    """The picture in words."""
    order, (box_rows, box_columns) = instance.order, instance.box
    clues = sum(map(bool, instance.clues))
    yield f"A Sudoku of {order} rows and {order} columns in boxes of {box_rows} by {box_columns}, with {clues} clues."
    if filled:
        yield f"{len(filled)} more digits are filled in, in a lighter hand."
    for row in range(order):
        clue_row = instance.clues[row * order : (row + 1) * order]
        digits = (clue or filled.get((row, column), 0) for column, clue in enumerate(clue_row))
        yield f"Row {row + 1}: {' '.join(SYMBOLS[digit] if digit else '·' for digit in digits)}."
    for cells, what in ((lit, "Lit"), (reason, "Lit as the reason")):
        if cells:
            yield f"{what}: {', '.join(f'R{row + 1}C{column + 1}' for row, column in sorted(cells))}."
