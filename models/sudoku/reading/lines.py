"""Lines of Sudoku files: a whole puzzle, a row of a grid, or a rule between boxes.

A cell is a symbol (1-9, then A, B, C … in either case; or in a puzzle of 16 or 25 digits without 1-9, A to P or Y) or a
whole number; an empty one is one of ``.0*_-?#~``, and between commas, semicolons or tabs also nothing. Cells stand side
by side, in groups or apart, or as a list of a programming language, ``[5, 3, 0, 0, 7, …],``; a separator may also stand
behind the last one. Between the rows of a puzzle on one line a mark may stand. Several digits in cells kept apart are
pencil marks.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from string import ascii_uppercase

from models.errors import InputError
from models.kit.names import count, shown
from models.sudoku.board import BOXES, SYMBOLS, Box


@dataclass(frozen=True)
class LineCells:
    """The cells on one line, 0 for an empty one.

    Attributes:
        is_whole: whether they are a whole puzzle rather than a row of a grid.
        box_columns: how many cells stand between two vertical rules of a row; 0 where they do not tell.
        has_open_end: whether the line ends with a separator, so that the last cell, an empty one, may be none.
        are_letters: whether A, B, C … were read as 1, 2, 3 …
        words: the cells as they are written, where they are numbers above 9, or several digits in each.
        marks: the digits that each cell may hold, all for an empty one, where some hold several.
    """

    digits: tuple[int, ...]
    is_whole: bool = False
    label: str = ""
    box_columns: int = 0
    has_open_end: bool = False
    are_letters: bool = False
    words: tuple[str, ...] = ()
    marks: tuple[str, ...] = ()


def understand(line: str) -> LineCells:
    """Read a line that is neither blank nor a comment nor a rule; 16 cells on their own count as a row."""
    text = line.replace('"', "")
    if match := _LIST.match(text):
        text = text[match.end() :].translate(_NO_BRACKETS).replace("'", "").strip(" ,;")
    elif (
        text.rstrip()[-1:] in (*"]});",) and {*text} <= _IN_LISTS and max(map(len, text.split())) <= MAX_ROW_CHARACTERS
    ):
        text = text.rstrip(" ])};") if text.count(";") < 2 else text  # the last row of a list, and those of Matlab
    complaint = None
    for reading in (_marks, _one_word, _joined, _fields, _groups, _listed, _library):
        try:
            found = reading(text)
        except InputError as error:
            complaint = complaint or error
        else:
            if found is not None:
                return found
    if complaint and (" " not in text or any(symbol in VALUES and not symbol.isalpha() for symbol in text)):
        raise complaint
    if strange := re.search(_STRANGE, text, re.DOTALL):
        place = len(re.sub(_STRANGE_TAIL, "", text[: strange.start()])) + 1
        raise InputError(f"character {place} is {named(strange[0])}; expected is {allowed(9)}")
    words = text.split()
    is_long = bool(words) and len(words[0]) > max(BOXES)
    size = len(words[0]) if is_long else len("".join(words))
    if complaint:
        raise InputError(f"found words, {shown(text)}; expected is {allowed(9)}")
    where = "" if len(words) < 2 else " before the first blank" if is_long else " besides blanks"
    expected = f"a puzzle of n×n cells on one line (81 when n = 9) or a row of n, n being one of {ORDERS}"
    raise InputError(f"found {count(size, 'character')}{where}, {shown(text.strip())}; expected is {expected}")


def named(text: str) -> str:
    """Return a text as Python writes it; where that is a character beyond ASCII, with its name in Unicode."""
    from unicodedata import name  # only for an error

    if text.isascii():
        return shown(text)
    return f"{shown(text)} ({name(text.strip(_VARIATIONS)[-1:] or text[-1], 'a character without a name').lower()})"


def have_open_ends(rows: Sequence[LineCells | InputError]) -> bool:
    """Whether rows of a grid are one cell shorter: each ends with a separator, and none needs the last symbol."""
    order = len(rows[0].digits) - 1 if isinstance(rows[0], LineCells) else 0
    return order in BOXES and all(isinstance(r, LineCells) and r.has_open_end and max(r.digits) <= order for r in rows)


def is_rule(line: str) -> bool:
    """Whether the line is a drawn rule, such as ``------+-------+------``, or the bracket round a list of rows."""
    marks = set(line)
    if "---" in line and marks <= _CORNERED and line.strip()[0] in _CORNERS:  # HoDoKu's .------.------.
        return True
    return _AROUND.fullmatch(line) is not None or (marks <= _RULE and ("--" in line or not marks.isdisjoint(_STROKES)))


def is_whole(text: str) -> bool:
    """Whether the line holds a whole puzzle, and one too large to be mistaken for a row."""
    with suppress(InputError):
        return (found := understand(text)).is_whole and len(found.digits) > max(BOXES)
    return False


def is_heading(line: str) -> bool:
    """Whether the line names the columns of a table of puzzles, such as ``id,puzzle,solution``."""
    names = [name.strip(' "') for name in re.split("[,;\t]", line)]
    return len(names) > 1 and any(map(_COLUMN.fullmatch, names)) and not any(map(str.isdigit, line))


def is_meant_as_row(line: str) -> bool:
    """Return whether most of the line is digits, signs of empty cells, and emoji."""
    line = re.sub(_STRANGE_TAIL, "", line)
    words = re.split(r"[\s,;|]+", line)
    cells = sum(map(line.count, "0123456789.*_-?#~xX")) + sum(not (c.isascii() or c.isalpha()) for c in line)
    is_row = len(words) == 1 and len(line) in BOXES and len(line) >= len("123456789") and any(map(str.isdigit, line))
    return max(map(len, words)) <= len("123456789") and (is_row or 2 * cells >= sum(map(len, words)))


def has_hashes(text: str) -> bool:
    """Return whether a line that begins with # is cells, # for an empty one, and no comment."""
    cells = "".join(text.split()) if re.fullmatch(_HASHES_APART, text) else text
    is_size = len(cells) in (*BOXES, *SQUARES) and len(cells) >= len("123456789")
    return is_size and cells.count("#") > 1 and re.fullmatch(_HASHES, cells) is not None


def digits_among(rows: Sequence[LineCells]) -> tuple[int, ...]:
    """Return the digits of a grid: where one row shows that A is 1, it is so in all."""
    if not any(row.are_letters for row in rows):
        return tuple(digit for row in rows for digit in row.digits)
    digits: list[int] = []
    for number, row in enumerate(rows, 1):
        if not row.are_letters and any(0 < digit < 10 for digit in row.digits):
            raise InputError(f"row {number} has digits from 1 to 9; other rows have letters for them, A for 1")
        digits += row.digits if row.are_letters else (digit and digit - 9 for digit in row.digits)
    return tuple(digits)


def marks_among(rows: Sequence[LineCells]) -> tuple[str, ...]:
    """Return the pencil marks of a grid, cell by cell; nothing where no cell has several.

    In a grid of more than 9 digits 12 can be a number, or the marks 1 and 2. They are marks where other cells have
    three, or have letters, which no grid of numbers has.
    """
    words = [word for row in rows for word in row.words]
    has_letters = any(map(str.isalpha, words)) and max(map(len, words)) > 1
    if not has_letters and not any(row.marks for row in rows):
        return ()
    found = [row.marks or marks_from(row.words or [SYMBOLS[digit] for digit in row.digits], len(rows)) for row in rows]
    if None in found:
        if any(row.marks for row in rows):
            raise InputError(f"row {found.index(None) + 1} has numbers, and other rows have pencil marks or a slip")
        return ()
    return tuple(mark for marks in found for mark in marks or ())


def are_marks(line: str) -> bool:
    """Return whether the line is a row of a grid of pencil marks."""
    with suppress(InputError):
        return bool(understand(line.strip()).marks)
    return False


def are_given_marks(text: str) -> bool:
    """Whether the text is pencil marks that are given: 729 characters, nine for each cell."""
    return len(text) == 9**3 and _GIVEN_MARKS.fullmatch(text) is not None


def box_from(text: str) -> Box:
    """The shape of boxes written as ``3x2``: rows, then columns."""
    match = _BOX.fullmatch(text.strip())
    if match is None:
        raise InputError(f"found boxes of {shown(text)}; rows x columns, such as 3x2, are expected")
    rows, columns = int(match[1]), int(match[2])
    if rows * columns not in BOXES or 1 in (rows, columns):
        raise InputError(f"found boxes of {rows}x{columns}; expected are boxes of {ORDERS} cells, no side 1")
    return rows, columns


def cell_value(text: str) -> int | None:
    """The digit that the text of one cell stands for, 0 when empty; None when it is no cell."""
    if len(text) < 2:
        return VALUES.get(text)
    return int(text) if len(text) == 2 and text.isascii() and text.isdigit() else None


def allowed(order: int) -> str:
    """The symbols of a puzzle, in words."""
    digits = (
        f"1 to {order}" if order <= 9 else f"1 to {order} (9, A{' to ' * (order > 10)}{SYMBOLS[11 : order + 1][-1:]})"
    )
    return f"{digits}, or . or 0 for an empty cell"


def within(values: Sequence[int | None], order: int, texts: Sequence[object]) -> tuple[int, ...]:
    """The values as digits of a puzzle of ``order``; ``texts`` are what they were read from."""
    digits = tuple(value for value in values if value is not None and value <= order)
    if len(digits) < len(values):
        place = next(place for place, value in enumerate(values) if value is None or value > order)
        found = f"cell {place + 1} of {len(values)} is {named(str(texts[place]))}"
        raise InputError(f"{found}; expected is {allowed(order)}")
    return digits


def without_index(cells: tuple[int, ...]) -> tuple[int, ...]:
    """The cells of a grid; of a table with numbered rows and columns, as pandas writes one, those of the grid in it."""
    if len(cells) == 100 and cells[0] == 0 and cells[1:10] == cells[10::10] in (_FROM_0, _FROM_1):
        return tuple(cell for place, cell in enumerate(cells) if place > 10 and place % 10)
    return cells


def label_from(text: str) -> str:
    """What stands beside a puzzle as its label; its solution is none, and a novel is cut short."""
    return _SOLUTION.sub("", text).strip(" \t,;")[:MAX_LABEL_CHARACTERS]


VALUES = {symbol: digit for digit, symbol in enumerate(SYMBOLS)}
VALUES |= {symbol.lower(): digit for symbol, digit in VALUES.items()}
BLANKS = frozenset(".0*_-?#~")
VALUES |= dict.fromkeys(("", *BLANKS), 0)

MAX_LABEL_CHARACTERS = 120
"""Characters."""

MAX_ROW_CHARACTERS = 78
"""Characters of a row of a list without blanks: of 25 numbers, with a comma behind each and brackets."""

MAX_JOINED_CHARACTERS = 2_000
"""Characters of a line on which rows are joined by marks: 25 rows of 25 with blanks and a label have fewer."""

UPRIGHTS = re.compile("[|!│┃║]")
"""Vertical rules."""

ORDERS = ", ".join(map(str, BOXES))

_FRAMES = "─━═┄┈╌│┃║┌┬┐├┼┤└┴┘╔╦╗╠╬╣╚╩╝╟╫╢╤╪╧╞╡╥╨┏┳┓┣╋┫┗┻┛┠╂┨┯┷┝┥┿╭╮╰╯"
SQUARES = {order * order: order for order in BOXES}
_JOINED = {order * order + order - 1: order for order in BOXES}
_JOINTS = frozenset("./\\-|,;:_")
_HASHES = "[#1-9]*[1-9][#1-9]*"  # these, as some below, are compiled where they are needed: few texts do
_HASHES_APART = "[#1-9](?: [#1-9])+"
_LETTERED = (16, 25)
_LETTERS = ascii_uppercase[: max(BOXES)]
_VARIATIONS = "\ufe0e\ufe0f\u200d"
_STRANGE_TAIL = f"[{_VARIATIONS}\u20e3]+"
_STRANGE = f".[{_VARIATIONS}\u20e3]+|[^\\x00-\\x7f{_FRAMES}]"
"""A character that belongs in no row: one beyond ASCII that draws no rule, or one that an invisible one changes."""

_SIGNS = re.compile(r"^[A-Za-z*#@&+!%](?=[0-9-])|[-()]")
"""Signs that players' programs write beside the pencil marks of a cell."""

LIBRARY = re.compile(r":(\w*):[\w, ]*:([+0-9.]+):([^:]*)(?::(.*)|)", re.DOTALL)
_DELETED = "[1-9]{3}|r(?P<row>[1-9])c(?P<column>[1-9])<>(?P<digit>[1-9])"
_STROKES = frozenset("=+─━═┄┈╌")
_FROM_0, _FROM_1 = tuple(range(9)), tuple(range(1, 10))
_CORNERS = frozenset(".,'`:+*")
_CORNERED = _CORNERS | frozenset(" -|")
_COLUMN = re.compile("(puzzle|quiz|sudoku|grid|board|clue)(s|zes)?", re.IGNORECASE)
_SOLUTION = re.compile(r"(?<!\w)[0-9]{16,}(?!\w)[\s,;]*")
_RULE = _STROKES | frozenset(" \t-|!:*" + _FRAMES)
_NAMED = r"\s*(?:[A-Za-z_][\w\s.,<>*&:\[\]]{0,80}?[=:]\s*(?:new\s+\w+\s*[][,\s]{0,9})?(?:[\w.]{1,30}\()?\s*)?"
_AROUND = re.compile(_NAMED + r"[][{}()]+\s*[;,]?\s*")  # int grid[9][9] = {
_LIST = re.compile(_NAMED + r"[\[{(](?=[\s\[{(]*['0-9.?_*-])[\s\[{(]*")  # grid = [[5, 3, …
_IN_LISTS = frozenset("0123456789 .,;]})")
_NO_BRACKETS = str.maketrans("[]{}()", "      ")
_BOX = re.compile(r"([0-9]{1,2})\s*[xX×]\s*([0-9]{1,2})")
_GIVEN_MARKS = re.compile(f"(?:{''.join(f'[.0{digit}]' for digit in range(1, 10))}){{81}}")
_FIRST_WORD = re.compile(r"\s*([^\s,;:|#]+)[\s,;:|#]*(.*)", re.DOTALL)


def _one_word(text: str) -> LineCells | None:
    """``53..7…`` with n×n characters, and perhaps a label."""
    word, _, label = text.partition(" ")
    if word.count("#") > 1 and {*word} & BLANKS == {"#"} and (order := SQUARES.get(len(word))):
        return _whole(word, order, label)  # it begins no label, but is an empty cell
    match = _FIRST_WORD.fullmatch(text)
    order = SQUARES.get(len(match[1])) if match else None
    if match is None or order is None or (order == 4 and not match[2]):
        return None
    return _whole(match[1], order, match[2])


def _whole(cells: Sequence[str], order: int, label: str) -> LineCells:
    digits, _ = _read(cells, order)
    return LineCells(digits, True, label_from(label))


def _joined(text: str) -> LineCells | None:
    """``53..7..../6..195…``: n rows of n characters with the same mark between them, and perhaps a label."""
    if len(text) > MAX_JOINED_CHARACTERS:
        return None
    word, _, label = re.sub(r"\s*([/\\])\s*", r"\1", text).partition(" ")
    order = _JOINED.get(len(word))
    if order is None or len(marks := {*word[order :: order + 1]}) > 1 or not marks <= _JOINTS:
        return None
    rows = (word[start : start + order] for start in range(0, len(word), order + 1))
    return _whole("".join(rows), order, label)


def _library(text: str) -> LineCells | None:
    """``:0300:4:..1.+2…:411 421:…``: HoDoKu's library, with candidates deleted (digit, row, column); + is placed."""
    match = LIBRARY.fullmatch(text)
    if match is None:
        return None
    technique, grid, deleted, rest = match.groups()
    if len(grid := grid.replace("+", "")) != 81:
        raise InputError(f"the grid of this line of HoDoKu's library has {len(grid)} cells; expected are 81")
    digits, _ = _read(grid, 9)
    marks = [SYMBOLS[1:10] if digit == 0 else SYMBOLS[digit] for digit in digits]
    for word in deleted.split():
        if (named := re.fullmatch(_DELETED, word)) is None:
            expected = "such as 412 (digit 4 in row 1, column 2) or r1c2<>4 is expected"
            raise InputError(
                f"found {shown(word)} among the deleted candidates of a line of HoDoKu's library; {expected}"
            )
        digit, row, column = (named["digit"], named["row"], named["column"]) if named["row"] else (*word,)
        cell = 9 * int(row) + int(column) - 10
        marks[cell] = marks[cell].replace(digit, "")
    return LineCells(digits, True, label_from(f"{technique} {rest.strip(': ')}"), marks=tuple(marks) if deleted else ())


def _marks(text: str) -> LineCells | None:
    """``5 3 124 | 26 7 2468 | 1489 1249 248``: in each of n cells the digits that may still go there.

    HoDoKu writes a sign before a cell that a step is about, and ``-`` before a digit that it takes away afterwards.
    """
    words = UPRIGHTS.sub(" ", text).split()
    order = len(words)
    if order not in BOXES or all(len(word) == 1 for word in words):
        return None
    marks = marks_from(words, order)
    if marks is None or all(len(mark) == 1 for mark, word in zip(marks, words, strict=True) if VALUES.get(word) != 0):
        return None
    values = [cell_value(word) for word in words]
    if order > 9 and all(value is not None and value <= order for value in values):
        return None  # numbers, as far as this row tells
    cells = tuple(VALUES[mark] if len(mark) == 1 else 0 for mark in marks)
    return LineCells(cells, box_columns=_box_columns(text, order), words=tuple(words), marks=marks)


def marks_from(words: Sequence[str], order: int) -> tuple[str, ...] | None:
    """Return the digits that each of ``words`` names, all for an empty cell; None where one does not name digits."""
    symbols, found = SYMBOLS[1 : order + 1], list[str]()
    are_alike = len({*map(len, words)}) == 1
    for word in words:
        bare = word if word in symbols else _SIGNS.sub("", word).upper()
        digits = "".join(digit for digit in symbols if digit in bare)
        if VALUES.get(word) == 0:
            digits = symbols
        elif not bare or len(digits) != len(bare) or (are_alike and digits != bare):  # equal groups may be other things
            return None
        found.append(digits)
    return tuple(found)


def _listed(text: str) -> LineCells | None:
    """``7,53..7…,5346…,easy``: a whole puzzle among fields, the first one with empty cells."""
    fields = [field.strip() for field in re.split("[,;\t]" if re.search("[,;\t]", text) else " +", text)]
    whole = [place for place, field in enumerate(fields) if len(field) > max(BOXES) and len(field) in SQUARES]
    if not whole or len(fields) < 2:
        return None
    place = next((place for place in whole if not BLANKS.isdisjoint(fields[place])), whole[0])
    label = " ".join(field for at, field in enumerate(fields) if at not in whole and field)
    return _whole(fields[place], SQUARES[len(fields[place])], label)


def _fields(text: str) -> LineCells | None:
    """``5,3,,,7,…`` or ``13 9 2 0 …``: n cells kept apart, or n×n and perhaps a label."""
    separator = next((mark for mark in "\t;," if mark in text), None)
    bare = text if separator else UPRIGHTS.sub(" ", text)
    fields = [field.strip() for field in bare.split(separator)]
    has_open_end = separator is not None and not fields[-1]
    if has_open_end and len(fields) not in BOXES and len(fields) - 1 in (*BOXES, *SQUARES):
        del fields[-1]  # the separator behind the last cell
    values = [cell_value(field) for field in fields]
    run = values.index(None) if None in values else len(values)
    if len(fields) in BOXES and (run == len(fields) or max(map(len, fields)) == 1):
        digits, are_letters = _read(fields, len(fields))
        words = () if separator or len(fields) < 10 else tuple(fields)
        box_columns = 0 if separator else _box_columns(text, len(fields))
        return LineCells(digits, False, "", box_columns, has_open_end, are_letters, words)
    return _whole(fields[:run], SQUARES[run], " ".join(fields[run:])) if run in SQUARES else None


def _groups(text: str) -> LineCells | None:
    """``53. .7. ...`` or ``53.|.7.|...``: n or n×n symbols, in one group or several equal ones."""
    groups = UPRIGHTS.sub(" ", text).split()
    symbols = "".join(groups)
    if len(set(map(len, groups))) > 1:
        return None
    if len(symbols) in BOXES:
        digits, are_letters = _read(symbols, len(symbols))
        return LineCells(digits, box_columns=_box_columns(text, len(symbols)), are_letters=are_letters)
    return _whole(symbols, SQUARES[len(symbols)], "") if len(symbols) in SQUARES else None


def _read(texts: Sequence[str], order: int) -> tuple[tuple[int, ...], bool]:
    """Return the digits of cells, and whether A, B, C … stand in them for 1, 2, 3 …"""
    values = [cell_value(text) for text in texts]
    if order in _LETTERED and any(value is None or value > order for value in values):
        signs = [text.upper() for text in texts]
        if all(value == 0 or (len(sign) == 1 and sign in _LETTERS) for sign, value in zip(signs, values, strict=True)):
            letters = [
                value if value == 0 else _LETTERS.index(sign) + 1 for sign, value in zip(signs, values, strict=True)
            ]
            return within(letters, order, texts), True
    return within(values, order, texts), False


def _box_columns(text: str, order: int) -> int:
    """How many cells stand between two vertical rules, where that is a width that boxes can have."""
    groups = [group.split() for group in UPRIGHTS.split(text) if group.strip()]
    apart = sum(map(len, groups)) == order
    widths = {len(group) if apart else len("".join(group)) for group in groups}
    width = widths.pop() if len(widths) == 1 else 0
    return width if 1 < width < order and order % width == 0 else 0
