"""Boards of exact covers at one moment of an explanation: what lies there, the ways left for each cell, the step."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from models.cover.instance import Chosen, Cover, CoverBoard
from models.cover.picture.board import CELL, board_picture, cells_of, corner_of, frame, middle_of
from models.deductions import Snapshot, is_value
from models.kit.svg import Markup, Picture, group, line, text
from models.language.model import IntVar, Literal

Left = Mapping[IntVar, frozenset[int]]
"""The values left for each variable."""


@dataclass(frozen=True)
class Standing:
    """What is known of the options when a step is made."""

    laid: Chosen  # those that are chosen
    left: Chosen  # the others that nothing rules out
    lit: Chosen  # those that the step chooses or rules out, or at which to look
    gone: Chosen  # those of them that it rules out
    items: Chosen  # the items that the step speaks of


def standing(instance: Cover, tests: Mapping[int, Sequence[Literal]], snapshot: Snapshot) -> Standing:
    """How the options stand at ``snapshot``; ``tests`` say of each, by number, that it is chosen."""
    before = {var: frozenset((value,)) for var, value in snapshot.known.items()} | dict(snapshot.left)
    after, look = dict(before), set(snapshot.look)
    for fact in snapshot.step.new if snapshot.step else ():
        after[fact.var] = after[fact.var] & fact.values
        look |= {fact.var} if is_value(fact) else set()
    found = {var: place for place, var in enumerate(snapshot.known)}  # so that what lies there keeps its colour

    def named(numbers: Iterable[int]) -> Chosen:
        return tuple(instance.options[number].name for number in numbers)

    def laid_at(left: Left) -> dict[int, bool | None]:
        return {number: _is_chosen(own, left) for number, own in tests.items()}

    was, now = laid_at(before), laid_at(after)
    seen = [number for number, own in tests.items() if now[number] is not False and any(t.var in look for t in own)]
    lit = [number for number in tests if was[number] != now[number] or number in seen]
    laid = [number for number in tests if now[number]]
    laid.sort(key=lambda number: min(found.get(test.var, len(found)) for test in tests[number]))
    keys = (rule.key for rule in snapshot.step.every_rule) if snapshot.step else ()
    return Standing(
        named(laid),
        named(number for number in tests if now[number] is None),
        named(lit),
        named(number for number in lit if now[number] is False),
        tuple(dict.fromkeys(instance.items[int(key[1])] for key in keys if key[0] == "item")),
    )


def board_at(instance: Cover, board: CoverBoard, stand: Standing) -> Picture:
    picture = board_picture(instance, board, stand.laid)
    assert picture is not None, "nothing is blamed that would have no place"
    corner = corner_of(board)
    ways = Counter(cell for name in stand.left for cell in board.lies_on.get(name, ()))
    free = sorted(board.cells - board.owners(stand.laid).keys())
    reason = {cell for item in stand.items for cell in cells_of(instance, board, item)}
    lit = {cell for name in stand.lit for cell in board.lies_on.get(name, ())}
    marks: list[Markup] = [frame(cell, corner, "reason") for cell in sorted(reason - lit)]
    marks += [frame(cell, corner, "lit", 0.75 if cell in ways or stand.gone else 0.25) for cell in sorted(lit)]
    marks += [text(*middle_of(cell, corner), ways[cell], 14, "wrong" if not ways[cell] else "soft") for cell in free]
    marks += [stroke for name in stand.gone for cell in board.lies_on.get(name, ()) for stroke in _cross(cell, corner)]
    words = [f"{', '.join(stand.lit)}: {'ruled out' if stand.gone else 'laid'} now."] if stand.lit else []
    words += ["Each other cell tells how many of the options left lie on it."] if free else []
    return replace(
        picture,
        title=f"{instance.name}, partly laid",
        description=" ".join((picture.description, *words)),
        body=(*picture.body, group(marks, class_="moment")),
    )


def _is_chosen(tests: Sequence[Literal], left: Left) -> bool | None:
    values = [(left.get(test.var, frozenset(test.var.domain)), test.values) for test in tests]
    if any(mine.isdisjoint(wanted) for mine, wanted in values):
        return False
    return True if any(mine <= wanted for mine, wanted in values) else None


def _cross(cell: tuple[int, int], corner: tuple[float, float]) -> Iterator[Markup]:
    x, y = middle_of(cell, corner)
    arm = 0.3 * CELL
    yield line(((x - arm, y + arm), (x + arm, y - arm)), "wrong-line", stroke_width=2.4, stroke_linecap="round")
