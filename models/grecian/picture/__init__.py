"""The picture of dials with holes: from above, before and after they are turned, and in motion.

Before and after stand one above the other: side by side, the numbers would be too small to read on a phone.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from models.deductions import Conflict, Snapshot
from models.drawing import Drawing, Motion, Move
from models.formulation import Formulation
from models.grecian.instance import Dials, Turns, column_sums, face, hidden_numbers, wrong_columns
from models.grecian.model import DialsModel
from models.grecian.picture.notes import covered_table, dials_apart, turn_strip, wrong_picture
from models.grecian.picture.snapshot import snapshot_picture
from models.grecian.picture.stack import BEYOND, face_layers, grains, lit_columns, plate_radius, sums_plate
from models.kit.names import count
from models.kit.svg import Picture, group, line, on_paper, placed, polygon, text
from models.mistakes import Mistake

HEAD = 44.0
MARGIN = BEYOND + 2


class DialsDrawing(Drawing[Dials, Turns]):
    """Dials as they stand and turned, the columns of a conflict framed, one dial turned after the other."""

    def picture(self, instance: Dials, answer: Turns | None = None) -> str:
        return picture(instance, answer, hidden=instance.show_hidden).svg()

    def sheet(self, instance: Dials) -> str:
        return picture(instance, apart=True).svg()

    def conflict(self, instance: Dials, stated: Formulation[Dials, Turns], conflict: Conflict) -> str | None:
        columns = {int(part.key[1]) for part in conflict.parts if part.key[0] == "column"}
        return picture(instance, lit=columns).svg() if columns else None

    def wrong(self, instance: Dials, mistakes: Sequence[Mistake]) -> str | None:
        shown = wrong_picture(instance, mistakes)
        return shown.svg() if shown else None

    def snapshot(self, instance: Dials, stated: Formulation[Dials, Turns], snapshot: Snapshot) -> str | None:
        return snapshot_picture(instance, stated, snapshot).svg() if isinstance(stated, DialsModel) else None

    def motion(self, instance: Dials, answer: Turns) -> Motion:
        """The start, with the sums of every moment between two moves, and a move for each dial that is turned."""
        start = (0,) * len(instance.dials)
        moves, snapshots = [], [start]
        for dial, turn in enumerate(answer):
            if turn:
                snapshots.append(answer[: dial + 1] + start[dial + 1 :])
                moves.append(_move(instance, dial, turn, snapshots[-1]))
        height = side = 2 * (plate_radius(instance) + MARGIN)
        plates, tables = [], []
        for place, turns in enumerate(snapshots):
            only_then = {"data_after": place, "style": "display:none" if place else None}
            plates.append(group([sums_plate(instance, turns)], **only_then))
            if instance.show_hidden:
                table, end = covered_table(instance, turns, MARGIN, side, side - 2 * MARGIN)
                tables.append(group([table], **only_then))
                height = max(height, end + MARGIN)
        dials = face_layers(instance, start)[1:]
        body = (grains(instance), placed(side / 2, side / 2, [*plates, *dials], class_="face"), *tables)
        words = (
            f"{len(instance.dials)} wooden dials seen from above, at first as they stand; "
            f"{len(moves)} of them are turned, one after the other. The sum of each column is on the rim."
        )
        svg = on_paper(f"{instance.name}, being turned", [words], side, height, body, rx=12).svg()
        return Motion(svg, f"Before anything is turned, {_right(instance, start)}", tuple(moves))


DRAWING = DialsDrawing()


def picture(
    instance: Dials,
    answer: Turns | None = None,
    hidden: bool = False,
    before: bool = True,
    lit: Collection[int] = (),
    apart: bool = False,
) -> Picture:
    """The dials as they stand; with ``answer``, and unless ``before`` is false, before and after; how each is turned.

    The columns ``lit`` are framed. Below may be a list of the ``hidden`` numbers, and the dials one by one (``apart``).
    """
    start = (0,) * len(instance.dials)
    radius = plate_radius(instance)
    width = 2 * (radius + MARGIN)
    body = [grains(instance)]
    height = 0.0

    def snapshot(caption: str, turns: Turns) -> None:
        nonlocal height
        body.append(text(width / 2, height + HEAD / 2 + 2, caption, 22, font_weight="bold"))
        layers = face_layers(instance, turns)
        if lit:
            layers.append(lit_columns(instance, lit))
        body.append(placed(width / 2, height + HEAD + BEYOND + radius, layers, class_="face"))
        height += HEAD + BEYOND + 2 * radius + MARGIN
        if hidden:
            table, height = covered_table(instance, turns, MARGIN, height, width - 2 * MARGIN)
            body.append(table)

    if answer is None:
        snapshot(_goal(instance), start)
    else:
        snapshot(*(("before", start) if before else (_goal(instance), answer)))
        strip, height = turn_strip(answer, instance.columns, width, height)
        body += strip
        if before:
            x, y = width / 2 - 56, height + HEAD / 2 + 2
            shaft = line(((x, y - 14), (x, y + 6)), "found-line", stroke_width=4, stroke_linecap="round")
            body.append(group([shaft, polygon(((x - 9, y + 2), (x, y + 16), (x + 9, y + 2)), "found")]))
            snapshot("after", answer)
        height += MARGIN
    if apart:
        dials, height = dials_apart(instance, MARGIN, height, width - 2 * MARGIN)
        body.append(dials)
    title = f"{instance.name}, " + ("as it stands" if answer is None else "before and after" if before else "turned")
    return on_paper(title, _description(instance, answer, hidden, lit), width, height, body, rx=12)


def _goal(instance: Dials) -> str:
    if instance.goal is None:
        return "every column has its own sum to reach"
    return f"every column must sum to {instance.goal}"


def _description(instance: Dials, answer: Turns | None, hidden: bool, lit: Collection[int]) -> Iterator[str]:
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
    right = len(sums) - len(wrong_columns(instance, shown_turns))
    yield f"the columns sum to {' '.join(map(str, sums))}, of which {right} of {len(sums)} are right."
    if hidden:
        covered = sum(len(numbers) for _, _, numbers in hidden_numbers(instance, shown_turns))
        yield f"{covered} of the {instance.printed} printed numbers lie covered; a table lists them."
    if lit:
        yield f"Framed: column {', '.join(str(column + 1) for column in sorted(lit))}."


def _move(instance: Dials, dial: int, turn: int, after: Turns) -> Move:
    columns = instance.columns
    back = columns - turn
    steps, way = (turn, "clockwise") if turn <= back else (-back, "anticlockwise")
    which = f"dial {dial}" + (", the bottom one," if dial == 0 else "")
    sentence = f"Turn {which} by {count(abs(steps), 'step')} {way}."
    return Move(dial, steps * 360 / columns, sentence, f"With dial {dial} turned, {_right(instance, after)}")


def _right(instance: Dials, turns: Turns) -> str:
    """How many columns have the sum they are to reach, as the end of a sentence."""
    right = instance.columns - len(wrong_columns(instance, turns))
    if right == instance.columns:
        return "every column is right."
    return f"{right or 'none'} of {instance.columns} columns {'is' if right < 2 else 'are'} right."
