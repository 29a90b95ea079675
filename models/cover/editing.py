"""Editing of exact covers: a table of options and items, or a board with pieces; pieces are laid, options chosen.

An instance that is neither a small table nor a board of pieces is entered as the text of its file.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory

from models.cover.instance import Cell, Chosen, Cover, Option, board_of, cell_named, flush, ways
from models.cover.model import OptionsModel
from models.cover.picture.board import CELL, MARGIN, board_ground, corner_of
from models.cover.reading import as_toml, read_cover
from models.editing import PLACE, Board, Draft, DraftError, Editing, Part, PlayPiece, PlayTable, Setting, Symbol
from models.errors import InputError
from models.formulation import Formulation
from models.kit.names import count, shown
from models.kit.palette import FACES
from models.kit.svg import LETTER, Markup, on_paper, rect, text
from models.language.base import Key
from models.language.model import IntVar

MAX_TABLE_OPTIONS, MAX_TABLE_ITEMS = 40, 30  # that are entered cell by cell
MAX_PLAYED_OPTIONS = 5_000  # on a board; without one each is a row
MAX_PLAYED_ROWS = 200
MAX_SIDE, MAX_PIECES, PIECE_SIDE = 20, 40, 5
ROW, SMALL, HEAD = 34.0, 22.0, 30.0
TABLE, PIECES = "table", "board and pieces"
USUAL_ITEMS, USUAL_OPTIONS = "A, B, C, D, E", "1, 2, 3, 4, 5"  # of a table in which none are named yet
MET = (Symbol("x", "●", "met", keys=("x", " ", "1")),)
FILLED = (Symbol("x", "■", "filled", keys=("x", " ", "1")),)


class CoverEditing(Editing[Cover, Chosen]):
    """An entry is a mark where an option meets an item, or on a cell: of the board a hole, of a piece its own."""

    def blank(self) -> Draft:
        return Draft(settings={"form": PIECES, "rows": "4", "columns": "5", "pieces": "5", "turn over": "yes"})

    def draft(self, instance: Cover) -> Draft:
        names = (*instance.items, *(option.name for option in instance.options))
        is_small = len(instance.options) <= MAX_TABLE_OPTIONS and len(instance.items) <= MAX_TABLE_ITEMS
        if not is_small or any({",", "|"} & {*name} for name in names) or any(o.cells for o in instance.options):
            return Draft(instance.name, text=as_toml(instance))
        items = ", ".join(instance.primary) + (" | " + ", ".join(instance.secondary) if instance.secondary else "")
        settings = {"form": TABLE, "items": items, "options": ", ".join(option.name for option in instance.options)}
        if instance.source:
            settings["source"] = instance.source
        # An option may name its items in any order, and that order is kept.
        entries = {
            f"o{row}.i{instance.items.index(item) + 1}": str(place)
            for row, option in enumerate(instance.options, 1)
            for place, item in enumerate(option.items, 1)
        }
        return Draft(instance.name, entries, settings)

    def instance(self, draft: Draft) -> Cover:
        if draft.text:
            return _typed(draft)
        return _from_pieces(draft) if draft.settings.get("form") == PIECES else _from_table(draft)

    def board(self, draft: Draft) -> Board:
        if draft.text:
            instance = _typed(draft)
            options, items = count(len(instance.options), "option"), count(len(instance.items), "item")
            words = f"{options} and {items}, entered as text"
            svg = on_paper(instance.name, [words], 480, 80, [text(240, 40, words, 18)]).svg()
            return Board(svg, ())
        form = Setting("form", "entered as", draft.settings.get("form", TABLE), (TABLE, PIECES))
        return _pieces_board(draft, form) if form.value == PIECES else _table_board(draft, form)

    def variables(self, instance: Cover, stated: Formulation[Cover, Chosen]) -> Mapping[str, IntVar]:
        assert isinstance(stated, OptionsModel)
        return {instance.options[number].name: tests[0].var for number, tests in stated.tests.items()}

    def table(self, instance: Cover, stated: Formulation[Cover, Chosen]) -> PlayTable:
        assert isinstance(stated, OptionsModel)
        board = board_of(instance)
        most = MAX_PLAYED_ROWS if board is None else MAX_PLAYED_OPTIONS
        if len(stated.tests) > most:
            raise DraftError(f"there are {len(stated.tests):,} options, too many to be played by hand")
        palettes = {"chosen": (Symbol("0", "", "not chosen"), Symbol("1", "●", "chosen"))}
        names = [instance.options[number].name for number in stated.tests]
        if board is None:
            return replace(_rows(instance, names), palettes=palettes)
        corner = corner_of(board)
        parts = tuple(
            Part(f"r{row}c{column}", f"row {row}, column {column}",
                 corner[0] + column * CELL, corner[1] + row * CELL, CELL, CELL)
            for row, column in sorted(board.cells)
        )  # fmt: skip
        groups = list(dict.fromkeys(board.labels.get(name, "") for name in names))
        pieces = []
        for name in names:
            group = board.labels.get(name, "")
            covered = tuple(f"r{row}c{column}" for row, column in board.lies_on.get(name, ()))
            colour = FACES[groups.index(group) % len(FACES)][0]
            pieces.append(PlayPiece(name, name, PLACE, "chosen", None, "0", covered, group=group, colour=colour))
        width = max(300.0, corner[0] + CELL * board.columns.stop + MARGIN)
        height = corner[1] + CELL * board.rows.stop + MARGIN
        svg = on_paper(instance.name, ["The board."], width, height, board_ground(board, 15)).svg()
        return PlayTable(svg, parts, tuple(pieces), palettes)

    def where(self, instance: Cover, key: Key) -> tuple[str, ...]:
        if key[0] != "item":
            return ()
        item = instance.items[int(key[1])]
        cell = cell_named(item)
        if cell is not None and board_of(instance) is not None:
            return (f"r{cell[0]}c{cell[1]}",)
        return (f"item {item}",) if board_of(instance) is None else ()


EDITING = CoverEditing()


def _typed(draft: Draft) -> Cover:
    """The instance that a text says, as a file of its kind would."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / ("cover.toml" if "=" in draft.text else "cover.dlx")
        path.write_text(draft.text, encoding="utf-8")
        found = next(iter(read_cover(path)))
    if isinstance(found, InputError):
        raise DraftError(found.sentence)
    return replace(found, name=draft.name) if draft.name else found


def _names(draft: Draft) -> tuple[list[str], list[str], list[str]]:
    """The primary items, the secondary ones and the options of a table."""
    primary, _, secondary = (draft.settings.get("items") or USUAL_ITEMS).partition("|")
    options = draft.settings.get("options") or USUAL_OPTIONS
    lists = [[name for word in text.split(",") if (name := word.strip())] for text in (primary, secondary, options)]
    for names, most, what in (
        (lists[0] + lists[1], MAX_TABLE_ITEMS, "items"),
        (lists[2], MAX_TABLE_OPTIONS, "options"),
    ):
        if len(names) != len({*names}):
            raise DraftError(f"two {what} have one name")
        if not 1 <= len(names) <= most:
            raise DraftError(f"a table has 1 to {most} {what}, their names with commas between them")
    return lists[0], lists[1], lists[2]


def _from_table(draft: Draft) -> Cover:
    primary, secondary, names = _names(draft)
    items, options = primary + secondary, []
    for row, name in enumerate(names, 1):
        found = {place: draft.entries.get(f"o{row}.i{place}", "") for place in range(1, len(items) + 1)}
        marks = {place: mark for place, mark in found.items() if mark}
        # Marks that were typed come after those of a file, which are the places in the option's own order.
        met = sorted(
            (int(mark) if mark.isdecimal() else MAX_TABLE_ITEMS, place) for place, mark in marks.items() if mark
        )
        if not met:
            raise DraftError(f"option {name} meets no item", [f"o{row}.i1"])
        options.append(Option(name, tuple(items[place - 1] for _, place in met)))
    source = draft.settings.get("source", "")
    return Cover(draft.name or "cover", tuple(primary), tuple(secondary), tuple(options), source)


def _table_board(draft: Draft, form: Setting) -> Board:
    primary, secondary, names = _names(draft)
    items = primary + secondary
    left = max(60.0, 15 * LETTER * max(map(len, names)) + 20)
    top = max(40.0, 15 * LETTER * max(map(len, items)) + 14)
    body, parts = list[Markup](), list[Part]()
    for place, item in enumerate(items):
        x = left + (place + 0.5) * ROW
        where = f"translate({x:.1f} {top - 8:.1f}) rotate(-90)"
        class_ = "ink" if place < len(primary) else "soft"
        body.append(text(0, 0, item, 15, class_, text_anchor="start", transform=where))
    for row, name in enumerate(names):
        y = top + row * ROW
        body.append(text(left - 10, y + ROW / 2, name, 15, text_anchor="end"))
        for place, item in enumerate(items):
            box = left + place * ROW + 1, y + 1, ROW - 2, ROW - 2
            body.append(rect(*box, "panel", rx=4))
            parts.append(Part(f"o{row + 1}.i{place + 1}", f"option {name}, item {item}", *box, "met"))
    settings = (
        form,
        Setting("items", "items (those after | may be left out)", draft.settings.get("items") or USUAL_ITEMS),
        Setting("options", "options", draft.settings.get("options") or USUAL_OPTIONS),
    )
    width, height = left + len(items) * ROW + MARGIN, top + len(names) * ROW + MARGIN
    svg = on_paper(draft.name or "cover", ["A table of options and items."], width, height, body).svg()
    numbers = tuple(Symbol(str(number), "●", "met") for number in range(1, MAX_TABLE_ITEMS + 1))
    return Board(svg, tuple(parts), {"met": (*MET, *numbers)}, (), settings)


def _measures(draft: Draft) -> tuple[int, int, int]:
    found = []
    for key, most in (("rows", MAX_SIDE), ("columns", MAX_SIDE), ("pieces", MAX_PIECES)):
        word = draft.settings.get(key, "")
        if not (word.isascii() and word.isdigit() and len(word) < 4 and 1 <= int(word) <= most):
            raise DraftError(f"{key} are 1 to {most}")
        found.append(int(word))
    return found[0], found[1], found[2]


def _piece_name(number: int) -> str:
    return chr(ord("A") + number % 26) + (str(number // 26 + 1) if number >= 26 else "")


def _from_pieces(draft: Draft) -> Cover:
    """A board and pieces, each of which is laid exactly once; every way in which it can lie is an option."""
    rows, columns, number = _measures(draft)
    every = product(range(1, rows + 1), range(1, columns + 1))
    board = [(row, column) for row, column in every if f"r{row}c{column}" not in draft.entries]
    free, options = {*board}, []
    for place in range(number):
        name = _piece_name(place)
        grid = product(range(PIECE_SIDE), range(PIECE_SIDE))
        cells = [(row, column) for row, column in grid if f"{name}.{row + 1}.{column + 1}" in draft.entries]
        if not cells:
            raise DraftError(f"piece {name} has no cell yet", [f"{name}.1.1"])
        for shape in _shapes(cells, draft.settings.get("turn over") != "no"):
            for down, right in board:
                top = shape[0]
                moved = [(row - top[0] + down, column - top[1] + right) for row, column in shape]
                if free.issuperset(moved):
                    where = tuple(f"r{row}c{column}" for row, column in moved)
                    options.append(Option(" ".join((name, *where)), (name, *where)))
    if not board:
        raise DraftError("the board has no cell left")
    if not options:
        raise DraftError("no piece fits on the board")
    items = (*map(_piece_name, range(number)), *(f"r{row}c{column}" for row, column in board))
    return Cover(draft.name or "pieces", items, (), tuple(options))


def _shapes(cells: Sequence[Cell], turned_over: bool) -> list[tuple[Cell, ...]]:
    if turned_over:
        return list(dict.fromkeys(ways(cells)))
    found, turned = [], [*cells]
    for _ in range(4):
        turned = [(column, -row) for row, column in turned]
        found.append(flush(turned))
    return sorted({*found})


def _pieces_board(draft: Draft, form: Setting) -> Board:
    rows, columns, number = _measures(draft)
    width = max(2 * MARGIN + columns * CELL, 2 * MARGIN + 3 * (PIECE_SIDE * SMALL + 18))
    body = [text(width / 2, HEAD / 2, "the board: mark its holes", 16)]
    parts = list[Part]()

    def cell(key: str, label: str, x: float, y: float, side: float) -> None:
        body.append(rect(x, y, side, side, "plate"))
        body.append(rect(x, y, side, side, "hair", fill="none", stroke_width=1))
        parts.append(Part(key, label, x, y, side, side, "filled"))

    left = (width - columns * CELL) / 2
    for row, column in product(range(rows), range(columns)):
        label = f"board, row {row + 1}, column {column + 1}"
        cell(f"r{row + 1}c{column + 1}", label, left + column * CELL, HEAD + row * CELL, CELL)
    top = HEAD + rows * CELL + 12
    step = PIECE_SIDE * SMALL + 18
    across = int((width - 2 * MARGIN + 18) // step)
    body.append(text(width / 2, top + HEAD / 2, "the pieces: mark their cells", 16))
    top += HEAD
    for place in range(number):
        name = _piece_name(place)
        x, y = MARGIN + place % across * step, top + place // across * (step + 14)
        body.append(text(x + PIECE_SIDE * SMALL / 2, y + 8, name, 16, font_weight="bold"))
        for row, column in product(range(PIECE_SIDE), repeat=2):
            label = f"piece {name}, row {row + 1}, column {column + 1}"
            cell(f"{name}.{row + 1}.{column + 1}", label, x + column * SMALL, y + 18 + row * SMALL, SMALL)
    height = top + -(-number // across) * (step + 14) + MARGIN
    settings = (
        form,
        Setting("rows", "rows", str(rows), least=1, most=MAX_SIDE),
        Setting("columns", "columns", str(columns), least=1, most=MAX_SIDE),
        Setting("pieces", "pieces", str(number), least=1, most=MAX_PIECES),
        Setting("turn over", "pieces may be turned over", draft.settings.get("turn over", "yes"), ("yes", "no")),
    )
    holes = sum(key.startswith("r") for key in draft.entries)
    notes = (f"the board has {rows * columns - holes} cells, the pieces have {len(draft.entries) - holes}",)
    svg = on_paper(draft.name or "pieces", ["A board and pieces."], width, height, body).svg()
    return Board(svg, tuple(parts), {"filled": FILLED}, (), settings, notes)


def _rows(instance: Cover, names: Sequence[str]) -> PlayTable:
    """Options without a board: the items in a row, which light up when they are met, and below them each option."""
    width, left = 640.0, MARGIN
    body, parts, pieces, x, y = list[Markup](), list[Part](), list[PlayPiece](), left, MARGIN
    for item in instance.items:
        room = 15 * LETTER * len(item) + 20
        if x + room > width - MARGIN:
            x, y = left, y + ROW
        body += [rect(x, y + 2, room - 4, ROW - 4, "plate", rx=6), text(x + room / 2 - 2, y + ROW / 2, item, 15)]
        parts.append(Part(f"item {item}", f"item {shown(item)}", x, y + 2, room - 4, ROW - 4))
        x += room
    y += ROW + 14
    for name in names:
        option = instance.options[instance.places[name]]
        box = left, y + 2, width - 2 * MARGIN, ROW - 4
        said = name if name == " ".join(option.items) else f"{name}: {' '.join(option.items)}"
        body += [rect(*box, "panel", rx=6), text(left + 12, y + ROW / 2, said[:70], 15, text_anchor="start")]
        parts.append(Part(name, said, *box))
        pieces.append(PlayPiece(name, name, PLACE, "chosen", None, "0", (name,), colour=FACES[2][0]))
        y += ROW
    svg = on_paper(instance.name, ["The items, and the options that meet them."], width, y + MARGIN, body).svg()
    return PlayTable(svg, tuple(parts), tuple(pieces))
