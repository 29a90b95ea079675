"""Pictures of Sudokus: clues bold, the rest light, candidates small, the cells that are spoken of lit."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from math import hypot

from models.deductions import SO, WEAK, Conflict, Snapshot, TechniquePattern, is_value, taken_away
from models.drawing import Belief, Drawing
from models.formulation import Formulation
from models.kit.svg import Markup, Picture, circle, group, line, path, point, polygon, rect, text
from models.language.model import Key, Literal
from models.mistakes import Mistake
from models.sudoku.board import SYMBOLS
from models.sudoku.instance import Grid, Sudoku
from models.sudoku.model import CellsModel
from models.sudoku.shapes import Area, DiagonalLine, Dot, Less, Outline, OutsideClue, Path, Plate, SmallDigits
from models.sudoku.sheet import SIDE, Sheet

Cell = tuple[int, int]
"""Row and column, from 0."""

Candidate = tuple[Cell, int]
"""A digit in a cell."""

Marks = Mapping[Cell, Collection[int]]
"""Digits in cells."""


class SudokuDrawing(Drawing[Sudoku, Grid]):
    def picture(self, instance: Sudoku, answer: Grid | None = None) -> str:
        return picture(instance, answer).svg()

    def conflict(self, instance: Sudoku, stated: Formulation[Sudoku, Grid], conflict: Conflict) -> str | None:
        """The clues of the conflict are lit, and the cells of its rules as the reason; None if it has neither."""
        layout = instance.layout
        cells: dict[Key, tuple[int, ...]] = {unit.rule: unit.cells for unit in layout.units}
        cells |= {("cell", cell): (cell,) for cell in range(len(layout.positions))}
        cells |= {variant.key: variant.of for variant in instance.variants}
        words = {variant.word for variant in instance.variants}
        clued = (cell for cell, clue in enumerate(instance.clues) if clue)
        # By name, since the conflict may be one of another model, without what only follows.
        cell_of = {var.name: cell for var, cell in zip(stated.givens(instance), clued, strict=True)}
        lit: set[Cell] = set()
        reason: set[Cell] = set()
        for part in conflict.parts:
            lit.update(layout.positions[cell_of[fact.var.name]] for fact in part.members if isinstance(fact, Literal))
            of = cells.get(part.key) or cells.get(part.key[:2], ())
            if part.key not in cells and part.key[0] in words:  # a rule that is one of several of its place
                of = tuple(cell for cell in part.key[1:] if isinstance(cell, int))
            reason.update(map(layout.positions.__getitem__, of))
        return picture(instance, lit=lit, reason=reason).svg() if lit or reason else None

    def wrong(self, instance: Sudoku, mistakes: Sequence[Mistake]) -> str | None:
        positions, lit = instance.layout.positions, set[Cell]()
        for kind, *numbers in (mistake.key for mistake in mistakes):
            if kind in ("shift", "swapped"):
                line, *places = numbers
                part, wanted = ("row", "column").index(str(line)), {int(place) for place in places}
                lit.update(position for position in positions if position[part] in wanted)
            elif numbers:
                lit.add(positions[int(numbers[0])])
        return picture(instance, lit=lit).svg() if lit else None

    def snapshot(self, instance: Sudoku, stated: Formulation[Sudoku, Grid], snapshot: Snapshot) -> str | None:
        if not isinstance(stated, CellsModel):
            return None
        place = dict(zip(stated.cells, instance.layout.positions, strict=True))
        found = {place[var]: value for var, value in snapshot.known.items()}
        marks = {place[var]: values for var, values in snapshot.left.items()}
        step = snapshot.step
        if step is None:
            look = {place[var] for var in snapshot.look if var in place}
            return picture(instance, found=found, marks=marks, lit=look).svg()
        struck: dict[Cell, set[int]] = {}
        for fact in step.new:
            if is_value(fact):
                found[place[fact.var]] = step.value
            else:
                struck.setdefault(place[fact.var], set()).add(taken_away(fact))
        lit = {place[fact.var] for fact in step.new}
        seen = step.pattern or TechniquePattern(())

        def candidate(fact: Literal) -> Candidate:
            return place[fact.var], next(iter(fact.values))

        sides = [[candidate(fact) for fact in side] for side in seen.sides]
        links = [(candidate(link.start), candidate(link.end), link.kind) for link in seen.links]
        reason = {cell for side in sides for cell, _ in side}
        if not reason:
            words = {variant.word for variant in instance.variants}
            rules = (rule for rule in step.rules if rule.key[:1] and rule.key[0] in words)
            scopes = (var for rule in rules for constraint in rule.constraints for var in constraint.scope())
            reason = {place[var] for var in (*(fact.var for fact in step.facts), *scopes) if var in place} - lit
        if not reason:  # all of it is about the cell itself: where its digits went
            reason = {place[origin.var] for origin in step.origins if isinstance(origin, Literal)}
        shown = picture(
            instance, found=found, marks=marks, struck=struck, lit=lit, reason=reason, sides=sides, links=links
        )
        return replace(shown, description=" ".join((shown.description, *seen.lines))).svg()

    def belief(self, instance: Sudoku, stated: Formulation[Sudoku, Grid], belief: Belief) -> str | None:
        return belief_picture(instance, stated, belief).svg() if isinstance(stated, CellsModel) else None


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
    shades: Mapping[Cell, float] | None = None,
    wrong: Collection[Cell] = (),
    letters: float = 1.0,
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
        shades: how much the digits of cells are believed, from 0 to 1: the more, the darker their ground.
        wrong: the cells whose digit is wrong, in a double frame.
        letters: how much larger the numbers at the edge and the sums of cages are.
    """
    layout = instance.layout
    sheet = Sheet(layout, [shape for variant in instance.variants for shape in variant.shapes(layout)], letters)
    clues = {position: digit for position, digit in zip(layout.positions, instance.clues, strict=True) if digit}
    filled = dict(zip(layout.positions, answer.cells, strict=True)) if answer else dict(found or {})
    filled = {cell: digit for cell, digit in filled.items() if cell not in clues}
    doubts = {cell: round(share, 1) for cell, share in (shades or {}).items() if cell not in clues}
    grounds = [rect(*sheet.corner(cell), SIDE, SIDE, "belief", fill_opacity=doubts[cell]) for cell in sorted(doubts)]
    frames = []
    for cells, class_, dashes in ((set(reason) - set(lit), "reason", "4 3"), (set(lit), "lit", None)):
        for x, y in map(sheet.corner, sorted(cells)):
            grounds.append(rect(x, y, SIDE, SIDE, class_))
            line_class, inside = f"{class_}-line", (x + 1.3, y + 1.3, SIDE - 2.6, SIDE - 2.6)
            frames.append(rect(*inside, line_class, rx=4, fill="none", stroke_width=1.6, stroke_dasharray=dashes))
    for x, y in map(sheet.corner, sorted(wrong)):
        for line_class, width in (("paper-line", 5), ("wrong-line", 2.4)):
            frames.append(rect(x + 5, y + 5, SIDE - 10, SIDE - 10, line_class, fill="none", stroke_width=width))
    on_discs = {one for side in sides[:1] for one in side}
    layers = {
        "paper": [rect(0, 0, sheet.width, sheet.height, "paper", rx=10)],
        "ground": sheet.drawn(Area),
        "shades": grounds,
        "below": sheet.drawn(Plate, Path, DiagonalLine),
        "rules": sheet.rules(),
        "frames": frames,
        "numbering": sheet.numbering(),
        "given-marks": sheet.drawn(SmallDigits, hidden={*clues, *filled, *(marks or {}), *(struck or {})}),
        "variants": sheet.drawn(Outline) + sheet.drawn(Dot, Less, OutsideClue),
        "sides": _sides(sheet, sides, struck or {}),
        "links": [shape for link in links for shape in _link(sheet, *link)],
        "candidates": _candidates(sheet, {**clues, **filled}, marks or {}, struck or {}, on_discs),
        "clues": [_digit(sheet, cell, digit, "ink", "bold") for cell, digit in clues.items()],
        "digits": [
            _digit(sheet, cell, digit, "ink" if cell in doubts else "found", None)
            for cell, digit in sorted(filled.items())
        ],
    }
    body = tuple(group(shapes, class_=name) for name, shapes in layers.items() if shapes)
    title = f"{instance.name}, " + ("solved" if answer else "partly solved" if filled else "as it stands")
    spoken = {"Lit": lit, "Lit as the reason": reason, "Wrong": wrong}
    spoken["Believed to less than half"] = [cell for cell, share in doubts.items() if share < 0.5]
    words = " ".join(_description(instance, clues, filled, spoken))
    return Picture(title, words, sheet.width, sheet.height, body)


def belief_picture(instance: Sudoku, stated: CellsModel, belief: Belief) -> Picture:
    place = dict(zip(stated.cells, instance.layout.positions, strict=True))
    found = {place[var]: value for var, value in belief.best.items()}
    shades = {place[var]: max(shares.values()) for var, shares in belief.shares.items()}
    return picture(instance, found=found, shades=shades, wrong=[place[var] for var in belief.wrong])


def _digit(sheet: Sheet, cell: Cell, digit: int, class_: str, weight: str | None) -> Markup:
    x, y = sheet.corner(cell)
    return text(x + SIDE / 2, y + SIDE / 2, SYMBOLS[digit], 0.62 * SIDE, class_, font_weight=weight)


def _candidates(
    sheet: Sheet, filled: Mapping[Cell, int], marks: Marks, struck: Marks, on_discs: Collection[Candidate]
) -> list[Markup]:
    """Small digits, each always at the same spot of its cell, laid out as the boxes are."""
    size = sheet.small
    shapes = []
    for cell in sorted({*marks, *struck} - set(filled)):
        for digit in sorted({*marks.get(cell, ()), *struck.get(cell, ())}):
            x, y = sheet.spot(cell, digit)
            gone = digit in struck.get(cell, ())
            class_ = "wrong" if gone else "on-right" if (cell, digit) in on_discs else "soft"
            shapes.append(text(x, y, SYMBOLS[digit], size, class_))
            if gone:
                ends = ((x - 0.42 * size, y + 0.3 * size), (x + 0.42 * size, y - 0.3 * size))
                shapes.append(line(ends, "wrong-line", stroke_width=0.13 * size))
    return shapes


def _sides(sheet: Sheet, sides: Sequence[Collection[Candidate]], struck: Marks) -> list[Markup]:
    """A disc behind each candidate of the first group that is not struck out, a ring round each of the second."""
    radius = 0.56 * sheet.small
    held = [one for side in sides[:1] for one in side if one[1] not in struck.get(one[0], ())]
    discs = [circle(*sheet.spot(*one), radius, "right") for one in held]
    rings = [
        circle(*sheet.spot(*one), radius, "right-line", fill="none", stroke_width=1.2)
        for side in sides[1:]
        for one in side
    ]
    return discs + rings


def _link(sheet: Sheet, start: Candidate, end: Candidate, kind: str) -> list[Markup]:
    """A line from one candidate to another, bent a little so that it does not lie on the digits between them."""
    (x, y), (to_x, to_y) = sheet.spot(*start), sheet.spot(*end)
    length = hypot(to_x - x, to_y - y)
    if not length:
        return []
    along_x, along_y = (to_x - x) / length, (to_y - y) / length
    bend, clear = min(0.15 * length, 9.0), min(0.6 * sheet.small, 0.4 * length)
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
    instance: Sudoku,
    clues: Mapping[Cell, int],
    filled: Mapping[Cell, int],
    spoken: Mapping[str, Collection[Cell]],
) -> Iterator[str]:
    layout = instance.layout
    square = layout.squares[0]
    if len(layout.squares) > 1:
        cut = f"in {len(layout.squares)} grids that overlap"
    elif square.box:
        cut = f"in boxes of {square.box[0]} by {square.box[1]}"
    else:
        cut = "in regions" if square.regions else "without boxes"
    yield f"A Sudoku of {layout.height} rows and {layout.width} columns {cut}, with {len(clues)} clues."
    if filled:
        yield f"{len(filled)} more digits are filled in, in a lighter hand."
    for variant in instance.variants:
        yield f"Further, {variant.rule(layout)}."
    digits = {cell: SYMBOLS[clues.get(cell) or filled.get(cell, 0)] for cell in layout.positions}
    for row in range(layout.height):
        symbols = (digits.get((row, column), "–") for column in range(layout.width))
        yield f"Row {row + 1}: {' '.join(symbols).replace(SYMBOLS[0], '·')}."
    for what, cells in spoken.items():
        if cells:
            yield f"{what}: {', '.join(f'R{row + 1}C{column + 1}' for row, column in sorted(cells))}."
