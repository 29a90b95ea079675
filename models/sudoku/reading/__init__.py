"""Sudoku files: puzzles on lines, grids of lines, links, workbooks, tables; ``instances/README.md`` has examples.

What stands in a file, or its ending, tells the kinds apart; those of lines can be mixed. ``#`` begins a comment; a line
such as ``Grid 01`` or ``[my notes]`` is the label of the next grid; but where a file has a ``[Puzzle]`` heading, rows
under others (``[State]``, ``[PencilMarks]``) are not read. A whole puzzle on a line is read under any heading. A grid's
vertical rules or a comment ``# boxes 3x2`` (rows x columns) show other boxes than the usual ones of the order.

Sixteen characters on a line can be a 4×4 puzzle or a row of a 16×16 one: up to sixteen such lines count as
rows when they show more than ten different symbols, or rules, or come after ``# boxes 4x4``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import isqrt
from pathlib import Path
from typing import cast

from models.errors import InputError
from models.formulation import Rows
from models.kit.files import read_lines_on, read_runs_on
from models.kit.names import count, printable
from models.kit.source import is_address
from models.options import Values
from models.sudoku.board import BOXES, Box
from models.sudoku.instance import Sudoku, written
from models.sudoku.reading.blanks import dotted, unbroken
from models.sudoku.reading.game_id import caged
from models.sudoku.reading.lines import (
    LineCells,
    are_given_marks,
    are_marks,
    box_from,
    digits_among,
    has_hashes,
    have_open_ends,
    is_heading,
    is_meant_as_row,
    is_rule,
    is_whole,
    label_from,
    marks_among,
    understand,
    within,
    without_index,
)
from models.sudoku.reading.meant import is_link, is_object, is_of_player, is_packed, linked, within_link
from models.sudoku.reading.sheet import is_workbook, read_sheet, table_kind

Item = Sudoku | InputError

_Row = tuple[int, LineCells | InputError]
"""A row of a grid with the number of its line."""


def read_sudoku(path: Path) -> Iterator[Item]:
    """The puzzles of a file, lazily; what is no puzzle comes as the error that says so, and reading goes on."""
    return cast("Iterator[Item]", read_rows(path, in_runs=False))


def read_rows(path: Path, in_runs: bool = True) -> Iterator[Item | PuzzleLines]:
    """The puzzles of a file; 9×9 ones on lines that follow each other as rows, where they may come ``in_runs``."""
    try:
        if kind := table_kind(path):
            from models.sudoku.reading.table import read_json, read_table, read_tables  # brings the variants along

            readers = {".toml": read_table, ".json": read_json, ".jsonl": read_tables}
            yield from readers[kind](path)
            return
        if not is_workbook(path):
            lines = read_runs_on(path, _RUN) if in_runs else read_lines_on(path)
            yield from puzzles(lines, str(path), path.stem)
        elif isinstance(sheet := read_sheet(path), Sudoku):
            yield sheet
        elif sheet is not None:
            yield from puzzles(sheet, str(path), path.stem)
    except InputError as error:
        yield error


@dataclass(eq=False)
class PuzzleLines(Rows[Sudoku]):
    """Lines of 81 symbols, perhaps with labels, of which the first is puzzle ``number`` of the file."""

    lines: list[bytes]
    number: int
    box: Box
    stem: str

    def __len__(self) -> int:
        return len(self.lines)

    def __getitem__(self, place: int) -> Sudoku:
        match = _PLAIN.match(self.lines[place].decode())
        assert match is not None
        return _plain(match, self.number + place, self.box, self.stem)

    def before(self, place: int) -> PuzzleLines:
        return replace(self, lines=self.lines[:place])

    def after(self, place: int) -> PuzzleLines:
        return replace(self, lines=self.lines[place:], number=self.number + place)

    def givens(self) -> bytes:
        return b"".join([line[:81] for line in self.lines]).translate(_DIGITS)

    def written(self, answers: bytes) -> list[str]:
        text = written(answers)
        return [text[at : at + 81] for at in range(0, len(text), 81)]

    def as_json(self, answers: bytes) -> list[str]:
        digits = written(answers).encode()
        grids = bytearray(b"[0, 0, 0, 0, 0, 0, 0, 0, 0], ") * (len(digits) // 9)
        for column in range(9):
            grids[3 * column + 1 :: 29] = digits[column::9]
        text = grids.decode()
        return [f"[{text[at : at + 259]}]" for at in range(0, len(text), 261)]

    def names(self) -> list[str]:
        if self._have_no_labels:
            stem = printable(self.stem)
            return [f"{stem} #{number}" for number in range(self.number, self.number + len(self))]
        return [one.name for one in map(self.__getitem__, range(len(self)))]

    def labels(self) -> list[str]:
        if self._have_no_labels:
            return [""] * len(self)
        return [one.name if one.label is None else one.label for one in map(self.__getitem__, range(len(self)))]

    def given(self) -> list[str]:
        return self.written(self.givens())

    @property
    def _have_no_labels(self) -> bool:
        return max(map(len, self.lines)) <= 81


def typed(values: Values) -> Sudoku | None:
    """The one puzzle typed as ``--puzzle``, on one line or several; or None."""
    return _one(str(values["puzzle"]), "--puzzle") if "puzzle" in values else None


def from_text(text: str) -> Sudoku | None:
    """The one puzzle written in place of an instance's name; None where it looks like no puzzle."""
    is_file = is_address(text) and not is_packed(text) and not is_of_player(text) and within_link(text) is None
    if is_object(text) or are_given_marks(text.strip()) or (is_link(text) and not is_file):
        return linked(text, "typed")
    cells = sum(map(text.count, "0123456789.*_-?#~|"))
    is_meant = len(text) >= min(BOXES) ** 2 and not is_address(text) and 2 * cells >= sum(map(len, text.split()))
    return _one(text, "the puzzle as typed") if is_meant else None


def _one(text: str, where: str) -> Sudoku:
    lines = text.replace("\\n", "\n").splitlines()
    items = list(puzzles(enumerate(lines, 1), where, "typed"))
    for item in items:
        if isinstance(item, InputError):
            raise item if len(lines) > 1 else InputError(item.sentence, where)
    if len(items) != 1:
        raise InputError(f"found {len(items)} puzzles; one is expected", where)
    (puzzle,) = items
    assert isinstance(puzzle, Sudoku)
    return puzzle if is_link(text) else replace(puzzle, name="typed")


def with_options(instance: Sudoku, values: Values) -> Sudoku:
    """``instance`` with the boxes that ``--boxes`` asks for, if it does; InputError when they do not fit it."""
    boxes = str(values.get("boxes") or "")
    if not boxes:
        return instance
    box = box_from(boxes)
    if box[0] * box[1] != instance.order:
        expected = f"this puzzle has {instance.order} digits"
        raise InputError(f"--boxes {boxes} makes boxes of {box[0] * box[1]} cells; {expected}")
    return replace(instance, box=box)


def puzzles(
    lines: Iterable[tuple[int, str | InputError | bytes]], path: str, stem: str
) -> Iterator[Item | PuzzleLines]:
    """The puzzles in numbered lines; those without a label of their own are called by ``stem`` and number.

    A line that could not be read may come as the error that says so, and many plain ones together as bytes.
    """
    stem = printable(stem)
    items = _items(lines, path, stem)
    first = next(items, None)
    is_several = isinstance(first, PuzzleLines) and len(first) > 1
    second = None if is_several else next(items, None)  # which may be long in coming
    if first is not None and second is None and not is_several:
        # The only one needs no number.
        only = first if isinstance(first, Sudoku | InputError) else first[0]
        yield only if isinstance(only, InputError) else replace(only, name=only.name.replace(f"{stem} #1", stem, 1))
        return
    yield from (item for item in (first, second) if item is not None)
    yield from items


def _items(lines: Iterable[tuple[int, str | InputError | bytes]], path: str, stem: str) -> Iterator[Item | PuzzleLines]:
    assembly = _Assembly(path, stem)
    plain = _PLAIN.match
    broken: tuple[Item, ...] = ()
    try:
        for number, line in dotted(unbroken(caged(lines, path))):
            if isinstance(line, bytes):
                run = line.splitlines()
                at = 0
                while at < len(run) and assembly.occupied:
                    yield from assembly.counted(assembly.take(number + at, run[at].decode()))
                    at += 1
                if at < len(run):
                    yield PuzzleLines(run[at:], assembly.count + 1, assembly.boxes[9], stem)
                    assembly.count += len(run) - at
                continue
            # The usual line of a long list, 81 symbols and perhaps a label, goes the short way.
            if not assembly.occupied and isinstance(line, str) and (match := plain(line)):
                assembly.count += 1
                yield _plain(match, assembly.count, assembly.boxes[9], stem)
            else:
                yield from assembly.counted(assembly.take(number, line))
    except InputError as error:
        broken = (error,)
    yield from assembly.counted(assembly.close())
    yield from broken


def _plain(match: re.Match[str], number: int, box: Box, stem: str) -> Sudoku:
    symbols, label = match.groups()
    cells = tuple(symbols.encode().translate(_DIGITS))
    label = label and label_from(label)
    return Sudoku(cells, box, _name(label, number, stem), label=printable(label))


def _name(label: str, number: int, stem: str) -> str:
    """What a puzzle is called: its label, or where that has no letter, as a rating has none, its number in the file."""
    if any(map(str.isalpha, label)):
        return printable(label)
    return printable(f"{stem} #{number}" + (f" ({label})" if label else ""))


_RUN = re.compile(rb"(?:(?!(?=[*.-]{81})[*.-]*---)[0-9.*_-]{81}+(?:[ \t,;:|#][ -~\t]{0,200}+)?+\r?+\n)++")
"""Lines that ``_PLAIN`` takes, of ASCII alone and not long; a rule such as ``*---…---*`` is not a puzzle."""
_PLAIN = re.compile(r"\s*(?!(?=[*.-]{81})[*.-]*---)([0-9.*_-]{81})(?![\w.*-])[\s,;:|#]*(.*)", re.DOTALL)
_DIGITS = bytes(symbol - ord("0") if chr(symbol) in "123456789" else 0 for symbol in range(256))
_SHAPE = re.compile(r"#+\s*box(?:es)?\s*[:=]?\s*([0-9]+\s*[xX×]\s*[0-9]+)\s*")
_HEADING = re.compile(r"\[\s*([A-Za-z][\w ]*)\]")
_NO_PUZZLE = frozenset({"state", "pencilmarks", "pencil marks", "candidates"})
"""Headings of a .sdk file with rows below them that are no puzzle."""
_TITLE = re.compile(r"(?:grid|puzzle|quiz|sudoku)(?!.{0,40}=.{0,20}[\[{]|.{0,40}:\s*\[\[)", re.IGNORECASE)


class _Assembly:
    """Puts the rows of grids together; everything else on the way it passes on.

    Attributes:
        occupied: whether a grid or its label has been begun, or what comes is to be passed over.
        boxes: the shape of box that each order has at this point of the file.
        count: how many puzzles were found so far, those with an error among them.
    """

    def __init__(self, path: str, stem: str) -> None:
        self.occupied = False
        self.boxes: dict[int, Box] = dict(BOXES)
        self.count = 0
        self._path = path
        self._stem = stem
        self._title = ""
        self._passing = False  # under a heading whose rows are no puzzle
        self._has_headings = False  # whether [Puzzle] was among them
        self._has_boxes_16 = False  # whether a comment gave the boxes of order 16
        self._rows: list[_Row] = []
        self._since_blank = 0  # rows

    def counted(self, items: Iterable[Item]) -> Iterator[Item]:
        """The items, which are to be counted before what follows them is made."""
        for item in items:
            self.count += 1
            yield item

    def take(self, number: int, line: str | InputError) -> Iterator[Item]:
        """The puzzles and errors that are complete with this line; in a grid one that is no text stands for a row."""
        if isinstance(line, InputError):
            yield from self._row(number, line) if self._rows else (line,)
            return
        text = line.strip("\r\n\ufeff ")
        if not text:  # ends a grid, except between two of its bands of boxes
            at_band = self._rows and self._since_blank == self._box()[0]
            if self._since_blank and not at_band:
                yield from self.close()
            self._since_blank = 0
        elif text.startswith("#") and not (has_hashes(text) or (self._rows and are_marks(text))):
            yield from self._comment(number, text)
        elif heading := _HEADING.fullmatch(text):
            yield from self.close()
            self._head(heading[1].strip())
        elif is_rule(text) or is_heading(text) or (self._passing and not is_whole(text)):
            pass
        elif _TITLE.match(text):
            yield from self.close()
            self._title = label_from(text)
        elif is_link(text) or are_given_marks(text) or is_object(text):
            yield from self.close()
            yield self._linked(number, text)
        else:
            yield from self._cells(number, text)
        self.occupied = self._passing or bool(self._rows or self._title)

    def close(self) -> Iterator[Item]:
        """What the rows so far come to, the last one or not."""
        rows, self._rows, self._since_blank = self._rows, [], 0
        if not rows:
            return
        label, self._title = self._title, ""
        cells = [row for _, row in rows if isinstance(row, LineCells)]
        errors = [row for _, row in rows if isinstance(row, InputError)]
        width, symbols = self._width(rows), {digit for row in cells for digit in row.digits if digit}
        is_large = self._has_boxes_16 or len(symbols) > 10 or any(row.box_columns or row.marks for row in cells)
        if width == 16 and not is_large:  # 4×4 puzzles
            for number, row in rows:
                try:
                    found = within(row.digits, 4, row.digits) if isinstance(row, LineCells) else ()
                    yield row if isinstance(row, InputError) else self._puzzle(found, self.boxes[4], "")
                except InputError as error:
                    yield self._error(error.sentence, number)
        elif errors:
            others = f"; nor can {count(len(errors) - 1, 'more row')} of this grid be read" if len(errors) > 1 else ""
            yield self._error(errors[0].sentence + others, errors[0].line or rows[0][0])
        elif len(rows) == width - 1 and have_open_ends(cells):
            yield self._puzzle(tuple(d for row in cells for d in row.digits[:-1]), self.boxes[width - 1], label)
        elif len(rows) < width:
            end = count(len(rows), "row")
            yield self._error(f"the grid that begins here ends after {end}; expected are {width}", rows[0][0])
        else:
            try:
                grid, marks = without_index(digits_among(cells)), marks_among(cells)
            except InputError as error:
                yield self._error(error.sentence, rows[0][0])
                return
            box = self._box(rows) if len(grid) == width * width else self.boxes[9]
            yield from self._whole(LineCells(grid, label=label, marks=marks), box, rows[0][0])

    def _head(self, heading: str) -> None:
        """A heading tells whether the rows below it are a puzzle; in a file without [Puzzle] it is their label."""
        is_puzzle = heading.lower() == "puzzle"
        self._has_headings = self._has_headings or is_puzzle
        self._passing = not is_puzzle and (self._has_headings or heading.lower() in _NO_PUZZLE)
        if not is_puzzle and not self._passing:
            self._title = label_from(heading)

    def _cells(self, number: int, text: str) -> Iterator[Item]:
        try:
            found: LineCells | InputError = understand(text)
        except InputError as error:
            found = self._error(error.sentence, number)
        if isinstance(found, LineCells) and found.is_whole:
            yield from self.close()
            self._title = ""
            yield from self._whole(found, self.boxes[isqrt(len(found.digits))], number)
        elif self._rows or isinstance(found, LineCells) or is_meant_as_row(text):
            yield from self._row(number, found)
        else:
            yield found

    def _row(self, number: int, row: LineCells | InputError) -> Iterator[Item]:
        """A row of a grid; one that is wrong keeps its place, so that the next grid begins where it should."""
        width = self._width([*self._rows, (number, row)])
        if len(self._rows) == width - 1 == 9 and have_open_ends([*(row for _, row in self._rows), row]):
            yield from self.close()  # this row begins the next grid: nine rows are likelier than ten
        if isinstance(row, LineCells) and len(row.digits) != width:
            place = f"row {len(self._rows) + 1} has {len(row.digits)} cells"
            row = self._error(f"{place}; expected are {width}, as in the grid's first row", number)
        self._rows.append((number, row))
        self._since_blank += 1
        if len(self._rows) >= width:
            yield from self.close()

    def _linked(self, number: int, text: str) -> Item:
        try:
            return linked(text, self._title or _name("", self.count + 1, self._stem))
        except InputError as error:
            return self._error(error.sentence, number)
        finally:
            self._title = ""

    def _comment(self, number: int, text: str) -> Iterator[Item]:
        if (shape := _SHAPE.fullmatch(text)) is None:
            return
        yield from self.close()
        try:
            rows, columns = box_from(shape[1])
        except InputError as error:
            yield self._error(error.sentence, number)
        else:
            self.boxes[rows * columns] = rows, columns
            self._has_boxes_16 = self._has_boxes_16 or rows * columns == 16

    def _width(self, rows: Sequence[_Row]) -> int:
        """How many cells a row of the grid has; 9 where none can be read."""
        return next((len(row.digits) for _, row in rows if isinstance(row, LineCells)), 9)

    def _box(self, rows: Sequence[_Row] = ()) -> Box:
        rows = rows or self._rows
        order = self._width(rows)
        width = next((row.box_columns for _, row in rows if isinstance(row, LineCells)), 0)
        return (order // width, width) if width else self.boxes[order]

    def _whole(self, found: LineCells, box: Box, number: int) -> Iterator[Item]:
        """Yield the puzzle of all cells, or what is wrong with its pencil marks."""
        puzzle = self._puzzle(found.digits, box, found.label)
        try:
            if found.marks:
                from models.sudoku.reading.given_marks import with_marks  # brings the variants along

                puzzle = replace(with_marks(puzzle, found.marks), from_marks=not found.is_whole)
            yield puzzle
        except InputError as error:
            yield self._error(error.sentence, number)

    def _puzzle(self, cells: tuple[int, ...], box: Box, label: str) -> Sudoku:
        return Sudoku(cells, box, _name(label, self.count + 1, self._stem), label=printable(label))

    def _error(self, sentence: str, number: int) -> InputError:
        return InputError(sentence, self._path, number)
