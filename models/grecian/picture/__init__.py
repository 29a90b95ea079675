"""What do dials with holes look like from above, before and after they are turned?

Before and after stand one above the other, the turns that lead from one to the other between them: side by
side, the numbers would be too small to read where a picture is not given much room.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import chain

from models.grecian.model import Dials, Turns, column_sums, face
from models.grecian.picture.covered import covered_table
from models.grecian.picture.shown import RADIUS, face_layers, grains, lit_columns
from models.grecian.picture.sums import plate_radius
from models.grecian.picture.turns import turn_strip
from models.kit.svg import Markup, Picture, group, line, path, point, rect, text

HEAD = 44.0
MARGIN = 10.0


def draw(instance: Dials, answer: Turns | None = None, hidden: bool = False) -> str:
    """The dials as they stand; with ``answer`` before and after, and how far each is turned."""
    return picture(instance, answer, hidden=hidden).svg()


def picture(
    instance: Dials,
    answer: Turns | None = None,
    hidden: bool = False,
    before: bool = True,
    lit: Collection[int] = (),
) -> Picture:
    """The same with a choice.

    Args:
        hidden: whether the numbers that lie covered are listed below the dials.
        before: whether the start is shown above the answer.
        lit: columns that are framed.
    """
    start = (0,) * len(instance.dials)
    radius = plate_radius(instance, RADIUS)
    width = 2 * (radius + MARGIN)
    body = [grains(instance)]
    height = 0.0

    def moment(caption: str, turns: Turns) -> None:
        nonlocal height
        body.append(text(width / 2, height + HEAD / 2 + 2, caption, 22, font_weight="bold"))
        layers = face_layers(instance, turns)
        if lit:
            layers.append(lit_columns(instance, lit))
        body.append(group(layers, class_="face", transform=f"translate({point(width / 2, height + HEAD + radius)})"))
        height += HEAD + 2 * radius + MARGIN
        if hidden:
            table, height = covered_table(instance, turns, MARGIN, height, width - 2 * MARGIN)
            body.append(table)

    if answer is None:
        moment(_goal(instance), start)
    else:
        if before:
            moment("before", start)
        else:
            moment(_goal(instance), answer)
        strip, height = turn_strip(answer, instance.columns, width, height)
        body += strip
        if before:
            body.append(_arrow(width / 2 - 56, height + HEAD / 2 + 2))
            moment("after", answer)
        height += MARGIN
    title = f"{instance.name}, " + ("as it stands" if answer is None else "before and after" if before else "turned")
    body.insert(0, rect(0, 0, width, height, "paper", rx=12))
    return Picture(title, " ".join(_description(instance, answer, hidden, lit)), width, height, tuple(body))


def _arrow(x: float, y: float) -> Markup:
    """From before to after, downwards."""
    shaft = line(((x, y - 14), (x, y + 6)), "found-line", stroke_width=4, stroke_linecap="round")
    return group([shaft, path(f"M{point(x - 9, y + 2)}L{point(x, y + 16)}L{point(x + 9, y + 2)}Z", "found")])


def _goal(instance: Dials) -> str:
    if len(set(instance.targets)) == 1:
        return f"every column must sum to {instance.targets[0]}"
    return "every column has its own sum to reach"


def _description(instance: Dials, answer: Turns | None, hidden: bool, lit: Collection[int]) -> Iterator[str]:
    """The picture in words."""
    yield (
        f"{len(instance.dials)} wooden dials with teeth and holes lie on one another, seen from above: "
        f"{instance.rings} rings and {instance.columns} columns of numbers, column 1 at the top, the others clockwise."
    )
    yield _goal(instance).capitalize() + "."
    if answer is not None:
        turns = ", ".join(f"dial {dial} by {turn}" for dial, turn in enumerate(answer))
        yield f"Turned clockwise from the start: {turns}; dial 0 is the bottom one."
    shown_turns = answer or (0,) * len(instance.dials)
    yield "What shows" + (" after turning" if answer else "") + ", from the outermost ring inwards:"
    for ring in face(instance, shown_turns):
        yield " ".join(str(seen[0]) if seen else "–" for seen in ring) + ";"
    sums = column_sums(instance, shown_turns)
    right = sum(map(int.__eq__, sums, instance.targets))
    yield f"the columns sum to {' '.join(map(str, sums))}, of which {right} of {len(sums)} are right."
    if hidden:
        shown = sum(seen is not None for seen in chain.from_iterable(face(instance, shown_turns)))
        yield f"{instance.printed - shown} of the {instance.printed} printed numbers lie covered; a table lists them."
    if lit:
        yield f"Framed: column {', '.join(str(column + 1) for column in sorted(lit))}."
