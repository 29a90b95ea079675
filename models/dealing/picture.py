"""The picture of a pack being dealt: each round its stacks and what is left over, then the leftovers in a row."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from models.dealing.instance import Dealing, Dealt, rounds_of
from models.deductions import Conflict
from models.drawing import Drawing
from models.formulation import Formulation
from models.kit.names import count
from models.kit.svg import (
    LETTER,
    Markup,
    Picture,
    circle,
    fitting,
    group,
    line,
    on_paper,
    path,
    point,
    polygon,
    rect,
    text,
)
from models.mistakes import Mistake

MAX_STACKS_SHOWN = 5  # of more, some, dots and the last
MAX_CARDS_SHOWN = 4  # of more leftovers, so many cards with their number on them
MAX_LAYERS = 7  # of a stack; its number says how many cards it has

# Sizes in pixels.
MARGIN = 18.0
CARD = (38.0, 52.0)
SLOT = 54.0  # the room for one stack
LAYER = 2.4  # from card to card of a stack
FAN = 17.0  # from leftover card to leftover card
ROUND = 104.0
LABEL = 116.0  # the room for a round's number and its cards
WORTH = 144.0  # the most room for saying what leftovers stand for
TILE = 72.0  # the least room for one leftover in the row of all of them
SMALL = 16.5  # the font of what is said in passing; only very long numbers are smaller


class DealingDrawing(Drawing[Dealing, Dealt]):
    def picture(self, instance: Dealing, answer: Dealt | None = None) -> str:
        return picture(instance, answer).svg()

    def conflict(self, instance: Dealing, stated: Formulation[Dealing, Dealt], conflict: Conflict) -> str | None:
        rounds = {int(part.key[-1]) + 1 for part in conflict.parts if "round" in part.key}
        rounds &= set(range(1, len(instance.leftovers) + 1))
        return picture(instance, lit=rounds).svg() if rounds else None

    def wrong(self, instance: Dealing, mistakes: Sequence[Mistake]) -> str | None:
        rounds = {int(mistake.key[1]) + 1 for mistake in mistakes if mistake.key[0] == "round"}
        return picture(instance, lit=rounds).svg() if rounds else None


DRAWING = DealingDrawing()


def picture(instance: Dealing, answer: Dealt | None = None, lit: Collection[int] = ()) -> Picture:
    """What is known, or with ``answer`` every round; the leftovers of the rounds in ``lit`` (from 1) are framed."""
    slots = min(instance.stacks, MAX_STACKS_SHOWN)
    fan = CARD[0] + (min(instance.stacks - 1, MAX_CARDS_SHOWN) - 1) * FAN
    dealt = f"in {instance.stacks} equal stacks"
    columns = (MARGIN + LABEL, MARGIN + LABEL + max(slots * SLOT + 22, len(dealt) * LETTER * SMALL + 8))
    words = _heading(instance, answer)
    width = columns[1] + max(fan, 74) + MARGIN + (0 if answer is None else _room_for_worth(instance, answer))
    width = max(width, len(words) * LETTER * SMALL + 2 * MARGIN)
    size = fitting(words, 18, width - 2 * MARGIN)
    body = [text(MARGIN, 26, words, size, text_anchor="start", font_weight="bold")]
    height = 46.0
    if answer is not None and answer.leftovers:
        body.append(text(columns[1], height + 12, "left over", SMALL, "soft", text_anchor="start"))
        body.append(text(columns[0], height + 12, dealt, SMALL, "soft", text_anchor="start"))
        height += 26
        for place, now in enumerate(rounds_of(instance, answer)):
            shapes = [
                *_label(place, now.cards, height),
                *_stacks(instance.stacks, now.stack, columns[0], height),
                *_leftover(now.leftover, columns[1], height + 20),
                *_worth(now.leftover, now.stands_for, width - MARGIN, height + 20 + CARD[1] / 2),
            ]
            body.append(group(shapes, class_="round", data_round=place + 1))
            height += ROUND
    shown: Sequence[int | None] = instance.leftovers if answer is None else answer.leftovers
    row, height = _row(instance, shown, answer, width, height, lit)
    body += row
    title = f"{instance.name}, " + ("what is known" if answer is None else "round by round")
    return on_paper(title, _description(instance, answer, lit), width, height, body)


def _heading(instance: Dealing, answer: Dealt | None) -> str:
    if answer is not None:
        return f"{count(answer.cards, 'card')} dealt into {instance.stacks} stacks"
    if instance.cards is not None:
        return f"{count(instance.cards, 'card')}, dealt into {instance.stacks} stacks"
    bound = "" if instance.at_most is None else f", at most {instance.at_most:,}"
    return f"How many cards? Dealt into {instance.stacks} stacks{bound}"


def _label(place: int, dealt: int, top: float) -> Iterator[Markup]:
    middle = top + 20 + CARD[1] / 2
    words, rise, fall = count(dealt, "card"), 12, 10
    if fitting(words, 19, LABEL - 14) < SMALL:  # too long to stand on one line with the noun
        words, rise, fall = f"{dealt:,}", 22, 0
    yield text(MARGIN, middle - rise, f"round {place + 1}", SMALL, "soft", text_anchor="start")
    yield text(MARGIN, middle + fall, words, fitting(words, 19, LABEL - 14), "ink dealt", text_anchor="start")
    if fall == 0:
        yield text(MARGIN, middle + 20, "cards", SMALL, "soft", text_anchor="start")


def _stacks(stacks: int, size: int, left: float, top: float) -> Iterator[Markup]:
    """The stacks of a round; the first one is kept and dealt next."""
    slots = min(stacks, MAX_STACKS_SHOWN)
    fits = fitting(f"{size:,}", 20, CARD[0] - 3) >= SMALL
    for slot in range(slots):
        x, y = left + slot * SLOT, top + 20
        if stacks > MAX_STACKS_SHOWN and slot == slots - 2:
            dots = [circle(x + CARD[0] / 2 + 11 * step, y + CARD[1] / 2, 3, "soft") for step in (-1, 0, 1)]
            yield group(dots, class_="more-stacks")
        elif size == 0:
            yield rect(x, y, *CARD, "hair", fill="none", rx=5, stroke_width=1.4, stroke_dasharray="4 3")
        else:
            yield group(_stack(x, y, size, fits), class_="stack", data_cards=size)
    if size:
        yield from _kept(left, top, size)
    if not fits:
        words = f"{size:,} in each"
        yield text(left + SLOT, top + 36 + CARD[1], words, SMALL, "ink in-each", text_anchor="start")


def _stack(x: float, y: float, size: int, numbered: bool) -> Iterator[Markup]:
    """Cards on one another, as many as can be seen apart, and their number."""
    layers = min(size, MAX_LAYERS)
    for layer in range(layers):
        yield rect(x, y - LAYER * layer, *CARD, "back card-edge", rx=5, stroke_width=1.2)
    if numbered:
        words, middle = f"{size:,}", y - LAYER * (layers - 1) + CARD[1] / 2
        yield text(x + CARD[0] / 2, middle, words, fitting(words, 20, CARD[0] - 3), "on-back", font_weight="bold")


def _kept(left: float, top: float, size: int) -> Iterator[Markup]:
    """A frame round the stack that is kept, and an arrow from it to the next round."""
    layers = LAYER * (min(size, MAX_LAYERS) - 1)
    x, y, bottom = left - 6, top + 14 - layers, top + CARD[1] + 26
    yield rect(x, y, CARD[0] + 12, bottom - y, "found-line", fill="none", rx=9, stroke_width=2)
    end = top + ROUND + 30
    bend = f"M{point(x + 9, bottom)}C{point(x + 9, bottom + 14)} {point(x - 24, bottom + 8)} {point(x - 30, end - 9)}"
    yield path(bend, "found-line", fill="none", stroke_width=2, stroke_linecap="round")
    yield polygon([(x - 32, end), (x - 35.5, end - 11), (x - 24.5, end - 9)], "found")


def _leftover(
    leftover: int | None, left: float, top: float, most: int = MAX_CARDS_SHOWN, size: float = 22
) -> Iterator[Markup]:
    """The cards that are left over, ``most`` of them side by side; a chip for none, ? where it is not known."""
    x, middle = left + CARD[0] / 2, top + CARD[1] / 2
    if leftover is None:
        yield rect(left, top, *CARD, "hair", fill="none", rx=5, stroke_width=1.4, stroke_dasharray="4 3")
        yield text(x, middle, "?", 26, "soft leftover", font_weight="bold")
    elif leftover == 0:
        yield circle(x, middle, 18, "chip chip-edge", stroke_width=1.6)
        yield circle(x, middle, 13.5, "chip-edge", fill="none", stroke_width=2.4, stroke_dasharray="4.5 4")
        yield text(x, middle, 0, 17, "chip-ink leftover", font_weight="bold")
    else:
        drawn = min(leftover, most)
        for place in range(drawn):
            yield from _face_up(left + place * FAN, top)
        words = f"{leftover:,}"
        font = fitting(words, size, CARD[0] - 8)
        yield text(x + (drawn - 1) * FAN, middle, words, font, "card-ink leftover", font_weight="bold")


def _face_up(x: float, y: float) -> Iterator[Markup]:
    yield rect(x, y, *CARD, "card card-edge", rx=5, stroke_width=1.2)
    for px, py in ((x + 7, y + 9), (x + CARD[0] - 7, y + CARD[1] - 9)):
        yield polygon([(px, py - 4.5), (px + 3.2, py), (px, py + 4.5), (px - 3.2, py)], "pip")


def _room_for_worth(instance: Dealing, answer: Dealt) -> float:
    """The room that the rounds of ``answer`` need: a picture that is no wider can be read on a telephone."""
    worth = [(dealt.leftover, dealt.stands_for) for dealt in rounds_of(instance, answer)]
    wide = [max(SMALL * len(f"{n} × {each:,}"), 19 * len(f"= {n * each:,}")) for n, each in worth]
    return min(WORTH, max(wide, default=WORTH) * LETTER + 20)


def _worth(leftover: int, stands_for: int, right: float, middle: float) -> Iterator[Markup]:
    words = f"{leftover} × {stands_for:,}"
    yield text(right, middle - 11, words, fitting(words, SMALL, WORTH - 20), "soft", text_anchor="end")
    words = f"= {leftover * stands_for:,}"
    size = fitting(words, 19, WORTH - 20)
    yield text(right, middle + 11, words, size, "ink worth", text_anchor="end", font_weight="bold")


def _row(
    instance: Dealing,
    leftovers: Sequence[int | None],
    answer: Dealt | None,
    width: float,
    top: float,
    lit: Collection[int],
) -> tuple[list[Markup], float]:
    body: list[Markup] = []
    if answer is not None:
        body.append(line(((MARGIN, top + 4), (width - MARGIN, top + 4)), "hair", stroke_width=1.2))
        top += 12
    open_end = answer is None and instance.goes_on
    heading = "The leftovers, the first round's first" if leftovers else "No leftover is known" if open_end else ""
    if answer is not None and not leftovers:
        heading = "There is nothing to deal, and nothing left over"
    body.append(text(MARGIN, top + 14, heading, SMALL, "soft", text_anchor="start"))
    top += 36
    shapes: list[Markup] = []
    places = len(leftovers) + open_end
    longest = len(f"{instance.stacks ** max(0, len(leftovers) - 1):,}")
    tile_width = max(TILE, 1.1 * LETTER * SMALL * (longest + 2))
    across = max(1, int((width - 2 * MARGIN) // tile_width))
    for place in range(places):
        row, column = divmod(place, across)
        x, y = MARGIN + column * tile_width, top + row * (CARD[1] + 44)
        if place == len(leftovers):
            shapes.append(text(x + CARD[0] / 2, y + CARD[1] / 2, "…", 26, "soft"))
            continue
        tile: list[Markup] = []
        if place + 1 in lit:
            frame = (x - 7, y - 7, CARD[0] + 14, CARD[1] + 14)
            tile = [rect(*frame, "lit", rx=8), rect(*frame, "lit-line", rx=8, fill="none", stroke_width=3)]
        tile += _leftover(leftovers[place], x, y, most=1, size=24)
        tile += _stands_for(instance.stacks**place, x, y, tile_width)
        shapes.append(group(tile, data_round=place + 1))
    if shapes:
        body.append(group(shapes, class_="leftovers"))
    rows = -(-places // across)
    height = top + rows * (CARD[1] + 44) + 4
    if answer is not None and answer.leftovers:
        height += 12
        words = f"in all {count(answer.cards, 'card')}"
        body.append(text(width - MARGIN, height - 4, words, 18, "ink", text_anchor="end", font_weight="bold"))
        height += MARGIN
    return body, height


def _stands_for(value: int, x: float, y: float, room: float) -> Iterator[Markup]:
    words = f"× {value:,}"
    # Below the card's middle, or where that would run out of the picture, from its left edge on.
    middle, anchor = (0.0, "start") if room > TILE else (CARD[0] / 2, "middle")
    size = fitting(words, SMALL, room - 6)
    yield text(x + middle, y + CARD[1] + 15, words, size, "soft stands-for", text_anchor=anchor)


def _description(instance: Dealing, answer: Dealt | None, lit: Collection[int]) -> Iterator[str]:
    yield f"A pack is dealt into {instance.stacks} equal stacks, one of them is dealt again, until nothing is left."
    if answer is None:
        known = ["unknown" if leftover is None else str(leftover) for leftover in instance.leftovers]
        known += ["and so on"] * instance.goes_on
        yield f"Left over, round by round: {', '.join(known) or 'nothing'}."
        yield "The number of cards is " + ("not known" if instance.cards is None else f"{instance.cards:,}") + "."
        if instance.at_most is not None:
            yield f"It is at most {instance.at_most:,}."
        if lit:
            yield f"Framed: round {', '.join(map(str, sorted(lit)))}."
        return
    yield f"There are {count(answer.cards, 'card')}."
    for number, dealt in enumerate(rounds_of(instance, answer), 1):
        yield (
            f"Round {number}: {count(dealt.cards, 'card')}, {dealt.stack:,} in each stack, "
            f"left over {dealt.leftover or 'a chip for none'}; one stands for {dealt.stands_for:,}."
        )
