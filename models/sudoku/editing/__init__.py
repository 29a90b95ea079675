"""Editing of Sudokus: cells that take digits, a tool for each word of a variant, regions that are drawn.

What is drawn is the value of a word in the tables of :mod:`models.sudoku.reading.table`, place by place.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from models.editing import (
    SET,
    WHOLE,
    Board,
    Draft,
    DraftError,
    DrawnItem,
    Editing,
    Part,
    PlayPiece,
    PlayTable,
    Setting,
    Symbol,
)
from models.errors import PuzzlebenchError
from models.formulation import Formulation
from models.kit.names import shown
from models.kit.toml import SchemaError
from models.language.model import IntVar
from models.sudoku.board import BOXES, SYMBOLS, BoardLayout, BoardShape, Square, layout_of
from models.sudoku.editing.tools import REGION, Table, tools, word_forms
from models.sudoku.instance import Grid, Sudoku
from models.sudoku.model import CellsModel
from models.sudoku.picture import picture
from models.sudoku.reading.table import LETTERS, as_table, sudoku_from
from models.sudoku.sheet import SIDE, Sheet
from models.sudoku.variants import Variant, variants

DRAWN = "drawn"  # the boxes of a board whose regions are drawn
NO_BOXES = "none"
LETTERS_LARGER = 1.34  # than on paper, so that they can be read where a board is as wide as a phone


class SudokuEditing(Editing[Sudoku, Grid]):
    """A draft is a table: its entries the grid, its items the values of words, its settings the rest."""

    def blank(self) -> Draft:
        return Draft(settings={"order": "9", "boxes": "3x3"})

    def draft(self, instance: Sudoku) -> Draft:
        table = as_table(instance)
        entries = {
            _key(position): str(clue)
            for position, clue in zip(instance.layout.positions, instance.clues, strict=True)
            if clue
        }
        boxes = table.get("boxes") or "{}x{}".format(*instance.box)
        settings = {"order": str(instance.order), "boxes": DRAWN if "regions" in table else boxes}
        items = [DrawnItem(REGION, parts) for parts in _regions(table)]
        items += [
            item for word, value in table.items() if word in word_forms() for item in word_forms()[word].items(value)
        ]
        if "grids" in table:
            settings["grids"] = " ".join(table["grids"])
        return Draft(instance.name, entries, settings, tuple(items))

    def instance(self, draft: Draft) -> Sudoku:
        if draft.text:
            return _typed(draft.text)
        layout = _layout(draft)
        table: Table = {"order": layout.order}
        if "grids" in draft.settings:
            table["grids"] = draft.settings["grids"].split()
        if draft.entries:
            table["grid"] = _rows(layout, {key: _symbol(symbol) for key, symbol in draft.entries.items()}, SYMBOLS[0])
        boxes = _boxes(draft)
        if boxes == DRAWN:
            table["regions"] = self._drawn_regions(draft, layout)
        elif boxes:
            table["boxes"] = boxes
        table |= {word: value for word, (value, _) in _values(draft, layout).items()}
        try:
            return sudoku_from(draft.name or "sudoku", table)
        except (SchemaError, PuzzlebenchError) as error:
            raise DraftError(str(error), _blamed(error, draft)) from None

    def _drawn_regions(self, draft: Draft, layout: BoardLayout) -> list[str]:
        regions = [item.parts for item in draft.items if item.tool == REGION]
        letters: dict[str, str] = {}
        for letter, parts in zip(LETTERS, regions, strict=False):
            if len(parts) != layout.order:
                raise DraftError(f"a region has {len(parts)} cells; {layout.order} are needed", parts)
            letters |= dict.fromkeys(parts, letter)
        missing = [key for key in map(_key, layout.positions) if key not in letters]
        if missing:
            raise DraftError(f"{len(missing)} cells are in no region yet", missing)
        return _rows(layout, letters, " ")

    def board(self, draft: Draft) -> Board:
        if draft.text:
            draft = self.draft(_typed(draft.text))
        layout = _layout(draft)
        board = BoardShape(layout.squares)
        drawn = [(place, place.complaint(layout) is None) for place in _places(draft, layout)]
        whole = tuple(place for place, is_whole in drawn if is_whole)
        unfinished = {layout.positions[cell] for place, is_whole in drawn if not is_whole for cell in place.of}
        empty = Sudoku((0,) * len(layout.positions), (1, 1), draft.name or "sudoku", board=board, variants=whole)
        orders = tuple(map(str, BOXES))
        order = layout.order
        boxes = tuple(f"{rows}x{order // rows}" for rows in range(2, order) if order % rows == 0 and rows < order)
        settings = [
            Setting("order", "digits", str(order), orders),
            Setting("boxes", "boxes", _boxes(draft), (*boxes, DRAWN, NO_BOXES)),
        ]
        clues = len(draft.entries)
        return Board(
            picture(empty, letters=LETTERS_LARGER, reason=unfinished).svg(),
            _parts_of(empty),
            {"digits": digits(order)},
            tools(),
            () if "grids" in draft.settings else tuple(settings),
            (f"{clues} clue{'s' * (clues != 1)}",),
        )

    def variables(self, instance: Sudoku, stated: Formulation[Sudoku, Grid]) -> Mapping[str, IntVar]:
        assert isinstance(stated, CellsModel)
        return dict(zip(map(_key, instance.layout.positions), stated.cells, strict=True))

    def table(self, instance: Sudoku, stated: Formulation[Sudoku, Grid]) -> PlayTable:
        empty = replace(instance, clues=(0,) * len(instance.clues))
        parts = _parts_of(empty)
        pieces = tuple(
            PlayPiece(part.key, part.label, SET, part.palette, str(clue) if clue else None, parts=(part.key,))
            for part, clue in zip(parts, instance.clues, strict=True)
        )
        return PlayTable(
            picture(empty, letters=LETTERS_LARGER).svg(),
            parts,
            pieces,
            {"digits": digits(instance.order)},
            has_marks=True,
        )


EDITING = SudokuEditing()


def digits(order: int) -> tuple[Symbol, ...]:
    """The symbols of the digits of an order; what is pressed for one is its text."""
    return tuple(Symbol(str(digit), SYMBOLS[digit]) for digit in range(1, order + 1))


def _typed(text: str) -> Sudoku:
    from models.sudoku.reading import from_text  # imports what reads files

    found = from_text(text)
    if found is None:
        raise DraftError("this text is no Sudoku")
    return found


def _parts_of(instance: Sudoku) -> tuple[Part, ...]:
    layout = instance.layout
    sheet = Sheet(layout, [shape for variant in instance.variants for shape in variant.shapes(layout)], LETTERS_LARGER)
    return tuple(
        Part(
            _key(position),
            f"row {position[0] + 1}, column {position[1] + 1}",
            *sheet.corner(position),
            SIDE,
            SIDE,
            "digits",
        )
        for position in layout.positions
    )


def _boxes(draft: Draft) -> str:
    """The boxes that a draft's settings say; nothing where they are those of another order, which was changed since."""
    boxes = draft.settings.get("boxes", "")
    rows, _, columns = boxes.partition("x")
    is_size = rows.isdecimal() and columns.isdecimal() and len(boxes) < 6
    return "" if is_size and str(int(rows) * int(columns)) != draft.settings.get("order", "9") else boxes


def _layout(draft: Draft) -> BoardLayout:
    """The board that a draft's settings say; regions that are drawn may have any number of cells yet."""
    word = draft.settings.get("order", "9")
    order = int(word) if word.isdecimal() and len(word) < 3 else 0
    if not 2 <= order < len(SYMBOLS):
        raise DraftError(f"there are Sudokus of 2 to {len(SYMBOLS) - 1} digits")
    table: Table = {"order": order}
    boxes = _boxes(draft)
    if boxes == DRAWN:
        number = {
            part: place for place, item in enumerate(draft.items, 1) if item.tool == REGION for part in item.parts
        }
        keys = [f"r{row + 1}c{column + 1}" for row in range(order) for column in range(order)]
        return layout_of(BoardShape((Square(order, tuple(number.get(key, 0) for key in keys)),)))
    if boxes:
        table["boxes"] = boxes
    if "grids" in draft.settings:
        table["grids"] = draft.settings["grids"].split()
    try:
        return sudoku_from("", table).layout
    except SchemaError as error:
        raise DraftError(error.sentence) from None


def _values(draft: Draft, layout: BoardLayout) -> dict[str, tuple[Any, list[DrawnItem]]]:
    """The value of each word that something is drawn of, and the items that it is made of."""
    words = {tool.key: (word, tool) for word, form in word_forms().items() for tool in form.tools}
    alike: dict[str, list[DrawnItem]] = {}
    for item in draft.items:
        if item.tool in words:
            word, tool = words[item.tool]
            if not item.parts and tool.gesture != WHOLE:
                raise DraftError(f"{tool.label} is drawn over no cell")
            alike.setdefault(word, []).append(item)
        elif item.tool != REGION:
            raise DraftError(f"there is no tool {shown(item.tool)}", item.parts)
    found: dict[str, tuple[Any, list[DrawnItem]]] = {}
    for word, drawn in alike.items():
        try:
            found[word] = word_forms()[word].value(drawn, layout.order), drawn
        except (ValueError, IndexError, KeyError):
            raise DraftError(f"what is drawn as {word} has another form", drawn[0].parts) from None
    return found


def _places(draft: Draft, layout: BoardLayout) -> Iterator[Variant]:
    """What can be drawn of a draft's items already, each alone."""
    known, forms = variants(), word_forms()
    for word, (_, drawn) in _values(draft, layout).items():
        for item in drawn:
            try:
                yield from known[word].read(forms[word].value([item], layout.order), layout)
            except (SchemaError, ValueError):
                continue


def _blamed(error: Exception, draft: Draft) -> tuple[str, ...]:
    """The parts of the item that an error of a table is about."""
    keys = getattr(error, "keys", ())
    if not keys or keys[0] not in word_forms():
        return ()
    tools = {tool.key for tool in word_forms()[keys[0]].tools}
    drawn = [item for item in draft.items if item.tool in tools]
    place = next((key for key in keys[1:] if isinstance(key, int)), 0)
    return drawn[place].parts if place < len(drawn) else ()


def _rows(layout: BoardLayout, at: Mapping[str, str], empty: str) -> list[str]:
    cells = {*map(_key, layout.positions)}
    invalid = next((key for key in at if key not in cells), None)
    if invalid is not None:
        raise DraftError(f"{invalid} is no cell of this board", (invalid,))
    keys = [[f"r{row + 1}c{column + 1}" for column in range(layout.width)] for row in range(layout.height)]
    return ["".join(at.get(key, empty) if key in cells else " " for key in row) for row in keys]


def _regions(table: Table) -> Iterator[tuple[str, ...]]:
    found: dict[str, list[str]] = {}
    for row, text in enumerate(table.get("regions", ()), 1):
        for column, letter in enumerate(text, 1):
            if letter != " ":
                found.setdefault(letter, []).append(f"r{row}c{column}")
    yield from (tuple(found[letter]) for letter in sorted(found, key=LETTERS.index))


def _symbol(value: str) -> str:
    if value.isdecimal() and 0 < len(value) < 3 and 0 < int(value) < len(SYMBOLS):
        return SYMBOLS[int(value)]
    raise DraftError(f"{shown(value)} is no digit")


def _key(position: tuple[int, int]) -> str:
    return f"r{position[0] + 1}c{position[1] + 1}"
