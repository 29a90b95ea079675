"""Pictures of exact covers that lie in a grid: the board, what is to be laid on it, and the chosen options in place."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from models.cover.instance import MAX_LABEL_LETTERS, Cell, Chosen, Cover, CoverBoard, beside, flush, ways
from models.deductions import Snapshot, is_value
from models.kit.palette import FACES
from models.kit.svg import (
    Markup,
    Picture,
    circle,
    cross,
    fitting,
    group,
    lines_within,
    on_paper,
    path,
    point,
    rect,
    text,
)
from models.language.model import IntVar, Literal

CELL = 36.0
SMALL = 14.0  # how wide a cell is of the pieces that lie ready beside the board
MARGIN = 16.0
EDGE = 26.0  # the room for the numbers of rows and columns
SIZE = 15.0
MIN_WIDTH = 300.0
MAX_PIECES_SHOWN = 40  # more kinds of pieces than this are not shown one by one
Look = tuple[str, str]  # a colour and the ink that is read on it

CROWN = "M-.34 .34H.34L.29 .18L.42 -.2L.2 .06L.17 -.3L0 .02L-.17 -.3L-.2 .06L-.42 -.2L-.29 .18Z"
"""A queen of chess, in cells from the middle of her own."""
JEWELS = ((-0.42, -0.22), (-0.17, -0.32), (0.17, -0.32), (0.42, -0.22))


def board_picture(
    instance: Cover, board: CoverBoard, answer: Chosen | None = None, blamed: Collection[str] = ()
) -> Picture | None:
    """The board with the ``answer`` on it, or with pieces beside it; None where something blamed has no place in it."""
    chosen = answer or ()
    lit = _lit(instance, board, frozenset(blamed))
    if lit is None:
        return None
    left, top = MARGIN + EDGE, MARGIN + EDGE
    corner = corner_of(board)
    right, bottom = left + CELL * len(board.columns), top + CELL * len(board.rows)
    width = max(MIN_WIDTH, right + MARGIN)
    shapes = board_ground(board)
    keys, notes = _keys(board, chosen), []
    if board.crossings:
        is_queen = _are_queens(instance, board)
        shapes += [_man(middle_of(cell, corner), is_queen) for name in chosen for cell in board.lies_on.get(name, ())]
    else:
        looks = _looks(board, chosen)
        shapes += _laid(board, chosen, looks, keys, corner)
        if any(len(key) > MAX_LABEL_LETTERS for key in map(board.labels.get, keys) if key):
            notes += [f"{key}: {board.labels[name]}" for name, key in keys.items()]
    for cell, owners in board.owners(chosen).items():
        if len(owners) > 1:
            shapes += reversed(cross(*middle_of(cell, corner), 0.34 * CELL, stroke_width=4))
    shapes += [frame(cell, corner, "lit") for cell in sorted({cell for cells in lit for cell in cells})]
    bottom += MARGIN
    if answer is None and not board.crossings:
        ready, bottom = _ready(board, (left, bottom + 4), width - MARGIN, frozenset(blamed))
        shapes += ready
    nowhere = [name for name in chosen if name not in board.lies_on]
    notes += [f"Chosen too: {', '.join(nowhere)}."] if nowhere else []
    for words in (words for note in notes for words in lines_within(note, width - 2 * MARGIN, SIZE)):
        bottom += 22
        shapes.append(text(MARGIN, bottom - 8, words, SIZE, text_anchor="start"))
    title = f"{instance.name}, " + ("the board" if answer is None else "the board with the chosen options on it")
    return on_paper(title, _description(board, answer, sorted(blamed)), width, bottom + MARGIN / 2, shapes)


def board_at(instance: Cover, board: CoverBoard, tests: Mapping[int, Sequence[Literal]], snapshot: Snapshot) -> Picture:
    """The board at one moment of an explanation; ``tests`` say of each option, by number, that it is chosen.

    In every cell on which nothing lies stands how many options are left for it.
    """
    before = {var: frozenset((value,)) for var, value in snapshot.known.items()} | dict(snapshot.left)
    after, look = dict(before), set(snapshot.look)
    for fact in snapshot.step.new if snapshot.step else ():
        after[fact.var] = after[fact.var] & fact.values
        look |= {fact.var} if is_value(fact) else set()
    was, now = ({number: _is_chosen(own, left) for number, own in tests.items()} for left in (before, after))
    seen = {number for number, own in tests.items() if now[number] is not False and any(t.var in look for t in own)}

    def named(numbers: Iterable[int]) -> Chosen:
        return tuple(instance.options[number].name for number in numbers)

    def cells(names: Chosen) -> list[Cell]:
        return [cell for name in names for cell in board.lies_on.get(name, ())]

    found = {var: place for place, var in enumerate(snapshot.known)}  # so that what lies there keeps its colour
    age = {number: min(found.get(test.var, len(found)) for test in own) for number, own in tests.items()}
    laid = named(sorted((number for number in tests if now[number]), key=age.__getitem__))
    changed = [number for number in tests if was[number] != now[number] or number in seen]
    gone = named(number for number in changed if now[number] is False)
    keys = [rule.key for rule in snapshot.step.every_rule] if snapshot.step else []
    items = [instance.items[int(key[1])] for key in keys if key[0] == "item"]

    picture = board_picture(instance, board, laid)
    assert picture is not None, "nothing is blamed that would have no place"
    corner = corner_of(board)
    ways_left = Counter(cells(named(number for number in tests if now[number] is None)))
    free = sorted(board.cells - board.owners(laid).keys())
    lit = set(cells(named(changed)))
    reason = {cell for item in items for cell in cells_of(instance, board, item)}
    marks = [frame(cell, corner, "reason") for cell in sorted(reason - lit)]
    marks += [frame(cell, corner, "lit", 0.75 if cell in ways_left or gone else 0.25) for cell in sorted(lit)]
    for cell in free:
        marks.append(text(*middle_of(cell, corner), ways_left[cell], 14, "soft" if ways_left[cell] else "wrong"))
    marks += [cross(*middle_of(cell, corner), 0.3 * CELL, stroke_width=2.4)[1] for cell in cells(gone)]
    words = [f"{', '.join(named(changed))}: {'ruled out' if gone else 'laid'} now."] if changed else []
    words += ["Each other cell tells how many of the options left lie on it."] if free else []
    return replace(
        picture,
        title=f"{instance.name}, partly laid",
        description=" ".join((picture.description, *words)),
        body=(*picture.body, group(marks, class_="moment")),
    )


def _is_chosen(tests: Sequence[Literal], left: Mapping[IntVar, frozenset[int]]) -> bool | None:
    values = [(left.get(test.var, frozenset(test.var.domain)), test.values) for test in tests]
    if any(mine.isdisjoint(wanted) for mine, wanted in values):
        return False
    return True if any(mine <= wanted for mine, wanted in values) else None


def _lit(instance: Cover, board: CoverBoard, blamed: Collection[str]) -> list[tuple[Cell, ...]] | None:
    """The cells of each item and option blamed; an item that is no cell of its own is all cells of its takers."""
    lit: list[tuple[Cell, ...]] = []
    pieces = frozenset(board.labels.values())
    for name in blamed:
        if name in board.lies_on:
            lit.append(board.lies_on[name])
        elif cells := cells_of(instance, board, name):
            lit.append(cells)
        elif name not in pieces:
            return None
    return lit


def cells_of(instance: Cover, board: CoverBoard, item: str) -> tuple[Cell, ...]:
    """The cell that an item is, or all cells on which its takers lie; none of a piece, which lies beside the board."""
    if item in board.named:
        return (board.named[item],)
    if item not in instance.takers or (not board.crossings and item in board.labels.values()):
        return ()
    takers = (instance.options[number].name for number in instance.takers[item])
    return tuple(cell for taker in takers for cell in board.lies_on.get(taker, ()))


def corner_of(board: CoverBoard) -> tuple[float, float]:
    """Where the cell of row 0 and column 0 would begin."""
    return MARGIN + EDGE - CELL * board.columns.start, MARGIN + EDGE - CELL * board.rows.start


def _ground(board: CoverBoard, corner: tuple[float, float]) -> Iterator[Markup]:
    for row, column in sorted(board.cells):
        class_ = "plate" if not board.crossings else "oak" if (row + column) % 2 else "maple"
        x, y = corner[0] + column * CELL, corner[1] + row * CELL
        yield rect(x, y, CELL, CELL, class_, data_cell=f"r{row}c{column}")
        if not board.crossings:
            yield rect(x, y, CELL, CELL, "hair", fill="none", stroke_width=1)


def board_ground(board: CoverBoard, size: float = 13) -> list[Markup]:
    """The bare board with the numbers of its rows and columns."""
    corner = corner_of(board)
    rows = (text(MARGIN + EDGE / 2 - 4, corner[1] + (row + 0.5) * CELL, row, size, "soft") for row in board.rows)
    columns = (text(corner[0] + (column + 0.5) * CELL, MARGIN + 10, column, size, "soft") for column in board.columns)
    return [*_ground(board, corner), group([*rows, *columns], class_="lines")]


def _keys(board: CoverBoard, chosen: Chosen) -> dict[str, str]:
    """What stands on each chosen option: its label, or a number where labels are too long for a cell."""
    labels = {name: board.labels[name] for name in chosen if name in board.lies_on}
    if any(len(label) > MAX_LABEL_LETTERS for label in labels.values()):
        return {name: str(number) for number, name in enumerate(labels, 1)}
    return labels


def _looks(board: CoverBoard, chosen: Chosen) -> dict[str, Look]:
    """A colour for each piece by its label, where there are enough; otherwise neighbours differ."""
    kinds = list(dict.fromkeys(filter(None, board.labels.values())))
    if all(map(board.labels.get, board.lies_on)) and len(kinds) <= len(FACES):
        return {name: FACES[kinds.index(board.labels[name])] for name in board.lies_on}
    looks: dict[str, Look] = {}
    owners = board.owners(chosen)
    for name in chosen:
        around = (near for cell in board.lies_on.get(name, ()) for near in beside(cell))
        taken = {looks[owner] for near in around for owner in owners.get(near, ()) if owner in looks}
        looks[name] = next((look for look in FACES if look not in taken), FACES[0])
    return looks


def _laid(
    board: CoverBoard, chosen: Chosen, looks: Mapping[str, Look], keys: Mapping[str, str], corner: tuple[float, float]
) -> Iterator[Markup]:
    for name in chosen:
        if cells := board.lies_on.get(name):
            (colour, ink), key = looks[name], keys[name]
            row, column = (sum(places) / len(cells) for places in zip(*cells, strict=True))
            heart = min(((cell[0] - row) ** 2 + (cell[1] - column) ** 2, cell) for cell in cells)[1]
            where = middle_of(heart, corner)
            label = (
                [text(*where, key, fitting(key, 17, CELL - 4), "label", fill=ink, font_weight="bold")] if key else []
            )
            yield group([*_shape(cells, colour, CELL, corner), *label], class_="option", data_option=name)


def _shape(cells: Sequence[Cell], colour: str, cell: float, corner: tuple[float, float]) -> Iterator[Markup]:
    own = frozenset(cells)
    outline: list[str] = []
    inside: list[str] = []
    for row, column in cells:
        x, y = corner[0] + column * cell, corner[1] + row * cell
        yield rect(x, y, cell, cell, "tile", fill=colour)
        one, two, three, four = (x, y), (x + cell, y), (x, y + cell), (x + cell, y + cell)
        sides = ((one, two), (three, four), (one, three), (two, four))
        for near, (start, end) in zip(beside((row, column)), sides, strict=True):
            (inside if near in own else outline).append(f"M{point(*start)}L{point(*end)}")
    if inside:
        yield path("".join(inside), "line", fill="none", opacity=0.15)
    yield path("".join(outline), "shade", fill="none", stroke_width=cell / 14, stroke_linecap="round")


def _man(middle: tuple[float, float], is_queen: bool) -> Markup:
    if not is_queen:
        return group([circle(*middle, 0.32 * CELL, "walnut")], class_="option man")
    crown = path(CROWN, "maple-ink")
    jewels = [circle(x, y, 0.07, "maple-ink") for x, y in JEWELS]
    return group([crown, *jewels], class_="option man queen", transform=f"matrix({CELL} 0 0 {CELL} {point(*middle)})")


def _are_queens(instance: Cover, board: CoverBoard) -> bool:
    """Whether men who are diagonal neighbours are always in each other's way."""
    on = {cells[0]: frozenset(instance.options[instance.places[name]].items) for name, cells in board.lies_on.items()}
    pairs = [((row, column), (row + 1, column + step)) for row, column in on for step in (-1, 1)]
    pairs = [pair for pair in pairs if pair[1] in on]
    return bool(pairs) and not any(on[one].isdisjoint(on[other]) for one, other in pairs)


def frame(cell: Cell, corner: tuple[float, float], kind: str, shade: float = 0.75) -> Markup:
    """A cell that is ``lit``, or lit with a broken line as a ``reason``; the less ``shade``, the more shows through."""
    x, y = corner[0] + cell[1] * CELL + 2, corner[1] + cell[0] * CELL + 2
    area = (x, y, CELL - 4, CELL - 4)
    dashes = "4 3" if kind == "reason" else None
    edge = rect(*area, f"{kind}-line", rx=4, fill="none", stroke_width=2, stroke_dasharray=dashes)
    return group([rect(*area, kind, rx=4, opacity=shade), edge])


def _ready(
    board: CoverBoard, start: tuple[float, float], right: float, blamed: Collection[str]
) -> tuple[list[Markup], float]:
    """The kinds of pieces in rows below the board, each by its first place, and where they end."""
    kinds = _kinds(board)
    looks = [FACES[place % len(FACES)] for place in range(len(kinds))]
    shapes: list[Markup] = []
    (left, y), x, deepest = start, start[0], 0.0
    for (label, cells), (colour, _) in zip(kinds[:MAX_PIECES_SHOWN], looks, strict=False):
        wide = SMALL * (1 + max(column for _, column in cells))
        room = max(wide, len(label) * 0.62 * 13)
        if x > left and x + room > right:
            x, y, deepest = left, y + deepest + 12, 0.0
        deep = SMALL * (1 + max(row for row, _ in cells)) + (20 if label else 0)
        piece = list(_shape(cells, colour, SMALL, (x, y)))
        if label:
            weight = "bold" if label in blamed else None
            piece.append(text(x + wide / 2, y + deep - 9, label, 13, font_weight=weight))
        if label in blamed:
            piece.append(rect(x - 4, y - 4, room + 8, deep + 6, "lit-line", rx=4, fill="none", stroke_width=2))
        shapes.append(group(piece, class_="piece"))
        x, deepest = x + room + 16, max(deepest, deep)
    y += deepest + 8
    if len(kinds) > MAX_PIECES_SHOWN:
        shapes.append(
            text(left, y + 10, f"and {len(kinds) - MAX_PIECES_SHOWN:,} more", 13, "soft", text_anchor="start")
        )
        y += 22
    return shapes, y


def _kinds(board: CoverBoard) -> list[tuple[str, tuple[Cell, ...]]]:
    """The pieces there are, by label; without labels the shapes, turned and turned over as one."""
    kinds: dict[object, tuple[str, tuple[Cell, ...]]] = {}
    for name, cells in board.lies_on.items():
        label = board.labels[name]
        kinds.setdefault(label or ways(cells)[0], (label, flush(cells)))
    return list(kinds.values())


def middle_of(cell: Cell, corner: tuple[float, float]) -> tuple[float, float]:
    return corner[0] + (cell[1] + 0.5) * CELL, corner[1] + (cell[0] + 0.5) * CELL


def _description(board: CoverBoard, answer: Chosen | None, blamed: Sequence[str]) -> Iterator[str]:
    yield f"A board of {len(board.rows)} rows and {len(board.columns)} columns,"
    holes = len(board.rows) * len(board.columns) - len(board.cells)
    yield f"{len(board.cells)} cells" + (f" and {holes} holes." if holes else ".")
    if answer is None and not board.crossings:
        labels = [label for label, _ in _kinds(board) if label]
        if labels:
            yield f"To be laid: {', '.join(labels)}."
    for name in answer or ():
        where = ", ".join(f"r{row}c{column}" for row, column in board.lies_on.get(name, ()))
        yield f"{board.labels.get(name) or 'One'} on {where};" if where else f"{name};"
    if blamed:
        yield f"Framed: {', '.join(blamed)}."
