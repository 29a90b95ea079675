"""How do dials move from the start to the answer? One after the other, the bottom one first, the shorter way round."""

from __future__ import annotations

from models.drawing import Motion, Move
from models.grecian.model import Dials, Turns, column_sums
from models.grecian.picture import MARGIN
from models.grecian.picture.covered import covered_table
from models.grecian.picture.shown import RADIUS, face_layers, grains
from models.grecian.picture.sums import plate_radius, sums_plate
from models.kit.svg import Picture, group, point, rect


def motion(instance: Dials, answer: Turns) -> Motion:
    """The start, with the sums of every moment between two moves at hand, and a move for each dial that is turned."""
    start = (0,) * len(instance.dials)
    moves, moments = [], [start]
    for dial, turn in enumerate(answer):
        if turn:
            moments.append(answer[: dial + 1] + start[dial + 1 :])
            moves.append(_move(instance, dial, turn, moments[-1]))
    side = 2 * (plate_radius(instance, RADIUS) + MARGIN)
    height = side
    plates, tables = [], []
    for place, turns in enumerate(moments):
        only_then = {"data_after": place, "style": "display:none" if place else None}
        plates.append(group([sums_plate(instance, turns, RADIUS)], **only_then))
        if instance.show_hidden:
            table, end = covered_table(instance, turns, MARGIN, side, side - 2 * MARGIN)
            tables.append(group([table], **only_then))
            height = max(height, end + MARGIN)
    dials = face_layers(instance, start)[1:]
    middle = point(side / 2, side / 2)
    body = (
        rect(0, 0, side, height, "paper", rx=12),
        grains(instance),
        group([*plates, *dials], class_="face", transform=f"translate({middle})"),
        *tables,
    )
    words = (
        f"{len(instance.dials)} wooden dials seen from above, at first as they stand; "
        f"{len(moves)} of them are turned, one after the other. The sum of each column is on the rim."
    )
    svg = Picture(f"{instance.name}, being turned", words, side, height, body).svg()
    return Motion(svg, f"Before anything is turned, {_right(instance, start)}", tuple(moves))


def _move(instance: Dials, dial: int, turn: int, after: Turns) -> Move:
    columns = instance.columns
    back = columns - turn
    steps, way = (turn, "clockwise") if turn <= back else (-back, "anticlockwise")
    count = f"{abs(steps)} step" + ("s" if abs(steps) > 1 else "")
    sentence = f"Turn dial {dial} by {count} {way}."
    return Move(dial, steps * 360 / columns, sentence, f"With dial {dial} turned, {_right(instance, after)}")


def _right(instance: Dials, turns: Turns) -> str:
    """How many columns have the sum they are to reach, as the end of a sentence."""
    right = sum(map(int.__eq__, column_sums(instance, turns), instance.targets))
    if right == instance.columns:
        return "every column is right."
    return f"{right or 'none'} of {instance.columns} columns {'is' if right < 2 else 'are'} right."
