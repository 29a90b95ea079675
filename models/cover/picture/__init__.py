"""Pictures of exact covers: the board where options lie on one, otherwise the matrix of 0 and 1.

A matrix that is too wide to be read is folded: some of the columns, and below them the next, with the same rows.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace

from models.cover.instance import Chosen, Cover, Option, board_of
from models.cover.model import CoverFormulation
from models.cover.picture.board import board_at, board_picture
from models.deductions import Conflict, Snapshot
from models.drawing import Drawing
from models.formulation import Formulation
from models.kit.names import shortened
from models.kit.svg import (
    LETTER,
    Markup,
    Picture,
    element,
    even_rows,
    fitting,
    group,
    line,
    lines_within,
    on_paper,
    point,
    rect,
    text,
    tick,
)
from models.mistakes import Mistake

MAX_ROWS = 40
"""More options than this are not shown one by one; of a folded matrix, so many rows in all its parts together."""
MAX_COLUMNS = 120
MAX_WIDTH = 560.0  # of a matrix; a wider one is folded
MAX_NAME_LETTERS = 26  # of a row or a column; the rest is cut off
ROW = 26.0
NARROW = 18.0  # how wide a column of a folded matrix is
MARGIN = 16.0
SIZE = 15.0  # the font size of names; digits and remarks are hardly smaller


@dataclass(frozen=True)
class MatrixPart:
    """The part of a matrix that is drawn: a row for each option, a column for each item."""

    options: Sequence[Option]
    items: Sequence[str]
    primary: int  # how many of the columns are primary items; they come first
    chosen: frozenset[str]  # the names of the rows that are lit
    omitted: Sequence[str]  # sentences on what is left out
    blamed: frozenset[str] = frozenset()  # the names of the rows and columns that are framed

    @property
    def label_width(self) -> float:
        longest = max((len(_cut(option.name)) for option in self.options), default=0)
        return max(9, longest) * LETTER * SIZE * 0.9 + 34

    @property
    def cell(self) -> float:
        return ROW if 2 * MARGIN + self.label_width + len(self.items) * ROW <= MAX_WIDTH else NARROW

    @property
    def folds(self) -> list[range]:
        count = len(self.items)
        most = max(8, int((MAX_WIDTH - 2 * MARGIN - self.label_width) // self.cell))
        _, across = even_rows(count, most)
        return [range(first, min(first + across, count)) for first in range(0, max(1, count), across)]


class CoverDrawing(Drawing[Cover, Chosen]):
    """The board or the matrix, what is chosen lit, what is in conflict framed."""

    def picture(self, instance: Cover, answer: Chosen | None = None) -> str:
        return picture(instance, answer).svg()

    def conflict(self, instance: Cover, stated: Formulation[Cover, Chosen], conflict: Conflict) -> str | None:
        names = {"item": instance.items, "option": tuple(instance.places)}
        blamed = {names[kind][int(place)] for kind, place, *_ in (part.key for part in conflict.parts) if kind in names}
        return picture(instance, blamed=blamed).svg() if blamed else None

    def snapshot(self, instance: Cover, stated: Formulation[Cover, Chosen], snapshot: Snapshot) -> str | None:
        board = board_of(instance)
        if board is None or not isinstance(stated, CoverFormulation):
            return None
        return board_at(instance, board, stated.tests, snapshot).svg()

    def wrong(self, instance: Cover, mistakes: Sequence[Mistake]) -> str | None:
        return picture(instance, blamed={str(mistake.key[1]) for mistake in mistakes}).svg()


DRAWING = CoverDrawing()


def picture(instance: Cover, answer: Chosen | None = None, blamed: Collection[str] = ()) -> Picture:
    board = board_of(instance)
    drawn = board_picture(instance, board, answer, blamed) if board else None
    return drawn or matrix(instance, answer, blamed)


def matrix(instance: Cover, answer: Chosen | None = None, blamed: Collection[str] = ()) -> Picture:
    """The matrix; with ``answer`` the chosen rows lit and how often each item is met; rows and columns ``blamed``."""
    part = part_of(instance, answer, blamed)
    width, height = 20 * SIZE, MARGIN
    body: list[Markup] = []
    for columns in part.folds:
        fold, right, height = _fold(part, columns, height, answer is not None)
        body += fold
        width = max(width, right + MARGIN)
    notes = list(part.omitted)
    if part.primary < len(part.items):
        notes.append("Items left of the thick line are met exactly once, those right of it at most once.")
    for note in notes:
        for words in lines_within(note, width - 2 * MARGIN, SIZE):
            height += 22
            body.append(text(MARGIN, height, words, SIZE, "soft", text_anchor="start"))
    height += MARGIN + 4
    title = f"{instance.name}, " + ("as a matrix" if answer is None else "the chosen options")
    return on_paper(title, _description(instance, part, answer), width, height, body)


def part_of(instance: Cover, answer: Chosen | None, blamed: Collection[str] = ()) -> MatrixPart:
    """What is drawn of ``instance``: all of it, or so much of it as is readable."""
    chosen, framed = frozenset(answer or ()), frozenset(blamed)
    options, items = instance.options, instance.items
    omitted = []
    if len(items) > MAX_COLUMNS:
        # What is spoken of comes first where not everything can be shown.
        shown = frozenset(sorted(items, key=lambda item: item not in framed)[:MAX_COLUMNS])
        omitted.append(f"Not shown: {len(items) - MAX_COLUMNS:,} more items.")
        items = tuple(item for item in items if item in shown)
    part = MatrixPart(options, items, len(frozenset(instance.primary).intersection(items)), chosen, omitted, framed)
    if len(options) > MAX_ROWS and answer is not None:
        options = tuple(option for option in options if option.name in chosen)
        omitted.append(f"Not shown: the {len(instance.options) - len(options):,} options that are not chosen.")
    if len(options) > MAX_ROWS:
        most = MAX_ROWS
        if answer is None:
            most = max(12, 2 * MAX_ROWS // (1 + len(replace(part, options=options[:MAX_ROWS]).folds)))
        if framed:
            options = tuple(sorted(options, key=lambda option: framed.isdisjoint((option.name, *option.items))))
        omitted.append(f"Not shown: {len(options) - most:,} more {'chosen ' if chosen else ''}options.")
        options = options[:most]
    return replace(part, options=options)


def _fold(part: MatrixPart, columns: range, top: float, answered: bool) -> tuple[list[Markup], float, float]:
    """Some of the columns below each other's names, from ``top`` down; and where they end to the right and below."""
    left, cell = MARGIN + part.label_width, part.cell
    right = left + len(columns) * cell
    size = min(SIZE, 0.86 * cell)
    top += max((len(_cut(part.items[place])) for place in columns), default=0) * LETTER * size + 14
    bottom = top + len(part.options) * ROW
    middles = {place: left + (count + 0.5) * cell for count, place in enumerate(columns)}
    frames, headers = [], []
    for place, x in middles.items():
        item, weight = part.items[place], None
        if item in part.blamed:
            weight = "bold"
            area = (x - cell / 2 + 1, top - 4, cell - 2, bottom - top + 8)
            frames.append(rect(*area, "lit", rx=4, data_column=place))
            frames.append(rect(*area, "lit-line", rx=4, fill="none", stroke_width=2))
        where = f"translate({point(x, top - 8)}) rotate(-90)"
        headers.append(text(0, 0, _cut(item), size, "ink", text_anchor="start", transform=where, font_weight=weight))
    rows = (_row(part, option, middles, right, top + place * ROW) for place, option in enumerate(part.options))
    shapes = [*frames, group(headers, class_="items"), *rows]
    if columns.start < part.primary < len(part.items) and part.primary <= columns.stop:
        x = left + (part.primary - columns.start) * cell
        shapes.append(line(((x, top - 6), (x, bottom + 6)), "line", stroke_width=2))
    if answered:
        shapes.append(group(_meets(part, middles, left, right, bottom + 8), class_="met"))
        bottom += ROW + 12
    return shapes, right, bottom + (14 if columns.stop < len(part.items) else 0)


Middles = dict[int, float]  # where the middle of each column is that is drawn now, by its place among the items


def _row(part: MatrixPart, option: Option, middles: Middles, right: float, top: float) -> Markup:
    lit, blamed = option.name in part.chosen, option.name in part.blamed
    area, y = (MARGIN - 8, top + 1, right + 14 - MARGIN, ROW - 2), top + ROW / 2
    shapes = []
    if lit:
        shapes.append(rect(*area, "chosen", rx=6))
        shapes.append(tick(MARGIN + 6, y, 13, "right-line"))
    if blamed:
        shapes.append(rect(*area, "lit-line", rx=6, fill="none", stroke_width=2))
    label, weight = _cut(option.name), "bold" if lit or blamed else None
    size = max(13.5, fitting(label, SIZE, part.label_width - 34))
    shapes.append(text(MARGIN + part.label_width - 10, y, label, size, text_anchor="end", font_weight=weight))
    own, width = frozenset(option.items), part.cell - 3
    faded = None if lit or not part.chosen else 0.45
    for place, x in middles.items():
        if part.items[place] in own:
            square = rect(x - width / 2, y - 10, width, 20, "right" if lit else "found", rx=4)
            digit = text(x, y, 1, SIZE, "on-right" if lit else "paper", font_weight="bold")
            shapes.append(element("g", square, digit, data_column=place, opacity=faded))
        else:
            shapes.append(text(x, y, 0, 14, "soft", opacity=0.55, data_column=place))
    return group(shapes, class_="option", data_chosen=int(lit))


def _meets(part: MatrixPart, middles: Middles, left: float, right: float, top: float) -> Iterator[Markup]:
    yield text(left - 10, top + ROW / 2, "met", SIZE, "soft", text_anchor="end")
    yield line(((left - 4, top), (right + 4, top)), "line", stroke_width=1.2)
    for place, x in middles.items():
        times = sum(part.items[place] in option.items for option in part.options if option.name in part.chosen)
        fits = times == 1 or (times == 0 and place >= part.primary)
        class_ = "wrong" if not fits else "right" if times else "soft"
        yield text(x, top + ROW / 2, times, SIZE, class_, font_weight="bold" if times else None)


def _cut(label: str) -> str:
    return shortened(label, MAX_NAME_LETTERS)


def _description(instance: Cover, part: MatrixPart, answer: Chosen | None) -> Iterator[str]:
    yield f"A matrix of {len(instance.options):,} options and {len(instance.items):,} items;"
    yield "a 1 says that the option of its row meets the item of its column."
    if answer is not None:
        yield f"Chosen are {len(answer):,} options:"
    for option in part.options:
        if answer is None or option.name in part.chosen:
            is_named_so = option.name == " ".join(option.items)
            yield f"{option.name};" if is_named_so else f"{option.name} meets {', '.join(option.items)};"
    yield from part.omitted or ("that is all.",)
    if part.blamed:
        yield f"Framed: {', '.join(sorted(part.blamed))}."
