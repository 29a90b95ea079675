"""What does an exact cover look like? The matrix of 0 and 1: a row for each option, a column for each item."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from models.cover import Chosen, Cover, Option
from models.drawing.svg import Markup, Picture, element, group, line, point, rect, text, tick

MOST_ROWS = 40
MOST_COLUMNS = 120
WIDE = 40
"""With more columns than this, cells are narrow and hold no digit."""
LONGEST = 26
"""Characters of a label; the rest is cut off."""
ROW = 26.0
MARGIN = 16.0
LETTER = 0.56
"""About how wide a letter is, in font sizes."""


@dataclass(frozen=True)
class Part:
    """The part of a matrix that is drawn.

    Attributes:
        options: the rows.
        items: the columns.
        primary: how many of the columns are primary items; they come first.
        chosen: the names of the rows that are lit.
        omitted: sentences on what is left out.
    """

    options: Sequence[Option]
    items: Sequence[str]
    primary: int
    chosen: frozenset[str]
    omitted: Sequence[str]

    @property
    def cell(self) -> float:
        """How wide a column is."""
        return ROW if len(self.items) <= WIDE else 11.0

    @property
    def label_width(self) -> float:
        """The room for the names of the rows."""
        longest = max((len(_cut(option.name)) for option in self.options), default=0)
        return max(9, longest) * LETTER * 15 + 30

    @property
    def header_height(self) -> float:
        """The room for the names of the columns, which are written upwards."""
        longest = max((len(_cut(item)) for item in self.items), default=0)
        return longest * LETTER * self.header_size + 14

    @property
    def header_size(self) -> float:
        """The font size of the names of the columns."""
        return 14.0 if self.cell == ROW else 10.0


def draw(instance: Cover, answer: Chosen | None = None) -> str:
    """The matrix; with ``answer`` the chosen rows lit, and how often each item is met."""
    return picture(instance, answer).svg()


def picture(instance: Cover, answer: Chosen | None = None) -> Picture:
    """The same, not yet written out."""
    part = part_of(instance, answer)
    left, top = MARGIN + part.label_width, MARGIN + part.header_height
    right = left + len(part.items) * part.cell
    bottom = top + len(part.options) * ROW
    body = [
        group(_headers(part, left, top), class_="items"),
        *(_row(part, option, left, top + place * ROW) for place, option in enumerate(part.options)),
    ]
    if 0 < part.primary < len(part.items):
        x = left + part.primary * part.cell
        body.append(line(((x, top - 6), (x, bottom + 6)), "line", stroke_width=2))
    if answer is not None:
        body.append(group(_meets(part, left, bottom + 8), class_="met"))
        bottom += ROW + 12
    width = right + MARGIN
    notes = [*part.omitted, *_legend(part)]
    for note in notes:
        bottom += 22
        body.append(text(MARGIN, bottom, note, 14, "soft", text_anchor="start"))
        width = max(width, 2 * MARGIN + len(note) * LETTER * 14)
    height = bottom + MARGIN + 4
    body.insert(0, rect(0, 0, width, height, "paper", rx=10))
    title = f"{instance.name}, " + ("as a matrix" if answer is None else "the chosen options")
    return Picture(title, " ".join(_description(instance, part, answer)), width, height, tuple(body))


def part_of(instance: Cover, answer: Chosen | None) -> Part:
    """What is drawn of ``instance``: all of it, or so much of it as is readable."""
    chosen = frozenset(answer or ())
    options: Sequence[Option] = instance.options
    omitted = []
    if len(options) > MOST_ROWS and answer is not None:
        options = [option for option in options if option.name in chosen]
        omitted.append(f"Not shown: the {len(instance.options) - len(options):,} options that are not chosen.")
    if len(options) > MOST_ROWS:
        omitted.append(f"Not shown: {len(options) - MOST_ROWS:,} more {'chosen ' if chosen else ''}options.")
        options = options[:MOST_ROWS]
    items = (*instance.primary, *instance.secondary)
    if len(items) > MOST_COLUMNS:
        omitted.append(f"Not shown: {len(items) - MOST_COLUMNS:,} more items.")
        items = items[:MOST_COLUMNS]
    return Part(options, items, min(len(instance.primary), len(items)), chosen, omitted)


def _headers(part: Part, left: float, top: float) -> Iterator[Markup]:
    for place, item in enumerate(part.items):
        x = left + (place + 0.5) * part.cell
        where = f"translate({point(x, top - 8)}) rotate(-90)"
        yield text(0, 0, _cut(item), part.header_size, "ink", text_anchor="start", transform=where)


def _row(part: Part, option: Option, left: float, top: float) -> Markup:
    """One option: its name, and its ones and noughts."""
    lit = option.name in part.chosen
    shapes = []
    if lit:
        end = left + len(part.items) * part.cell + 6
        shapes.append(rect(MARGIN - 8, top + 1, end - MARGIN + 8, ROW - 2, "chosen", rx=6))
        shapes.append(tick(MARGIN + 6, top + ROW / 2, 13, "right-line"))
    weight = "bold" if lit else None
    name = text(left - 10, top + ROW / 2, _cut(option.name), 15, "ink", text_anchor="end", font_weight=weight)
    shapes.append(name)
    own = frozenset(option.items)
    faded = None if lit or not part.chosen else 0.45
    for place, item in enumerate(part.items):
        x, y = left + (place + 0.5) * part.cell, top + ROW / 2
        if item in own:
            shapes.append(_one(part, x, y, lit, faded, place))
        elif part.cell == ROW:
            shapes.append(text(x, y, 0, 13, "soft", opacity=0.55, data_column=place))
    return group(shapes, class_="option", data_chosen=int(lit))


def _one(part: Part, x: float, y: float, lit: bool, faded: float | None, place: int) -> Markup:
    width = part.cell - 5 if part.cell == ROW else part.cell - 2
    shapes = [rect(x - width / 2, y - 10, width, 20, "right" if lit else "found", rx=min(5, width / 3))]
    if part.cell == ROW:
        shapes.append(text(x, y, 1, 15, "on-right" if lit else "paper", font_weight="bold"))
    return element("g", *shapes, data_column=place, opacity=faded)


def _meets(part: Part, left: float, top: float) -> Iterator[Markup]:
    """How often the chosen options meet each item."""
    yield text(left - 10, top + ROW / 2, "met", 15, "soft", text_anchor="end")
    yield line(((left - 4, top), (left + len(part.items) * part.cell + 4, top)), "line", stroke_width=1.2)
    for place, item in enumerate(part.items):
        times = sum(item in option.items for option in part.options if option.name in part.chosen)
        fits = times == 1 or (times == 0 and place >= part.primary)
        x, y = left + (place + 0.5) * part.cell, top + ROW / 2
        size = 15 if part.cell == ROW else 10
        class_ = "wrong" if not fits else "right" if times else "soft"
        yield text(x, y, times, size, class_, font_weight="bold" if times else None)


def _legend(part: Part) -> Iterator[str]:
    if part.primary < len(part.items):
        yield "Items left of the thick line are met exactly once, those right of it at most once."


def _cut(label: str) -> str:
    return label if len(label) <= LONGEST else label[: LONGEST - 1] + "…"


def _description(instance: Cover, part: Part, answer: Chosen | None) -> Iterator[str]:
    """The picture in words."""
    yield (
        f"A matrix of {len(instance.options):,} options and {len(instance.primary) + len(instance.secondary):,} items; "
        "a 1 says that the option of its row meets the item of its column."
    )
    shown = part.options if answer is None else [option for option in part.options if option.name in part.chosen]
    if answer is not None:
        yield f"Chosen are {len(answer):,} options:"
    for option in shown:
        said = option.name == " ".join(option.items)
        yield f"{option.name};" if said else f"{option.name} meets {', '.join(option.items)};"
    yield from part.omitted or ("that is all.",)
