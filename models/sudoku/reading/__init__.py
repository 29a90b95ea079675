"""Sudoku files: puzzles on lines, grids of several lines, workbooks.

The three kinds are told apart by what stands in them, the first two also mixed in one file:

- one puzzle a line, n×n cells; what stands behind them is the puzzle's label;
- grids of n lines of n cells, with or without rules between the boxes (.sdk, .ss and the like), one after
  the other or with blank lines between; also CSV, by commas, semicolons or tabs;
- an Excel workbook (see ``models.sudoku.reading.sheet``).

Around the puzzles: ``#`` begins a comment; a line such as ``Grid 01`` or ``Puzzle 7 (easy)`` is the label of
the next grid, and so is one in brackets, ``[my notes]``; but where a file has a ``[Puzzle]`` heading, the rows
under others (``[State]``, ``[PencilMarks]``) are not read. A whole puzzle on a line is read under any heading.
Boxes are of the shape that the order has by default, unless a grid's vertical rules show otherwise or a comment
``# boxes 3x2`` (rows x columns) says so for the puzzles below it.

Sixteen characters on a line can be a 4×4 puzzle or a row of a 16×16 one: up to sixteen such lines count as
rows when they show more than ten different symbols, or rules, or come after ``# boxes 4x4``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from math import isqrt
from pathlib import Path
from typing import overload

from models.errors import InputError
from models.kit.files import read_lines_on, read_runs_on
from models.kit.names import count, printable
from models.options import Values
from models.rows import Rows
from models.sudoku.instance import BOXES, Box, Sudoku, written
from models.sudoku.reading.lines import Cells, box_from, is_rule, label_from, understand, within
from models.sudoku.reading.sheet import is_workbook, read_sheet

Item = Sudoku | InputError


def read_sudoku(path: Path) -> Iterator[Item]:
    """The puzzles of a file, lazily; what is no puzzle comes as the error that says so, and reading goes on."""
    try:
        sheet = read_sheet(path) if is_workbook(path) else read_lines_on(path)
        if isinstance(sheet, Sudoku):
            yield sheet
        elif sheet is not None:
            yield from puzzles(sheet, str(path), path.stem)
    except InputError as error:
        yield error


def read_rows(path: Path) -> Iterator[Item | Rows[Sudoku]]:
    """The puzzles of a file as ``read_sudoku`` tells them, but 9×9 ones on lines that follow each other as rows."""
    try:
        if not path.is_file() or is_workbook(path):
            yield from read_sudoku(path)
        else:
            yield from puzzles(read_runs_on(path, _RUN), str(path), path.stem)
    except InputError as error:
        yield error


class Lines(Rows[Sudoku]):
    """Lines of 81 symbols, perhaps with labels.

    Args:
        lines: the lines.
        number: that of the first.
        box: the shape of their boxes.
        stem: what puzzles without a label are called by.
    """

    def __init__(self, lines: list[bytes], number: int, box: Box, stem: str) -> None:
        self._lines = lines
        self._number = number
        self._box = box
        self._stem = stem

    def __len__(self) -> int:
        return len(self._lines)

    def __getitem__(self, place: int) -> Sudoku:
        match = _PLAIN.match(self._lines[place].decode())
        assert match is not None
        return _plain(match, self._number + place, self._box, self._stem)

    def after(self, place: int) -> Lines:
        return Lines(self._lines[place:], self._number + place, self._box, self._stem)

    def givens(self) -> bytes:
        return b"".join([line[:81] for line in self._lines]).translate(_DIGITS)

    def written(self, answers: bytes) -> list[str]:
        text = written(answers)
        return [text[at : at + 81] for at in range(0, len(text), 81)]


def typed(values: Values) -> Sudoku | None:
    """The one puzzle typed as ``--puzzle``, on one line or several; or None.

    Raises:
        InputError: when it is none, or more than one.
    """
    return _one(str(values["puzzle"]), "--puzzle") if "puzzle" in values else None


def from_text(text: str) -> Sudoku | None:
    """The one puzzle written in place of an instance's name; None where it looks like no puzzle.

    Raises:
        InputError: when it is meant as one, as its length and its symbols tell, and is none.
    """
    is_meant = len(text) >= min(BOXES) ** 2 and 2 * sum(map(text.count, "0123456789.*_-")) >= len(text)
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
    return replace(puzzle, name="typed")


def arrange(instance: Sudoku, values: Values) -> Sudoku:
    """``instance`` with the boxes that ``--boxes`` asks for, if it does.

    Raises:
        InputError: when they do not fit it.
    """
    boxes = str(values.get("boxes") or "")
    if not boxes:
        return instance
    box = box_from(boxes)
    if box[0] * box[1] != instance.order:
        expected = f"this puzzle has {instance.order} digits"
        raise InputError(f"--boxes {boxes} makes boxes of {box[0] * box[1]} cells; {expected}")
    return replace(instance, box=box)


@overload
def puzzles(lines: Iterable[tuple[int, str | InputError]], path: str, stem: str) -> Iterator[Item]: ...


@overload
def puzzles(lines: Iterable[tuple[int, str | InputError | bytes]], path: str, stem: str) -> Iterator[Item | Lines]: ...


def puzzles(lines: Iterable[tuple[int, str | InputError | bytes]], path: str, stem: str) -> Iterator[Item | Lines]:
    """The puzzles in numbered lines; those without a label are called by ``stem`` and line.

    A line that could not be read may come as the error that says so, and many plain ones together as bytes.
    """
    assembly = _Assembly(path, stem)
    plain = _PLAIN.match
    broken: tuple[Item, ...] = ()
    try:
        for number, line in lines:
            if isinstance(line, bytes):
                run = line.splitlines()
                at = 0
                while at < len(run) and assembly.occupied:
                    yield from assembly.take(number + at, run[at].decode())
                    at += 1
                if at < len(run):
                    assembly.count += len(run) - at
                    yield Lines(run[at:], number + at, assembly.boxes[9], stem)
                continue
            # The usual line of a long list, 81 symbols and perhaps a label, goes the short way.
            if not assembly.occupied and isinstance(line, str) and (match := plain(line)):
                assembly.count += 1
                yield _plain(match, number, assembly.boxes[9], stem)
            else:
                yield from assembly.take(number, line)
    except InputError as error:
        broken = (error,)
    yield from assembly.close()
    yield from broken


def _plain(match: re.Match[str], number: int, box: Box, stem: str) -> Sudoku:
    """The puzzle on a line of 81 symbols and perhaps a label."""
    symbols, label = match.groups()
    cells = tuple(symbols.encode().translate(_DIGITS))
    return Sudoku(cells, box, printable((label and label_from(label)) or f"{stem}:{number}"))


_RUN = re.compile(rb"(?:(?!-{81})[0-9.*_-]{81}+(?:[ \t,;:|#][ -~\t]{0,200}+)?+\r?+\n)++")
"""Lines that ``_PLAIN`` takes, of ASCII alone and not long."""
_PLAIN = re.compile(r"\s*(?!-{81})([0-9.*_-]{81})(?![\w.*-])[\s,;:|#]*(.*)", re.DOTALL)
_DIGITS = bytes(symbol - ord("0") if chr(symbol) in "123456789" else 0 for symbol in range(256))
_SHAPE = re.compile(r"#+\s*box(?:es)?\s*[:=]?\s*([0-9]+\s*[xX×]\s*[0-9]+)\s*")
_HEADING = re.compile(r"\[\s*([A-Za-z][\w ]*)\]")
_NO_PUZZLE = frozenset({"state", "pencilmarks", "pencil marks", "candidates"})
"""Headings of a .sdk file with rows below them that are no puzzle."""
_TITLE = re.compile(r"(?:grid|puzzle|quiz|sudoku)", re.IGNORECASE)


class _Assembly:
    """Puts the rows of grids together; everything else on the way it passes on.

    Attributes:
        occupied: whether a grid or its label has been begun, or what comes is to be passed over.
        boxes: the shape of box that each order has at this point of the file.
        count: how many puzzles were found so far.
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
        self._said_16 = False  # whether a comment gave the boxes of order 16
        self._rows: list[tuple[int, Cells | InputError]] = []
        self._since_blank = 0  # rows

    def take(self, number: int, line: str | InputError) -> Iterator[Item]:
        """The puzzles and errors that are complete with this line; in a grid one that is no text stands for a row."""
        if isinstance(line, InputError):
            yield from self._row(number, line) if self._rows else (line,)
            return
        text = line.strip("\r\n\ufeff ")
        if not text:  # ends a grid, except between two of its bands of boxes
            at_band = self._rows and self._since_blank == self._box(self._rows[0][1])[0]
            if self._since_blank and not at_band:
                yield from self.close()
            self._since_blank = 0
        elif text.startswith("#"):
            yield from self._comment(number, text)
        elif heading := _HEADING.fullmatch(text):
            yield from self.close()
            self._head(heading[1].strip())
        elif is_rule(text) or (self._passing and not _is_whole(text)):
            pass
        elif _TITLE.match(text):
            yield from self.close()
            self._title = label_from(text)
        else:
            yield from self._cells(number, text)
        self.occupied = self._passing or bool(self._rows or self._title)

    def close(self) -> Iterator[Item]:
        """What the rows so far come to, the last one or not."""
        rows, self._rows, self._since_blank = self._rows, [], 0
        if not rows:
            return
        label, self._title = self._title, ""
        first, (start, sample) = [row for _, row in rows if isinstance(row, Cells)], rows[0]
        width, symbols = len(first[0].digits), {digit for row in first for digit in row.digits if digit}
        is_large = self._said_16 or len(symbols) > 10 or any(row.box_columns for row in first)
        if width == 16 and not is_large:  # 4×4 puzzles
            for number, row in rows:
                try:
                    cells = within(row.digits, 4, row.digits) if isinstance(row, Cells) else ()
                    yield row if isinstance(row, InputError) else self._puzzle(cells, self.boxes[4], "", number)
                except InputError as error:
                    yield self._error(error.sentence, number)
        elif len(first) < len(rows):
            yield from (row for _, row in rows if isinstance(row, InputError))
        elif len(rows) < width:
            end = count(len(rows), "row")
            yield self._error(f"the grid that begins here ends after {end}; expected are {width}", start)
        else:
            cells = tuple(cell for row in first for cell in row.digits)
            yield self._puzzle(cells, self._box(sample), label or ("" if self.count else self._stem), start)

    def _head(self, heading: str) -> None:
        """A heading tells whether the rows below it are a puzzle; in a file without [Puzzle] it is their label."""
        is_puzzle = heading.lower() == "puzzle"
        self._has_headings = self._has_headings or is_puzzle
        self._passing = not is_puzzle and (self._has_headings or heading.lower() in _NO_PUZZLE)
        if not is_puzzle and not self._passing:
            self._title = label_from(heading)

    def _cells(self, number: int, text: str) -> Iterator[Item]:
        try:
            found: Cells | InputError = understand(text)
        except InputError as error:
            found = self._error(error.sentence, number)
        if isinstance(found, Cells) and found.is_whole:
            yield from self.close()
            self._title = ""
            yield self._puzzle(found.digits, self.boxes[isqrt(len(found.digits))], found.label, number)
        elif self._rows or isinstance(found, Cells):
            yield from self._row(number, found)
        else:
            yield found

    def _row(self, number: int, row: Cells | InputError) -> Iterator[Item]:
        """A row of a grid; one that is wrong keeps its place, so that the next grid begins where it should."""
        first = self._rows[0][1] if self._rows else row
        assert isinstance(first, Cells)
        width = len(first.digits)
        if isinstance(row, Cells) and len(row.digits) != width:
            place = f"row {len(self._rows) + 1} has {len(row.digits)} cells"
            row = self._error(f"{place}; expected are {width}, as in the grid's first row", number)
        self._rows.append((number, row))
        self._since_blank += 1
        if len(self._rows) == width:
            yield from self.close()

    def _comment(self, number: int, text: str) -> Iterator[Item]:
        shape = _SHAPE.fullmatch(text)
        if shape is None:
            return
        yield from self.close()
        try:
            rows, columns = box_from(shape[1])
        except InputError as error:
            yield self._error(error.sentence, number)
        else:
            self.boxes[rows * columns] = rows, columns
            self._said_16 = self._said_16 or rows * columns == 16

    def _box(self, row: Cells | InputError) -> Box:
        """The shape of the boxes in a grid that begins with ``row``."""
        assert isinstance(row, Cells)
        order, columns = len(row.digits), row.box_columns
        return (order // columns, columns) if columns else self.boxes[order]

    def _puzzle(self, cells: tuple[int, ...], box: Box, label: str, number: int) -> Sudoku:
        self.count += 1
        return Sudoku(cells, box, printable(label or f"{self._stem}:{number}"))

    def _error(self, sentence: str, number: int) -> InputError:
        return InputError(sentence, self._path, number)


def _is_whole(text: str) -> bool:
    """Whether the line holds a whole puzzle, and one too large to be mistaken for a row."""
    try:
        found = understand(text)
    except InputError:
        return False
    return found.is_whole and len(found.digits) > max(BOXES)
