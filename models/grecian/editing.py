"""Editing of dials: each is entered place by place round the clock, and all of them are turned on one another."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from math import pi

from models.editing import (
    NUMBER,
    TAP,
    TURN,
    Board,
    Draft,
    DraftError,
    DrawnItem,
    Editing,
    Light,
    Part,
    PlayPiece,
    PlayTable,
    Setting,
    Symbol,
    Tool,
)
from models.formulation import Formulation
from models.grecian.instance import Dials, Ring, Turns, column_sums
from models.grecian.model import DialsModel
from models.grecian.picture.stack import (
    BEYOND,
    RADIUS,
    DiscLayout,
    face_layers,
    grains,
    plate_radius,
    sums_plate,
)
from models.grecian.reading import MAX_NUMBER
from models.kit.names import count
from models.kit.palette import wood
from models.kit.svg import Markup, circle, line, on_paper, placed, polar, text
from models.language.base import Key
from models.language.model import IntVar

HOLE = Symbol(".", "○", "hole", keys=(".", "h", "o"))
ABSENT = Tool(
    "absent", "no ring here", TAP, "The dial does not reach here: this ring and all outside it are holes.", "dials"
)
MAX_DIALS, MAX_RINGS, MAX_COLUMNS = 12, 12, 36
MARGIN, HEAD, TARGET_WIDTH, TARGET_HEIGHT = BEYOND + 2, 40.0, 62.0, 44.0

Place = tuple[int, int, int]  # a dial, a ring, a column, each from 0


class DialsEditing(Editing[Dials, Turns]):
    """An entry is a number or a hole, at ``d0.r1.p1``; where a column has its own target, also at ``t1``."""

    def blank(self) -> Draft:
        return Draft(settings={"dials": "5", "rings": "4", "columns": "12", "sum of every column": "42"})

    def draft(self, instance: Dials) -> Draft:
        settings = {
            "dials": str(len(instance.dials)),
            "rings": str(instance.rings),
            "columns": str(instance.columns),
            "sum of every column": "" if instance.goal is None else str(instance.goal),
        }
        if instance.source:
            settings["source"] = instance.source
        entries, items = {}, []
        for dial, rings in enumerate(instance.dials):
            if reach := instance.reach(dial):
                items.append(DrawnItem(ABSENT.key, (_key(dial, reach - 1, 0),)))
            for ring, column in product(range(reach, instance.rings), range(instance.columns)):
                number = rings[ring][column]
                entries[_key(dial, ring, column)] = HOLE.key if number is None else str(number)
        if instance.goal is None:
            entries |= {f"t{column + 1}": str(target) for column, target in enumerate(instance.targets)}
        return Draft(instance.name, entries, settings, tuple(items))

    def instance(self, draft: Draft) -> Dials:
        dials, rings, columns = _size(draft)
        absent = _absent(draft)
        missing = [part for part in _keys(draft) if part not in draft.entries]
        if missing:
            raise DraftError(f"{count(len(missing), 'place')} {'is' if len(missing) == 1 else 'are'} empty", missing)
        numbers = {key: _number(key, value) for key, value in draft.entries.items()}

        def ring_of(dial: int, ring: int) -> Ring:
            if (dial, ring) in absent:
                return (None,) * columns
            return tuple(numbers[_key(dial, ring, column)] for column in range(columns))

        goal = draft.settings.get("sum of every column", "")
        if goal:
            targets = (_number("", goal),) * columns
        else:
            targets = tuple(numbers[f"t{column + 1}"] for column in range(columns))
        if None in targets:
            raise DraftError("a target is a number", [f"t{targets.index(None) + 1}"])
        read = tuple(tuple(ring_of(dial, ring) for ring in range(rings)) for dial in range(dials))
        if all(number is None for dial in read for ring in dial for number in ring):
            raise DraftError("there is no number on the dials")
        source = draft.settings.get("source", "")
        return Dials(draft.name or "dials", tuple(target or 0 for target in targets), read, source)

    def board(self, draft: Draft) -> Board:
        dials, rings, columns = _size(draft)
        layout, absent = DiscLayout(rings, columns), _absent(draft)
        width, body, parts, top = 2 * (RADIUS + MARGIN), list[Markup](), list[Part](), 0.0
        for dial in range(dials):
            middle = (width / 2, top + HEAD + BEYOND + RADIUS)
            where = {0: ", the bottom one", dials - 1: ", the top one"}.get(dial, "")
            body.append(text(width / 2, top + HEAD / 2, f"dial {dial}{where}", 20, font_weight="bold"))
            body.append(placed(*middle, _blank_dial(dial, layout, absent)))
            for ring, column in product(range(rings), range(columns)):
                x, y = polar(layout.middle(ring), column * layout.step)
                size = min(layout.width, layout.room(ring) * 1.2)
                label = f"dial {dial}, ring {ring + 1}, place {column + 1}"
                palette = "" if (dial, ring) in absent else NUMBER
                box = middle[0] + x - size / 2, middle[1] + y - size / 2, size, size
                parts.append(Part(_key(dial, ring, column), label, *box, palette))
            top += HEAD + 2 * (BEYOND + RADIUS)
        goal = draft.settings.get("sum of every column", "")
        if not goal:
            body.append(text(width / 2, top + HEAD / 2, "the sum of each column", 20, font_weight="bold"))
            across = int(width // TARGET_WIDTH)
            for column in range(columns):
                x = (width - across * TARGET_WIDTH) / 2 + column % across * TARGET_WIDTH
                y = top + HEAD + column // across * TARGET_HEIGHT
                body.append(text(x + 14, y + TARGET_HEIGHT / 2, f"{column + 1}:", 16, "soft"))
                box = x + 26, y + 2, TARGET_WIDTH - 30, TARGET_HEIGHT - 6
                parts.append(Part(f"t{column + 1}", f"target of column {column + 1}", *box, NUMBER))
            top += HEAD + -(-columns // across) * TARGET_HEIGHT
        settings = (
            Setting("dials", "dials", str(dials), least=1, most=MAX_DIALS),
            Setting("rings", "rings", str(rings), least=1, most=MAX_RINGS),
            Setting("columns", "columns", str(columns), least=2, most=MAX_COLUMNS),
            Setting("sum of every column", "sum of every column (empty: each its own)", goal, least=0, most=MAX_NUMBER),
        )
        svg = on_paper(draft.name or "dials", ["The dials one by one."], width, top + MARGIN, body, rx=12).svg()
        return Board(svg, tuple(parts), {NUMBER: (HOLE,)}, (ABSENT,), settings, tuple(_counts(draft)))

    def variables(self, instance: Dials, stated: Formulation[Dials, Turns]) -> Mapping[str, IntVar]:
        assert isinstance(stated, DialsModel)
        return {f"dial {dial}": turn for dial, turn in stated.turns.items()}

    def table(self, instance: Dials, stated: Formulation[Dials, Turns]) -> PlayTable:
        start = (0,) * len(instance.dials)
        radius, step = plate_radius(instance), 360 / instance.columns
        side = 2 * (radius + MARGIN)
        middle = side / 2
        _, *dials = face_layers(instance, start)
        body = [grains(instance), placed(middle, middle, [sums_plate(instance, None), *dials], class_="face")]
        words = [f"{count(len(dials) - 1, 'dial')} seen from above, to be turned.", *_goal(instance)]
        parts, lights = [], []
        rim = radius - RADIUS
        size = min(rim, 2 * pi * (RADIUS + rim / 2) / instance.columns)
        for column in range(instance.columns):
            x, y = polar(RADIUS + rim / 2 + 1, column * step)
            box = middle + x - size / 2, middle + y - size / 2, size, size
            parts.append(Part(f"sum {column + 1}", f"sum of column {column + 1}", *box))
            lights.append(Light(f"column:{column}", f"sum {column + 1}"))
        palette = tuple(Symbol(str(turn), str(turn), count(turn, "step")) for turn in range(instance.columns))
        layout = DiscLayout(instance.rings, instance.columns)
        pieces = []
        for dial in range(1, len(instance.dials)):
            reach = layout.outer(instance.reach(dial))
            box = middle - reach, middle - reach, 2 * reach, 2 * reach
            parts.append(Part(f"dial {dial}", f"dial {dial}", *box, rotor=dial))
            pieces.append(
                PlayPiece(
                    f"dial {dial}", f"dial {dial}", TURN, "turns", start="0", parts=(f"dial {dial}",),
                    centre=(middle, middle), degrees=step, steps=instance.columns, rotor=dial,
                )
            )  # fmt: skip
        svg = on_paper(instance.name, words, side, side, body, rx=12).svg()
        return PlayTable(svg, tuple(parts), tuple(pieces), {"turns": palette}, tuple(lights))

    def where(self, instance: Dials, key: Key) -> tuple[str, ...]:
        kind, *numbers = key
        if kind == "column":
            return (f"sum {int(numbers[0]) + 1}", f"t{int(numbers[0]) + 1}")
        return (f"sum {int(numbers[1]) + 1}",) if kind == "shows" else ()

    def readings(self, instance: Dials, state: Mapping[str, str]) -> Mapping[str, str]:
        turns = (0, *(int(state.get(f"dial {dial}", "0")) for dial in range(1, len(instance.dials))))
        own = instance.goal is None
        return {
            f"sum {column + 1}": f"{made}/{target}" if own else str(made)
            for column, (made, target) in enumerate(zip(column_sums(instance, turns), instance.targets, strict=True))
        }


EDITING = DialsEditing()


def _blank_dial(dial: int, layout: DiscLayout, absent: set[tuple[int, int]]) -> Iterator[Markup]:
    """A dial to be filled in: its rings and columns, dashed where it does not reach, the columns' numbers beyond."""
    yield circle(0, 0, RADIUS, "panel")
    for ring in range(layout.rings):
        gone = (dial, ring) in absent
        yield circle(
            0, 0, layout.outer(ring), "hair", fill="none", stroke_width=1, stroke_dasharray="3 4" if gone else None
        )
    present = [ring for ring in range(layout.rings) if (dial, ring) not in absent]
    outside = layout.outer(present[0]) if present else layout.hub
    for column in range(layout.columns):
        ends = [polar(radius, (column + 0.5) * layout.step) for radius in (layout.hub, outside)]
        yield line(ends, "hair", stroke_width=0.7)
        yield text(*polar(RADIUS + BEYOND / 2, column * layout.step), column + 1, 16, "soft")
    timber = wood(dial)
    yield circle(0, 0, layout.hub, f"{timber} {timber}-edge", stroke_width=1.2)
    yield text(0, 0, dial, min(22.0, layout.hub), f"{timber}-ink", font_weight="bold")


def _goal(instance: Dials) -> Iterator[str]:
    yield (
        "Every column has its own sum to reach."
        if instance.goal is None
        else f"Every column must sum to {instance.goal}."
    )


def _key(dial: int, ring: int, column: int) -> str:
    return f"d{dial}.r{ring + 1}.p{column + 1}"


def _size(draft: Draft) -> tuple[int, int, int]:
    found = []
    for key, least, most in (("dials", 1, MAX_DIALS), ("rings", 1, MAX_RINGS), ("columns", 2, MAX_COLUMNS)):
        word = draft.settings.get(key, "")
        if not (word.isascii() and word.isdigit() and len(word) < 4 and least <= int(word) <= most):
            raise DraftError(f"there are {least} to {most} {key}")
        found.append(int(word))
    return found[0], found[1], found[2]


def _absent(draft: Draft) -> set[tuple[int, int]]:
    """The rings that dials do not have: each that is said to be absent, and those outside it."""
    found = set()
    for item in draft.items:
        if item.tool != ABSENT.key or len(item.parts) != 1:
            raise DraftError("what is drawn on dials is a ring that is not there", item.parts)
        words = item.parts[0].replace("d", "").replace("r", "").replace("p", "").split(".")
        if len(words) != 3 or not all(word.isascii() and word.isdigit() for word in words):
            raise DraftError("there is no such place", item.parts)
        found |= {(int(words[0]), ring) for ring in range(min(int(words[1]), MAX_RINGS))}
    return found


def _keys(draft: Draft) -> Iterator[str]:
    """The parts in which something has to stand, in the order in which they are typed."""
    dials, rings, columns = _size(draft)
    absent = _absent(draft)
    for dial, ring in product(range(dials), range(rings)):
        if (dial, ring) not in absent:
            yield from (_key(dial, ring, column) for column in range(columns))
    if not draft.settings.get("sum of every column", ""):
        yield from (f"t{column + 1}" for column in range(columns))


def _number(key: str, word: str) -> int | None:
    if word == HOLE.key:
        return None
    if word.isascii() and word.isdigit() and int(word[:9]) <= MAX_NUMBER and len(word) <= len(str(MAX_NUMBER)):
        return int(word)
    raise DraftError(f"a number from 0 to {MAX_NUMBER} or a hole is expected", [key] if key else [])


def _counts(draft: Draft) -> Iterator[str]:
    """Rings that are begun and not whole: "ring 2 of dial 1 has 11 of 12 places"."""
    dials, rings, columns = _size(draft)
    absent = _absent(draft)
    for dial, ring in product(range(dials), range(rings)):
        filled = sum(_key(dial, ring, column) in draft.entries for column in range(columns))
        if 0 < filled < columns and (dial, ring) not in absent:
            yield f"ring {ring + 1} of dial {dial} has {filled} of {columns} places"
