"""Dials at one moment of an explanation: turned as far as is known or supposed, and the turns that are left for each.

The dial that a step is about stands as the step says, or as it shows to be impossible; the others at the first turn
that is left. The columns that are added up are framed. Below, each dial has a dot for every turn, as on a clock.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from models.deductions import Deduction, Snapshot
from models.grecian.instance import Dials, Turns, face
from models.grecian.model import DialsModel
from models.grecian.picture.stack import RADIUS, face_layers, grains, lit_columns, plate_radius
from models.kit.palette import wood
from models.kit.svg import (
    Markup,
    Picture,
    circle,
    cross,
    even_rows,
    fitting,
    group,
    on_paper,
    placed,
    polar,
    rect,
    text,
)

HEAD, MARGIN = 44.0, 10.0
CLOCK_WIDTH, CLOCK_HEIGHT = 160.0, 92.0  # the room for the turns that are left for one dial
CLOCK_RADIUS = 32.0  # the radius on which the dots are


def snapshot_picture(instance: Dials, stated: DialsModel, snapshot: Snapshot) -> Picture:
    turns, step = _turns(instance, stated, snapshot), snapshot.step
    about = next((dial for dial, var in stated.turns.items() if step and step.fact.var is var), None)
    look = set(snapshot.look)
    reasons = {dial for dial, var in stated.turns.items() if step and any(fact.var is var for fact in step.facts)}
    columns = {int(rule.key[1]) for rule in step.every_rule if rule.key[:1] == ("column",)} if step else set()
    radius = plate_radius(instance)
    width = 2 * (radius + MARGIN)
    # The sums mean nothing while some dials may be turned; what is spoken of are columns.
    layers = [_numbered_plate(instance), *face_layers(instance, turns)[1:]]
    if columns:
        layers.append(lit_columns(instance, columns))
    caption = _caption(step, about, columns)
    body = [
        grains(instance),
        text(width / 2, HEAD / 2 + 2, caption, fitting(caption, 21, width - 20), font_weight="bold"),
        placed(width / 2, HEAD + radius, layers, class_="face"),
    ]
    top = HEAD + 2 * radius + MARGIN
    rows, across = even_rows(len(stated.turns), int(width // CLOCK_WIDTH))
    room = width / across
    for number, (dial, var) in enumerate(stated.turns.items()):
        row, column = divmod(number, across)
        left = snapshot.values(var)
        lit = "lit" if dial == about or var in look else "reason" if dial in reasons else None
        taken = step.value if step and dial == about and not step.places else None
        if step and dial == about and step.places:
            left = frozenset({step.value})
        cell = _clock(instance, dial, left - {taken}, taken, lit)
        x, y = column * room + (room - CLOCK_WIDTH) / 2, top + row * CLOCK_HEIGHT
        body.append(placed(x, y, cell, data_dial=dial))
    height = top + (rows * CLOCK_HEIGHT if stated.turns else 0) + MARGIN
    title = f"{instance.name}, at one moment of its explanation"
    return on_paper(title, _description(instance, turns, caption, columns), width, height, body, rx=12)


def _numbered_plate(instance: Dials) -> Markup:
    reach = plate_radius(instance)
    middle = (RADIUS + reach) / 2
    size = min(16.0, 0.5 * (reach - RADIUS), 2 * middle / instance.columns)
    numbers = [
        text(*polar(middle, column * 360 / instance.columns), column + 1, size, "soft", data_column=column)
        for column in range(instance.columns)
    ]
    return group([circle(0, 0, reach, "plate hair", stroke_width=1.5), *numbers], class_="columns")


def _turns(instance: Dials, stated: DialsModel, snapshot: Snapshot) -> Turns:
    turns = [0] * len(instance.dials)
    for dial, var in stated.turns.items():
        turns[dial] = min(snapshot.values(var))
        if snapshot.step and snapshot.step.fact.var is var:
            turns[dial] = snapshot.step.value
    return tuple(turns)


def _caption(step: Deduction | None, about: int | None, columns: Collection[int]) -> str:
    if step is None or about is None:
        return "every dial as it is printed"
    added = ", ".join(str(column + 1) for column in sorted(columns))
    where = f": look at column{'s' * (len(columns) > 1)} {added}" if columns else ""
    return f"dial {about} {'turned' if step.places else 'cannot be turned'} {step.value}{where}"


def _clock(instance: Dials, dial: int, left: Collection[int], taken: int | None, lit: str | None) -> Iterator[Markup]:
    """A dot for every turn of a dial, the one of no turn at the top: full where it is left, empty where it is not."""
    timber, x, y = wood(dial), 46.0, CLOCK_HEIGHT / 2
    if lit:
        dashes = "4 3" if lit == "reason" else None
        yield rect(
            2, 2, CLOCK_WIDTH - 4, CLOCK_HEIGHT - 4, f"{lit} {lit}-line", rx=8, stroke_width=2, stroke_dasharray=dashes
        )
    yield circle(x, y, 17, f"{timber} {timber}-edge", stroke_width=1.2)
    yield text(x, y, dial, fitting(dial, 17, 28), f"{timber}-ink", font_weight="bold")
    size = min(4.6, 0.38 * 2 * 3.14 * CLOCK_RADIUS / instance.columns)
    for turn in range(instance.columns):
        dx, dy = polar(CLOCK_RADIUS, turn * 360 / instance.columns)
        if turn == taken:
            yield from cross(x + dx, y + dy, 1.2 * size, stroke_width=2.6)
        elif turn in left:
            yield circle(x + dx, y + dy, 1.3 * size if len(left) == 1 else size, "found")
        else:
            yield circle(x + dx, y + dy, 0.5 * size, "hair", fill="none", stroke_width=1)
    words = f"turned {next(iter(left))}" if len(left) == 1 else f"{len(left)} turns"
    yield text(88, y - (9 if len(left) > 1 else 0), words, 16, "ink", text_anchor="start")
    if len(left) > 1:
        yield text(88, y + 11, "are left", 16, "soft", text_anchor="start")


def _description(instance: Dials, turns: Turns, caption: str, columns: Collection[int]) -> Iterator[str]:
    yield f"{caption[:1].upper()}{caption[1:]}."
    yield f"The dials stand turned clockwise by {', '.join(map(str, turns))}, from the bottom one up."
    shown = face(instance, turns)
    for column in sorted(columns):
        seen = " ".join(str(there[0]) if (there := ring[column]) else "–" for ring in shown)
        yield f"Framed: column {column + 1}, which shows {seen} from the outermost ring in."
